// The 8-puzzle: a 3 x 3 tray of eight numbered tiles; a move slides a tile into the blank. A game
// of one player that ends at the goal, tiles in order and the blank in the last cell.
//
// EightPuzzle is a state for the searches; EightPuzzleSpace is all 181,440 states that can be
// reached from the goal at once, numbered, with what experiments on every state need.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

class EightPuzzle {
 public:
  using Move = std::uint8_t;  // the cell, row by row, whose tile slides

  // The goal.
  EightPuzzle() = default;
  // Row by row, 0 is the blank. Throws Error unless each of 0..8 is there once. Half of all trays
  // cannot reach the goal; they are states too.
  explicit EightPuzzle(const std::array<std::uint8_t, 9>& tiles);

  static GameType type() {
    return {.players = 1,
            .sum = UtilitySum::kGeneral,
            .least_utility = 0,
            .greatest_utility = 0,
            .may_repeat = true};
  }
  int player() const { return tiles_ == kGoal ? kTerminal : 0; }
  void moves(std::vector<Move>& out) const;
  void play(Move cell);
  // The trays one move before this one; a slide is undone by one.
  void predecessors(std::vector<std::pair<EightPuzzle, Move>>& out) const;
  int utility(int) const { return 0; }
  std::uint64_t hash() const;
  friend bool operator==(const EightPuzzle&, const EightPuzzle&) = default;

  const std::array<std::uint8_t, 9>& tiles() const { return tiles_; }
  // Sum over the tiles of the rows and columns they are away from their cells; at most 22 for trays
  // that can reach the goal.
  int manhattan() const;
  std::string text() const;  // "12345678."

 private:
  static constexpr std::array<std::uint8_t, 9> kGoal{1, 2, 3, 4, 5, 6, 7, 8, 0};
  std::array<std::uint8_t, 9> tiles_ = kGoal;
};

// Thread rule: constant once made.
class EightPuzzleSpace {
 public:
  static constexpr std::uint32_t kStates = 181440;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  EightPuzzleSpace();

  // In the order of breadth-first search from the goal, which is state 0.
  const EightPuzzle& state(std::uint32_t i) const { return states_[i]; }
  // kNone for trays that cannot reach the goal.
  std::uint32_t number(const EightPuzzle& state) const;
  // Two to four states; moves that undo the last one are moves.
  std::span<const std::uint32_t> neighbours(std::uint32_t i) const {
    return {neighbours_.data() + std::size_t{4} * i, degrees_[i]};
  }
  // Moves to the goal: 0 .. 31.
  int distance(std::uint32_t i) const { return distances_[i]; }
  int manhattan(std::uint32_t i) const { return manhattan_[i]; }

 private:
  std::vector<EightPuzzle> states_;
  std::vector<std::uint32_t> numbers_;  // by rank of the permutation
  std::vector<std::uint32_t> neighbours_;
  std::vector<std::uint8_t> degrees_;
  std::vector<std::uint8_t> distances_;
  std::vector<std::uint8_t> manhattan_;
};

}  // namespace cgt::search
