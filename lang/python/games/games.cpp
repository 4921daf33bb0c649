#include "lang/python/games/games.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "cgt/text/text.hpp"
#include "lang/python/core/callable.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/work.hpp"

namespace cgt::python {

UniversePtr universe_of(const py::object& store) {
  if (store.is_none()) return default_universe();
  return expected<PyStore>(
             store, "the store is a cgt.Store; braces(left, right) makes a game from options")
      .universe;
}

py::object wrap(const UniversePtr& universe, GameId id) {
  if (universe->here().store.is_number(id)) return py::cast(PyNumber{{universe, id}});
  return py::cast(PyGame{universe, id});
}

void refuse_other_store() {
  throw Error("the games are of different stores",
              "store.take(game) makes the same game in another one");
}

std::optional<GameId> operand(const UniversePtr& universe, py::handle object) {
  if (py::isinstance<PyGame>(object)) {
    const auto& game = object.cast<const PyGame&>();
    if (game.universe == universe) return game.id;
    refuse_other_store();
  }
  if (PyUnicode_Check(object.ptr())) {
    throw py::type_error(
        fmt::format("a text is not a game; write Game({})", py::repr(object).cast<std::string>()));
  }
  if (const auto x = as_dyadic(object)) return universe->here().store.number(*x);
  return std::nullopt;
}

GameId game_from(const UniversePtr& universe, const py::object& object) {
  if (py::isinstance<py::str>(object)) {
    const auto text = object.cast<std::string>();
    Handle& handle = universe->here();
    return ask(py::none(), [&](Budget& budget) {
      const Store::BudgetScope scope(handle.store, budget);
      return parse_value(handle.store, text);
    });
  }
  if (const auto id = operand(universe, object)) return *id;
  throw py::type_error(
      fmt::format("a game is a Game, an int, a Fraction or a text, not {}",
                  py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
}

py::object number_of(const PyGame& g) {
  return fraction(g.universe->here().store.number_value(g.id));
}

namespace {

GameList games_from(const UniversePtr& universe, const py::iterable& objects) {
  GameList out;
  for (const py::handle object : objects)
    out.push_back(game_from(universe, py::reinterpret_borrow<py::object>(object)));
  return out;
}

using NumberClass = py::class_<PyNumber, PyGame>;

NumberClass bind_numbers(py::module_& module) {
  NumberClass number(module, "Number",
                     R"(A game that is a number. ``Game`` makes it; it is a numbers.Rational.

Sums, differences, products and absolute values are numbers again where their denominator is a power of two.
Quotients, powers, remainders and whatever meets another fraction are ints and Fractions. Floats are refused.

    >>> from fractions import Fraction
    >>> half = Game('1/2')
    >>> type(half).__name__, Fraction(half), half == Fraction(1, 2), int(Game(7))
    ('Number', Fraction(1, 2), True, 7)
    >>> half / 3, abs(-half), round(Game('5/4')), Game(7) // 2, half + Fraction(1, 3)
    (Fraction(1, 6), Game('1/2'), 1, 3, Fraction(5, 6))
)");
  // What fractions answer: quotients are not always games, so these are ints and Fractions.
  const auto forward = [&number](const char* name) {
    number.def(name, [name](const PyNumber& x, const py::args& others) -> py::object {
      py::list given;
      for (const py::handle other : others) {
        if (PyFloat_Check(other.ptr())) static_cast<void>(as_dyadic(other));  // refuses it
        if (!py::isinstance<PyGame>(other))
          given.append(other);
        else if (py::isinstance<PyNumber>(other))
          given.append(number_of(other.cast<const PyNumber&>()));
        else
          return not_implemented();
      }
      return number_of(x).attr(name)(*given);
    });
  };
  number
      .def_property_readonly(
          "numerator",
          [](const PyNumber& x) -> py::object { return number_of(x).attr("numerator"); },
          R"(The numerator in lowest terms.

    >>> Game('3/4').numerator
    3
)")
      .def_property_readonly(
          "denominator",
          [](const PyNumber& x) -> py::object { return number_of(x).attr("denominator"); },
          R"(The least positive denominator, a power of two.

    >>> Game('3/4').denominator
    4
)")
      .def_property_readonly(
          "real", [](const py::object& x) { return x; }, R"(The number itself.

    >>> Game('3/4').real
    Game('3/4')
)")
      .def_property_readonly(
          "imag", [](const PyNumber&) { return 0; }, R"(0, as of all real numbers.

    >>> Game('3/4').imag
    0
)")
      .def(
          "conjugate", [](const py::object& x) { return x; }, R"(The number itself.

    >>> Game('3/4').conjugate()
    Game('3/4')
)")
      .def(
          "as_integer_ratio",
          [](const PyNumber& x) {
            const py::object f = number_of(x);
            return py::make_tuple(f.attr("numerator"), f.attr("denominator"));
          },
          R"(Numerator and denominator, as of int, float and Fraction.

    >>> Game('3/4').as_integer_ratio()
    (3, 4)
)")
      .def("__abs__",
           [](const PyNumber& x) {
             return wrap(x.universe, *operand(x.universe, number_of(x).attr("__abs__")()));
           })
      // What sympify() asks: floats would be rounded.
      .def("_sympy_",
           [](const PyNumber& x) {
             const py::object f = number_of(x);
             return py::module_::import("sympy").attr("Rational")(f.attr("numerator"),
                                                                  f.attr("denominator"));
           })
      .def("__int__", [](const PyNumber& x) { return number_of(x).attr("__trunc__")(); })
      .def("__float__", [](const PyNumber& x) { return py::float_(number_of(x)); });
  for (const char* name : {"__trunc__", "__floor__", "__ceil__", "__round__", "__truediv__",
                           "__rtruediv__", "__floordiv__", "__rfloordiv__", "__mod__", "__rmod__",
                           "__divmod__", "__rdivmod__", "__pow__", "__rpow__", "__complex__"})
    forward(name);
  py::module_::import("numbers").attr("Rational").attr("register")(number);
  return number;
}

// What __new__ made is complete. pybind11 gives each class an __init__ that refuses.
template <class Class>
void need_no_initialisation(Class& type) {
  struct Complete final : Callable {
    py::object call(const Arguments&) const override { return py::none(); }
  };
  auto complete = std::make_unique<Complete>();
  complete->name = type.attr("__name__").template cast<std::string>();
  complete->signature = "(self, value=0, store=None)";
  type.attr("__init__") = method_of(std::move(complete));
}

// Game(...) gives a Number where the value is one, which __init__ could not.
void bind_making(py::module_& module, GameClass& game) {
  game.attr("__new__") = py::staticmethod(py::cpp_function(
      [](const py::object&, const py::object& value, const py::object& store) {
        // An empty place: what is not a store is told by universe_of.
        const UniversePtr universe = store.is_none() && py::isinstance<PyGame>(value)
                                         ? value.cast<const PyGame&>().universe
                                         : universe_of(store);
        return wrap(universe, game_from(universe, value));
      },
      py::name("__new__"), py::arg("cls"), py::arg("value") = 0, py::arg("store") = py::none(),
      "A game from a text, an int, a Fraction or a game."));
  module.def(
      "braces",
      [](const py::iterable& left, const py::iterable& right, const py::object& store) {
        const UniversePtr universe = universe_of(store);
        const GameList lefts = games_from(universe, left);
        const GameList rights = games_from(universe, right);
        return wrap(universe, game_work(universe, py::none(), [&](Store& s) {
                      return s.construct(std::span(lefts.begin(), lefts.size()),
                                         std::span(rights.begin(), rights.size()));
                    }));
      },
      py::arg("left"), py::arg("right"), py::kw_only(), py::arg("store") = py::none(),
      R"({left | right} in canonical form.

    >>> braces([2, '*'], [0])
    Game('{2|0}')
)");
  module.def(
      "nimber",
      [](std::uint32_t k, const py::object& store) {
        const UniversePtr universe = universe_of(store);
        return wrap(universe, universe->here().store.nimber(k));
      },
      py::arg("k"), py::kw_only(), py::arg("store") = py::none(), R"(The nimber \*k.

    >>> nimber(2) + nimber(3)
    Game('*')
)");
  module.def(
      "up",
      [](std::int64_t n, std::uint32_t star, const py::object& store) {
        const UniversePtr universe = universe_of(store);
        return wrap(universe, universe->here().store.up(n, star));
      },
      py::arg("n") = 1, py::arg("star") = 0, py::kw_only(), py::arg("store") = py::none(),
      R"(n ups and \*star.

    >>> up(2, 1)
    Game('^^*')
)");
}

}  // namespace

void bind_games(py::module_& module) {
  bind_stores(module);
  GameClass game(module, "Game", R"(The value of a short game, in canonical form.

    >>> g = Game('{2|1||0}')
    >>> g + Game('^') - g, 2 * Game('^'), Game('^') > 0
    (Game('^'), Game('^^'), True)
    >>> g.mean(), g.temperature()
    (Fraction(3, 4), Fraction(3, 4))

Game(value, store=None): from a text, an int, a Fraction whose denominator is a power of two, or a game.
``repr`` reads back. f'{g:latex}', also json, cgsuite and text, are other ways to write it.
)");
  bind_operators(game);
  bind_texts(game);
  NumberClass number = bind_numbers(module);
  bind_making(module, game);
  bind_print_order(module);
  need_no_initialisation(game);
  need_no_initialisation(number);
}

}  // namespace cgt::python
