// Battle Sheep (Bailly, Bailly, Cotin 2010; also played by MCGS) on a square grid whose cells have
// six neighbours: up, down, left, right, up right and down left. A player takes a herd of n > 1 of
// his sheep and drives 1 to n - 1 of them in one of the six directions over free cells, at least
// one, as far as they can go; they stand on the last of these cells, the others stay.
//
// Text: the numbers of sheep, Left's positive, Right's negative, 0 for a free cell, separated by
// blanks and commas; rows are separated by '|': "5, 0, 0 | 0, 0, -5". At most 50 sheep a herd.
//
// Free cells only get fewer, and the cells of herds never get free. So free cells that hang
// together and the herds that can step onto them form a summand; all other herds are walls, written
// as 1. In a summand of n free cells at most n moves are made, so a herd of more than 2^n sheep is
// worth as much as one of 2^n: halves of it are always large enough. One with herds of one player
// is worth the number of moves he can make: if a short search finds as many as there are sheep to
// leave behind, or free cells, that many; if it does not, the part stays a summand. Exchanging rows
// and columns and turning the grid by half keep the value, exchanging signs negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::sheep {

inline constexpr int kMostSheep = 50;

class Position : public grid::BoardPosition<Position> {
 public:
  // A cell of n sheep holds kMostSheep + n.
  using BoardPosition::BoardPosition;
  static Position parse(const std::string& text);

  int sheep(int cell) const { return board_[cell] - kMostSheep; }

  // `move` is (6 * the cell of the herd + the direction) * 50 + how many leave.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Every move takes a free cell.
  std::uint32_t depth_hint() const;
  // A player makes at most as many moves as there are free cells, or sheep that can leave their herds.
  // How many are sure to be his, whatever the opponent does, is in the source.
  std::optional<IntegerBounds> integer_bounds() const;
  std::string text() const;
};

RulesetEntry sheep_entry();

}  // namespace cgt::sheep
