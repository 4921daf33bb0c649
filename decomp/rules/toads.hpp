// Toads and Frogs (Guy; Berlekamp, Conway, Guy 1982, chapter 1; Erickson 1996) and relatives, on a
// strip. Left's toads go to the right, Right's frogs to the left. A piece slides over free cells,
// or jumps over pieces next to it onto the first cell behind them, if that is free. Nothing is
// taken. Parameters as CGSuite's GenToadsAndFrogs:
//   minSlide, maxSlide    how far a piece may slide; backwards if negative;
//   maxJump               over how many pieces it may jump at once;
//   allowFriendlyJump     over its own, too.
// Toads and Frogs is (1, 1, 1, no). Elephants and Rhinos never jump: maxJump 0. In Backsliding
// Toads and Frogs minSlide is -1: that game is loopy.
//
// Which moves can ever happen is bounded from above; the cells of such moves hang together and form
// the summands, other cells never change and are walls. Toads alone are worth the free cells in
// front of them; so are those that have passed all enemies. Elephants and Rhinos is a sum of integers
// and switches, whatever the strip (toads.cpp has the proof). Turning a strip around and exchanging
// the players negates it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decomp/position/graph.hpp"
#include "decomp/rules/grid/board.hpp"

namespace cgt::toads {

struct Rules {
  int min_slide = 1;
  int max_slide = 1;
  int max_jump = 1;
  bool friendly_jump = false;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// A strip of up to 64 cells, bit i of each word for cell i. A wall is in both.
struct Words {
  std::uint64_t toads = 0;
  std::uint64_t frogs = 0;
  int length = 0;
  friend bool operator==(const Words&, const Words&) = default;
};

class Position {
 public:
  static constexpr const char* kCharMap = ".tf#";

  Position() = default;
  Position(const grid::Board& strip, const Rules* rules);

  // `move` is the cell that is left times the length of the strip plus the cell reached.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  // Where pieces only go ahead: each move takes one a cell or more nearer to the end of the strip, and pieces that
  // have passed all enemies are sure of the steps before them.
  std::optional<IntegerBounds> integer_bounds() const;
  std::uint32_t depth_hint() const;
  void split_impartial(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const;
  std::string text() const { return board().text(kCharMap); }
  friend bool operator==(const Position& a, const Position& b);

 private:
  // Moves of a player's pieces where they only go ahead: at most, and whatever the opponent does.
  struct Steps {
    PerPlayer<std::int64_t> most{};
    PerPlayer<std::int64_t> sure{};
  };

  Position(const Words& words, const Rules* rules) : words_(words), rules_(rules) {}
  grid::Board board() const;
  Steps steps() const;
  void append(const grid::Board& part, std::vector<Summand<Position>>& sum) const;
  void append(const Words& part, std::vector<Summand<Position>>& sum) const;
  std::int64_t split_words(const Words& strip, std::vector<Summand<Position>>& sum) const;

  Words words_;                              // unless there is a board
  std::shared_ptr<const grid::Board> long_;  // a strip of more than 64 cells
  const Rules* rules_ = nullptr;
};

RulesetEntry backsliding_toads_and_frogs_entry();
RulesetEntry elephants_and_rhinos_entry();
RulesetEntry gen_toads_and_frogs_entry();
RulesetEntry toads_and_frogs_entry();

}  // namespace cgt::toads
