// Clobber (Albert, Grossman, Nowakowski, Wolfe 2005): a piece moves onto a neighbouring piece of
// the other player and takes its place.
//
// Stones that are connected through neighbours form a summand; a part of one colour is worth 0.
// Every symmetry of the square keeps the value, exchanging the colours negates it.
#pragma once

#include "decomp/rules/grid/board.hpp"

namespace cgt::clobber {

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  explicit Position(grid::Board board) : board_(std::move(board)) {}

  const grid::Board& board() const { return board_; }

  // `move` is the cell that is left times 4 plus the direction: down, up, right, left.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return board_.hash(); }
  std::string text() const { return board_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board board_;
};

RulesetEntry clobber_entry();

}  // namespace cgt::clobber
