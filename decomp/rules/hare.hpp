// Hare and Hounds, the French Military Hunt (Lucas 1893; Berlekamp, Conway, Guy 1982, chapter 21;
// Siegel, "Coping with cycles", 2009): three hounds and a hare on the points of a board of three rows
// whose corners are cut off. Points are joined to their neighbours in the row and in the column, and
// every second one, the ends among them, along the diagonals, too. Left moves a hound along a line
// ahead, to the right, or within its column, never back; Right moves the hare along any line. All
// points moved to are free, and nothing is taken.
//
//   small board   #x..#      the standard one, 11 points; the boards of Winning Ways have
//                 x...o      5, 7, 9, ... columns
//                 #x..#
//
// A hare that no hound is to the left of has escaped for good and moves for ever: one position stands
// for all of these, "escaped". The hounds want to leave the hare without a move. Play that goes on for
// ever is a draw here, as everywhere in the theory of loopy games; over a board the hare is often said to
// win it. Mirrored rows keep the value. Nothing is the negative of anything.
#pragma once

#include "decomp/rules/grid/board.hpp"

namespace cgt::hare {

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  // Throws Error if this is no such board.
  explicit Position(grid::Board board);

  // `move` is the point that is left times the number of points plus the point reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return board_.hash(); }
  // "#x..#|x...o|#x..#" or "escaped".
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  bool escaped() const { return board_.empty(); }
  void notice_escape();

  grid::Board board_;  // empty: the hare has escaped
};

RulesetEntry hare_and_hounds_entry();

}  // namespace cgt::hare
