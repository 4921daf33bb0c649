// Partition of a board into what is settled and the independent rest (Mueller 1999).
//
// Safe are the blocks and areas that a proof of safety claims (safety.hpp): by default those that
// live unconditionally (Benson 1976), their vital regions and the dead stones in them. All other points, unsafe stones included, fall into connected components: the
// parts. No unsafe block and no open point touches two parts, so each part is a local game in a
// boundary of immortal stones, and the board is their sum plus the fixed score.
//
// Static safety (safety.hpp) may rest on miai pairs of points that no claim settles. A local game next
// to such a block leaves out that its owner must answer there, so the claims of a colour are used only
// up to the first of these; unconditional life is used in any case.
//
// What ties a part together. The areas of a part are the components of its empty points. An unsafe
// block with liberties in two areas couples them: cutting the part there would be wrong, and it is
// never done. Such coupling is ordinary as long as the local rules (region.hpp) decide it: a block
// that can only be captured or connected to safe stones.
//
// It is a true dependence when an unsafe group may have to live by eyes from several areas, because
// then points, life and seki of all of them hang on one fight. The test, per part and colour c:
// take the components of the part without c's stones. Such a component is an eye area of c if
//   - it touches no safe stone of c (otherwise connecting, not living, is the issue there), and
//   - some point of it touches no safe stone of the enemy (only there c can have an eye).
// The part is dependent if unsafe stones of c border two eye areas: then a search of it takes long, and a
// solver has to say why. Stones on a board on which nothing is safe are dependent as well: no wall bounds
// their fight for life.
//
// Assumed life. Blocks may be taken to live (PartitionOptions::assumed): they bound parts as safe
// ones do, and what they prove together with proved blocks is safe "if these live". If anything is
// assumed, and living stones of both colours are on the board, an area next to living stones of one
// colour only is that colour's territory: a point counts 1, an enemy stone in it is dead and counts
// 2. That is what players agree on at the end of a game; it is a part of the assumption, for no one
// proves that the enemy cannot live inside.
// Assumed areas. Whole areas may be taken to be a player's territory (PartitionOptions::areas),
// although they are open towards the rest: their empty points and the enemy stones in them count as
// in settled territory, and what is next to them is next to living stones of the owner.
// zones.hpp proposes such areas.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "decomp/go/board/board.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/go/safety/safety.hpp"

namespace cgt::go {

// The board point of a move of `region` (Option::move), or of a cell number, where `origin` is the
// point of its cell (0, 0).
inline Point board_point(const Region& region, Point origin, std::uint32_t move) {
  const auto width = static_cast<std::uint32_t>(region.width());
  return Point::at(origin.x + static_cast<int>(move % width),
                   origin.y + static_cast<int>(move / width));
}

struct CGT_API Part {
  std::vector<Point> points;    // open points and unsafe stones, board order
  Region region;                // the local position, in its tight box
  Point origin;                 // the board point of the region's cell (0, 0)
  int empties = 0;              // empty points among `points`
  int areas = 0;                // components of its empty points
  std::vector<Point> couplers;  // first stone of each unsafe block with liberties in two areas
  bool dependent = false;       // life of an unsafe group ties areas together, see above
  std::string note;             // "" or what makes it dependent, naming points

  Point point_of(std::uint32_t move) const { return board_point(region, origin, move); }
};

// Safety of a board if the blocks of the points live: see safety().
using SafetyProver = std::function<Safety(const Board&, std::span<const Point>, Budget&)>;

struct CGT_API PartitionOptions {
  SafetyMethod safety = SafetyMethod::kBenson;
  SafetyProver prove;   // for kSearch, which the rules do not know; none: safety() does it
  bool proofs = false;  // asks for proofs of what a search claims (SafetyCertificate::fights)
  std::vector<Point> assumed;  // a stone of each block that is taken to live; empty points: ignored
  // By owner: points that are taken to be territory, with the stones there, whole blocks each. What
  // is settled in another way is ignored.
  PerPlayer<std::vector<Point>> areas;
  // Stones that a proof forbids to count as dead for want of living stones around: such an area stays open.
  std::vector<Point> contested;
  bool values = true;  // false: nothing is searched, parts have bounds by counting
};

struct CGT_API Partition {
  std::vector<Part> parts;                    // ordered by their first point
  PerPlayer<std::vector<Point>> safe_stones;  // board order; assumed ones included
  PerPlayer<std::vector<Point>> territory;    // by owner, dead enemy stones included, board order
  PerPlayer<std::vector<Point>> dead;         // by owner of the *stones*
  Safety proved;                              // what is safe without assumption
  // What the chosen method proves, claims and certificates whole: `proved` leaves out of them what is
  // safe unconditionally, and claims that rest on answers in a part.
  Safety certified;
  // Of `safe_stones`, the stones of the blocks in PartitionOptions::assumed, proved or not, and of
  // `territory` what is not proved: both hold "if these live".
  PerPlayer<std::vector<Point>> assumed_stones;
  PerPlayer<std::vector<Point>> assumed_territory;
  // Of `safe_stones` and `territory`, the points of PartitionOptions::areas that nothing else
  // settles, board order.
  PerPlayer<std::vector<Point>> assumed_areas;
  // Assumed stones that are proved dead: the assumption cannot be true.
  std::vector<Point> contradicted;
  // Black minus White, without komi: a point of territory counts 1, a dead stone in it 2.
  int fixed_score = 0;
  bool nothing_safe = false;  // no block of either colour is proved or assumed to be safe
  // Per point number of the board: whose safe stone or territory it is; kEmpty: open, in a part.
  std::vector<Colour> owner;
};

// Requires a board on which every block has a liberty.
CGT_API Partition partition(const Board& board);
// The same; looks at the budget once for every component. Throws BudgetExhausted.
CGT_API Partition partition(const Board& board, Budget& budget);
CGT_API Partition partition(const Board& board, const PartitionOptions& options, Budget& budget);

}  // namespace cgt::go
