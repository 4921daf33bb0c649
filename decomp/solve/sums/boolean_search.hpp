// Boolean alpha-beta over sums: depth first, a winning move ends the search of a sum, and every sum
// is decided once. Moves that leave the opponent few moves and the player many come first. The
// plain alternative to proof-number search: it keeps no numbers, and stands or falls by its move
// ordering.
#pragma once

#include "decomp/solve/sums/sum_graph.hpp"

namespace cgt::solve {

class BooleanSearch {
 public:
  // The graph must outlive the search.
  explicit BooleanSearch(SumGraph& graph) : graph_(graph) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays. Error for loops.
  bool wins(StateId root, Budget& budget);

 private:
  SumGraph& graph_;
};

}  // namespace cgt::solve
