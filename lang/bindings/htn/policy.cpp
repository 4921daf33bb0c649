// Package htn: policies against agents and chance, and the three ways to plan that Smith compares.
#include <fmt/format.h>

#include "decomp/htn/planner/planning_modes.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "lang/bindings/htn/request.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::Criterion;

class PolicyObject final : public NativeObject {
 public:
  PolicyObject(DomainPointer d, htn::PolicyResult r) : domain(std::move(d)), result(std::move(r)) {}
  const char* class_name() const override { return "Htn.Policy"; }
  std::string to_text(Context& context, const PrintStyle& /*style*/) const override {
    return text(context, false);
  }
  std::string text(Context& context, bool all) const {
    const ScriptDomain::Use use(domain->domain, context, {}, false);
    return without_last_line_end(htn::policy_text(domain->domain, result.tree, {.all = all}));
  }
  const DomainPointer domain;
  const htn::PolicyResult result;
};

const PolicyObject& policy_of(const Value& v) { return *v.as_native<PolicyObject>(); }

double utility(const Value& v, const char* what) {
  if (const int sign = infinity_sign(v); sign != 0) return sign * HUGE_VAL;
  if (!v.is_number()) throw Error(fmt::format("{} is {}", what, v.described()), "a number");
  return v.as_rational().to_double();
}

Value numbers(std::span<const double> values) {
  std::vector<Value> out;
  for (const double x : values) out.push_back(number_value(x));
  return Value::list(std::move(out));
}

Criterion criterion_of(Context& c, const Agent& agent) {
  Criterion criterion = agent.criterion;
  if (criterion.kind != Criterion::kCustom) return criterion;
  criterion.custom = [&c, code = agent.custom](std::span<const double> values,
                                               std::span<const double> weights) {
    const Value arguments[] = {numbers(values), numbers(weights)};
    return utility(c.call(code, arguments), "the criterion of an agent");
  };
  return criterion;
}

Criterion::Kind criterion_named(const std::string& name) {
  static constexpr std::pair<const char*, Criterion::Kind> kCriteria[] = {
      {"maximum", Criterion::kMaximum},   {"minimum", Criterion::kMinimum},
      {"weighted", Criterion::kWeighted}, {"weightedSum", Criterion::kWeightedSum},
      {"hurwicz", Criterion::kHurwicz},   {"regret", Criterion::kRegret}};
  std::string known;
  for (const auto& [word, kind] : kCriteria) {
    if (name == word) return kind;
    known += std::string(word) + ", ";
  }
  throw Error(fmt::format("Agent: there is no criterion '{}'", name),
              known + "or a function of values and weights");
}

Value add_agent(Context& c, Arguments a) {
  Agent agent;
  agent.name = c.string(a[1], "Agent");
  if (a[2].kind() == Kind::kFunction) {
    agent.criterion.kind = Criterion::kCustom;
    agent.custom = a[2];
  } else {
    agent.criterion.kind = criterion_named(c.string(a[2], "Agent"));
  }
  double& optimism = agent.criterion.optimism;
  if (!a[3].is_nothing()) optimism = utility(a[3], "the optimism");
  if (optimism < 0 || optimism > 1) throw Error("the optimism of an agent is a number from 0 to 1");
  domain_of(a[0]).domain.add_agent(std::move(agent));
  return a[0];
}

Value set_owner(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  domain.domain.set_owner(name_argument(domain, a[1], "Owner").number, c.string(a[2], "Owner"));
  return a[0];
}

Value policy(Context& c, Arguments a) {
  const DomainPointer pointer(a[0].as_native<DomainObject>());
  ScriptDomain& domain = pointer->domain;
  htn::PolicyOptions wanted;
  RequestLimits limits;
  Options options(c);
  limits.declare(options);
  declare_policy(options, wanted);
  options.read(a[2]);
  const ScriptDomain::Use use(domain, c, view_of(pointer), true);
  prepare_policy(c, pointer, a[1].is_nothing() ? a[1] : function_argument(a[1], "Policy"), wanted);
  htn::PolicyResult result = limited(
      c, domain, limits, [&](Budget& budget) { return htn::plan_policy(domain, wanted, budget); });
  return Value::native<PolicyObject>(pointer, std::move(result));
}

// --- modes --------------------------------------------------------------------------------------

