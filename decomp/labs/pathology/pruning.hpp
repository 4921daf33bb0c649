// Forward pruning in ternary trees of wins and losses (Smith 1997, appendix A): how often a search
// that keeps two of three moves, chosen by a fallible guess, still finds a winning move.
//
// MAX is at the root, players alternate. What is kept of three moves depends on an accuracy p: the
// two best ones with probability p, the best and the worst with p (1 - p), the two worst with
// (1 - p)^2. With ties that is, for the player who chooses: two winning moves and a losing one:
// both winning ones p, else one of them and the losing one; one winning move: both losing ones
// (1 - p)^2, else the winning one and a losing one; all alike: any two.
//
// Two kinds of trees. Independent (P-game): leaves are wins with the probability at which wins are
// as frequent at all levels: .68233 below MIN, the root of x^3 + x = 1. Incremental (N-game-like):
// each move of MIN adds +1 with probability .61803, else -1; a leaf is a win of MAX if the sum of
// its path is not negative: siblings are alike.
//
// The probabilities are those of the model, not of a sample, by recursion over the height and the
// sum so far: subtrees are independent given the sum, so the joint distribution of true and
// searched value is enough. They are computed in double precision.
#pragma once

#include <cstdint>

#include "cgt/support/budget.hpp"

namespace cgt::search::pathology {

enum class PruningTree : std::uint8_t { kIndependent, kIncremental };

struct PruningAccuracy {
  double one = 0;     // P(correct choice | one of the root's moves wins)
  double two = 0;     // P(correct choice | two of them win)
  double either = 0;  // both together, as often as they occur: D_h
  double guess = 0;   // the same for a move drawn at random
};

// The root's children have height `height` >= 0; the root prunes, too (the plot of the source
// counts rounds h of both players: height 2 h - 1). The search values what is left exactly, and
// plays any of the moves that look best. A node of the budget is a level, for one sum of the path.
// Throws Error unless 0 <= p <= 1, BudgetExhausted.
PruningAccuracy pruning_accuracy(PruningTree tree, int height, double p, Budget& budget);

}  // namespace cgt::search::pathology
