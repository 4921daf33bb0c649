// The objects of the package htn as values of the language.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "decomp/htn/planner/planner.hpp"
#include "lang/bindings/htn/domain.hpp"
#include "lang/registry.hpp"
#include "lang/values/mutable.hpp"

namespace cgt::lang::plans {

class DomainObject final : public MutableObject {
 public:
  const char* class_name() const override { return "Htn.Domain"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void release(std::vector<Value>& out) const override { domain.release(out); }
  mutable ScriptDomain domain;
};
using DomainPointer = CountedPointer<const DomainObject>;

// A task or operator without its arguments; calling it makes a task.
class NameObject final : public NativeObject {
 public:
  NameObject(DomainPointer d, std::uint32_t n, std::string t)
      : domain(std::move(d)), number(n), text(std::move(t)) {}
  const char* class_name() const override { return "Htn.Name"; }
  std::string to_text(Context&, const PrintStyle&) const override { return text; }
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return mix(number, 0x4e616d65); }
  Value call(Context& context, std::span<const Value> arguments,
             std::span<const std::string> names) const override;
  const DomainPointer domain;
  const std::uint32_t number;
  const std::string text;
};

class TaskObject final : public NativeObject {
 public:
  TaskObject(DomainPointer d, htn::TaskId n) : domain(std::move(d)), number(n) {}
  const char* class_name() const override { return "Htn.Task"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return mix(number, 0x5461736b); }
  const DomainPointer domain;
  const htn::TaskId number;
};

// What functions see of the state.
class StateObject final : public NativeObject {
 public:
  explicit StateObject(DomainPointer d) : domain(std::move(d)) {}
  const char* class_name() const override { return "Htn.State"; }
  std::string to_text(Context&, const PrintStyle&) const override { return "<state>"; }
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override;
  const DomainPointer domain;
};

// What an operator does: changes of the state and contributions to attributes, both maps.
class EffectObject final : public NativeObject {
 public:
  EffectObject(Value c, Value a) : changes(std::move(c)), contributions(std::move(a)) {}
  const char* class_name() const override { return "Htn.Effect"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void parts(std::vector<Value>& out) const override { out = {changes, contributions}; }
  const Value changes;
  const Value contributions;
};

// What a method does, with more than the list of tasks to say.
class DoObject final : public NativeObject {
 public:
  DoObject(Value t, Value r, double e, double w)
      : tasks(std::move(t)), reason(std::move(r)), estimate(e), weight(w) {}
  const char* class_name() const override { return "Htn.Do"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void parts(std::vector<Value>& out) const override { out = {tasks, reason}; }
  const Value tasks;
  const Value reason;
  const double estimate;
  const double weight;
};

class PlanObject final : public NativeObject {
 public:
  PlanObject(DomainPointer d, htn::Plan p) : domain(std::move(d)), plan(std::move(p)) {}
  const char* class_name() const override { return "Htn.Plan"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  // exact[s * attributes + a]; Nothing where step s contributes nothing.
  const Value& contribution(std::size_t step, std::size_t attribute) const {
    return exact[step * plan.values.size() + attribute];
  }
  const DomainPointer domain;
  const htn::Plan plan;
  // Filled when it is made: the exact numbers, and the state at the end as a map.
  std::vector<Value> exact;
  Value end;
};

class StepObject final : public NativeObject {
 public:
  // `p` is a PlanObject; `i` counts from 0.
  StepObject(Value p, std::size_t i) : plan(std::move(p)), index(i) {}
  const char* class_name() const override { return "Htn.Step"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return mix(plan.hash(), index); }
  void parts(std::vector<Value>& out) const override { out = {plan}; }
  std::uint32_t node() const;  // of the plan
  const Value plan;
  const std::size_t index;
};

// A task of a plan, with the method that was taken for it, or a step.
class NodeObject final : public NativeObject {
 public:
  // `p` is a PlanObject; `i` is its number in the plan, from 0.
  NodeObject(Value p, std::uint32_t i) : plan(std::move(p)), index(i) {}
  const char* class_name() const override { return "Htn.Node"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override { return mix(plan.hash(), index + 0x4e6f6465); }
  void parts(std::vector<Value>& out) const override { out = {plan}; }
  const Value plan;
  const std::uint32_t index;
};

class ResultObject final : public NativeObject {
 public:
  const char* class_name() const override { return "Htn.Result"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void parts(std::vector<Value>& out) const override { out = plans; }
  std::vector<Value> plans;
  StopReason stop = StopReason::kExhausted;
  htn::Statistics statistics;
};

// What became of a plan, or of a policy, in a world.
class ExecutionObject final : public NativeObject {
 public:
  explicit ExecutionObject(DomainPointer d) : domain(std::move(d)) {}
  const char* class_name() const override { return "Htn.Execution"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  void parts(std::vector<Value>& out) const override { out = {end}; }
  const DomainPointer domain;
  // Filled when it is made.
  bool finished = false;
  std::vector<htn::TaskId> done;
  htn::Values values;
  std::uint64_t replans = 0;
  StopReason stop = StopReason::kExhausted;  // of the last planning
  std::string trace;                         // one event a line
  Value end;                                 // the state, a map
};

// --- what the files of the package share --------------------------------------------------------

inline const DomainObject& domain_of(const Value& v) { return *v.as_native<DomainObject>(); }
// What functions of the script see of the state.
Value view_of(const DomainPointer& domain);
Value state_map(Context& context, const ScriptDomain& domain);
// A plan with its exact numbers; the domain must be in the state in which the plan begins.
Value plan_value(Context& context, const DomainPointer& domain, htn::Plan plan);
// name => value of all attributes, of those that the search compares.
Value values_map(Context& context, const ScriptDomain& domain, std::span<const double> values);
std::string without_last_line_end(std::string text);
const char* stop_name(StopReason stop);

inline constexpr const char* kTaskHint = "tasks are made by calling what Task and Operator return";
// Arguments; they throw Error naming `what`.
const NameObject& name_argument(const DomainObject& domain, const Value& v, const char* what);
Value function_argument(const Value& v, const std::string& what);
std::uint64_t count_argument(Context& context, const Value& v, const std::string& what);
// A task of the domain, or the name of one without arguments.
htn::TaskId task_argument(const DomainObject& domain, const Value& v, const char* what);
std::vector<htn::TaskId> task_arguments(Context& context, const DomainObject& domain,
                                        const Value& list, const char* what);
// The name of an attribute as its place; Error with a near name.
std::size_t attribute_argument(Context& context, const DomainObject& domain, const Value& v,
                               const char* what);

void add_domain_rows(Package& package);
void add_execution_rows(Package& package);
void add_information_rows(Package& package);
void add_planning_rows(Package& package);
void add_policy_rows(Package& package);
void add_result_rows(Package& package);

}  // namespace cgt::lang::plans
