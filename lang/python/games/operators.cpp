// + - * and the order of games, and what has no row of the language.
#include "lang/python/games/work.hpp"

#include <pybind11/stl.h>

namespace cgt::python {

namespace {

bool is_number(const PyGame& g) { return g.universe->here().store.is_number(g.id); }

// An operator: NotImplemented for other types. Numbers also meet fractions that are not a game, as fractions.
template <class Work>
void define(GameClass& game, const char* name, Work work) {
  game.def(
      name,
      [name, work](const PyGame& g, const py::object& other) -> py::object {
        std::optional<GameId> h;
        try {
          h = operand(g.universe, other);
        } catch (const NoGame&) {
          if (!is_number(g)) throw;
          return number_of(g).attr(name)(other);
        }
        if (!h) return not_implemented();
        const auto found =
            game_work(g.universe, py::none(), [&](Store& s) { return work(s, g.id, *h); });
        if constexpr (std::is_same_v<decltype(found), const bool>)
          return py::bool_(found);
        else
          return wrap(g.universe, found);
      },
      py::arg("other"));
}

// == and !=, which refuse nothing but games of another store.
py::object equality(const PyGame& g, const py::object& other, bool wanted) {
  if (PyFloat_Check(other.ptr())) {
    if (!is_number(g)) return not_implemented();
    return py::bool_(number_of(g).equal(other) == wanted);
  }
  std::optional<GameId> h;
  try {
    h = operand(g.universe, other);
  } catch (const NoGame&) {
    return py::bool_(!wanted);
  }
  if (!h) return not_implemented();
  return py::bool_((g.id == *h) == wanted);
}

// Copies of a game, or the product of numbers.
py::object multiple(const PyGame& g, const py::object& n) {
  const bool has_value = is_number(g);
  if (py::isinstance<PyGame>(n) && !is_number(n.cast<const PyGame&>())) {
    if (has_value) return not_implemented();  // the other one makes copies of itself
    throw py::type_error(
        "games are multiplied by whole numbers; "
        "norton_product and conway_product are products of games");
  }
  std::optional<Dyadic> times;
  try {
    times = as_dyadic(n);
  } catch (const NoGame&) {
    if (!has_value) throw;
    return number_of(g).attr("__mul__")(n);
  }
  if (!times) return not_implemented();
  if (has_value && !times->is_integer())
    return wrap(g.universe, *operand(g.universe, number_of(g).attr("__mul__")(fraction(*times))));
  if (!times->is_integer()) {
    throw py::type_error(
        "only a whole number of copies can be made; "
        "norton_product and conway_product are products of games");
  }
  return wrap(g.universe, game_work(g.universe, py::none(),
                                    [&](Store& s) { return s.multiple(*times, g.id); }));
}

}  // namespace

void bind_operators(GameClass& game) {
  const auto add = [](Store& s, GameId g, GameId h) { return s.add(g, h); };
  define(game, "__add__", add);
  define(game, "__radd__", add);
  define(game, "__sub__", [](Store& s, GameId g, GameId h) { return s.subtract(g, h); });
  define(game, "__rsub__", [](Store& s, GameId g, GameId h) { return s.subtract(h, g); });
  define(game, "__le__", [](Store& s, GameId g, GameId h) { return s.leq(g, h); });
  define(game, "__ge__", [](Store& s, GameId g, GameId h) { return s.geq(g, h); });
  define(game, "__lt__", [](Store& s, GameId g, GameId h) { return g != h && s.leq(g, h); });
  define(game, "__gt__", [](Store& s, GameId g, GameId h) { return g != h && s.geq(g, h); });
  game.def("__neg__",
           [](const PyGame& g) {
             return wrap(g.universe, game_work(g.universe, py::none(),
                                               [&](Store& s) { return s.negate(g.id); }));
           })
      .def("__pos__", [](const py::object& g) { return g; })
      .def("__mul__", multiple, py::arg("n"))
      .def("__rmul__", multiple, py::arg("n"))
      .def(
          "__eq__",
          [](const PyGame& g, const py::object& other) { return equality(g, other, true); },
          py::arg("other"))
      .def(
          "__ne__",
          [](const PyGame& g, const py::object& other) { return equality(g, other, false); },
          py::arg("other"))
      .def("__bool__", [](const PyGame& g) { return g.id != kZero; })
      .def("__hash__", [](const PyGame& g) -> py::ssize_t {
        Handle& handle = g.universe->here();
        if (handle.store.is_number(g.id)) return py::hash(number_of(g));
        return static_cast<py::ssize_t>(
            game_work(g.universe, py::none(), [&](Store&) { return handle.content_hash(g.id); }));
      });
  const auto relation = [](const PyGame& g, const py::object& other) {
    const GameId h = game_from(g.universe, other);
    return game_work(g.universe, py::none(), [&](Store& s) { return s.compare(g.id, h); });
  };
  game.def(
          "compare",
          [relation](const PyGame& g, const py::object& other) {
            return relation_object(relation(g, other));
          },
          py::arg("other"), R"(LESS, GREATER, EQUAL or CONFUSED: the order of games is partial.

    >>> Game('*').compare(0), Game('^').compare(0)
    (<Relation.CONFUSED: '||'>, <Relation.GREATER: '>'>)
)")
      .def(
          "confused",
          [relation](const PyGame& g, const py::object& other) {
            return relation(g, other) == Relation::kFuzzy;
          },
          py::arg("other"), R"(Neither is at least the other: who moves first wins the difference.

    >>> Game('*').confused(0), Game('^').confused(0)
    (True, False)
)")
      .def(
          "lf",
          [relation](const PyGame& g, const py::object& other) {
            const Relation found = relation(g, other);
            return found == Relation::kFuzzy || found == Relation::kLess;
          },
          py::arg("other"), R"(Less or confused: Right wins the difference moving first.

    >>> Game('*').lf(0), Game('*') <= 0
    (True, False)
)");
  game.def_property_readonly(
          "store", [](const PyGame& g) { return PyStore{g.universe}; }, R"(The store that it is in.

    >>> Game('*').store == Game('^').store
    True
)")
      .def(
          "stops",
          [](const PyGame& g, const py::object& budget) {
            const auto both = game_work(g.universe, budget, [&](Store& s) {
              return std::pair(s.stop(g.id, Player::kLeft), s.stop(g.id, Player::kRight));
            });
            return py::make_tuple(fraction(both.first), fraction(both.second));
          },
          py::kw_only(), budget_keyword(), R"(Left stop and Right stop.

    >>> Game('{2|1||0}').stops()
    (Fraction(1, 1), Fraction(0, 1))
)");
}

}  // namespace cgt::python
