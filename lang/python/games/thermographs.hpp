// Thermographs of Python.
#pragma once

#include <string>

#include "cgt/number/trajectory.hpp"

namespace cgt::python {

// cgt.Thermograph.
struct PyThermograph {
  Thermograph thermograph;
  std::string title;  // of its picture: what it is the thermograph of
};

}  // namespace cgt::python
