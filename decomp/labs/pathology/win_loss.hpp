// The earlier models of lookahead pathology: uniform trees whose leaves are wins and losses.
//
//   P-game (Pearl 1980, Nau 1982)    leaves are won independently, with the probability at which
//                                    wins are as frequent at all levels
//   N-game, incremental (Nau 1982)   each move is +1 or -1 with equal probability; a leaf is won by
//                                    MAX if the sum of its path is positive, or zero
//
// The heuristic value of a node is the part of the leaves below it that MAX wins (Nau 1982).
// P-games are pathological under it, N-games are not: siblings of an N-game are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/measures.hpp"

namespace cgt::search::pathology {

enum class WinLossModel : std::uint8_t { kIndependent, kIncremental };

struct WinLossParameters {
  WinLossModel model = WinLossModel::kIndependent;
  int branching = 2;
  int height = 10;
  std::uint64_t trees = 10000;
  std::uint64_t seed = 1;
  unsigned threads = 1;  // 0: as many as the machine has
};

// Errors at the root (MAX) of searches to depth 1, 2, .., height, each against depth 1. Independent
// of threads. Throws Error for trees of more than 2^26 leaves, BudgetExhausted.
std::vector<ErrorTally> win_loss_errors(const WinLossParameters& parameters, Budget& budget);

}  // namespace cgt::search::pathology
