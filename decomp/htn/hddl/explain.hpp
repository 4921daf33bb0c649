// Why a problem has no plan, and what in a domain can never be used.
#pragma once

#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/error.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// What cannot be done even if facts, once true, stay true (RelaxedModel): from the tasks of the problem
// downwards, conditions that never hold and tasks without a method that can apply, a line each, what is
// near the tasks of the problem first. Where there is any, there is no plan. Empty if the problem is too
// large, or the budget ends before.
CGT_API std::vector<std::string> impossible(const Model& model, Budget& budget);

// Of a problem without a plan, why: the same, or, if all can be done so, a predicate such that there is
// a plan where nobody asks for it, and the first step of that plan which fails.
CGT_API std::vector<std::string> why_no_plan(const Model& model, Budget& budget);

// What a domain, or a problem in it, never uses, a line each: tasks and actions that no task leads to,
// tasks without methods, parameters that nothing mentions, conditions on facts that are neither given
// nor made, types without objects; and the class of the order.
CGT_API std::vector<std::string> lint(const Model& model);

}  // namespace cgt::htn::hddl
