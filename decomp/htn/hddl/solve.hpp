// One plan for an HDDL problem, by several searches one after the other.
//
// Depth-first search finds a plan at once where the methods are good recipes, and goes astray where
// they are not. So it is given a number of nodes, then another order of methods, and so on, each
// round with more nodes: methods in the order of the text; those that lead back to their task
// first; shuffled. Each search keeps tasks from occurring inside of themselves in the same state
// (PlannerOptions::nested) first, and less so in later rounds. Between the rounds best-first search
// (QueueSearch) has its turn, by the relaxed composition, if the problem is small enough to be made
// ground, and by landmarks and tasks. All of them leave out what needs and landmarks (ListGuide)
// prove to be no beginning of a plan.
//
// Where tasks are only partially ordered, these searches take them in the order of the text, which
// is one of those allowed, and take turns with a search that interleaves them
// (interleaving_search.hpp). Only that one knows that there is no plan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "cgt/support/budget.hpp"
#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn::hddl {

// What guides the searches. Without one of them, other plans may be found, or later.
struct Guidance {
  bool needs = true;        // look ahead: what the rest of the tasks needs
  bool landmarks = true;    // facts that the rest of the tasks must reach
  bool tasks = true;        // best-first search by landmarks and tasks
  bool composition = true;  // best-first search by the relaxed composition
};

struct SolveOptions {
  std::uint64_t seed = 1;
  Guidance guidance;
  std::uint64_t few_nodes = 30'000;    // of each depth-first search in the first round
  std::uint64_t many_nodes = 500'000;  // in the second; then four times as many each
  // Of best-first search in the first round, then four times as many each: lists estimated by
  // landmarks and tasks; operations looked at for estimates by the relaxed composition.
  std::uint64_t estimates = 8'000;
  std::uint64_t operations = 80'000'000;
  // Ground methods and actions; where there are more, there is no composition.
  std::uint64_t instances = 1'000'000;
};

struct Solution {
  // The plan, if there is one, is one of this domain.
  std::unique_ptr<RelationalDomain> domain;
  PlanResult result;  // stop == kExhausted without a plan: there is none
  std::uint64_t nodes = 0;
  std::uint32_t searches = 0;
  // All searches together.
  std::uint64_t needs_cuts = 0;
  std::uint64_t landmark_cuts = 0;
  std::uint64_t queued = 0;
  // Which search ended it: "depth first", "recursion first", "shuffled", "composition", "tasks",
  // "interleaving".
  std::string_view search;
};

// Never throws BudgetExhausted: result.stop says what was reached. Throws Error if the effect of an
// action has no value.
Solution find_plan(const Model& model, const SolveOptions& options, Budget& budget);

// Throws Error if tasks are partially ordered: all plans and the best are searched in total order.
void require_total_order(const Model& model);

}  // namespace cgt::htn::hddl
