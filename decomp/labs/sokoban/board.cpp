#include "decomp/labs/sokoban/board.hpp"

#include <algorithm>
#include <bit>

#include "cgt/support/hash.hpp"

namespace cgt::sokoban {

Board::Board(const Level& level) : width_(level.width) {
  if (level.has_errors())
    throw Error("this level cannot be played: " + level.faults.front().message);
  find_squares(level);
  find_sides();
  find_pushes();
}

Board::Board(const Board& board, const std::vector<Square>& walls)
    : width_(board.width_),
      next_(board.next_),
      cells_(board.cells_),
      goal_number_(board.goal_number_),
      live_(board.live_),
      goals_(board.goals_),
      boxes_(board.boxes_),
      player_(board.player_) {
  for (const Square s : walls) {
    for (int d = 0; d < 4; ++d) {
      const Square to = next(s, d);
      if (to != kWall) next_[static_cast<std::size_t>(to)][static_cast<std::size_t>(d ^ 2)] = kWall;
    }
    next_[static_cast<std::size_t>(s)].fill(kWall);
  }
  find_sides();
  find_pushes();
}

std::uint64_t Board::bytes() const {
  return sizeof(Board) + next_.size() * 32 + side_.size() + pushes_.size() * sizeof(std::uint16_t);
}

void Board::find_squares(const Level& level) {
  std::vector<std::uint8_t> seen(level.cells.size());
  std::vector<int> open;
  for (int i = 0; i < static_cast<int>(level.cells.size()); ++i) {
    if (is_player(level.cells[static_cast<std::size_t>(i)])) open.push_back(i);
  }
  const int start = open.front();
  seen[static_cast<std::size_t>(start)] = 1;
  const auto neighbour = [&](int cell, int d) {
    const int row = cell / width_ + kRowStep[d];
    const int column = cell % width_ + kColumnStep[d];
    return level.at(row, column) == '#' ? -1 : row * width_ + column;
  };
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    for (int d = 0; d < 4; ++d) {
      const int to = neighbour(cell, d);
      if (to < 0 || seen[static_cast<std::size_t>(to)] != 0) continue;
      seen[static_cast<std::size_t>(to)] = 1;
      open.push_back(to);
    }
  }
  std::vector<Square> number(level.cells.size(), kWall);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] == 0) continue;
    if (cells_.size() == static_cast<std::size_t>(kMostSquares)) {
      throw Error("a level of more than " + std::to_string(kMostSquares) +
                  " squares is too large for the solver");
    }
    number[i] = static_cast<Square>(cells_.size());
    cells_.push_back(static_cast<int>(i));
  }
  next_.resize(cells_.size());
  live_.assign(cells_.size(), 1);
  goal_number_.assign(cells_.size(), -1);
  for (std::size_t s = 0; s < cells_.size(); ++s) {
    for (int d = 0; d < 4; ++d) {
      const int to = neighbour(cells_[s], d);
      next_[s][static_cast<std::size_t>(d)] = to < 0 ? kWall : number[static_cast<std::size_t>(to)];
    }
    const char c = level.cells[static_cast<std::size_t>(cells_[s])];
    if (sokoban::is_goal(c)) {
      goal_number_[s] = static_cast<std::int16_t>(goals_.size());
      goals_.push_back(static_cast<Square>(s));
    }
    if (is_box(c)) boxes_.push_back(static_cast<Square>(s));
  }
  player_ = number[static_cast<std::size_t>(start)];
  if (boxes_.size() > goals_.size()) {
    throw Error("this level has no solution: the player reaches more boxes than goals");
  }
}

void Board::find_sides() {
  const std::size_t n = next_.size();
  side_.assign(n * n, kNoSide);
  std::vector<Square> open;
  for (std::size_t box = 0; box < n; ++box) {
    if (live_[box] == 0) continue;  // no box comes home from here, whatever the side
    std::uint8_t* const side = &side_[box * n];
    for (int d = 0; d < 4; ++d) {
      const Square first = next_[box][static_cast<std::size_t>(d)];
      if (first == kWall || side[first] != kNoSide) continue;
      side[first] = static_cast<std::uint8_t>(d);
      open.push_back(first);
      while (!open.empty()) {
        const Square s = open.back();
        open.pop_back();
        for (const Square to : neighbours(s)) {
          if (to == kWall || static_cast<std::size_t>(to) == box || side[to] != kNoSide) continue;
          side[to] = static_cast<std::uint8_t>(d);
          open.push_back(to);
        }
      }
    }
  }
}

