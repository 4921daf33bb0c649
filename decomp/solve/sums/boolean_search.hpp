// Boolean alpha-beta over sums: depth first, a winning move ends the search of a sum, and every sum
// is decided once. Moves that leave the opponent few moves and the player many come first. The
// plain alternative to proof-number search: it keeps no numbers, and stands or falls by its move
// ordering.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "decomp/search/boolean_walk.hpp"
#include "decomp/solve/sums/sum_graph.hpp"

namespace cgt::solve {

class BooleanSearch {
 public:
  // The graph must outlive the search. Another `order` than 0 is another order of moves that seem
  // to be of one worth, for searches that share what they find.
  explicit BooleanSearch(SumGraph& graph, std::uint32_t order = 0) : graph_(graph), order_(order) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays. Error for loops.
  bool wins(StateId root, Budget& budget);

 private:
  struct Frame {
    StateId state;
    std::vector<StateId> children;
    std::size_t next = 0;
  };
  template <class Space, class F, class C>
  friend bool search::boolean_walk(Space&, std::vector<F>&, C, Budget&);

  static bool next(Frame& frame, StateId& child);
  std::optional<bool> look(StateId state);
  std::optional<bool> enter(StateId state, Budget& budget);
  void leave(const Frame& frame, bool won);

  SumGraph& graph_;
  std::uint32_t order_;
  std::vector<Frame> stack_;
  FlatSet<StateId> on_path_;
};

}  // namespace cgt::solve
