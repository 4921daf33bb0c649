// The planner: total-order forward search (Smith 1997), depth first over a list of tasks.
//
//   Planner planner(domain);
//   Budget budget({.milliseconds = 1000});
//   PlanResult result = planner.first(budget);
//   if (!result.plans.empty()) std::cout << tree_text(domain, result.plans[0]);
//   result = planner.best(0, budget);           // least in attribute 0, by branch and bound
//   result = planner.pareto({}, budget);        // one plan for every undominated vector
//
// A node of the search is a state and a list of tasks. The planner takes the first task of the
// list: a primitive one is done, a compound one is replaced by the subtasks of one method instance
// after the other, in the order of the domain. A plan ends where the list is empty and the domain
// accepts. The stack is explicit: plans may have millions of steps.
//
// What the answer says
//   1. stop == kExhausted: the whole space was searched. No plan means that there is none; best()
//      and pareto() have proved their plans. (With local_choice: of those that the pruner leaves.
//      With `nested`: only if nested_cuts is 0.)
//   2. Any other stop is a limit that was reached, and the plans are those found until then: all of
//      them valid, the best so far. Plans are reported as they are found through `on_plan`.
//   3. The domain is left in the state in which it was.
//
// Looking for what was seen before. With `duplicates`, a node is not searched again if its state
// and list were met before: at all (first, reach), with no plan found below (all), at values that
// are no worse (best, pareto). A loop, the same node below itself, is cut, too: for all() only
// without a limit on nesting, since there plans that come back to a node have no end; it leaves
// them out. With `failures`, a task that could not be completed in a state (however the list went
// on) is not tried again in a state that is the same as far as the task is concerned; nothing is
// remembered where a cut, a loop to a node above, or a limit had a part in the failure. Both change
// the work and not the answers, with two exceptions: of plans of equal value another one may be
// returned; and states and lists are compared by hashes of 128 bits, so an answer over n nodes is
// wrong with a probability below n^2 / 2^127 (n = 10^9: 10^-20). With both options off nothing is
// hashed.
//
// Counting. Statistics::nodes is the root and one for every method instance (empty ones too) and
// every operator applied. The counts that Smith prints for EDAPS are nodes + 1, with duplicates,
// failures and bound off.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/guide.hpp"

namespace cgt::htn {

namespace detail {
struct Question;
}

struct CGT_API PlannerOptions {
  bool duplicates = true;    // (state, list of tasks)
  bool failures = true;      // (state, task)
  bool bound = true;         // best, pareto, reach: cut what cannot be better than what is known
  bool local_choice = true;  // keep only the cheapest child where the domain allows it
  // At every node the methods of a task are tried in a random order, drawn from this seed.
  std::optional<std::uint64_t> shuffle;
  // How often a task may occur inside of itself, not completed yet, in the same state: t with the
  // method (t, x) goes on for ever otherwise. Where this cuts, Statistics::nested_cuts counts, and
  // a search that ends has not looked at everything; ask again with a larger number. No limit in
  // domains whose states cannot be compared (Domain::has_state_hash).
  std::uint32_t nested = 0xffffffffU;
  // Primitive tasks that must not be used, ground: what failed in the world.
  std::vector<TaskId> banned;
  // Says which lists of tasks cannot be done (guide.hpp); the plans are the same without. Must
  // outlive the planner, and belongs to the domain. One search at a time.
  Guide* guide = nullptr;
  // Instances of methods that harm (Guide::harms) what later tasks need are tried after all others.
  bool careful = false;
};

// An order of vectors of attributes. Empty: entry by entry, as the attributes say.
struct CGT_API PlanOrder {
  // Is a at least as good as b? Reflexive and transitive.
  std::function<bool(std::span<const double>, std::span<const double>)> no_worse;
  // If a is no worse than b, then a with more steps is no worse than b with the same steps. If
  // false, nodes met before are searched again.
  bool compatible = true;
  // A vector is no worse than itself with more steps. If false, nothing is cut.
  bool bounding = true;
};

// A set of vectors that contains, with each one, all that are no worse: what is good enough.
using UpSet = std::function<bool(std::span<const double>)>;

struct CGT_API Statistics {
  std::uint64_t nodes = 1;
  std::uint64_t methods = 0;    // method instances applied
  std::uint64_t operators = 0;  // operators applied
  std::uint64_t plans = 0;      // complete plans met, reported or not
  std::uint64_t dead_ends = 0;  // nodes without child
  std::uint64_t duplicate_cuts = 0;
  std::uint64_t failure_cuts = 0;
  std::uint64_t bound_cuts = 0;
  std::uint64_t nested_cuts = 0;
  std::uint64_t needs_cuts = 0;     // by the guide: the list needs what does not hold
  std::uint64_t landmark_cuts = 0;  // by the guide: the list cannot reach a landmark
  std::uint64_t put_off = 0;        // careful: instances that were passed over at first
  std::uint64_t queued = 0;         // queue search: nodes with a choice that were estimated
  std::uint64_t deepest = 0;        // nodes on one path
  std::uint64_t table_entries = 0;
};

struct CGT_API PlanResult {
  // first, reach: at most one; all: in the order found; best: at most one; pareto: in the order
  // found, none no worse than another.
  std::vector<Plan> plans;
  StopReason stop = StopReason::kExhausted;
  Statistics statistics;
};

class CGT_API Planner {
 public:
  // Called for every plan that is kept, when it is found; false ends the search.
  using OnPlan = std::function<bool(const Plan&, const Statistics&)>;

  // Called for every node without child, with its first task (kNil if there is none) while the
  // domain is in its state: what stood in the way of a plan. False ends the search.
  using OnDeadEnd = std::function<bool(TaskId, const Statistics&)>;

  // The domain must outlive the planner.
  explicit Planner(Domain& domain, PlannerOptions options = {});

  PlannerOptions& options() { return options_; }
  void on_plan(OnPlan callback) { on_plan_ = std::move(callback); }
  void on_dead_end(OnDeadEnd callback) { on_dead_end_ = std::move(callback); }
  // Plans for these tasks instead of those of the problem, from the present state of the domain.
  void set_tasks(std::vector<TaskId> tasks) { tasks_ = std::move(tasks); }

  PlanResult first(Budget& budget);
  PlanResult all(Budget& budget, std::uint64_t max_plans = Budget::kUnlimited);
  // The plan up to node `node`, in preorder, and from there on another one: re-entry at a node. The
  // domain is in the state in which the plan begins. At most one plan.
  PlanResult again(const Plan& plan, std::uint32_t node, Budget& budget);
  // The least value (the greatest, if greater is better) of one attribute.
  PlanResult best(std::size_t attribute, Budget& budget);
  // One plan for each vector that no other is better than.
  PlanResult pareto(const PlanOrder& order, Budget& budget);
  // Partial order bounding (Mueller 2001): a plan that is no worse than some vector of the bound.
  PlanResult reach(const PlanOrder& order, const std::vector<Values>& bound, Budget& budget);
  PlanResult reach(const PlanOrder& order, const UpSet& wanted, Budget& budget);

 private:
  PlanResult ask(const detail::Question& question, Budget& budget);

  Domain* domain_;
  PlannerOptions options_;
  OnPlan on_plan_;
  OnDeadEnd on_dead_end_;
  std::optional<std::vector<TaskId>> tasks_;
};

}  // namespace cgt::htn
