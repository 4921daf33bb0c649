// The registry of native rulesets. What the package shows of it follows from its entries.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <type_traits>
#include <variant>

#include "decomp/position/ruleset.hpp"
#include "decomp/rules/registry.hpp"
#include "lang/python/core/convert.hpp"
#include "lang/python/games/positions.hpp"

namespace cgt::python {
namespace {

std::int64_t small_integer(py::handle object) {
  const auto x = as_dyadic(object);
  if (!x || !x->is_integer() || !x->is_small()) {
    throw py::type_error(fmt::format("an argument of a ruleset holds whole numbers, not {}",
                                     py::repr(object).cast<std::string>()));
  }
  return x->small_numerator();
}

// {'labels': ['L', ''], 'edges': [(0, 1), (1, 0, 'R')], 'directed': False}.
GraphInput graph_argument(const py::dict& given) {
  GraphInput graph;
  for (const auto& [key, value] : given) {
    const auto name = py::str(key).cast<std::string>();
    if (name == "labels") {
      graph.labels = value.cast<std::vector<std::string>>();
    } else if (name == "directed") {
      graph.directed = value.cast<bool>();
    } else if (name == "edges") {
      for (const py::handle edge : value) {
        const auto parts = py::reinterpret_borrow<py::sequence>(edge);
        if (parts.size() != 2 && parts.size() != 3)
          throw Error("an edge is (from, to) or (from, to, label)");
        graph.edges.push_back({parts[0].cast<std::size_t>(), parts[1].cast<std::size_t>(),
                               parts.size() == 3 ? parts[2].cast<std::string>() : ""});
      }
    } else {
      throw Error("a graph has labels, edges and directed, not " + name);
    }
  }
  for (const GraphInput::Edge& edge : graph.edges) {
    if (edge.from >= graph.labels.size() || edge.to >= graph.labels.size())
      throw Error("an edge ends at a vertex that has no label");
  }
  return graph;
}

// Rows of cells by the numbers of the ruleset's characters. Elements of arrays live no longer than the objects
// that hold them here.
GridInput grid_argument(const py::sequence& rows) {
  GridInput grid;
  grid.rows = rows.size();
  for (const py::object row : rows) {
    const auto cells = py::reinterpret_borrow<py::sequence>(row);
    if (grid.cells.empty()) grid.columns = cells.size();
    if (cells.size() != grid.columns) throw Error("the rows of a board are equally long");
    for (const py::object cell : cells) grid.cells.push_back(small_integer(cell));
  }
  return grid;
}

// Rows of cells as they are written: ['xo', 'ox'], [['x', 'o'], ['o', 'x']]. Empty for others.
std::optional<std::string> written_rows(const py::sequence& rows) {
  std::string out;
  for (const py::object row : rows) {
    if (!out.empty()) out += '|';
    if (py::isinstance<py::str>(row)) {
      out += row.cast<std::string>();
    } else if (py::isinstance<py::sequence>(row)) {
      for (const py::handle cell : row) {
        if (!py::isinstance<py::str>(cell)) return std::nullopt;
        out += cell.cast<std::string>();
      }
    } else {
      return std::nullopt;
    }
  }
  return out;
}

RulesetArgument argument(py::handle object) {
  if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
  if (py::isinstance<py::str>(object)) return object.cast<std::string>();
  if (py::isinstance<py::dict>(object))
    return graph_argument(py::reinterpret_borrow<py::dict>(object));
  if (py::isinstance<py::sequence>(object)) {
    const auto items = py::reinterpret_borrow<py::sequence>(object);
    if (auto text = written_rows(items); text && !text->empty()) return *std::move(text);
    if (!items.empty() && py::isinstance<py::tuple>(items[0])) {
      std::vector<Coordinate> places;
      for (const py::object item : items) {
        const auto place = py::reinterpret_borrow<py::sequence>(item);
        if (place.size() != 2) throw Error("coordinates of a ruleset have two entries");
        places.emplace_back(small_integer(place[0]), small_integer(place[1]));
      }
      return places;
    }
    if (!items.empty() && py::isinstance<py::sequence>(items[0])) return grid_argument(items);
    std::vector<std::int64_t> numbers;
    for (const py::object item : items) numbers.push_back(small_integer(item));
    return numbers;
  }
  return small_integer(object);
}

std::vector<RulesetParameter> arguments(const py::args& places, const py::kwargs& names) {
  std::vector<RulesetParameter> given;
  for (const py::handle place : places) given.push_back({"", argument(place)});
  for (const auto& [name, value] : names)
    given.push_back({py::str(name).cast<std::string>(), argument(value)});
  return given;
}

// "(5, width=2)".
std::string call_text(const py::args& places, const py::kwargs& names) {
  std::string out;
  const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : ", ") + text; };
  for (const py::handle place : places) add(py::repr(place).cast<std::string>());
  for (const auto& [name, value] : names)
    add(py::str(name).cast<std::string>() + "=" + py::repr(value).cast<std::string>());
  return "(" + out + ")";
}

