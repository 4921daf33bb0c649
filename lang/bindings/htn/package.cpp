// Package htn: plan libraries as scripts. Domains are declared here; planning.cpp asks for
// plans, results.cpp shows them.
#include <fmt/format.h>

#include <algorithm>

#include "lang/bindings/bindings.hpp"
#include "lang/bindings/htn/values.hpp"
#include "lang/values/collections.hpp"

namespace cgt::lang::plans {
namespace {

using Arguments = std::span<const Value>;
using htn::TaskId;

DomainPointer pointer(const Value& v) { return DomainPointer(v.as_native<DomainObject>()); }

Value checked_map(const Value& v, const char* what) {
  if (!v.is_nothing() && v.kind() != Kind::kMap)
    throw Error(fmt::format("{} needs a map, not {}", what, v.described()), "{\"at\" => 3}");
  return v;
}

// One of a few words.
std::size_t choice(Context& c, const Value& v, std::span<const char* const> words,
                   const char* what) {
  if (v.is_nothing()) return 0;
  const std::string& given = c.string(v, what);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (given == words[i]) return i;
  }
  throw Error(fmt::format("{}: there is no '{}'", what, given),
              fmt::format("one of {}", fmt::join(words, ", ")));
}

Value add_attribute(Context& c, Arguments a) {
  static constexpr const char* kCombine[] = {"sum", "maximum", "minimum", "product"};
  static constexpr const char* kBetter[] = {"less", "greater"};
  htn::Attribute attribute;
  attribute.name = c.string(a[1], "Attribute");
  attribute.combine = static_cast<htn::Combine>(choice(c, a[2], kCombine, "Attribute"));
  attribute.better = static_cast<htn::Better>(choice(c, a[3], kBetter, "Attribute"));
  if (a[4].kind() == Kind::kBoolean) attribute.monotone = a[4].as_boolean();
  domain_of(a[0]).domain.add_attribute(std::move(attribute));
  return a[0];
}

Value new_domain(Context& c, Arguments a) {
  auto* object = new DomainObject;
  const Value value = Value::object(Kind::kNative, CountedPointer<const Object>(object));
  c.own(*object);
  if (a[0].is_nothing()) return value;
  for (const Value& name : c.elements(a[0], "htn.Domain")) {
    htn::Attribute attribute;
    attribute.name = c.string(name, "htn.Domain");
    object->domain.add_attribute(std::move(attribute));
  }
  return value;
}

Value add_method(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  const NameObject& name = name_argument(domain, a[1], "Method");
  domain.domain.add_method(name.number, c.string(a[2], "Method"), function_argument(a[3], "Method"),
                           a[4].is_nothing() ? a[4] : function_argument(a[4], "Method"));
  return a[0];
}

Value start(Context& c, Arguments a) {
  const DomainObject& domain = domain_of(a[0]);
  if (a[1].kind() != Kind::kMap)
    throw Error(fmt::format("Start needs a map, not {}", a[1].described()), "{\"at\" => 3}");
  domain.domain.start(a[1].as_map().entries, task_arguments(c, domain, a[2], "Start"));
  return a[0];
}

double weight_argument(const Value& v, double otherwise, const char* what) {
  if (v.is_nothing()) return otherwise;
  if (!v.is_number()) throw Error(fmt::format("{} needs a number, not {}", what, v.described()));
  return v.as_rational().to_double();
}

}  // namespace

// --- objects ------------------------------------------------------------------------------------

std::string DomainObject::to_text(Context& /*context*/, const PrintStyle& /*style*/) const {
  return fmt::format("<domain of {} tasks>", domain.size());
}

bool NameObject::equals(const NativeObject& other) const {
  const auto* name = dynamic_cast<const NameObject*>(&other);
  return name != nullptr && name->domain == domain && name->number == number;
}
Value NameObject::call(Context& /*context*/, std::span<const Value> arguments,
                       std::span<const std::string> names) const {
  if (std::any_of(names.begin(), names.end(), [](const auto& name) { return !name.empty(); }))
    throw Error(fmt::format("the arguments of the task '{}' have no names", text));
  return Value::native<TaskObject>(domain, domain->domain.intern(number, arguments));
}

