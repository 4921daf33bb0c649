// Package htn: plans and answers as values.
#include <fmt/format.h>

#include <algorithm>

#include "cgt/support/words.hpp"
#include "lang/bindings/htn/values.hpp"
#include "lang/values/arithmetic.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::Plan;

const PlanObject& plan_of(const Value& v) { return *v.as_native<PlanObject>(); }
const ResultObject& result_of(const Value& v) { return *v.as_native<ResultObject>(); }
const StepObject& step_of(const Value& v) { return *v.as_native<StepObject>(); }
const NodeObject& node_of(const Value& v) { return *v.as_native<NodeObject>(); }

Value count(std::uint64_t n) { return Value::integer(static_cast<std::int64_t>(n)); }

Value combined(Context& c, htn::Combine how, const Value& a, const Value& b) {
  switch (how) {
    case htn::Combine::kSum: return binary(c, Token::kPlus, a, b);
    case htn::Combine::kProduct: return binary(c, Token::kStar, a, b);
    case htn::Combine::kMaximum: return a.as_rational() < b.as_rational() ? b : a;
    case htn::Combine::kMinimum: break;
  }
  return b.as_rational() < a.as_rational() ? b : a;
}

// Exact; Nothing for a maximum or minimum to which no step contributes.
Value plan_attribute(Context& c, const PlanObject& p, std::size_t attribute) {
  const htn::Combine how = p.domain->domain.attributes()[attribute].combine;
  Value total;
  if (how == htn::Combine::kSum) total = Value::integer(0);
  if (how == htn::Combine::kProduct) total = Value::integer(1);
  for (std::size_t s = 0; s < p.plan.steps.size(); ++s) {
    const Value& one = p.contribution(s, attribute);
    if (one.is_nothing()) continue;
    total = total.is_nothing() ? one : combined(c, how, total, one);
  }
  return total;
}

// name => value of all attributes; of those contributed to if `some`.
template <class F>
Value attribute_map(Context& c, const PlanObject& p, bool some, F value) {
  std::vector<std::pair<Value, Value>> entries;
  const auto& attributes = p.domain->domain.attributes();
  for (std::size_t i = 0; i < p.plan.values.size() && i < attributes.size(); ++i) {
    Value v = value(i);
    if (some && v.is_nothing()) continue;
    entries.emplace_back(Value::string(attributes[i].name), std::move(v));
  }
  return make_map(c, std::move(entries));
}

Value task_value(const PlanObject& p, std::uint32_t node) {
  return Value::native<TaskObject>(p.domain, p.plan.nodes[node].task);
}

// The tasks that a node is part of, outermost first.
Value path(const PlanObject& p, std::uint32_t node) {
  std::vector<Value> out;
  for (std::uint32_t i = p.plan.nodes[node].parent; i != htn::kNoNode; i = p.plan.nodes[i].parent) {
    if (p.plan.nodes[i].task != htn::kNil) out.push_back(task_value(p, i));
  }
  std::reverse(out.begin(), out.end());
  return Value::list(std::move(out));
}

// Nothing for the moment when no task was left.
Value node_task(const PlanObject& p, std::uint32_t node) {
  return p.plan.nodes[node].task == htn::kNil ? Value() : task_value(p, node);
}

Value variables(Context& c, const PlanObject& p, std::uint32_t node) {
  const htn::MethodId method = p.plan.nodes[node].method;
  std::vector<std::pair<Value, Value>> entries;
  if (method != htn::kNoMethod) {
    for (auto& [name, value] : p.domain->domain.variables(method, p.plan.bindings(node)))
      entries.emplace_back(Value::string(name), std::move(value));
  }
  return make_map(c, std::move(entries));
}

