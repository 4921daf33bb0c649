// What a two-player search asks about states, from the view of player 0. An evaluation is a class
// with these members:
//   using Value            a signed number
//   Value terminal(s)      of a terminal state
// and as much of the following as it has, found out at compile time:
//   Value evaluate(s)      an estimate where a depth limit cuts (Russell and Norvig: EVAL)
//   bool stable(s)         quiescence: false forbids to estimate s; its moves are tried beyond the
//                          limit. Unstable states must not follow each other for ever.
//   optional<Value> known(s)   the true value of a state without looking further: end-game tables,
//                          or an evaluation that can settle a state
//   void learned(s, v, bound)  called with every bound that the search proves (no estimate in it)
//   void prepare(s, moves, first)   reorders or removes moves[first..]; at least one must stay.
//                          What is removed must not be better than all that stays.
//   Value least(), greatest()   bounds of all values; else those of the utilities.
// UtilityEvaluation is the game itself: utilities at the end, no estimates.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

inline constexpr int kUnlimitedDepth = 1 << 30;

enum class Bound : std::uint8_t { kExact, kLower, kUpper };

template <UtilityState S>
struct UtilityEvaluation {
  using Value = std::decay_t<decltype(std::declval<const S&>().utility(0))>;
  static_assert(std::is_signed_v<Value>, "utilities are signed numbers");
  Value terminal(const S& s) const { return s.utility(0); }
};

template <class E, class S>
concept Evaluation = State<S> && requires(const E& e, const S& s) {
  requires std::is_signed_v<typename E::Value>;
  { e.terminal(s) } -> std::convertible_to<typename E::Value>;
};
template <class E, class S>
concept Estimates = requires(const E& e, const S& s) {
  e.evaluate(s);
};
template <class E, class S>
concept TellsStable = requires(const E& e, const S& s) {
  { e.stable(s) } -> std::same_as<bool>;
};
template <class E, class S>
concept Knows = requires(const E& e, const S& s) {
  { e.known(s) } -> std::same_as<std::optional<typename E::Value>>;
};
template <class E, class S>
concept Learns = requires(E& e, const S& s, typename E::Value v) {
  e.learned(s, v, Bound::kExact);
};
template <class E, class S>
concept Prepares = requires(const E& e, const S& s, std::vector<typename S::Move>& moves) {
  e.prepare(s, moves, std::size_t{0});
};
template <class E>
concept TellsRange = requires(const E& e) {
  { e.least() } -> std::same_as<typename E::Value>;
  { e.greatest() } -> std::same_as<typename E::Value>;
};

// The least and the greatest value that a game can have under an evaluation.
template <class E>
std::pair<typename E::Value, typename E::Value> range_of(const E& evaluation,
                                                         const GameType& type) {
  using Value = typename E::Value;
  if constexpr (TellsRange<E>) {
    return {evaluation.least(), evaluation.greatest()};
  } else {
    return {static_cast<Value>(type.least_utility), static_cast<Value>(type.greatest_utility)};
  }
}

// No value is as small or as large: open ends of windows.
template <class Value>
constexpr Value infinite() {
  return std::numeric_limits<Value>::max();
}

// The next number: a window (v, next(v)) holds no value, so that a search of it is a test.
template <class Value>
Value next(Value v) {
  if constexpr (std::is_floating_point_v<Value>) {
    return std::nextafter(v, infinite<Value>());
  } else {
    return static_cast<Value>(v + 1);
  }
}
template <class Value>
Value previous(Value v) {
  return -next(static_cast<Value>(-v));
}

[[noreturn]] inline void no_moves() {
  throw Error("a state of the game is not terminal but has no moves");
}
[[noreturn]] inline void refuse_repeated_play(
    const char* hint =
        "retrograde analysis and df-pn know such games; else count the moves in the "
        "state, or set a depth limit") {
  throw Error("play comes back to an earlier state, and has no end to value", hint);
}
[[noreturn]] inline void no_estimate() {
  throw Error("a depth limit needs an evaluation of states that are not terminal",
              "give the search an evaluation, or no depth limit");
}

// True if a state `depth` plies before the limit must be estimated now.
template <class E, class S>
bool is_cut(const E& evaluation, const S& state, int depth) {
  if (depth > 0) return false;
  if constexpr (TellsStable<E, S>) return evaluation.stable(state);
  static_cast<void>(evaluation);
  static_cast<void>(state);
  return true;
}
template <class E, class S>
typename E::Value estimate(const E& evaluation, const S& state) {
  if constexpr (Estimates<E, S>) {
    return evaluation.evaluate(state);
  } else {
    static_cast<void>(evaluation);
    static_cast<void>(state);
    no_estimate();
  }
}

}  // namespace cgt::search
