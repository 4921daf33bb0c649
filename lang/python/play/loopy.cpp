// cgt.loopy: loopy values, and those of positions that play can come back to.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/play/positions.hpp"

namespace cgt::python {
namespace {

// cgt.loopy.Loopy: a value that is no short game.
struct PyLoopy {
  UniversePtr universe;
  LoopyValue value;
};

// work(table) within the budget, alone with the table and without the lock of the interpreter.
template <class Work>
auto loopy_work(const UniversePtr& universe, const py::object& given, Work work) {
  LoopyTable& table = universe->loopy();
  return ask(given, [&](Budget& budget) {
    const std::lock_guard lock(table.in_use);
    const Store::BudgetScope scope(table.store, budget);
    if constexpr (std::is_invocable_v<Work, LoopyTable&, Budget&>) {
      return work(table, budget);
    } else {
      return work(table);
    }
  });
}
template <class Work>
auto loopy_work(const UniversePtr& universe, Work work) {
  return loopy_work(universe, py::none(), std::move(work));
}

// A Game if the value is short.
py::object loopy_object(const UniversePtr& universe, LoopyValue value) {
  if (value.is_short()) return wrap(universe, value.stopper().game());
  return py::cast(PyLoopy{universe, std::move(value)});
}

// What stands for a value in arithmetic: a Loopy, a Game, a number.
std::optional<LoopyValue> loopy_operand(const UniversePtr& universe, py::handle object) {
  if (py::isinstance<PyLoopy>(object)) {
    const auto& g = object.cast<const PyLoopy&>();
    if (g.universe == universe) return g.value;
    throw py::value_error("the games are of different stores");
  }
  if (const auto id = operand(universe, object)) return LoopyValue(*id);
  return std::nullopt;
}

// The same, and texts.
LoopyValue loopy_from(const UniversePtr& universe, py::handle object) {
  if (auto value = loopy_operand(universe, object)) return *std::move(value);
  if (!py::isinstance<py::str>(object)) {
    throw py::type_error(
        fmt::format("a value is a Loopy, a Game, an int, a Fraction or a text, not {}",
                    py::repr(object).cast<std::string>()));
  }
  const auto text = object.cast<std::string>();
  return loopy_work(universe, [&](LoopyTable& t) { return parse_loopy(t.games, text); });
}

// Throws Error for what is no stopper.
LoopyId stopper_of(const PyLoopy& g, const char* what) {
  if (g.value.is_stopper()) return g.value.stopper();
  throw Error(fmt::format("{} is of stoppers", what), "ask the onside or the offside");
}

std::string loopy_text(const PyLoopy& g) {
  return loopy_work(g.universe, [&](LoopyTable& t) { return to_text(t.games, g.value); });
}
std::string loopy_latex(const PyLoopy& g) {
  return loopy_work(g.universe, [&](LoopyTable& t) { return to_latex(t.games, g.value); });
}

template <class Work>
auto loopy_operator(Work work) {
  return [work](const PyLoopy& g, const py::object& other) -> py::object {
    const auto h = loopy_operand(g.universe, other);
    if (!h) return not_implemented();
    return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                          return work(t.games, g.value, *h);
                        }));
  };
}

// wanted(relation) of g and what the other object stands for.
template <class Wanted>
auto loopy_order(Wanted wanted) {
  return [wanted](const PyLoopy& g, const py::object& other) -> py::object {
    if (PyFloat_Check(other.ptr())) return not_implemented();
    const auto h = loopy_operand(g.universe, other);
    if (!h) return not_implemented();
    return py::bool_(wanted(
        loopy_work(g.universe, [&](LoopyTable& t) { return t.games.compare(g.value, *h); })));
  };
}

// A method with one argument that is a value.
template <class Work>
auto loopy_pair(Work work) {
  return [work](const PyLoopy& g, const py::object& other) {
    const LoopyValue h = loopy_from(g.universe, other);
    return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                          return work(t.games, g.value, h);
                        }));
  };
}

