// Fewest pushes: A* and IDA* with a matching bound, and weighted A* for any solution.
//
// All three prunings keep an optimal solution: dead squares with freeze tests, tunnels (a box in a
// one-wide passage that cuts the board in two, off the goals, has one push left, which is made at
// once), and PI-corrals.
#pragma once

#include <memory>

#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

struct OptimalOptions {
  int weight = 1;          // of the estimate; above 1, solutions need not be optimal
  bool iterative = false;  // IDA*
};

// The board must outlive it. IDA* does not stop before its end or that of the budget.
std::unique_ptr<Search> push_search(const Board& board, const OptimalOptions& options);

}  // namespace cgt::sokoban
