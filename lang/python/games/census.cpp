// cgt.census: the values of all positions of a size.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <atomic>
#include <memory>
#include <string>

#include "decomp/solve/census/census.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/positions.hpp"

namespace cgt::python {
namespace {

// cgt.census.Census. Only progress() and state() may be asked while it runs.
class PyCensus {
 public:
  PyCensus(UniversePtr universe, const PyRuleset& ruleset,
           std::unique_ptr<solve::CensusPositions> space)
      : universe_(std::move(universe)),
        store_(universe_->share()),
        ruleset_(std::make_shared<const PyRuleset>(ruleset)),
        space_(std::move(space)),
        census_(store_, *space_) {}

  // Why it ended early; None if all is done.
  py::object run(unsigned threads, const py::object& given) {
    const Running running(running_, "census");
    const auto stop =
        run_threads(given, [&](const Budget::Limits& limits, const std::atomic<bool>* flag) {
          return census_.run(limits, flag, threads);
        });
    return stop ? py::object(py::str(describe(*stop))) : py::none();
  }

  void restore(const std::string& state) { at_rest().restore(state); }
  std::string state() const { return census_.state(); }
  py::tuple progress() const {
    const solve::CensusProgress now = census_.progress();
    return py::make_tuple(now.done, now.total, now.values);
  }
  py::tuple total() { return counts(at_rest().total()); }
  // (count, why) of the positions without value; why is "" if there are none.
  py::tuple troubles() {
    const solve::Census& census = at_rest();
    return py::make_tuple(census.troubles().boards, census.trouble());
  }
  // (key, value, distinct values, classes, boards, example) of each group; the value is a Game, or the
  // text of a loopy one.
  py::list groups(const std::string& by) {
    const solve::Census& census = at_rest();
    const auto key = key_of(by);
    py::list out;
    for (const solve::CensusGroup& group :
         key == solve::CensusKey::kValue ? census.values() : census.groups(key)) {
      const py::object value =
          group.loopy.empty() ? wrap(universe_, group.value) : py::object(py::str(group.loopy));
      out.append(py::make_tuple(group.key, value, group.values, group.count.classes,
                                group.count.boards, position(group.count.example)));
    }
    return out;
  }
  py::list hottest(std::size_t count) {
    py::list out;
    for (const solve::Census::Hot& hot : at_rest().hottest(count)) {
      out.append(py::make_tuple(position(hot.position), wrap(universe_, hot.value),
                                fraction(hot.temperature)));
    }
    return out;
  }

 private:
  solve::Census& at_rest() {
    if (running_)
      throw Error("this census is running", "progress() and state() tell how far it is");
    return census_;
  }
  static solve::CensusKey key_of(const std::string& by) {
    using Key = solve::CensusKey;
    if (by == "value") return Key::kValue;
    if (by == "outcome") return Key::kOutcome;
    if (by == "mean") return Key::kMean;
    if (by == "temperature") return Key::kTemperature;
    if (by == "birthday") return Key::kBirthday;
    throw Error(fmt::format("positions are not grouped by '{}'", by),
                "'value', 'outcome', 'mean', 'temperature', 'birthday'");
  }
  static py::tuple counts(const solve::CensusCount& count) {
    return py::make_tuple(count.classes, count.boards);
  }
  py::object position(std::uint64_t number) const {
    return py::cast(PyPosition{universe_, space_->position(number), ruleset_});
  }

  UniversePtr universe_;
  Store store_;
  std::shared_ptr<const PyRuleset> ruleset_;
  std::unique_ptr<solve::CensusPositions> space_;
  solve::Census census_;
  std::atomic<bool> running_{false};
};

std::unique_ptr<PyCensus> census_of_boards(const PyRuleset& ruleset, int rows, int columns,
                                           const std::string& cells, bool classes,
                                           const py::object& store) {
  if (rows < 0 || columns < 0) throw Error("a board has no negative size");
  return std::make_unique<PyCensus>(
      universe_of(store), ruleset,
      std::make_unique<solve::BoardSpace>(ruleset.ruleset, ruleset.text,
                                          solve::BoardSpace::Size{rows, columns}, cells, classes));
}

std::unique_ptr<PyCensus> census_of_heaps(const PyRuleset& ruleset, std::int64_t first,
                                          std::int64_t last, const py::object& store) {
  if (first < 0 || last < first)
    throw Error("the last heap must be at least as large as the first");
  return std::make_unique<PyCensus>(
      universe_of(store), ruleset,
      std::make_unique<solve::HeapSpace>(ruleset.ruleset, ruleset.text, first, last));
}

}  // namespace

void bind_census(py::module_& module) {
  py::class_<PyCensus>(module, "_Census")
      .def("run", &PyCensus::run, py::arg("threads"), py::arg("budget"))
      .def("restore", &PyCensus::restore, py::arg("state"))
      .def("state", &PyCensus::state)
      .def("progress", &PyCensus::progress)
      .def("total", &PyCensus::total)
      .def("troubles", &PyCensus::troubles)
      .def("groups", &PyCensus::groups, py::arg("by"))
      .def("hottest", &PyCensus::hottest, py::arg("count"));
  module.def("_census_of_boards", census_of_boards, py::arg("ruleset"), py::arg("rows"),
             py::arg("columns"), py::arg("cells"), py::arg("classes"), py::arg("store"));
  module.def("_census_of_heaps", census_of_heaps, py::arg("ruleset"), py::arg("first"),
             py::arg("last"), py::arg("store"));
}

}  // namespace cgt::python
