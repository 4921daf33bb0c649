// MovesAhead: threads that generate the moves of a graph before a search asks for them.
//
// A search without cut-offs goes depth first through all children in order, and skips those that it
// has met. So the order in which it meets positions does not depend on their values: a thread can
// go the same way ahead of it and generate moves, while the search adds, compares and constructs
// games. Positions get the numbers that they would get with one thread. Where the search has to wait,
// it takes a hand in that itself, as do further threads: a position that was met is needed sooner or
// later, and its moves can be found by any thread (MovesDraft); only what they lead to is looked up
// by the thread ahead, in order.
//
// A search makes a MovesAhead where it has come to, and asks it for each node that it meets for the
// first time (solve::GraphSearch does so).
//
// Thread rule: from the constructor on the graph belongs to the thread ahead, until the destructor
// has waited for its end; all else belongs to the caller. So positions of the graph must be such as
// any thread may look at: those of native rulesets are, those of scripts are not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "cgt/support/api.hpp"
#include "cgt/support/budget.hpp"
#include "decomp/position/graph.hpp"

namespace cgt {

class CGT_API MovesAhead {
 public:
  // How far a search has come with a node.
  enum class Stage : std::uint8_t { kUnseen, kOnPath, kDone };
  // A node on the path of the search: its children, and how many of them it has looked at.
  struct Visit {
    NodeId node = 0;
    std::size_t next = 0;
    std::vector<SignedNode> children;
  };
  // A node that the search meets for the first time.
  struct Step {
    NodeId node = 0;
    std::optional<Nus> value;    // if the ruleset knows it without search; then there are no moves
    Expansion moves;             // may be exchanged for another one, whose memory is used again
    std::uint64_t nodes = 0;     // of the budget, spent on it
    std::size_t graph_size = 0;  // once the moves were generated
    std::uint64_t graph_bytes = 0;  // then, with what the thread itself holds by the node
  };

  // Goes on from `path`, the root first, with what has become of each node of the graph. `threads`, at
  // least 2, counts the caller. Time and stop flag are those of `budget`; of its nodes each thread may
  // spend as many itself. Throws std::system_error if there is no thread to be had.
  MovesAhead(PositionGraph& graph, std::vector<Visit> path, std::vector<Stage> stages,
             unsigned threads, const Budget& budget);
  MovesAhead(const MovesAhead&) = delete;
  MovesAhead& operator=(const MovesAhead&) = delete;
  // Stops the threads. What they did ahead of the search stays in the graph.
  ~MovesAhead();

  // The next node; it is valid until the next call. Throws what the ruleset threw at that node,
  // BudgetExhausted among it. To be called only while the search, which does the same steps, meets a
  // new node: so not after a child on the path, where the thread ahead ends.
  Step& next();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace cgt
