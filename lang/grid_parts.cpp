// The connected parts of a grid.
#include <algorithm>
#include <bit>
#include <limits>

#include "lang/grid.hpp"

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
Value cut_out(const GridObject& grid, const CellList& part, std::uint8_t boundary) {
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

std::uint64_t flood(std::uint64_t start, std::uint64_t free, unsigned columns,
                    std::uint64_t first_column) {
  const std::uint64_t last_column = first_column << (columns - 1);
  for (std::uint64_t part = start;;) {
    const std::uint64_t next = free & (part | part << columns | part >> columns |
                                       (part & ~last_column) << 1U | (part & ~first_column) >> 1U);
    if (next == part) return part;
    part = next;
  }
}

void mask_parts(const Value& value, std::uint8_t boundary, std::vector<Value>& parts) {
  const GridObject& grid = *as_grid(value);
  const auto columns = static_cast<unsigned>(grid.columns());
  std::uint64_t free = 0;
  std::uint64_t first_column = 0;
  for (std::size_t i = 0; i < grid.cells().size(); ++i) {
    free |= std::uint64_t{grid.cells()[i] != boundary} << i;
    first_column |= std::uint64_t{i % columns == 0} << i;
  }
  for (std::uint64_t rest = free; rest != 0;) {
    const std::uint64_t part = flood(rest & (~rest + 1), free, columns, first_column);
    rest &= ~part;
    CellList cells;
    Box box;
    for (std::uint64_t bits = part; bits != 0; bits &= bits - 1) {
      const auto at = static_cast<unsigned>(std::countr_zero(bits));
      cells.push_back({static_cast<std::int32_t>(at / columns + 1),
                       static_cast<std::int32_t>(at % columns + 1)});
      box.add(cells.back());
    }
    const bool whole = part == free && box.rows() == grid.rows() && box.columns() == grid.columns();
    parts.push_back(whole ? value : cut_out(grid, cells, boundary));
  }
}

void list_parts(const GridObject& grid, std::uint8_t boundary, std::span<const Cell> directions,
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

std::vector<Value> grid_parts(const Value& grid, std::uint8_t boundary,
                              std::span<const Cell> directions) {
  std::vector<Value> parts;
  const GridObject& board = *as_grid(grid);
  const auto orthogonal = std::span<const Cell>(kOrthogonal);
  const bool plain =
      std::equal(directions.begin(), directions.end(), orthogonal.begin(), orthogonal.end());
  if (plain && board.cells().size() <= kMaskCells)
    mask_parts(grid, boundary, parts);
  else
    list_parts(board, boundary, directions, parts);
  return parts;
}

}  // namespace cgt::lang
