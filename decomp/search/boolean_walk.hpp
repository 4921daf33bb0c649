// Boolean search: who wins, depth first, where a move that wins ends the look at a position. No
// values and no bounds; a Space remembers what was decided, if anything.
//
// A Space has, for its positions on the line of play (Frame) and those after a move (Child),
//   bool next(frame, child)       the next move of the frame's player; false: none is left
//   std::optional<bool> look(child)   does the player to move there win, as far as that is known?
//   std::optional<bool> enter(child, budget)   pushes a frame, unless the answer turns up; a line
//                                 of play that comes back is its to refuse. The child may be moved
//                                 from.
//   void leave(frame, won)        the frame's player wins, or not; the frame is popped then
#pragma once

#include <optional>
#include <vector>

#include "cgt/support/budget.hpp"

namespace cgt::search {

// Does the player to move at the root win? What throws leaves the line of play on the stack.
template <class Space, class Frame, class Child>
bool boolean_walk(Space& space, std::vector<Frame>& stack, Child root, Budget& budget) {
  Child child = root;
  // Of the position reached last.
  std::optional<bool> wins = space.look(root);
  if (!wins) wins = space.enter(root, budget);
  while (!stack.empty()) {
    const bool won = wins && !*wins;  // the opponent loses after the move tried last
    if (!won && space.next(stack.back(), child)) {
      wins = space.look(child);
      if (!wins) wins = space.enter(child, budget);
      continue;
    }
    space.leave(stack.back(), won);
    stack.pop_back();
    wins = won;
  }
  return *wins;
}

}  // namespace cgt::search
