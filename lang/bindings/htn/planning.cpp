// Package htn: asking a domain for plans.
#include <fmt/format.h>

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "decomp/htn/planner/plan_library.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "decomp/solve/play/poset_plans.hpp"
#include "lang/bindings/htn/request.hpp"
#include "lang/bindings/search/poset.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::Plan;
using htn::Planner;
using htn::PlanOrder;
using htn::PlanResult;
using htn::Statistics;
using htn::TaskId;

// What the map of options says.
struct Request {
  htn::PlannerOptions planner;
  RequestLimits limits;
  Value on_plan;
  Value on_dead_end;
};

void declare_request(Context& c, const DomainObject& domain, Options& options, Request& out) {
  out.limits.declare(options);
  declare_planner(c, domain, options, out.planner);
  options.function("onPlan", out.on_plan);
  options.function("onDeadEnd", out.on_dead_end);
}

// `library`, if given, is an option too.
Request read_request(Context& c, const DomainObject& domain, const Value& given,
                     bool* library = nullptr) {
  Request request;
  Options options(c);
  declare_request(c, domain, options, request);
  if (library != nullptr) options.flag("library", *library);
  options.read(given);
  return request;
}

// Does a callback want the search to go on? Nothing counts as yes.
bool goes_on(const Value& answer) { return answer.kind() != Kind::kBoolean || answer.as_boolean(); }

Value result_value(Context& c, const DomainPointer& pointer, PlanResult result) {
  auto* object = new ResultObject;
  Value out = Value::object(Kind::kNative, CountedPointer<const Object>(object));
  object->stop = result.stop;
  object->statistics = result.statistics;
  for (Plan& plan : result.plans) object->plans.push_back(plan_value(c, pointer, std::move(plan)));
  return out;
}

// Runs ask(planner, budget) with everything that the request wants.
template <class Ask>
Value planned(Context& c, const Value& self, Request request, Ask ask) {
  const DomainPointer pointer(self.as_native<DomainObject>());
  ScriptDomain& domain = pointer->domain;
  const ScriptDomain::Use use(domain, c, view_of(pointer), true);
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
  return result_value(c, pointer, limited(c, domain, request.limits, [&](Budget& budget) {
                        return ask(planner, budget);
                      }));
}
template <class Ask>
Value planned(Context& c, const Value& self, const Value& options, Ask ask) {
  return planned(c, self, read_request(c, domain_of(self), options), std::move(ask));
}

Value best(Context& c, Arguments a) {
  const std::size_t attribute = attribute_argument(c, domain_of(a[0]), a[1], "Best");
  return planned(c, a[0], a[2],
                 [&](Planner& planner, Budget& budget) { return planner.best(attribute, budget); });
}

