// Plans as people and programs exchange them, and their verification. The text format is that of the
// IPC of 2020; beside it there is JSON.
//
//   ==>
//   0 load p1 t1 here          a step: its number, the action, the arguments
//   1 drive t1 here there
//   root 2                     the tasks of the problem, in order
//   2 deliver p1 there -> m-deliver 3 1 ...     a task, its method, the subtasks in order
//   <==
//
// What comes before "==>" and after "<==" is ignored. Numbers are unique, in no particular order.
// Values of method variables are not part of the format. (Format: pandaPIparser, Behnke, Hoeller
// et al.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/plan.hpp"

namespace cgt::htn::hddl {

struct WrittenPlan {
  struct Task {
    std::uint64_t id = 0;
    Index task = 0;
    std::vector<Index> objects;  // as numbered in the model
    SourceSpan span;             // of its line, if it was read
  };
  struct Decomposition : Task {
    Index method = 0;
    std::vector<std::uint64_t> subtasks;
  };
  std::vector<Task> steps;  // in the order in which they are done
  std::vector<std::uint64_t> root;
  std::vector<Decomposition> decompositions;
};

// Numbers steps from 0 on, then tasks in the order in which they are taken up.
WrittenPlan written(const RelationalDomain& domain, const Plan& plan);

std::string ipc_text(const Model& model, const WrittenPlan& plan);
// {"domain", "problem", "values": {name: number}, "steps": [{"id", "action", "arguments"}],
//  "root": [id], "decompositions": [{"id", "task", "arguments", "method", "subtasks": [id]}],
//  "proved": true}
// A plan that is said to be the best one, or one of all undominated ones, may have a doubt: "proved" is false then, and
// "because" has it.
std::string json_text(const RelationalDomain& domain, const Plan& plan,
                      const std::string& doubt = {});

// The text format. Throws InputError for what is not in the format, names that the model does not
// have, and wrong numbers of arguments. The rest is for verify().
WrittenPlan read_plan(const Model& model, const SourceText& source);

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
