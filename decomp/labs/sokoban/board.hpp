// A level as solvers see it: the squares that the player reaches, numbered row by row, and what is
// true of each box alone.
//
// Directions are those of level.hpp; d ^ 2 is the opposite of d. The *side* of a player relative to
// a box is the least direction d such that the player reaches the neighbour of the box in direction
// d when only this box is in the way. No move of the player and no push of another box changes
// the side of a box, so pushes counted with sides are a consistent lower bound.
//
// Thread rule: constant once made.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "decomp/labs/sokoban/level.hpp"

namespace cgt::sokoban {

using Square = std::int16_t;
inline constexpr Square kWall = -1;
inline constexpr int kNoSide = 4;
inline constexpr std::uint16_t kFar = 0x3fff;  // pushes: never
inline constexpr int kMostSquares = 4096;

// Pushes from the position of the level, or pulls from a solved one.
enum class Way : std::uint8_t { kForwards, kBackwards };

class Board {
 public:
  // Throws Error for levels with errors, and for more than kMostSquares squares.
  explicit Board(const Level& level);
  // The board with more walls, on some of its squares: those keep their numbers and have no neighbours.
  Board(const Board& board, const std::vector<Square>& walls);

  int squares() const { return static_cast<int>(next_.size()); }
  Square next(Square s, int direction) const {
    return next_[static_cast<std::size_t>(s)][static_cast<std::size_t>(direction)];
  }
  const std::array<Square, 4>& neighbours(Square s) const {
    return next_[static_cast<std::size_t>(s)];
  }
  bool is_goal(Square s) const { return goal_number_[static_cast<std::size_t>(s)] >= 0; }
  // -1: no goal.
  int goal_number(Square s) const { return goal_number_[static_cast<std::size_t>(s)]; }
  // Can a box get from here to a goal at all, wherever the player is?
  bool is_live(Square s) const { return live_[static_cast<std::size_t>(s)] != 0; }

  const std::vector<Square>& goals() const { return goals_; }
  // Boxes that can move; those out of the player's reach are walls.
  const std::vector<Square>& boxes() const { return boxes_; }
  Square player() const { return player_; }

  int row(Square s) const { return cells_[static_cast<std::size_t>(s)] / width_; }
  int column(Square s) const { return cells_[static_cast<std::size_t>(s)] % width_; }
  int width() const { return width_; }
  std::uint64_t bytes() const;

  // The side of a player who stands on p; kNoSide if p is the box.
  int side(Square box, Square p) const {
    return side_[static_cast<std::size_t>(box) * next_.size() + static_cast<std::size_t>(p)];
  }
  // Least pushes of a box alone, kFar if there is no way.
  std::uint16_t pushes(Square box, int side, int goal) const {
    return pushes_[(static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(side)) *
                       goals_.size() +
                   static_cast<std::size_t>(goal)];
  }
  // To all goals, by number.
  const std::uint16_t* pushes(Square box, int side) const {
    return &pushes_[(static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(side)) *
                    goals_.size()];
  }

 private:
  void find_squares(const Level& level);
  void find_sides();
  void find_pushes();

  int width_ = 0;
  std::vector<std::array<Square, 4>> next_;
  std::vector<int> cells_;
  std::vector<std::int16_t> goal_number_;
  std::vector<std::uint8_t> live_;
  std::vector<Square> goals_;
  std::vector<Square> boxes_;
  Square player_ = 0;
  std::vector<std::uint8_t> side_;
  std::vector<std::uint16_t> pushes_;
};

// Boxes on a board while a search looks at one state after the other, with scratch space.
class Position {
 public:
  explicit Position(const Board& board);

  const Board& board() const { return *board_; }
  bool has_box(Square s) const { return mark(s) == kBox; }
  const std::vector<Square>& boxes() const { return boxes_; }
  void set(const Square* boxes, std::size_t count);
  // Box number i goes to `to`.
  void move_box(std::size_t i, Square to) {
    lift(boxes_[i]);
    boxes_[i] = to;
    put(to);
  }
  void put(Square s) { mark(s) = kBox; }
  void lift(Square s) { mark(s) = 0; }

  // Marks what the player reaches from p and returns its least square, which names the region.
  Square flood(Square p);
  // Units of a Budget for a flood().
  std::uint64_t flood_cost() const { return 1 + queue_.size() / 128; }
  // By the last flood(); of squares that had no box then and have none now.
  bool reached(Square s) const { return mark(s) == epoch_; }

  // One square of each part of the free squares: where the player may be.
  std::vector<Square> parts();

  // Would the box on s, just pushed there, never move again, with a box off a goal stuck by it?
  // (Freeze deadlock; sound.)
  bool frozen_dead(Square s);
  // Steps of a shortest walk, as letters; from and to are connected.
  std::string walk(Square from, Square to);

 private:
  static constexpr std::uint32_t kBox = ~std::uint32_t{0};

  bool blocked(Square s, int axis, bool& off_goal);
  std::uint32_t& mark(Square s) { return mark_[static_cast<std::size_t>(s - kWall)]; }
  std::uint32_t mark(Square s) const { return mark_[static_cast<std::size_t>(s - kWall)]; }

  const Board* board_;
  std::vector<Square> boxes_;
  // By square, after one for all walls: kBox, as walls have, or the number of the last walk that came
  // by. A walk enters what has a lower number than its own.
  std::vector<std::uint32_t> mark_;
  std::vector<Square> queue_;
  std::vector<Square> stuck_;
  std::uint32_t epoch_ = 0;  // of the last flood()
};

// The states that a search has met, each once: boxes as bits, and the least square of the player's
// region. Exact: tables hold states, not hashes.
//
// Thread rule: one thread.

class StateTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit StateTable(int squares);

  std::size_t size() const { return count_; }
  // The number of the state and whether it is new; numbers count from 0.
  std::pair<std::uint32_t, bool> insert(const Position& position, Square region);
  // kNone if it is not there.
  std::uint32_t find(const Position& position, Square region);
  // Replaces `boxes`.
  void boxes(std::uint32_t state, std::vector<Square>& boxes) const;
  Square region(std::uint32_t state) const;
  std::uint64_t bytes() const;

 private:
  struct Slot {
    std::uint32_t state = kNone;
    std::uint32_t tag = 0;  // of the hash: most other states differ in it
  };
  void write(const Position& position, Square region);
  std::uint64_t hash(const std::uint64_t* words) const;
  std::size_t slot(std::uint64_t hash) const;
  void grow();

  std::size_t words_;  // of boxes; one more for the player
  std::size_t count_ = 0;
  std::vector<std::uint64_t> data_;
  std::vector<std::uint64_t> key_;  // what is looked for
  std::vector<Slot> slots_;
};

}  // namespace cgt::sokoban
