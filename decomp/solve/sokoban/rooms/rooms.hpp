// Deadlocks of rooms: boxes in a room that can neither all come home nor leave, whatever happens
// outside. Found by local search when a box has come to rest there, and kept by room.
//
// The outside is as kind as it may be: no boxes, so that the player gets to every exit that the
// boxes of the room leave to it, and a box pushed out of the room is no longer a burden.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decomp/solve/sokoban/rooms/local_search.hpp"
#include "decomp/solve/sokoban/rooms/partition.hpp"

namespace cgt::sokoban {

class RoomDeadlocks {
 public:
  // Searches of at most `states` states and `boxes` boxes; what is larger is not dead.
  explicit RoomDeadlocks(const Board& board, std::size_t states = 300, std::size_t boxes = 8);

  // Is the room around `pushed`, where a box has just been pushed, dead? The player is at p.
  bool dead(const Position& position, Square pushed, Square p);
  // How many different rooms with boxes were looked at.
  std::size_t questions() const;

 private:
  const Board* board_;
  Partition partition_;
  struct Room {
    std::vector<std::uint8_t> inside;  // by square; the room and the first squares of its exits
    std::unique_ptr<LocalSearch> search;
  };
  std::vector<Room> rooms_;  // by part; tunnels have no search
  std::vector<Square> boxes_;
};

}  // namespace cgt::sokoban
