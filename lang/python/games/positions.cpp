#include "lang/python/games/positions.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "decomp/position/negative.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/thermographs.hpp"

namespace cgt::python {
namespace {

std::uint64_t hash_of(const py::object& object) {
  return mix(static_cast<std::uint64_t>(py::hash(object)), 0);
}

}  // namespace

ObjectPosition::ObjectPosition(UniversePtr in, py::object given)
    : universe(std::move(in)), object(std::move(given)) {
  if (const auto id = operand(universe, object)) {
    object = wrap(universe, *id);
  } else if (!py::isinstance<PyPosition>(object)) {
    if (!py::hasattr(object, "options")) {
      throw py::type_error(fmt::format("{} is not a position: it has no options(player)",
                                       py::repr(object).cast<std::string>()));
    }
    require_equality(object, "positions");
    splits_ = py::hasattr(object, "split");
  }
  hash_ = hash_of(object);
}

ObjectPosition::ObjectPosition(const ObjectPosition& parent, py::object given)
    : universe(parent.universe),
      object(std::move(given)),
      hash_(hash_of(object)),
      splits_(parent.splits_) {}

std::vector<Option<ObjectPosition>> ObjectPosition::options(Player player) const {
  Budget budget;
  return options(player, budget);
}

std::vector<Option<ObjectPosition>> ObjectPosition::options(Player player, Budget& budget) const {
  // One call of Python is much work, so limits and Ctrl-C are looked at each time.
  budget.charge();
  budget.poll();
  std::vector<Option<ObjectPosition>> out;
  const auto add = [&](py::object position, std::int64_t shift) {
    const bool alike = Py_TYPE(position.ptr()) == Py_TYPE(object.ptr());
    out.push_back({static_cast<std::uint32_t>(out.size()),
                   alike ? ObjectPosition(*this, std::move(position))
                         : ObjectPosition(universe, std::move(position)),
                   shift, false, false});
  };
  if (py::isinstance<PyGame>(object)) {
    Store& store = universe->here().store;
    for (const GameId option : store.options(object.cast<const PyGame&>().id, player))
      add(wrap(universe, option), 0);
  } else if (py::isinstance<PyPosition>(object)) {
    const auto& native = object.cast<const PyPosition&>();
    for (Option<AnyPosition>& option : native.position.options(player, budget)) {
      add(py::cast(PyPosition{universe, std::move(option.position), native.ruleset}), option.shift);
      out.back().may_repeat = option.may_repeat;
      out.back().ko = option.ko;
    }
  } else {
    for (const py::handle option : object.attr("options")(player_object(player)))
      add(py::reinterpret_borrow<py::object>(option), 0);
  }
  return out;
}

std::int64_t ObjectPosition::split(std::vector<Summand<ObjectPosition>>& sum) const {
  std::int64_t rest = 0;
  const auto add = [&](const ObjectPosition& part, bool negated) {
    if (py::isinstance<PyGame>(part.object)) {
      Store& store = universe->here().store;
      const GameId id = part.object.cast<const PyGame&>().id;
      if (store.is_integer(id) && store.number_value(id).is_small()) {
        rest += store.number_value(id).small_numerator();
        return;
      }
    }
    sum.push_back({part, negated});
  };
  if (py::isinstance<PyPosition>(object)) {
    const auto& native = object.cast<const PyPosition&>();
    std::vector<Summand<AnyPosition>> parts;
    rest += native.position.split(parts);
    for (Summand<AnyPosition>& part : parts) {
      const auto position = py::cast(PyPosition{universe, part.position, native.ruleset});
      sum.push_back({ObjectPosition(universe, position), part.negated});
    }
  } else if (splits_) {
    for (const py::handle part : object.attr("split")())
      add(ObjectPosition(universe, py::reinterpret_borrow<py::object>(part)), false);
  } else {
    add(*this, false);
  }
  return rest;
}

std::optional<AnyPosition> position_of(const UniversePtr& universe, const py::object& object) {
  if (py::isinstance<PyPosition>(object)) return object.cast<const PyPosition&>().position;
  if (py::isinstance<PyGame>(object) || !py::hasattr(object, "options")) return std::nullopt;
  return AnyPosition(ObjectPosition(universe, object));
}

bool asks_python(const AnyPosition& position) { return position.as<ObjectPosition>() != nullptr; }

py::object object_of(const UniversePtr& universe, const AnyPosition& position,
                     const std::shared_ptr<const PyRuleset>& ruleset) {
  if (const auto* own = position.as<ObjectPosition>()) return own->object;
  return py::cast(PyPosition{universe, position, ruleset});
}

namespace {

// -n <= G <= n where at most n moves are left; None where that is not known. A ruleset with a depth
// gives no free moves away.
py::object bounds_of(const UniversePtr& universe, const AnyPosition& position) {
  std::vector<Summand<AnyPosition>> parts;
  const std::int64_t rest = position.split(parts);
  std::int64_t moves = 0;
  for (const Summand<AnyPosition>& part : parts) {
    const std::uint32_t depth = part.position.depth_hint();
    if (depth == kUnknownDepth) return py::none();
    moves += depth;
  }
  Store& store = universe->here().store;
  return py::make_tuple(wrap(universe, store.integer(rest - moves)),
                        wrap(universe, store.integer(rest + moves)));
}

// work(evaluator, position, budget), within the budget and without the lock where that is possible.
template <class Work>
auto evaluate(const UniversePtr& universe, const AnyPosition& position, const py::object& given,
              Work work) {
  Handle& handle = universe->here();
  const auto within = [&](solve::Evaluator& evaluator, Lock lock) {
    return ask(
        given,
        [&](Budget& budget) {
          const Store::BudgetScope scope(handle.store, budget);
          return work(evaluator, position, budget);
        },
        lock);
  };
  try {
    if (!asks_python(position)) return within(handle.evaluator(), Lock::kRelease);
    // Tables that hold objects of Python, and that an exception may leave in the middle of a question,
    // end with the call.
    solve::Evaluator evaluator(handle.store);
    return within(evaluator, Lock::kKeep);
  } catch (const BudgetExhausted& spent) {
    raise_exhausted(spent.reason(), bounds_of(universe, position));
  }
}

// One question about native positions and those of Python classes.
template <class Answer>
void define(py::module_& module, py::class_<PyPosition>& native, const char* name, Answer answer,
            const char* doc) {
  native.def(
      name,
      [answer](const PyPosition& p, const py::object& budget) {
        return answer(p.universe, p.position, p.position.text(), budget);
      },
      py::kw_only(), budget_keyword(), doc);
  module.def(
      fmt::format("_{}", name).c_str(),
      [answer](const py::object& object, const py::object& store, const py::object& budget) {
        const UniversePtr universe = universe_of(store);
        const AnyPosition position(ObjectPosition(universe, object));
        return answer(universe, position, position.text(), budget);
      },
      py::arg("position"), py::arg("store") = py::none(), budget_keyword(), doc);
}

Thermograph thermograph_of(const UniversePtr& universe, const AnyPosition& position,
                           const py::object& budget) {
  return evaluate(
      universe, position, budget,
      [](solve::Evaluator& e, const AnyPosition& p, Budget& b) { return e.thermograph(p, b); });
}

void define_questions(py::module_& module, py::class_<PyPosition>& native) {
  define(
      module, native, "value",
      [](const UniversePtr& universe, const AnyPosition& position, const std::string&,
         const py::object& budget) {
        return wrap(universe, evaluate(universe, position, budget,
                                       [](solve::Evaluator& e, const AnyPosition& p, Budget& b) {
                                         return e.value(p, b);
                                       }));
      },
      R"(The canonical form. Raises Error where play can come back.

    >>> rulesets.Domineering.parse('....|....').value()
    Game('Miny(2)')
)");
  define(
      module, native, "outcome",
      [](const UniversePtr& universe, const AnyPosition& position, const std::string&,
         const py::object& budget) {
        Handle& handle = universe->here();
        const auto find = [&](solve::Evaluator& e, const AnyPosition& p, Budget& b) {
          if (!asks_python(p)) {
            return solve::outcome_of(e, handle.sums(), {{p, "", p.text()}}, b);
          }
          const OutcomeClass found = e.outcome(p, b);
          return LoopyOutcome{found, found};
        };
        return outcome_object(evaluate(universe, position, budget, find));
      },
      R"(Who wins, found without canonical forms.

    >>> rulesets.Domineering.parse('....|....').outcome()
    <Outcome.R: 'R'>
)");
  define(
      module, native, "thermograph",
      [](const UniversePtr& universe, const AnyPosition& position, const std::string& title,
         const py::object& budget) {
        return PyThermograph{thermograph_of(universe, position, budget), title};
      },
      R"(The thermograph, found without canonical forms.

    >>> rulesets.Domineering(2, 2).thermograph().temperature
    Fraction(1, 1)
)");
  // From the thermograph.
  struct Reading {
    const char* name;
    const char* doc;
    py::object (*of)(const Thermograph&);
  };
  for (const Reading& reading :
       {Reading{"mean", R"(The mean, a Fraction; from the thermograph.

    >>> rulesets.Domineering(2, 2).mean()
    Fraction(0, 1)
)",
                [](const Thermograph& t) { return fraction(t.mean()); }},
        {"temperature", R"(The temperature, a Fraction; from the thermograph.

    >>> rulesets.Domineering(2, 2).temperature()
    Fraction(1, 1)
)",
         [](const Thermograph& t) { return fraction(t.temperature()); }},
        {"stops", R"(Left stop and Right stop, Fractions; from the thermograph.

    >>> rulesets.Domineering(2, 2).stops()
    (Fraction(1, 1), Fraction(-1, 1))
)",
         [](const Thermograph& t) -> py::object {
           return py::make_tuple(fraction(t.wall(Player::kLeft).at(Dyadic())),
                                 fraction(t.wall(Player::kRight).at(Dyadic())));
         }}}) {
    native.def(
        reading.name,
        [of = reading.of](const PyPosition& p, const py::object& budget) {
          return of(thermograph_of(p.universe, p.position, budget));
        },
        py::kw_only(), budget_keyword(), reading.doc);
  }
}

