// Grids and strips: symmetries and parts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/grid.hpp"

namespace cgt::lang {
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
                                                   {"ClockwiseRotation", 5},
                                                   {"AnticlockwiseRotation", 3}}};

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
  grids.add("IsInBounds(cell)", "Is it a cell of the board?",
            "Grid.Empty(2,3).IsInBounds((3,1)) --> false", [](Context&, Arguments a) {
              return Value::boolean(grid_of(a[0]).contains(cell_of(a[1], "IsInBounds")));
            });
  grids.add("Subgrid(from, to)", "The cells between two corners, both included.",
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
  strips.add("Substrip(from, to)", "The cells from .. to, both included.",
             "Strip.Parse(\"ab.\", \".ab\").Substrip(1, 2) --> Strip([1,2])",
             [](Context& c, Arguments a) { return substrip(c, strip_of(a[0]), a[1], a[2]); });
}

}  // namespace cgt::lang
