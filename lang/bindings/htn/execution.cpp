// Package htn: carrying out plans and policies in worlds that scripts describe.
#include <fmt/format.h>

#include <algorithm>

#include "decomp/htn/planner/executor.hpp"
#include "decomp/htn/planner/policy_executor.hpp"
#include "lang/bindings/htn/request.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::TaskId;

const ExecutionObject& execution_of(const Value& v) { return *v.as_native<ExecutionObject>(); }

Value task_list(const DomainPointer& domain, std::span<const TaskId> tasks) {
  std::vector<Value> out;
  for (const TaskId task : tasks) out.push_back(Value::native<TaskObject>(domain, task));
  return Value::list(std::move(out));
}

// The world of a script: functions that say what became of a step, and what others really do.
class ScriptWorld final : public htn::PolicyWorld {
 public:
  ScriptWorld(Context& context, DomainPointer domain, Value code, Value observe)
      : context_(context),
        domain_(std::move(domain)),
        code_(std::move(code)),
        observe_(std::move(observe)) {}

  Outcome execute(TaskId step) override {
    const Value arguments[] = {view_of(domain_), Value::native<TaskObject>(domain_, step)};
    const Value said = context_.call(code_, arguments);
    if (said.kind() == Kind::kMap) {
      domain_->domain.change(said, "the world");
      return kOther;
    }
    if (said.is_nothing()) return kFailed;
    if (said.kind() != Kind::kBoolean) {
      throw Error(fmt::format("the world answers {}", said.described()),
                  "true: as planned, false: it failed, or a map of what changed instead");
    }
    return said.as_boolean() ? kAsPlanned : kFailed;
  }

  std::vector<TaskId> observe(int agent, TaskId task) override {
    const Value arguments[] = {view_of(domain_), Value::string(domain_->domain.agent_name(agent)),
                               Value::native<TaskObject>(domain_, task)};
    return task_arguments(context_, *domain_, context_.call(observe_, arguments),
                          "what an agent does");
  }

 private:
  Context& context_;
  DomainPointer domain_;
  Value code_;
  Value observe_;
};

bool judgement(const Value& said) {
  if (said.kind() == Kind::kBoolean) return said.as_boolean();
  throw Error(fmt::format("the critic answers {}", said.described()),
              "true: what is planned still serves, false: it does not");
}

// What both ways to carry out are told beside what they plan with.
struct CarryOut {
  RequestLimits limits;
  Value critic;
  void declare(Options& options, std::uint64_t& max_replans) {
    options.count("nodes", limits.nodes);
    options.count("maxReplans", max_replans);
    options.function("critic", critic);
  }
};

template <class Result>
Value execution_value(Context& c, const DomainPointer& pointer, Result result) {
  auto* object = new ExecutionObject(pointer);
  Value out = Value::object(Kind::kNative, CountedPointer<const Object>(object));
  object->finished = result.finished;
  object->trace = without_last_line_end(htn::trace_text(pointer->domain, result.trace));
  object->done = std::move(result.done);
  object->values = std::move(result.values);
  object->replans = result.replans;
  object->stop = result.stop;
  object->end = state_map(c, pointer->domain);
  return out;
}

Value execute(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  ScriptDomain& domain = pointer->domain;
  htn::ExecutorOptions carry_out;
  CarryOut told;
  std::uint64_t retries = 0;
  Options options(c);
  told.declare(options, carry_out.max_replans);
  options.count("retries", retries);
  declare_planner(c, *pointer, options, carry_out.planner);
  options.read(a[2]);
  carry_out.retries = static_cast<std::uint32_t>(std::min<std::uint64_t>(retries, 0xffffffffU));
  const ScriptDomain::Use use(domain, c, view_of(pointer), true);
  if (!told.critic.is_nothing()) {
    carry_out.critic = [&](htn::Domain&, const htn::Plan& plan, std::size_t next) {
      std::vector<TaskId> rest;
      for (; next < plan.steps.size(); ++next) rest.push_back(plan.nodes[plan.steps[next]].task);
      const Value arguments[] = {view_of(pointer), task_list(pointer, rest)};
      return judgement(c.call(told.critic, arguments));
    };
  }
  htn::PlanResult found = limited(c, domain, told.limits, [&](Budget& budget) {
    return htn::Planner(domain, carry_out.planner).first(budget);
  });
  if (found.plans.empty()) throw Error("there is no plan to carry out", describe(found.stop));
  ScriptWorld world(c, pointer, function_argument(a[1], "Execute"), Value());
  htn::Executor executor(domain, world, std::move(carry_out));
  htn::ExecutionResult result = executor.run(std::move(found.plans[0]), c.budget());
  c.budget().poll();
  return execution_value(c, pointer, std::move(result));
}

