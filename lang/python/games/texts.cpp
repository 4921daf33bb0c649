// Games as texts, pictures and pickles.
#include "lang/python/games/work.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"

namespace cgt::python {

namespace {

// Longer texts are shown by size, unless they are asked for: format(g, 'text').
constexpr std::size_t kLongestShown = 100'000;

std::string text_of(const PyGame& g) { return shown(g, {.max_length = kLongestShown}); }

// An embedded store has a name only for who holds it, so a repr reads back into the default one.
std::string repr_of(const PyGame& g) {
  const std::string text = text_of(g);
  return text.starts_with("{...}") ? fmt::format("<Game {}>", text)
                                   : fmt::format("Game('{}')", text);
}

std::string json_of(const PyGame& g, const py::object& budget) {
  return game_work(g.universe, budget, [&](Store& s) { return to_json(s, g.id); });
}

py::str formatted(const PyGame& g, const std::string& format) {
  if (format == "text") return shown(g, {});
  if (format == "latex") {
    return game_work(g.universe, py::none(), [&](Store& s) { return to_latex(s, g.id); });
  }
  if (format == "json") return json_of(g, py::none());
  if (format == "cgsuite") return shown(g, {.notation = Notation::kCgsuite});
  return py::str(text_of(g)).attr("__format__")(format);
}

// Compares by the order in which options print.
struct PrintKey {
  PyGame game;
  bool operator<(const PrintKey& other) const {
    if (game.id == other.game.id) return false;
    Handle& handle = game.universe->here();
    return game_work(game.universe, py::none(), [&](Store&) {
      std::vector<GameId> both{other.game.id, game.id};
      handle.print_order().sort(both);
      return both.front() == game.id;
    });
  }
};

}  // namespace

std::string shown(const PyGame& g, const PrintStyle& style) {
  return game_work(g.universe, py::none(), [&](Store& s) { return to_text(s, g.id, style); });
}

std::string pickled(const PyGame& g) {
  // Names and figures would say the same again.
  const JsonStyle style{.name_length = 0, .thermal = false};
  return game_work(g.universe, py::none(), [&](Store& s) { return to_json(s, g.id, style); });
}

py::object game_from_json(const UniversePtr& universe, const std::string& text) {
  return wrap(universe,
              game_work(universe, py::none(), [&](Store& s) { return value_from_json(s, text); }));
}

void bind_texts(GameClass& game) {
  game.def("__str__", text_of)
      .def("__repr__", repr_of)
      .def("__format__", formatted, py::arg("format_spec"))
      .def("_repr_latex_",
           [](const PyGame& g) {
             return "$" +
                    game_work(g.universe, py::none(),
                              [&](Store& s) { return to_latex(s, g.id, {.max_length = 2'000}); }) +
                    "$";
           })
      .def(
          "latex", [](const PyGame& g) { return formatted(g, "latex"); },
          R"(Math-mode text, without dollar signs.

    >>> print(Game('1/2').latex())
    \frac{1}{2}
)")
      .def(
          "json", [](const PyGame& g, const py::object& budget) { return json_of(g, budget); },
          py::kw_only(), budget_keyword(),
          R"(The graph of followers, as the program writes it; Game.from_json reads it.

    >>> Game.from_json(Game('^').json())
    Game('^')
)")
      .def_static(
          "from_json",
          [](const std::string& text, const py::object& store) {
            return game_from_json(universe_of(store), text);
          },
          py::arg("text"), py::kw_only(), py::arg("store") = py::none(),
          R"(The game that json() wrote. Raises ParseError and Error.

    >>> Game.from_json(Game('{2|1}').json())
    Game('{2|1}')
)")
      .def("__copy__", [](const py::object& g) { return g; })
      .def(
          "__deepcopy__", [](const py::object& g, const py::dict&) { return g; }, py::arg("memo"))
      .def("__reduce__", [](const PyGame& g) {
        return py::make_tuple(py::module_::import("cgt._pickles").attr("game"),
                              py::make_tuple(py::bytes(pickled(g))));
      });
}

void bind_print_order(py::module_& module) {
  py::class_<PrintKey>(module, "PrintKey", R"(What print_order makes; only < means something.

    >>> print_order(Game(3)) < print_order(Game('{1|0}'))
    True
)")
      .def(
          "__lt__", [](const PrintKey& a, const PrintKey& b) { return a < b; }, py::arg("other"));
  module.def(
      "print_order", [](const PyGame& g) { return PrintKey{g}; }, py::arg("game"),
      R"(A key that sorts games as they are printed. Their own order is partial: sorted() would mean nothing.

    >>> sorted([Game('{1|0}'), Game('*'), Game(3)], key=print_order)
    [Game('3'), Game('*'), Game('{1|0}')]
)");
  module.def(
      "_unpickle",
      [](const py::bytes& state) {
        return game_from_json(default_universe(), static_cast<std::string>(state));
      },
      py::arg("state"));
}

}  // namespace cgt::python
