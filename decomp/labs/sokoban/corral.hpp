// Local search in a part of the board: can the boxes there come home or leave, if all others are
// taken away?
//
// Taking boxes away only makes a level easier, and a box that leaves ends the search. So what has no
// solution here has none in any context: a deadlock. Answers are kept by the boxes asked about and the
// player's region among them, the whole board being the context.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/matching.hpp"

namespace cgt::sokoban {

struct CorralSearchOptions {
  std::size_t states = 200;  // of one search; beyond, the boxes are taken for free
  std::size_t boxes = 10;    // more are not looked at
};

class CorralSearch {
 public:
  CorralSearch(const Board& board, CorralSearchOptions options);

  // Is there no way for the boxes? inside[s] != 0 for the squares of the part; all boxes are inside.
  // The player is at p. "Dead" is true of the boxes whatever the part is.
  bool dead(const std::vector<Square>& boxes, const std::vector<std::uint8_t>& inside, Square p);

  const CorralSearchOptions& options() const { return options_; }
  std::uint64_t bytes() const { return asked_.bytes() + answers_.capacity(); }

 private:
  bool open(const std::vector<std::uint8_t>& inside, Square p);

  const Board* board_;
  CorralSearchOptions options_;
  Position among_;
  Matching matching_;
  StateTable asked_;
  std::vector<std::uint8_t> answers_;  // by number in asked_
  std::vector<std::uint8_t> reached_;
  std::vector<Square> state_;
  std::vector<const std::uint16_t*> rows_;
};

// Corrals: parts of the board that boxes keep the player out of.
//
// In a PI-corral every push of its boxes that can come first leads inwards, and the player can make
// it now; then some box of it has to be pushed before anything else is worth it, and a search for
// fewest pushes may leave out all pushes of other boxes (Damgaard's PI-corral pruning).
class Corrals {
 public:
  explicit Corrals(const Board& board);

  // The boxes of the PI-corral with the fewest boxes that has to be opened; empty if there is none.
  // `position` has just been flooded from the player.
  const std::vector<Square>& pushed_first(const Position& position);

 private:
  bool grow(const Position& position, Square seed);

  const Board* board_;
  std::vector<std::uint32_t> part_;  // squares and boxes of the corral that grows
  std::vector<std::uint32_t> seen_;  // in this call
  std::uint32_t epoch_ = 0;
  std::uint32_t call_ = 0;
  std::vector<Square> open_;
  std::vector<Square> boxes_;
  std::vector<Square> best_;
  bool must_open_ = false;
};

// Corrals that cannot be opened: local search among the boxes around one finds neither a way for all
// of them to come home nor for one to leave it (corral deadlocks).
class CorralDeadlocks {
 public:
  explicit CorralDeadlocks(const Board& board, CorralSearchOptions options = {});

  // Is one of the corrals of the position dead? It has been flooded from the player, who is at p.
  bool dead(const Position& position, Square p);

 private:
  const Board* board_;
  CorralSearch search_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint8_t> inside_;  // squares and boxes of the corral
  std::uint32_t call_ = 0;
  std::vector<Square> part_;
  std::vector<Square> boxes_;
};

}  // namespace cgt::sokoban
