// Contested zones of open boundaries (Mueller, Explorer 2.0), and the areas beyond them.
//
// Late in a game whole territories hang together with the points that are still played for, where the
// boundary has a gap. Play happens near it. The *distance* of a point of a part from a colour is the
// least number of empty points on a path to it from a safe stone of that colour, over points of
// the part that hold no enemy stone, itself included. The *zone* of width k has the empty points with
// distance at most k from both colours: they are the dividers between what lies beyond. What is left
// of the part falls into components. One whose empty points are next to safe stones of one colour
// only is an *area* of that colour; its stones of that colour live and the others are dead, if it
// holds. So a stone that stands in a gap closes it. A block that would be dead in an area but has a
// liberty in the zone is not beyond it: its stones and liberties join the zone, as do components
// next to both colours or to none. A part that has safe stones of one colour only around it has no
// boundary: all of it is zone.
//
// Nothing is proved: an invasion of an area, or a threat against its wall, is left out. Results
// on zones are to be told with the areas that they take for granted.
#pragma once

#include <optional>
#include <vector>

#include "decomp/go/board/board.hpp"
#include "decomp/go/safety/partition.hpp"

namespace cgt::go {

struct Zones {
  PerPlayer<std::vector<Point>> areas;  // beyond the zones, by owner, board order; whole blocks
  int width = 0;                        // k
  int largest = 0;                      // points of the largest zone, its stones included
};

// The zones of width k of one part of a partition of the board. Requires width >= 1. Throws
// BudgetExhausted.
Zones zones_of(const Board& board, const Partition& partition, const Part& part, int width,
               Budget& budget);

// The zones of the greatest width up to kMostZoneWidth whose largest has at most `points` points;
// none: not even width 1 has, or no area lies beyond.
std::optional<Zones> zones_within(const Board& board, const Partition& partition, const Part& part,
                                  int points, Budget& budget);
inline constexpr int kMostZoneWidth = 6;

}  // namespace cgt::go
