// Solutions that no other beats in pushes and moves together.
//
// Multi-objective A* (Stewart, White 1991): a state, here with the exact square of the player, keeps
// an antichain of costs (pushes, moves); labels are expanded in lexicographic order and dropped where
// a solution is at least as good in both. The bound of both costs is the matching of boxes to
// goals, as every push is a move.
#pragma once

#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

// Costs, the less the lower: a partial order for decomp/pob.
struct PushesAndMoves {
  using Element = std::pair<int, int>;
  bool less_equal(const Element& a, const Element& b) const {
    return a.first <= b.first && a.second <= b.second;
  }
};

struct ParetoSolution {
  std::vector<Push> pushes;
  PushesAndMoves::Element cost;
};

struct ParetoAnswer {
  // Ascending in pushes, descending in moves; with stop kSolved, all undominated costs, one
  // solution for each. After a spent budget those of fewest pushes so far.
  std::vector<ParetoSolution> solutions;
  SolveCounts counts;
  StopReason stop = StopReason::kSolved;
};

ParetoAnswer solve_pareto(const Board& board, Budget& budget);

}  // namespace cgt::sokoban
