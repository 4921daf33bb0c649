// Boards as values: Grid (rows of small integers) and Strip (one row).
//
// A cell holds -128..127, one byte each, and the hash is computed once, so that a position made of a
// board is hashed and compared at the price of its bytes. Both are immutable. Cells have the
// coordinates (row,column), from 1; a cell outside of the board is Nothing, so that looking at all
// neighbours needs no test for the edge.
//
//   g := Grid.Parse("xo.|oxo", ".xo")     text: rows split by '|', cells by place in the char map
//   g[1,2], g[(1,2)]                      2
//   g.FindAll(1)                          [(1,1),(2,2)]
//   g.Updated({(1,1) => 0, (1,2) => 1})   a new grid
//   g.Decomposition(0)                    connected parts of the cells that are not 0, each as the
//                                         smallest grid around it
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/context.hpp"
#include "lang/value.hpp"

namespace cgt::lang {

// Cells of one board.
inline constexpr std::int64_t kMaxCells = 1'000'000;

// Row by row. Those of small boards lie in the object.
using Cells = SmallVector<std::int8_t, 32>;

class BoardObject : public NativeObject {
 public:
  BoardObject(std::int32_t rows, std::int32_t columns, Cells&& cells)
      : rows_(rows), columns_(columns), cells_(std::move(cells)) {}

  bool equals(const NativeObject& other) const override;
  std::uint64_t hash() const override;

  std::int32_t rows() const { return rows_; }
  std::int32_t columns() const { return columns_; }
  const Cells& cells() const { return cells_; }
  bool contains(Cell c) const {
    return c.first >= 1 && c.first <= rows_ && c.second >= 1 && c.second <= columns_;
  }
  std::size_t place(Cell c) const {
    return static_cast<std::size_t>(c.first - 1) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(c.second - 1);
  }
  std::int8_t operator[](Cell c) const { return cells_[place(c)]; }
  // The rows as text, one character of the map a cell; '?' for a value that the map lacks.
  std::string draw(std::string_view char_map) const;

 private:
  std::int32_t rows_;
  std::int32_t columns_;
  Cells cells_;
  mutable std::uint64_t hash_ = 0;  // 0: not known yet
};

class GridObject final : public BoardObject {
 public:
  using BoardObject::BoardObject;
  const char* class_name() const override { return "Grid"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  // grid[r,c] or grid[(r,c)].
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override;
};

// One row; cells have the numbers 1, 2, ...
class StripObject final : public BoardObject {
 public:
  explicit StripObject(Cells cells)
      : BoardObject(1, static_cast<std::int32_t>(cells.size()), std::move(cells)) {}
  const char* class_name() const override { return "Strip"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override;
};

// Null for everything else.
const GridObject* as_grid(const Value& value);
const StripObject* as_strip(const Value& value);
// Requires a Grid, a Strip.
inline const GridObject& grid_of(const Value& value) { return *as_grid(value); }
inline const StripObject& strip_of(const Value& value) { return *as_strip(value); }

// Case does not matter unless the map has both. Throws Error for a character that the map lacks and
// for rows of unequal length.
Value parse_grid(std::string_view text, std::string_view char_map);
Value parse_strip(std::string_view text, std::string_view char_map);

// The value of a cell; Nothing outside of the board.
Value cell_at(const BoardObject& board, Cell cell);
// The board with some cells replaced: key, value, key, ... Empty if something is wrong with them:
// then the method Updated says what.
std::optional<Value> updated(const Value& board, std::span<const Value> changes);

// The connected parts of the cells that are not `boundary`, each as the smallest grid around it, in
// the order of their first cells. Neighbours lie in the directions and opposite to them.
std::vector<Value> grid_parts(const Value& grid, std::int8_t boundary,
                              std::span<const Cell> directions);

// Row and column of coordinates with two small entries. Throws Error naming `what`.
Cell cell_of(const Value& value, std::string_view what);

// The directions that scripts call Coordinates.Orthogonal and Coordinates.Diagonal.
inline constexpr Cell kOrthogonal[] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
inline constexpr Cell kDiagonal[] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

}  // namespace cgt::lang
