// Unconditional life (Benson 1976): the blocks of a colour that stay alive even if that colour
// never plays again.
//
// A region of a colour is a maximal connected set of points without its stones. It is vital to a
// block if every empty point of it is a liberty of the block. A set X of blocks is unconditionally
// alive if each has two vital regions among those bordered by blocks of X only; the greatest such
// set is found by dropping blocks and regions until nothing changes. The enemy cannot make an eye
// in a vital region, for all its empty points touch the living block: its stones there are dead.
//
// Blocks can be taken to live without proof. They are never dropped; of the enemy's, they make the
// region that they stand in useless as an eye and as territory.
#pragma once

#include <span>
#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::go {

// Points of every list in board order; the lists themselves ordered by their first point.
struct UnconditionalLife {
  std::vector<std::vector<Point>> blocks;     // the living blocks, none that were assumed to live
  std::vector<std::vector<Point>> territory;  // their vital regions, dead enemy stones included

  // Points of all of these: the number that is called safe.
  int safe_points() const;
};

// Requires a board on which every block has a liberty. O(points of the board).
UnconditionalLife unconditional_life(const Board& board, Player player);
// The same if the blocks of these stones, of either colour, live.
UnconditionalLife unconditional_life(const Board& board, Player player,
                                     std::span<const Point> assumed);

}  // namespace cgt::go