Value execute_policy(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  ScriptDomain& domain = pointer->domain;
  htn::PolicyExecutorOptions carry_out;
  CarryOut told;
  Value value;
  Options options(c);
  told.declare(options, carry_out.max_replans);
  options.function("value", value);
  declare_policy(options, carry_out.policy);
  options.read(a[3]);
  const ScriptDomain::Use use(domain, c, view_of(pointer), true);
  prepare_policy(c, pointer, value, carry_out.policy);
  if (!told.critic.is_nothing()) {
    carry_out.critic = [&](htn::Domain&, std::span<const TaskId> planned,
                           std::span<const TaskId> actual) {
      const Value arguments[] = {view_of(pointer), task_list(pointer, planned),
                                 task_list(pointer, actual)};
      return judgement(c.call(told.critic, arguments));
    };
  }
  ScriptWorld world(c, pointer, function_argument(a[1], "ExecutePolicy"),
                    function_argument(a[2], "ExecutePolicy"));
  htn::PolicyExecution result = limited(c, domain, told.limits, [&](Budget& budget) {
    return htn::execute_policy(domain, world, carry_out, budget);
  });
  return execution_value(c, pointer, std::move(result));
}

// A domain for examples: on foot or by bus.
constexpr std::string_view kTwoWays = R"(d := htn.Domain(["time"]);
walk := d.Operator("walk", (s, x) -> htn.Effect({"at" => x}, {"time" => 1/2}));
ride := d.Operator("ride", (s, x) -> htn.Effect({"at" => x}, {"time" => 1}));
travel := d.Task("travel");
d.Method(travel, "on foot", (s, x) -> [walk(x)]);
d.Method(travel, "by bus", (s, x) -> [ride(x)]);
d.Start({"at" => 0}, [travel(3)]);)";

// Another: a coin says what we lose.
constexpr std::string_view kCoin = R"(d := htn.Domain(["loss"]);
d.Agent("coin", "weighted");
pay := d.Operator("pay", (s, x) -> htn.Effect({=>}, {"loss" => x}));
fate := d.Task("fate");
d.Owner(fate, "coin");
d.Method(fate, "side", (s, x) -> htn.Do([pay(x)], weight => 1), s -> [0,4]);
d.Start({=>}, [fate]);)";

}  // namespace

std::string ExecutionObject::to_text(Context& /*context*/, const PrintStyle& /*style*/) const {
  return trace;
}

void add_execution_rows(Package& package) {
  const Rows domains(package, "Htn.Domain");
  const Rows executions = Rows(package, "Htn.Execution").after(kTwoWays);
  domains.after(kTwoWays).add(
      "Execute(world, options?)",
      "Carries out a first plan: world(s, step) is true, false if the step failed, or a map of "
      "what changed instead; plans again where the rest does not serve. Options as for First, and "
      "\"critic\": (s, rest) tells whether the steps that are left serve, \"maxReplans\", and "
      "\"retries\": "
      "how often a step that failed is tried again before it is banned.",
      "d.Execute((s, step) -> step.Name != \"walk\").Done --> [ride(3)]", execute);
  domains.after(kCoin).add(
      "ExecutePolicy(world, observe, options?)",
      "Follows a policy: world(s, step) as for Execute, observe(s, agent, task) is the list of "
      "tasks that the agent does; plans again for what was not foreseen, unless the \"critic\" "
      "(s, planned, actual) takes it for what was planned. Options of Policy but \"milliseconds\", "
      "\"value\" (as its first argument), \"maxReplans\".",
      "d.ExecutePolicy((s, step) -> true, (s, agent, task) -> [pay(4)]).Values --> {\"loss\" => 4}",
      execute_policy);
  executions.add("IsFinished", "Was everything done?",
                 "d.Execute((s, step) -> true).IsFinished --> true",
                 [](Context&, Arguments a) { return Value::boolean(execution_of(a[0]).finished); });
  executions.add("Done", "The steps that went as planned, and those of others.",
                 "d.Execute((s, step) -> true).Done --> [walk(3)]", [](Context&, Arguments a) {
                   const ExecutionObject& e = execution_of(a[0]);
                   return task_list(e.domain, e.done);
                 });
  executions.add("Values", "What they contributed to the attributes, added up as doubles.",
                 "d.Execute((s, step) -> true).Values --> {\"time\" => 1/2}",
                 [](Context& c, Arguments a) {
                   const ExecutionObject& e = execution_of(a[0]);
                   return values_map(c, e.domain->domain, e.values);
                 });
  executions.add("Replans", "How often a new plan was made.",
                 "d.Execute((s, step) -> true).Replans --> 0", [](Context&, Arguments a) {
                   return Value::integer(static_cast<std::int64_t>(execution_of(a[0]).replans));
                 });
  executions.add(
      "Stop", "Why the last planning ended: as for a result, or the limit that was reached.",
      "d.Execute((s, step) -> true).Stop --> \"exhausted\"",
      [](Context&, Arguments a) { return Value::string(stop_name(execution_of(a[0]).stop)); });
  executions.add("End", "The state in the end.",
                 "d.Execute((s, step) -> true).End --> {\"at\" => 3}",
                 [](Context&, Arguments a) { return execution_of(a[0]).end; });
}

}  // namespace cgt::lang::plans
