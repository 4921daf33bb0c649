// cgt.search: game-tree searches of states that are objects of Python.
#include "lang/python/search/searches.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <limits>
#include <string>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"
#include "decomp/search/expectiminimax.hpp"
#include "decomp/search/max_n.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/monte_carlo.hpp"
#include "decomp/search/mtd.hpp"
#include "decomp/search/proof_number.hpp"
#include "decomp/search/retrograde.hpp"
#include "lang/python/search/states.hpp"

namespace cgt::python {
namespace {

// Numbers of player 0; doubles hold what players are paid exactly.
struct Payment {
  using Value = double;
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  static double terminal(const ObjectState& s) { return s.scalar(); }
  static double evaluate(const ObjectState& s) { return s.estimate(); }
  static bool stable(const ObjectState& s) { return s.is_quiet(); }
  double least() const { return low; }
  double greatest() const { return high; }
};

Payment payment_of(const ObjectState& s) {
  return {s.type().least_utility, s.type().greatest_utility};
}

int depth_of(const py::object& given) {
  if (given.is_none()) return search::kUnlimitedDepth;
  const auto depth = given.cast<long long>();
  if (depth < 1 || depth >= search::kUnlimitedDepth)
    throw Error(fmt::format("a depth limit of {} plies", depth), "1 or more, or None");
  return static_cast<int>(depth);
}

// A bound, or None where it says no more than that there is one.
py::object bound_object(const ObjectGame& game, double x) {
  if (std::abs(x) >= std::numeric_limits<double>::max()) return py::none();
  return game.give(x);
}

// The fields of a result whose value is a number. `average`: it may be no number that a player gets.
template <class Found>
py::dict number_answer(const ObjectGame& game, const Found& found, bool average = false) {
  py::dict out = answer_of(found);
  const auto give = [&](double x) {
    return average ? py::object(py::float_(x)) : bound_object(game, x);
  };
  out["value"] = found.value ? give(*found.value) : py::object(py::none());
  out["lower"] = bound_object(game, found.lower).is_none() ? py::none() : give(found.lower);
  out["upper"] = bound_object(game, found.upper).is_none() ? py::none() : give(found.upper);
  out["exact"] = found.exact();
  return out;
}

// "Player 0 gets at least so much."
struct GetsAtLeast {
  double least = 1;
  search::Verdict operator()(const ObjectState& s) const {
    if (s.player() != search::kTerminal) return search::Verdict::kUnknown;
    return s.scalar() >= least ? search::Verdict::kWin : search::Verdict::kLoss;
  }
};

py::dict scalar_search(const std::string& engine, const py::object& root, const py::object& limit,
                       bool every_best, const py::object& budget) {
  const int depth = depth_of(limit);
  using Found = search::Result<ObjectMove, double>;
  const auto run = [&](const ObjectState& s, Budget& b) -> Found {
    if (engine == "minimax")
      return search::Minimax<ObjectState, Payment>(payment_of(s)).search(s, b, depth);
    // A limit is reached depth by depth.
    search::AlphaBetaOptions options;
    options.max_depth = depth;
    options.iterative = depth < search::kUnlimitedDepth;
    options.every_best_move = every_best;
    if (engine == "mtd")
      return search::Mtd<ObjectState, Payment>(options, payment_of(s)).search(s, b);
    options.killers = options.history = true;
    return search::AlphaBeta<ObjectState, Payment>(options, payment_of(s)).search(s, b);
  };
  return search_from(
      root, engine.c_str(), budget, run,
      [](const ObjectGame& game, const Found& found) { return number_answer(game, found); });
}

py::dict expectiminimax(const py::object& root, const py::object& limit, const std::string& cuts,
                        const py::object& budget) {
  search::ExpectiminimaxOptions options;
  options.max_depth = depth_of(limit);
  if (cuts == "none") {
    options.cuts = search::ChanceCuts::kNone;
  } else if (cuts == "star1") {
    options.cuts = search::ChanceCuts::kStar1;
  } else if (cuts == "star2") {
    options.cuts = search::ChanceCuts::kStar2;
  } else {
    throw Error(fmt::format("there are no cuts '{}'", cuts), "'none', 'star1', 'star2'");
  }
  const auto run = [&](const ObjectState& s, Budget& b) {
    // Without a range of utilities nothing is known of outcomes that are still open.
    if (!s.game().has_range()) options.cuts = search::ChanceCuts::kNone;
    return search::Expectiminimax<ObjectState, Payment>(options, payment_of(s)).search(s, b);
  };
  return search_from(
      root, "expectiminimax", budget, run,
      [](const ObjectGame& game, const auto& found) { return number_answer(game, found, true); });
}

struct VectorEstimate {
  std::vector<double> operator()(const ObjectState& s) const { return s.estimates(); }
};

py::dict max_n(const py::object& root, const py::object& limit, const py::object& budget) {
  const int depth = depth_of(limit);
  const auto run = [&](const ObjectState& s, Budget& b) {
    return search::MaxN<ObjectState, VectorEstimate>().search(s, b, depth);
  };
  return search_from(root, "max_n", budget, run, [](const ObjectGame& game, const auto& found) {
    py::dict out = answer_of(found);
    out["value"] = found.value.empty() ? py::object(py::none()) : game.give_all(found.value);
    out["exact"] = !found.value.empty() && found.stop == StopReason::kSolved;
    return out;
  });
}

py::dict monte_carlo(const py::object& root, std::uint64_t playouts, std::uint64_t seed,
                     double exploration, const py::object& budget) {
  if (playouts < 1) throw Error("a Monte Carlo search needs at least one playout");
  search::MonteCarloOptions options;
  options.playouts = playouts;
  options.seed = seed;
  options.exploration = exploration;
  const auto run = [&](const ObjectState& s, Budget& b) {
    return search::MonteCarlo<ObjectState>(options).search(s, b);
  };
  return search_from(root, "monte_carlo", budget, run, [](const ObjectGame&, const auto& found) {
    py::dict out = answer_of(found);
    out["value"] = found.value.empty() ? py::object(py::none()) : py::tuple(py::cast(found.value));
    out["exact"] = found.exact;
    if (found.stop == StopReason::kDepthLimit) out["stop"] = "all playouts made";
    return out;
  });
}

py::dict proof(const std::string& engine, const py::object& root, const py::object& least,
               std::size_t max_nodes, const py::object& budget) {
  Doubles plain;
  const GetsAtLeast goal{plain.take(least, "least")};
  using Found = search::ProofResult<ObjectMove>;
  const auto run = [&](const ObjectState& s, Budget& b) -> Found {
    if (engine == "df_pn")
      return search::DfPn<ObjectState, GetsAtLeast>(goal, {.turns = true}).search(s, b);
    search::ProofNumberOptions options;
    options.turns = true;
    options.max_nodes = max_nodes;
    return search::ProofNumberSearch<ObjectState, GetsAtLeast>(goal, options).search(s, b);
  };
  return search_from(root, engine.c_str(), budget, run, [](const ObjectGame&, const Found& found) {
    py::dict out = answer_of(found);
    const bool open = found.proof == search::Proof::kOpen;
    out["value"] = open ? py::object(py::none()) : py::bool_(found.proof == search::Proof::kProved);
    out["exact"] = !open;
    return out;
  });
}

// All states that the roots lead to, and for each: +1, 0, -1; plies or None; the place of the best
// successor or None.
py::tuple retrograde(const py::iterable& roots, const py::object& budget) {
  return ask(
      budget,
      [&](Budget& b) -> py::tuple {
        std::vector<py::object> objects;
        for (const py::handle root : roots)
          objects.push_back(py::reinterpret_borrow<py::object>(root));
        if (objects.empty()) throw Error("retrograde analysis begins with a state at least");
        const ObjectGame game(objects.front(), "retrograde", b);
        std::vector<ObjectState> states;
        for (py::object& root : objects) states.emplace_back(game, std::move(root));
        const auto reached = search::numbered_graph<ObjectState>(states, b);
        const search::Retrograde table = search::retrograde(reached.graph, b);
        py::list found;
        py::list plies;
        py::list next;
        for (std::uint32_t i = 0; i < reached.states.size(); ++i) {
          b.charge();
          found.append(reached.states[i].object());
          const bool never = table.plies[i] == search::Retrograde::kNever;
          plies.append(never ? py::object(py::none()) : py::int_(table.plies[i]));
          const auto best = search::best_successor(reached.graph, table, i);
          next.append(best ? py::object(py::int_(*best)) : py::none());
        }
        return py::make_tuple(
            found, py::cast(std::vector<int>(table.value.begin(), table.value.end())), plies, next);
      },
      Lock::kKeep);
}

}  // namespace

void bind_searches(py::module_& module) {
  module.def("_scalar_search", scalar_search, py::arg("engine"), py::arg("state"), py::arg("depth"),
             py::arg("every_best"), py::arg("budget"));
  module.def("_expectiminimax", expectiminimax, py::arg("state"), py::arg("depth"), py::arg("cuts"),
             py::arg("budget"));
  module.def("_max_n", max_n, py::arg("state"), py::arg("depth"), py::arg("budget"));
  module.def("_monte_carlo", monte_carlo, py::arg("state"), py::arg("playouts"), py::arg("seed"),
             py::arg("exploration"), py::arg("budget"));
  module.def("_proof", proof, py::arg("engine"), py::arg("state"), py::arg("least"),
             py::arg("max_nodes"), py::arg("budget"));
  module.def("_retrograde", retrograde, py::arg("roots"), py::arg("budget"));
}

}  // namespace cgt::python
