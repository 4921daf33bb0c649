// Blockbusting (Berlekamp 1988): a strip of parcels. Each move claims one of them; at the end Left
// scores the pairs of neighbouring parcels that are both his.
//
// A pair counts as a free move of Left at the moment when it is completed, so the value of a
// position is what is still to be scored. Claimed parcels separate: a summand is a run of free
// parcels with what is on its two sides, where only Left's parcels matter. Turning a run around
// keeps its value. The game is not symmetric: no run is the negative of another.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::blockbusting {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".lr";

  using BoardPosition::BoardPosition;

  // `move` is the parcel.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

RulesetEntry blockbusting_entry();

}  // namespace cgt::blockbusting
