// cgt.pathology: experiments on when looking farther ahead makes worse decisions.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "decomp/labs/pathology/grid.hpp"
#include "decomp/labs/pathology/lookahead.hpp"
#include "lang/python/search/searches.hpp"
#include "lang/python/search/states.hpp"

namespace cgt::python {
namespace {

namespace pathology = search::pathology;

pathology::Model model_of(const std::string& name) {
  for (const pathology::Model model :
       {pathology::Model::kTopDown, pathology::Model::kBottomUp, pathology::Model::kOnePlayer}) {
    if (name == pathology::name(model)) return model;
  }
  throw Error(fmt::format("there is no model '{}'", name), "'top-down', 'bottom-up', 'one-player'");
}

// What a cell measured, in the order of kMeasures in cgt/pathology.py.
std::vector<double> measures_of(const pathology::ErrorTally& tally) {
  return {tally.mean_deep(),  tally.mean_shallow(), tally.pathology(), tally.pathology_error(),
          tally.mean_ratio(), tally.better,         tally.worse,       tally.count};
}

// cgt.pathology.Grid: the units that are done, and the journal of them.
class PyGrid {
 public:
  explicit PyGrid(const py::dict& given) : grid_(parameters_of(given)), journal_(grid_.header()) {}

  void restore(const std::string& journal) {
    const std::size_t good = grid_.restore(journal);
    journal_ = journal.substr(0, good);
  }
  py::object run(unsigned threads, const py::object& given) {
    const Running running(running_, "grid");
    const auto stop =
        run_threads(given, [&](const Budget::Limits& limits, const std::atomic<bool>* flag) {
          return grid_.run(limits, flag, threads, [&](const std::string& line) {
            const std::lock_guard lock(writing_);
            journal_ += line;
          });
        });
    return stop ? py::object(py::str(describe(*stop))) : py::none();
  }
  std::string journal() const {
    const std::lock_guard lock(writing_);
    return journal_;
  }
  bool complete() const { return grid_.complete(); }
  // [branching][similarity][granularity][measure]
  std::vector<std::vector<std::vector<std::vector<double>>>> cells() const {
    const pathology::GridParameters& p = grid_.parameters();
    std::vector<std::vector<std::vector<std::vector<double>>>> out(p.branchings.size());
    for (std::size_t b = 0; b < p.branchings.size(); ++b) {
      out[b].resize(p.similarities.size());
      for (std::size_t s = 0; s < p.similarities.size(); ++s) {
        for (std::size_t g = 0; g < p.granularities.size(); ++g)
          out[b][s].push_back(measures_of(grid_.tally(b, s, g)));
      }
    }
    return out;
  }
  py::tuple axes() const {
    const pathology::GridParameters& p = grid_.parameters();
    return py::make_tuple(p.branchings, p.similarities, p.granularities);
  }

 private:
  // What is not given is as in the quick grid.
  static pathology::GridParameters parameters_of(const py::dict& given) {
    pathology::GridParameters p =
        pathology::GridParameters::quick(model_of(given["model"].cast<std::string>()));
    const auto take = [&](const char* name, auto& out) {
      if (!given.contains(name) || given[name].is_none()) return;
      out = given[name].cast<std::decay_t<decltype(out)>>();
    };
    take("branchings", p.branchings);
    take("similarities", p.similarities);
    take("granularities", p.granularities);
    take("trees", p.trees);
    take("seed", p.seed);
    take("height", p.model.height);
    take("deep", p.model.deep);
    take("shallow", p.model.shallow);
    take("sigma", p.model.sigma);
    return p;
  }

  pathology::Grid grid_;
  mutable std::mutex writing_;  // of the journal
  std::string journal_;
  std::atomic<bool> running_{false};
};

// By the repr: hashes of texts differ from run to run of Python.
std::uint64_t name_of_state(const ObjectState& state) {
  const auto text = py::repr(state.object()).cast<std::string>();
  return mix(hash_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}),
             static_cast<std::uint64_t>(state.player() + 2));
}
using NamedObjectState = pathology::NamedState<ObjectState, name_of_state>;

// One list of measures a granularity.
std::vector<std::vector<double>> lookahead(const py::iterable& roots, int deep, int shallow,
                                           double sigma, const std::vector<int>& granularities,
                                           double lowest, double highest, std::uint64_t seed,
                                           const py::object& given) {
  pathology::LookaheadParameters parameters;
  parameters.deep = deep;
  parameters.shallow = shallow;
  parameters.sigma = sigma;
  parameters.granularities = granularities;
  parameters.lowest = lowest;
  parameters.highest = highest;
  parameters.seed = seed;
  return ask(
      given,
      [&](Budget& budget) {
        std::vector<std::unique_ptr<ObjectGame>> games;  // the states point to them
        pathology::LookaheadExperiment<NamedObjectState> experiment(parameters);
        for (const py::handle root : roots) {
          const auto state = py::reinterpret_borrow<py::object>(root);
          games.push_back(std::make_unique<ObjectGame>(state, "lookahead", budget));
          experiment.add(NamedObjectState(ObjectState(*games.back(), state)), budget);
        }
        std::vector<std::vector<double>> out;
        for (const pathology::ErrorTally& tally : experiment.tallies())
          out.push_back(measures_of(tally));
        return out;
      },
      Lock::kKeep);
}

}  // namespace

void bind_pathology(py::module_& module) {
  py::class_<PyGrid>(module, "_Grid")
      .def(py::init<const py::dict&>(), py::arg("parameters"))
      .def("restore", &PyGrid::restore, py::arg("journal"))
      .def("run", &PyGrid::run, py::arg("threads"), py::arg("budget"))
      .def("journal", &PyGrid::journal)
      .def("complete", &PyGrid::complete)
      .def("cells", &PyGrid::cells)
      .def("axes", &PyGrid::axes);
  module.def("_lookahead", lookahead, py::arg("roots"), py::arg("deep"), py::arg("shallow"),
             py::arg("sigma"), py::arg("granularities"), py::arg("lowest"), py::arg("highest"),
             py::arg("seed"), py::arg("budget"));
}

}  // namespace cgt::python
