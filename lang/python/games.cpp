#include "lang/python/games.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "cgt/algebra/atomic_weight.hpp"
#include "cgt/algebra/products.hpp"
#include "cgt/algebra/reduced.hpp"
#include "cgt/algebra/tree_size.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/latex.hpp"
#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"
#include "cgt/text/tree.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/thermographs.hpp"

namespace cgt::python {

UniversePtr universe_of(const py::object& store) {
  if (store.is_none()) return default_universe();
  return store.cast<const PyStore&>().universe;
}

py::object wrap(const UniversePtr& universe, GameId id) {
  if (universe->here().store.is_number(id)) return py::cast(PyNumber{{universe, id}});
  return py::cast(PyGame{universe, id});
}

std::optional<GameId> operand(const UniversePtr& universe, py::handle object) {
  if (py::isinstance<PyGame>(object)) {
    const auto& game = object.cast<const PyGame&>();
    if (game.universe == universe) return game.id;
    throw py::value_error(
        "the games are of different stores; store.take(game) makes the same game in another one");
  }
  if (const auto x = as_dyadic(object)) return universe->here().store.number(*x);
  return std::nullopt;
}

GameId game_from(const UniversePtr& universe, const py::object& object) {
  if (const auto id = operand(universe, object)) return *id;
  if (py::isinstance<py::str>(object)) {
    const auto text = object.cast<std::string>();
    Handle& handle = universe->here();
    return ask(py::none(), [&](Budget& budget) {
      const Store::BudgetScope scope(handle.store, budget);
      return parse_value(handle.store, text);
    });
  }
  throw py::type_error(
      fmt::format("a game is a Game, an int, a Fraction or a text, not {}",
                  py::str(py::type::of(object).attr("__name__")).cast<std::string>()));
}

namespace {

// Longer texts are shown by size, unless they are asked for: format(g, 'text').
constexpr std::size_t kLongestShown = 100'000;

// work(store) of the calling thread, within the budget.
template <class Work>
auto game_work(const UniversePtr& universe, const py::object& budget, Work work) {
  Store& store = universe->here().store;
  return ask_briefly(budget, [&](Budget& limited) {
    const Store::BudgetScope scope(store, limited);
    return work(store);
  });
}

// work(store, id) -> GameId, as a method.
template <class Work>
auto game_method(Work work) {
  return [work](const PyGame& g, const py::object& budget) {
    return wrap(g.universe, game_work(g.universe, budget, [&](Store& s) { return work(s, g.id); }));
  };
}

// work(store, id) -> Dyadic, as a method.
template <class Work>
auto number_method(Work work) {
  return [work](const PyGame& g, const py::object& budget) {
    return fraction(game_work(g.universe, budget, [&](Store& s) { return Dyadic(work(s, g.id)); }));
  };
}

// work(store, id) -> anything that pybind11 converts.
template <class Work>
auto plain_method(Work work) {
  return [work](const PyGame& g, const py::object& budget) {
    return game_work(g.universe, budget, [&](Store& s) { return work(s, g.id); });
  };
}

// work(store, g, h) -> GameId, where h is what the other argument stands for.
template <class Work>
auto pair_method(Work work) {
  return [work](const PyGame& g, const py::object& other, const py::object& budget) {
    const GameId h = game_from(g.universe, other);
    return wrap(g.universe,
                game_work(g.universe, budget, [&](Store& s) { return work(s, g.id, h); }));
  };
}

py::object not_implemented() { return py::reinterpret_borrow<py::object>(Py_NotImplemented); }

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

std::string shown(const PyGame& g, const PrintStyle& style) {
  return game_work(g.universe, py::none(), [&](Store& s) { return to_text(s, g.id, style); });
}

std::string text_of(const PyGame& g) { return shown(g, {.max_length = kLongestShown}); }

// An embedded store has a name only for who holds it, so a repr reads back into the default one.
std::string repr_of(const PyGame& g) {
  const std::string text = text_of(g);
  return text.starts_with("{...}") ? fmt::format("<Game {}>", text)
                                   : fmt::format("Game('{}')", text);
}

std::string json_of(const PyGame& g, const py::object& budget) {
  return game_work(g.universe, budget, [&](Store& s) { return to_json(s, g.id); });
}

py::object game_from_json(const UniversePtr& universe, const std::string& text) {
  return wrap(universe,
              game_work(universe, py::none(), [&](Store& s) { return value_from_json(s, text); }));
}

// The graph of followers, as cgt/text/json.hpp describes it, and nothing else. Followers are numbered in
// print order, so that equal games have equal bytes whatever their stores have seen before.
std::string graph_of(Handle& handle, GameId root) {
  std::string games;
  FlatMap<GameId, std::size_t> numbers;
  std::vector<GameId> stack{root};
  while (!stack.empty()) {
    const GameId g = stack.back();
    if (numbers.contains(g)) {
      stack.pop_back();
      continue;
    }
    handle.store.charge();
    const bool named = handle.store.is_nus(g);
    const std::size_t waiting = stack.size();
    if (!named) {
      // The first option on top.
      for (const Player player : {Player::kRight, Player::kLeft}) {
        const std::vector<GameId>& options = handle.print_order().options(g, player);
        for (auto it = options.rbegin(); it != options.rend(); ++it)
          if (!numbers.contains(*it)) stack.push_back(*it);
      }
      if (stack.size() > waiting) continue;
    }
    stack.pop_back();
    const std::size_t number = numbers.size();
    numbers.emplace(g, number);
    games += fmt::format("{}{{\"id\":{}", number == 0 ? "" : ",", number);
    if (named) {
      games += fmt::format(",\"name\":{}", json_string(to_text(handle.store, g)));
    } else {
      for (const Player player : kPlayers) {
        std::vector<std::size_t> ids;
        for (const GameId option : handle.print_order().options(g, player))
          ids.push_back(numbers.at(option));
        games += fmt::format(",\"{}\":[{}]", player == Player::kLeft ? "left" : "right",
                             fmt::join(ids, ","));
      }
    }
    games += '}';
  }
  return fmt::format("{{\"format\":\"cgt-value\",\"version\":1,\"root\":{},\"games\":[{}]}}",
                     numbers.at(root), games);
}

std::string pickled(const PyGame& g) {
  Handle& handle = g.universe->here();
  return game_work(g.universe, py::none(), [&](Store&) { return graph_of(handle, g.id); });
}

py::str formatted(const PyGame& g, const std::string& format) {
  if (format == "text") return shown(g, {});
  if (format == "latex") {
    return game_work(g.universe, py::none(), [&](Store& s) { return to_latex(s, g.id); });
  }
  if (format == "json") return json_of(g, py::none());
  if (format == "cgsuite") return shown(g, {.notation = Notation::kCgsuite});
  return py::str(text_of(g)).attr("__format__")(format);
}

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

GameList games_from(const UniversePtr& universe, const py::iterable& objects) {
  GameList out;
  for (const py::handle object : objects)
    out.push_back(game_from(universe, py::reinterpret_borrow<py::object>(object)));
  return out;
}

// Compares by the order in which options print.
struct PrintKey {
  PyGame game;
  bool operator<(const PrintKey& other) const {
    if (game.id == other.game.id) return false;
    Handle& handle = game.universe->here();
    return game_work(game.universe, py::none(), [&](Store&) {
      std::vector<GameId> both{other.game.id, game.id};
      handle.print_order().sort(both);
      return both.front() == game.id;
    });
  }
};

py::object number_of(const PyGame& g) {
  return fraction(g.universe->here().store.number_value(g.id));
}

py::dict statistics_of(const PyStore& store) {
  const StoreStatistics figures = store.universe->here().store.statistics();
  py::dict out;
  out["games"] = figures.games;
  out["record_bytes"] = figures.record_bytes;
  out["bytes"] = figures.bytes;
  return out;
}

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
    ValueError: the games are of different stores; store.take(game) makes the same game in another one
    >>> g + own.take(Game('1'))
    Game('{3|2}')
)")
      .def(py::init([] { return PyStore{std::make_shared<Universe>()}; }))
      .def(
          "game",
          [](const PyStore& s, const py::object& value) {
            return wrap(s.universe, game_from(s.universe, value));
          },
          py::arg("value"), "A game of this store: from a text, an int or a Fraction.")
      .def(
          "take",
          [](const PyStore& s, const PyGame& game) {
            if (game.universe == s.universe) return wrap(s.universe, game.id);
            return game_from_json(s.universe, pickled(game));
          },
          py::arg("game"), "The same game in this store.")
      .def("statistics", statistics_of, "Games, and the bytes that they take.")
      .def(
          "__eq__",
          [](const PyStore& a, const py::object& b) -> py::object {
            if (!py::isinstance<PyStore>(b)) return not_implemented();
            return py::bool_(a.universe == b.cast<const PyStore&>().universe);
          },
          py::arg("other"))
      .def("__hash__", [](const PyStore& s) { return std::hash<UniversePtr>()(s.universe); });
}

