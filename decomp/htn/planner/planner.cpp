#include "decomp/htn/planner/planner.hpp"

#include <fmt/format.h>

#include "decomp/htn/planner/forward_search.hpp"

namespace cgt::htn {

using detail::Aim;
using detail::ForwardSearch;
using detail::Question;

Planner::Planner(Domain& domain, PlannerOptions options)
    : domain_(&domain), options_(std::move(options)) {}

PlanResult Planner::ask(const Question& question, Budget& budget) {
  const std::vector<TaskId> tasks = tasks_ ? *tasks_ : domain_->initial_tasks();
  return ForwardSearch(*domain_, options_, {on_plan_, on_dead_end_}, question).run(tasks, budget);
}

PlanResult Planner::first(Budget& budget) { return ask({}, budget); }

PlanResult Planner::all(Budget& budget, std::uint64_t max_plans) {
  Question question;
  question.aim = Aim::kAll;
  question.max_plans = max_plans;
  if (max_plans == 0) return {{}, StopReason::kEnough, {}};
  return ask(question, budget);
}

PlanResult Planner::again(const Plan& plan, std::uint32_t node, Budget& budget) {
  CGT_EXPECTS(node < plan.nodes.size(), "a node of the plan");
  const Word start = domain_->mark();
  const auto& attributes = domain_->attributes();
  Values ignored = identities(attributes);
  Effects effects{ignored};
  for (const std::uint32_t step : plan.steps) {
    if (step >= node) break;
    if (domain_->apply(plan.nodes[step].task, effects)) continue;
    domain_->undo(start);
    throw Error(domain_->task_text(plan.nodes[step].task) + " cannot be done any more",
                "the steps before the node must be possible");
  }
  PlanResult result;
  try {
    const Question first;
    result = ForwardSearch(*domain_, options_, {on_plan_, on_dead_end_}, first)
                 .run(tasks_from(plan, node), budget);
  } catch (...) {
    domain_->undo(start);
    throw;
  }
  domain_->undo(start);
  for (Plan& rest : result.plans) rest = with_rest(plan, node, rest, attributes);
  return result;
}

PlanResult Planner::best(std::size_t attribute, Budget& budget) {
  const std::size_t width = domain_->attributes().size();
  if (attribute >= width) {
    throw Error(fmt::format("attribute {} is asked for, but the domain has {}", attribute, width));
  }
  Question question;
  question.aim = Aim::kBest;
  question.attribute = attribute;
  return ask(question, budget);
}

PlanResult Planner::pareto(const PlanOrder& order, Budget& budget) {
  Question question;
  question.aim = Aim::kPareto;
  question.order = &order;
  return ask(question, budget);
}

PlanResult Planner::reach(const PlanOrder& order, const std::vector<Values>& bound,
                          Budget& budget) {
  const std::size_t width = domain_->attributes().size();
  for (const Values& wanted : bound) {
    if (wanted.size() == width) continue;
    throw Error(fmt::format("a bound has {} values, but the domain has {} attributes",
                            wanted.size(), width));
  }
  const auto no_worse = [&](std::span<const double> a, const Values& b) {
    return order.no_worse ? order.no_worse(a, b) : htn::no_worse(domain_->attributes(), a, b);
  };
  const UpSet wanted = [&](std::span<const double> values) {
    return std::any_of(bound.begin(), bound.end(),
                       [&](const Values& b) { return no_worse(values, b); });
  };
  return reach(order, wanted, budget);
}

PlanResult Planner::reach(const PlanOrder& order, const UpSet& wanted, Budget& budget) {
  Question question;
  question.aim = Aim::kReach;
  question.order = &order;
  question.wanted = &wanted;
  return ask(question, budget);
}

}  // namespace cgt::htn
