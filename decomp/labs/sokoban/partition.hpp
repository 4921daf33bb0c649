// A level cut into rooms and tunnels.
//
// A corridor is a square with walls on both sides of exactly one axis. A tunnel is a straight run
// of corridors, a door a tunnel of one square; it splits the level if nothing else joins its ends. A
// room is a connected part of the squares that are left. (Botea, Mueller, Schaeffer 2002.)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

struct Part {
  bool tunnel = false;
  bool splits = false;          // of tunnels
  std::vector<Square> squares;  // in the order of their numbers
  std::vector<int> next;        // parts that it touches, in order
  int goals = 0;
};

struct Partition {
  std::vector<Part> parts;
  std::vector<int> part_of;  // by square
};

Partition partition(const Board& board);

// The level with rooms as letters and tunnels as '-' and '|', then a line for each part.
std::string describe(const Board& board, const Level& level, const Partition& partition);

}  // namespace cgt::sokoban
