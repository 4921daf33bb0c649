// What best-first searches over states and lists of tasks share: cells of lists that have their tails in
// common, nodes for a state and a list, and the domain, which follows them from node to node. Searches
// add to cells and nodes what they need.
//
// Thread rule: that of the domain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/plan.hpp"

namespace cgt::htn {

// A plan, made of what was done to one task after the other.
//
// A search that takes up the first task of a list meets the nodes of the tree in preorder. Given the
// same methods (decompose) and steps (step) again, from the state in which they begin, this puts the
// tree together; take() gives the plan, and the domain is as it was.
class TreeBuilder {
 public:
  TreeBuilder(Domain& domain, std::span<const TaskId> tasks);

  // Tasks that are left.
  std::size_t left() const { return open_.size(); }
  // Does the first task, which is primitive and possible.
  void step();
  // Replaces the first task, which is compound, by the subtasks.
  void decompose(MethodId method, std::span<const Word> bindings, std::span<const TaskId> subtasks);
  // Takes the domain back to where it was.
  Plan take() &&;

 private:
  Domain& domain_;
  Word start_;
  Plan plan_;
  Values contribution_;
  // The list with the parent of each task; the first one is last.
  std::vector<std::pair<TaskId, std::uint32_t>> open_;

  PlanNode& add_node();
};

namespace list_tree {

using Id = std::uint32_t;
inline constexpr Id kNone = 0xffffffffU;  // no node; the empty list

struct Cell {
  TaskId head;
  Id tail;
  std::uint32_t length;
  Hash128 hash;
};

struct Node {
  Id parent = kNone;
  Id list = kNone;
  MethodId method = kNoMethod;  // what was done to the parent's first task: a step if kNoMethod
  std::size_t words = 0;        // where the values of its variables begin, and how many there are
  std::uint32_t bindings = 0;
  Id step = kNone;  // the last node up to this one that is a step, and how many there are
  std::uint32_t steps = 0;
};

template <class C>
std::uint32_t length(const std::vector<C>& cells, Id list) {
  return list == kNone ? 0 : cells[list].length;
}
template <class C>
Hash128 hash(const std::vector<C>& cells, Id list) {
  return list == kNone ? Hash128{1, 1} : cells[list].hash;
}
// Of the list with one more task in front.
inline Hash128 hash_with(Hash128 tail, TaskId head) {
  return {mix(tail.low, head), mix(tail.high, head + 0x51ed27ULL)};
}
inline Hash128 hash_of(Hash128 state, Hash128 list) {
  return {mix(state.low, list.low), mix(state.high, list.high)};
}

// Takes the domain, which begins in the state of the root, to states of nodes.
class DomainWalk {
 public:
  explicit DomainWalk(Domain& domain)
      : domain_(domain), ignored_(identities(domain.attributes())) {}

  // The domain is in the state of the root again.
  void restart() { done_.clear(); }
  // The domain went from the state of the node's parent, which was `mark`, to that of the node.
  void stepped(Id node, Word mark) { done_.emplace_back(node, mark); }

  template <class N, class C>
  void move_to(const std::vector<N>& nodes, const std::vector<C>& cells, Id node) {
    ahead_.clear();
    Id at = nodes[node].step;
    while (at != kNone) {
      const std::uint32_t depth = nodes[at].steps;
      if (depth <= done_.size() && done_[depth - 1].first == at) break;
      ahead_.push_back(at);
      at = nodes[nodes[at].parent].step;
    }
    const std::size_t common = at == kNone ? 0 : nodes[at].steps;
    if (common < done_.size()) {
      domain_.undo(done_[common].second);
      done_.resize(common);
    }
    Effects effects{ignored_};
    for (; !ahead_.empty(); ahead_.pop_back()) {
      stepped(ahead_.back(), domain_.mark());
      const bool again =
          domain_.apply(cells[nodes[nodes[ahead_.back()].parent].list].head, effects);
      CGT_ASSERT(again, "a step that was possible is possible in the same state");
      static_cast<void>(again);
    }
  }

 private:
  Domain& domain_;
  Values ignored_;
  std::vector<std::pair<Id, Word>> done_;  // steps, with the marks before them
  std::vector<Id> ahead_;                  // steps to be done, the first one last
};

// The plan for the tasks of the root that a node without a list stands for. The domain is in the state of
// the root, and is left there. `words` are the values of variables of all nodes.
template <class N, class C>
Plan plan_of(Domain& domain, std::span<const TaskId> tasks, const std::vector<N>& nodes,
             const std::vector<C>& cells, const std::vector<Word>& words, Id found) {
  std::vector<Id> way;
  for (Id at = found; at != kNone; at = nodes[at].parent) way.push_back(at);
  TreeBuilder builder(domain, tasks);
  std::vector<TaskId> subtasks;
  for (std::size_t i = way.size() - 1; i-- > 0;) {
    const N& node = nodes[way[i]];
    if (node.method == kNoMethod) {
      builder.step();
      continue;
    }
    const std::size_t count = length(cells, node.list) + 1 - builder.left();
    subtasks.clear();
    for (Id cell = node.list; subtasks.size() < count; cell = cells[cell].tail) {
      subtasks.push_back(cells[cell].head);
    }
    builder.decompose(node.method, {words.data() + node.words, node.bindings}, subtasks);
  }
  return std::move(builder).take();
}

}  // namespace list_tree

}  // namespace cgt::htn
