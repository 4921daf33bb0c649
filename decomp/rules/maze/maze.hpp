// Maze and Maize (Albert, Nowakowski, Wolfe 2007): a token in a grid with walls on some edges. In
// Maze, Left moves it down any number of cells, Right to the right any number, never across a wall;
// in Maize by one cell. (The book turns the grid by 45 degrees, so that Left goes southwest and
// Right southeast.)
//
// Only cells that the token may still reach count, and walls between them. Exchanging rows and
// columns, with the walls, negates a position.
#pragma once

#include "decomp/rules/grid/board.hpp"

namespace cgt::maze {

template <bool kSteps>
class Position {
 public:
  // Without the token: open, wall below, wall to the right, both, blocked; with it o, u, d, j.
  static constexpr const char* kCharMap = "._)J#oudj";

  Position() = default;
  // Requires exactly one token.
  explicit Position(grid::Board board) : board_(std::move(board)) {}

  // `move` is the cell reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return board_.hash(); }
  std::string text() const { return board_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  int token() const;

  grid::Board board_;
};

RulesetEntry maize_entry();
RulesetEntry maze_entry();

}  // namespace cgt::maze
