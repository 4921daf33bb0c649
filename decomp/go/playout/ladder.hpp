// Ladders, read by atari after atari: what they decide over is beyond playouts and shallow trees.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "decomp/go/board/board.hpp"

namespace cgt::go {

// Can the enemy, who moves first, take the block of `stone` by atari after atari? False where reading
// is given up: after 20 moves of either side, or 400 boards. Requires a stone.
bool taken_in_ladder(const Board& board, Point stone);

struct LadderMove {
  Point point;
  std::size_t stones = 0;  // of the block that is saved or taken
};
// A move that saves stones which the enemy would take so, or takes such stones that could still be
// saved; of the largest block, the first in board order among equals. Blocks with a stone for which
// `skip` holds are left out.
std::optional<LadderMove> ladder_move(const Board& board, Player player,
                                      const std::function<bool(Point)>& skip);

}  // namespace cgt::go
