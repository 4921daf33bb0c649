// Toppling Dominoes (Albert, Nowakowski, Wolfe 2007; Fink, Nowakowski, Siegel, Wolfe 2015): a
// player topples a domino of his own colour, or one that is for either player, to the left or to
// the right; it falls with all that stand beyond it in that direction up to a gap.
//
// Rows without gaps are the summands. A row of n dominoes of one player is worth n to him, one of n
// for either player *n. Turning a row around keeps its value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board.hpp"

namespace cgt::toppling {

class Position {
 public:
  static constexpr const char* kCharMap = ".lre";

  Position() = default;
  explicit Position(grid::Board strip) : strip_(std::move(strip)) {}

  // `move` is twice the domino, plus one if it falls to the right.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return strip_.hash(); }
  std::string text() const { return strip_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board strip_;
};

RulesetEntry toppling_dominoes_entry();

}  // namespace cgt::toppling
