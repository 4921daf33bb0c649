#include "decomp/labs/sokoban/search.hpp"

namespace cgt::sokoban {

std::string lurd(const Board& board, const std::vector<Push>& pushes) {
  Position position(board);
  position.set(board.boxes().data(), board.boxes().size());
  Square player = board.player();
  std::string out;
  for (const Push& push : pushes) {
    out += position.walk(player, board.next(push.box, push.direction ^ 2));
    out += kPushLetter[push.direction];
    position.lift(push.box);
    position.put(board.next(push.box, push.direction));
    player = push.box;
  }
  return out;
}

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
