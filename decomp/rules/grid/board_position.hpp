// BoardPosition: what a Position that is a board and nothing else does not have to write down. Its
// ruleset adds kCharMap, the moves and the split:
//
//   class Position : public grid::BoardPosition<Position> {
//    public:
//     using BoardPosition::BoardPosition;
//     std::vector<Option<Position>> options(Player player) const;
//     std::int64_t split(std::vector<Summand<Position>>& sum) const;
//   };
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "decomp/rules/grid/board.hpp"

namespace cgt::grid {

template <class Derived>
class BoardPosition {
 public:
  BoardPosition() = default;
  explicit BoardPosition(Board board) : board_(std::move(board)) {}

  const Board& board() const { return board_; }
  std::uint64_t hash() const { return board_.hash(); }
  std::string text() const { return board_.text(Derived::kCharMap); }
  friend bool operator==(const BoardPosition&, const BoardPosition&) = default;

 protected:
  Board board_;
};

}  // namespace cgt::grid