Value all(Context& c, Arguments a) {
  std::uint64_t most = Budget::kUnlimited;
  if (!a[1].is_nothing()) most = count_argument(c, a[1], "max");
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

// Bottom up. htn::PlanLibrary goes through all instances of all methods: what a planner may leave
// out has no place here.
Value pareto_by_library(Context& c, const DomainPointer& pointer, const PlanOrder& order,
                        const Request& request, const Value& options) {
  for (const auto& [key, value] : options.as_map().entries) {
    const std::string& name = key.as_string();
    if (name == "library" || name == "nodes" || name == "milliseconds") continue;
    throw Error(fmt::format("Pareto with \"library\" has no option '{}'", name),
                "\"nodes\" and \"milliseconds\" limit it");
  }
  const ScriptDomain::Use use(pointer->domain, c, view_of(pointer), true);
  return result_value(c, pointer, limited(c, pointer->domain, request.limits, [&](Budget& budget) {
                        return htn::PlanLibrary(pointer->domain, order).pareto(budget);
                      }));
}

Value pareto(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  const PlanOrder order = order_of(c, domain, a[1], "Pareto");
  bool library = false;
  Request request = read_request(c, domain, a[2], &library);
  if (library) return pareto_by_library(c, DomainPointer(&domain), order, request, a[2]);
  return planned(c, a[0], std::move(request),
                 [&](Planner& planner, Budget& budget) { return planner.pareto(order, budget); });
}

// Plans under a partial order of values: poset and element(attributes) are arguments 1 and 2 of a
// call; the last one is its options.
class Under {
 public:
  using Poset = solve::PlanPoset<ValueOrder, std::function<Value(std::span<const double>)>>;

  Under(Context& c, Arguments a, const char* what)
      : order{&poset_of(a[1], what), &c}, request_(read(c, a)) {
    poset_.emplace(order, element(c, domain_of(a[0]).domain, function_argument(a[2], what)), fit_);
  }
  template <class Ask>
  Value planned(Context& c, const Value& self, Ask ask) {
    return plans::planned(c, self, std::move(request_), [&](Planner& planner, Budget& budget) {
      return ask(*poset_, planner, budget);
    });
  }
  const ValueOrder order;

 private:
  Request read(Context& c, Arguments a) {
    Request request;
    Options options(c);
    declare_request(c, domain_of(a[0]), options, request);
    options.flag("compatible", fit_.compatible);
    options.flag("bounding", fit_.bounding);
    options.read(a.back());
    return request;
  }
  // Plans are compared again and again: each vector is asked for once.
  static std::function<Value(std::span<const double>)> element(Context& c,
                                                               const ScriptDomain& domain,
                                                               Value code) {
    auto known = std::make_shared<std::map<htn::Values, Value>>();
    return [&c, &domain, code = std::move(code), known](std::span<const double> values) {
      const auto [at, fresh] = known->try_emplace({values.begin(), values.end()});
      if (fresh) {
        const Value argument = values_map(c, domain, values);
        at->second = c.call(code, {&argument, 1});
      }
      return at->second;
    };
  }

  solve::PlanPosetFit fit_;
  Request request_;
  std::optional<Poset> poset_;
};

Value pareto_under(Context& c, Arguments a) {
  return Under(c, a, "ParetoUnder")
      .planned(c, a[0], [](const Under::Poset& poset, Planner& planner, Budget& budget) {
        return poset.pareto(planner, budget);
      });
}

Value reach_under(Context& c, Arguments a) {
  Under under(c, a, "ReachUnder");
  const ValueBound bound = bound_of(c, under.order, a[3], "ReachUnder");
  return under.planned(c, a[0], [&](const Under::Poset& poset, Planner& planner, Budget& budget) {
    return poset.reach(planner, bound, budget);
  });
}

// Re-entry: the plan up to a node of it, and another one from there.
Value again(Context& c, Arguments a) {
  Value plan;
  std::uint32_t node = 0;
  if (const auto* step = a[1].as_native<StepObject>(); step != nullptr) {
    plan = step->plan;
    node = step->node();
  } else if (const auto* at = a[1].as_native<NodeObject>(); at != nullptr) {
    plan = at->plan;
    node = at->index;
  }
  const auto* old = plan.as_native<PlanObject>();
  if (old == nullptr || old->domain.get() != &domain_of(a[0])) {
    throw Error(fmt::format("Again needs a node or a step of a plan of the domain, not {}",
                            a[1].described()),
                "d.Again(plan.Steps[2]), d.Again(plan.Nodes[1])");
  }
  return planned(c, a[0], a[2], [&](Planner& planner, Budget& budget) {
    return planner.again(old->plan, node, budget);
  });
}

// Of one task by itself, from the state in which planning begins.
Value annotation(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  const TaskId task = task_argument(*pointer, a[1], "Annotation");
  const ScriptDomain::Use use(pointer->domain, c, view_of(pointer), true);
  std::vector<Value> maps;
  for (const htn::Values& values : htn::PlanLibrary(pointer->domain).annotation(task, c.budget()))
    maps.push_back(values_map(c, pointer->domain, values));
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
      values[attribute_argument(c, domain, key, "Reach")] = value.as_rational().to_double();
    }
    bound.push_back(std::move(values));
  }
  return planned(c, a[0], a[2], [&](Planner& planner, Budget& budget) {
    return planner.reach({}, bound, budget);
  });
}

