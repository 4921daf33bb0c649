// cgt.misere: misere play of impartial games.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <string>

#include "decomp/solve/impartial/misere_positions.hpp"
#include "lang/python/core/call.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/play/positions.hpp"

namespace cgt::python {
namespace {

// Forms are numbers of one table, which all threads share, one at a time. It lives as long as the
// process, like the store of the games.
struct MisereTable {
  std::mutex in_use;
  solve::MiserePositions positions;
};
MisereTable& misere_table() {
  static MisereTable& table = *new MisereTable;
  return table;
}

// cgt.misere.Misere.
struct PyMisere {
  MisereId id;
};

template <class Work>
auto misere_work(const py::object& given, Work work) {
  return ask(given, [&](Budget& budget) {
    MisereTable& table = misere_table();
    const std::lock_guard lock(table.in_use);
    return work(table.positions, budget);
  });
}
template <class Work>
auto misere_games(Work work) {
  return misere_work(py::none(), [&](solve::MiserePositions& positions, Budget& budget) {
    return work(positions.games(), budget);
  });
}

PyMisere misere_of_options(const py::iterable& options) {
  std::vector<MisereId> ids;
  for (const py::handle option : options) ids.push_back(option.cast<const PyMisere&>().id);
  return {misere_games([&](MisereGames& g, Budget& budget) { return g.construct(ids, budget); })};
}

PyMisere misere_form(const PyPosition& position, const py::object& given) {
  return {misere_work(given, [&](solve::MiserePositions& positions, Budget& budget) {
    return positions.form(position.position, budget);
  })};
}

std::string genus_of(const PyMisere& g) {
  return misere_games([&](MisereGames& t, Budget& budget) { return t.genus(g.id, budget); }).text();
}

}  // namespace

void bind_misere(py::module_& module) {
  py::class_<PyMisere>(
      module, "Misere",
      R"(The canonical form of an impartial game in misere play: who cannot move wins (Conway 1976).

    >>> from cgt import misere
    >>> two = misere.nim_heap(2)
    >>> (two + two).genus(), (two + two).next_player_wins(), misere.form(rulesets.Kayles.parse('20')).genus()
    ('0^0', False, '1^031')
)")
      .def("genus", genus_of,
           "The nim value in normal play, and above it the misere nim values of G, G + *2, G + *2 "
           "+ *2, ...")
      .def(
          "next_player_wins",
          [](const PyMisere& g) {
            return misere_games([&](MisereGames& t, Budget&) { return t.next_player_wins(g.id); });
          },
          "Does who moves first win?")
      .def(
          "nim_heap_size",
          [](const PyMisere& g) {
            return misere_games([&](MisereGames& t, Budget&) { return t.nim_heap_size(g.id); });
          },
          "The size of the nim heap that it is; None if it is none.")
      .def(
          "birthday",
          [](const PyMisere& g) {
            return misere_games([&](MisereGames& t, Budget&) { return t.birthday(g.id); });
          },
          "The length of the longest play.")
      .def(
          "options",
          [](const PyMisere& g) {
            const auto ids = misere_games([&](MisereGames& t, Budget&) {
              const auto options = t.options(g.id);
              return std::vector<MisereId>(options.begin(), options.end());
            });
            std::vector<PyMisere> out;
            for (const MisereId id : ids) out.push_back({id});
            return out;
          },
          "Its canonical options.")
      .def(
          "__add__",
          [](const PyMisere& g, const py::object& other) -> py::object {
            if (!py::isinstance<PyMisere>(other)) return not_implemented();
            const MisereId h = other.cast<const PyMisere&>().id;
            return py::cast(PyMisere{misere_games(
                [&](MisereGames& t, Budget& budget) { return t.add(g.id, h, budget); })});
          },
          py::arg("other"))
      .def(
          "__eq__",
          [](const PyMisere& g, const py::object& other) -> py::object {
            if (!py::isinstance<PyMisere>(other)) return not_implemented();
            return py::bool_(g.id == other.cast<const PyMisere&>().id);
          },
          py::arg("other"))
      .def("__hash__", [](const PyMisere& g) { return std::hash<MisereId>()(g.id); })
      .def("__repr__", [](const PyMisere& g) { return fmt::format("<Misere {}>", genus_of(g)); });
  module.def("_misere_of_options", misere_of_options, py::arg("options"));
  module.def(
      "_misere_nim_heap",
      [](std::uint32_t size) {
        return PyMisere{
            misere_games([&](MisereGames& t, Budget& budget) { return t.nim_heap(size, budget); })};
      },
      py::arg("size"));
  module.def("_misere_form", misere_form, py::arg("position"), py::arg("budget"));
}

}  // namespace cgt::python
