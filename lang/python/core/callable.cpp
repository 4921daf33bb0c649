#include "lang/python/core/callable.hpp"

#include <structmember.h>

#include <exception>

#include "lang/python/core/convert.hpp"

namespace cgt::python {
namespace {

struct CallableObject {
  PyObject ob_base;
  vectorcallfunc vectorcall;
  const Callable* target;  // lives as long as the process, as classes do
};

const Callable& target_of(PyObject* self) {
  return *reinterpret_cast<CallableObject*>(self)->target;
}

PyObject* call_callable(PyObject* self, PyObject* const* values, std::size_t places,
                        PyObject* names) {
  try {
    const Arguments given{values, static_cast<std::size_t>(PyVectorcall_NARGS(places)), names};
    return target_of(self).call(given).release().ptr();
  } catch (...) {
    set_python_error(std::current_exception());
    return nullptr;
  }
}

PyObject* bind_callable(PyObject* self, PyObject* object, PyObject*) {
  if (object != nullptr && object != Py_None) return PyMethod_New(self, object);
  Py_INCREF(self);
  return self;
}

// Functions are not methods, but tools take for routines only what can be bound.
PyObject* self_callable(PyObject* self, PyObject*, PyObject*) {
  Py_INCREF(self);
  return self;
}

template <std::string Callable::*member>
PyObject* callable_text(PyObject* self, void*) {
  return PyUnicode_FromString((target_of(self).*member).c_str());
}

// What a function of cgt._docs makes of the members of the callable.
template <const char* const& function>
PyObject* callable_written(PyObject* self, void*) {
  try {
    const Callable& target = target_of(self);
    return py::module_::import("cgt._docs")
        .attr(function)(target.name, target.signature, target.doc, target.owner, target.row,
                        target.example, target.setup)
        .release()
        .ptr();
  } catch (...) {
    set_python_error(std::current_exception());
    return nullptr;
  }
}
constexpr const char* kDocstring = "docstring";
constexpr const char* kSignature = "signature";

// `is_method`: "method", which binds to objects, or "function".
PyTypeObject* make_type(bool is_method) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(CallableObject, vectorcall), READONLY, nullptr},
      {}};
  static PyGetSetDef properties[] = {
      {"__name__", callable_text<&Callable::name>, nullptr, nullptr, nullptr},
      {"__doc__", callable_written<kDocstring>, nullptr, nullptr, nullptr},
      {"__signature__", callable_written<kSignature>, nullptr, nullptr, nullptr},
      {}};
  PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
      {Py_tp_members, members},
      {Py_tp_getset, properties},
      {Py_tp_descr_get, reinterpret_cast<void*>(is_method ? bind_callable : self_callable)},
      {0, nullptr}};
  unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
  if (is_method) flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
  PyType_Spec spec{is_method ? "cgt._cgt.method" : "cgt._cgt.function", sizeof(CallableObject), 0,
                   flags, slots};
  auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (type == nullptr) throw py::error_already_set();
  return type;
}

// A function of pybind11. Arguments that it does not take are refused in Python's words.
class Explained final : public Callable {
 public:
  Explained(py::object function, std::string called, bool is_method)
      : function_(std::move(function)), is_method_(is_method) {
    name = std::move(called);
    const py::capsule capsule =
        py::reinterpret_borrow<py::capsule>(PyCFunction_GET_SELF(function_.ptr()));
    const auto* record = capsule.get_pointer<py::detail::function_record>();
    signature = record->signature;
    if (record->doc != nullptr) doc = record->doc;
  }

