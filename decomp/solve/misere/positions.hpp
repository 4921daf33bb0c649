// Positions of rulesets in misere play: the forms of partizan ones (cgt/misere/partizan.hpp), and the
// winning moves of sums of heaps.
//
// Thread rule: one thread at a time.
#pragma once

#include <span>
#include <vector>

#include "cgt/misere/partizan.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/misere/heaps.hpp"

namespace cgt::solve {

class MisereTrees {
 public:
  // `forms` must outlive it.
  explicit MisereTrees(MisereForms& forms) : forms_(forms) {}
  // The form by its moves alone: what a ruleset says of independent parts holds in normal play.
  // Throws BudgetExhausted, Error if play can come back to a position.
  MisereFormId form(const AnyPosition& position, Budget& budget);

 private:
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const AnyPosition& p) const {
      return static_cast<std::size_t>(p.hash());
    }
  };

  MisereForms& forms_;
  FlatMap<AnyPosition, MisereFormId, Hash> known_;
};

// The sums that a winning move leaves, each once; empty if there is none. Requires that the quotient
// has all of the heaps.
std::vector<std::vector<heap::Size>> winning_heap_moves(MisereHeaps& heaps,
                                                        std::span<const heap::Size> sum,
                                                        Budget& budget);

}  // namespace cgt::solve
