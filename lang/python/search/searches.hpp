// The searches and plans of the package: parts of the module.
#pragma once

#include <pybind11/pybind11.h>

namespace cgt::python {

void bind_searches(pybind11::module_& module);
void bind_information(pybind11::module_& module);
void bind_puzzles(pybind11::module_& module);
void bind_orders(pybind11::module_& module);
void bind_pathology(pybind11::module_& module);

}  // namespace cgt::python
