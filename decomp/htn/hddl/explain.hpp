// Why a problem has no plan, what would be enough for one, and what in a domain can never be used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/error.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

// The text that has to be mended; kNone: what follows from something else.
enum class Fault : std::uint8_t { kNone, kProblem, kDomain };
CGT_API std::string_view name_of(Fault fault);  // "problem", "domain" or ""

// What stands in the way of a plan.
struct CGT_API Reason {
  Fault fault = Fault::kNone;
  std::string owner;  // the task, method or action that asks for it; "the goal"
  std::string what;   // the literal or task: "(road ?p c)"
  std::string text;   // the sentence
};

// What might have been left out.
struct CGT_API Repair {
  Fault fault = Fault::kProblem;
  std::string what;     // a fact for :init, or a task that needs one more method
  bool proved = false;  // there is a plan with it; else nothing that is known forbids one
};

struct CGT_API Explanation {
  // There is no plan even if facts, once true, stay true. If not, what stands in the way is what
  // the search met, and a proof only as far as that looked at everything.
  bool relaxed = false;
  std::vector<Reason> because;  // what is near the tasks of the problem first
  std::vector<Repair> enough;   // each of them alone
};

// What cannot be done even if facts, once true, stay true (RelaxedModel): from the tasks of the
// problem downwards, conditions that never hold and tasks without a method that can apply, what is
// near the tasks of the problem first. Not `relaxed` if all can be done, the problem is too large,
// or the budget ends. Leaves `enough` out.
CGT_API Explanation impossible(const Model& model, Budget& budget);

// Of a problem without a plan, why. Ends with what is known when the budget does.
CGT_API Explanation explain(const Model& model, Budget& budget);

// What could be added so that the relaxed problem can be done: the first half of explain(), for a
// problem with something impossible(). Facts first, of predicates that no action changes before
// others; then tasks, the lowest first.
std::vector<Repair> relaxed_repairs(const Model& model, Budget& budget);
// The same for other problems, by searches with less to ask for; and what those met.
void searched_repairs(const Model& model, Budget& budget, Explanation& out);

// A line of lint(), about a place in the domain.
struct CGT_API Remark {
  SourceSpan span;
  std::string subject;  // "method by-road"
  std::string text;     // "does not use ?x"
};

// What a domain, or a problem in it, never uses: tasks and actions that no task leads to, tasks
// without methods, parameters that nothing mentions, predicates that nothing makes true or no
// condition asks for, variables without a type and types without objects; of a problem, too,
// methods and actions that can never apply, unless the budget ends before. In the order of the
// text.
CGT_API std::vector<Remark> lint(const Model& model, Budget& budget);

// "total order; recursive: go, fetch"
CGT_API std::string order_class(const Model& model);

// By task: the tasks that its methods lead to, in one step or more.
std::vector<std::vector<bool>> tasks_below(const Model& model);

}  // namespace cgt::htn::hddl
