// cgt.htn: planning domains whose operators and methods are functions of Python.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/diagnostic.hpp"
#include "decomp/htn/code_domain.hpp"
#include "decomp/htn/planner/plan_library.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/search/plans.hpp"

namespace cgt::python {

namespace {

// A state is the number of an object in Worlds.
struct WorldNumber {
  std::uint32_t number = 0;
  htn::Hash128 hash128() const { return htn::hash128(number, 0x576f726c64); }
};

struct TaskArgument {
  py::object object;
  friend bool operator==(const TaskArgument& a, const TaskArgument& b) {
    return a.object.is(b.object) || a.object.equal(b.object);
  }
};

}  // namespace
}  // namespace cgt::python

template <>
struct std::hash<cgt::python::TaskArgument> {
  std::size_t operator()(const cgt::python::TaskArgument& a) const {
    return static_cast<std::size_t>(pybind11::hash(a.object));
  }
};

namespace cgt::python {
namespace {

using FunctionDomain = htn::CodeDomain<WorldNumber, TaskArgument>;

// The states that were met. Those that are compared by value, or are dicts of such, have one number
// each, so that the planner sees that it is where it was; all others are taken for different, and are
// copied deeply before an operator may change them.
class Worlds {
 public:
  explicit Worlds(py::object initial) : type_(py::type::of(initial)) { number_of(initial); }

  // Throws Error, naming the operator, if the object is of another type than the first state.
  std::uint32_t number_of(py::object state, const std::string& name = {}) {
    if (!py::isinstance(state, type_)) {
      throw Error(fmt::format("the operator {} returns {}, which is not a state", name,
                              py::repr(state).cast<std::string>()),
                  "the state after it, Effect(state, ...), or None if it is not possible");
    }
    const bool dictionary = PyDict_Check(state.ptr()) != 0;
    const py::object key = key_of(state, dictionary);
    const auto fresh = static_cast<std::uint32_t>(worlds_.size());
    if (key) {
      PyObject* known = PyDict_GetItemWithError(numbers_.ptr(), key.ptr());
      if (known != nullptr) return py::handle(known).cast<std::uint32_t>();
      if (PyErr_Occurred() != nullptr) throw py::error_already_set();
      numbers_[key] = fresh;
    }
    py::object view = dictionary && key ? proxy_(state) : state;
    worlds_.push_back({std::move(state), std::move(view), !key, dictionary});
    return fresh;
  }

  // What methods look at.
  const py::object& view(WorldNumber s) const { return worlds_[s.number].view; }
  // What an operator may change.
  py::object copy(WorldNumber s) const {
    const World& world = worlds_[s.number];
    if (world.deep) return deepcopy_(world.state);
    return world.dictionary ? world.state.attr("copy")() : world.state;
  }

 private:
  struct World {
    py::object state;
    py::object view;
    bool deep;
    bool dictionary;
  };

  // What tells the state from all that are not equal; null if nothing does.
  py::object key_of(const py::object& state, bool dictionary) const {
    if (!dictionary && plain_equality_.is(py::type::of(state).attr("__eq__"))) return {};
    const py::object key = dictionary ? py::object(py::frozenset(state.attr("items")())) : state;
    if (PyObject_Hash(key.ptr()) != -1) return key;
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw py::error_already_set();
    PyErr_Clear();
    return {};
  }