// The last word of the path, by which Python knows it: "Domineering".
std::string class_of(const RulesetEntry& entry) {
  return entry.path.substr(entry.path.rfind('.') + 1);
}

// The text of a board without a stone, where two whole numbers were given.
std::optional<std::string> empty_board(const PyRuleset& r, const py::args& places,
                                       const py::kwargs& names) {
  if (places.size() != 2 || !names.empty() || !r.path.starts_with("game.grid.") ||
      r.ruleset->char_map().find('.') == std::string::npos)
    return std::nullopt;
  for (const py::handle place : places)
    if (!PyLong_Check(place.ptr())) return std::nullopt;
  constexpr std::int64_t kMostCells = 1'000'000;
  const std::int64_t rows = small_integer(places[0]);
  const std::int64_t columns = small_integer(places[1]);
  if (rows < 1 || columns < 1 || rows > kMostCells / columns)
    throw Error(fmt::format("no board has {} rows and {} columns", rows, columns));
  std::string out;
  for (std::int64_t row = 0; row < rows; ++row)
    out += (row == 0 ? "" : "|") + std::string(static_cast<std::size_t>(columns), '.');
  return out;
}

PyRuleset make_ruleset(const std::string& path, const py::args& places, const py::kwargs& names) {
  const RulesetEntry* entry = find_ruleset(path);
  if (entry == nullptr) throw Error(fmt::format("there is no ruleset {}", path));
  const std::vector<RulesetParameter> given = arguments(places, names);
  return {entry->make(given), entry->path, class_of(*entry) + call_text(places, names),
          entry->path + "(" + argument_text(given) + ")"};
}

py::list entries() {
  py::list out;
  for (const RulesetEntry& entry : rulesets()) {
    py::dict row;
    row["class_name"] = class_of(entry);
    row["name"] = entry.name;
    row["path"] = entry.path;
    row["summary"] = entry.summary;
    row["board"] = entry.board;
    row["example"] = entry.example;
    row["signature"] = entry.signature;
    out.append(row);
  }
  return out;
}

// What parse_arguments() reads, as Python has it: no boards, which are not literals.
py::object object_of(const RulesetArgument& argument) {
  return std::visit(
      [](const auto& value) -> py::object {
        using Kind = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Kind, GridInput> || std::is_same_v<Kind, GraphInput>)
          return py::none();
        else
          return py::cast(value);
      },
      argument);
}

}  // namespace

std::shared_ptr<const PyRuleset> ruleset_called(const std::string& name) {
  const std::size_t open = name.find('(');
  const std::shared_ptr<const Ruleset> ruleset = registered_ruleset(name);
  const RulesetEntry& entry = *find_ruleset(name.substr(0, open));
  py::list places;
  py::dict names;
  if (open != std::string::npos) {
    for (const RulesetParameter& given : parse_arguments(SourceText("<ruleset>", name), open + 1)) {
      if (given.name.empty())
        places.append(object_of(given.value));
      else
        names[py::str(given.name)] = object_of(given.value);
    }
  }
  return std::make_shared<const PyRuleset>(
      PyRuleset{ruleset, entry.path,
                class_of(entry) + call_text(py::args(py::tuple(places)), py::kwargs(names)),
                entry.path + (open == std::string::npos ? "()" : name.substr(open))});
}

