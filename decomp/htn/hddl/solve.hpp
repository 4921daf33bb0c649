// One plan for an HDDL problem, by several searches one after the other.
//
// Depth-first search finds a plan at once where the methods are good recipes, and goes astray where
// they are not. So it is given a number of nodes, then another order of methods, and so on, each
// round with more nodes: methods in the order of the text; those that lead back to their task
// first; shuffled. Each search keeps tasks from occurring inside of themselves in the same state
// (PlannerOptions::nested) first, and less so in later rounds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "cgt/support/budget.hpp"
#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn::hddl {

struct SolveOptions {
  std::uint64_t seed = 1;
  std::uint64_t few_nodes = 30'000;      // of each search in the first round
  std::uint64_t many_nodes = 4'000'000;  // in the second; then four times as many each
};

struct Solution {
  // The plan, if there is one, is one of this domain.
  std::unique_ptr<RelationalDomain> domain;
  PlanResult result;  // stop == kExhausted without a plan: there is none
  std::uint64_t nodes = 0;
  std::uint32_t searches = 0;
};

// Never throws BudgetExhausted: result.stop says what was reached. Throws Error if the effect of an
// action has no value.
Solution find_plan(const Model& model, const SolveOptions& options, Budget& budget);

}  // namespace cgt::htn::hddl