// The keyword that many methods have.
py::arg_v budget_keyword() { return py::arg("budget") = py::none(); }

using GameClass = py::class_<PyGame>;

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
}

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

void bind_texts(GameClass& game) {
  game.def("__str__", text_of)
      .def("__repr__", repr_of)
      .def("__format__", formatted, py::arg("format_spec"))
      .def("_repr_latex_",
           [](const PyGame& g) {
             return "$" +
                    game_work(g.universe, py::none(),
                              [&](Store& s) { return to_latex(s, g.id, {.max_length = 2'000}); }) +
                    "$";
           })
      .def(
          "latex", [](const PyGame& g) { return formatted(g, "latex"); },
          R"(Math-mode text, without dollar signs.

    >>> print(Game('1/2').latex())
    \frac{1}{2}
)")
      .def(
          "json", [](const PyGame& g, const py::object& budget) { return json_of(g, budget); },
          py::kw_only(), budget_keyword(),
          "The graph of followers, as the program writes it; Game.from_json reads it.")
      .def_static(
          "from_json",
          [](const std::string& text, const py::object& store) {
            return game_from_json(universe_of(store), text);
          },
          py::arg("text"), py::kw_only(), py::arg("store") = py::none(),
          "The game that json() wrote. Raises ParseError and Error.")
      .def(
          "tree_svg",
          [](const PyGame& g, std::size_t max_nodes) {
            return game_work(g.universe, py::none(), [&](Store& s) {
              TreeStyle style;
              style.max_nodes = max_nodes;
              return game_tree_svg(s, g.id, style);
            });
          },
          py::arg("max_nodes") = 60, "A picture of the game tree, an <svg> element.")
      .def("__copy__", [](const py::object& g) { return g; })
      .def(
          "__deepcopy__", [](const py::object& g, const py::dict&) { return g; }, py::arg("memo"))
      .def("__reduce__", [](const PyGame& g) {
        return py::make_tuple(py::module_::import("cgt._pickles").attr("game"),
                              py::make_tuple(py::bytes(pickled(g))));
      });
}

using NumberClass = py::class_<PyNumber, PyGame>;

NumberClass bind_numbers(py::module_& module) {
  NumberClass number(module, "Number",
                     R"(A game that is a number. ``Game`` makes it; it counts as numbers.Rational.

    >>> from fractions import Fraction
    >>> half = Game('1/2')
    >>> type(half).__name__, Fraction(half), half == Fraction(1, 2), int(Game(7))
    ('Number', Fraction(1, 2), True, 7)
)");
  const auto forward = [&number](const char* name) {
    number.def(name, [name](const PyNumber& x) { return number_of(x).attr(name)(); });
  };
  number
      .def_property_readonly(
          "numerator",
          [](const PyNumber& x) -> py::object { return number_of(x).attr("numerator"); })
      .def_property_readonly(
          "denominator",
          [](const PyNumber& x) -> py::object { return number_of(x).attr("denominator"); })
      .def("__int__", [](const PyNumber& x) { return number_of(x).attr("__trunc__")(); })
      .def("__float__", [](const PyNumber& x) { return py::float_(number_of(x)); });
  for (const char* name : {"__trunc__", "__floor__", "__ceil__"}) forward(name);
  py::module_::import("numbers").attr("Rational").attr("register")(number);
  return number;
}

// What __new__ made is complete. pybind11 gives each class an __init__ that refuses.
template <class Class>
void need_no_initialisation(Class& type) {
  type.attr("__init__") =
      py::cpp_function([](const py::object&, const py::args&, const py::kwargs&) {},
                       py::name("_initialised"), py::is_method(type));
}

// Game(...) gives a Number where the value is one, which __init__ could not.
void bind_making(py::module_& module, GameClass& game) {
  game.attr("__new__") = py::staticmethod(py::cpp_function(
      [](const py::object&, const py::object& value, const py::object& store) {
        // An empty place: what is no store is told by universe_of.
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
  py::class_<PrintKey>(module, "PrintKey", "What print_order makes; only < means something.")
      .def(
          "__lt__", [](const PrintKey& a, const PrintKey& b) { return a < b; }, py::arg("other"));
  module.def(
      "print_order", [](const PyGame& g) { return PrintKey{g}; }, py::arg("game"),
      R"(A key that sorts games as they are printed. Their own order is partial: sorted() would mean nothing.

    >>> sorted([Game('{1|0}'), Game('*'), Game(3)], key=print_order)
    [Game('3'), Game('*'), Game('{1|0}')]
)");
  module.def(
      "_unpickle",
      [](const py::bytes& state) {
        return game_from_json(default_universe(), static_cast<std::string>(state));
      },
      py::arg("state"));
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
  bind_structure(game);
  bind_thermography(game);
  bind_texts(game);
  NumberClass number = bind_numbers(module);
  bind_making(module, game);
  need_no_initialisation(game);
  need_no_initialisation(number);
}

}  // namespace cgt::python
