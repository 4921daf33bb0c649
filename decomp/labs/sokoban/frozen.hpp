// Boxes that can never be pushed any more, as the walls that they are.
//
// A set of boxes never moves if each has, along both axes, a wall or another one of the set on one side, or squares
// on both sides from which no box comes home. If one of them is off the goals, the state is dead; else the other
// boxes have a board with more walls to solve, where distances are longer and more squares are dead.
//
// Thread rule: one thread.
#pragma once

#include <memory>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

class FrozenBoards {
 public:
  explicit FrozenBoards(const Board& board);

  // The board with the boxes as walls that never move again: itself without such boxes, nullptr if one of them is off
  // the goals. Its squares and goals have the same numbers. Valid as long as this object.
  const Board* board_for(const Position& position);
  // What the boards take.
  std::uint64_t bytes() const;

 private:
  const Board* board_;
  std::vector<std::uint8_t> stuck_;  // by square
  std::vector<Square> walls_;
  Position among_;
  StateTable known_;  // sets of walls, as boxes
  std::vector<std::unique_ptr<Board>> boards_;
};

}  // namespace cgt::sokoban
