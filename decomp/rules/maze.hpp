// Maze and Maize (Albert, Nowakowski, Wolfe 2007): a token in a grid with walls on some edges. In
// Maze, Left moves it down any number of cells, Right to the right any number, never across a wall;
// in Maize by one cell. (The book turns the grid by 45 degrees, so that Left goes southwest and
// Right southeast.)
//
// Only cells that the token may still reach count, and walls between them. Exchanging rows and
// columns, with the walls, negates a position.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::maze {

template <bool kSteps>
class Position : public grid::BoardPosition<Position<kSteps>> {
 public:
  // A board that the constructor takes has exactly one token.
  using grid::BoardPosition<Position>::BoardPosition;

  // Without the token: open, wall below, wall to the right, both, blocked; with it o, u, d, j.
  static constexpr const char* kCharMap = "._)J#oudj";

  // `move` is the cell reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;

 private:
  int token() const;
};

RulesetEntry maize_entry();
RulesetEntry maze_entry();

}  // namespace cgt::maze
