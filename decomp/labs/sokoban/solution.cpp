#include "decomp/labs/sokoban/solution.hpp"

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

}  // namespace cgt::sokoban
