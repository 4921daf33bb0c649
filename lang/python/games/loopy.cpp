// cgt.loopy: values from texts, equations and positions that play can come back to. What else they can do are rows.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "cgt/text/json.hpp"
#include "cgt/text/loopy_text.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/language.hpp"
#include "lang/python/games/positions.hpp"
#include "lang/values/loopy.hpp"

namespace cgt::python {
namespace {

// work(conversion, language) -> lang::Value, as an object.
template <class Work>
py::object loopy_object(const UniversePtr& universe, Work work) {
  return in_language(universe, [&](Language& language) {
    Conversion conversion(universe, language, Texts::kGames);
    return conversion.give(work(conversion, language), As::kGames);
  });
}

// Throws TypeError for what stands for no value.
LoopyValue loopy_value(Conversion& conversion, Language& language, py::handle object) {
  if (is_operand(object) || py::isinstance<py::str>(object))
    return lang::loopy_of(language.context(), conversion.take(object));
  throw py::type_error(
      fmt::format("a value is a Loopy, a Game, an int, a Fraction or a text, not {}",
                  py::repr(object).cast<std::string>()));
}

std::vector<LoopyValue> loopy_values(Conversion& conversion, Language& language,
                                     const py::iterable& objects) {
  std::vector<LoopyValue> out;
  for (const py::handle object : objects) out.push_back(loopy_value(conversion, language, object));
  return out;
}

py::object loopy_of_text(const std::string& text, const py::object& store) {
  return loopy_object(universe_of(store), [&](Conversion& conversion, Language&) {
    return conversion.take(py::str(text));
  });
}

py::object construct_loopy(const py::iterable& left, const py::iterable& right,
                           const py::object& store) {
  return loopy_object(universe_of(store), [&](Conversion& conversion, Language& language) {
    const auto lefts = loopy_values(conversion, language, left);
    const auto rights = loopy_values(conversion, language, right);
    return language.ask(py::none(), [&](lang::Context& c) {
      return lang::loopy_value(c, lang::loopy_games(c).construct(lefts, rights));
    });
  });
}

// {'a': (left, right)}: options are values, or keys.
py::dict solve_equations(const py::dict& equations, const py::object& store) {
  const py::object values =
      loopy_object(universe_of(store), [&](Conversion& conversion, Language& language) {
        LoopySystem system;
        py::dict number;
        for (const auto& item : equations) number[item.first] = system.add();
        std::uint32_t v = 0;
        for (const auto& [key, options] : equations) {
          const bool is_pair = py::isinstance<py::sequence>(options) && py::len(options) == 2;
          const py::tuple sides =
              is_pair ? py::tuple(py::reinterpret_borrow<py::object>(options)) : py::tuple();
          if (!is_pair) {
            throw py::type_error(fmt::format("{} is (left options, right options)",
                                             py::repr(key).cast<std::string>()));
          }
          for (const Player mover : kPlayers) {
            for (const py::handle option : sides[index(mover)]) {
              if (number.contains(option)) {
                system.add_move(v, mover, number[option].cast<std::uint32_t>());
              } else {
                system.add_option(v, mover, loopy_value(conversion, language, option));
              }
            }
          }
          ++v;
        }
        return language.ask(py::none(), [&](lang::Context& c) {
          std::vector<lang::Value> found;
          for (const LoopyValue& value : lang::loopy_games(c).values(system))
            found.push_back(lang::loopy_value(c, value));
          return lang::Value::list(std::move(found));
        });
      });
  py::dict out;
  std::size_t at = 0;
  for (const auto& item : equations) out[item.first] = values[py::int_(at++)];
  return out;
}

py::object loopy_of_position(const py::object& object, const py::object& store,
                             const py::object& budget) {
  const UniversePtr universe = store.is_none() ? universe_in(object) : universe_of(store);
  const auto position = position_of(universe, object);
  if (!position)
    throw py::type_error(fmt::format("{} is not a position", py::repr(object).cast<std::string>()));
  const bool is_native = !asks_python(*position);
  return loopy_object(universe, [&](Conversion&, Language& language) {
    Store& games = language.session.store();
    // Tables that hold objects of Python end with the call.
    std::optional<solve::Evaluator> own;
    if (!is_native) own.emplace(games);
    solve::Evaluator& evaluator = is_native ? language.evaluator() : *own;
    return ask(
        budget,
        [&](Budget& limited) {
          const Store::BudgetScope scope(games, limited);
          lang::Context& c = language.context();
          return lang::loopy_value(c,
                                   evaluator.loopy_value(*position, lang::loopy_games(c), limited));
        },
        is_native ? Lock::kRelease : Lock::kKeep);
  });
}

py::object loopy_of_json(const std::string& text, const py::object& store) {
  return loopy_object(universe_of(store), [&](Conversion&, Language& language) {
    return language.ask(py::none(), [&](lang::Context& c) {
      return lang::loopy_value(c, loopy_from_json(lang::loopy_games(c), text));
    });
  });
}

// write(games, value) as a text.
template <class Write>
auto written(Write write) {
  return [write](const PyValue& v) {
    return in_home(v.universe, v.home, [&](Language& language) {
      return py::str(language
                         .ask(py::none(),
                              [&](lang::Context& c) {
                                return lang::Value::string(
                                    write(lang::loopy_games(c), lang::loopy_of(c, v.value)));
                              })
                         .as_string());
    });
  };
}

}  // namespace

void bind_loopy(py::module_& module) {
  module.def("_parse_loopy", loopy_of_text, py::arg("text"), py::arg("store"));
  module.def("_loopy_from_json", loopy_of_json, py::arg("text"), py::arg("store"));
  module.def("_construct_loopy", construct_loopy, py::arg("left"), py::arg("right"),
             py::arg("store"));
  module.def("_solve_loopy", solve_equations, py::arg("equations"), py::arg("store"));
  module.def("_loopy_value", loopy_of_position, py::arg("position"), py::arg("store"),
             py::arg("budget"));
  module.def("_loopy_latex",
             written([](LoopyGames& games, const LoopyValue& g) { return to_latex(games, g); }));
  module.def("_loopy_json",
             written([](LoopyGames& games, const LoopyValue& g) { return to_json(games, g); }));
}

}  // namespace cgt::python
