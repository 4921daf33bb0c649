// Clobber (Albert, Grossman, Nowakowski, Wolfe 2005): a piece moves onto a neighbouring piece of
// the other player and takes its place. Variants:
//   Kings, Knights      neighbours are a king's or a knight's move away;
//   Rooks, Queens       pieces slide in straight lines over free cells to the first piece;
//   HotClobber          pieces take pieces of either player, their own too: also known as Cannibal
//                       Clobber;
//   AntiClobber         the reverse: a piece moves to a neighbouring free cell and leaves a piece
//                       of the other player behind;
//   GenClobber          neighbours in the directions given.
//
// Stones that can come to touch through neighbours form a summand. One of a single colour is worth
// 0; in Hot Clobber n - 1 moves for n stones. In Anti-Clobber free cells hang together with the
// stones beside them, and are surrounded by walls (CGSuite cuts connected stones out in the least
// box around them, and loses the free cells beyond it). Symmetries of the square that keep the set
// of directions keep the value, exchanging the colours negates it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decomp/rules/grid/board.hpp"

namespace cgt::clobber {

enum class Kind : std::uint8_t { kEnemies, kAnybody, kReverse };

struct Rules {
  std::vector<std::pair<int, int>> directions;  // rows down, columns right
  Kind captures = Kind::kEnemies;
  bool slides = false;
  // What follows from the directions.
  std::vector<grid::Symmetry> symmetries;
  bool orthogonal = false;  // exactly the four
  bool king = false;        // exactly the eight
  bool two_way = false;     // whoever is attacked attacks back

  friend bool operator==(const Rules& a, const Rules& b) {
    return a.directions == b.directions && a.captures == b.captures && a.slides == b.slides;
  }
};

// The one copy of these rules; directions in any order. Reverse play has the orthogonal ones.
const Rules* rules(std::vector<std::pair<int, int>> directions, Kind captures, bool slides);

class Position {
 public:
  static constexpr const char* kCharMap = ".xo#";

  Position() = default;
  Position(grid::Board board, const Rules* rules) : board_(std::move(board)), rules_(rules) {}

  const grid::Board& board() const { return board_; }

  // `move` is the cell that is left times the number of directions plus that of the direction.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Who can be taken can take.
  bool all_small() const { return rules_->captures == Kind::kEnemies && rules_->two_way; }
  bool splits_moves() const { return rules_->captures == Kind::kEnemies; }
  std::uint32_t depth_hint() const {
    return rules_->captures == Kind::kReverse ? kUnknownDepth
                                              : board_.count(grid::kind(1) | grid::kind(2));
  }
  std::uint64_t hash() const;
  std::string text() const { return board_.text(kCharMap); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  // kOff if a piece on `cell` cannot go there.
  int target(int cell, std::pair<int, int> direction, Player player) const;
  std::vector<grid::Board> parts() const;
  std::vector<grid::Board> reverse_parts() const;

  grid::Board board_;
  const Rules* rules_ = nullptr;
};

RulesetEntry clobber_entry();
RulesetEntry anti_clobber_entry();
RulesetEntry cannibal_clobber_entry();
RulesetEntry gen_clobber_entry();
RulesetEntry hot_clobber_entry();
RulesetEntry kings_entry();
RulesetEntry knights_entry();
RulesetEntry queens_entry();
RulesetEntry rooks_entry();

}  // namespace cgt::clobber
