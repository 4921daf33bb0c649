// Shapes of 3x3 points around a move (Gelly, Wang, Munos and Teytaud 2006, "Modification of UCT with
// patterns in Monte-Carlo Go"): hane, cuts, and moves at the edge.
#pragma once

#include "decomp/go/playout/playout_board.hpp"

namespace cgt::go {

// Is the empty point in the middle of one of the shapes, in any orientation, for either colour?
bool matches_pattern(const PlayoutBoard& board, PlayoutBoard::Spot s);

}  // namespace cgt::go
