// Package htn: asking a domain for plans, and carrying them out.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "cgt/support/diagnostic.hpp"
#include "decomp/htn/executor.hpp"
#include "decomp/htn/plan_library.hpp"
#include "decomp/htn/planner.hpp"
#include "lang/bindings/htn_values.hpp"
#include "lang/collections.hpp"
#include "lang/infinity.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::Plan;
using htn::Planner;
using htn::PlanOrder;
using htn::PlanResult;
using htn::PlanStop;
using htn::Statistics;
using htn::TaskId;

// What the map of options says.
struct Request {
  htn::PlannerOptions planner;
  std::uint64_t nodes = Budget::kUnlimited;
  std::optional<std::uint64_t> milliseconds;
  Value on_plan;
  Value on_dead_end;
  bool library = false;
};

bool boolean_option(const std::string& name, const Value& v) {
  if (v.kind() != Kind::kBoolean)
    throw Error(fmt::format("the option '{}' is true or false, not {}", name, v.described()));
  return v.as_boolean();
}
std::uint64_t count_option(Context& c, const std::string& name, const Value& v) {
  const std::int64_t n = c.integer(v, fmt::format("the option '{}'", name));
  if (n < 0) throw Error(fmt::format("the option '{}' is not negative", name));
  return static_cast<std::uint64_t>(n);
}

