// Corrals: parts of the board that boxes keep the player out of.
//
// In a PI-corral every push of its boxes that can come first leads inwards, and the player can make
// it now; then some box of it has to be pushed before anything else is worth it, and a search for
// fewest pushes may leave out all pushes of other boxes (Damgaard's PI-corral pruning).
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/local_search.hpp"

namespace cgt::sokoban {

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
  explicit CorralDeadlocks(const Board& board, LocalSearchOptions options = {});

  // Is one of the corrals of the position dead? It has been flooded from the player, who is at p.
  bool dead(const Position& position, Square p);

 private:
  const Board* board_;
  LocalSearch search_;
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint8_t> inside_;  // squares and boxes of the corral
  std::uint32_t call_ = 0;
  std::vector<Square> part_;
  std::vector<Square> boxes_;
};

}  // namespace cgt::sokoban
