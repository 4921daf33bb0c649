// Go endgames.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <mutex>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/record/either.hpp"
#include "decomp/go/report/judgement.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/games.hpp"
#include "lang/python/games/thermographs.hpp"

namespace cgt::python {
namespace {

// cgt.go.Endgame. It has a handle of its own, which one thread at a time uses.
class PyEndgame {
 public:
  PyEndgame(UniversePtr in, go::Problem problem, const go::PartitionOptions& options,
            const go::ScoringRules& rules)
      : universe(std::move(in)),
        store_(universe->share()),
        endgame_(store_, std::move(problem), options, rules) {}

  // work(endgame, budget), alone.
  template <class Work>
  auto ask(const py::object& given, Work work) {
    return python::ask(given, [&](Budget& budget) {
      const std::lock_guard lock(using_);
      const Store::BudgetScope scope(store_, budget);
      return work(endgame_, budget);
    });
  }
  const go::Problem& problem() const { return endgame_.problem(); }
  std::string name(go::Point point) const { return problem().board.name(point); }

  const UniversePtr universe;

 private:
  std::mutex using_;
  Store store_;
  go::GoEndgame endgame_;
};

using EndgamePtr = std::shared_ptr<PyEndgame>;

py::object fraction_or_none(const std::optional<Dyadic>& x) {
  return x ? fraction(*x) : py::object(py::none());
}

std::vector<go::Point> named_points(const go::Board& board, const py::object& names) {
  if (py::isinstance<py::str>(names)) {
    if (names.cast<std::string>() == "auto") {
      Budget budget({.nodes = go::kJudgeNodes});
      return go::judge(board, Player::kLeft, {}, budget).living();
    }
    throw Error("assume is 'auto' or a list of points such as ['D4']");
  }
  std::vector<go::Point> points;
  for (const py::handle name : names) {
    const auto text = name.cast<std::string>();
    const auto point = go::parse_point(text, board.width(), board.height());
    if (!point) throw Error(fmt::format("{} is not a point of the board", text));
    points.push_back(*point);
  }
  return points;
}

EndgamePtr make_endgame(const std::string& text, const std::string& name,
                        const std::optional<go::MoveCount>& moves, const std::string& scoring,
                        const py::object& assume, const py::object& store) {
  go::Problem problem = go::parse_either(text, name, {.moves = moves.value_or(go::kLastOfGame)});
  go::PartitionOptions options;
  options.safety = go::SafetyMethod::kStatic;
  if (!assume.is_none()) {
    problem.assumed.clear();
    options.assumed = named_points(problem.board, assume);
  }
  go::ScoringRules rules;
  if (scoring == "area") {
    rules.scoring = go::Scoring::kArea;
  } else if (scoring != "territory") {
    throw Error("scoring is 'territory' or 'area'");
  }
  return std::make_shared<PyEndgame>(universe_of(store), std::move(problem), options, rules);
}

bool solve_endgame(PyEndgame& e, const py::object& given) {
  return e.ask(given, [](go::GoEndgame& endgame, Budget& budget) {
    const bool complete = endgame.solve(budget);
    try {
      if (!complete) budget.poll();
    } catch (const BudgetExhausted& spent) {
      if (spent.reason() == StopReason::kInterrupted) throw;
    }
    return complete;
  });
}

// The bounds of the score.
py::tuple score_of(PyEndgame& e, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  const go::GoEndgame::Score found = e.ask(given, [&](go::GoEndgame& endgame, Budget& budget) {
    if (!endgame.partitioned()) endgame.solve(budget);
    return endgame.score(mover, budget);
  });
  return py::make_tuple(fraction_or_none(found.lower), fraction_or_none(found.upper));
}

// The endgame with exact values, for questions that have no answer without them.
void expect_complete(PyEndgame& e, go::GoEndgame& endgame, Budget& budget) {
  if (endgame.complete() || endgame.solve(budget)) return;
  budget.poll();
  for (const go::Subgame& subgame : endgame.subgames()) {
    if (!subgame.exact) {
      throw Error(fmt::format("the region at {} has no exact value",
                              subgame.points.empty() ? "?" : e.name(subgame.points.front())),
                  subgame.note);
    }
  }
  throw Error("not all regions have exact values");
}

// question(endgame, budget); a spent budget tells the bounds of the score that are known by then.
template <class Question>
auto exactly(PyEndgame& e, const py::object& first, const py::object& given, Question question) {
  try {
    return e.ask(given, [&](go::GoEndgame& endgame, Budget& budget) {
      expect_complete(e, endgame, budget);
      return question(endgame, budget);
    });
  } catch (const BudgetExhausted& spent) {
    raise_exhausted(spent.reason(), score_of(e, first,
                                             py::cast(std::make_unique<Limit>(Budget::Limits{
                                                 .nodes = 1'000'000, .milliseconds = 1'000}))));
  }
}

py::list names_of(const PyEndgame& e, const std::vector<go::Point>& points) {
  py::list out;
  for (const go::Point point : points) out.append(e.name(point));
  return out;
}

py::list best_moves_of(PyEndgame& e, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  return names_of(e, exactly(e, first, given, [&](go::GoEndgame& endgame, Budget& budget) {
                    return endgame.best_moves(mover, budget);
                  }));
}

py::list moves_of(PyEndgame& e, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  py::list out;
  const auto found = exactly(e, first, given, [&](go::GoEndgame& endgame, Budget& budget) {
    return endgame.moves(mover, budget);
  });
  for (const go::MoveReport& move : found) {
    out.append(py::make_tuple(e.name(move.point), fraction(move.score), fraction(move.loss)));
  }
  return out;
}

py::list line_of(PyEndgame& e, const py::object& first, const py::object& given) {
  const Player mover = player(first);
  py::list out;
  const auto found = exactly(e, first, given, [&](go::GoEndgame& endgame, Budget& budget) {
    return endgame.line(mover, budget);
  });
  for (const go::LineMove& move : found) {
    out.append(py::make_tuple(player_object(move.player), e.name(move.point)));
  }
  return out;
}

// What cgt.go.Region holds, of each.
py::list regions_of(PyEndgame& e, bool known, const py::object& given) {
  const auto subgames = e.ask(given, [known](go::GoEndgame& endgame, Budget& budget) {
    if (!endgame.partitioned() && !known) endgame.solve(budget);
    return endgame.partitioned() ? endgame.subgames() : std::vector<go::Subgame>();
  });
  const auto game_or_none = [&](GameId id) {
    return id.is_none() ? py::object(py::none()) : wrap(e.universe, id);
  };
  py::list out;
  for (const go::Subgame& s : subgames) {
    out.append(py::make_tuple(names_of(e, s.points), s.exact, game_or_none(s.lower),
                              game_or_none(s.upper), s.diagram, s.note));
  }
  return out;
}

}  // namespace

void bind_go(py::module_& module) {
  py::class_<PyEndgame, EndgamePtr>(module, "Endgame", R"(What cgt.go.Endgame asks.

    >>> go.parse('XXXX|O..X|XXXX')
    <Endgame <board> 4x3>
)")
      .def(py::init(&make_endgame), py::arg("text"), py::arg("name"), py::arg("moves"),
           py::arg("scoring"), py::arg("assume"), py::arg("store"))
      .def_property_readonly(
          "name", [](const PyEndgame& e) { return e.problem().name; },
          R"(The file, or what parse() was told.

    >>> go.load('examples/go/comb9.sgf').name
    'comb 9 #3'
)")
      .def_property_readonly(
          "size",
          [](const PyEndgame& e) {
            return std::pair(e.problem().board.width(), e.problem().board.height());
          },
          R"(Columns and rows.

    >>> go.parse('XXXX|O..X|XXXX').size
    (4, 3)
)")
      .def_property_readonly(
          "komi", [](const PyEndgame& e) { return fraction(e.problem().komi); },
          R"(As the record says; 0 if it does not.

    >>> go.parse('XXXX|O..X|XXXX').komi
    Fraction(0, 1)
)")
      .def_property_readonly("_to_play",
                             [](const PyEndgame& e) -> py::object {
                               if (!e.problem().to_play) return py::none();
                               return player_object(*e.problem().to_play);
                             })
      .def_property_readonly(
          "diagram", [](const PyEndgame& e) { return go::to_diagram(e.problem().board); },
          R"(Rows of X, O and '.', each a line.

    >>> go.parse('XXXX|O..X|XXXX').diagram.splitlines()
    ['XXXX', 'O..X', 'XXXX']
)")
      .def_property_readonly(
          "warnings", [](const PyEndgame& e) { return e.problem().warnings; },
          R"(What is wrong with the record and was read all the same.

    >>> go.parse('XXXX|O..X|XXXX').warnings
    []
)")
      .def(
          "sgf", [](const PyEndgame& e) { return go::to_sgf(e.problem()); },
          R"(The record, one line.

    >>> go.parse(go.parse('XXXX|O..X|XXXX').sgf()).size
    (4, 3)
)")
      .def(
          "solve", solve_endgame, py::kw_only(), budget_keyword(),
          R"(Values all regions. False if some have bounds only; a spent budget is not an error here.

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> e.solve()
    True
)")
      .def("_regions", regions_of, py::arg("known"), py::arg("budget"))
      .def("_score", score_of, py::arg("first"), py::arg("budget"))
      .def("best_moves", best_moves_of, py::arg("first"), py::kw_only(), budget_keyword(),
           R"(First moves that lose nothing; none if passing is best.

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> e.best_moves('B')
    ['B2']
)")
      .def("moves", moves_of, py::arg("first"), py::kw_only(), budget_keyword(),
           R"(All first moves, best first: (point, score after it, what it loses).

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> e.moves('B')[0]
    ('B2', Fraction(1, 1), Fraction(0, 1))
)")
      .def("_line", line_of, py::arg("first"), py::arg("budget"))
      .def(
          "fixed_score",
          [](PyEndgame& e, const py::object& given) {
            return fraction(e.ask(given, [](go::GoEndgame& endgame, Budget& limit) {
              if (!endgame.partitioned() && !endgame.divide(limit)) limit.poll();
              return endgame.fixed_score();
            }));
          },
          py::kw_only(), budget_keyword(), R"(What the settled part of the board counts, minus komi.

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> e.fixed_score()
    Fraction(0, 1)
)")
      .def(
          "assumptions",
          [](PyEndgame& e) {
            return e.ask(py::none(), [](go::GoEndgame& endgame, Budget& limit) {
              if (!endgame.partitioned()) endgame.divide(limit);
              return endgame.assumptions();
            });
          },
          R"(All that the answers rest on, one line each.

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> len(e.assumptions()) > 0
    True
)")
      .def(
          "thermograph",
          [](PyEndgame& e, const py::object& given) -> py::object {
            const auto found = e.ask(given, [&](go::GoEndgame& endgame, Budget& limit) {
              expect_complete(e, endgame, limit);
              return endgame.thermograph(limit);
            });
            if (!found) return py::none();
            return py::cast(PyThermograph{*found, e.problem().name});
          },
          py::kw_only(), budget_keyword(), R"(Of the sum of all regions; None if that is too large.

    >>> e = go.parse('XXXX|O..X|XXXX', assume=['A1', 'A2', 'A3'])
    >>> e.thermograph().temperature
    Fraction(1, 2)
)")
      .def("__repr__", [](const PyEndgame& e) {
        return fmt::format("<Endgame {} {}x{}>", e.problem().name, e.problem().board.width(),
                           e.problem().board.height());
      });
}

}  // namespace cgt::python
