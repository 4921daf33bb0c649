// Three ways to plan with one task network, for comparison and for teaching: Smith (1997, 3.1 and
// 3.2) shows with a dinner and a movie how total-order forward search differs from the others.
//
//   kForward       total order, from the first step to the last: the state is known at every node.
//                  What Planner does, on facts.
//   kBackward      total order, from the last step to the first: known is what must hold before the
//                  steps already planned.
//   kPartialOrder  decompose first; find for every precondition a step that establishes it, and
//                  order steps only where one would spoil what another needs (Sacerdoti 1975, NOAH;
//                  McAllester and Rosenblitt 1991, causal links).
//
// Ground tasks are names; those without methods are operators. The subtasks of a method have an
// order only as far as `before` says. The total-order modes then try every order of the subtasks,
// first the one written; they do not interleave what two subtasks expand to, which partial order
// may do, so it can find plans that the others do not. Where all methods are ordered, all modes
// find a plan or none does. For small networks: nodes are copied.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

struct FactOperator {
  std::vector<std::string> needs, adds, deletes;  // deletes before adds
};
struct FactMethod {
  std::string name;
  std::vector<std::string> subtasks;
  std::vector<std::pair<int, int>> before;  // (i, j): subtask i before subtask j, from 0
  bool ordered = true;                      // as written; `before` is empty then
};
struct FactNetwork {
  std::map<std::string, FactOperator> operators;
  std::map<std::string, std::vector<FactMethod>> methods;
  std::vector<std::string> start;  // facts that hold
  std::vector<std::string> tasks;  // in order
};

enum class PlanningMode : std::uint8_t { kForward, kBackward, kPartialOrder };

struct ModeResult {
  bool solved = false;
  std::vector<std::string> steps;  // in an order in which they can be done
  // Partial order only: orders between steps that were added for the sake of preconditions; others
  // are those of the methods.
  std::vector<std::pair<std::string, std::string>> added_orders;
  // What was tried, a line each: "expand T by M", "do S", "S fails: F does not hold", ...
  std::vector<std::string> trace;
  StopReason stop = StopReason::kExhausted;
};

// Throws Error for names that are neither task nor operator, and for orders that run in
// circles.
ModeResult plan_in_mode(const FactNetwork& network, PlanningMode mode, Budget& budget);

}  // namespace cgt::htn
