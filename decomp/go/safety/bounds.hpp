// Bounds of the value of a local Go position that take no search: integers, found in one look at its
// cells. They hold under every ko rule, and for the score of the real game, where players may pass.
//
//   const Bounds bounds = integer_bounds(Region::parse("BBBBB/W...B/BBBBB"));
//   bounds.lower, bounds.upper;  // 0 and 2: lower <= value <= upper, as games
//
// Upper bound. Let F be the number of empty cells that touch no immortal white stone plus twice the
// number of white stones, and k the number of empty cells that do touch one ("rim"). Then
//     G <= F if k is even,   G <= F + 1 if k is odd.
// Proof. With n for the bound it is to be shown that White, moving second, wins G - n: in -n he has
// n free moves, and Black has none. White answers a move of Black
//   (a) outside the rim by a free move. Black's stone takes an empty cell from F, and each stone
//       that it takes gives F one empty cell (taken stones were white, so they did not touch
//       immortal White, and their cells are not a rim) for two points of a stone, while Black gains one
//       prisoner: the bound of what is left, prisoners included, falls by 1 or more. k stays.
//   (b) on the rim, if another cell of the rim is empty, by a stone there: never suicide, since it
//       touches an immortal stone, and never a ko, since the stone that Black may have taken was
//       not on the rim. F does not grow by Black's stone (as in (a), without the empty cell). By
//       White's it falls by one for each cell that comes to the rim, whose k may so turn odd, and
//       each black stone that he takes is a prisoner for at most one cell more in F: the bound of
//       what is left is not above n.
//   (c) on the last cell of the rim, so that k was odd, by a free move: k is even now, and the bound
//       is smaller by 1.
// White's stones on the rim stay for ever, so there are finitely many moves (b); between them F or
// k falls with every move of Black's. So the game ends, White has always an answer, and he makes
// no move that a ko rule, superko included, could forbid. In the real game White does the same and
// passes instead of (c) and of the free moves; at the end Black's points are among the empty cells
// that touch no living white stone, and every other white stone gives him two points at most.
// The lower bound is the same with the colours exchanged. Weaker and older: -(e + 2x) <= G <= e + 2o
// for e empty cells, x black and o white stones.
#pragma once

#include <cstdint>

#include "decomp/go/board/region.hpp"

namespace cgt::go {

struct Bounds {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// Components whose value is known without search (Region::split) are counted at that value.
Bounds integer_bounds(const Region& region);
// The weaker bounds -(e + 2x) and e + 2o, settled components aside. They also hold for area scoring
// where a stone counts 1 (endgame/endgame.hpp): with s = e + x + o cells, Black's area less White's
// is at most s, which is e + 2o more than x - o, what the stones count now.
Bounds area_bounds(const Region& region);

}  // namespace cgt::go
