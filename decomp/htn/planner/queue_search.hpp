// Best-first search for one plan, over states and lists of tasks as the planner has them.
//
// There is one queue for each measure of the estimator (OpenList). A node is the state and the list
// of tasks; each is met once. A list whose first task leaves no choice is
// followed at once, so queues hold choices only; few choices that come after another one, in the
// same state, are made at once, too. States are kept as the steps that lead to them: the
// domain is taken back to where two nodes part and forward again.
//
// stop == kExhausted without a plan: there is none.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/planner/guide.hpp"
#include "decomp/htn/planner/list_tree.hpp"
#include "decomp/htn/planner/open_list.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

class QueueSearch {
 public:
  // The guide and the banned tasks of the options are heeded.
  QueueSearch(Domain& domain, const PlannerOptions& options, Estimator& estimator);

  // From the present state of the domain, after which it is in that state again. Ends with kNodes
  // after `estimates` lists were estimated; call again to go on from there, in the same state.
  PlanResult first(const std::vector<TaskId>& tasks, std::uint64_t estimates, Budget& budget);
  // All calls together.
  const Statistics& statistics() const { return statistics_; }

 private:
  using CellId = Guide::Cell;
  using NodeId = list_tree::Id;
  static constexpr NodeId kNone = list_tree::kNone;
  static_assert(Guide::kEmpty == list_tree::kNone, "a guide has the cells of the search");

  using Cell = list_tree::Cell;
  struct Node : list_tree::Node {
    Guide::Path path = 0;
  };

  Domain& domain_;
  Estimator& estimator_;
  Guide* guide_;
  FlatSet<TaskId> banned_;
  std::vector<Cell> cells_;
  FlatMap<std::uint64_t, CellId> cell_of_;  // by head and tail
  std::vector<Node> nodes_;
  std::vector<Word> words_;
  OpenList open_;
  FlatSet<Hash128, Hash128Hash> met_;
  list_tree::DomainWalk walk_;
  bool begun_ = false;
  std::uint64_t estimated_ = 0;
  NodeId found_ = kNone;
  Statistics statistics_{.nodes = 0};
  MemoryMeter meter_;
  std::vector<TaskId> list_;
  std::vector<std::uint32_t> measures_;
  Values ignored_;

  void search(std::uint64_t last, Budget& budget);
  void expand(NodeId node, int depth, Budget& budget);
  CellId list_of(std::span<const TaskId> tasks, CellId tail);
  NodeId add(NodeId parent, CellId list, MethodId method, std::span<const Word> bindings);
  bool is_new(const Node& node);
  // Follows the node while there is no choice, and queues what it comes to. The domain is in its
  // state, and is left in another one.
  void follow(NodeId node, int depth, Budget& budget);
  bool only_child(NodeId& node, std::size_t& choices);
  bool step(NodeId& node);
  void enqueue(NodeId node, Budget& budget);
};

}  // namespace cgt::htn
