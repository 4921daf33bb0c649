// Local search in a part of the board: can the boxes there come home or leave, if all others are
// taken away?
//
// Taking boxes away only makes a level easier, and a box that leaves ends the search. So what has no solution here has none in any context: a deadlock. Answers are kept by
// the boxes asked about and the player's region among them, the whole board being the context.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/matching.hpp"
#include "decomp/labs/sokoban/states.hpp"

namespace cgt::sokoban {

struct LocalSearchOptions {
  std::size_t states = 200;  // of one search; beyond, the boxes are taken for free
  std::size_t boxes = 10;    // more are not looked at
};

class LocalSearch {
 public:
  LocalSearch(const Board& board, LocalSearchOptions options);

  // Is there no way for the boxes? inside[s] != 0 for the squares of the part; all boxes are inside.
  // The player is at p. "Dead" is true of the boxes whatever the part is.
  bool dead(const std::vector<Square>& boxes, const std::vector<std::uint8_t>& inside, Square p);

  const LocalSearchOptions& options() const { return options_; }
  std::uint64_t bytes() const { return asked_.bytes() + answers_.capacity(); }

 private:
  bool open(const std::vector<std::uint8_t>& inside, Square p);

  const Board* board_;
  LocalSearchOptions options_;
  Position among_;
  Matching matching_;
  StateTable asked_;
  std::vector<std::uint8_t> answers_;  // by number in asked_
  std::vector<std::uint8_t> reached_;
  std::vector<Square> state_;
  std::vector<const std::uint16_t*> rows_;
};

}  // namespace cgt::sokoban