template <class Work>
auto loopy_question(Work work) {
  return [work](const PyLoopy& g) {
    return loopy_work(g.universe, [&](LoopyTable& t) { return work(t.games, g.value); });
  };
}

py::object loopy_stop(const PyLoopy& g, const py::object& first) {
  const LoopyId id = stopper_of(g, "a stop");
  const Player begins = player(first);
  return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                        return LoopyValue(t.games.make(t.games.stop(id, begins)));
                      }));
}

py::list loopy_options(const PyLoopy& g, const py::object& side) {
  const LoopyId id = stopper_of(g, "a list of options");
  const Player mover = player(side);
  const auto options = loopy_work(g.universe, [&](LoopyTable& t) {
    std::vector<LoopyId> found = t.games.options(id, mover);
    sort_for_print(t.games, found);
    return found;
  });
  py::list out;
  for (const LoopyId option : options) out.append(loopy_object(g.universe, option));
  return out;
}

py::object construct_loopy(const py::iterable& left, const py::iterable& right,
                           const py::object& store) {
  const UniversePtr universe = universe_of(store);
  PerPlayer<std::vector<LoopyValue>> options;
  for (const py::handle g : left) options[Player::kLeft].push_back(loopy_from(universe, g));
  for (const py::handle g : right) options[Player::kRight].push_back(loopy_from(universe, g));
  return loopy_object(universe, loopy_work(universe, [&](LoopyTable& t) {
                        return t.games.construct(options[Player::kLeft], options[Player::kRight]);
                      }));
}

// {'a': (left, right)}: options are values, or keys.
py::dict solve_equations(const py::dict& equations, const py::object& store) {
  const UniversePtr universe = universe_of(store);
  LoopySystem system;
  py::dict number;
  for (const auto& item : equations) number[item.first] = system.add();
  std::uint32_t v = 0;
  for (const auto& [key, options] : equations) {
    const auto sides = py::tuple(py::reinterpret_borrow<py::object>(options));
    if (sides.size() != 2) {
      throw py::type_error(
          fmt::format("{} is (left options, right options)", py::repr(key).cast<std::string>()));
    }
    for (const Player mover : kPlayers) {
      for (const py::handle option : sides[index(mover)]) {
        if (number.contains(option)) {
          system.add_move(v, mover, number[option].cast<std::uint32_t>());
        } else {
          system.add_option(v, mover, loopy_from(universe, option));
        }
      }
    }
    ++v;
  }
  const auto values = loopy_work(universe, [&](LoopyTable& t) { return t.games.values(system); });
  py::dict out;
  for (const auto& [key, at] : number)
    out[key] = loopy_object(universe, values[at.cast<std::size_t>()]);
  return out;
}

py::object loopy_position_value(const py::object& object, const py::object& store,
                                const py::object& budget) {
  const UniversePtr universe = py::isinstance<PyPosition>(object) && store.is_none()
                                   ? object.cast<const PyPosition&>().universe
                                   : universe_of(store);
  const auto position = position_of(universe, object);
  if (!position)
    throw py::type_error(fmt::format("{} is no position", py::repr(object).cast<std::string>()));
  if (!asks_python(*position)) {
    return loopy_object(universe, loopy_work(universe, budget, [&](LoopyTable& t, Budget& limited) {
                          return t.evaluator.loopy_value(*position, t.games, limited);
                        }));
  }
  LoopyTable& table = universe->loopy();
  std::unique_lock lock(table.in_use, std::defer_lock);
  {
    const py::gil_scoped_release released;
    lock.lock();
  }
  return loopy_object(universe, ask(
                                    budget,
                                    [&](Budget& limited) {
                                      const Store::BudgetScope scope(table.store, limited);
                                      solve::Evaluator evaluator(table.store);
                                      return evaluator.loopy_value(*position, table.games, limited);
                                    },
                                    Lock::kKeep));
}

