// Stores and budgets.
#include "lang/python/games/work.hpp"

#include <pybind11/stl.h>

namespace cgt::python {

namespace {

py::dict statistics_of(const PyStore& store) {
  const StoreStatistics figures = store.universe->here().store.statistics();
  py::dict out;
  out["games"] = figures.games;
  out["record_bytes"] = figures.record_bytes;
  out["bytes"] = figures.bytes;
  return out;
}

}  // namespace

void bind_stores(py::module_& module) {
  py::class_<Limit>(module, "Budget",
                    R"(Limits of work: of all calls in a ``with`` block together, or of one call.

    >>> with budget(ms=10_000, nodes=10_000_000):
    ...     Game('^') + Game('*')
    Game('^*')
    >>> Game('{3||2|1}').mean(budget=budget(nodes=1000))
    Fraction(9, 4)

What is not given has no limit. ``ms`` are milliseconds by the clock, ``mb`` megabytes of all tables,
``nodes`` units of work. A spent one raises BudgetExhausted.
)")
      .def(py::init([](const std::optional<std::uint64_t>& ms,
                       const std::optional<std::uint64_t>& nodes,
                       const std::optional<std::uint64_t>& mb) {
             return std::make_unique<Limit>(Budget::Limits{nodes.value_or(Budget::kUnlimited),
                                                           ms.value_or(Budget::kUnlimited),
                                                           mb.value_or(Budget::kUnlimited)});
           }),
           py::kw_only(), py::arg("ms") = py::none(), py::arg("nodes") = py::none(),
           py::arg("mb") = py::none())
      .def(
          "__enter__",
          [](Limit& limit) -> Limit& {
            limit.enter();
            return limit;
          },
          py::return_value_policy::reference)
      .def("__exit__", [](Limit& limit, const py::args&) { limit.leave(); });

  py::class_<PyStore>(
      module, "Store",
      R"(A store of games of its own. Without one, games are in a store that all share.

Games of different stores are never mixed, and a store frees its memory when nobody has it or one of its
games any more.

    >>> own = Store()
    >>> g = own.game('{2|1}')
    >>> g + Game('1')
    Traceback (most recent call last):
    ...
    cgt.Error: the games are of different stores
    hint: store.take(game) makes the same game in another one
    >>> g + own.take(Game('1'))
    Game('{3|2}')
)")
      .def(py::init([] { return PyStore{std::make_shared<Universe>()}; }))
      .def(
          "game",
          [](const PyStore& s, const py::object& value) {
            return wrap(s.universe, game_from(s.universe, value));
          },
          py::arg("value"), R"(A game of this store: from a text, an int or a Fraction.

    >>> Store().game('{2|1}')
    Game('{2|1}')
)")
      .def(
          "take",
          [](const PyStore& s, const PyGame& game) {
            if (game.universe == s.universe) return wrap(s.universe, game.id);
            return game_from_json(s.universe, pickled(game));
          },
          py::arg("game"), R"(The same game in this store.

    >>> Store().take(Game('{2|1}')).mean()
    Fraction(3, 2)
)")
      .def("statistics", statistics_of, R"(Games, and the bytes that they take.

    >>> sorted(Store().statistics())
    ['bytes', 'games', 'record_bytes']
)")
      .def(
          "__eq__",
          [](const PyStore& a, const py::object& b) -> py::object {
            if (!py::isinstance<PyStore>(b)) return not_implemented();
            return py::bool_(a.universe == b.cast<const PyStore&>().universe);
          },
          py::arg("other"))
      .def("__hash__", [](const PyStore& s) { return std::hash<UniversePtr>()(s.universe); });
}

}  // namespace cgt::python