Value statistics(Context& c, const htn::Statistics& s) {
  const std::pair<const char*, std::uint64_t> entries[] = {
      {"nodes", s.nodes},
      {"methods", s.methods},
      {"operators", s.operators},
      {"plans", s.plans},
      {"deadEnds", s.dead_ends},
      {"duplicateCuts", s.duplicate_cuts},
      {"failureCuts", s.failure_cuts},
      {"boundCuts", s.bound_cuts},
      {"nestedCuts", s.nested_cuts},
      {"deepest", s.deepest},
      {"tableEntries", s.table_entries},
  };
  std::vector<std::pair<Value, Value>> map;
  for (const auto& [name, n] : entries) map.emplace_back(Value::string(name), count(n));
  return make_map(c, std::move(map));
}

// A domain for examples: one step.
constexpr std::string_view kOne = R"(d := htn.Domain(["time"]);
walk := d.Operator("walk", (s, x) -> htn.Effect({"at" => x}, {"time" => 1/2}));
travel := d.Task("travel");
d.Method(travel, "on foot", (s, x) -> htn.Do([walk(x)], because => "it is near"));
d.Start({"at" => 0}, [travel(3)]);)";

}  // namespace

// --- values -------------------------------------------------------------------------------------

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

const char* stop_name(StopReason stop) {
  switch (stop) {
    case StopReason::kSolved: return "solved";
    case StopReason::kExhausted: return "exhausted";
    case StopReason::kEnough: return "enough";
    case StopReason::kDeclined: return "declined";
    case StopReason::kDepthLimit: return "depth limit";
    case StopReason::kTableFull: return "table full";
    case StopReason::kNodes: return "nodes";
    case StopReason::kTime: return "time";
    case StopReason::kMemory: return "memory";
    case StopReason::kInterrupted: break;
  }
  return "interrupted";
}

Value values_map(Context& context, const ScriptDomain& domain, std::span<const double> values) {
  std::vector<std::pair<Value, Value>> entries;
  for (std::size_t i = 0; i < values.size(); ++i)
    entries.emplace_back(Value::string(domain.attributes()[i].name), number_value(values[i]));
  return make_map(context, std::move(entries));
}

Value state_map(Context& context, const ScriptDomain& domain) {
  return make_map(context, domain.state());
}

Value plan_value(Context& context, const DomainPointer& domain, Plan plan) {
  ScriptDomain::Replay replay = domain->domain.replay(plan);
  auto* object = new PlanObject(domain, std::move(plan));
  Value out = Value::object(Kind::kNative, CountedPointer<const Object>(object));
  object->exact = std::move(replay.exact);
  object->end = make_map(context, std::move(replay.end));
  return out;
}

std::string PlanObject::to_text(Context& context, const PrintStyle& /*style*/) const {
  const ScriptDomain::Use use(domain->domain, context, {}, false);
  return without_last_line_end(htn::steps_text(domain->domain, plan));
}

std::uint32_t StepObject::node() const { return plan_of(plan).plan.steps[index]; }
std::string StepObject::to_text(Context& context, const PrintStyle& /*style*/) const {
  const PlanObject& p = plan_of(plan);
  const ScriptDomain::Use use(p.domain->domain, context, {}, false);
  return p.domain->domain.task_text(p.plan.nodes[node()].task);
}
bool StepObject::equals(const NativeObject& other) const {
  const auto* step = dynamic_cast<const StepObject*>(&other);
  return step != nullptr && step->index == index && step->plan == plan;
}

std::string NodeObject::to_text(Context& context, const PrintStyle& /*style*/) const {
  const PlanObject& p = plan_of(plan);
  const ScriptDomain::Use use(p.domain->domain, context, {}, false);
  const htn::PlanNode& node = p.plan.nodes[index];
  const std::string task = p.domain->domain.task_text(node.task);
  if (node.method == htn::kNoMethod) return task;
  return fmt::format("{} by {}", task, p.domain->domain.method_name(node.method));
}
bool NodeObject::equals(const NativeObject& other) const {
  const auto* node = dynamic_cast<const NodeObject*>(&other);
  return node != nullptr && node->index == index && node->plan == plan;
}

