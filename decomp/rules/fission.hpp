// Fission (Carvalho and Santos; played by cgt-tools, CGSuite and MCGS): a stone with free cells on
// both sides is taken away, and a stone is put on each of the two cells. Left splits stones into
// upper and lower ones, Right into left and right ones.
//
// Cells connected through neighbours that are not blocked form a summand; one without stones or
// without free cells is worth 0. Reflections keep the value; exchanging rows and columns negates
// it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::fission {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".x#";

  using BoardPosition::BoardPosition;

  // `move` is the cell of the stone.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  bool splits_moves() const { return true; }
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
};

RulesetEntry fission_entry();

}  // namespace cgt::fission
