// cgt.search: puzzles that are objects of Python, with one cost or several.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decomp/pob/idmoa_star.hpp"
#include "decomp/search/single_agent.hpp"
#include "lang/python/search/searches.hpp"
#include "lang/python/search/states.hpp"

namespace cgt::python {
namespace {

// What all states of one puzzle share.
struct Puzzle {
  Budget* budget;
  const char* what;
  bool has_cost = false;
  bool has_estimate = false;
};

std::int64_t integer_of(const py::handle number, const char* member) {
  if (PyIndex_Check(number.ptr()) != 0) return py::int_(py::reinterpret_borrow<py::object>(number));
  throw Error(
      fmt::format("{}() is {}, not an integer", member, py::repr(number).cast<std::string>()),
      "costs are integers of 0 or more");
}

pob::Costs costs_of(const py::object& given, const char* member) {
  if (!py::isinstance<py::tuple>(given) && !py::isinstance<py::list>(given))
    return {integer_of(given, member)};
  pob::Costs out;
  for (const py::handle entry : given) out.push_back(integer_of(entry, member));
  return out;
}

std::int64_t only(const pob::Costs& costs, const char* member) {
  if (costs.size() == 1) return costs.front();
  throw Error(fmt::format("{}() gives {} numbers", member, costs.size()),
              "namoa_star and idmoa_star take several costs");
}

py::tuple tuple_of(const pob::Costs& costs) { return py::tuple(py::cast(costs)); }

// An object with solved, moves(), play(move), and cost(move) and estimate() if its class has them.
class PuzzleState {
 public:
  using Move = ObjectMove;

  PuzzleState(const Puzzle& puzzle, py::object root) : puzzle_(&puzzle) { take(std::move(root)); }

  static search::GameType type() { return {.players = 1, .may_repeat = true}; }
  int player() const { return solved_ ? search::kTerminal : 0; }
  void moves(std::vector<Move>& out) const {
    puzzle_->budget->poll();
    for (const py::handle move : state_member(object_, "moves", puzzle_->what))
      out.push_back({py::reinterpret_borrow<py::object>(move)});
  }
  void play(const Move& move) { take(object_.attr("play")(move.object)); }
  pob::Costs costs(const Move& move) const {
    if (!puzzle_->has_cost) return {1};
    return costs_of(object_.attr("cost")(move.object), "cost");
  }
  std::int64_t cost(const Move& move) const { return only(costs(move), "cost"); }
  // Nothing where there is no way.
  std::optional<pob::Costs> estimates(std::size_t dimension) const {
    if (!puzzle_->has_estimate) return pob::Costs(dimension, 0);
    const py::object estimate = state_member(object_, "estimate", puzzle_->what);
    if (estimate.is_none()) return std::nullopt;
    return costs_of(estimate, "estimate");
  }
  const py::object& object() const { return object_; }
  std::uint64_t hash() const { return hash_; }
  friend bool operator==(const PuzzleState& a, const PuzzleState& b) {
    return a.object_.is(b.object_) || (a.hash_ == b.hash_ && a.object_.equal(b.object_));
  }

 private:
  void take(py::object object) {
    object_ = std::move(object);
    const py::object solved = state_member(object_, "solved", puzzle_->what);
    solved_ = py::bool_(solved);
    hash_ = mix(static_cast<std::uint64_t>(py::hash(object_)), 0);
  }

