// The language of the program: scripts run from Python.
#include <pybind11/stl.h>

#include <mutex>

#include "cgt/text/json.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/lang.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"

namespace cgt::python {
namespace {

// cgt.lang.Session. One thread at a time uses it; its games are in a store of its own.
class PySession {
 public:
  PySession() { lang::add_all_packages(session_); }

  template <class Work>
  auto alone(Work work) {
    const py::gil_scoped_release released;
    const std::lock_guard lock(using_);
    return work(session_);
  }

 private:
  std::mutex using_;
  lang::Session session_;
};

// cgt.lang.Result.
struct PyResult {
  py::object value;
  std::string text;
  std::string output;
};

// A value of the language in Python: numbers, truth values, texts, lists and games are themselves, all
// else is its text. Lists are nested no deeper than the language allows (kMaxCollectionDepth).
py::object object_of_value(lang::Session& session, const lang::Value& value) {
  switch (value.kind()) {
    case lang::Kind::kNothing: return py::none();
    case lang::Kind::kBoolean: return py::bool_(value.as_boolean());
    case lang::Kind::kInteger: return py::int_(value.as_int64());
    case lang::Kind::kString: return py::str(value.as_string());
    case lang::Kind::kRational: {
      const py::object fraction = py::module_::import("fractions").attr("Fraction");
      py::object number = fraction(to_string(value.as_rational()));
      return value.is_integer() ? py::object(number.attr("numerator")) : number;
    }
    case lang::Kind::kGame: {
      // From the store of the session to the one that all share.
      const std::string graph = to_json(session.store(), value.as_game(), {.thermal = false});
      const UniversePtr& universe = default_universe();
      return wrap(universe, value_from_json(universe->here().store, graph));
    }
    case lang::Kind::kList: {
      py::list out;
      for (const lang::Value& item : value.as_list()) out.append(object_of_value(session, item));
      return py::object(std::move(out));
    }
    default: return py::str(session.text(value).text);
  }
}

[[noreturn]] void raise_script_error(const lang::Result& result) {
  const bool refused = result.status != lang::Status::kRuntimeError;
  const py::object type = py::module_::import("cgt._errors").attr(refused ? "ParseError" : "Error");
  std::string text = result.diagnostics;
  if (text.empty()) text = "the text ends too early: " + result.open;
  const py::object error = type(text);
  if (!result.problems.empty()) {
    error.attr("message") = result.problems.front().message;
    error.attr("hint") = result.problems.front().hint;
    if (refused) {
      error.attr("line") = result.problems.front().begin.line;
      error.attr("column") = result.problems.front().begin.column;
    }
  }
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

PyResult run(PySession& s, const std::string& text, const std::string& name,
             const py::object& given) {
  Call call(given);
  lang::Result result;
  {
    const Interruptible interruptible;
    result = s.alone([&](lang::Session& session) {
      session.set_stop_flag(interruptible.flag());
      return session.evaluate(SourceText(name, text), call.limits());
    });
    // What it did cannot be done again, so it ends even if Python's handler lets Ctrl-C pass.
    if (result.status == lang::Status::kInterrupted) {
      pass_interrupt_on();
      raise_exhausted(StopReason::kInterrupted, py::none());
    }
  }
  if (result.status == lang::Status::kOutOfBudget) {
    const py::object type = py::module_::import("cgt._errors").attr("BudgetExhausted");
    PyErr_SetObject(type.ptr(), type(result.diagnostics).ptr());
    throw py::error_already_set();
  }
  if (!result.ok()) raise_script_error(result);
  // Reads tables of the session, which another thread may be waiting for: the lock of the interpreter,
  // which is held here, is taken after that of the session by everyone else.
  py::object value;
  s.alone([&](lang::Session& session) {
    const py::gil_scoped_acquire acquired;
    value = object_of_value(session, result.value);
    result.value = lang::Value();
    return 0;
  });
  return {std::move(value), std::move(result.text), std::move(result.output)};
}

}  // namespace

void bind_scripts(py::module_& module) {
  py::class_<PyResult>(module, "Result", "What a script came to.")
      .def_property_readonly(
          "value", [](const PyResult& r) { return r.value; },
          "The last statement's: None, bool, int, Fraction, str, Game or list; else its text.")
      .def_property_readonly(
          "text", [](const PyResult& r) { return r.text; },
          "As the program prints it; '' after a semicolon.")
      .def_property_readonly(
          "output", [](const PyResult& r) { return r.output; }, "What Print() wrote.")
      .def("__repr__", [](const PyResult& r) { return "<Result " + r.text + ">"; });
  py::class_<PySession>(module, "Session",
                        R"(A conversation in the language of the program: variables stay.

    >>> s = lang.Session()
    >>> s.run('G := {3||2|1};').text
    ''
    >>> s.run('[G.Mean, G.Cool(1/2)]').value
    [Fraction(9, 4), Game('{5/2|2+*}')]
)")
      .def(py::init<>())
      .def("run", run, py::arg("text"), py::kw_only(), py::arg("name") = "<input>",
           budget_keyword(),
           "Runs a text. Raises ParseError before anything ran, Error where it failed.")
      .def(
          "set_directory",
          [](PySession& s, const std::string& directory) {
            s.alone([&](lang::Session& session) {
              session.set_directory(directory);
              return 0;
            });
          },
          py::arg("directory"), "The folder below which scripts find files.")
      .def(
          "complete",
          [](PySession& s, const std::string& line) {
            return s.alone([&](lang::Session& session) { return session.complete(line); });
          },
          py::arg("line"), "What could replace the last word of the line.")
      .def(
          "help",
          [](PySession& s, const std::string& topic) {
            return s.alone([&](lang::Session& session) { return session.help(topic); });
          },
          py::arg("topic"), "One screen about a name; None if it is unknown.");
}

}  // namespace cgt::python
