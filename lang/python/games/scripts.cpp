// The language of the program: scripts run from Python.
#include <pybind11/stl.h>

#include <mutex>

#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"
#include "lang/python/games/language.hpp"

namespace cgt::python {
namespace {

// cgt.lang.Session. One thread at a time uses it; its games are in the store that all share.
class PySession {
 public:
  template <class Work>
  auto alone(Work work) {
    const py::gil_scoped_release released;
    const std::lock_guard lock(language_->in_use);
    language_->empty();
    return work(language_->session);
  }
  py::object give(const lang::Value& value) {
    return Conversion(default_universe(), *language_).give(value);
  }

 private:
  // Not make_unique: the store that is shared does not move.
  const std::shared_ptr<Language> language_ =
      std::make_shared<Language>(std::unique_ptr<Store>(new Store(default_universe()->share())));
};

// cgt.lang.Result.
struct PyResult {
  py::object value;
  std::string text;
  std::string output;
};

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
  s.alone([&](lang::Session&) {
    const py::gil_scoped_acquire acquired;
    value = s.give(result.value);
    result.value = lang::Value();
    return 0;
  });
  return {std::move(value), std::move(result.text), std::move(result.output)};
}

}  // namespace

void bind_scripts(py::module_& module) {
  py::class_<PyResult>(module, "Result", R"(What a script came to.

    >>> lang.Session().run('2 + 2')
    <Result 4>
)")
      .def_property_readonly(
          "value", [](const PyResult& r) { return r.value; },
          R"(The last statement's, an object of Python or cgt: an int, a Game, a list, a Position, else a Value.

    >>> lang.Session().run('game.grid.Clobber("xo.")').value.options('L')
    [Position(rulesets.Clobber(), '.x.')]
)")
      .def_property_readonly(
          "text", [](const PyResult& r) { return r.text; },
          R"(As the program prints it; '' after a semicolon.

    >>> lang.Session().run('1/2 + ^').text
    '1/2+^'
)")
      .def_property_readonly(
          "output", [](const PyResult& r) { return r.output; }, R"(What Print() wrote.

    >>> lang.Session().run('Print("so")').output
    'so\n'
)")
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
           R"(Runs a text. Raises ParseError before anything ran, Error where it failed.

``name`` stands in messages for the text. Values stay what they are: positions, rulesets, games and lists of these.

    >>> s = lang.Session()
    >>> s.run('x := 3').value, s.run('x + 1').value
    (3, 4)
)")
      .def(
          "set_directory",
          [](PySession& s, const std::string& directory) {
            s.alone([&](lang::Session& session) {
              session.set_directory(directory);
              return 0;
            });
          },
          py::arg("directory"), R"(The folder below which scripts find files.

    >>> lang.Session().set_directory('examples')
)")
      .def(
          "complete",
          [](PySession& s, const std::string& line) {
            return s.alone([&](lang::Session& session) { return session.complete(line); });
          },
          py::arg("line"), R"(What could replace the last word of the line.

    >>> 'game.grid.Clobber' in lang.Session().complete('game.grid.Clo')
    True
)")
      .def(
          "help",
          [](PySession& s, const std::string& topic) {
            return s.alone([&](lang::Session& session) { return session.help(topic); });
          },
          py::arg("topic"), R"(One screen about a name; None if it is unknown.

    >>> lang.Session().help('Mean').splitlines()[0]
    'Game.Mean'
)");
}

}  // namespace cgt::python
