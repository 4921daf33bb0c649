// Does play in a node of a graph end? Copying the opponent, and so G + -G = 0, is sound only then: what
// can go on for ever may be drawn (on + off is).
//
// Moves that may repeat (kos) are left aside, as the searches that meet them do not play them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cgt/support/api.hpp"
#include "cgt/support/budget.hpp"
#include "decomp/position/graph.hpp"

namespace cgt::solve {

class CGT_API PlayEnds {
 public:
  enum class Answer : std::uint8_t {
    kOpen,  // not asked
    kEnds,
    kLoops,
    kTooFar  // more followers than are looked at
  };
  // So many followers are looked at, depth first.
  static constexpr std::uint64_t kMostFollowers = 1U << 14U;

  // `known`: other nodes in which play ends. What was found stays known. Throws BudgetExhausted.
  Answer ask(PositionGraph& graph, NodeId root, Budget& budget,
             const std::function<bool(NodeId)>& known = {});

 private:
  std::vector<Answer> answers_;  // by node
  Expansion expansion_;
};

}  // namespace cgt::solve
