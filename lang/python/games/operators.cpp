// + - * and the order of games, and what has no row of the language.
#include "lang/python/games/work.hpp"

#include <pybind11/stl.h>

namespace cgt::python {

namespace {

// An operator: NotImplemented for other types.
template <class Work>
auto sum_operator(Work work) {
  return [work](const PyGame& g, const py::object& other) -> py::object {
    const auto h = operand(g.universe, other);
    if (!h) return not_implemented();
    return wrap(g.universe,
                game_work(g.universe, py::none(), [&](Store& s) { return work(s, g.id, *h); }));
  };
}

template <class Work>
auto order_operator(Work work) {
  return [work](const PyGame& g, const py::object& other) -> py::object {
    const auto h = operand(g.universe, other);
    if (!h) return not_implemented();
    return py::bool_(
        game_work(g.universe, py::none(), [&](Store& s) { return work(s, g.id, *h); }));
  };
}

// == and !=, which refuse nothing but games of another store.
py::object equality(const PyGame& g, const py::object& other, bool wanted) {
  if (PyFloat_Check(other.ptr())) return not_implemented();
  std::optional<GameId> h;
  try {
    h = operand(g.universe, other);
  } catch (const py::value_error&) {
    if (py::isinstance<PyGame>(other)) throw;
    return py::bool_(!wanted);  // a fraction that is no game
  }
  if (!h) return not_implemented();
  return py::bool_((g.id == *h) == wanted);
}

py::object multiple(const PyGame& g, const py::object& n) {
  if (py::isinstance<PyGame>(n)) return not_implemented();
  const auto times = as_dyadic(n);
  if (!times) return not_implemented();
  if (!times->is_integer()) {
    throw py::type_error(
        "only a whole number of copies can be made; "
        "norton_multiply and conway_product are products of games");
  }
  return wrap(g.universe, game_work(g.universe, py::none(),
                                    [&](Store& s) { return s.multiple(*times, g.id); }));
}

}  // namespace

void bind_operators(GameClass& game) {
  game.def("__add__", sum_operator([](Store& s, GameId g, GameId h) { return s.add(g, h); }),
           py::arg("other"))
      .def("__radd__", sum_operator([](Store& s, GameId g, GameId h) { return s.add(g, h); }),
           py::arg("other"))
      .def("__sub__", sum_operator([](Store& s, GameId g, GameId h) { return s.subtract(g, h); }),
           py::arg("other"))
      .def("__rsub__", sum_operator([](Store& s, GameId g, GameId h) { return s.subtract(h, g); }),
           py::arg("other"))
      .def("__neg__",
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
      .def("__le__", order_operator([](Store& s, GameId g, GameId h) { return s.leq(g, h); }),
           py::arg("other"))
      .def("__ge__", order_operator([](Store& s, GameId g, GameId h) { return s.geq(g, h); }),
           py::arg("other"))
      .def("__lt__",
           order_operator([](Store& s, GameId g, GameId h) { return g != h && s.leq(g, h); }),
           py::arg("other"))
      .def("__gt__",
           order_operator([](Store& s, GameId g, GameId h) { return g != h && s.geq(g, h); }),
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
          py::arg("other"), "Neither is at least the other: who moves first wins the difference.")
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
          "store", [](const PyGame& g) { return PyStore{g.universe}; }, "The store that it is in.")
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
