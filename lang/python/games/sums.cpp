// Sums of positions and values: who wins, by which moves, and for which score.
#include <pybind11/stl.h>

#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/language.hpp"
#include "lang/python/games/positions.hpp"
#include "lang/python/games/thermographs.hpp"

namespace cgt::python {
namespace {

// cgt.sums.Sum.
struct PySum {
  UniversePtr universe;
  solve::Sum sum;
  std::vector<std::shared_ptr<const PyRuleset>> rulesets;  // of each term; null for a value

  bool asks_python() const {
    return std::ranges::any_of(sum, [](const solve::SumTerm& term) {
      const auto* position = std::get_if<AnyPosition>(&term.game);
      return position != nullptr && python::asks_python(*position);
    });
  }
};

// cgt.sums.Move.
struct PyMove {
  std::size_t term;
  py::object after;
  std::string text;
};

// work(solver, budget).
template <class Work>
auto solve_sum(const PySum& sum, const py::object& given, Work work) {
  Handle& handle = sum.universe->here();
  const auto within = [&](solve::SumOutcome& solver, Lock lock) {
    return ask(
        given,
        [&](Budget& budget) {
          const Store::BudgetScope scope(handle.store, budget);
          return work(solver, budget);
        },
        lock);
  };
  if (!sum.asks_python()) return within(handle.sums(), Lock::kRelease);
  // Its tables hold objects of Python.
  solve::SumOutcome solver(handle.store);
  return within(solver, Lock::kKeep);
}

py::object game_object(const PySum& sum, std::size_t term, const solve::SumGame& game) {
  if (const auto* id = std::get_if<GameId>(&game)) return wrap(sum.universe, *id);
  if (const auto* loopy = std::get_if<solve::LoopyTerm>(&game))
    return py::module_::import("cgt.loopy").attr("parse")(loopy->text);
  return object_of(sum.universe, std::get<AnyPosition>(game), sum.rulesets[term]);
}

py::list moves_of(const PySum& sum, const std::vector<solve::SumMove>& found) {
  py::list out;
  for (const solve::SumMove& move : found)
    out.append(PyMove{move.term, game_object(sum, move.term, move.after), move.text});
  return out;
}

// The negative: the players change places in every term.
PySum negative_of(const PySum& sum) {
  PySum out = sum;
  for (std::size_t i = 0; i < out.sum.size(); ++i) {
    solve::SumTerm& term = out.sum[i];
    if (auto* id = std::get_if<GameId>(&term.game)) {
      Store& store = out.universe->here().store;
      *id = store.negate(*id);
      term.text = to_text(store, *id);
    } else if (auto* position = std::get_if<AnyPosition>(&term.game)) {
      if (python::asks_python(*position)) {
        const py::object object = -object_of(out.universe, *position, nullptr);
        *position = *position_of(out.universe, object);
        term.text = py::str(object).cast<std::string>();
      } else {
        *position = negative(*position);
        term.text = position->text();
      }
    } else {
      term.text = py::str(-game_object(sum, i, term.game)).cast<std::string>();
      term.game = solve::LoopyTerm{term.text};
    }
  }
  return out;
}

PySum sum_of(const py::iterable& terms, const py::object& store) {
  PySum out{universe_of(store), {}, {}};
  for (const py::handle handle : terms) {
    const auto term = py::reinterpret_borrow<py::object>(handle);
    const auto text = py::str(term).cast<std::string>();
    std::shared_ptr<const PyRuleset> ruleset;
    if (const auto position = position_of(out.universe, term)) {
      if (py::isinstance<PyPosition>(term)) ruleset = term.cast<const PyPosition&>().ruleset;
      out.sum.push_back({*position, ruleset ? ruleset->path : "python", text});
    } else if (py::isinstance<PyValue>(term)) {
      out.sum.push_back({solve::LoopyTerm{text}, "", text});
    } else {
      out.sum.push_back({game_from(out.universe, term), "", text});
    }
    out.rulesets.push_back(std::move(ruleset));
  }
  return out;
}

// left + other: a sum, or what is a term of one.
py::object joined(const PySum& left, const py::object& other, bool is_swapped, bool is_difference) {
  PySum right{left.universe, {}, {}};
  if (py::isinstance<PySum>(other)) {
    right = other.cast<const PySum&>();
  } else {
    py::list terms;
    terms.append(other);
    right = sum_of(terms, py::cast(PyStore{left.universe}));
  }
  if (right.universe != left.universe) refuse_other_store();
  PySum out = is_swapped ? right : left;
  const PySum& last = is_swapped ? left : right;
  const PySum added = is_difference ? negative_of(last) : last;
  out.sum.insert(out.sum.end(), added.sum.begin(), added.sum.end());
  out.rulesets.insert(out.rulesets.end(), added.rulesets.begin(), added.rulesets.end());
  return py::cast(std::move(out));
}

template <bool is_swapped, bool is_difference>
py::object join(const PySum& left, const py::object& other) {
  return joined(left, other, is_swapped, is_difference);
}

PySum parse(const std::string& text, const py::object& store) {
  PySum out{universe_of(store), {}, {}};
  out.sum = solve::parse_sum(out.universe->here().store, text);
  for (const solve::SumTerm& term : out.sum) {
    out.rulesets.push_back(term.ruleset.empty() ? nullptr : ruleset_called(term.ruleset));
  }
  return out;
}

bool wins(const PySum& sum, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  return solve_sum(sum, given, [&](solve::SumOutcome& solver, Budget& budget) {
    return solver.decide(sum.sum, mover, budget) == solve::Verdict::kWins;
  });
}

py::object outcome(const PySum& sum, const py::object& given) {
  return outcome_object(solve_sum(sum, given, [&](solve::SumOutcome& solver, Budget& budget) {
    return solver.outcome(sum.sum, budget);
  }));
}

py::list winning_moves(const PySum& sum, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  return moves_of(sum, solve_sum(sum, given, [&](solve::SumOutcome& solver, Budget& budget) {
                    return solver.winning_moves(sum.sum, mover, true, budget);
                  }));
}

py::object score(const PySum& sum, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  const solve::SumScore found =
      solve_sum(sum, given, [&](solve::SumOutcome& solver, Budget& budget) {
        return solver.score(sum.sum, mover, budget);
      });
  if (found.exact()) return fraction(found.lower);
  throw Error("a ko matters: the score is between " + found.lower.to_string() + " and " +
              found.upper.to_string());
}

py::list best_moves(const PySum& sum, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  return moves_of(sum, solve_sum(sum, given, [&](solve::SumOutcome& solver, Budget& budget) {
                    return solver.best_moves(sum.sum, mover, true, budget);
                  }));
}

py::list terms_of(const PySum& sum) {
  py::list out;
  for (std::size_t i = 0; i < sum.sum.size(); ++i) out.append(game_object(sum, i, sum.sum[i].game));
  return out;
}

std::string text_of_sum(const PySum& sum) {
  std::string out;
  for (const solve::SumTerm& term : sum.sum) {
    if (!out.empty()) out += " + ";
    out += solve::term_text(term.ruleset, term.text);
  }
  return out.empty() ? "0" : out;
}

}  // namespace

void bind_sums(py::module_& module) {
  py::class_<PyMove>(module, "SumMove", R"(A move in a sum.

    >>> s = Sum([rulesets.Clobber.parse('xoxo|oxox'), Game('{3|-5}'), '^'])
    >>> move = s.winning_moves('R')[0]
    >>> move.term, move.after
    (1, Game('-5'))
)")
      .def_property_readonly(
          "term", [](const PyMove& m) { return m.term; }, R"(The number of the term, from 0.

    >>> Sum(['*', 1]).winning_moves('L')[0].term
    0
)")
      .def_property_readonly(
          "after", [](const PyMove& m) { return m.after; },
          R"(What the term becomes: a position or a Game.

    >>> Sum(['*2']).winning_moves('L')[0].after
    Game('0')
)")
      .def("__repr__", [](const PyMove& m) {
        return "<term " + std::to_string(m.term) + " to " + m.text + ">";
      });
  py::class_<PySum>(module, "Sum",
                    R"(A sum of positions and values, which is not added up to be solved.

    >>> s = Sum([rulesets.Clobber.parse('xoxo|oxox'), Game('{3|-5}'), '^'])
    >>> s.outcome(), s.winning_moves(RIGHT)
    (<Outcome.N: 'N'>, [<term 1 to -5>])
)")
      .def(py::init(&sum_of), py::arg("terms"), py::kw_only(), py::arg("store") = py::none())
      .def_property_readonly("terms", terms_of, R"(Positions and games.

    >>> Sum([rulesets.Clobber.parse('xo'), '^']).terms
    [Position(rulesets.Clobber(), 'xo'), Game('^')]
)")
      .def("wins", wins, py::arg("first"), py::kw_only(), budget_keyword(),
           R"(Does the player who moves first win under normal play?

    >>> Sum(['*', '*2']).wins('L')
    True
)")
      .def("outcome", outcome, py::kw_only(), budget_keyword(), R"(Who wins under normal play.

    >>> Sum(['*', '*']).outcome()
    <Outcome.P: 'P'>
)")
      .def("winning_moves", winning_moves, py::arg("first"), py::kw_only(), budget_keyword(),
           R"(All first moves that win.

    >>> Sum(['*', '*2']).winning_moves('R')
    [<term 1 to *>]
)")
      .def(
          "score", score, py::arg("first"), py::kw_only(), budget_keyword(),
          R"(What both play for when the last number reached counts: Left stop or Right stop of the sum.

    >>> Sum(['{2|-1}', '{1|*}']).score(LEFT)
    Fraction(2, 1)
)")
      .def("best_moves", best_moves, py::arg("first"), py::kw_only(), budget_keyword(),
           R"(All first moves that keep the score; none where nobody has to move.

    >>> Sum(['{2|-1}', '{1|*}']).best_moves('L')
    [<term 0 to 2>]
)")
      .def(
          "thermograph",
          [](const PySum& sum, const py::object& given) {
            return PyThermograph{solve_sum(sum, given,
                                           [&](solve::SumOutcome& solver, Budget& limit) {
                                             return solver.thermograph(sum.sum, limit);
                                           }),
                                 text_of_sum(sum)};
          },
          py::kw_only(), budget_keyword(),
          R"(Of a single position without its form, else of the sum.

    >>> Sum(['{2|-1}', '{1|*}']).thermograph().temperature
    Fraction(3, 2)
)")
      .def("__neg__", negative_of)
      .def("__add__", join<false, false>, py::arg("other"))
      .def("__radd__", join<true, false>, py::arg("other"))
      .def("__sub__", join<false, true>, py::arg("other"))
      .def("__rsub__", join<true, true>, py::arg("other"))
      .def("__reduce__",
           [](const py::object& s) {
             return py::make_tuple(py::type::of(s), py::make_tuple(s.attr("terms")));
           })
      .def("__len__", [](const PySum& sum) { return sum.sum.size(); })
      .def("__str__", text_of_sum)
      .def("__repr__", [](const PySum& sum) { return "<Sum " + text_of_sum(sum) + ">"; });
  module.def("_parse_sum", parse, py::arg("text"), py::arg("store") = py::none());
}

}  // namespace cgt::python
