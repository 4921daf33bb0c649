// Plans for partially ordered tasks: best-first search in which the next task to be decomposed or
// done is any one that no other must precede (progression search; Hoeller et al. 2018).
//
// The open tasks are the tree of decompositions with what is completed left out. A node is the
// state with that tree; each is met once. Decomposing a task whose methods ask nothing that changes
// is not a choice of time, so it is done at once. What leaves no choice is followed at once, so
// queues (OpenList) hold choices only. Nodes are kept as what was done last: state and tree are
// taken back to where two nodes part and forward again.
//
// With an estimator its measures say which node is next; without one, the path that is shortest and
// a depth-first search take turns.
//
// Thread rule: that of the domain.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/planner/guide.hpp"
#include "decomp/htn/planner/open_list.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn::hddl {

class InterleavingSearch {
 public:
  // `domain` was built with HierarchyOptions::interleaved. The estimator is asked about all open
  // tasks, whatever their order, without a path.
  explicit InterleavingSearch(RelationalDomain& domain, Estimator* estimator = nullptr);

  // From the present state of the domain, after which it is in that state again; at most one plan.
  // Ends with kNodes after so much work, counted in estimates, or in nodes without an estimator;
  // call again to go on from there, in the same state. stop == kExhausted without a plan: there is none. After any
  // other stop but kNodes it must not be called again. Throws Error if the effect of an action has no value.
  PlanResult first(std::uint64_t work, Budget& budget);
  // All calls together.
  const Statistics& statistics() const { return statistics_; }

 private:
  using Id = OpenList::Id;
  static constexpr Id kNone = OpenList::kNone;

  // A node of the tree; decomposed if it has a method.
  struct Open {
    TaskId task = 0;
    Id parent = kNone;
    std::uint32_t position = 0;  // among its siblings
    MethodId method = kNoMethod;
    Id first = 0;  // subtask
    std::uint32_t count = 0;
    std::uint32_t left = 0;  // subtasks that are not completed
    bool done = false;
    Hash128 hash;
  };
  // What was done to one task of the tree; a step if it has no method.
  struct Node {
    Id parent = kNone;
    Id at = 0;  // in tree_
    MethodId method = kNoMethod;
    std::uint32_t depth = 0;
    std::size_t words = 0;  // values of variables, then subtasks
    std::uint32_t bindings = 0;
    std::uint32_t subtasks = 0;
  };
  // A node on the path to the present one, and what there was before it.
  struct Done {
    Id node;
    Word mark;
    std::size_t tree;
    std::size_t trail;
  };
  // What can be done to a task that is ready.
  struct Choice {
    Id at = 0;
    MethodId method = kNoMethod;
    Expansion expansion;
  };

  RelationalDomain& domain_;
  Estimator* estimator_;
  // By rule and position: the positions of subtasks that come before.
  std::vector<std::vector<std::vector<std::uint32_t>>> before_;
  std::vector<bool> constant_;  // by symbol: its methods can be chosen at any time or at none
  std::vector<Open> tree_;
  std::vector<std::pair<Id, Open>> trail_;  // tree nodes as they were
  std::vector<Done> path_;
  std::vector<Node> nodes_;
  std::vector<Word> words_;
  FlatSet<Hash128, Hash128Hash> met_;
  OpenList open_;
  std::uint64_t work_ = 0;
  Id found_ = kNone;
  Statistics statistics_{.nodes = 0};
  MemoryMeter meter_;
  std::vector<std::uint32_t> measures_;
  std::vector<TaskId> list_;
  std::vector<Id> walk_;
  Values ignored_;

  void note_orders();
  void note_constant_symbols();
  Hash128 hash_of(const Open& node) const;
  Open& change(Id node);
  void tell_above(Id node);
  bool may_begin(const Open& node, std::uint32_t position) const;
  std::vector<Id> ready();
  template <class Visit>
  void each_choice(Visit&& visit);
  Id add(Id parent, const Choice& choice);
  void do_node(Id node);
  void back_to(std::size_t depth);
  void move_to(Id node);
  bool is_new();
  void begin(Budget& budget);
  void expand(Id node, Budget& budget);
  void follow(Id node, Budget& budget);
  void enqueue(Id node, Budget& budget);
  void note_memory(Budget& budget);
  Plan plan();
};

}  // namespace cgt::htn::hddl
