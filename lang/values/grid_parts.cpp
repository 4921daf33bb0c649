// The connected parts of a grid.
#include <algorithm>
#include <bit>
#include <limits>

#include "lang/values/grid.hpp"

namespace cgt::lang {
namespace {

using CellList = SmallVector<Cell, 32>;

struct Box {
  Cell low{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};
  Cell high{0, 0};
  void add(Cell cell) {
    low = {std::min(low.first, cell.first), std::min(low.second, cell.second)};
    high = {std::max(high.first, cell.first), std::max(high.second, cell.second)};
  }
  std::int32_t rows() const { return high.first - low.first + 1; }
  std::int32_t columns() const { return high.second - low.second + 1; }
  std::size_t place(Cell cell) const {
    return static_cast<std::size_t>(cell.first - low.first) * static_cast<std::size_t>(columns()) +
           static_cast<std::size_t>(cell.second - low.second);
  }
};

// The smallest grid around `part`; cells of other parts get `boundary`.
Value cut_out(const GridObject& grid, const CellList& part, std::int8_t boundary) {
  Box box;
  for (const Cell& cell : part) box.add(cell);
  const auto size = static_cast<std::size_t>(box.rows()) * static_cast<std::size_t>(box.columns());
  Cells cells(size, boundary);
  for (const Cell& cell : part) cells[box.place(cell)] = grid[cell];
  return Value::native<GridObject>(box.rows(), box.columns(), std::move(cells));
}

// Small boards with orthogonal neighbours: one bit a cell, row by row. Less than 64 cells, so that
// no shift is by 64.
constexpr std::size_t kMaskCells = 63;

struct Mask {
  std::uint64_t free = 0;
  std::uint64_t first_column = 0;
  std::uint64_t first_row = 0;
  unsigned columns = 0;

  Mask(const GridObject& grid, std::int8_t boundary)
      : columns(static_cast<unsigned>(grid.columns())) {
    const auto size = static_cast<unsigned>(grid.cells().size());
    const std::int8_t* const cells = grid.cells().data();
    for (unsigned i = 0; i < size; ++i) free |= std::uint64_t{cells[i] != boundary} << i;
    for (unsigned i = 0; i < size; i += columns) first_column |= std::uint64_t{1} << i;
    first_row = (std::uint64_t{1} << columns) - 1;
  }

  // All free cells that are connected with those of `part`.
  std::uint64_t flood(std::uint64_t part) const {
    const std::uint64_t last_column = first_column << (columns - 1);
    for (;;) {
      const std::uint64_t next =
          free & (part | part << columns | part >> columns | (part & ~last_column) << 1U |
                  (part & ~first_column) >> 1U);
      if (next == part) return part;
      part = next;
    }
  }
};

constexpr unsigned lowest(std::uint64_t bits) {
  return static_cast<unsigned>(std::countr_zero(bits));
}
constexpr unsigned highest(std::uint64_t bits) {
  return static_cast<unsigned>(std::bit_width(bits)) - 1;
}

// As above.
Value cut_out(const Value& value, const Mask& mask, std::uint64_t part, std::int8_t boundary) {
  const GridObject& grid = *as_grid(value);
  const unsigned top = lowest(part) / mask.columns;
  const unsigned bottom = highest(part) / mask.columns;
  std::uint64_t used = 0;
  for (unsigned row = top; row <= bottom; ++row) used |= part >> (row * mask.columns);
  used &= mask.first_row;
  const unsigned left = lowest(used);
  const unsigned width = highest(used) - left + 1;
  const std::size_t size = std::size_t{width} * (bottom - top + 1);
  if (part == mask.free && size == grid.cells().size()) return value;
  Cells cells(size, boundary);
  for (unsigned row = top; row <= bottom; ++row) {
    const unsigned start = row * mask.columns;
    const std::size_t place = std::size_t{row - top} * width;
    for (std::uint64_t bits = part >> start & mask.first_row; bits != 0; bits &= bits - 1)
      cells[place + lowest(bits) - left] = grid.cells()[start + lowest(bits)];
  }
  return Value::native<GridObject>(static_cast<std::int32_t>(bottom - top + 1),
                                   static_cast<std::int32_t>(width), std::move(cells));
}

void mask_parts(const Value& grid, std::int8_t boundary, std::vector<Value>& parts) {
  const Mask mask(*as_grid(grid), boundary);
  for (std::uint64_t rest = mask.free; rest != 0;) {
    const std::uint64_t part = mask.flood(rest & (~rest + 1));
    rest &= ~part;
    parts.push_back(cut_out(grid, mask, part, boundary));
  }
}

void list_parts(const GridObject& grid, std::int8_t boundary, std::span<const Cell> directions,
                std::vector<Value>& parts) {
  SmallVector<bool, 64> seen(grid.cells().size(), false);
  CellList part;
  const auto visit = [&](std::int64_t row, std::int64_t column) {
    if (row < 1 || row > grid.rows() || column < 1 || column > grid.columns()) return;
    const Cell next{static_cast<std::int32_t>(row), static_cast<std::int32_t>(column)};
    if (grid[next] == boundary || seen[grid.place(next)]) return;
    seen[grid.place(next)] = true;
    part.push_back(next);
  };
  for (std::int32_t row = 1; row <= grid.rows(); ++row) {
    for (std::int32_t column = 1; column <= grid.columns(); ++column) {
      part.clear();
      visit(row, column);
      for (std::size_t i = 0; i < part.size(); ++i) {
        const auto [r, c] = std::pair<std::int64_t, std::int64_t>(part[i]);
        for (const Cell& d : directions) {
          // Directions of a script may lack their opposites.
          visit(r + d.first, c + d.second);
          visit(r - d.first, c - d.second);
        }
      }
      if (!part.empty()) parts.push_back(cut_out(grid, part, boundary));
    }
  }
}

}  // namespace

std::vector<Value> grid_parts(const Value& grid, std::int8_t boundary,
                              std::span<const Cell> directions) {
  std::vector<Value> parts;
  const GridObject& board = *as_grid(grid);
  const auto orthogonal = std::span<const Cell>(kOrthogonal);
  const bool plain =
      std::equal(directions.begin(), directions.end(), orthogonal.begin(), orthogonal.end());
  if (plain && !board.cells().empty() && board.cells().size() <= kMaskCells)
    mask_parts(grid, boundary, parts);
  else
    list_parts(board, boundary, directions, parts);
  return parts;
}

}  // namespace cgt::lang
