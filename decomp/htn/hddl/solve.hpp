// One plan for an HDDL problem, by several searches one after the other.
//
// Depth-first search finds a plan at once where the methods are good recipes, and goes astray where
// they are not. So it is given a number of nodes, then another order of methods, and so on, each
// round with more nodes: methods in the order of the text; those that lead back to their task
// first; shuffled; with care for what later tasks need (PlannerOptions::careful). Each search keeps
// tasks from occurring inside of themselves in the same state (PlannerOptions::nested) first, and
// less so in later rounds. In each round best-first search (QueueSearch) has its turn, too, by the
// relaxed composition, if the problem is small enough to be made ground.
// All of them leave out what needs and landmarks (ListGuide) prove to be no beginning of a plan.
//
// Where tasks are only partially ordered, these searches take them in the order of the text, which
// is one of those allowed, and take turns with searches that interleave them (InterleavingSearch),
// without estimates and by the relaxed composition. Only those know that there is no plan.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "decomp/htn/planner/windows.hpp"

namespace cgt::htn::hddl {

struct CGT_API SolveOptions {
  std::uint64_t seed = 1;
  bool windows = true;  // parts of the plan that was found are planned again, for less
  // Of the first depth-first search, before there is a guide; few_nodes at most.
  std::uint64_t unguided_nodes = 200;
  // Of each depth-first search in the first round, and of interleaving without estimates, which has
  // four times as many in each round that follows.
  std::uint64_t few_nodes = 30'000;
  std::uint64_t many_nodes = 500'000;  // in the second; then four times as many each
  // Of best-first search in the first round, then four times as many each: operations looked at for
  // estimates.
  std::uint64_t operations = 80'000'000;
  // Ground methods and actions; where there are more, there is no composition.
  std::uint64_t instances = 1'000'000;
  // Of what the searches took, so many nodes more are spent on windows of the plan, and a few; and
  // more for long plans. Fewer, if a few and so many for each node of the plan have bettered nothing.
  double window_share = 0.5;
  std::uint64_t window_nodes = 100;
  std::uint64_t window_patience = 8;
  // Of find_best(): nodes of branch and bound at first; of each search in the first round, then four
  // times as many each.
  std::uint64_t bounded_nodes = 20'000;
  std::uint64_t round_nodes = 50'000;
};

struct CGT_API Solution {
  // The plan, if there is one, is one of this domain.
  std::unique_ptr<RelationalDomain> domain;
  PlanResult result;  // stop == kExhausted without a plan: there is none
  std::uint64_t nodes = 0;
  std::uint32_t searches = 0;
  WindowCounts windows;
  // Which search ended it: "depth first", "recursion first", "careful", "shuffled", "composition",
  // "interleaving"; of find_best(), too, "branch and bound" and "windows".
  std::string_view search;

  // Adds what another solution took, to the counts of this one.
  void add_counts(const Solution& other);
};

// Never throws BudgetExhausted: result.stop says what was reached. Throws Error if the effect of an
// action has no value.
CGT_API Solution find_plan(const Model& model, const SolveOptions& options, Budget& budget);

// The plan of least attribute 0 (the metric, or steps) that can be found, at any time the best so far:
// branch and bound, which alone ends soon where problems are small; then the first plan as above, and in
// turns, each with more nodes, windows of the plan and branch and bound below what it costs. A task is
// inside of itself in the same state `nested` times at most, but in windows. result.stop ==
// kExhausted: no plan is better, or there is none; with statistics.nested_cuts > 0, of those. The model
// is totally ordered. on_better, if there is one, is called for each plan that is the best so far.
using OnBetter = std::function<void(const RelationalDomain&, const Plan&)>;
CGT_API Solution find_best(const Model& model, const SolveOptions& options, std::uint32_t nested,
                           Budget& budget, const OnBetter& on_better = {});

// Throws Error if tasks are partially ordered: all plans and the best are searched in total order.
CGT_API void require_total_order(const Model& model);

}  // namespace cgt::htn::hddl
