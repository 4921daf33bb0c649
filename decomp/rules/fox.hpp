// Fox and Geese (traditional; Berlekamp, Conway, Guy 1982, chapter 20): one fox and some geese on
// squares of one colour of a board, row 1 at the bottom. Left moves a goose down to one of the two
// squares diagonally below; Right moves the fox to a free square in any of the four diagonal
// directions. Nothing is taken, and the geese want to trap the fox.
//   GenFoxAndGeese(boardWidth)   columns 1 to boardWidth; no row is the last one at the top;
//   CeyloneseFoxAndGeese         the fox goes one or two free squares in a line (foxRange 2).
//
// A fox above all geese has escaped for good and moves for ever: one position stands for all of
// these, "escaped". The game is loopy: a search that knows no loopy values refuses positions in
// which the fox can come back, and evaluates those where it is trapped. Mirrored columns keep the
// value. Left's game is not Right's: nothing is the negative of anything.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/small_vector.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::fox {

struct Rules {
  int width = 8;
  int fox_range = 1;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// Row and column, from 1.
struct Square {
  std::int16_t row = 0;
  std::int16_t column = 0;
  // By rows, then by columns; neither is negative.
  constexpr std::uint32_t key() const {
    return static_cast<std::uint32_t>(row) << 16U | static_cast<std::uint32_t>(column);
  }
  friend constexpr bool operator==(Square a, Square b) { return a.key() == b.key(); }
  friend constexpr std::strong_ordering operator<=>(Square a, Square b) {
    return a.key() <=> b.key();
  }
};

class Position {
 public:
  Position() = default;
  // Throws Error if the squares are not on the board, or not of one colour.
  Position(std::vector<Coordinate> geese, Coordinate fox, const Rules* rules);

  // `move` is the place of the goose in order, times two, plus one to the right; of the fox, the
  // number of the square that it reaches.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const;
  // "(4,2);(4,4);(2,2)": the fox last; "escaped".
  std::string text() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  bool escaped() const { return geese_.empty(); }
  bool holds_goose(Square square) const;
  bool on_board(Square square) const;
  // The goose that is number i in order goes down to a free square.
  void step_down(std::size_t i, Square to);
  // Requires that the geese are in order.
  void notice_escape();

  SmallVector<Square, 8> geese_;  // in order; none: the fox has escaped
  Square fox_;
  const Rules* rules_ = nullptr;
};

// A square of the board where geese stand: a goose, or the position with the fox there. Squares of
// the other colour are neither.
struct FoxSquare {
  bool goose = false;
  AnyPosition position;
};

class FoxRuleset final : public PlainRuleset {
 public:
  FoxRuleset(std::string class_name, const Rules* rules);

  // For the geese given, as coordinates or as "(3,1);(3,3)", all places of the fox up to the row of
  // the highest goose, that row first. Throws Error as for a position, and InputError.
  std::vector<std::vector<FoxSquare>> squares(RulesetArguments geese) const;

 private:
  const Rules* rules_;
};

}  // namespace cgt::fox