py::object loopy_unpickled(const std::string& text, const py::object& store) {
  const UniversePtr universe = universe_of(store);
  return loopy_object(universe, loopy_work(universe, [&](LoopyTable& t) {
                        return loopy_from_json(t.games, text);
                      }));
}

}  // namespace

void bind_loopy(py::module_& module) {
  using Games = LoopyGames;
  using V = LoopyValue;
  py::class_<PyLoopy> loopy(module, "Loopy",
                            R"(A value of play that can come back, and is no short game.

    >>> on = loopy.parse('on')
    >>> on - on, (on - on).onside, on + 1 == on, on > 1000
    (loopy.parse('dud'), loopy.parse('on'), True, True)
)");
  loopy
      .def("__add__", loopy_operator([](Games& t, const V& g, const V& h) { return t.add(g, h); }),
           py::arg("other"))
      .def("__radd__", loopy_operator([](Games& t, const V& g, const V& h) { return t.add(h, g); }),
           py::arg("other"))
      .def("__sub__",
           loopy_operator([](Games& t, const V& g, const V& h) { return t.subtract(g, h); }),
           py::arg("other"))
      .def("__rsub__",
           loopy_operator([](Games& t, const V& g, const V& h) { return t.subtract(h, g); }),
           py::arg("other"))
      .def("__neg__",
           [](const PyLoopy& g) {
             return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                                   return t.games.negate(g.value);
                                 }));
           })
      .def("__eq__", loopy_order([](Relation r) { return r == Relation::kEqual; }),
           py::arg("other"))
      .def("__ne__", loopy_order([](Relation r) { return r != Relation::kEqual; }),
           py::arg("other"))
      .def("__le__",
           loopy_order([](Relation r) { return r == Relation::kEqual || r == Relation::kLess; }),
           py::arg("other"))
      .def("__ge__",
           loopy_order([](Relation r) { return r == Relation::kEqual || r == Relation::kGreater; }),
           py::arg("other"))
      .def("__lt__", loopy_order([](Relation r) { return r == Relation::kLess; }), py::arg("other"))
      .def("__gt__", loopy_order([](Relation r) { return r == Relation::kGreater; }),
           py::arg("other"))
      // What is not canonical may be written in several ways.
      .def("__hash__",
           [](const PyLoopy& g) {
             return g.value.is_stopper_sided() ? py::hash(py::str(loopy_text(g))) : py::ssize_t{1};
           })
      .def("__str__", loopy_text)
      .def("__repr__",
           [](const PyLoopy& g) { return fmt::format("loopy.parse('{}')", loopy_text(g)); })
      .def("_repr_latex_", [](const PyLoopy& g) { return "$" + loopy_latex(g) + "$"; })
      .def("__reduce__", [](const PyLoopy& g) {
        const std::string text =
            loopy_work(g.universe, [&](LoopyTable& t) { return to_json(t.games, g.value); });
        return py::make_tuple(py::module_::import("cgt._pickles").attr("loopy"),
                              py::make_tuple(text));
      });
  const auto times = [](const PyLoopy& g, std::int64_t n) {
    return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                          return t.games.multiple(n, g.value);
                        }));
  };
  const auto of_side = [](Side side) {
    return [side](const PyLoopy& g) {
      return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                            return t.games.side(g.value, side);
                          }));
    };
  };
  loopy.def("__mul__", times, py::arg("n"))
      .def("__rmul__", times, py::arg("n"))
      .def(
          "compare",
          [](const PyLoopy& g, const py::object& other) {
            const V h = loopy_from(g.universe, other);
            return relation_object(
                loopy_work(g.universe, [&](LoopyTable& t) { return t.games.compare(g.value, h); }));
          },
          py::arg("other"), R"(LESS, GREATER, EQUAL or CONFUSED: both sides decide.

    >>> loopy.parse('over').compare('^'), loopy.parse('dud').compare(0)
    (<Relation.GREATER: '>'>, <Relation.CONFUSED: '||'>)
)")
      .def_property_readonly("onside", of_side(Side::kOnside),
                             "The value if Left wins infinite play.")
      .def_property_readonly("offside", of_side(Side::kOffside),
                             "The value if Right wins infinite play.")
      .def(
          "is_stopper", [](const PyLoopy& g) { return g.value.is_stopper(); },
          "Does play by itself end, whoever moves in turn?")
      .def(
          "is_stopper_sided", [](const PyLoopy& g) { return g.value.is_stopper_sided(); },
          "Were both sides shown to be stoppers?")
      .def(
          "outcome",
          [](const PyLoopy& g) {
            return outcome_object(
                loopy_work(g.universe, [&](LoopyTable& t) { return t.games.outcome(g.value); }));
          },
          "Who wins, or draws: the outcomes of both sides.")
      .def("options", loopy_options, py::arg("player"), R"(Canonical options of a stopper.

    >>> loopy.parse('over').options('R')
    [loopy.parse('over')]
)")
      .def("stop", loopy_stop, py::arg("first"),
           R"(What a stopper comes to if this player begins: a number,
one with over or under, on or off.

    >>> loopy.parse('{1|over}').stop('L'), loopy.parse('{1|over}').stop('R')
    (Game('1'), loopy.parse('over'))
)")
      .def(
          "degree",
          [](const PyLoopy& g) {
            const LoopyId id = stopper_of(g, "a degree");
            return loopy_object(g.universe, loopy_work(g.universe, [&](LoopyTable& t) {
                                  return t.games.degree(id);
                                }));
          },
          R"(The onside of G - G, for a stopper (Berlekamp, Conway and Guy 1982, chapter 11).

    >>> loopy.parse('upon').degree()
    loopy.parse('^<on>')
)")
      .def("upsum", loopy_pair([](Games& t, const V& g, const V& h) { return t.upsum(g, h); }),
           py::arg("other"), "The onside of the sum.")
      .def("downsum", loopy_pair([](Games& t, const V& g, const V& h) { return t.downsum(g, h); }),
           py::arg("other"), "The offside of the sum.")
      .def("upsum_variety",
           loopy_pair([](Games& t, const V& g, const V& d) { return t.upsum_variety(g, d); }),
           py::arg("degree"), "G upsum (-G downsum -D), for an idempotent D.")
      .def("downsum_variety",
           loopy_pair([](Games& t, const V& g, const V& d) { return t.downsum_variety(g, d); }),
           py::arg("degree"), "G downsum (-G upsum D), for an idempotent D.")
      .def("is_idempotent", loopy_question([](Games& t, const V& g) { return t.is_idempotent(g); }),
           "Is G + G = G?")
      .def("is_infinitesimal",
           loopy_question([](Games& t, const V& g) { return t.is_infinitesimal(g); }),
           "Is it between all negative and all positive numbers?")
      .def("is_plumtree", loopy_question([](Games& t, const V& g) {
             return g.is_stopper() && t.is_plumtree(g.stopper());
           }),
           "Is it a stopper whose only cycles are passes?")
      .def("latex", loopy_latex, "Math-mode text, without dollar signs.")
      .def("json", loopy_question([](Games& t, const V& g) { return to_json(t, g); }),
           "The graphs of both sides; loopy.from_json reads it.");
  module.def(
      "_parse_loopy",
      [](const std::string& text, const py::object& store) {
        const UniversePtr universe = universe_of(store);
        return loopy_object(universe, loopy_from(universe, py::str(text)));
      },
      py::arg("text"), py::arg("store"));
  module.def("_loopy_from_json", loopy_unpickled, py::arg("text"), py::arg("store"));
  module.def("_construct_loopy", construct_loopy, py::arg("left"), py::arg("right"),
             py::arg("store"));
  module.def("_solve_loopy", solve_equations, py::arg("equations"), py::arg("store"));
  module.def("_loopy_value", loopy_position_value, py::arg("position"), py::arg("store"),
             py::arg("budget"));
}

}  // namespace cgt::python
