// Numbers, players and errors between Python and the toolkit.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/number/dyadic.hpp"
#include "cgt/number/rational.hpp"
#include "cgt/store/store.hpp"

namespace cgt::python {

namespace py = pybind11;

// A fractions.Fraction. Exact.
py::object fraction(const Dyadic& x);
py::object fraction(const Rational& x);
// A Python int.
py::object integer(const mpz_class& n);
// Of an int, or of any rational number. Throws TypeError for a float.
Rational rational(py::handle number);
// A fraction that is the value of no short game.
struct NoGame : Error {
  using Error::Error;
};
// An int, or a rational number whose denominator is a power of two; empty for any other object. Throws
// TypeError for a float and NoGame for other fractions, with what to write instead.
std::optional<Dyadic> as_dyadic(py::handle object);
// The same, also of a text such as '1/2'; TypeError for anything else. `what`: "t", the parameter.
Dyadic dyadic(py::handle object, const char* what);

// Numbers of Python as doubles, never rounded, and results made of them: ints where all were ints,
// Fractions where all were rational, else floats.
class Doubles {
 public:
  // Throws TypeError for what is not a real number, Error for one that a double does not hold. `what`:
  // "utility()".
  double take(py::handle number, const char* what);
  // Requires sums, products and choices of what was taken that are exact.
  py::object give(double x) const;

 private:
  enum class Kind : std::uint8_t { kInteger, kRational, kFloat };
  Kind kind_ = Kind::kInteger;
};

// Throws TypeError unless objects of this class are compared by value and hashed. `what`: "positions".
void require_equality(const py::object& object, const char* what);

// The object as what it should be. Throws TypeError: "the store is a cgt.Store, not list".
template <class Class>
const Class& expected(py::handle object, const char* what) {
  if (py::isinstance<Class>(object)) return object.cast<const Class&>();
  throw py::type_error(std::string(what) + ", not " +
                       py::str(py::type::handle_of(object).attr("__name__")).cast<std::string>());
}

// What an operator returns for types that it does not know.
inline py::object not_implemented() {
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

// cgt.LEFT, 'L', 'Left', 'B' and 'Black'; cgt.RIGHT and its like. Throws Error.
Player player(py::handle object);
py::object player_object(Player player);
py::object relation_object(Relation relation);
py::object outcome_object(OutcomeClass outcome);
py::object outcome_object(LoopyOutcome outcome);

// Raises cgt.BudgetExhausted with bounds: None or a pair.
[[noreturn]] void raise_exhausted(StopReason reason, const py::object& bounds);

// Names of the language in messages of the toolkit become those of Python by this function.
void rename_in_messages(std::string (*rename)(const std::string&));
// The exceptions of the toolkit become those of cgt._errors.
void register_errors();
// The same where pybind11 does not look: sets the exception of Python.
void set_python_error(const std::exception_ptr& thrown);

}  // namespace cgt::python