  const Puzzle* puzzle_;
  py::object object_;
  std::uint64_t hash_ = 0;
  bool solved_ = false;
};

struct OneEstimate {
  std::int64_t operator()(const PuzzleState& s) const {
    const std::optional<pob::Costs> left = s.estimates(1);
    return left ? only(*left, "estimate") : search::kUnsolvable;
  }
};

struct Estimates {
  std::size_t dimension;
  std::optional<pob::Costs> operator()(const PuzzleState& s) const {
    return s.estimates(dimension);
  }
};

// An object with less_equal(a, b) for tuples of costs; a lesser one is better.
struct CostOrder {
  using Element = pob::Costs;
  py::object less_equal_of;
  bool less_equal(const pob::Costs& a, const pob::Costs& b) const {
    return less_equal_of(tuple_of(a), tuple_of(b)).cast<bool>();
  }
};

// run(root, budget) makes a py::dict.
template <class Run>
py::dict solve(const py::object& root, const char* what, const py::object& given, const Run& run) {
  return ask(
      given,
      [&](Budget& budget) -> py::dict {
        require_equality(root, "states");
        const Puzzle puzzle{&budget, what, py::hasattr(root, "cost"),
                            py::hasattr(root, "estimate")};
        return run(PuzzleState(puzzle, root), budget);
      },
      Lock::kKeep);
}

py::object cost_object(std::int64_t cost) {
  return cost == search::kUnsolvable ? py::object(py::none()) : py::int_(cost);
}

py::dict way(const std::string& engine, const py::object& root, const py::object& weight,
             const py::object& budget) {
  return solve(root, engine.c_str(), budget, [&](const PuzzleState& state, Budget& b) {
    search::Way<ObjectMove> found;
    if (engine == "breadth_first") {
      found = search::BreadthFirst<PuzzleState>().search(state, b);
    } else if (engine == "ida_star") {
      found = search::IdaStar<PuzzleState, OneEstimate>().search(state, b);
    } else {
      const Rational by = rational(weight);
      if (by < Rational(1)) throw Error("the weight of an estimate is a number, 1 or more");
      search::AStarOptions options;
      const py::object fraction_of = fraction(by);
      options.weight = fraction_of.attr("numerator").cast<std::int64_t>();
      options.per = fraction_of.attr("denominator").cast<std::int64_t>();
      found = search::AStar<PuzzleState, OneEstimate>(options).search(state, b);
    }
    pass_on(found.stop);
    py::dict out = answer_of(found);
    out["value"] = found.value ? py::object(py::int_(*found.value)) : py::none();
    out["lower"] = cost_object(found.lower);
    out["upper"] = cost_object(found.upper);
    out["exact"] = found.exact();
    if (found.stop == StopReason::kExhausted) out["stop"] = "there is no way";
    if (engine != "breadth_first" && found.value &&
        search::overestimate_on<PuzzleState>(state, found.line, OneEstimate())) {
      out["exact"] = false;
      out["lower"] = py::none();
      out["stop"] = "some way; an estimate on it is too high";
    }
    return out;
  });
}

template <template <class, class, class> class Engine>
py::dict several_costs(const py::object& root, const py::object& order, const py::object& budget,
                       const char* what) {
  return solve(root, what, budget, [&](const PuzzleState& state, Budget& b) {
    const std::size_t dimension = pob::dimension_at(state);
    const Estimates estimates{dimension};
    const auto found = order.is_none()
                           ? Engine<PuzzleState, Estimates, pob::VectorOrder>(dimension, estimates)
                                 .search(state, b)
                           : Engine<PuzzleState, Estimates, CostOrder>(
                                 dimension, estimates, CostOrder{order.attr("less_equal")})
                                 .search(state, b);
    pass_on(found.stop);
    py::dict out;
    py::list ways;
    bool exact = found.stop == StopReason::kSolved || found.stop == StopReason::kExhausted;
    out["stop"] = found.stop == StopReason::kExhausted ? "there is no way" : describe(found.stop);
    for (const auto& one : found.ways) {
      ways.append(py::make_tuple(tuple_of(one.costs), list_of(one.line)));
      if (!exact || !pob::overestimates(state, one, estimates)) continue;
      exact = false;
      out["stop"] = "some ways; an estimate on one is too high";
    }
    out["value"] = ways;
    out["exact"] = exact;
    out["best"] = py::list();
    out["line"] = py::list();
    out["nodes"] = found.counts.nodes;
    out["leaves"] = found.counts.leaves;
    return out;
  });
}

py::object overestimate(const py::object& root, const py::object& budget) {
  const py::dict found = solve(root, "overestimate", budget, [](const PuzzleState& s, Budget& b) {
    py::dict out;
    if (const auto high = search::overestimate(s, OneEstimate(), b)) {
      out["found"] = py::make_tuple(high->state.object(), cost_object(high->estimate),
                                    cost_object(high->left));
    } else {
      out["found"] = py::none();
    }
    return out;
  });
  return found["found"];
}

}  // namespace

void bind_puzzles(py::module_& module) {
  module.def("_way", way, py::arg("engine"), py::arg("state"), py::arg("weight"),
             py::arg("budget"));
  module.def(
      "_ways",
      [](const std::string& engine, const py::object& state, const py::object& order,
         const py::object& budget) {
        return engine == "namoa_star"
                   ? several_costs<pob::NamoaStar>(state, order, budget, "namoa_star")
                   : several_costs<pob::IdmoaStar>(state, order, budget, "idmoa_star");
      },
      py::arg("engine"), py::arg("state"), py::arg("order"), py::arg("budget"));
  module.def("_overestimate", overestimate, py::arg("state"), py::arg("budget"));
}

}  // namespace cgt::python
