#include "lang/python/core/convert.hpp"

#include <fmt/format.h>

#include <cmath>

#include "cgt/support/diagnostic.hpp"

namespace cgt::python {
namespace {

// Objects of the package that live as long as the interpreter.
py::object from_module(const char* module, const char* name) {
  return py::module_::import(module).attr(name);
}
// Looked up when the module is imported (register_errors): a thread that waited for a static object while it
// holds the lock of the interpreter would wait for ever.
struct Types {
  py::handle rational = from_module("numbers", "Rational").release();
  py::handle error = from_module("cgt._errors", "Error").release();
  py::handle parse_error = from_module("cgt._errors", "ParseError").release();
  py::handle exhausted = from_module("cgt._errors", "BudgetExhausted").release();
  py::handle fraction = from_module("fractions", "Fraction").release();
  py::handle left = from_module("cgt._names", "Player")("L").release();
  py::handle right = from_module("cgt._names", "Player")("R").release();
};
const Types& types() {
  static const Types& all = *new Types;
  return all;
}

mpz_class big_integer(py::handle n) {
  const auto text = py::str(PyNumber_ToBase(n.ptr(), 16)).cast<std::string>();  // "-0xff"
  const bool negative = text.front() == '-';
  const mpz_class magnitude(text.substr(negative ? 3 : 2), 16);
  return negative ? mpz_class(-magnitude) : magnitude;
}

// numerator / 2^exponent.
Dyadic dyadic_of(py::handle numerator, std::uint32_t exponent) {
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(numerator.ptr(), &overflow);
  if (overflow == 0) return Dyadic(std::int64_t{small}, exponent);
  return Dyadic(big_integer(numerator), exponent);
}

// The numerator or denominator as an int: also of numpy's integers, and of SageMath's numbers, where it is a method.
py::int_ part_of(py::handle number, const char* name) {
  const py::object part = number.attr(name);
  return py::int_(PyCallable_Check(part.ptr()) != 0 ? part() : part);
}

std::string (*renamed)(const std::string&) = [](const std::string& text) { return text; };

template <class Name>
py::object member(const char* type, Name name) {
  return from_module("cgt._names", type)(name);
}

// "hint: ..." goes with the message, as nobody looks at attributes first.
void raise(py::handle type, const std::string& text, const std::string& hint,
           const std::optional<SourceText::Place>& place, const std::string& message) {
  py::object error = py::reinterpret_borrow<py::object>(type)(text);
  error.attr("hint") = hint;
  error.attr("message") = message;
  if (place) {
    error.attr("line") = place->line;
    error.attr("column") = place->column;
  }
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    raise(types().parse_error, error.what(), error.diagnostics().front().hint, error.place(),
          error.message());
  } catch (const Error& error) {
    const std::string message = renamed(error.what());
    const std::string hint = renamed(error.hint());
    const std::string text = hint.empty() ? message : fmt::format("{}\nhint: {}", message, hint);
    raise(types().error, text, hint, std::nullopt, message);
  } catch (const BudgetExhausted& spent) {
    try {
      raise_exhausted(spent.reason(), py::none());
    } catch (py::error_already_set& raised) {
      raised.restore();
    }
  }
}

}  // namespace

py::object integer(const mpz_class& n) {
  if (n.fits_slong_p()) return py::int_(n.get_si());
  return py::reinterpret_steal<py::object>(PyLong_FromString(n.get_str(16).c_str(), nullptr, 16));
}

namespace {

py::object int_of(const Integer& n) {
  if (n.fits<std::int64_t>()) return py::int_(static_cast<std::int64_t>(n));
  return integer(mpz_class(n.raw()));
}

}  // namespace

py::object fraction(const Rational& x) {
  if (x.is_integer()) return types().fraction(int_of(numerator(x)));
  return types().fraction(int_of(numerator(x)), int_of(denominator(x)));
}

Rational rational(py::handle number) {
  const auto part = [](py::handle n) {
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(n.ptr(), &overflow);
    return overflow == 0 ? Integer(std::int64_t{small}) : Integer(big_integer(n).get_mpz_t());
  };
  if (PyLong_Check(number.ptr())) return Rational(part(number), Integer(1));
  if (PyFloat_Check(number.ptr())) static_cast<void>(as_dyadic(number));  // tells what to write
  return Rational(part(part_of(number, "numerator")), part(part_of(number, "denominator")));
}

py::object fraction(const Dyadic& x) {
  const py::object numerator =
      x.is_small() ? py::object(py::int_(x.small_numerator())) : integer(x.numerator());
  if (x.exponent() == 0) return types().fraction(numerator);
  return types().fraction(numerator, py::int_(1).attr("__lshift__")(x.exponent()));
}

std::optional<Dyadic> as_dyadic(py::handle object) {
  if (PyLong_Check(object.ptr())) return dyadic_of(object, 0);
  if (PyFloat_Check(object.ptr())) {
    throw py::type_error(
        "a float is not an exact number; write Fraction(1, 2) from fractions, or a text such as "
        "'1/2'");
  }
  if (!py::isinstance(object, types().rational)) return std::nullopt;
  const py::int_ denominator = part_of(object, "denominator");
  const auto bits = denominator.attr("bit_length")().cast<std::uint64_t>();
  if (!(denominator & (denominator - py::int_(1))).equal(py::int_(0)) ||
      bits > std::numeric_limits<std::uint32_t>::max()) {
    throw NoGame(
        fmt::format("{} is the value of no short game: the denominator must be a power of two",
                    py::str(object).cast<std::string>()));
  }
  return dyadic_of(part_of(object, "numerator"), static_cast<std::uint32_t>(bits - 1));
}

