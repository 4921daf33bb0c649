// Df-pn over sums: the walk of decomp/search/outcomes/proof_walk.hpp with the proof and disproof numbers of all
// states in memory. Play is finite and states are shared, so the graph has no cycles, but many paths
// lead to one state; disproof numbers are therefore those of weak proof-number search. A sum that
// comes back on the path is refused.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "decomp/search/outcomes/proof_walk.hpp"
#include "decomp/solve/sums/outcome/sum_graph.hpp"

namespace cgt::solve {

class ProofSearch {
 public:
  // The graph must outlive the search. Another `order` than 0 is another order of moves that seem
  // to be of one worth, for searches that share what they find.
  explicit ProofSearch(SumGraph& graph, std::uint32_t order = 0) : graph_(graph), order_(order) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays. Error for loops.
  bool wins(StateId root, Budget& budget);

  // Of the states decided since the last reset, the share that not the player wins who wins most of
  // them: near 0 where one is far ahead. 0 if none was decided.
  double upsets() const;
  void reset_upsets() { decided_ = {}; }

 private:
  struct Frame {
    StateId state;
    search::ProofView limits;
  };
  // Of an open state: that the player to move wins, and that he does not. 0: not met yet.
  struct Numbers {
    std::uint32_t one = 0;
    std::uint32_t all = 0;
  };
  template <class Space, class F>
  friend void search::proof_walk(Space&, std::vector<F>&, const search::ProofPolicy&, Budget&);

  void look(const Frame& frame, search::ProofScan& scan, Budget& budget);
  void note(const Frame& frame, const search::ProofView& numbers);
  static bool lingers(const Frame&, const search::ProofView&) { return false; }
  void descend(const Frame& frame, std::size_t child, const search::ProofView& limits, Budget&);
  void leave(const Frame& frame, const search::ProofView&, Budget&);
  Numbers& numbers(StateId state);

  SumGraph& graph_;
  std::uint32_t order_;
  std::vector<Numbers> numbers_;
  MemoryMeter meter_;
  std::vector<Frame> stack_;
  std::array<std::uint64_t, 2> decided_{};  // won by the player to move at the root, or not
  FlatSet<StateId> on_path_;
  std::span<const StateId> children_;  // of the state that was looked at last
};

}  // namespace cgt::solve
