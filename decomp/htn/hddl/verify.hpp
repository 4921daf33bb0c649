// Is this plan a solution? Takes time linear in the length of the plan, except for matching method
// variables, whose values plans do not record.
//
// What is checked: numbers are unique; every task of the plan is used exactly once, below the root
// or a task that is; arguments are of the types of the parameters; the tasks of the root are those
// of the problem; a method is one of its task, and its subtasks are those of the plan, under one
// assignment of its variables, for which its precondition and constraints hold before the first
// step below it; steps stand in the order of the tree and can be done; the goal holds at the end.
// Where subtasks are partially ordered, conditions of methods must hold at some time after what
// comes before the task and before what is below it. Subtasks stand as in the Model.
#pragma once

#include <string>

#include "cgt/support/budget.hpp"
#include "cgt/support/text/diagnostic.hpp"
#include "decomp/htn/attributes.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/written_plan.hpp"

namespace cgt::htn::hddl {

struct PlanVerdict {
  bool valid = false;
  std::string reason;              // of a refusal
  SourceSpan span;                 // of the line that is refused, if one is
  Values values;                   // of a valid plan: its attributes (relational_domain.hpp)
  std::vector<std::string> names;  // of these
};

// Throws BudgetExhausted, and Error where the effect of a step has no value.
PlanVerdict verify(const Model& model, const WrittenPlan& plan, Budget& budget);

}  // namespace cgt::htn::hddl