std::string TaskObject::to_text(Context& context, const PrintStyle& /*style*/) const {
  const ScriptDomain::Use use(domain->domain, context, {}, false);
  return domain->domain.task_text(number);
}
bool TaskObject::equals(const NativeObject& other) const {
  const auto* task = dynamic_cast<const TaskObject*>(&other);
  return task != nullptr && task->domain == domain && task->number == number;
}

std::optional<Value> StateObject::at(Context& /*context*/, std::span<const Value> indices) const {
  return domain->domain.read(indices);
}

std::string EffectObject::to_text(Context& context, const PrintStyle& style) const {
  return fmt::format("htn.Effect({}, {})", format(context, changes, style),
                     format(context, contributions, style));
}
std::string DoObject::to_text(Context& context, const PrintStyle& style) const {
  return fmt::format("htn.Do({})", format(context, tasks, style));
}

Value view_of(const DomainPointer& domain) { return Value::native<StateObject>(domain); }

// --- arguments ----------------------------------------------------------------------------------

TaskId task_argument(const DomainObject& domain, const Value& v, const char* what) {
  if (const auto task = domain.domain.as_task(v)) return *task;
  throw Error(fmt::format("{} needs a task of the domain, not {}", what, v.described()), kTaskHint);
}

std::vector<TaskId> task_arguments(Context& context, const DomainObject& domain, const Value& list,
                                   const char* what) {
  std::vector<TaskId> out;
  for (const Value& v : context.elements(list, what)) out.push_back(task_argument(domain, v, what));
  return out;
}

std::size_t attribute_argument(Context& context, const DomainObject& domain, const Value& v,
                               const char* what) {
  const std::string& name = context.string(v, what);
  if (const auto at = domain.domain.attribute(name)) return *at;
  domain.domain.refuse_attribute(name,
                                 fmt::format("{}: the domain has no attribute '{}'", what, name));
}

const NameObject& name_argument(const DomainObject& domain, const Value& v, const char* what) {
  const auto* name = v.as_native<NameObject>();
  if (name == nullptr || name->domain.get() != &domain) {
    throw Error(fmt::format("{} needs a task of the domain, not {}", what, v.described()),
                "what Task or Operator returned");
  }
  return *name;
}

Value function_argument(const Value& v, const std::string& what) {
  if (v.kind() != Kind::kFunction)
    throw Error(fmt::format("{} needs a function, not {}", what, v.described()), "(s, x) -> ...");
  return v;
}

std::uint64_t count_argument(Context& context, const Value& v, const std::string& what) {
  const std::int64_t n = context.integer(v, what);
  if (n < 0) throw Error(fmt::format("{} cannot be negative", what));
  return static_cast<std::uint64_t>(n);
}

// --- rows ---------------------------------------------------------------------------------------

