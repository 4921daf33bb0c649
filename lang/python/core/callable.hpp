// Functions and methods of Python that take their arguments by its vectorcall protocol: no tuple, no dict and no
// bound method is made for a call, which is most of what a short call costs. Their docstrings and signatures are
// written by cgt._docs when somebody asks for them, and so is what is wrong with arguments that do not fit.
//
// Thread rule: callers hold the lock of the interpreter.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>

namespace cgt::python {

namespace py = pybind11;

// What a call was given: arguments by place, then those by name.
struct Arguments {
  PyObject* const* values;
  std::size_t places;
  PyObject* names;  // a tuple of str, or null

  std::size_t named() const {
    return names == nullptr ? 0 : static_cast<std::size_t>(PyTuple_GET_SIZE(names));
  }
  py::handle name(std::size_t i) const {
    return PyTuple_GET_ITEM(names, static_cast<Py_ssize_t>(i));
  }
  py::handle named_value(std::size_t i) const { return values[places + i]; }
};

class Callable {
 public:
  virtual ~Callable() = default;
  // What it throws becomes an exception of Python, as in functions of pybind11.
  virtual py::object call(const Arguments& given) const = 0;

  std::string name;
  std::string signature;  // "(self, t, *, budget=None)", or with types, as pybind11 writes it
  std::string doc;
  // An example of the language, "G --> result" after lines of setup, of a row that Python calls `name`.
  std::string row;
  std::string owner;  // the class in Python, "" of functions
  std::string example;
  std::string setup;
};

// Everything of the module that pybind11 made, as such functions and methods: its refusals name types of C++.
void explain(const py::module_& module);

// For the dict of a class; the object that it is called of stands first.
py::object method_of(std::unique_ptr<const Callable> callable);
// The same without an object.
py::object function_of(std::unique_ptr<const Callable> callable);

}  // namespace cgt::python
