// Which cycles of a score graph are kos, and what the others are called.
//
// A ko is a pair of positions x and y such that one player moves (takes) from x to y and the other
// back from y to x, and the score comes back too. Kos that hang together must be stages of one: no
// player has two of them to take in one position. Any other cycle is irregular: a wall of a
// thermograph would depend on itself. The field knows the commonest by name:
//   double ko, triple ko     a player has two or three kos to take at a time, and takes one when the
//                            other is taken back: play repeats under the basic ko rule
//   sending two, returning one   the score moves by a point with every turn of the cycle
//   eternal life             equal captures of two stones or more
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgt/ko/graph.hpp"
#include "cgt/support/budget.hpp"

namespace cgt {

struct CGT_API IrregularCycle {
  std::string name;                  // "double ko", "sending two returning one", ...
  std::vector<std::uint32_t> nodes;  // of the cycle in order, or of all kos of a multiple ko
  bool scores = false;               // every turn of it changes the score

  // "double ko at A, B, C, D".
  std::string text(const KoGraph& graph) const;
};

// An irregular cycle that the root leads to, if there is one; one that scores, if there is such a one. Throws
// BudgetExhausted.
CGT_API std::optional<IrregularCycle> irregular_cycle(const KoGraph& graph, Budget& budget);

// By node: which nodes one move or more lead to. Throws BudgetExhausted.
CGT_API std::vector<std::vector<bool>> reachable(const KoGraph& graph, Budget& budget);

}  // namespace cgt