std::vector<std::string> texts(Context& c, const Value& list, const char* what) {
  std::vector<std::string> out;
  for (const Value& v : c.elements(list, what)) out.push_back(c.string(v, what));
  return out;
}
Value strings(const std::vector<std::string>& texts) {
  std::vector<Value> out;
  for (const std::string& text : texts) out.push_back(Value::string(text));
  return Value::list(std::move(out));
}
const Value& part(const Value& map, const char* key, const Value& otherwise) {
  const Value* found = map.as_map().find(Value::string(key));
  return found == nullptr ? otherwise : *found;
}

htn::FactNetwork network_of(Context& c, const Value& given) {
  constexpr const char* kWhat = "htn.InMode";
  constexpr const char* kHint =
      "{\"operators\" => {name => {\"needs\" => [..], \"adds\" => [..], \"deletes\" => [..]}}, "
      "\"methods\" => {task => [[name, [subtasks]]]}, \"start\" => [..], \"tasks\" => [..]}";
  const auto map = [&](const Value& v) {
    if (v.kind() != Kind::kMap)
      throw Error(fmt::format("{} needs a map, not {}", kWhat, v.described()), kHint);
    return v;
  };
  const Value none = Value::list({});
  const Value empty = make_map(c, {});
  htn::FactNetwork out;
  const Value network = map(given);
  const Value operators = map(part(network, "operators", empty));
  for (const auto& [name, value] : operators.as_map().entries) {
    const Value what = map(value);
    out.operators[c.string(name, kWhat)] = {texts(c, part(what, "needs", none), kWhat),
                                            texts(c, part(what, "adds", none), kWhat),
                                            texts(c, part(what, "deletes", none), kWhat)};
  }
  const Value methods = map(part(network, "methods", empty));
  for (const auto& [task, list] : methods.as_map().entries) {
    for (const Value& item : c.elements(list, kWhat)) {
      const std::vector<Value> cells = c.elements(item, kWhat);
      if (cells.size() != 2 && cells.size() != 3)
        throw Error("a method is a name, a list of subtasks, and orders if not all are", kHint);
      htn::FactMethod method;
      method.name = c.string(cells[0], kWhat);
      method.subtasks = texts(c, cells[1], kWhat);
      method.ordered = cells.size() == 2;
      if (cells.size() == 3) {
        for (const Value& order : c.elements(cells[2], kWhat)) {
          const std::vector<Value> ends = c.elements(order, kWhat);
          const auto place = [&](std::size_t i) {
            const std::int64_t n = i < ends.size() ? c.integer(ends[i], kWhat) : 0;
            if (n < 1 || static_cast<std::uint64_t>(n) > method.subtasks.size())
              throw Error("an order of subtasks is a pair of their numbers, from 1", "[1, 2]");
            return static_cast<int>(n) - 1;
          };
          method.before.emplace_back(place(0), place(1));
        }
      }
      out.methods[c.string(task, kWhat)].push_back(std::move(method));
    }
  }
  out.start = texts(c, part(network, "start", none), kWhat);
  out.tasks = texts(c, part(network, "tasks", none), kWhat);
  return out;
}

Value in_mode(Context& c, Arguments a) {
  const std::string& name = c.string(a[1], "htn.InMode");
  htn::PlanningMode mode = htn::PlanningMode::kForward;
  if (name == "backward") {
    mode = htn::PlanningMode::kBackward;
  } else if (name == "partial order") {
    mode = htn::PlanningMode::kPartialOrder;
  } else if (name != "forward") {
    throw Error(fmt::format("htn.InMode: there is no mode '{}'", name),
                "\"forward\", \"backward\" or \"partial order\"");
  }
  const htn::ModeResult result = htn::plan_in_mode(network_of(c, a[0]), mode, c.budget());
  c.budget().poll();
  std::vector<Value> orders;
  for (const auto& [first, second] : result.added_orders)
    orders.push_back(Value::list({Value::string(first), Value::string(second)}));
  return make_map(c, {{Value::string("steps"), result.solved ? strings(result.steps) : Value()},
                      {Value::string("trace"), strings(result.trace)},
                      {Value::string("orders"), Value::list(std::move(orders))}});
}

// A domain for examples: we choose a door, a coin chooses what is behind it.
constexpr std::string_view kDoors = R"(d := htn.Domain(["loss"]);
d.Agent("coin", "weighted");
pay := d.Operator("pay", (s, x) -> htn.Effect({=>}, {"loss" => x}));
door := d.Task("door");
fate := d.Task("fate");
d.Owner(fate, "coin");
d.Method(door, "safe", s -> [pay(3)]);
d.Method(door, "risky", s -> [fate]);
d.Method(fate, "side", (s, x) -> htn.Do([pay(x)], weight => 1), s -> [0,4]);
d.Start({=>}, [door]);)";

}  // namespace

