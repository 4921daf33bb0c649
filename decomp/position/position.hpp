// Position: what a ruleset models and all that an algorithm sees.
//
// A Position is a small value: copyable, comparable for equality, hashable. It has no side to move:
// options(player) lists the moves of either player. What a move leads to is the child position plus
// an integer number of free moves (`shift`): in Go, prisoners. Who calls what:
//   options(player)   every algorithm. Complete and duplicate-free up to `move`; any order, but
//                     always the same order for equal positions.
//   split(sum)        solvers, after every move: appends independent summands of *this to `sum` and
//                     returns the integer that they leave out, such that
//                     value(*this) = returned integer + sum of the values of the summands.
//                     A position that does not split appends one canonical summand or none.
//   text()            people.
//   splits_moves()    optional; variants. True: split() returns 0, and what it leaves out holds no
//                     move of either player; so play in the position is play in the summands.
//   split_impartial(sum)  optional; variants, where splits_moves() is not enough: appends positions
//                     whose impartial variants (both players have the moves of both) sum to the
//                     impartial variant of *this; false: appended nothing, for it knows of none.
//   depth_hint()      optional; searches that weigh the cost of a value: at most so many moves are
//                     left, of both players together.
// The summands given by split() are `canonical()`: one representative of all positions that are
// equal up to a symmetry of the board, and up to exchanging the players (then `negated` is set).
//
// Two hooks that a ruleset may have, both with a Budget that they charge, and that throws
// BudgetExhausted:
//   options(player, budget)   the same moves, where their number grows with what people write (the
//                             size of a heap), so that time and memory have no other limit.
//   nim_value(budget)         std::uint32_t: the nim value of an impartial position that a theory
//                             of the ruleset knows without search (heaps: sequences and periods).
//                             Searches for values ask for it instead of the moves.
// And one without:
//   known_value()             std::optional<Nus>: the value of a position that a theory of the
//                             ruleset knows without search, none if it does not know this one.
//
// `may_repeat` marks the moves without which play cannot come back to an earlier position: every
// cycle of moves holds at least one such move of each player (in Go: captures). Loop-free rulesets
// leave it false. `ko` marks the moves that a ko rule may forbid for one turn, depending on how the
// position arose.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/store/nus.hpp"
#include "cgt/support/budget.hpp"

namespace cgt {

// A move of one player: where (ruleset's own coding), to what, and the free moves gained by Left
// (negative: by Right) on the way.
template <class P>
struct Option {
  std::uint32_t move = 0;
  P position;
  std::int64_t shift = 0;
  bool may_repeat = false;
  bool ko = false;
};

// One independent part of a position, in canonical orientation.
template <class P>
struct Summand {
  P position;
  bool negated = false;  // the part is the negative of `position`
};

inline constexpr std::uint32_t kUnknownDepth = ~std::uint32_t{0};

template <class P>
concept Position = std::copyable<P> && std::equality_comparable<P> &&
    requires(const P& p, Player player, std::vector<Summand<P>>& sum) {
  { p.options(player) } -> std::same_as<std::vector<Option<P>>>;
  { p.split(sum) } -> std::same_as<std::int64_t>;
  { p.hash() } -> std::same_as<std::uint64_t>;
  { p.text() } -> std::same_as<std::string>;
};

// A position type whose positions all have the same moves for both players says so:
//   static constexpr bool kImpartial = true;
template <class P>
inline constexpr bool kIsImpartial = requires {
  requires P::kImpartial;
};

template <class P>
concept ChargesOptions = requires(const P& p, Player player, Budget& budget) {
  { p.options(player, budget) } -> std::same_as<std::vector<Option<P>>>;
};

template <class P>
concept KnowsNimValue = kIsImpartial<P> && requires(const P& p, Budget& budget) {
  { p.nim_value(budget) } -> std::same_as<std::uint32_t>;
};

template <class P>
concept KnowsValue = requires(const P& p) {
  { p.known_value() } -> std::same_as<std::optional<Nus>>;
};

// Appends positions whose impartial variants sum to that of `position`; false: appended nothing, for
// the ruleset knows of none.
template <class P>
bool split_impartial(const P& position, std::vector<Summand<P>>& sum) {
  if constexpr (requires { position.split_impartial(sum); }) {
    return position.split_impartial(sum);
  } else if constexpr (requires {
                         { position.splits_moves() } -> std::same_as<bool>;
                       }) {
    if (position.splits_moves()) position.split(sum);
    return position.splits_moves();
  } else {
    return false;
  }
}

template <class P>
std::uint32_t depth_hint(const P& position) {
  if constexpr (requires {
                  { position.depth_hint() } -> std::same_as<std::uint32_t>;
                }) {
    return position.depth_hint();
  } else {
    return kUnknownDepth;
  }
}

// The moves, by the hook if there is one.
template <Position P>
std::vector<Option<P>> options_within(const P& position, Player player, Budget& budget) {
  if constexpr (ChargesOptions<P>) {
    return position.options(player, budget);
  } else {
    return position.options(player);
  }
}

}  // namespace cgt
