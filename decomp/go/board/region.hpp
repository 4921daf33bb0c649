// Region: a local Go position with immortal surroundings, the unit of local search.
//
// Rules (no-pass Go with prisoner return; Berlekamp and Wolfe 1994): a move of a player is a stone
// on an empty point; enemy blocks left without liberty are taken, and each prisoner is a free move
// of the taker (Option::shift); suicide is illegal; a player without a move in the whole sum loses.
// What is settled leaves the game, in every position, and counts what it is worth in free moves
// (settled.hpp). So two eyes need not be paid for. Then n points of territory are worth n, a dead stone
// 2, a dame *.
//
// Representation. A box of width x height cells, row by row from the top, one byte each. Immortal
// stones are not stored: a cell only remembers whether it touches one of Black's and one of
// White's.
//   bits 0-1  kOutside, kEmpty, kBlackStone, kWhiteStone
//   bit 2     kTouchesBlack: next to an immortal black stone
//   bit 3     kTouchesWhite: next to an immortal white stone
// Invariants:
//   1. A stored stone never touches an immortal stone of its own colour: it would be immortal, and
//      immortal stones leave the box, turning into flags of their neighbours.
//   2. Every stored block has a liberty, an empty cell of the box.
//   3. An outside cell has no flags.
// The box of parse(), parts(), canonical() and split() is tight: no empty border row or column. The
// positions of options() keep the box of their parent, so that `move` means the same point all the
// way down; parts() and canonical() tighten.
//
// Text: `B` `W` immortal stones, `X` `O` ordinary ones, `.` empty, `#` outside, rows from the top
// separated by '/'. When the flags of a cell cannot be drawn with boundary stones, because a
// neighbour that would show them would show wrong ones to another cell, the cell itself says it:
// `b` `w` `d` are empty points that touch immortal Black, White, both; `Y` is a black stone that
// touches immortal White, `Q` a white stone that touches immortal Black.
//
//   const Region corridor = Region::parse("BBBB/W..B/BBBB");
//   for (const Option<Region>& option : corridor.options(Player::kLeft)) {
//     std::cout << option.position.text() << '\n';
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/small_vector.hpp"
#include "decomp/position/position.hpp"

namespace cgt::go {

struct Located;

class CGT_API Region {
 public:
  using Cell = std::uint8_t;
  static constexpr Cell kOutside = 0;
  static constexpr Cell kEmpty = 1;
  static constexpr Cell kBlackStone = 2;
  static constexpr Cell kWhiteStone = 3;
  static constexpr Cell kContents = 3;  // mask of the four above
  static constexpr Cell kTouchesBlack = 4;
  static constexpr Cell kTouchesWhite = 8;

  static constexpr Cell stone_of(Player player) {
    return player == Player::kLeft ? kBlackStone : kWhiteStone;
  }
  static constexpr Cell touches(Player player) {
    return player == Player::kLeft ? kTouchesBlack : kTouchesWhite;
  }

  // No cells: value 0.
  Region() = default;

  // Reads a diagram; rows are separated by '/', '|' or newlines, blanks are ignored, short rows end
  // outside. Ordinary stones connected to immortal ones become immortal. Throws InputError: unknown
  // characters, ordinary blocks without liberty, more than 52 rows or columns, nothing at all.
  static Region parse(std::string_view diagram, const std::string& name = "<region>");

  // From cells in row order. Requires width * height cells that keep the invariants above (the
  // liberties of invariant 2 are not checked).
  static Region from_cells(int width, int height, std::span<const Cell> cells);

  int width() const { return width_; }
  int height() const { return height_; }
  // Number of cells of the box.
  std::size_t size() const { return cells_.size(); }
  Cell operator[](std::size_t number) const { return cells_[number]; }
  Cell at(int x, int y) const {
    return cells_[static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x)];
  }
  std::span<const Cell> cells() const { return {cells_.data(), cells_.size()}; }
  // Empty points, and empty points plus stones.
  int empties() const;
  int points() const;

  // Every legal move of the player, in row order; `move` is the cell number y * width + x. Moves to
  // equal positions are all listed. shift: prisoners, positive when Black takes. may_repeat: the
  // move takes something.
  std::vector<Option<Region>> options(Player player) const;
  // The same, charged for boxes of 64 cells and more, where all moves of one position take
  // milliseconds. Throws BudgetExhausted.
  std::vector<Option<Region>> options(Player player, Budget& budget) const;

  // Connected components, each in a tight box, in row order of their first cells. Left out is what
  // is worth 0 because nobody can ever play there: a lone empty cell that touches nothing.
  std::vector<Located> parts() const;

  // Without what is settled (settled.hpp), in the same box; adds what that is worth to `worth`.
  Region without_settled(std::int64_t& worth) const;

  // One representative of all regions equal up to the symmetries of the square and up to exchanging
  // the colours (then `negated`): the one with the least height, then width, then cells, in
  // lexicographic order. A region equal to its own reversal is not negated.
  Summand<Region> canonical() const;

  // Appends the canonical parts of without_settled(), and returns what is settled.
  std::int64_t split(std::vector<Summand<Region>>& sum) const;

  std::uint64_t hash() const { return hash_; }
  // What parse() reads back, equal if the box is tight.
  std::string text() const;

  friend bool operator==(const Region& a, const Region& b) {
    return a.hash_ == b.hash_ && a.width_ == b.width_ && a.height_ == b.height_ &&
           a.cells_ == b.cells_;
  }

 private:
  using Cells = SmallVector<Cell, 32>;
  friend struct RegionAccess;

  void rehash();

  Cells cells_;
  std::uint64_t hash_ = 0;
  std::uint8_t width_ = 0;
  std::uint8_t height_ = 0;
};

// A part of a region: its box has its upper left cell at (dx, dy) of the region's box.
struct CGT_API Located {
  Region region;
  int dx = 0;
  int dy = 0;
};

// For hash tables.
struct CGT_API RegionHash {
  using is_avalanching = void;
  std::size_t operator()(const Region& region) const {
    return static_cast<std::size_t>(region.hash());
  }
};

static_assert(Position<Region>);

}  // namespace cgt::go
