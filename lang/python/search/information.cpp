// cgt.search: games in which players do not see everything, as objects of Python.
#include "decomp/search/information_sets.hpp"

#include <string>

#include "lang/python/search/searches.hpp"
#include "lang/python/search/states.hpp"

namespace cgt::python {
namespace {

// What a player knows.
struct Knowledge {
  py::object object;
  std::uint64_t hash() const { return static_cast<std::uint64_t>(py::hash(object)); }
  friend bool operator==(const Knowledge& a, const Knowledge& b) {
    return a.object.is(b.object) || a.object.equal(b.object);
  }
};

class KnowingState : public ObjectState {
 public:
  using ObjectState::ObjectState;
  Knowledge information() const { return {game().ask(object(), "information")}; }
};

// From what the player knows to {move: probability}, wherever his plan leads.
py::dict strategy_of(const search::Unfolded<KnowingState>& game, std::size_t p,
                     const search::Plan& plan) {
  py::dict out;
  for (std::size_t i = 0; i < game.tree.sets[p].size(); ++i) {
    const auto& set = game.tree.sets[p][i];
    if (plan[set.before] == Rational(0)) continue;
    py::list moves;
    for (std::uint32_t k = 0; k < set.count; ++k) {
      if (plan[set.first + k] == Rational(0)) continue;
      moves.append(py::make_tuple(game.sights[p][i].moves[k].object,
                                  fraction(plan[set.first + k] / plan[set.before])));
    }
    out[game.sights[p][i].information.object] = moves;
  }
  return out;
}

py::dict strategies(const std::string& engine, const py::object& root, std::uint64_t iterations,
                    const py::object& given) {
  return ask(
      given,
      [&](Budget& budget) {
        const ObjectGame game(root, engine.c_str(), budget);
        const auto unfolded = search::unfold<KnowingState>(KnowingState(game, root), budget);
        const search::Judged found =
            engine == "cfr"            ? search::cfr(unfolded.tree, iterations, budget)
            : engine == "clairvoyance" ? search::clairvoyance(unfolded.tree, budget)
                                       : search::equilibrium(unfolded.tree, budget);
        pass_on(found.stop);
        py::dict out;
        out["value"] = fraction(found.value);
        out["lower"] = fraction(found.lower);
        out["upper"] = fraction(found.upper);
        out["promise"] = fraction(found.promise);
        out["strategies"] = py::make_tuple(strategy_of(unfolded, 0, found.plans[0]),
                                           strategy_of(unfolded, 1, found.plans[1]));
        out["stop"] = describe(found.stop);
        return out;
      },
      Lock::kKeep);
}

}  // namespace

void bind_information(py::module_& module) {
  module.def("_strategies", strategies, py::arg("engine"), py::arg("state"), py::arg("iterations"),
             py::arg("budget"));
}

}  // namespace cgt::python
