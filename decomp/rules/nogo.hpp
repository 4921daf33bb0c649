// NoGo, also Anti-Atari Go (Yen, Chou et al. 2011; Neil McKay's game in earlier print): the players
// put stones on free points. After every move each block of connected stones of one colour must
// have a liberty, a free point next to it; so nothing is ever captured.
//
// A move that is illegal stays illegal, because liberties only get fewer. So a point that neither
// player may take stays free for ever, and blocks next to it are safe for ever: no move can take
// their last liberty. All that such a block, or point, still does is to make a stone beside it
// safe, which is written on the free point there. The points that can still be taken hang together
// as neighbours and through blocks that are not safe, but not through two blocks of different
// colours, as neither is a liberty of the other; those are the summands.
//
// A block that is not safe matters by its set of liberties alone. So stones go that add none and
// hold nothing together, and on a strip blocks are one stone long. Every symmetry of the square
// keeps the value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::nogo {

class Position : public grid::BoardPosition<Position> {
 public:
  // X and O: a stone whose block is safe; ',': a point that stays free for ever; #: no point. Free
  // points where a stone of Left's, of Right's, or of both is safe: l, r, b.
  static constexpr const char* kCharMap = ".xo#XO,lrb";

  using BoardPosition::BoardPosition;

  // `move` is the point taken.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  // Every free point can be taken once.
  std::uint32_t depth_hint() const {
    return board_.count(grid::kind(0) | grid::kind(7) | grid::kind(8) | grid::kind(9));
  }

 private:
  void take(int point, Player player);
};

RulesetEntry nogo_entry();

}  // namespace cgt::nogo
