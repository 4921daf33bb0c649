#include "decomp/htn/hddl/solve.hpp"

#include <algorithm>
#include <array>

#include "cgt/support/error.hpp"
#include "cgt/support/hash.hpp"

namespace cgt::htn::hddl {
namespace {

enum class Order : std::uint8_t { kText, kRecursionFirst, kShuffled };

}  // namespace

Solution find_plan(const Model& model, const SolveOptions& options, Budget& budget) {
  Solution out;
  static constexpr std::array kOrders{Order::kText, Order::kRecursionFirst, Order::kShuffled};
  for (std::uint32_t round = 0;; ++round) {
    const std::uint64_t nodes =
        round == 0 ? options.few_nodes : options.many_nodes << std::min(2 * (round - 1), 20U);
    for (const Order order : kOrders) {
      DomainOptions domain_options;
      domain_options.hierarchy.recursion_first = order == Order::kRecursionFirst;
      out.domain = std::make_unique<RelationalDomain>(model, domain_options);
      PlannerOptions planner_options;
      planner_options.nested = (1U << std::min(round, 31U)) - 1;
      if (order == Order::kShuffled) planner_options.shuffle = mix(options.seed, round);
      Planner planner(*out.domain, planner_options);
      const std::uint64_t left = budget.limits().nodes - budget.used_nodes();
      Budget part = budget.part(std::min(nodes, left));
      out.result = planner.first(part);
      ++out.searches;
      out.nodes += out.result.statistics.nodes;
      const bool complete = out.result.stop == StopReason::kExhausted;
      if (!out.result.plans.empty()) return out;
      if (complete && out.result.statistics.nested_cuts == 0) return out;
      try {
        budget.charge(out.result.statistics.nodes);
        budget.poll();
      } catch (const BudgetExhausted& spent) {
        out.result.stop = spent.reason();
        return out;
      }
      // Another order would see the same.
      if (complete) break;
    }
  }
}

}  // namespace cgt::htn::hddl
