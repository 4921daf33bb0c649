// Structure and thermography.
#include "lang/python/games/work.hpp"

#include <pybind11/stl.h>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "lang/python/games/thermographs.hpp"

namespace cgt::python {

namespace {

py::list games_of(const UniversePtr& universe, const GameList& games) {
  py::list out;
  for (const GameId game : games) out.append(wrap(universe, game));
  return out;
}

// Canonical options in print order.
py::list options_of(const PyGame& g, Player player) {
  Handle& handle = g.universe->here();
  GameList sorted = game_work(g.universe, py::none(), [&](Store& s) {
    const GameList options = s.options(g.id, player);
    std::vector<GameId> games(options.begin(), options.end());
    handle.print_order().sort(games);
    GameList out;
    for (const GameId game : games) out.push_back(game);
    return out;
  });
  return games_of(g.universe, sorted);
}

}  // namespace

void bind_structure(GameClass& game) {
  const auto options = [](const PyGame& g, const py::object& side) {
    return options_of(g, player(side));
  };
  game.def("options", options, py::arg("player"),
           R"(The canonical options of a player, in print order.

    >>> Game('{2|1||0}').options(LEFT), Game('{2|1||0}').options('R')
    ([Game('{2|1}')], [Game('0')])
)")
      .def_property_readonly(
          "left", [](const PyGame& g) { return options_of(g, Player::kLeft); },
          "The canonical options of Left.")
      .def_property_readonly(
          "right", [](const PyGame& g) { return options_of(g, Player::kRight); },
          "The canonical options of Right.")
      .def_property_readonly(
          "store", [](const PyGame& g) { return PyStore{g.universe}; }, "The store that it is in.")
      .def("birthday", plain_method([](Store& s, GameId g) { return s.birthday(g); }),
           py::kw_only(), budget_keyword(), "The depth of the canonical form.")
      .def("follower_count", plain_method([](Store& s, GameId g) { return s.follower_count(g); }),
           py::kw_only(), budget_keyword(),
           "How many different games can be reached, itself included.")
      .def(
          "tree_nodes",
          [](const PyGame& g, const py::object& budget) {
            return integer(
                game_work(g.universe, budget, [&](Store& s) { return tree_node_count(s, g.id); }));
          },
          py::kw_only(), budget_keyword(),
          R"(Nodes of the canonical tree, in which numbers are leaves.

    >>> Game('*2').tree_nodes()
    9
)")
      .def(
          "outcome",
          [](const PyGame& g, const py::object& budget) {
            return outcome_object(
                game_work(g.universe, budget, [&](Store& s) { return s.outcome(g.id); }));
          },
          py::kw_only(), budget_keyword(), R"(Who wins under normal play.

    >>> Game('*').outcome()
    <Outcome.N: 'N'>
)")
      .def("is_number", plain_method([](Store& s, GameId g) { return s.is_number(g); }),
           py::kw_only(), budget_keyword())
      .def("is_integer", plain_method([](Store& s, GameId g) { return s.is_integer(g); }),
           py::kw_only(), budget_keyword())
      .def("is_nimber", plain_method([](Store& s, GameId g) { return cgt::is_nimber(s, g); }),
           py::kw_only(), budget_keyword(), "Is it *k for some k >= 0?")
      .def("is_all_small", plain_method([](Store& s, GameId g) { return cgt::is_all_small(s, g); }),
           py::kw_only(), budget_keyword(), "In every follower both players can move, or neither.")
      .def("is_infinitesimal",
           plain_method([](Store& s, GameId g) { return cgt::is_infinitesimal(s, g); }),
           py::kw_only(), budget_keyword(), "Both stops are 0.");
}

void bind_thermography(GameClass& game) {
  game.def("mean", number_method([](Store& s, GameId g) { return s.mean(g); }), py::kw_only(),
           budget_keyword(), "The mean value, a Fraction.")
      .def("temperature", number_method([](Store& s, GameId g) { return s.temperature(g); }),
           py::kw_only(), budget_keyword(), "Where the mast of the thermograph begins, a Fraction.")
      .def("left_stop", number_method([](Store& s, GameId g) { return s.stop(g, Player::kLeft); }),
           py::kw_only(), budget_keyword(), "The number that play reaches when Left begins.")
      .def("right_stop",
           number_method([](Store& s, GameId g) { return s.stop(g, Player::kRight); }),
           py::kw_only(), budget_keyword(), "The number that play reaches when Right begins.")
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
)")
      .def(
          "thermograph",
          [](const PyGame& g, const py::object& budget) {
            return PyThermograph{
                game_work(g.universe, budget, [&](Store& s) { return s.thermograph(g.id); }),
                shown(g, {.max_length = 60})};
          },
          py::kw_only(), budget_keyword(), "Both walls; a picture in a notebook.")
      .def(
          "cool",
          [](const PyGame& g, const py::object& t, const py::object& budget) {
            const Dyadic by = dyadic(t, "t");
            return wrap(g.universe,
                        game_work(g.universe, budget, [&](Store& s) { return s.cool(g.id, by); }));
          },
          py::arg("t"), py::kw_only(), budget_keyword(),
          R"(Every move taxed t > -1, until play is cold.

    >>> from fractions import Fraction
    >>> Game('{3||2|1}').cool(Fraction(1, 2))
    Game('{5/2|2+*}')
)")
      .def("heat", pair_method([](Store& s, GameId g, GameId t) { return s.heat(g, t); }),
           py::arg("t"), py::kw_only(), budget_keyword(),
           "The game whose moves gain t (any game) more; numbers stay as they are.")
      .def("freeze", game_method([](Store& s, GameId g) { return s.freeze(g); }), py::kw_only(),
           budget_keyword(), "Cooled by its own temperature.")
      .def("atomic_weight", game_method([](Store& s, GameId g) { return atomic_weight(s, g); }),
           py::kw_only(), budget_keyword(),
           R"(How many ups it is worth. Raises Error if it is not atomic.

    >>> Game('^^*').atomic_weight()
    Game('2')
)")
      .def("reduced", game_method([](Store& s, GameId g) { return reduced_canonical_form(s, g); }),
           py::kw_only(), budget_keyword(),
           R"(The simplest game that is infinitesimally close (Grossman and Siegel 2009).

    >>> Game('{2||1|*}').reduced()
    Game('{2||1|0}')
)")
      .def("ordinal_sum",
           pair_method([](Store& s, GameId g, GameId h) { return ordinal_sum(s, g, h); }),
           py::arg("other"), py::kw_only(), budget_keyword(),
           "This, and the other beside it until a move is made in this.")
      .def("norton_multiply",
           pair_method([](Store& s, GameId g, GameId h) { return norton_multiply(s, g, h); }),
           py::arg("unit"), py::kw_only(), budget_keyword(),
           "The Norton product by a positive unit.")
      .def("conway_product",
           pair_method([](Store& s, GameId g, GameId h) { return conway_product(s, g, h); }),
           py::arg("other"), py::kw_only(), budget_keyword(), "The product of Conway (1976).");
}

}  // namespace cgt::python
