// Board: a rectangle of cells, one byte each, for rulesets on grids. A cell holds the number of its
// character in the ruleset's char map: 0 is always the first one (".xo": 0 free, 1 Left, 2 Right).
//
// Text: rows from the top separated by '|' ("xo.|oxo"); letters may be in either case where the map
// has only one of them. As everywhere, row 1, column 1 of the language is row 0, column 0 here.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/support/small_vector.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::grid {

// The eight symmetries of the square: bit 0 mirrors the columns, bit 1 the rows, bit 2 then
// exchanges rows and columns.
using Symmetry = unsigned;
inline constexpr Symmetry kMirrorColumns = 1;
inline constexpr Symmetry kMirrorRows = 2;
inline constexpr Symmetry kTranspose = 4;

// A set of cell contents: bit c for cells that hold c.
using Kinds = std::uint32_t;
constexpr Kinds kind(int cell) { return Kinds{1} << static_cast<unsigned>(cell); }

class Board {
 public:
  using Cell = std::uint8_t;
  static constexpr int kOff = -1;  // beyond the edge

  Board() = default;
  Board(int rows, int columns, Cell fill = 0);
  // Argument 0, "grid": text, or a grid of the language. Throws InputError and Error.
  static Board read(RulesetArguments& arguments, std::string_view char_map,
                    std::string_view ruleset);
  // The same for games on a single row.
  static Board read_strip(RulesetArguments& arguments, std::string_view char_map,
                          std::string_view ruleset);
  static Board parse(std::string_view text, std::string_view char_map, std::string_view ruleset);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int size() const { return rows_ * columns_; }
  bool empty() const { return cells_.empty(); }
  // By number row * columns() + column.
  Cell operator[](int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  std::span<const Cell> cells() const { return {cells_.data(), cells_.size()}; }
  void set(int cell, Cell value) { cells_[static_cast<std::size_t>(cell)] = value; }
  int row(int cell) const { return cell / columns_; }
  int column(int cell) const { return cell % columns_; }
  bool contains(int row, int column) const {
    return row >= 0 && row < rows_ && column >= 0 && column < columns_;
  }
  int cell(int row, int column) const { return row * columns_ + column; }
  // kOff beyond the edge.
  int at(int row, int column) const {
    return contains(row, column) ? cells_[static_cast<std::size_t>(cell(row, column))] : kOff;
  }

  std::string text(std::string_view char_map) const;
  std::uint64_t hash() const;
  friend bool operator==(const Board& a, const Board& b) {
    return a.rows_ == b.rows_ && a.columns_ == b.columns_ && a.cells_ == b.cells_;
  }
  // By rows, then columns, then cells in order.
  friend bool operator<(const Board& a, const Board& b);

  Board transformed(Symmetry symmetry) const;
  // Every cell replaced by map[cell].
  Board recoloured(std::string_view map) const;

  // Connected parts of the cells other than `wall`, orthogonally or in all eight directions; each
  // in a tight box, other cells `wall`.
  std::vector<Board> parts(Cell wall, bool diagonal = false) const {
    return parts(kind(wall), wall, 0, diagonal);
  }
  // The same where cells of all kinds in `walls` separate; around a part stands `fill`. Parts that
  // lack one of the `required` kinds are left out.
  std::vector<Board> parts(Kinds walls, Cell fill, Kinds required, bool diagonal = false) const;
  // The parts of a partition: cells with the same label >= 0 belong together.
  std::vector<Board> parts(std::span<const int> label, int labels, Cell fill) const;
  // The least box that holds all cells other than `wall`.
  Board tight(Cell wall) const { return around(~kind(wall)); }
  // The least box that holds all cells of these kinds.
  Board around(Kinds kept) const;
  // The kinds of cells that it has.
  Kinds kinds() const;
  // The number of cells that hold one of these.
  std::uint32_t count(Kinds wanted) const {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(cells_, [&](Cell c) { return (kind(c) & wanted) != 0; }));
  }

  // Boards of up to 64 cells as words, bit i for cell i. Requires small().
  static constexpr int kWordCells = 64;
  bool small() const { return size() <= kWordCells; }
  // The cells that hold one of these kinds.
  std::uint64_t word(Kinds wanted) const;
  // For each of the first eight kinds the cells that hold it.
  std::array<std::uint64_t, 8> words() const {
    std::array<std::uint64_t, 8> out{};
    for (std::size_t i = 0; i < cells_.size(); ++i) out[cells_[i] & 7U] |= std::uint64_t{1} << i;
    return out;
  }
  // The lower two bits of each cell, as two words: cheaper than word() where all cells are less than four.
  struct Bits {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  Bits bits() const;
  // The least box around these cells, which are not none; others in it become `fill`.
  Board boxed(std::uint64_t cells, Cell fill) const;

 private:
  std::vector<Board> small_parts(Kinds walls, Cell fill, Kinds required, bool diagonal) const;

  SmallVector<Cell, 32> cells_;
  std::int16_t rows_ = 0;
  std::int16_t columns_ = 0;
};

inline const std::vector<Symmetry> kAllSymmetries{0, 1, 2, 3, 4, 5, 6, 7};
// Those that keep rows rows.
inline const std::vector<Symmetry> kMirrors{0, 1, 2, 3};

// The canonical summand of a board: the least image under `symmetries`, or under the same with the
// players exchanged (cells mapped by `exchange`, symmetries `exchanged`), then negated. A board
// that is its own negative counts as not negated. Requires a symmetry.
struct CanonicalBoard {
  Board board;
  bool negated = false;
};
CanonicalBoard canonical(const Board& board, const std::vector<Symmetry>& symmetries,
                         std::string_view exchange, const std::vector<Symmetry>& exchanged);

// BoardPosition: what a Position that is a board and nothing else does not have to write down. Its
// ruleset adds kCharMap, the moves and the split:
//
//   class Position : public grid::BoardPosition<Position> {
//    public:
//     using BoardPosition::BoardPosition;
//     std::vector<Option<Position>> options(Player player) const;
//     std::int64_t split(std::vector<Summand<Position>>& sum) const;
//   };

template <class Derived>
class BoardPosition {
 public:
  BoardPosition() = default;
  explicit BoardPosition(Board board) : board_(std::move(board)) {}

  const Board& board() const { return board_; }
  std::uint64_t hash() const { return board_.hash(); }
  std::string text() const { return board_.text(Derived::kCharMap); }
  friend bool operator==(const BoardPosition&, const BoardPosition&) = default;

 protected:
  Board board_;
};

}  // namespace cgt::grid
