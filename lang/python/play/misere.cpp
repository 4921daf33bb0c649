// cgt.misere: misere play of impartial games, quotients of heap games, universes of partizan games.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cgt/misere/universe.hpp"
#include "decomp/rules/heap/heap.hpp"
#include "decomp/solve/misere/certificate.hpp"
#include "decomp/solve/misere/heaps.hpp"
#include "decomp/solve/misere/positions.hpp"
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
  // Quotients grow as they are asked.
  std::vector<std::unique_ptr<solve::MisereHeaps>> heaps;
  MisereForms forms;
  MisereUniverse all{forms, MisereUniverse::Kind::kAll};
  MisereUniverse dicot{forms, MisereUniverse::Kind::kDicot};
  MisereUniverse dead_ending{forms, MisereUniverse::Kind::kDeadEnding};

  solve::MisereHeaps& quotient_of(const std::shared_ptr<const heap::Rules>& rules) {
    for (const auto& known : heaps) {
      if (known->rules() == *rules) return *known;
    }
    return *heaps.emplace_back(std::make_unique<solve::MisereHeaps>(rules));
  }
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

// What cgt.misere.Quotient holds, or None if no finite quotient was found.
py::object misere_quotient(const PyRuleset& ruleset, std::optional<std::uint32_t> last,
                           const py::object& given) {
  const auto* game = dynamic_cast<const heap::HeapRuleset*>(ruleset.ruleset.get());
  if (game == nullptr) throw Error("this is no impartial heap game", "rulesets.Kayles is one");
  struct Found {
    solve::MisereQuotient quotient;
    std::optional<solve::MiserePeriod> period;
    solve::QuotientFacts facts;
    std::vector<std::string> relations;
    std::string certificate;
  };
  constexpr std::uint32_t kPeriodSearch = 2000;
  const std::optional<Found> found = ask(given, [&](Budget& budget) -> std::optional<Found> {
    solve::MisereHeaps heaps(game->rules());
    if (!(last ? heaps.extend(*last, budget) : heaps.find_period(kPeriodSearch, budget))) {
      return std::nullopt;
    }
    return Found{heaps.quotient(), heaps.period(), solve::facts_of(heaps.quotient(), budget),
                 solve::presentation(heaps.quotient(), budget),
                 solve::misere_certificate(heaps, budget)};
  });
  if (!found) return py::none();
  std::vector<std::string> elements;
  std::vector<std::string> lost;
  for (std::size_t x = 0; x < found->quotient.order(); ++x) {
    elements.push_back(solve::element_text(found->quotient.words[x]));
    if (found->quotient.lost[x]) lost.push_back(elements.back());
  }
  std::vector<std::string> map;
  for (const std::uint32_t x : found->quotient.classes) map.push_back(elements[x]);
  const auto& period = found->period;
  return py::make_tuple(found->facts.order, found->facts.lost,
                        period ? py::object(py::int_(period->period)) : py::none(),
                        period ? py::object(py::int_(period->preperiod)) : py::none(),
                        found->facts.idempotents, found->facts.kernel, found->facts.tame,
                        found->quotient.generators, found->relations, lost, map,
                        found->certificate);
}

// Does the next player win the sum of heaps? None if no finite quotient that has them was found.
std::optional<bool> misere_next_wins(const PyPosition& position, const py::object& given) {
  const auto* sum = position.position.as<heap::Position>();
  if (sum == nullptr) throw Error("this is no sum of heaps", "rulesets.Kayles.parse('3+5') is one");
  return ask(given, [&](Budget& budget) -> std::optional<bool> {
    MisereTable& table = misere_table();
    const std::lock_guard lock(table.in_use);
    const std::optional<bool> lost =
        table.quotient_of(sum->rules()[Player::kLeft]).lost(sum->heaps(), budget);
    return lost ? std::optional(!*lost) : std::nullopt;
  });
}

std::string misere_compare(const std::string& universe, const std::string& g, const std::string& h,
                           const py::object& given) {
  return ask(given, [&](Budget& budget) -> std::string {
    MisereTable& table = misere_table();
    const std::lock_guard lock(table.in_use);
    for (MisereUniverse* one : {&table.all, &table.dicot, &table.dead_ending}) {
      if (universe != universe_name(one->kind())) continue;
      const MisereFormId left = table.forms.parse(SourceText("<form>", g));
      const MisereFormId right = table.forms.parse(SourceText("<form>", h));
      return order_sign(one->compare(left, right, budget));
    }
    throw Error("this is no universe: " + universe, "all, dicot and dead-ending are");
  });
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
  module.def("_misere_quotient", misere_quotient, py::arg("ruleset"), py::arg("heaps"),
             py::arg("budget"));
  module.def("_misere_next_wins", misere_next_wins, py::arg("position"), py::arg("budget"));
  module.def("_misere_compare", misere_compare, py::arg("universe"), py::arg("g"), py::arg("h"),
             py::arg("budget"));
  module.def("_misere_form", misere_form, py::arg("position"), py::arg("budget"));
}

}  // namespace cgt::python
