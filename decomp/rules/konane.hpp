// Konane, Hawaiian checkers (traditional; Ernst 1995, Nowakowski et al. 2002): a stone jumps over a
// neighbouring stone of the other player onto the free cell behind it, and takes it; it may go on
// jumping in the same direction.
//
// What can ever happen is bounded from above: which cells may become free, which may hold stones of
// either player, and which jumps that allows. Cells of possible jumps hang together and form the
// summands; all other cells never change and are walls. Every symmetry of the square keeps the
// value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::konane {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".xo#";

  using BoardPosition::BoardPosition;

  // `move` is the cell that is left times four times the longer side, plus the number of jumps
  // times four, plus the direction.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint32_t depth_hint() const { return board_.count(grid::kind(1) | grid::kind(2)); }
};

RulesetEntry konane_entry();

}  // namespace cgt::konane
