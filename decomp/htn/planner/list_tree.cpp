#include "decomp/htn/planner/list_tree.hpp"

namespace cgt::htn {

TreeBuilder::TreeBuilder(Domain& domain, std::span<const TaskId> tasks)
    : domain_(domain), start_(domain.mark()), contribution_(identities(domain.attributes())) {
  plan_.values = contribution_;
  for (std::size_t i = tasks.size(); i-- > 0;) open_.emplace_back(tasks[i], kNoNode);
}

PlanNode& TreeBuilder::add_node() {
  CGT_EXPECTS(!open_.empty(), "a task is left");
  PlanNode node;
  node.task = open_.back().first;
  node.parent = open_.back().second;
  open_.pop_back();
  plan_.nodes.push_back(node);
  return plan_.nodes.back();
}

void TreeBuilder::step() {
  const auto& attributes = domain_.attributes();
  contribution_ = identities(attributes);
  Effects effects{contribution_};
  const bool possible = domain_.apply(add_node().task, effects);
  CGT_ASSERT(possible, "a step that was possible is possible in the same state");
  static_cast<void>(possible);
  accumulate(attributes, plan_.values, contribution_);
  plan_.steps.push_back(static_cast<std::uint32_t>(plan_.nodes.size() - 1));
  plan_.contributions.insert(plan_.contributions.end(), contribution_.begin(), contribution_.end());
}

void TreeBuilder::decompose(MethodId method, std::span<const Word> bindings,
                            std::span<const TaskId> subtasks) {
  PlanNode& node = add_node();
  node.method = method;
  node.binding = static_cast<std::uint32_t>(plan_.words.size());
  node.bindings = static_cast<std::uint32_t>(bindings.size());
  plan_.words.insert(plan_.words.end(), bindings.begin(), bindings.end());
  const auto index = static_cast<std::uint32_t>(plan_.nodes.size() - 1);
  for (std::size_t i = subtasks.size(); i-- > 0;) open_.emplace_back(subtasks[i], index);
}

Plan TreeBuilder::take() && {
  domain_.undo(start_);
  return std::move(plan_);
}

}  // namespace cgt::htn