Request read_options(Context& c, const DomainObject& domain, const Value& options) {
  Request request;
  if (options.is_nothing()) return request;
  if (options.kind() != Kind::kMap) {
    throw Error(fmt::format("options are a map, not {}", options.described()),
                "{\"nodes\" => 10000}");
  }
  for (const auto& [key, value] : options.as_map().entries) {
    const std::string& name = c.string(key, "the name of an option");
    if (name == "duplicates") {
      request.planner.duplicates = boolean_option(name, value);
    } else if (name == "failures") {
      request.planner.failures = boolean_option(name, value);
    } else if (name == "bound") {
      request.planner.bound = boolean_option(name, value);
    } else if (name == "pruner") {
      request.planner.local_choice = boolean_option(name, value);
    } else if (name == "seed") {
      request.planner.shuffle = count_option(c, name, value);
    } else if (name == "nodes") {
      request.nodes = count_option(c, name, value);
    } else if (name == "milliseconds") {
      request.milliseconds = count_option(c, name, value);
    } else if (name == "banned") {
      request.planner.banned = task_arguments(c, domain, value, "the option 'banned'");
    } else if (name == "library") {
      request.library = boolean_option(name, value);
    } else if (name == "onPlan") {
      request.on_plan = value;
    } else if (name == "onDeadEnd") {
      request.on_dead_end = value;
    } else {
      const std::string near =
          closest(name, std::vector<std::string>{"duplicates", "failures", "bound", "pruner",
                                                 "seed", "nodes", "milliseconds", "banned",
                                                 "library", "onPlan", "onDeadEnd"});
      throw Error(fmt::format("there is no option '{}'", name),
                  near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
  }
  return request;
}

// Does a callback want the search to go on? Nothing counts as yes.
bool goes_on(const Value& answer) { return answer.kind() != Kind::kBoolean || answer.as_boolean(); }

Value view_of(const DomainPointer& domain) { return Value::native<StateObject>(domain); }

// Runs ask(planner, budget) with everything that the request wants.
template <class Ask>
Value planned(Context& c, const Value& self, const Value& options, Ask ask) {
  const DomainPointer pointer(self.as_native<DomainObject>());
  ScriptDomain& domain = pointer->domain;
  Request request = read_options(c, *pointer, options);
  const ScriptDomain::Use use(domain, c, view_of(pointer), true);
  if (request.milliseconds) {
    domain.set_deadline(std::chrono::steady_clock::now() +
                        std::chrono::milliseconds(*request.milliseconds));
  }
  Planner planner(domain, std::move(request.planner));
  if (!request.on_plan.is_nothing()) {
    planner.on_plan([&](const Plan& plan, const Statistics&) {
      const Value argument = plan_value(c, pointer, plan);
      return goes_on(c.call(request.on_plan, {&argument, 1}));
    });
  }
  if (!request.on_dead_end.is_nothing()) {
    planner.on_dead_end([&](TaskId task, const Statistics&) {
      const Value arguments[] = {
          view_of(pointer), task == htn::kNil ? Value() : Value::native<TaskObject>(pointer, task)};
      return goes_on(c.call(request.on_dead_end, arguments));
    });
  }
  // The part has the stop flag and the time of the whole.
  Budget budget = c.budget().part(request.nodes);
  PlanResult result = ask(planner, budget);
  c.budget().charge(budget.used_nodes());
  // A limit of the request is an answer; one of the session ends the evaluation.
  if (result.stop != PlanStop::kExhausted) c.budget().poll();
  auto* object = new ResultObject;
  Value out = Value::object(Kind::kNative, boost::intrusive_ptr<const Object>(object));
  object->stop = result.stop;
  object->statistics = result.statistics;
  for (Plan& plan : result.plans) object->plans.push_back(plan_value(c, pointer, std::move(plan)));
  return out;
}

Value best(Context& c, Arguments a) {
  const std::size_t attribute = attribute_argument(c, domain_of(a[0]), a[1], "Best");
  return planned(c, a[0], a[2],
                 [&](Planner& planner, Budget& budget) { return planner.best(attribute, budget); });
}

Value all(Context& c, Arguments a) {
  std::uint64_t most = Budget::kUnlimited;
  if (!a[1].is_nothing()) most = count_option(c, "max", a[1]);
  return planned(c, a[0], a[2],
                 [&](Planner& planner, Budget& budget) { return planner.all(budget, most); });
}

// The order that compares some attributes only; of all if `names` is Nothing.
PlanOrder order_of(Context& c, const DomainObject& domain, const Value& names, const char* what) {
  PlanOrder order;
  if (names.is_nothing()) return order;
  std::vector<std::size_t> places;
  for (const Value& name : c.elements(names, what))
    places.push_back(attribute_argument(c, domain, name, what));
  const std::vector<htn::Attribute>& attributes = domain.domain.attributes();
  order.no_worse = [places, &attributes](std::span<const double> x, std::span<const double> y) {
    for (const std::size_t i : places) {
      if (!htn::no_worse(attributes[i].better, x[i], y[i])) return false;
    }
    return true;
  };
  return order;
}

Value pareto(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  const PlanOrder order = order_of(c, domain, a[1], "Pareto");
  const bool library = read_options(c, domain, a[2]).library;
  return planned(c, a[0], a[2], [&](Planner& planner, Budget& budget) {
    return library ? htn::PlanLibrary(domain.domain, order).pareto(budget)
                   : planner.pareto(order, budget);
  });
}

// Of one task by itself, from the state in which planning begins.
Value annotation(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  const TaskId task = task_argument(*pointer, a[1], "Annotation");
  const ScriptDomain::Use use(pointer->domain, c, view_of(pointer), true);
  std::vector<Value> maps;
  for (const htn::Values& values : htn::PlanLibrary(pointer->domain).annotation(task, c.budget())) {
    std::vector<std::pair<Value, Value>> entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
      entries.emplace_back(Value::string(pointer->domain.attributes()[i].name),
                           std::isinf(values[i]) ? infinity(values[i] > 0 ? 1 : -1)
                                                 : Value::rational(Rational(values[i])));
    }
    maps.push_back(make_map(c, std::move(entries)));
  }
  return Value::list(std::move(maps));
}

Value reach(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  const std::vector<htn::Attribute>& attributes = domain.domain.attributes();
  std::vector<htn::Values> bound;
  for (const Value& wanted : c.elements(a[1], "Reach")) {
    if (wanted.kind() != Kind::kMap) {
      throw Error(fmt::format("Reach needs a list of maps, not of {}", wanted.class_name()),
                  "[{\"time\" => 10, \"money\" => 3}]");
    }
    htn::Values values;
    for (const htn::Attribute& attribute : attributes) {
      values.push_back(attribute.better == htn::Better::kLess
                           ? std::numeric_limits<double>::infinity()
                           : -std::numeric_limits<double>::infinity());
    }
    for (const auto& [key, value] : wanted.as_map().entries) {
      if (!value.is_number())
        throw Error(fmt::format("Reach needs numbers, not {}", value.described()));
      values[attribute_argument(c, domain, key, "Reach")] =
          value.as_rational().convert_to<double>();
    }
    bound.push_back(std::move(values));
  }
  return planned(c, a[0], a[2], [&](Planner& planner, Budget& budget) {
    return planner.reach({}, bound, budget);
  });
}

// The world of a script: a function that says what became of a step.
class ScriptWorld final : public htn::World {
 public:
  ScriptWorld(Context& context, DomainPointer domain, Value code)
      : context_(context), domain_(std::move(domain)), code_(std::move(code)) {}
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

 private:
  Context& context_;
  DomainPointer domain_;
  Value code_;
};

Value execute(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  Request request = read_options(c, *pointer, a[2]);
  const ScriptDomain::Use use(pointer->domain, c, view_of(pointer), true);
  Budget budget = c.budget().part(request.nodes);
  PlanResult found = Planner(pointer->domain, request.planner).first(budget);
  c.budget().charge(budget.used_nodes());
  if (found.plans.empty()) {
    c.budget().poll();
    throw Error("there is no plan to carry out");
  }
  htn::ExecutorOptions options;
  options.planner = std::move(request.planner);
  ScriptWorld world(c, pointer, a[1]);
  htn::Executor executor(pointer->domain, world, std::move(options));
  htn::ExecutionResult result = executor.run(std::move(found.plans[0]), c.budget());
  c.budget().poll();
  auto* object = new ExecutionObject(pointer, std::move(result));
  Value out = Value::object(Kind::kNative, boost::intrusive_ptr<const Object>(object));
  object->end = state_map(c, pointer->domain);
  return out;
}

// A domain for examples: from 0 to 3 on foot or by bus.
#define CGT_TRIP                                                                                \
  "d := htn.Domain([\"time\", \"money\"]); walk := d.Operator(\"walk\", (s, x) -> "             \
  "htn.Effect({\"at\" => x}, {\"time\" => 5*(x - s[\"at\"]).Abs})); ride := d.Operator("        \
  "\"ride\", (s, x) -> htn.Effect({\"at\" => x}, {\"time\" => 4, \"money\" => 2})); travel := " \
  "d.Task(\"travel\"); d.Method(travel, \"on foot\", (s, x) -> [walk(x)]); d.Method(travel, "   \
  "\"by bus\", (s, x) -> [ride(x)]); d.Start({\"at\" => 0}, [travel(3)]); "

}  // namespace

