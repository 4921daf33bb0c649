// In which order goals are best filled: the packing plan of a level.
//
// Found backwards: all goals hold boxes, and one box after the other is pulled to the start of some
// box and taken away, with only the boxes that are left in the way. Boxes that are gone never hinder,
// so a greedy choice loses nothing but where the player stands. The order backwards is one in
// which each box can be pushed home alone past those that are home already. (Retrograde packing:
// Shoham and Schaeffer 2020.)
#pragma once

#include <vector>

#include "decomp/solve/sokoban/board.hpp"

namespace cgt::sokoban {

struct PackingPlan {
  std::vector<Square> order;  // goals, the first to be filled first; as many as boxes
  bool complete = false;  // every step was found by pulling; otherwise the first ones are guessed
};

// `goals`: the squares to fill, as many as boxes. `variant` chooses among steps that are equally
// possible: 0 fills far goals first.
PackingPlan packing_plan(const Board& board, std::vector<Square> goals, unsigned variant = 0);

}  // namespace cgt::sokoban