std::string in_one_line(const Ruleset& ruleset, const std::string& text) {
  if (ruleset.char_map().empty() || text.find('\n') == std::string::npos) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n", at);
    if (first < end) {
      const std::size_t last = text.find_last_not_of(" \t\r", end - 1);
      out += (out.empty() ? "" : "|") + text.substr(first, last + 1 - first);
    }
    at = end + 1;
  }
  return out;
}

void bind_rulesets(py::module_& module) {
  py::class_<PyRuleset>(module, "Ruleset",
                        R"(A native ruleset with its options. Calling it makes a position.

    >>> game = rulesets.Subtraction([1, 2])
    >>> game(5).value(), game.parse('4').value()
    (Game('*2'), Game('*'))
)")
      .def_property_readonly(
          "path", [](const PyRuleset& r) { return r.path; }, R"(Its name in the language.

    >>> rulesets.Clobber().path
    'game.grid.Clobber'
)")
      .def_property_readonly(
          "char_map", [](const PyRuleset& r) { return r.ruleset->char_map(); },
          R"(The characters of its boards by number; '' if it has none.

    >>> rulesets.Clobber().char_map
    '.xo#'
)")
      .def(
          "parse",
          [](const PyRuleset& r, const std::string& text, const py::object& store) {
            return position_of_text(r, text, store);
          },
          py::arg("text"), py::kw_only(), py::arg("store") = py::none(),
          R"(The position that a text means. Raises ParseError, which shows the place, and Error.

Rows are separated by '|', or are lines; blanks around lines mean nothing.

    >>> rulesets.Domineering().parse('''
    ...     ..
    ...     #.
    ... ''')
    Position(rulesets.Domineering(), '..|#.')
)")
      .def(
          "__call__",
          [](const PyRuleset& r, const py::args& places, const py::kwargs& names) {
            if (const auto board = empty_board(r, places, names))
              return position_of_text(r, *board, py::none());
            if (places.size() == 1 && names.empty() && py::isinstance<py::str>(places[0]))
              return position_of_text(r, places[0].cast<std::string>(), py::none());
            return PyPosition{default_universe(), r.ruleset->position(arguments(places, names)),
                              std::make_shared<const PyRuleset>(r)};
          },
          R"(A position: from a text, rows of cells, an array of numpy, rows and columns of an empty board,
or whatever the ruleset takes.

    >>> rulesets.Domineering()(2, 3), rulesets.Clobber()(['xo', 'ox'])
    (Position(rulesets.Domineering(), '...|...'), Position(rulesets.Clobber(), 'xo|ox'))
)")
      .def(
          "__eq__",
          [](const PyRuleset& r, const py::object& other) -> py::object {
            if (!py::isinstance<PyRuleset>(other)) return not_implemented();
            return py::bool_(r.text == other.cast<const PyRuleset&>().text);
          },
          py::arg("other"))
      .def("__hash__", [](const PyRuleset& r) { return py::hash(py::str(r.text)); })
      .def("__reduce__",
           [](const PyRuleset& r) {
             return py::make_tuple(py::module_::import("cgt._pickles").attr("ruleset"),
                                   py::make_tuple(r.called));
           })
      .def("__repr__", [](const PyRuleset& r) { return "rulesets." + r.text; });
  module.def("_ruleset_entries", entries);
  module.def(
      "_ruleset_called", [](const std::string& name) { return *ruleset_called(name); },
      py::arg("name"));
  module.def("_make_ruleset", make_ruleset, py::arg("path"));
  bind_positions(module);
}

}  // namespace cgt::python