void add_planning_rows(Package& package) {
  const auto add = [&](const char* signature, const char* doc, const char* example,
                       Builtin::Function f) {
    package.builtins.push_back({"Htn.Domain", signature, doc, example, std::move(f)});
  };
  add("First(options?)",
      "The first plan. Options: a map of \"nodes\", \"milliseconds\", \"seed\", \"banned\", "
      "\"duplicates\", \"failures\", \"bound\", \"pruner\", \"onPlan\", \"onDeadEnd\".",
      CGT_TRIP "d.First().Plan.Steps --> [walk(3)]", [](Context& c, Arguments a) {
        return planned(c, a[0], a[1],
                       [](Planner& planner, Budget& budget) { return planner.first(budget); });
      });
  add("All(max?, options?)", "All plans, in the order in which they are found.",
      CGT_TRIP "d.All().Plans.Length --> 2", all);
  add("Best(attribute, options?)", "A plan with the best value of one attribute.",
      CGT_TRIP "d.Best(\"time\").Plan.Values --> {\"money\" => 2, \"time\" => 4}", best);
  add("Pareto(attributes?, options?)",
      "One plan for each vector of attributes (of those named) that no other is better than; with "
      "the option \"library\" => true tasks are solved one by one, and solutions are combined.",
      CGT_TRIP "[p.Values[\"time\"] for p in d.Pareto().Plans] --> [15,4]", pareto);
  add("Annotation(task)",
      "The vectors of attributes that no other is better than, of one task from the beginning.",
      CGT_TRIP "[m[\"time\"] for m in d.Annotation(travel(2))] --> [10,4]", annotation);
  add("Reach(bound, options?)",
      "A plan that is at least as good as one of the maps of attributes, if there is one.",
      CGT_TRIP "d.Reach([{\"money\" => 0, \"time\" => 10}]).Plan --> Nothing", reach);
  add("Execute(world, options?)",
      "Carries out a first plan: world(s, step) is true, false if the step failed, or a map of "
      "what changed instead; plans again where the rest does not serve.",
      CGT_TRIP "d.Execute((s, step) -> step.Name != \"walk\").Done --> [ride(3)]", execute);
}

}  // namespace cgt::lang::plans
