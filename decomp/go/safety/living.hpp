// A heuristic that names the blocks which look alive, for results "if these live". It proves nothing.
//
// Blocks of a colour are *linked* if they have two common liberties, or one at which an enemy stone
// would have no more than one liberty. Linked blocks are a group. Groups of kLivingStones stones and
// more are candidates; smaller ones count as nothing at first. A point without a candidate's stone
// is *near* a colour if candidates of that colour are fewer steps away than those of the other, and
// the space of a candidate are the points near its colour in the connected pieces next to it.
//   1. As long as a candidate has less than kLivingSpace points of space, the one with the least is
//      dropped, and all is measured again.
//   2. The candidates that are left look alive, and the small groups all of whose stones and
//      liberties are near their own colour.
#pragma once

#include <vector>

#include "decomp/go/board/board.hpp"

namespace cgt::go {

inline constexpr int kLivingStones = 4;
inline constexpr int kLivingSpace = 7;

// Stones of the blocks that look alive, in board order.
std::vector<Point> living_stones(const Board& board);

}  // namespace cgt::go