// A domain for examples: from 0 to 3 on foot or by bus.
constexpr std::string_view kTrip = R"(d := htn.Domain(["time", "money"]);
walk := d.Operator("walk", (s, x) -> htn.Effect({"at" => x}, {"time" => 5*(x - s["at"]).Abs}));
ride := d.Operator("ride", (s, x) -> htn.Effect({"at" => x}, {"time" => 4, "money" => 2}));
travel := d.Task("travel");
d.Method(travel, "on foot", (s, x) -> [walk(x)]);
d.Method(travel, "by bus", (s, x) -> [ride(x)]);
d.Start({"at" => 0}, [travel(3)]);)";

}  // namespace

void add_planning_rows(Package& package) {
  const Rows rows = Rows(package, "Htn.Domain").after(kTrip);
  rows.add(
      "First(options?)",
      "The first plan. Options: a map of \"nodes\", \"milliseconds\", \"seed\", \"banned\", "
      "\"nested\", \"duplicates\", \"failures\", \"bound\", \"pruner\", \"onPlan\", \"onDeadEnd\".",
      "d.First().Plan.Steps --> [walk(3)]", [](Context& c, Arguments a) {
        return planned(c, a[0], a[1],
                       [](Planner& planner, Budget& budget) { return planner.first(budget); });
      });
  rows.add("All(max?, options?)", "All plans, in the order in which they are found.",
           "d.All().Plans.Length --> 2", all);
  rows.add("Best(attribute, options?)", "A plan with the best value of one attribute.",
           "d.Best(\"time\").Plan.Values --> {\"money\" => 2, \"time\" => 4}", best);
  rows.add(
      "Pareto(attributes?, options?)",
      "One plan for each vector of attributes (of those named) that no other is better than; with "
      "the option \"library\" => true tasks are solved one by one, and solutions are combined.",
      "[p.Values[\"time\"] for p in d.Pareto().Plans] --> [15,4]", pareto);
  rows.add(
      "Annotation(task)",
      "The vectors of attributes that no other is better than, of one task from the beginning.",
      "[m[\"time\"] for m in d.Annotation(travel(2))] --> [10,4]", annotation);
  rows.add("Reach(bound, options?)",
           "A plan that is at least as good as one of the maps of attributes, if there is one.",
           "d.Reach([{\"money\" => 0, \"time\" => 10}]).Plan --> Nothing", reach);
  rows.add(
      "ParetoUnder(poset, element, options?)",
      "One plan for each maximal element of a partial order: element(attributes) is what a plan is "
      "in it. Options \"compatible\" and \"bounding\": adding steps keeps the order of elements, "
      "never makes them better.",
      "[p.Values[\"time\"] for p in d.ParetoUnder(game.pob.Vectors(2), x -> [-x[\"time\"], "
      "-x[\"money\"]]).Plans] --> [15,4]",
      pareto_under);
  rows.add(
      "ReachUnder(poset, element, bound, options?)",
      "A plan whose element is at least as good as one of the bound, if there is one.",
      "d.ReachUnder(game.pob.Vectors(1), x -> [-x[\"time\"]], [[-5]]).Plan.Steps --> [ride(3)]",
      reach_under);
  rows.add(
      "Again(node, options?)",
      "Re-entry: the steps of a plan before a node or step of it, and from there another plan.",
      "p := d.First().Plan; d.Again(p.Nodes[1], {\"banned\" => [walk(3)]}).Plan.Steps --> "
      "[ride(3)]",
      again);
}

}  // namespace cgt::lang::plans
