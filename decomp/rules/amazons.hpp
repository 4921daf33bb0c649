// Amazons (Zamkauskas 1988; values of endgames: Berlekamp 2000, Snatzke 2001): an amazon moves like
// a queen of chess over free cells, and then shoots an arrow that flies like a queen from where it
// landed and burns the free cell where it ends. Nothing passes amazons or burnt cells.
//
// Cells that are connected in the eight directions through cells not burnt form a summand. One with
// amazons of one player is worth as many moves as that player can make there: if a short search
// finds a way to burn every free cell, that many; if it finds none, the part stays a summand. Every
// symmetry of the square keeps the value, exchanging the amazons negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::amazons {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".xo#";

  using BoardPosition::BoardPosition;

  // `move` holds, from the high bits, the cells from, to and burnt: numbers below the board's size,
  // to that base.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
};

RulesetEntry amazons_entry();

}  // namespace cgt::amazons
