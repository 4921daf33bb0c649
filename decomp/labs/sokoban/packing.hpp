// In which order goals are best filled: the packing plan of a level.
//
// Found backwards: all goals hold boxes, and one box after the other is pulled to the start of some
// box and taken away, with only the boxes that are left in the way. Boxes that are gone never hinder,
// so a greedy choice loses nothing but where the player stands. The order backwards is one in
// which each box can be pushed home alone past those that are home already. (Retrograde packing:
// Shoham and Schaeffer 2020.)
//
// A search that goes backwards fills the squares where boxes stand in the level, by pulls. For its plan, boxes are
// pushed from there to goals and taken away.
#pragma once

#include <memory>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

struct PackingPlan {
  std::vector<Square> order;  // squares, the first to be filled first; as many as boxes
  // So many of the first ones could not be pulled out; they come first by guess.
  std::size_t guessed = 0;
  Square player = 0;  // where the player may stand when all are filled
  // So many of the first ones can only be filled while others stand aside that are not filled yet.
  std::size_t helped = 0;
  bool complete() const { return guessed == 0; }
};

// `squares`: those to fill, as many as boxes. `variant` chooses among steps that are equally
// possible: 0 fills far goals first. Throws BudgetExhausted.
PackingPlan packing_plan(const Board& board, Way way, const std::vector<Square>& squares,
                         unsigned variant, Budget& budget);

// Which sets of filled goals can be completed: every other goal can be filled, in some order, by a
// box that is pushed there alone. What counts as packed is therefore a partial order of goals and
// not the plan, which is only one way through it. Answers are kept.
//
// Thread rule: one thread.
class FillStates {
 public:
  // Goals that are guessed in the plan need not be pulled out.
  FillStates(const Board& board, Way way, const PackingPlan& plan);
  ~FillStates();

  // Is s one of the squares of the plan (1) or not (0)?
  int fills(Square s) const { return fills_[static_cast<std::size_t>(s)]; }
  // How many of them hold a box.
  int filled(const Position& position) const;
  // How many goals of the plan hold a box, if these can be completed; else how many of the plan are
  // filled without a gap. Throws BudgetExhausted.
  int packed(const Position& position, Budget& budget);

 private:
  bool completable(Budget& budget);

  struct Memory;
  std::vector<Square> order_;
  std::vector<Square>
      players_;  // where the player may stand at the end: the plan's first, one of each part
  std::size_t guessed_;
  std::vector<std::uint8_t> filled_;  // by number in order_
  std::vector<std::uint8_t> fills_;   // by square
  std::unique_ptr<Memory> memory_;
};

}  // namespace cgt::sokoban
