// Which moves are best under the winner's convention: whoever cannot move loses.
//
// Of the moves that lead to the best end (a win before a draw before a loss), those after which the stop
// is best for who moved, and of these those that no other one beats as a game. So a player who has won
// anyway still plays the hottest move, and one who has lost makes it hard.
#pragma once

#include <vector>

#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {

struct RankedMove {
  LoopyValue after;  // the whole, once it is played
  // 2: who moved wins, 1: nobody does, 0: who moved loses.
  int end = 0;
  bool best = false;
  bool loses = false;  // it throws away a better end
};

// Fills all but `after`. Throws BudgetExhausted.
void rank_moves(Work& work, Player player, std::vector<RankedMove>& moves);

// 2, 1 or 0 for the player who has just moved to this value.
int end_after(LoopyOutcome outcome, Player mover);

}  // namespace cgt::repl
