// NoGo, also Anti-Atari Go (Yen, Chou et al. 2011; Neil McKay's game in earlier print): the players
// put stones on free points. After every move each block of connected stones of one colour must
// have a liberty, a free point next to it; so nothing is ever captured.
//
// A move that is illegal stays illegal, because liberties only get fewer. So a point that neither
// player may take stays free for ever, and blocks next to it are safe for ever. The points that can
// still be taken hang together through neighbours and through blocks that are not safe; those are
// the summands. What is safe or free for ever around them is kept where it matters, as signs of its
// own. Every symmetry of the square keeps the value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::nogo {

class Position : public grid::BoardPosition<Position> {
 public:
  // X and O: a stone whose block is safe; ',': a point that stays free for ever; #: no point.
  static constexpr const char* kCharMap = ".xo#XO,";

  using BoardPosition::BoardPosition;

  // `move` is the point taken.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
};

RulesetEntry nogo_entry();

}  // namespace cgt::nogo
