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
//   depth_hint()      optional; searches that weigh the cost of a value: at most so many moves are
//                     left, of both players together.
// The summands given by split() are `canonical()`: one representative of all positions that are
// equal up to a symmetry of the board, and up to exchanging the players (then `negated` is set).
//
// `may_repeat` marks the moves without which play cannot come back to an earlier position: every
// cycle of moves holds at least one such move of each player (in Go: captures). Loop-free rulesets
// leave it false. `ko` marks the moves that a ko rule may forbid for one turn, depending on how the
// position arose.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/player.hpp"

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

}  // namespace cgt
