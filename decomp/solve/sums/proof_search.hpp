// Df-pn (Nagai 2002) over sums: depth-first proof-number search with proof and disproof numbers of
// all states in memory. Play is finite and states are shared, so the graph has no cycles, but many
// paths lead to one state; disproof numbers are therefore those of weak proof-number search (Ueda,
// Hashimoto, Hashimoto, Iida 2008): the greatest of the children plus one for each of the others.
// Thresholds grow by a quarter at a time (1 + epsilon trick, Pawlewicz and Lew 2007).
#pragma once

#include "decomp/solve/sums/sum_graph.hpp"

namespace cgt::solve {

class ProofSearch {
 public:
  // The graph must outlive the search.
  explicit ProofSearch(SumGraph& graph) : graph_(graph) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays.
  bool wins(StateId root, Budget& budget);

  // About this much is known of an open state: the numbers of its proof (phi, that the player to
  // move wins) and disproof.
  struct Numbers {
    std::uint32_t phi = 0;
    std::uint32_t delta = 0;
  };

 private:
  Numbers& numbers(StateId state);

  SumGraph& graph_;
  std::vector<Numbers> numbers_;
  MemoryMeter meter_;
};

}  // namespace cgt::solve
