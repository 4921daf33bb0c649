#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

Solution run(Search& search, Budget& budget) {
  StopReason stop = StopReason::kSolved;
  try {
    while (!search.ended()) search.go_on(budget, Budget::kUnlimited);
    return search.solution();
  } catch (const BudgetExhausted& spent) {
    stop = spent.reason();
  }
  Solution known = search.solution();
  known.stop = stop;
  return known;
}

}  // namespace cgt::sokoban
