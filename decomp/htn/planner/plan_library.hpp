// Solutions of subtasks, kept and put together: for every ground task, in every state that it was
// met in, the plans that no other one is better than, with what they cost and where they lead
// (Mueller 2002: plan libraries annotated with values of several attributes).
//
//   PlanLibrary library(domain);
//   PlanResult result = library.pareto(budget);       // the same vectors as Planner::pareto
//   library.annotation(drive, budget);                // {{3, 10}, {5, 4}}: time and fuel
//   result = library.reach({{4, 10}}, budget);       // known solutions are not searched again
//
// Where the planner walks through whole plans, the library solves each task once for each state, as
// far as the task is concerned (Domain::relevant_hash), and combines: m plans of one subtask and n
// of the next are m + n to search and at most m * n to add up. It pays where tasks are met again,
// or where subtasks depend little on each other; it keeps no record of plans that are dominated.
//
// Exact: of two solutions of one task that lead from one state to the same state, the one that is
// no better goes, which needs an order that is compatible with adding steps (PlanOrder). Recursive
// tasks are solved as the least fixed point of their equations: tasks that need each other are
// revisited until nothing is added. A limit of the budget leaves what was completed in the
// library. States are told apart by hashes, as in planner.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

class PlanLibrary {
 public:
  // Throws Error if the states of the domain cannot be compared, or the order is not compatible.
  // The domain must outlive the library.
  explicit PlanLibrary(Domain& domain, PlanOrder order = {});
  ~PlanLibrary();
  PlanLibrary(PlanLibrary&&) noexcept;

  // One plan for each undominated vector: for the tasks of the problem, from the present state.
  PlanResult pareto(Budget& budget);
  PlanResult pareto(const std::vector<TaskId>& tasks, Budget& budget);
  // The first of these plans that is no worse than a vector of the bound.
  PlanResult reach(const std::vector<Values>& bound, Budget& budget);
  // The undominated vectors of plans for one task from the present state, whatever they lead to.
  // Throws BudgetExhausted.
  std::vector<Values> annotation(TaskId task, Budget& budget);

  struct Size {
    std::uint64_t entries = 0;    // tasks in states
    std::uint64_t solutions = 0;  // their undominated plans
    std::uint64_t hits = 0;       // entries that were needed again
    std::uint64_t rounds = 0;     // through tasks that need each other, beyond the first
  };
  Size size() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::htn