namespace {

void add_functions(Package& package) {
  const Rows functions(package, "");
  functions.add(
      "htn.Domain(attributes?)",
      "A planning domain; attributes: names of what plans cost, sums of which less is better.",
      "htn.Domain([\"time\"]).Attributes --> [\"time\"]", new_domain);
  functions.add(
      "htn.Effect(changes?, contributions?)",
      "What an operator returns: new values of variables, contributions to attributes.",
      "htn.Effect({\"at\" => 3}, {\"time\" => 5}) --> htn.Effect({\"at\" => 3}, {\"time\" => 5})",
      [](Context&, Arguments a) {
        return Value::native<EffectObject>(checked_map(a[0], "htn.Effect"),
                                           checked_map(a[1], "htn.Effect"));
      });
  functions.add(
      "htn.Do(tasks, because?, estimate?, weight?)",
      "What a method may return in place of a list of tasks, to say more about it.",
      "htn.Do([], because => \"we are there\") --> htn.Do([])", [](Context& c, Arguments a) {
        Value tasks = a[0].kind() == Kind::kList ? a[0] : Value::list(c.elements(a[0], "htn.Do"));
        return Value::native<DoObject>(std::move(tasks), a[1], weight_argument(a[2], 0, "htn.Do"),
                                       weight_argument(a[3], 1, "htn.Do"));
      });
}

// Names of tasks and operators, and methods.
void add_declarations(Package& package) {
  const Rows domains(package, "Htn.Domain");
  domains.add(
      "Attribute(name, combine?, better?, monotone?)",
      "Adds an attribute: \"sum\", \"maximum\", \"minimum\" or \"product\" of contributions, of "
      "which \"less\" or \"greater\" is better; monotone => false if steps may better it.",
      "htn.Domain().Attribute(\"luck\", \"product\", \"greater\").Attributes --> [\"luck\"]",
      add_attribute);
  domains.add("Attributes", "The names of the attributes.",
              "htn.Domain([\"time\", \"money\"]).Attributes --> [\"time\",\"money\"]",
              [](Context&, Arguments a) {
                std::vector<Value> names;
                for (const htn::Attribute& attribute : domain_of(a[0]).domain.attributes())
                  names.push_back(Value::string(attribute.name));
                return Value::list(std::move(names));
              });
  domains.add(
      "Task(name)", "Declares a task for methods; calling the result makes a task.",
      "travel := htn.Domain().Task(\"travel\"); travel(\"home\", 3) --> travel(\"home\", 3)",
      [](Context& c, Arguments a) {
        const std::string& name = c.string(a[1], "Task");
        return Value::native<NameObject>(pointer(a[0]), domain_of(a[0]).domain.add_task(name),
                                         name);
      });
  domains.add(
      "Goal(name, holds?)",
      "Declares a task that is done where it holds; what its methods list is checked behind it. It "
      "holds where s[name, arguments...] is the last argument, where all variables of a map have "
      "their "
      "values, or where holds(s, arguments...) is true.",
      "d := htn.Domain(); at := d.Goal(\"at\"); go := d.Operator(\"go\", (s, x, y) -> {[\"at\", x] "
      "=> "
      "y}); d.Method(at, \"go\", (s, x, y) -> [go(x, y)]); d.Start({[\"at\", 1] => 7}, [at(1, 7), "
      "at(1, "
      "8)]); d.First().Plan.Steps --> [go(1, 8)]",
      [](Context& c, Arguments a) {
        const std::string& name = c.string(a[1], "Goal");
        const std::uint32_t number = domain_of(a[0]).domain.add_goal(
            name, a[2].is_nothing() ? a[2] : function_argument(a[2], "Goal"));
        return Value::native<NameObject>(pointer(a[0]), number, name);
      });
  domains.add(
      "Operator(name, f)",
      "Declares a step: f(s, arguments...) is a map of changes, htn.Effect, true, or Nothing.",
      "walk := htn.Domain().Operator(\"walk\", (s, x) -> {\"at\" => x}); walk(3) --> walk(3)",
      [](Context& c, Arguments a) {
        const std::string& name = c.string(a[1], "Operator");
        const std::uint32_t number =
            domain_of(a[0]).domain.add_operator(name, function_argument(a[2], "Operator"));
        return Value::native<NameObject>(pointer(a[0]), number, name);
      });
  domains.add(
      "Method(task, name, f, bindings?)",
      "A way to do a task, tried after those before: f(s, arguments..., variables...) lists the "
      "subtasks or is Nothing; bindings(s, arguments...) lists the values of the variables.",
      "d := htn.Domain(); go := d.Task(\"go\"); d.Method(go, \"stay\", (s, x) -> if s[\"at\"] == "
      "x then [] end); d.Start({\"at\" => 3}, [go(3)]); d.First().Plan.Steps --> []",
      add_method);
  domains.add(
      "NilMethod(name, f, bindings?)",
      "A method for the moment when no task is left and the plan may not end.",
      "d := htn.Domain(); up := d.Operator(\"up\", s -> {\"n\" => s[\"n\"] + 1}); "
      "d.NilMethod(\"on\", s -> [up]); d.Accept(s -> s[\"n\"] == 2); d.Start({\"n\" => 0}, []); "
      "d.First().Plan.Steps --> [up(),up()]",
      [](Context& c, Arguments a) {
        domain_of(a[0]).domain.add_method(
            std::nullopt, c.string(a[1], "NilMethod"), function_argument(a[2], "NilMethod"),
            a[3].is_nothing() ? a[3] : function_argument(a[3], "NilMethod"));
        return a[0];
      });
}

void add_settings(Package& package) {
  const Rows domains(package, "Htn.Domain");
  domains.add("Accept(f)", "A plan may end, when no task is left, where f(s) is true only.",
              "d := htn.Domain(); d.Accept(s -> s[\"n\"] == 2); d.Start({\"n\" => 1}, []); "
              "d.First().Plans --> []",
              [](Context&, Arguments a) {
                domain_of(a[0]).domain.set_accept(function_argument(a[1], "Accept"));
                return a[0];
              });
  domains.add(
      "KeepCheapest(task)",
      "Of all instances of all methods for the task only the one of least estimate is tried.",
      "d := htn.Domain(); t := d.Task(\"t\"); d.Method(t, \"any\", (s, n) -> htn.Do([], estimate "
      "=> n), s -> [3,1,2]); d.KeepCheapest(t); d.Start({=>}, [t()]); d.All().Plans.Length --> 1",
      [](Context&, Arguments a) {
        const DomainObject& domain = domain_of(a[0]);
        domain.domain.keep_cheapest(name_argument(domain, a[1], "KeepCheapest").number);
        return a[0];
      });
  domains.add("Remember(on)",
              "false: functions are asked each time, even in circumstances that were met before.",
              "htn.Domain().Remember(false) --> <domain of 0 tasks>", [](Context&, Arguments a) {
                if (a[1].kind() != Kind::kBoolean)
                  throw Error(fmt::format("Remember needs a Boolean, not {}", a[1].described()));
                domain_of(a[0]).domain.set_remember(a[1].as_boolean());
                return a[0];
              });
  domains.add(
      "Start(state, tasks)",
      "Where planning begins: a map of the variables, and the tasks to be done in this order.",
      "d := htn.Domain(); d.Start({\"at\" => 3, [\"road\", 1, 2] => true}, []) --> <domain of 0 "
      "tasks>",
      start);
}

void add_task_rows(Package& package) {
  const Rows name_rows(package, "Htn.Name");
  const Rows task_rows(package, "Htn.Task");
  name_rows.add(
      "Text", "The name.", "htn.Domain().Task(\"travel\").Text --> \"travel\"",
      [](Context&, Arguments a) { return Value::string(a[0].as_native<NameObject>()->text); });
  task_rows.add("Name", "The name without the arguments.",
                "htn.Domain().Task(\"travel\")(1, 2).Name --> \"travel\"",
                [](Context&, Arguments a) {
                  const auto* task = a[0].as_native<TaskObject>();
                  return Value::string(task->domain->domain.task_name(task->number));
                });
  task_rows.add("Arguments", "The arguments.",
                "htn.Domain().Task(\"travel\")(1, 2).Arguments --> [1,2]",
                [](Context&, Arguments a) {
                  const auto* task = a[0].as_native<TaskObject>();
                  return Value::list(task->domain->domain.arguments(task->number));
                });
}

}  // namespace

void add_domain_rows(Package& package) {
  add_functions(package);
  add_declarations(package);
  add_settings(package);
  add_task_rows(package);
}

}  // namespace cgt::lang::plans

namespace cgt::lang {

Package htn_package() {
  Package package;
  package.name = "htn";
  package.doc = "Plan libraries: tasks, methods and operators as functions, and plans for them.";
  plans::add_domain_rows(package);
  plans::add_planning_rows(package);
  plans::add_policy_rows(package);
  plans::add_execution_rows(package);
  plans::add_information_rows(package);
  plans::add_result_rows(package);
  return package;
}

}  // namespace cgt::lang