  py::object type_;
  py::object plain_equality_ = py::module_::import("builtins").attr("object").attr("__eq__");
  py::object proxy_ = py::module_::import("types").attr("MappingProxyType");
  py::object deepcopy_ = py::module_::import("copy").attr("deepcopy");
  std::vector<World> worlds_;
  py::dict numbers_;
};

htn::Attribute attribute_of(const std::string& name, const py::handle& given) {
  htn::Attribute out;
  out.name = name;
  const auto combine = given.attr("combine").cast<std::string>();
  if (combine == "sum") {
    out.combine = htn::Combine::kSum;
  } else if (combine == "maximum") {
    out.combine = htn::Combine::kMaximum;
  } else if (combine == "minimum") {
    out.combine = htn::Combine::kMinimum;
  } else if (combine == "product") {
    out.combine = htn::Combine::kProduct;
  } else {
    throw Error(fmt::format("attributes are not combined by '{}'", combine),
                "'sum', 'maximum', 'minimum', 'product'");
  }
  const auto better = given.attr("better").cast<std::string>();
  if (better != "less" && better != "greater")
    throw Error(fmt::format("'{}' is not better", better), "'less', 'greater'");
  out.better = better == "less" ? htn::Better::kLess : htn::Better::kGreater;
  out.monotone = given.attr("monotone").cast<bool>();
  return out;
}

std::vector<htn::Attribute> attributes_of(const py::dict& given) {
  std::vector<htn::Attribute> out;
  for (const auto& [name, attribute] : given)
    out.push_back(attribute_of(py::str(name).cast<std::string>(), attribute));
  return out;
}

std::string function_name(const py::handle& code) {
  return py::str(py::getattr(code, "__name__", py::str("method"))).cast<std::string>();
}

// A request: the domain as the planner sees it, made of what cgt.htn.Domain holds.
class FunctionRequest {
 public:
  FunctionRequest(const py::object& domain, const py::object& state, const py::iterable& tasks,
                  const py::object& goal, Budget& budget)
      : budget_(budget),
        domain_(attributes_of(domain.attr("attributes"))),
        worlds_(state),
        module_(py::module_::import("cgt.htn")) {
    domain_.set_argument_text(
        [](const TaskArgument& a) { return py::str(a.object).cast<std::string>(); });
    for (const auto& [name, code] : domain.attr("operators").cast<py::dict>())
      add_operator(name, code);
    const auto methods = domain.attr("methods").cast<py::dict>();
    for (const auto& item : methods) {
      if (!item.first.is_none())
        declare(item.first, domain_.task(py::str(item.first).cast<std::string>()));
    }
    for (const auto& [name, list] : methods) {
      for (const py::handle code : list) add_method(name, code);
    }
    if (!goal.is_none()) {
      domain_.set_accept([this, goal](const WorldNumber& s) {
        budget_.poll();
        return goal(worlds_.view(s)).cast<bool>();
      });
    }
    std::vector<htn::TaskId> initial;
    for (const py::handle task : tasks) initial.push_back(task_of(task));
    domain_.start({0}, std::move(initial));
  }
  FunctionRequest(const FunctionRequest&) = delete;
  FunctionRequest& operator=(const FunctionRequest&) = delete;

  FunctionDomain& domain() { return domain_; }
  py::object task_object(htn::TaskId task) const {
    if (task == htn::kNil) return py::none();
    const auto arguments = domain_.arguments(task);
    py::tuple out(arguments.size() + 1);
    out[0] = py::str(domain_.task_name(task));
    for (std::size_t i = 0; i < arguments.size(); ++i) out[i + 1] = arguments[i].object;
    return out;
  }
  std::size_t attribute(const std::string& name) const {
    std::vector<std::string> known;
    for (const htn::Attribute& a : domain_.attributes()) {
      if (a.name == name) return known.size();
      known.push_back(a.name);
    }
    throw unknown(fmt::format("there is no attribute '{}'", name), name, known);
  }

 private:
  using Args = FunctionDomain::Args;

  static Error unknown(const std::string& complaint, const std::string& name,
                       const std::vector<std::string>& known) {
    const std::string near = closest(name, known);
    return Error(complaint, near.empty() ? near : fmt::format("did you mean '{}'?", near));
  }

  void declare(py::handle name, FunctionDomain::Name made) {
    const auto text = py::str(name).cast<std::string>();
    if (!names_.emplace(text, made).second)
      throw Error(fmt::format("'{}' is an operator and a task with methods", text));
  }

  // What the function returns for the state and the arguments of the task.
  py::object call(const py::object& code, const py::object& state, Args args) const {
    budget_.poll();
    py::tuple all(args.size() + 1);
    all[0] = state;
    for (std::size_t i = 0; i < args.size(); ++i) all[i + 1] = args[i].object;
    return code(*all);
  }

