// King Dirt with stones yet to be placed, as MCGS plays it ("generalised King Dirt"). A player puts
// one of the stones that he has left on a free cell, or moves a stone of his to a free one of the
// eight neighbours of its cell; the cell that it left is blocked from then on. If stones must be
// placed, a player moves no stone as long as he has one to place and there is a free cell.
//
// Text: the stones that Left has to place, those of Right, 0 or 1 (they must be placed), ':' and
// the board: "1,1,0:..#|x..|..o". A board alone has no stones to place.
//
// Every move takes a free cell, so more stones to place than free cells mean as many. Without
// stones to place, free cells that hang together in the eight directions and the stones beside them
// form a summand, and one with stones of one player is worth the number of moves that he can make:
// the number of free cells, if a short search finds so many; if it does not, the part stays a
// summand. Stones that cannot move are blocked cells. Every symmetry of the square keeps the value,
// exchanging the players negates it.
#pragma once

#include "decomp/rules/grid/board.hpp"

namespace cgt::king_dirt {

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  Position(grid::Board board, PerPlayer<int> to_place, bool must_place)
      : board_(std::move(board)), to_place_(to_place), must_place_(must_place) {}
  // Throws InputError.
  static Position parse(const std::string& text);

  // `move` is the cell where a stone is placed, or the number of cells of the board times one more
  // than the cell that a stone leaves, plus the cell that it reaches.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Every move takes a free cell.
  std::uint32_t depth_hint() const { return board_.count(grid::kind(0)); }
  std::uint64_t hash() const;
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  grid::Board board_;
  PerPlayer<int> to_place_{};
  bool must_place_ = false;
};

RulesetEntry king_dirt_entry();

}  // namespace cgt::king_dirt
