#include "decomp/solve/sokoban/rooms/rooms.hpp"

namespace cgt::sokoban {

RoomDeadlocks::RoomDeadlocks(const Board& board, std::size_t states, std::size_t boxes)
    : board_(&board), partition_(partition(board)), rooms_(partition_.parts.size()) {
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    const Part& part = partition_.parts[i];
    if (part.tunnel || part.squares.size() < 4) continue;
    rooms_[i].inside.assign(static_cast<std::size_t>(board.squares()), 0);
    for (const Square s : part.squares) {
      rooms_[i].inside[static_cast<std::size_t>(s)] = 1;
      // A box in an exit belongs to the room: it may be stuck against those inside.
      for (const Square to : board.neighbours(s)) {
        if (to != kWall) rooms_[i].inside[static_cast<std::size_t>(to)] = 1;
      }
    }
    rooms_[i].search = std::make_unique<LocalSearch>(
        board, LocalSearchOptions{.states = states, .boxes = boxes, .leaving_ends = false});
  }
}

bool RoomDeadlocks::dead(const Position& position, Square pushed, Square p) {
  Room& room =
      rooms_[static_cast<std::size_t>(partition_.part_of[static_cast<std::size_t>(pushed)])];
  if (!room.search) return false;
  boxes_.clear();
  for (const Square s : position.boxes()) {
    if (room.inside[static_cast<std::size_t>(s)] != 0) boxes_.push_back(s);
  }
  // One box alone is judged by the distances.
  if (boxes_.size() < 2) return false;
  return room.search->dead(boxes_, room.inside, p);
}

std::size_t RoomDeadlocks::questions() const {
  std::size_t sum = 0;
  for (const Room& room : rooms_) sum += room.search ? room.search->questions() : 0;
  return sum;
}

}  // namespace cgt::sokoban
