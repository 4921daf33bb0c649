// Random problems (random_domain.hpp) as a planner is asked about them: under which options, and
// whether its plans are plans.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "decomp/htn/planner/planner.hpp"
#include "random_domain.hpp"

namespace random_domain {

using cgt::htn::Plan;
using cgt::htn::Planner;
using cgt::htn::PlannerOptions;

inline const std::vector<Attribute> kTwoSums{{.name = "time"}, {.name = "money"}};

// The answers of one problem under one set of options.
struct Asked {
  Asked(const Problem& problem, PlannerOptions options)
      : domain(problem.attributes), planner(domain, std::move(options)) {
    declare(domain, problem, ids);
  }
  PlainPlan plain(const Plan& plan) const {
    PlainPlan out{{}, plan.values};
    for (const std::uint32_t s : plan.steps) {
      const auto it = std::find(ids.begin(), ids.end(), plan.nodes[s].task);
      out.steps.push_back(static_cast<int>(it - ids.begin()));
    }
    return out;
  }
  CodeDomain<Facts> domain;
  std::vector<TaskId> ids;
  Planner planner;
};

// Does the plan do what is asked, step by step? Its tree is checked against the methods.
inline bool is_valid(const Problem& p, const Asked& asked, const Plan& plan) {
  const auto index_of = [&](TaskId task) {
    return static_cast<std::size_t>(std::find(asked.ids.begin(), asked.ids.end(), task) -
                                    asked.ids.begin());
  };
  Bits state = p.start;
  const auto children = plan.children();
  const auto matches = [&](const std::vector<std::uint32_t>& nodes, const std::vector<int>& tasks) {
    return std::equal(nodes.begin(), nodes.end(), tasks.begin(), tasks.end(),
                      [&](std::uint32_t n, int t) {
                        return index_of(plan.nodes[n].task) == static_cast<std::size_t>(t);
                      });
  };
  if (!matches(children.back(), p.todo)) return false;
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    const std::size_t task = index_of(plan.nodes[i].task);
    if (task < p.operators.size()) {
      const auto& o = p.operators[task];
      if (!o.pre.holds(state)) return false;
      state = (state & ~o.del) | o.add;
      continue;
    }
    const std::string name = asked.domain.method_name(plan.nodes[i].method);
    const auto& method = p.tasks[task - p.operators.size()].at(std::stoul(name.substr(1)));
    if (!method.pre.holds(state) || !matches(children[i], method.subtasks)) return false;
  }
  return p.goal.holds(state);
}

inline std::vector<PlannerOptions> all_options() {
  std::vector<PlannerOptions> out;
  for (int bits = 0; bits < 16; ++bits) {
    PlannerOptions o;
    o.duplicates = (bits & 1) != 0;
    o.failures = (bits & 2) != 0;
    o.bound = (bits & 4) != 0;
    if ((bits & 8) != 0) o.shuffle = 17;
    out.push_back(o);
  }
  return out;
}

}  // namespace random_domain