  void add_operator(py::handle name, py::handle given) {
    const auto text = py::str(name).cast<std::string>();
    const auto code = py::reinterpret_borrow<py::object>(given);
    const py::object effect = module_.attr("Effect");
    declare(name, domain_.op(text, [this, code, effect, text](WorldNumber& s, Args args,
                                                              htn::Effects& effects) {
      py::object after = call(code, worlds_.copy(s), args);
      if (after.is_none() || after.is(py::bool_(false))) return false;
      if (py::isinstance(after, effect)) {
        for (const auto& [key, value] : after.attr("contributions").cast<py::dict>()) {
          effects.attributes[attribute(py::str(key).cast<std::string>())] =
              Doubles().take(value, "a contribution");
        }
        after = after.attr("state");
      }
      s.number = worlds_.number_of(std::move(after), text);
      return true;
    }));
  }

  void add_method(py::handle task, py::handle given) {
    const auto code = py::reinterpret_borrow<py::object>(given);
    const std::string name = function_name(given);
    const auto work = [this, code, name](const WorldNumber& s, Args args,
                                         FunctionDomain::Instances& out) {
      const py::object said = call(code, worlds_.view(s), args);
      if (said.is_none() || said.is(py::bool_(false))) return;
      if (PyIter_Check(said.ptr()) == 0) return add_instance(said, name, out);
      for (const py::handle one : said) {
        budget_.poll();
        if (!one.is_none()) add_instance(py::reinterpret_borrow<py::object>(one), name, out);
      }
    };
    if (task.is_none()) {
      domain_.nil_method(name, work);
    } else {
      domain_.method(names_.at(py::str(task).cast<std::string>()), name, work);
    }
  }

  void add_instance(const py::object& said, const std::string& name,
                    FunctionDomain::Instances& out) {
    const bool with_reason = py::isinstance(said, module_.attr("Do"));
    const py::object list = with_reason ? said.attr("tasks") : said;
    if (!py::isinstance<py::list>(list)) {
      throw Error(fmt::format("the method {} returns {}", name, py::repr(said).cast<std::string>()),
                  "a list of tasks, such as [('walk', 'home')], or None; yield several lists");
    }
    std::vector<htn::TaskId> tasks;
    for (const py::handle task : list) tasks.push_back(task_of(task));
    auto instance = out.add(tasks);
    if (with_reason) instance.because(py::str(said.attr("because")).cast<std::string>());
  }

  // ('walk', 'home'), or 'walk' if it has no arguments.
  htn::TaskId task_of(py::handle task) {
    py::tuple parts;
    if (py::isinstance<py::str>(task)) {
      parts = py::make_tuple(task);
    } else if (py::isinstance<py::tuple>(task) && py::len(task) > 0) {
      parts = py::reinterpret_borrow<py::tuple>(task);
    } else {
      throw Error(fmt::format("{} is not a task", py::repr(task).cast<std::string>()),
                  "('walk', 'home'): a name and arguments");
    }
    const auto name = py::str(parts[0]).cast<std::string>();
    const auto at = names_.find(name);
    if (at == names_.end()) {
      std::vector<std::string> known;
      for (const auto& entry : names_) known.push_back(entry.first);
      throw unknown(fmt::format("there is no operator and no method for '{}'", name), name, known);
    }
    std::vector<TaskArgument> arguments;
    for (std::size_t i = 1; i < parts.size(); ++i) arguments.push_back({parts[i]});
    return at->second.of(arguments);
  }

