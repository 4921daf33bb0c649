// Lookahead pathology of the 8-puzzle, over its whole state space (Nau et al. 2010, section 7).
//
// The player minimises the length of the way to the goal. A search to depth d values a move by the
// least heuristic value of the states d - 1 moves behind it: all of them are equally far from the
// root, so the moves made so far do not matter. It looks past the goal, and may undo moves. All
// depths are found together, by one step of dynamic programming over the space for each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/games/eight_puzzle.hpp"

namespace cgt::search::pathology {

// What values the states at the horizon. Granularity g cuts a range into g equal buckets and
// replaces values by the numbers of theirs (values outside count as the ends); 0 leaves them as
// they are.
struct PuzzleHeuristic {
  enum class Kind : std::uint8_t {
    kManhattan,  // range 0 .. 22
    kNoise,      // moves to the goal plus a Gaussian, one draw a state; range 0 .. 31
  };
  Kind kind = Kind::kManhattan;
  double sigma = 2;  // of the noise, in moves
  int granularity = 0;
  std::uint64_t seed = 1;
};

// The heuristic value of every state. Throws Error for impossible granularities and deviations.
std::vector<float> puzzle_heuristic(const EightPuzzleSpace& space,
                                    const PuzzleHeuristic& heuristic);

// Decision errors of searches to `deep` and `shallow` (both at least 1) at every state but the
// goal, in the order of their numbers from 1 on. A node of the budget is a state valued at one
// depth. Throws Error, BudgetExhausted.
std::vector<ErrorPair> puzzle_errors(const EightPuzzleSpace& space,
                                     std::span<const float> heuristic, int deep, int shallow,
                                     Budget& budget);
ErrorTally puzzle_tally(const EightPuzzleSpace& space, std::span<const float> heuristic, int deep,
                        int shallow, Budget& budget);

// Of the true distances: the families are the neighbours of every state.
ClusteringFactor puzzle_clustering(const EightPuzzleSpace& space);

}  // namespace cgt::search::pathology