py::list moves_of_position(const PyPosition& p, const py::object& side) {
  py::list out;
  for (Option<AnyPosition>& option : p.position.options(player(side))) {
    out.append(py::make_tuple(
        py::cast(PyPosition{p.universe, std::move(option.position), p.ruleset}), option.shift));
  }
  return out;
}

py::list options_of_position(const PyPosition& p, const py::object& side) {
  py::list out;
  if (side.is_none()) {
    for (const Player mover : kPlayers)
      for (const py::handle option : options_of_position(p, player_object(mover)))
        if (!out.contains(option)) out.append(option);
    return out;
  }
  for (Option<AnyPosition>& option : p.position.options(player(side))) {
    if (option.shift != 0) {
      throw Error("a move here brings free moves besides the position", "moves(player) gives both");
    }
    out.append(py::cast(PyPosition{p.universe, std::move(option.position), p.ruleset}));
  }
  return out;
}

// Sums stay sums: cgt.sums.Sum adds terms.
template <bool is_swapped, bool is_difference>
py::object add_to_sum(const py::object& self, const py::object& other) {
  py::list terms;
  terms.append(self);
  const py::object ours = py::module_::import("cgt.sums").attr("Sum")(terms);
  if (is_swapped)
    return is_difference ? ours.attr("__rsub__")(other) : ours.attr("__radd__")(other);
  return is_difference ? ours - other : ours + other;
}

