// Grids, strips and the directions on them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/drawing.hpp"
#include "lang/values/grid.hpp"

namespace cgt::lang {

namespace {

std::int8_t cell_value(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < -128 || n > 127) throw Error(fmt::format("{}: a cell holds -128..127, not {}", what, n));
  return static_cast<std::int8_t>(n);
}

std::int32_t extent(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 0 || n > kMaxCells) {
    throw Error(fmt::format("{}: {} is not a size of a board", what, n),
                fmt::format("at most {} cells", kMaxCells));
  }
  return static_cast<std::int32_t>(n);
}

// A board of no cells has no rows.
Value make_grid(std::int64_t rows, std::int64_t columns, Cells cells) {
  if (columns == 0) rows = 0;
  return Value::native<GridObject>(static_cast<std::int32_t>(rows),
                                   static_cast<std::int32_t>(columns), std::move(cells));
}

Value empty_grid(Context& c, Arguments a) {
  const std::int64_t rows = extent(c, a[0], "Grid.Empty");
  const std::int64_t columns = extent(c, a[1], "Grid.Empty");
  if (rows * columns > kMaxCells) throw Error("this grid is too large");
  return make_grid(rows, columns, Cells(static_cast<std::size_t>(rows * columns), 0));
}

Value grid_of_rows(Context& c, Arguments a) {
  const std::vector<Value> rows = c.elements(a[0], "Grid");
  Cells cells;
  std::size_t columns = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<Value> row = c.elements(rows[i], "a row of a Grid");
    if (i > 0 && row.size() != columns) throw Error("the rows of a Grid have the same length");
    columns = row.size();
    for (const Value& cell : row) cells.push_back(cell_value(c, cell, "Grid"));
  }
  if (cells.size() > static_cast<std::size_t>(kMaxCells)) throw Error("this grid is too large");
  return make_grid(static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(columns),
                   std::move(cells));
}

Value strip_of_cells(Context& c, Arguments a) {
  Cells cells;
  for (const Value& cell : c.elements(a[0], "Strip")) cells.push_back(cell_value(c, cell, "Strip"));
  return Value::native<StripObject>(std::move(cells));
}

Value find_in_grid(Context& c, Arguments a) {
  const GridObject& grid = grid_of(a[0]);
  const std::int64_t wanted = c.integer(a[1], "FindAll");
  std::vector<Value> found;
  found.reserve(
      static_cast<std::size_t>(std::count(grid.cells().begin(), grid.cells().end(), wanted)));
  for (std::int32_t row = 1; row <= grid.rows(); ++row) {
    for (std::int32_t column = 1; column <= grid.columns(); ++column) {
      if (grid[{row, column}] == wanted) found.push_back(Value::coordinates(Cell{row, column}));
    }
  }
  return Value::list(std::move(found));
}

Value find_in_strip(Context& c, Arguments a) {
  const Cells& cells = strip_of(a[0]).cells();
  const std::int64_t wanted = c.integer(a[1], "FindAll");
  std::vector<Value> found;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == wanted) found.push_back(Value::integer(static_cast<std::int64_t>(i) + 1));
  }
  return Value::list(std::move(found));
}

// The cells that Updated(map) or Updated(place, cell) replaces: place, cell, ...
std::vector<std::pair<Value, Value>> updates(Arguments a, const char* example) {
  if (!a[2].is_nothing()) return {{a[1], a[2]}};
  if (a[1].kind() != Kind::kMap)
    throw Error(fmt::format("Updated needs a map, not {}", a[1].described()), example);
  const MapObject& map = a[1].as_map();
  return {map.entries.begin(), map.entries.end()};
}

Value updated_grid(Context& c, Arguments a) {
  const GridObject& grid = grid_of(a[0]);
  Cells cells = grid.cells();
  for (const auto& [key, value] : updates(a, "grid.Updated({(1,1) => 0})")) {
    const Cell cell = cell_of(key, "Updated");
    if (!grid.contains(cell))
      throw Error(fmt::format("Updated: {} is not on the grid", c.text(key)));
    cells[grid.place(cell)] = cell_value(c, value, "Updated");
  }
  return Value::native<GridObject>(grid.rows(), grid.columns(), std::move(cells));
}

Value updated_strip(Context& c, Arguments a) {
  const StripObject& strip = strip_of(a[0]);
  Cells cells = strip.cells();
  for (const auto& [key, value] : updates(a, "strip.Updated({1 => 0})")) {
    const std::int64_t at = c.integer(key, "Updated");
    if (at < 1 || at > strip.columns())
      throw Error(fmt::format("Updated: {} is not on the strip", at));
    cells[static_cast<std::size_t>(at) - 1] = cell_value(c, value, "Updated");
  }
  return Value::native<StripObject>(std::move(cells));
}

