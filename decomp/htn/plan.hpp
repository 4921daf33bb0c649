// A plan: the steps, and the tree that says why they are there.
//
// Total-order forward planning decomposes the leftmost task first, so the order in which tasks were
// taken up is the preorder of the tree: `nodes` is both. A plan is made of numbers of its domain
// and outlives the search but not the domain.
//
//   for (std::uint32_t i : plan.steps) std::cout << domain.task_text(plan.nodes[i].task) << '\n';
//   std::cout << tree_text(domain, plan);       // methods, bindings and reasons
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decomp/htn/domain.hpp"

namespace cgt::htn {

inline constexpr std::uint32_t kNoNode = 0xffffffffU;
inline constexpr MethodId kNoMethod = 0xffffffffU;

struct CGT_API PlanNode {
  TaskId task = 0;
  MethodId method = kNoMethod;     // kNoMethod: a step
  std::uint32_t parent = kNoNode;  // kNoNode: a task of the problem, or kNil
  std::uint32_t binding = 0;       // in Plan::words
  std::uint32_t bindings = 0;
};

struct CGT_API Plan {
  std::vector<PlanNode> nodes;  // in preorder
  // The nodes that are primitive tasks, as they are done: in preorder where subtasks are in total
  // order; else tasks may be interleaved.
  std::vector<std::uint32_t> steps;
  std::vector<Word> words;
  // contributions[s * values.size() + a]: of step s to attribute a.
  std::vector<double> contributions;
  Values values;

  std::span<const Word> bindings(std::uint32_t node) const {
    return {words.data() + nodes[node].binding, nodes[node].bindings};
  }
  std::span<const double> contribution(std::size_t step) const {
    return {contributions.data() + step * values.size(), values.size()};
  }
  // The subtasks of each node, or with the last entry the tasks of the problem: children()[i] in
  // order, nodes.size() + 1 lists.
  std::vector<std::vector<std::uint32_t>> children() const;
  // The first node that does not lie below `node`, for every node.
  std::vector<std::uint32_t> ends() const;
  bool operator==(const Plan& other) const;  // the same tree with the same bindings
};

// The tasks that were left when node `node` was taken up, itself first: what a planner that begins
// again there has to do.
CGT_API std::vector<TaskId> tasks_from(const Plan& plan, std::uint32_t node);

// The nodes before `node`, and `rest`, a plan for tasks_from(plan, node), in the place of the
// others.
CGT_API Plan with_rest(const Plan& plan, std::uint32_t node, const Plan& rest,
                       std::span<const Attribute> attributes);

// The nodes from `first` up to `last`, whole subtrees that follow each other, and `part`, a plan for the
// tasks at their heads, in the place of them. Contributions of other steps stay what they are.
CGT_API Plan with_part(const Plan& plan, std::uint32_t first, std::uint32_t last, const Plan& part,
                       std::span<const Attribute> attributes);

// Sets the values to the sums of the contributions.
CGT_API void add_up(Plan& plan, std::span<const Attribute> attributes);

// One step a line, with its number.
CGT_API std::string steps_text(const Domain& domain, const Plan& plan);

struct CGT_API TreeTextOptions {
  bool bindings = true;
  bool reasons = true;
  bool contributions = true;
  std::uint32_t max_depth = 0xffffffffU;  // deeper nodes are left out
};
// One node a line, subtasks indented by two blanks:
//   (travel me home park)
//     by taxi: ?fare = 5   [because cash 20 >= 5]
//     1 (call-taxi me home)   time +3
CGT_API std::string tree_text(const Domain& domain, const Plan& plan,
                              const TreeTextOptions& options = {});

}  // namespace cgt::htn
