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

template <std::string Callable::*member>
PyObject* callable_text(PyObject* self, void*) {
  return PyUnicode_FromString((target_of(self).*member).c_str());
}

// `is_method`: "method", which binds to objects, or "function".
PyTypeObject* make_type(bool is_method) {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(CallableObject, vectorcall), READONLY, nullptr},
      {}};
  static PyGetSetDef properties[] = {
      {"__name__", callable_text<&Callable::name>, nullptr, nullptr, nullptr},
      {"__doc__", callable_text<&Callable::doc>, nullptr, nullptr, nullptr},
      {"__text_signature__", callable_text<&Callable::signature>, nullptr, nullptr, nullptr},
      {}};
  PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(PyVectorcall_Call)},
                         {Py_tp_members, members},
                         {Py_tp_getset, properties},
                         {is_method ? Py_tp_descr_get : 0, reinterpret_cast<void*>(bind_callable)},
                         {0, nullptr}};
  unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL;
  if (is_method) flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
  PyType_Spec spec{is_method ? "cgt._cgt.method" : "cgt._cgt.function", sizeof(CallableObject), 0,
                   flags, slots};
  auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (type == nullptr) throw py::error_already_set();
  return type;
}

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

}  // namespace cgt::python
