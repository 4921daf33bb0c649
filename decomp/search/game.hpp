// Games in extensive form, as every search of this folder and of decomp/pob sees them.
//
// A State is a small value: who moves, which moves there are, what a move leads to, who gets what
// at the end. Chance is a player, so are any number of people. The shape is that of OpenSpiel's
// spiel.h (Lanctot et al. 2019), as a concept on values instead of a class with virtual functions:
// a state is copied where a move is tried, so nothing needs to be undone.
//
//   struct Nim {                                   // the player who takes the last stone wins
//     using Move = int;
//     int stones, mover;
//     GameType type() const { return {}; }         // two players, zero sum, utilities -1 .. +1
//     int player() const { return stones == 0 ? kTerminal : mover; }
//     void moves(std::vector<int>& out) const {
//       for (int i = 1; i <= std::min(3, stones); ++i) out.push_back(i);
//     }
//     void play(int take) { stones -= take; mover = 1 - mover; }
//     int utility(int player) const { return player == mover ? -1 : 1; }
//     std::uint64_t hash() const { return mix(stones, mover); }
//     bool operator==(const Nim&) const = default;
//   };
//   Budget budget;
//   AlphaBeta<Nim>().search(Nim{21, 0}, budget).value;   // 1: the player to move wins
//
// Rules of the interface
//   1. moves() appends every legal move once, at least one unless the state is terminal, always in
//      the same order for equal states. At a chance node the moves are the outcomes, and
//      probability(move) of all of them adds up to 1.
//   2. Equal states have equal futures: whatever the future depends on (a player to move, a count
//      of repetitions) is part of the state.
//   3. Players move in any order; player 0 is MAX of the two-player searches, and their values are
//      utilities of player 0, whoever moves.
//   4. Play ends, unless type() says may_repeat.
// Moves of several players at once are not modelled.
//
// type() says what kind of game it is, and so which algorithm is right for it: search functions
// refuse the others by an Error that names the reason (require()).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "cgt/support/hash.hpp"

namespace cgt::search {

// What State::player() returns besides 0 .. players - 1.
inline constexpr int kChance = -1;
inline constexpr int kTerminal = -2;

enum class ChanceMode : std::uint8_t { kDeterministic, kExplicit };
enum class Information : std::uint8_t { kPerfect, kImperfect };
// The sum of all utilities at the end: zero, the same at every end, anything; or all players get
// the same.
enum class UtilitySum : std::uint8_t { kZero, kConstant, kGeneral, kIdentical };

struct CGT_API GameType {
  int players = 2;
  ChanceMode chance = ChanceMode::kDeterministic;
  Information information = Information::kPerfect;
  UtilitySum sum = UtilitySum::kZero;
  // Of any player at any end. Chance nodes are cut by these bounds; other searches report them as
  // the bounds of a value that they know nothing about.
  double least_utility = -1;
  double greatest_utility = 1;
  bool may_repeat = false;  // play can come back to an earlier state
};

enum class Algorithm : std::uint8_t {
  kMinimax,
  kAlphaBeta,
  kMaxN,
  kExpectiminimax,
  kProofNumber,
  kMonteCarlo,
  kRetrograde,
};
CGT_API const char* name(Algorithm algorithm);
// Why the algorithm is not right for such games, or "". `depth_limited`: a depth limit is set, so
// that play ends anyhow.
CGT_API std::string objection(Algorithm algorithm, const GameType& type,
                              bool depth_limited = false);
inline bool applies(Algorithm algorithm, const GameType& type) {
  return objection(algorithm, type).empty();
}
// Throws Error with the objection, if there is one.
CGT_API void require(Algorithm algorithm, const GameType& type, bool depth_limited = false);

template <class S>
concept State = std::copyable<S> && std::equality_comparable<S> &&
    std::semiregular<typename S::Move> && std::equality_comparable<typename S::Move> &&
    requires(const S& s, S& changed, std::vector<typename S::Move>& out,
             const typename S::Move& move) {
  { s.type() } -> std::convertible_to<GameType>;
  { s.player() } -> std::same_as<int>;
  s.moves(out);
  changed.play(move);
  { s.hash() } -> std::same_as<std::uint64_t>;
};

// A state whose ends are worth numbers to the players.
template <class S>
concept UtilityState = State<S> && requires(const S& s, int player) {
  requires std::is_arithmetic_v<decltype(s.utility(player))>;
};

template <class S>
concept ChanceState = UtilityState<S> && requires(const S& s, const typename S::Move& move) {
  { s.probability(move) } -> std::convertible_to<double>;
};

// What a search did. Deterministic: equal calls give equal counts.
struct CGT_API Counts {
  std::uint64_t nodes = 0;       // states entered, leaves included
  std::uint64_t leaves = 0;      // states valued by utility or evaluation
  std::uint64_t table_hits = 0;  // states answered by the table
  std::uint64_t cutoffs = 0;     // states left before all moves were tried
  std::uint64_t deepest = 0;     // plies below the root
  Counts& operator+=(const Counts& other) {
    nodes += other.nodes;
    leaves += other.leaves;
    table_hits += other.table_hits;
    cutoffs += other.cutoffs;
    deepest = std::max(deepest, other.deepest);
    return *this;
  }
};

// The answer of a search for one number. lower <= value of the game <= upper has been proved; equal
// bounds are the value. `value` is the best guess where they differ, empty if there is none; it is
// the H-minimax value of the last depth that was completed.
template <class Move, class Value>
struct Result {
  std::optional<Value> value;
  Value lower{};
  Value upper{};
  bool exact() const { return !(lower < upper); }
  std::vector<Move> best;  // one best move of the root, or all if that was asked
  std::vector<Move> line;  // from the root; may end early where a table forgot the rest
  int depth = 0;           // of the last complete iteration, in plies
  Counts counts;
  StopReason stop = StopReason::kSolved;
};

// A small number for a move, for tables of statistics: different moves should differ.
template <class Move>
std::uint32_t move_code(const Move& move) {
  if constexpr (std::is_integral_v<Move> || std::is_enum_v<Move>) {
    return static_cast<std::uint32_t>(move);
  } else {
    return move.code();
  }
}

// For tables of the standard shape that are keyed by states.
template <class S>
struct StateHash {
  using is_avalanching = void;
  std::size_t operator()(const S& s) const { return static_cast<std::size_t>(mix(s.hash(), 1)); }
};

}  // namespace cgt::search
