// What the planning of domains of Python and of HDDL texts share.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <string>

#include "decomp/htn/planner/planner.hpp"

namespace cgt::python {

namespace py = pybind11;

// A task in Python: (name, arguments...).
using TaskObject = std::function<py::object(htn::TaskId)>;

// What a planner is asked. `attribute` is the place of the one that is best.
enum class PlanAim : std::uint8_t { kFirst, kAll, kBest, kPareto };
// Throws Error.
PlanAim plan_aim(const std::string& name);
htn::PlanResult ask_planner(htn::Planner& planner, PlanAim aim, std::size_t attribute,
                            const htn::PlanOrder& order, std::uint64_t most, Budget& budget);

// The fields of a cgt.htn.Plan and of a cgt.htn.Plans.
py::dict plan_fields(const htn::Domain& domain, const htn::Plan& plan, const TaskObject& task);
py::dict plans_fields(const htn::Domain& domain, const htn::PlanResult& result,
                      const TaskObject& task);

void bind_plans(py::module_& module);
void bind_hddl(py::module_& module);

}  // namespace cgt::python
