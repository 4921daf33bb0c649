// Ski-Jumps (Berlekamp, Conway, Guy 1982, chapter 1): Left's skiers go to the right, Right's to the
// left: any number of free cells along the row, or off its end. A jumper right above a skier of the
// other player may jump over him onto the cell below, if that is free; who was jumped over is no
// jumper any more.
//
// Rows that no jump can ever connect are summands. A row of Left's skiers only is worth the steps
// that they can take to get off it. Turning the slope around, columns reversed, and exchanging the
// players negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::ski_jumps {

class Position : public grid::BoardPosition<Position> {
 public:
  // Capitals jump.
  static constexpr const char* kCharMap = ".LRlr";

  using BoardPosition::BoardPosition;

  // `move` is the skier's cell times (columns + 2), plus 0 for a jump, or the number of cells that
  // he goes, up to the end of the row and off it.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

RulesetEntry ski_jumps_entry();

}  // namespace cgt::ski_jumps