void declare_policy(Options& options, htn::PolicyOptions& out) {
  options.flag("share", out.share);
  options.add("cutoff", [&out](const std::string& /*name*/, const Value& v) {
    out.cutoff = utility(v, "the option 'cutoff'");
  });
  options.number("maxDepth", out.max_depth);
}

void prepare_policy(Context& c, const DomainPointer& pointer, const Value& value,
                    htn::PolicyOptions& out) {
  ScriptDomain& domain = pointer->domain;
  out.criteria.push_back(Criterion::maximum());
  for (const Agent& agent : domain.agents()) out.criteria.push_back(criterion_of(c, agent));
  if (value.is_nothing()) return;
  out.evaluate = [&c, &domain, value, view = view_of(pointer)](const htn::Leaf& leaf) {
    const Value arguments[] = {view, values_map(c, domain, leaf.values)};
    return utility(c.call(value, arguments), "the value of an end");
  };
}

void add_policy_rows(Package& package) {
  const Rows domains(package, "Htn.Domain");
  const Rows of_doors = domains.after(kDoors);
  const Rows policies = Rows(package, "Htn.Policy").after(kDoors);
  const Rows functions(package, "");
  domains.add("Agent(name, criterion, optimism?)",
              "Declares somebody else who chooses: \"maximum\", \"minimum\", \"weighted\", "
              "\"weightedSum\", \"hurwicz\", \"regret\", or a function of values and weights.",
              "htn.Domain().Agent(\"rain\", \"weighted\") --> <domain of 0 tasks>", add_agent);
  of_doors.add("Owner(task, agent)", "Somebody else chooses among the methods for the task.",
               "d.Policy().Value --> -2", set_owner);
  of_doors.add("Policy(value?, options?)",
               "What to do against other agents; value(s, attributes) is the utility of an end, by "
               "default the first attribute. Options: \"cutoff\", \"maxDepth\", \"share\", "
               "\"nodes\", \"milliseconds\".",
               "d.Policy((s, x) -> 10 - x[\"loss\"]^2).Value --> 2", policy);
  policies.add("Value", "What the policy is worth; Nothing if that is not known.",
               "d.Policy().Value --> -2", [](Context&, Arguments a) {
                 const htn::PolicyResult& result = policy_of(a[0]).result;
                 return result.has_value ? number_value(result.value) : Value();
               });
  policies.add(
      "Text", "The policy: what we do, and what may happen.",
      "d.Policy().Text.Lines[1] --> \"  choose for door() -2\"",
      [](Context& c, Arguments a) { return Value::string(policy_of(a[0]).text(c, false)); });
  policies.add(
      "FullText", "The policy with the alternatives that are not taken.",
      "d.Policy().FullText.Lines.Length > d.Policy().Text.Lines.Length --> true",
      [](Context& c, Arguments a) { return Value::string(policy_of(a[0]).text(c, true)); });
  policies.add("Nodes", "How many nodes were made.", "d.Policy().Nodes --> 8",
               [](Context&, Arguments a) {
                 return Value::integer(static_cast<std::int64_t>(policy_of(a[0]).result.nodes));
               });
  policies.add("IsComplete", "Was everything looked at?", "d.Policy().IsComplete --> true",
               [](Context&, Arguments a) {
                 return Value::boolean(policy_of(a[0]).result.stop == StopReason::kExhausted);
               });
  functions.add(
      "htn.InMode(network, mode)",
      "A plan for a network of facts, \"forward\", \"backward\" or in \"partial order\": steps, "
      "trace and the orders that were added, in a map. Methods: [name, subtasks], ordered as "
      "written, "
      "or [name, subtasks, [[1,2], ..]] with the orders that there are.",
      "htn.InMode({\"operators\" => {\"go\" => {\"adds\" => [\"there\"]}, \"eat\" => {\"needs\" => "
      "[\"there\"]}}, \"methods\" => {\"dinner\" => [[\"out\", [\"go\", \"eat\"]]]}, \"tasks\" => "
      "[\"dinner\"]}, \"backward\")[\"steps\"] --> [\"go\",\"eat\"]",
      in_mode);
}

}  // namespace cgt::lang::plans
