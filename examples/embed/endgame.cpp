// A Go endgame: two scores, the best first moves, one optimal line.
#include <iostream>

#include "decomp/go/endgame/endgame.hpp"

int main() {
  const std::string board =
      "X.XXX.XXX/XXXOXXX.X/X.X.XOX.X/X.X.X.X.X/XOOOOOOOO/XXXXXXXXO/O.O.O.O.O/OOO.OXOOO/O.OOOOO.O";
  cgt::Store store;
  cgt::go::GoEndgame endgame(store, cgt::go::parse_board(board));

  // A budget ends a computation in good order: what is known by then is kept.
  cgt::Budget budget({.milliseconds = 10000});
  if (!endgame.solve(budget)) return 1;

  const auto black = endgame.score(cgt::Player::kLeft, budget);
  const auto white = endgame.score(cgt::Player::kRight, budget);
  std::cout << "Black first " << black.lower->to_string() << ", White first "
            << white.lower->to_string() << '\n';
  for (const auto& move : endgame.line(cgt::Player::kLeft, budget)) {
    std::cout << (move.player == cgt::Player::kLeft ? "B " : "W ")
              << endgame.problem().board.name(move.point) << "  ";
  }
  std::cout << '\n';
  return black.exact() && *black.lower == cgt::Dyadic(4) && *white.lower == cgt::Dyadic(3) ? 0 : 1;
}