  Budget& budget_;
  FunctionDomain domain_;
  Worlds worlds_;
  py::module_ module_;
  std::map<std::string, FunctionDomain::Name> names_;
};

// The order that compares these attributes only; of all if the list is empty.
htn::PlanOrder order_of_names(const FunctionRequest& request, const FunctionDomain& domain,
                              const std::vector<std::string>& names) {
  htn::PlanOrder order;
  if (names.empty()) return order;
  std::vector<std::size_t> places;
  for (const std::string& name : names) places.push_back(request.attribute(name));
  order.no_worse = [places, &domain](std::span<const double> x, std::span<const double> y) {
    return std::all_of(places.begin(), places.end(), [&](std::size_t i) {
      return htn::no_worse(domain.attributes()[i].better, x[i], y[i]);
    });
  };
  return order;
}

py::dict plan(const py::object& domain, const py::object& state, const py::iterable& tasks,
              const py::object& goal, const std::string& aim_name,
              const std::vector<std::string>& names, std::uint64_t most, const py::object& seed,
              std::uint32_t nested, bool library, const py::object& given) {
  const PlanAim aim = plan_aim(aim_name);
  return ask(
      given,
      [&](Budget& budget) {
        FunctionRequest request(domain, state, tasks, goal, budget);
        htn::PlannerOptions options;
        if (!seed.is_none()) options.shuffle = seed.cast<std::uint64_t>();
        options.nested = nested;
        htn::Planner planner(request.domain(), options);
        const std::size_t attribute = aim == PlanAim::kBest ? request.attribute(names.at(0)) : 0;
        const htn::PlanOrder order = aim == PlanAim::kPareto
                                         ? order_of_names(request, request.domain(), names)
                                         : htn::PlanOrder{};
        const htn::PlanResult result =
            library ? htn::PlanLibrary(request.domain(), order).pareto(budget)
                    : ask_planner(planner, aim, attribute, order, most, budget);
        if (result.stop == StopReason::kInterrupted) throw BudgetExhausted(result.stop);
        return plans_fields(request.domain(), result,
                            [&](htn::TaskId task) { return request.task_object(task); });
      },
      Lock::kKeep);
}

// Whole numbers as ints.
py::object plain_number(double x) {
  const py::float_ number(x);
  if (std::isfinite(x) && x == std::floor(x)) return py::int_(number);
  return number;
}

}  // namespace

PlanAim plan_aim(const std::string& name) {
  if (name == "first") return PlanAim::kFirst;
  if (name == "all") return PlanAim::kAll;
  if (name == "best") return PlanAim::kBest;
  if (name == "pareto") return PlanAim::kPareto;
  throw Error(fmt::format("plans are not asked for by '{}'", name),
              "'first', 'all', 'best', 'pareto'");
}

htn::PlanResult ask_planner(htn::Planner& planner, PlanAim aim, std::size_t attribute,
                            const htn::PlanOrder& order, std::uint64_t most, Budget& budget) {
  switch (aim) {
    case PlanAim::kFirst: return planner.first(budget);
    case PlanAim::kAll: return planner.all(budget, most);
    case PlanAim::kBest: return planner.best(attribute, budget);
    case PlanAim::kPareto: break;
  }
  return planner.pareto(order, budget);
}

py::dict plan_fields(const htn::Domain& domain, const htn::Plan& plan, const TaskObject& task) {
  py::dict out;
  py::list steps;
  for (const std::uint32_t step : plan.steps) steps.append(task(plan.nodes[step].task));
  py::dict values;
  for (std::size_t a = 0; a < plan.values.size(); ++a)
    values[py::str(domain.attributes()[a].name)] = plain_number(plan.values[a]);
  py::list nodes;
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    const htn::PlanNode& node = plan.nodes[i];
    py::object method = py::none();
    std::string reason;
    if (node.method != htn::kNoMethod) {
      method = py::str(domain.method_name(node.method));
      reason = domain.reason(node.task, node.method, plan.bindings(i));
    }
    const py::object parent =
        node.parent == htn::kNoNode ? py::object(py::none()) : py::int_(node.parent);
    nodes.append(py::make_tuple(task(node.task), method, parent, reason));
  }
  out["steps"] = steps;
  out["values"] = values;
  out["nodes"] = nodes;
  out["text"] = tree_text(domain, plan);
  return out;
}

py::dict plans_fields(const htn::Domain& domain, const htn::PlanResult& result,
                      const TaskObject& task) {
  py::dict out;
  py::list plans;
  for (const htn::Plan& plan : result.plans) plans.append(plan_fields(domain, plan, task));
  out["plans"] = plans;
  out["complete"] = result.stop == StopReason::kExhausted && result.statistics.nested_cuts == 0;
  out["nodes"] = result.statistics.nodes;
  out["stop"] = describe(result.stop);
  return out;
}

void bind_plans(py::module_& module) {
  module.def("_plan", plan, py::arg("domain"), py::arg("state"), py::arg("tasks"), py::arg("goal"),
             py::arg("aim"), py::arg("names"), py::arg("most"), py::arg("seed"), py::arg("nested"),
             py::arg("library"), py::arg("budget"));
}

}  // namespace cgt::python
