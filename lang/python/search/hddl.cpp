// cgt.htn.hddl: domains and problems as texts.
#include <pybind11/stl.h>

#include <sstream>
#include <string>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/search/plans.hpp"

namespace cgt::python {
namespace {

using htn::hddl::Model;
using htn::hddl::RelationalDomain;

// A domain, a problem and their names in errors.
struct PyHddl {
  std::shared_ptr<const Model> model;
};

PyHddl read(const std::string& domain, const std::string& problem, const std::string& domain_name,
            const std::string& problem_name, bool strict) {
  return {std::make_shared<const Model>(htn::hddl::read_model(
      SourceText(domain_name, domain), SourceText(problem_name, problem), {.strict = strict}))};
}

// ('drive', 't1', 'here') of "(drive t1 here)".
py::object words_of(const std::string& text) {
  std::istringstream in(text.substr(1, text.size() - 2));
  py::list words;
  for (std::string word; in >> word;) words.append(word);
  return py::tuple(words);
}

py::dict fields(const RelationalDomain& domain, const htn::PlanResult& result) {
  const TaskObject task = [&](htn::TaskId t) -> py::object {
    if (t == htn::kNil) return py::none();
    return words_of(domain.task_text(t));
  };
  htn::PlanResult shown = result;
  for (htn::Plan& plan : shown.plans) plan = domain.without_continuations(plan);
  py::dict out = plans_fields(domain, shown, task);
  const auto plans = out["plans"].cast<py::list>();
  for (std::size_t i = 0; i < result.plans.size(); ++i) {
    plans[i]["ipc"] = ipc_text(domain.model(), written(domain, result.plans[i]));
    plans[i]["json"] = json_text(domain, result.plans[i]);
  }
  return out;
}

py::dict plan_hddl(const PyHddl& hddl, const std::string& aim_name, std::uint64_t most,
                   const py::object& seed, const py::object& nested, const py::object& given) {
  const PlanAim aim = plan_aim(aim_name);
  const std::optional<std::uint64_t> shuffle = seed.cast<std::optional<std::uint64_t>>();
  const std::optional<std::uint32_t> deep = nested.cast<std::optional<std::uint32_t>>();
  std::unique_ptr<RelationalDomain> domain;
  const htn::PlanResult result = ask(given, [&](Budget& budget) {
    htn::PlanResult found;
    if (aim == PlanAim::kFirst && !deep) {
      htn::hddl::SolveOptions options;
      if (shuffle) options.seed = *shuffle;
      htn::hddl::Solution solution = find_plan(*hddl.model, options, budget);
      domain = std::move(solution.domain);
      found = std::move(solution.result);
      found.statistics.nodes = solution.nodes;
    } else {
      require_total_order(*hddl.model);
      htn::hddl::DomainOptions domain_options;
      domain_options.many_attributes = aim == PlanAim::kPareto;
      domain = std::make_unique<RelationalDomain>(*hddl.model, domain_options);
      htn::PlannerOptions options;
      options.nested = deep.value_or(0);
      options.shuffle = shuffle;
      htn::Planner planner(*domain, options);
      found = ask_planner(planner, aim, 0, {}, most, budget);
    }
    if (found.stop == StopReason::kInterrupted) throw BudgetExhausted(found.stop);
    return found;
  });
  // The budget ended before there was a domain to speak of.
  if (domain == nullptr) throw BudgetExhausted(result.stop);
  return fields(*domain, result);
}

py::tuple verify_hddl(const PyHddl& hddl, const std::string& text, const std::string& name,
                      const py::object& given) {
  const htn::hddl::WrittenPlan plan = htn::hddl::read_plan(*hddl.model, SourceText(name, text));
  const htn::hddl::PlanVerdict verdict =
      ask(given, [&](Budget& budget) { return verify(*hddl.model, plan, budget); });
  py::dict values;
  for (std::size_t i = 0; verdict.valid && i < verdict.names.size(); ++i)
    values[py::str(verdict.names[i])] = verdict.values[i];
  return py::make_tuple(verdict.valid, verdict.reason, values);
}

}  // namespace

void bind_hddl(py::module_& module) {
  py::class_<PyHddl>(module, "_Hddl")
      .def(py::init(&read), py::arg("domain"), py::arg("problem"), py::arg("domain_name"),
           py::arg("problem_name"), py::arg("strict"))
      .def_property_readonly(
          "warnings", [](const PyHddl& hddl) { return py::tuple(py::cast(hddl.model->warnings)); })
      .def("plan", plan_hddl, py::arg("aim"), py::arg("most"), py::arg("seed"), py::arg("nested"),
           py::arg("budget"))
      .def("verify", verify_hddl, py::arg("text"), py::arg("name"), py::arg("budget"));
}

}  // namespace cgt::python
