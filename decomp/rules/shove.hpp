// Shove and Push (Albert, Nowakowski, Wolfe 2007; Carvalho, Santos and others on numbers): pieces
// of both players on a strip. A move takes a piece of one's own one cell to the left. In Shove all
// pieces to its left go with it; in Push only those in the way do, up to the first free cell.
// Pieces fall off the left end. All values are numbers.
//
// What is free to the right of the last piece says nothing. Exchanging the players negates a strip;
// there is no other symmetry.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::shove {

template <bool kPush>
class Position : public grid::BoardPosition<Position<kPush>> {
 public:
  using grid::BoardPosition<Position>::BoardPosition;

  static constexpr const char* kCharMap = ".lr";

  // `move` is the cell of the piece.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

RulesetEntry push_entry();
RulesetEntry shove_entry();

}  // namespace cgt::shove