  py::object call(const Arguments& given) const override {
    PyObject* found = PyObject_Vectorcall(function_.ptr(), given.values, given.places, given.names);
    if (found != nullptr) return py::reinterpret_steal<py::object>(found);
    py::error_already_set raised;
    if (raised.matches(PyExc_TypeError) &&
        std::string_view(raised.what()).find("): incompatible ") != std::string_view::npos) {
      py::list places;
      for (std::size_t i = 0; i < given.places; ++i) places.append(py::handle(given.values[i]));
      py::dict names;
      for (std::size_t i = 0; i < given.named(); ++i) names[given.name(i)] = given.named_value(i);
      const py::object text = py::module_::import("cgt._docs")
                                  .attr("refusal")(name, signature, is_method_, places, names);
      throw py::type_error(text.cast<std::string>());
    }
    throw raised;
  }

 private:
  const py::object function_;
  const bool is_method_;
};

// The constructor of a class that has none.
class NotCalled final : public Callable {
 public:
  explicit NotCalled(const std::string& class_name) {
    name = class_name;
    signature = "(self)";
    doc = "Made by other objects of the package; the class is not called.";
  }
  py::object call(const Arguments&) const override {
    throw py::type_error(name + " objects are made by other calls of the package: help(cgt." +
                         name + ") shows one");
  }
};

py::object make(PyTypeObject* type, std::unique_ptr<const Callable> callable) {
  auto* object = PyObject_New(CallableObject, type);
  if (object == nullptr) throw py::error_already_set();
  object->vectorcall = call_callable;
  object->target = callable.release();
  return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(object));
}

}  // namespace

py::object method_of(std::unique_ptr<const Callable> callable) {
  static PyTypeObject* const type = make_type(true);
  return make(type, std::move(callable));
}

py::object function_of(std::unique_ptr<const Callable> callable) {
  static PyTypeObject* const type = make_type(false);
  return make(type, std::move(callable));
}

namespace {

// The function of pybind11 in what a class or a module holds; empty if it is none.
py::object made_by_pybind(py::handle member) {
  PyObject* inner = member.ptr();
  if (PyInstanceMethod_Check(inner)) inner = PyInstanceMethod_GET_FUNCTION(inner);
  if (!PyCFunction_Check(inner) || PyCFunction_GET_SELF(inner) == nullptr) return {};
  if (!PyCapsule_CheckExact(PyCFunction_GET_SELF(inner))) return {};
  return py::reinterpret_borrow<py::object>(inner);
}

void explain_class(const py::object& type) {
  const auto class_name = type.attr("__name__").cast<std::string>();
  const py::dict members(type.attr("__dict__"));
  for (const auto& [key, member] : members) {
    const auto name = key.cast<std::string>();
    const bool is_maker = name == "__init__" || name == "__new__";
    if (name.starts_with("__") && !is_maker && name != "__call__") continue;
    const bool is_static =
        py::isinstance(member, py::handle(reinterpret_cast<PyObject*>(&PyStaticMethod_Type)));
    const py::object function = made_by_pybind(
        is_static ? member.attr("__func__") : py::reinterpret_borrow<py::object>(member));
    if (!function) continue;
    auto explained =
        std::make_unique<Explained>(function, is_maker ? class_name : name, !is_static || is_maker);
    type.attr(name.c_str()) = is_static
                                  ? py::object(py::staticmethod(function_of(std::move(explained))))
                                  : method_of(std::move(explained));
  }
  // pybind11 gives a class without a constructor one of its own, which refuses.
  const py::object made = members.attr("get")("__init__", py::none());
  if (Py_TYPE(made.ptr()) == &PyWrapperDescr_Type)
    type.attr("__init__") = method_of(std::make_unique<NotCalled>(class_name));
}

}  // namespace

void explain(const py::module_& module) {
  const py::dict members(module.attr("__dict__"));
  for (const auto& [key, member] : members) {
    if (PyType_Check(member.ptr())) {
      explain_class(py::reinterpret_borrow<py::object>(member));
    } else if (const py::object function = made_by_pybind(member)) {
      const auto name = key.cast<std::string>();
      module.attr(name.c_str()) = function_of(std::make_unique<Explained>(function, name, false));
    }
  }
}

}  // namespace cgt::python