py::tuple split_position(const PyPosition& p) {
  std::vector<Summand<AnyPosition>> parts;
  const std::int64_t rest = p.position.split(parts);
  py::list out;
  for (Summand<AnyPosition>& part : parts) {
    out.append(py::make_tuple(py::cast(PyPosition{p.universe, std::move(part.position), p.ruleset}),
                              part.negated));
  }
  return py::make_tuple(rest, out);
}

}  // namespace

PyPosition position_of_text(const PyRuleset& ruleset, const std::string& text,
                            const py::object& store) {
  // A negative is written -(board).
  if (text.starts_with("-(") && text.ends_with(')')) {
    PyPosition base = position_of_text(ruleset, text.substr(2, text.size() - 3), store);
    base.position = negative(base.position);
    return base;
  }
  return {universe_of(store), ruleset.ruleset->position(in_one_line(*ruleset.ruleset, text)),
          std::make_shared<const PyRuleset>(ruleset)};
}

void bind_positions(py::module_& module) {
  py::class_<PyPosition> position(module, "Position", R"(A position of a native ruleset.

    >>> p = rulesets.Clobber.parse('xo|ox')
    >>> p.value(), p.text, len(p.options(LEFT))
    (Game('*'), 'xo|ox', 4)
)");
  position
      .def_property_readonly(
          "text", [](const PyPosition& p) { return p.position.text(); },
          R"(As parse() of its ruleset reads it.

    >>> rulesets.Clobber()([[1, 2]]).text
    'xo'
)")
      .def_property_readonly(
          "ruleset", [](const PyPosition& p) { return PyRuleset(*p.ruleset); },
          R"(The ruleset that it is a position of.

    >>> rulesets.Clobber.parse('xo').ruleset
    rulesets.Clobber()
)")
      .def("options", options_of_position, py::arg("player") = py::none(),
           R"(The positions that a player can move to; without one those of both, each once.

    >>> rulesets.Domineering.parse('..|..').options('L')
    [Position(rulesets.Domineering(), '#.|#.'), Position(rulesets.Domineering(), '.#|.#')]
)")
      .def_property_readonly(
          "left",
          [](const PyPosition& p) { return options_of_position(p, player_object(Player::kLeft)); },
          R"(The positions that Left can move to.

    >>> rulesets.Clobber.parse('xo').left
    [Position(rulesets.Clobber(), '.x')]
)")
      .def_property_readonly(
          "right",
          [](const PyPosition& p) { return options_of_position(p, player_object(Player::kRight)); },
          R"(The positions that Right can move to.

    >>> rulesets.Clobber.parse('xo').right
    [Position(rulesets.Clobber(), 'o.')]
)")
      .def(
          "moves", moves_of_position, py::arg("player"),
          R"(The same, each with the free moves that Left gains on the way (prisoners of Go): (position, moves).

    >>> rulesets.Clobber.parse('xo').moves('L')
    [(Position(rulesets.Clobber(), '.x'), 0)]
)")
      .def("__neg__",
           [](const PyPosition& p) {
             return PyPosition{p.universe, negative(p.position), p.ruleset};
           })
      .def("__add__", add_to_sum<false, false>, py::arg("other"))
      .def("__radd__", add_to_sum<true, false>, py::arg("other"))
      .def("__sub__", add_to_sum<false, true>, py::arg("other"))
      .def("__rsub__", add_to_sum<true, true>, py::arg("other"))
      .def("split", split_position,
           R"(Independent parts: an integer and (position, negated); their sum is this position.

    >>> rulesets.Kayles.parse('5').split()
    (0, [(Position(rulesets.Kayles(), '5'), False)])
)")
      .def(
          "__eq__",
          [](const PyPosition& p, const py::object& other) -> py::object {
            if (!py::isinstance<PyPosition>(other)) return not_implemented();
            const auto& q = other.cast<const PyPosition&>();
            return py::bool_(p.ruleset->text == q.ruleset->text && p.position == q.position);
          },
          py::arg("other"))
      .def("__hash__",
           [](const PyPosition& p) { return static_cast<py::ssize_t>(p.position.hash()); })
      .def("__reduce__",
           [](const PyPosition& p) {
             return py::make_tuple(py::module_::import("cgt._pickles").attr("position"),
                                   py::make_tuple(p.ruleset->called, p.position.text()));
           })
      .def("__str__", [](const PyPosition& p) { return p.position.text(); })
      .def("_repr_svg_",
           [](const py::object& p) { return py::module_::import("cgt._svg").attr("grid")(p); })
      .def("__repr__", [](const PyPosition& p) {
        return fmt::format("Position(rulesets.{}, {})", p.ruleset->text,
                           py::repr(py::str(p.position.text())).cast<std::string>());
      });
  position.def(
      py::init([](const PyRuleset& ruleset, const std::string& text, const py::object& store) {
        return position_of_text(ruleset, text, store);
      }),
      py::arg("ruleset"), py::arg("text"), py::kw_only(), py::arg("store") = py::none());
  define_questions(module, position);
}

}  // namespace cgt::python
