// Fewest pushes: A* and IDA* with a matching bound, and weighted A* for any solution.
//
// All four prunings keep an optimal solution: dead squares with freeze tests, tunnels (a box in a
// one-wide passage that cuts the board in two, off the goals, has one push left, which is made at
// once), PI-corrals, and rooms from which boxes cannot all be brought to goals (rooms.hpp).
#pragma once

#include <memory>

#include "decomp/solve/sokoban/search/search.hpp"

namespace cgt::sokoban {

class RoomDeadlocks;

struct OptimalOptions {
  bool tunnels = true;
  bool corrals = true;
  bool freeze = true;
  RoomDeadlocks* rooms = nullptr;         // none: no test of rooms
  int weight = 1;                         // of the estimate; above 1, solutions need not be optimal
  bool iterative = false;                 // IDA*
  std::size_t table_entries = 1U << 22U;  // of IDA*
};

// The board must outlive it. IDA* does not stop before its end or that of the budget.
std::unique_ptr<Search> push_search(const Board& board, const OptimalOptions& options);

}  // namespace cgt::sokoban