Value updated_range(Context& c, Arguments a) {
  Cells cells = strip_of(a[0]).cells();
  const auto size = static_cast<std::int64_t>(cells.size());
  const std::int64_t first = std::max<std::int64_t>(c.integer(a[1], "UpdatedRange"), 1);
  const std::int64_t last = std::min(c.integer(a[2], "UpdatedRange"), size);
  const std::int8_t cell = cell_value(c, a[3], "UpdatedRange");
  if (first <= last) std::fill(cells.begin() + (first - 1), cells.begin() + last, cell);
  return Value::native<StripObject>(std::move(cells));
}

Value decompose_grid(Context& c, Arguments a) {
  const std::int8_t boundary = cell_value(c, a[1], "Decomposition");
  if (a[2].is_nothing()) return Value::list(grid_parts(a[0], boundary, kOrthogonal));
  std::vector<Cell> directions;
  for (const Value& d : c.elements(a[2], "Decomposition"))
    directions.push_back(cell_of(d, "Decomposition"));
  return Value::list(grid_parts(a[0], boundary, directions));
}

Value decompose_strip(Context& c, Arguments a) {
  const Cells& cells = strip_of(a[0]).cells();
  const std::int8_t boundary = cell_value(c, a[1], "Decomposition");
  std::vector<Value> parts;
  for (auto at = cells.begin(); at != cells.end();) {
    const auto end = std::find(at, cells.end(), boundary);
    if (end != at) parts.push_back(Value::native<StripObject>(Cells(at, end)));
    at = end == cells.end() ? end : end + 1;
  }
  return Value::list(std::move(parts));
}

Value direction_list(std::initializer_list<Cell> cells) {
  std::vector<Value> items;
  for (const Cell& cell : cells) items.push_back(Value::coordinates(cell));
  return Value::list(std::move(items));
}

// Without a char map the numbers 1 to 9 stand for themselves.
Value board_picture(Context& c, const BoardObject& board, const Value& char_map) {
  const std::string map = char_map.is_nothing() ? ".123456789" : c.string(char_map, "Svg");
  return Value::string(cells_svg(board.draw(map), board.class_name()));
}

}  // namespace

