// The compiled half of the Python package `cgt` (lang/python/cgt): docs/python.md.
#include <pybind11/pybind11.h>

#include "cgt/version.hpp"
#include "lang/python/core/callable.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/language.hpp"
#include "lang/python/search/plans.hpp"
#include "lang/python/search/searches.hpp"

PYBIND11_MODULE(_cgt, module) {
  module.doc() = "The compiled half of cgt.";
  pybind11::options options;
  options.disable_function_signatures();
  cgt::python::register_errors();
  cgt::python::bind_games(module);
  cgt::python::bind_thermographs(module);
  cgt::python::bind_rulesets(module);
  cgt::python::bind_sums(module);
  cgt::python::bind_go(module);
  cgt::python::bind_scripts(module);
  cgt::python::bind_loopy(module);
  cgt::python::bind_census(module);
  cgt::python::bind_searches(module);
  cgt::python::bind_information(module);
  cgt::python::bind_puzzles(module);
  cgt::python::bind_orders(module);
  cgt::python::bind_pathology(module);
  cgt::python::bind_plans(module);
  cgt::python::bind_hddl(module);
  cgt::python::bind_values(module);
  cgt::python::explain(module);
  module.attr("__version__") = cgt::version();
}
