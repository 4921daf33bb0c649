#include "decomp/labs/sokoban/local_search.hpp"

#include <algorithm>

namespace cgt::sokoban {

LocalSearch::LocalSearch(const Board& board, LocalSearchOptions options)
    : board_(&board),
      options_(options),
      among_(board),
      matching_(board.goals().size()),
      asked_(board.squares()),
      reached_(static_cast<std::size_t>(board.squares())) {}

bool LocalSearch::dead(const std::vector<Square>& boxes, const std::vector<std::uint8_t>& inside,
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

bool LocalSearch::open(const std::vector<std::uint8_t>& inside, Square p) {
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

}  // namespace cgt::sokoban