// Breadth first backwards, by pulls, from each goal.
void Board::find_pushes() {
  const std::size_t n = next_.size();
  pushes_.assign(n * 4 * goals_.size(), kFar);
  live_.assign(n, 0);
  struct At {
    Square box;
    int side;
  };
  std::vector<At> open;
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    open.clear();
    const auto distance = [&](Square box, int side) -> std::uint16_t& {
      return pushes_[(static_cast<std::size_t>(box) * 4 + static_cast<std::size_t>(side)) *
                         goals_.size() +
                     g];
    };
    for (int d = 0; d < 4; ++d) {
      const Square p = next(goals_[g], d);
      if (p == kWall || side(goals_[g], p) != d) continue;
      distance(goals_[g], d) = 0;
      open.push_back({goals_[g], d});
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const At at = open[i];
      live_[static_cast<std::size_t>(at.box)] = 1;
      const auto steps = static_cast<std::uint16_t>(distance(at.box, at.side) + 1);
      for (int d = 0; d < 4; ++d) {
        // Pulled from at.box towards d: the player stands on that square, then one behind it.
        const Square from = next(at.box, d);
        if (from == kWall || side(at.box, from) != at.side) continue;
        const Square player = next(from, d);
        if (player == kWall || steps >= kFar) continue;
        const int before = side(from, player);
        if (distance(from, before) != kFar) continue;
        distance(from, before) = steps;
        open.push_back({from, before});
      }
    }
    if (open.empty()) live_[static_cast<std::size_t>(goals_[g])] = 1;  // a level of one square
  }
}

Position::Position(const Board& board)
    : board_(&board),
      mark_(static_cast<std::size_t>(board.squares()) + 1),
      queue_(static_cast<std::size_t>(board.squares())) {
  mark(kWall) = kBox;
}

void Position::set(const Square* boxes, std::size_t count) {
  for (const Square s : boxes_) lift(s);
  boxes_.assign(boxes, boxes + count);
  for (const Square s : boxes_) put(s);
}

Square Position::flood(Square p) {
  if (++epoch_ == kBox) {
    std::replace_if(
        mark_.begin(), mark_.end(), [](std::uint32_t m) { return m != kBox; }, 0U);
    epoch_ = 1;
  }
  std::size_t size = 1;
  queue_[0] = p;
  mark(p) = epoch_;
  Square least = p;
  for (std::size_t i = 0; i < size; ++i) {
    for (const Square to : board_->neighbours(queue_[i])) {
      std::uint32_t& m = mark(to);
      if (m >= epoch_) continue;
      m = epoch_;
      queue_[size++] = to;
      least = std::min(least, to);
    }
  }
  return least;
}

std::vector<Square> Position::parts() {
  std::vector<Square> out;
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(board_->squares()));
  for (Square s = 0; s < board_->squares(); ++s) {
    if (has_box(s) || seen[static_cast<std::size_t>(s)] != 0) continue;
    out.push_back(s);
    flood(s);
    for (Square q = s; q < board_->squares(); ++q)
      if (reached(q)) seen[static_cast<std::size_t>(q)] = 1;
  }
  return out;
}

// Can the box on s not move along the axis (0: up and down, 1: left and right)? Boxes that are being
// asked about count as walls (they are in stuck_), which is right as all of them are stuck then.
bool Position::blocked(Square s, int axis, bool& off_goal) {
  const Square a = board_->next(s, axis);
  const Square b = board_->next(s, axis + 2);
  // Larger clusters are not looked at: "not blocked" is always a safe answer.
  if (stuck_.size() >= 48) return false;
  const auto wall = [&](Square q) {
    return q == kWall || std::find(stuck_.begin(), stuck_.end(), q) != stuck_.end();
  };
  if (wall(a) || wall(b)) return true;
  if (!board_->is_live(a) && !board_->is_live(b)) return true;
  for (const Square q : {a, b}) {
    if (!has_box(q)) continue;
    const std::size_t before = stuck_.size();
    stuck_.push_back(q);
    // The neighbour is blocked along this axis by s: only the other one is open.
    bool off = off_goal || !board_->is_goal(q);
    if (blocked(q, 1 - axis, off)) {
      off_goal = off;
      return true;
    }
    stuck_.resize(before);
  }
  return false;
}

