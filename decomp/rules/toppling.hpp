// Toppling Dominoes (Albert, Nowakowski, Wolfe 2007; Fink, Nowakowski, Siegel, Wolfe 2015): a
// player topples a domino of his own colour, or one that is for either player, to the left or to
// the right; it falls with all that stand beyond it in that direction up to a gap.
//
// Rows without gaps are the summands. A row of n dominoes of one player is worth n to him, one of n
// for either player *n. Turning a row around keeps its value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board_position.hpp"

namespace cgt::toppling {

class Position : public grid::BoardPosition<Position> {
 public:
  static constexpr const char* kCharMap = ".lre";

  using BoardPosition::BoardPosition;

  // `move` is twice the domino, plus one if it falls to the right.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

RulesetEntry toppling_dominoes_entry();

}  // namespace cgt::toppling