Dyadic dyadic(py::handle object, const char* what) {
  if (PyUnicode_Check(object.ptr())) {
    try {
      return *as_dyadic(types().fraction(object));
    } catch (const py::error_already_set&) {
      throw Error(fmt::format("{} is a number such as '1/2', not {}", what,
                              py::repr(object).cast<std::string>()));
    }
  }
  if (auto x = as_dyadic(object)) return *std::move(x);
  throw py::type_error(
      fmt::format("{} is an int or a Fraction, not {}", what,
                  py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
}

double Doubles::take(py::handle number, const char* what) {
  const auto refuse = [&] {
    throw Error(fmt::format("{} is {}, which a float does not hold exactly", what,
                            py::repr(number).cast<std::string>()),
                "multiply fractions by a common denominator");
  };
  if (PyLong_Check(number.ptr())) {
    constexpr long long kMost = 1LL << 53U;
    int overflow = 0;
    const long long n = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0 || n < -kMost || n > kMost) refuse();
    return static_cast<double>(n);
  }
  if (PyFloat_Check(number.ptr())) {
    const double x = PyFloat_AsDouble(number.ptr());
    if (!std::isfinite(x)) refuse();
    kind_ = Kind::kFloat;
    return x;
  }
  if (!py::isinstance(number, types().rational)) {
    throw py::type_error(
        fmt::format("{} is {}, which is not a number", what, py::repr(number).cast<std::string>()));
  }
  const auto x = number.attr("__float__")().cast<double>();
  if (!types().fraction(x).equal(number)) refuse();
  const bool whole = py::int_(1).equal(part_of(number, "denominator"));
  if (!whole) kind_ = std::max(kind_, Kind::kRational);
  return x;
}

py::object Doubles::give(double x) const {
  const py::float_ number(x);
  if (kind_ == Kind::kFloat || !std::isfinite(x)) return number;
  if (kind_ == Kind::kInteger) return py::int_(number);
  return types().fraction(number);
}

void require_equality(const py::object& object, const char* what) {
  const py::object type = py::type::of(object);
  const py::object plain = py::module_::import("builtins").attr("object");
  if (type.attr("__eq__").is(plain.attr("__eq__")) || type.attr("__hash__").is_none()) {
    throw py::type_error(
        fmt::format("{} are compared and hashed, and {} has no __eq__ and __hash__ of its own; "
                    "@dataclass(frozen=True) makes both",
                    what, py::str(type.attr("__name__")).cast<std::string>()));
  }
}

Player player(py::handle object) {
  if (PyUnicode_Check(object.ptr())) {
    for (const char* name : {"L", "B", "Left", "left", "Black", "black"})
      if (PyUnicode_CompareWithASCIIString(object.ptr(), name) == 0) return Player::kLeft;
    for (const char* name : {"R", "W", "Right", "right", "White", "white"})
      if (PyUnicode_CompareWithASCIIString(object.ptr(), name) == 0) return Player::kRight;
  }
  throw Error(fmt::format("{} is not a player", py::repr(object).cast<std::string>()),
              "cgt.LEFT and cgt.RIGHT are, or 'L' and 'R'; in Go 'B' and 'W'");
}

py::object player_object(Player player) {
  return py::reinterpret_borrow<py::object>(player == Player::kLeft ? types().left : types().right);
}

py::object relation_object(Relation relation) {
  switch (relation) {
    case Relation::kLess: return member("Relation", "<");
    case Relation::kEqual: return member("Relation", "==");
    case Relation::kGreater: return member("Relation", ">");
    case Relation::kFuzzy: break;
  }
  return member("Relation", "||");
}

py::object outcome_object(LoopyOutcome outcome) { return member("Outcome", name(outcome)); }
py::object outcome_object(OutcomeClass outcome) {
  return outcome_object(LoopyOutcome{outcome, outcome});
}

void raise_exhausted(StopReason reason, const py::object& bounds) {
  py::object error = py::reinterpret_borrow<py::object>(types().exhausted)(describe(reason));
  error.attr("bounds") = bounds;
  PyErr_SetObject(types().exhausted.ptr(), error.ptr());
  throw py::error_already_set();
}

void rename_in_messages(std::string (*rename)(const std::string&)) { renamed = rename; }

void register_errors() {
  types();
  py::register_exception_translator(translate);
  // A broken contract is a bug of this module: it shall not end the interpreter.
  set_contract_handler([](const char* rule, const char* file, int line) {
    throw std::logic_error(fmt::format("{}:{}: {}", file, line, rule));
  });
}

void set_python_error(const std::exception_ptr& thrown) {
  try {
    try {
      std::rethrow_exception(thrown);
    } catch (py::error_already_set& raised) {
      raised.restore();
    } catch (const py::builtin_exception& refused) {
      refused.set_error();
    } catch (const std::bad_alloc&) {
      PyErr_NoMemory();
    } catch (...) {
      translate(std::current_exception());
    }
  } catch (const std::exception& other) {
    PyErr_SetString(PyExc_RuntimeError, other.what());
  }
}

}  // namespace cgt::python