bool Position::frozen_dead(Square s) {
  stuck_.assign(1, s);
  bool off_goal = !board_->is_goal(s);
  if (!blocked(s, 0, off_goal)) return false;
  if (!blocked(s, 1, off_goal)) return false;
  return off_goal;
}

std::string Position::walk(Square from, Square to) {
  // Backwards, so that the steps come out in order.
  std::vector<std::int8_t> step(static_cast<std::size_t>(board_->squares()), -1);
  std::vector<Square> open{to};
  for (std::size_t i = 0; i < open.size() && open[i] != from; ++i) {
    for (int d = 0; d < 4; ++d) {
      const Square q = board_->next(open[i], d);
      if (q == kWall || q == to || has_box(q) || step[static_cast<std::size_t>(q)] >= 0) continue;
      step[static_cast<std::size_t>(q)] = static_cast<std::int8_t>(d ^ 2);
      open.push_back(q);
    }
  }
  std::string out;
  for (Square s = from; s != to;) {
    const int d = step[static_cast<std::size_t>(s)];
    out += kStepLetter[d];
    s = board_->next(s, d);
  }
  return out;
}

StateTable::StateTable(int squares)
    : words_((static_cast<std::size_t>(squares) + 63) / 64), key_(words_ + 1), slots_(1024) {}

void StateTable::write(const Position& position, Square region) {
  std::fill(key_.begin(), key_.end(), 0);
  for (const Square s : position.boxes())
    key_[static_cast<std::size_t>(s) / 64] |= std::uint64_t{1} << (static_cast<unsigned>(s) % 64);
  key_[words_] = static_cast<std::uint64_t>(region);
}

std::uint64_t StateTable::hash(const std::uint64_t* words) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i <= words_; ++i) hash = mix(hash, words[i]);
  return hash;
}

// Where key_, with this hash, is or would be.
std::size_t StateTable::slot(std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = static_cast<std::size_t>(hash) & mask;; i = (i + 1) & mask) {
    const Slot& entry = slots_[i];
    if (entry.state == kNone) return i;
    if (entry.tag == static_cast<std::uint32_t>(hash >> 32U) &&
        std::equal(key_.begin(), key_.end(),
                   data_.begin() + static_cast<std::ptrdiff_t>(entry.state * (words_ + 1))))
      return i;
  }
}

std::uint32_t StateTable::find(const Position& position, Square region) {
  write(position, region);
  return slots_[slot(hash(key_.data()))].state;
}

std::pair<std::uint32_t, bool> StateTable::insert(const Position& position, Square region) {
  write(position, region);
  const std::uint64_t key_hash = hash(key_.data());
  std::size_t i = slot(key_hash);
  if (slots_[i].state != kNone) return {slots_[i].state, false};
  if ((count_ + 1) * 2 > slots_.size()) {
    grow();
    i = slot(key_hash);
  }
  slots_[i] = {static_cast<std::uint32_t>(count_), static_cast<std::uint32_t>(key_hash >> 32U)};
  data_.insert(data_.end(), key_.begin(), key_.end());
  return {static_cast<std::uint32_t>(count_++), true};
}

void StateTable::grow() {
  slots_.assign(slots_.size() * 2, Slot{});
  for (std::size_t state = 0; state < count_; ++state) {
    const std::uint64_t state_hash = hash(&data_[state * (words_ + 1)]);
    std::size_t i = static_cast<std::size_t>(state_hash) & (slots_.size() - 1);
    while (slots_[i].state != kNone) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = {static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(state_hash >> 32U)};
  }
}

void StateTable::boxes(std::uint32_t state, std::vector<Square>& boxes) const {
  boxes.clear();
  const std::uint64_t* const words = &data_[std::size_t{state} * (words_ + 1)];
  for (std::size_t w = 0; w < words_; ++w) {
    for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1)
      boxes.push_back(
          static_cast<Square>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
  }
}

Square StateTable::region(std::uint32_t state) const {
  return static_cast<Square>(data_[std::size_t{state} * (words_ + 1) + words_]);
}

std::uint64_t StateTable::bytes() const {
  return data_.capacity() * 8 + slots_.capacity() * sizeof(Slot);
}

}  // namespace cgt::sokoban
