// In which order goals are best filled: the packing plan of a level.
//
// Found backwards: all goals hold boxes, and one box after the other is pulled to the start of some
// box and taken away, with only the boxes that are left in the way. Boxes that are gone never hinder,
// so a greedy choice loses nothing but where the player stands. The order backwards is one in
// which each box can be pushed home alone past those that are home already. (Retrograde packing:
// Shoham and Schaeffer 2020.)
#pragma once

#include <memory>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

struct PackingPlan {
  std::vector<Square> order;  // goals, the first to be filled first; as many as boxes
  // So many of the first ones could not be pulled out; they come first by guess.
  std::size_t guessed = 0;
  bool complete() const { return guessed == 0; }
};

// `goals`: the squares to fill, as many as boxes. `variant` chooses among steps that are equally
// possible: 0 fills far goals first. Throws BudgetExhausted.
PackingPlan packing_plan(const Board& board, const std::vector<Square>& goals, unsigned variant,
                         Budget& budget);

// Which sets of filled goals can be completed: every other goal can be filled, in some order, by a
// box that is pushed there alone. What counts as packed is therefore a partial order of goals and
// not the plan, which is only one way through it. Answers are kept.
//
// Thread rule: one thread.
class FillStates {
 public:
  // Goals that are guessed in the plan need not be pulled out.
  FillStates(const Board& board, const PackingPlan& plan);
  ~FillStates();

  // How many goals of the plan hold a box, if these can be completed; else how many of the plan are
  // filled without a gap. Throws BudgetExhausted.
  int packed(const Position& position, Budget& budget);

 private:
  bool completable(Budget& budget);

  struct Memory;
  const Board& board_;
  std::vector<Square> order_;
  std::size_t guessed_;
  std::vector<std::uint8_t> filled_;  // by number in order_
  std::unique_ptr<Memory> memory_;
};

}  // namespace cgt::sokoban
