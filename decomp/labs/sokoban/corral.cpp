#include "decomp/labs/sokoban/corral.hpp"

#include <algorithm>

namespace cgt::sokoban {

CorralSearch::CorralSearch(const Board& board, CorralSearchOptions options)
    : board_(&board),
      options_(options),
      among_(board),
      matching_(board.goals().size()),
      asked_(board.squares()),
      reached_(static_cast<std::size_t>(board.squares())) {}

bool CorralSearch::dead(const std::vector<Square>& boxes, const std::vector<std::uint8_t>& inside,
                        Square p) {
  if (boxes.size() > options_.boxes) return false;
  among_.set(boxes.data(), boxes.size());
  const auto [question, fresh] = asked_.insert(among_, among_.flood(p));
  if (fresh) {
    answers_.push_back(0);
    answers_[question] = open(inside, p) ? 1 : 0;
  }
  return answers_[question] == 0;
}

bool CorralSearch::open(const std::vector<std::uint8_t>& inside, Square p) {
  StateTable states(board_->squares());
  states.insert(among_, among_.flood(p));
  for (std::uint32_t n = 0; n < states.size(); ++n) {
    if (n >= options_.states) return true;
    states.boxes(n, state_);
    if (std::all_of(state_.begin(), state_.end(), [&](Square s) { return board_->is_goal(s); }))
      return true;
    among_.set(state_.data(), state_.size());
    among_.flood(states.region(n));
    for (std::size_t s = 0; s < reached_.size(); ++s)
      reached_[s] = among_.reached(static_cast<Square>(s)) ? 1 : 0;
    for (std::size_t i = 0; i < state_.size(); ++i) {
      const Square from = state_[i];
      for (int d = 0; d < 4; ++d) {
        const Square to = board_->next(from, d);
        const Square behind = board_->next(from, d ^ 2);
        if (to == kWall || behind == kWall || among_.has_box(to) || !board_->is_live(to)) continue;
        if (reached_[static_cast<std::size_t>(behind)] == 0) continue;
        if (inside[static_cast<std::size_t>(to)] == 0) return true;
        among_.move_box(i, to);
        if (!among_.frozen_dead(to)) {
          rows_.clear();
          for (const Square s : among_.boxes())
            rows_.push_back(board_->pushes(s, board_->side(s, from)));
          if (matching_.assign(rows_) < kNoMatching) states.insert(among_, among_.flood(from));
        }
        among_.move_box(i, from);
      }
    }
  }
  return false;
}

Corrals::Corrals(const Board& board)
    : board_(&board),
      part_(static_cast<std::size_t>(board.squares())),
      seen_(static_cast<std::size_t>(board.squares())) {}

const std::vector<Square>& Corrals::pushed_first(const Position& position) {
  best_.clear();
  ++call_;
  for (Square s = 0; s < board_->squares(); ++s) {
    const auto i = static_cast<std::size_t>(s);
    if (position.has_box(s) || position.reached(s) || seen_[i] == call_) continue;
    if (!grow(position, s) || !must_open_) continue;
    if (best_.empty() || boxes_.size() < best_.size()) best_ = boxes_;
  }
  if (best_.size() == position.boxes().size()) best_.clear();
  return best_;
}

// The corral around a free square that is not reached, with all boxes and other parts that have a
// say in it. False if one of its boxes can be pushed from outside to outside.
bool Corrals::grow(const Position& position, Square seed) {
  ++epoch_;
  must_open_ = false;
  boxes_.clear();
  open_.assign(1, seed);
  part_[static_cast<std::size_t>(seed)] = epoch_;
  const bool all_goals = board_->goals().size() == position.boxes().size();
  const auto absorb = [&](Square s) {
    if (part_[static_cast<std::size_t>(s)] == epoch_) return;
    part_[static_cast<std::size_t>(s)] = epoch_;
    open_.push_back(s);
  };
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const Square s = open_[i];
    if (!position.has_box(s)) {
      seen_[static_cast<std::size_t>(s)] = call_;
      if (all_goals && board_->is_goal(s)) must_open_ = true;
      for (const Square to : board_->neighbours(s)) {
        if (to != kWall) absorb(to);
      }
      continue;
    }
    boxes_.push_back(s);
    if (!board_->is_goal(s)) must_open_ = true;
    for (int axis = 0; axis < 2; ++axis) {
      const Square a = board_->next(s, axis);
      const Square b = board_->next(s, axis + 2);
      if (a == kWall || b == kWall) continue;
      if (!board_->is_live(a) && !board_->is_live(b)) continue;
      if (position.reached(a) && position.reached(b)) return false;
      for (const Square q : {a, b}) {
        if (!position.reached(q)) absorb(q);
      }
    }
  }
  return true;
}

CorralDeadlocks::CorralDeadlocks(const Board& board, CorralSearchOptions options)
    : board_(&board),
      search_(board, options),
      seen_(static_cast<std::size_t>(board.squares())),
      inside_(seen_.size()) {}

bool CorralDeadlocks::dead(const Position& position, Square p) {
  ++call_;
  for (Square seed = 0; seed < board_->squares(); ++seed) {
    if (position.has_box(seed) || position.reached(seed) ||
        seen_[static_cast<std::size_t>(seed)] == call_)
      continue;
    part_.assign(1, seed);
    boxes_.clear();
    seen_[static_cast<std::size_t>(seed)] = call_;
    bool off_goal = false;
    for (std::size_t i = 0; i < part_.size(); ++i) {
      for (const Square to : board_->neighbours(part_[i])) {
        if (to == kWall) continue;
        if (position.has_box(to)) {
          if (std::find(boxes_.begin(), boxes_.end(), to) != boxes_.end()) continue;
          boxes_.push_back(to);
          off_goal |= !board_->is_goal(to);
        } else if (seen_[static_cast<std::size_t>(to)] != call_) {
          seen_[static_cast<std::size_t>(to)] = call_;
          part_.push_back(to);
        }
      }
    }
    if (!off_goal || boxes_.size() > search_.options().boxes) continue;
    for (const Square s : part_) inside_[static_cast<std::size_t>(s)] = 1;
    for (const Square s : boxes_) inside_[static_cast<std::size_t>(s)] = 1;
    const bool dead = search_.dead(boxes_, inside_, p);
    for (const Square s : part_) inside_[static_cast<std::size_t>(s)] = 0;
    for (const Square s : boxes_) inside_[static_cast<std::size_t>(s)] = 0;
    if (dead) return true;
  }
  return false;
}

}  // namespace cgt::sokoban