std::string ResultObject::to_text(Context& /*context*/, const PrintStyle& /*style*/) const {
  return fmt::format("<{}, {} nodes, {}>", counted(plans.size(), "plan"), statistics.nodes,
                     stop_name(stop));
}

// --- rows ---------------------------------------------------------------------------------------

namespace {

void add_rows_of_results(Package& package) {
  const Rows result_rows = Rows(package, "Htn.Result").after(kOne);
  result_rows.add("Plan", "The first of the plans, or Nothing.", "d.First().Plan --> 1 walk(3)",
                  [](Context&, Arguments a) {
                    const auto& plans = result_of(a[0]).plans;
                    return plans.empty() ? Value() : plans.front();
                  });
  result_rows.add("Plans", "The plans.", "d.All().Plans.Length --> 1",
                  [](Context&, Arguments a) { return Value::list(result_of(a[0]).plans); });
  result_rows.add(
      "Stop",
      "Why the search ended: \"exhausted\" (everything was looked at), \"enough\" plans, "
      "\"declined\" by a function, or the limit that was reached.",
      "d.First().Stop --> \"enough\"",
      [](Context&, Arguments a) { return Value::string(stop_name(result_of(a[0]).stop)); });
  result_rows.add("IsComplete", "Was everything looked at, so that what was found is proved?",
                  "d.Best(\"time\").IsComplete --> true", [](Context&, Arguments a) {
                    const ResultObject& result = result_of(a[0]);
                    return Value::boolean(result.stop == StopReason::kExhausted &&
                                          result.statistics.nested_cuts == 0);
                  });
  result_rows.add("Nodes", "The root, and one for each method instance and each operator applied.",
                  "d.First().Nodes --> 3",
                  [](Context&, Arguments a) { return count(result_of(a[0]).statistics.nodes); });
  result_rows.add(
      "Statistics", "Counts by name.", "d.First().Statistics[\"operators\"] --> 1",
      [](Context& c, Arguments a) { return statistics(c, result_of(a[0]).statistics); });
}

void add_rows_of_plans(Package& package) {
  const Rows plan_rows = Rows(package, "Htn.Plan").after(kOne);
  plan_rows.add("Steps", "The steps in order.", "d.First().Plan.Steps --> [walk(3)]",
                [](Context&, Arguments a) {
                  std::vector<Value> steps;
                  for (std::size_t i = 0; i < plan_of(a[0]).plan.steps.size(); ++i)
                    steps.push_back(Value::native<StepObject>(a[0], i));
                  return Value::list(std::move(steps));
                });
  plan_rows.add("Values", "What the plan is worth in each attribute, exactly.",
                "d.First().Plan.Values --> {\"time\" => 1/2}", [](Context& c, Arguments a) {
                  const PlanObject& p = plan_of(a[0]);
                  return attribute_map(c, p, false,
                                       [&](std::size_t i) { return plan_attribute(c, p, i); });
                });
  plan_rows.add("End", "The state after the last step.", "d.First().Plan.End --> {\"at\" => 3}",
                [](Context&, Arguments a) { return plan_of(a[0]).end; });
  plan_rows.add(
      "Tree", "The tasks, methods and reasons that led to the steps, as a text.",
      "Print(d.First().Plan.Tree); --> travel(3)\n  by on foot   [because it is near]\n"
      "  1 walk(3)   time +0.5",
      [](Context& c, Arguments a) {
        const PlanObject& p = plan_of(a[0]);
        const ScriptDomain::Use use(p.domain->domain, c, {}, false);
        return Value::string(without_last_line_end(htn::tree_text(p.domain->domain, p.plan)));
      });
  plan_rows.add(
      "Nodes", "The tasks with their methods and the steps, each before what is below it.",
      "d.First().Plan.Nodes --> [travel(3) by on foot,walk(3)]", [](Context&, Arguments a) {
        std::vector<Value> nodes;
        for (std::uint32_t i = 0; i < plan_of(a[0]).plan.nodes.size(); ++i)
          nodes.push_back(Value::native<NodeObject>(a[0], i));
        return Value::list(std::move(nodes));
      });
}

void add_rows_of_nodes(Package& package) {
  const Rows node_rows = Rows(package, "Htn.Node").after(kOne);
  node_rows.add("Task", "The task; Nothing where a method was taken because no task was left.",
                "d.First().Plan.Nodes[1].Task --> travel(3)", [](Context&, Arguments a) {
                  return node_task(plan_of(node_of(a[0]).plan), node_of(a[0]).index);
                });
  node_rows.add("Method", "The name of the method that was taken; Nothing for a step.",
                "d.First().Plan.Nodes[1].Method --> \"on foot\"", [](Context&, Arguments a) {
                  const PlanObject& p = plan_of(node_of(a[0]).plan);
                  const htn::MethodId method = p.plan.nodes[node_of(a[0]).index].method;
                  return method == htn::kNoMethod
                             ? Value()
                             : Value::string(p.domain->domain.method_name(method));
                });
  node_rows.add("Variables", "The variables of the method and their values.",
                "d.First().Plan.Nodes[1].Variables --> {=>}", [](Context& c, Arguments a) {
                  return variables(c, plan_of(node_of(a[0]).plan), node_of(a[0]).index);
                });
  node_rows.add("Path", "The tasks that it is part of, outermost first.",
                "d.First().Plan.Nodes[2].Path --> [travel(3)]", [](Context&, Arguments a) {
                  return path(plan_of(node_of(a[0]).plan), node_of(a[0]).index);
                });
}

void add_rows_of_steps(Package& package) {
  const Rows step_rows = Rows(package, "Htn.Step").after(kOne);
  step_rows.add("Task", "The task that the step is.", "d.First().Plan.Steps[1].Task --> walk(3)",
                [](Context&, Arguments a) {
                  const StepObject& step = step_of(a[0]);
                  return task_value(plan_of(step.plan), step.node());
                });
  step_rows.add(
      "Name", "The name of the operator.", "d.First().Plan.Steps[1].Name --> \"walk\"",
      [](Context&, Arguments a) {
        const PlanObject& p = plan_of(step_of(a[0]).plan);
        return Value::string(p.domain->domain.task_name(p.plan.nodes[step_of(a[0]).node()].task));
      });
  step_rows.add(
      "Arguments", "The arguments.", "d.First().Plan.Steps[1].Arguments --> [3]",
      [](Context&, Arguments a) {
        const PlanObject& p = plan_of(step_of(a[0]).plan);
        return Value::list(p.domain->domain.arguments(p.plan.nodes[step_of(a[0]).node()].task));
      });
  step_rows.add("Number", "Which step of the plan it is, from 1.",
                "d.First().Plan.Steps[1].Number --> 1",
                [](Context&, Arguments a) { return count(step_of(a[0]).index + 1); });
  step_rows.add("Contributions", "What it contributes to attributes.",
                "d.First().Plan.Steps[1].Contributions --> {\"time\" => 1/2}",
                [](Context& c, Arguments a) {
                  const StepObject& step = step_of(a[0]);
                  const PlanObject& p = plan_of(step.plan);
                  return attribute_map(
                      c, p, true, [&](std::size_t i) { return p.contribution(step.index, i); });
                });
  step_rows.add("Path", "The tasks that it is part of, outermost first.",
                "d.First().Plan.Steps[1].Path --> [travel(3)]", [](Context&, Arguments a) {
                  return path(plan_of(step_of(a[0]).plan), step_of(a[0]).node());
                });
}

}  // namespace

void add_result_rows(Package& package) {
  add_rows_of_results(package);
  add_rows_of_plans(package);
  add_rows_of_nodes(package);
  add_rows_of_steps(package);
}

}  // namespace cgt::lang::plans