void register_grids(Registry& registry) {
  const Rows functions(registry, "");
  const Rows grids(registry, "Grid");
  const Rows strips(registry, "Strip");
  const Rows coordinates(registry, "Coordinates");
  functions.add("Grid(rows)", "A board from its rows of cells.", "Grid([[0,1],[2,0]])[2,1] --> 2",
                grid_of_rows);
  functions.add("Grid.Empty(rowCount, colCount)", "A board of zeros.",
                "Grid.Empty(1,2) --> Grid([[0,0]])", empty_grid);
  functions.add("Grid.Parse(str, charMap)", "A board from a text: rows split by '|'.",
                "Grid.Parse(\"x.|.o\", \".xo\") --> Grid([[1,0],[0,2]])",
                [](Context& c, Arguments a) {
                  return parse_grid(c.string(a[0], "Grid.Parse"), c.string(a[1], "Grid.Parse"));
                });
  grids.add("RowCount", "How many rows.", "Grid.Empty(2,3).RowCount --> 2",
            [](Context&, Arguments a) { return Value::integer(grid_of(a[0]).rows()); });
  for (const char* name : {"ColumnCount", "ColCount"}) {
    grids.add(name, "How many columns.", fmt::format("Grid.Empty(2,3).{} --> 3", name),
              [](Context&, Arguments a) { return Value::integer(grid_of(a[0]).columns()); });
  }
  grids.add("FindAll(value)", "Where a cell value stands, row by row.",
            "Grid([[0,1],[1,0]]).FindAll(1) --> [(1,2),(2,1)]", find_in_grid);
  grids.add("Updated(coord, newValue?)", "With the cells of a map replaced, or one cell.",
            "Grid([[0,1]]).Updated({(1,1) => 2}) --> Grid([[2,1]])", updated_grid);
  grids.add("Decomposition(boundaryValue, directions?)",
            "The connected parts of the cells that are not the boundary value.",
            "Grid([[1,0,2]]).Decomposition(0) --> [Grid([[1]]),Grid([[2]])]", decompose_grid);
  grids.add("Svg(charMap?)", "The board as an SVG document, in a string.",
            "Grid([[0,1]]).Svg(\".x\").Substring(1, 4) --> \"<svg\"",
            [](Context& c, Arguments a) { return board_picture(c, grid_of(a[0]), a[1]); });
  grids.add("ToString(charMap)", "The text that Grid.Parse reads.",
            "Grid([[0,1],[2,0]]).ToString(\".xo\") --> \".x|o.\"", [](Context& c, Arguments a) {
              return Value::string(grid_of(a[0]).draw(c.string(a[1], "ToString")));
            });

  functions.add("Strip(cells)", "A strip from its cells.", "Strip([0,1,2])[3] --> 2",
                strip_of_cells);
  functions.add("Strip.Empty(length)", "A strip of zeros.", "Strip.Empty(3) --> Strip([0,0,0])",
                [](Context& c, Arguments a) {
                  return Value::native<StripObject>(
                      Cells(static_cast<std::size_t>(extent(c, a[0], "Strip.Empty")), 0));
                });
  functions.add("Strip.Parse(str, charMap)", "A strip from a text.",
                "Strip.Parse(\"tf.\", \".tf\") --> Strip([1,2,0])", [](Context& c, Arguments a) {
                  return parse_strip(c.string(a[0], "Strip.Parse"), c.string(a[1], "Strip.Parse"));
                });
  strips.add("Length", "How many cells.", "Strip([0,1]).Length --> 2",
             [](Context&, Arguments a) { return Value::integer(strip_of(a[0]).columns()); });
  strips.add("FindAll(value)", "Where a cell value stands, from 1.",
             "Strip([0,1,1]).FindAll(1) --> [2,3]", find_in_strip);
  strips.add("Updated(index, newValue?)", "With the cells of a map replaced, or one cell.",
             "Strip([0,1]).Updated({1 => 2}) --> Strip([2,1])", updated_strip);
  strips.add("UpdatedRange(first, last, newValue)",
             "With one value in the cells first .. last, as far as the strip goes.",
             "Strip([0,1,2]).UpdatedRange(2, 9, 5) --> Strip([0,5,5])", updated_range);
  strips.add("Decomposition(boundaryValue)", "The parts between cells with the boundary value.",
             "Strip([1,0,2,2]).Decomposition(0) --> [Strip([1]),Strip([2,2])]", decompose_strip);
  strips.add("Svg(charMap?)", "The board as an SVG document, in a string.",
             "Strip([0,1]).Svg(\".x\").Substring(1, 4) --> \"<svg\"",
             [](Context& c, Arguments a) { return board_picture(c, strip_of(a[0]), a[1]); });
  strips.add("ToString(charMap)", "The text that Strip.Parse reads.",
             "Strip([0,1]).ToString(\".x\") --> \".x\"", [](Context& c, Arguments a) {
               return Value::string(strip_of(a[0]).draw(c.string(a[1], "ToString")));
             });

  coordinates.add("Row", "The first coordinate.", "(3,4).Row --> 3",
                  [](Context&, Arguments a) { return a[0].coordinate_items().at(0); });
  for (const char* name : {"Column", "Col"}) {
    coordinates.add(name, "The second coordinate.", fmt::format("(3,4).{} --> 4", name),
                    [](Context&, Arguments a) { return a[0].coordinate_items().at(1); });
  }
  coordinates.add("Swap", "With row and column exchanged.", "(3,4).Swap --> (4,3)",
                  [](Context&, Arguments a) {
                    std::vector<Value> items = a[0].coordinate_items();
                    std::swap(items.at(0), items.at(1));
                    return Value::coordinates(std::move(items));
                  });
  coordinates.add(
      "IsUnit", "Is neither number further from 0 than 1?", "(1,-1).IsUnit --> true",
      [](Context&, Arguments a) {
        const auto cell = a[0].as_cell();
        return Value::boolean(cell && std::abs(cell->first) <= 1 && std::abs(cell->second) <= 1);
      });
  const auto constant = [&](std::string_view name, const char* doc, Value value) {
    registry.add(Constant{fmt::format("Coordinates.{}", name), doc, std::move(value)});
  };
  constexpr std::pair<std::string_view, Cell> kCompass[] = {
      {"North", {-1, 0}}, {"Northeast", {-1, 1}}, {"East", {0, 1}},  {"Southeast", {1, 1}},
      {"South", {1, 0}},  {"Southwest", {1, -1}}, {"West", {0, -1}}, {"Northwest", {-1, -1}}};
  std::vector<Value> compass;
  for (const auto& [name, cell] : kCompass) {
    compass.push_back(Value::coordinates(cell));
    constant(name, "A direction: one step up is (-1,0).", compass.back());
  }
  constant("Orthogonal", "The four directions along rows and columns.",
           direction_list({{-1, 0}, {0, 1}, {1, 0}, {0, -1}}));
  constant("Diagonal", "The four diagonal directions.",
           direction_list({{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}));
  constant("Compass", "All eight directions, clockwise.", Value::list(std::move(compass)));
  constant("Hexagonal", "The six directions of a hexagonal board.",
           direction_list({{-1, 0}, {-1, 1}, {0, 1}, {1, 0}, {1, -1}, {0, -1}}));
  constant(
      "KnightsMove", "The eight moves of a knight.",
      direction_list({{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}));
}

namespace {

// The images of a square. Bit 0: rows and columns change places first; bit 1: rows from the bottom;
// bit 2: columns from the right.
struct SymmetryName {
  const char* name;
  unsigned bits;
};
constexpr std::array<SymmetryName, 8> kSymmetries{{{"Identity", 0},
                                                   {"Inversion", 6},
                                                   {"HorizontalFlip", 4},
                                                   {"VerticalFlip", 2},
                                                   {"Transpose", 1},
                                                   {"AntiTranspose", 7},
                                                   {"ClockwiseRotation", 3},
                                                   {"AnticlockwiseRotation", 5}}};

EnumType make_symmetries(const EnumType& self) {
  EnumType out{"Symmetry", {}};
  for (const SymmetryName& s : kSymmetries)
    out.members.push_back({&self, s.name, static_cast<int>(out.members.size())});
  return out;
}
const EnumType& symmetry_type() {
  static const EnumType type = make_symmetries(type);
  return type;
}

unsigned symmetry_bits(const Value& v, const char* what) {
  if (v.kind() != Kind::kEnum || v.as_enum().type != &symmetry_type())
    throw Error(fmt::format("{} needs a symmetry, not {}", what, v.described()),
                "Symmetry.Transpose, Symmetry.Inversion, ...");
  return kSymmetries[static_cast<std::size_t>(v.as_enum().ordinal)].bits;
}

struct Image {
  std::int32_t rows;
  std::int32_t columns;
  Cells cells;
};

Image image(Context& c, const GridObject& grid, unsigned bits) {
  c.budget().charge(1 + grid.cells().size() / 64);
  const bool turned = (bits & 1U) != 0;
  Image out{turned ? grid.columns() : grid.rows(), turned ? grid.rows() : grid.columns(), {}};
  out.cells.reserve(grid.cells().size());
  for (std::int32_t r = 1; r <= out.rows; ++r) {
    for (std::int32_t k = 1; k <= out.columns; ++k) {
      const std::int32_t row = (bits & 2U) != 0 ? out.rows + 1 - r : r;
      const std::int32_t column = (bits & 4U) != 0 ? out.columns + 1 - k : k;
      out.cells.push_back(grid[turned ? Cell{column, row} : Cell{row, column}]);
    }
  }
  return out;
}

Value grid_value(Image&& image) {
  return Value::native<GridObject>(image.rows, image.columns, std::move(image.cells));
}

// The least image: by size, then by cells. Equal for all images of a grid.
Value invariant(Context& c, const GridObject& grid, const Value& symmetries) {
  std::vector<unsigned> all;
  if (symmetries.is_nothing()) {
    for (const SymmetryName& s : kSymmetries) all.push_back(s.bits);
  } else if (symmetries.kind() == Kind::kEnum) {
    all.push_back(symmetry_bits(symmetries, "SymmetryInvariant"));
  } else {
    for (const Value& s : c.elements(symmetries, "SymmetryInvariant"))
      all.push_back(symmetry_bits(s, "SymmetryInvariant"));
  }
  Image best = image(c, grid, 0);
  for (const unsigned bits : all) {
    Image other = image(c, grid, bits);
    const auto key = [](const Image& i) { return std::tie(i.rows, i.cells); };
    if (key(other) < key(best)) best = std::move(other);
  }
  return grid_value(std::move(best));
}

Value subgrid(const GridObject& grid, const Value& from, const Value& to) {
  const Cell a = cell_of(from, "Subgrid");
  const Cell b = cell_of(to, "Subgrid");
  if (a.first > b.first || a.second > b.second) return Value::native<GridObject>(0, 0, Cells());
  if (!grid.contains(a) || !grid.contains(b))
    throw Error("Subgrid: the corners are cells of the grid",
                fmt::format("rows go to {}, columns to {}", grid.rows(), grid.columns()));
  Image out{b.first - a.first + 1, b.second - a.second + 1, {}};
  for (std::int32_t r = a.first; r <= b.first; ++r) {
    for (std::int32_t k = a.second; k <= b.second; ++k) out.cells.push_back(grid[{r, k}]);
  }
  return grid_value(std::move(out));
}

Value substrip(Context& c, const StripObject& strip, const Value& from, const Value& to) {
  const std::int64_t a = c.integer(from, "Substrip");
  const std::int64_t b = c.integer(to, "Substrip");
  if (a > b) return Value::native<StripObject>(Cells());
  if (a < 1 || b > strip.columns())
    throw Error("Substrip: the indices are out of range",
                fmt::format("they go from 1 to {}", strip.columns()));
  return Value::native<StripObject>(
      Cells(strip.cells().begin() + (a - 1), strip.cells().begin() + b));
}

}  // namespace

void register_more_grids(Registry& registry) {
  const Rows grids(registry, "Grid");
  const Rows strips(registry, "Strip");
  for (const EnumMember& member : symmetry_type().members) {
    registry.add(Constant{fmt::format("Symmetry.{}", member.name), "A symmetry of the square.",
                          Value::member(member)});
  }
  const auto group = [&](const char* name, const char* doc, std::initializer_list<int> members) {
    std::vector<Value> items;
    for (const int i : members)
      items.push_back(Value::member(symmetry_type().members[static_cast<std::size_t>(i)]));
    registry.add(Constant{name, doc, Value::list(std::move(items))});
  };
  group("Symmetry.Flip", "Those that keep rows rows.", {0, 1, 2, 3});
  group("Symmetry.Rotational", "Those that turn nothing over.", {0, 1, 6, 7});
  group("Symmetry.EightWay", "All of them.", {0, 1, 2, 3, 6, 7, 4, 5});
  grids.add("Permuted(symmetry)", "Its image under a symmetry of the square.",
            "Grid.Parse(\"ab|..\", \".ab\").Permuted(Symmetry.Transpose) --> Grid([[1,0],[2,0]])",
            [](Context& c, Arguments a) {
              return grid_value(image(c, grid_of(a[0]), symmetry_bits(a[1], "Permuted")));
            });
  grids.add("SymmetryInvariant(symmetries?)",
            "One of its images, the same for all of them: rulesets that do not mind save work.",
            "Grid.Parse(\"ab|..\", \".ab\").SymmetryInvariant --> Grid([[0,0],[1,2]])",
            [](Context& c, Arguments a) { return invariant(c, grid_of(a[0]), a[1]); });
  grids.add("IsInBounds(coord)", "Is it a cell of the board?",
            "Grid.Empty(2,3).IsInBounds((3,1)) --> false", [](Context&, Arguments a) {
              return Value::boolean(grid_of(a[0]).contains(cell_of(a[1], "IsInBounds")));
            });
  grids.add("Subgrid(northwest, southeast)", "The cells between two corners, both included.",
            "Grid.Parse(\"ab|..\", \".ab\").Subgrid((1,2), (2,2)) --> Grid([[2],[0]])",
            [](Context&, Arguments a) { return subgrid(grid_of(a[0]), a[1], a[2]); });
  strips.add("Reversed", "From the other end.",
             "Strip.Parse(\"ab.\", \".ab\").Reversed --> Strip([0,2,1])",
             [](Context&, Arguments a) {
               Cells cells = strip_of(a[0]).cells();
               std::reverse(cells.begin(), cells.end());
               return Value::native<StripObject>(std::move(cells));
             });
  strips.add("SymmetryInvariant", "It or its reverse, the same for both.",
             "Strip.Parse(\"ab.\", \".ab\").SymmetryInvariant --> Strip([0,2,1])",
             [](Context&, Arguments a) {
               Cells cells = strip_of(a[0]).cells();
               std::reverse(cells.begin(), cells.end());
               if (!(cells < strip_of(a[0]).cells())) return a[0];
               return Value::native<StripObject>(std::move(cells));
             });
  strips.add("Substrip(first, last)", "The cells from .. to, both included.",
             "Strip.Parse(\"ab.\", \".ab\").Substrip(1, 2) --> Strip([1,2])",
             [](Context& c, Arguments a) { return substrip(c, strip_of(a[0]), a[1], a[2]); });
}

}  // namespace cgt::lang
