#include "decomp/labs/sokoban/frozen.hpp"

#include <algorithm>

namespace cgt::sokoban {
namespace {

// Beyond, sets of walls that are new stay boxes: that calls fewer states dead.
constexpr std::uint64_t kMostBytes = 64U << 20U;

}  // namespace

FrozenBoards::FrozenBoards(const Board& board)
    : board_(&board),
      stuck_(static_cast<std::size_t>(board.squares()) + 1),
      among_(board),
      known_(board.squares()) {}

std::uint64_t FrozenBoards::bytes() const {
  return boards_.empty() ? 0 : boards_.size() * boards_.front()->bytes();
}

const Board* FrozenBoards::board_for(const Position& position) {
  // By square, after one for all walls.
  const auto stuck = [&](Square s) -> std::uint8_t& {
    return stuck_[static_cast<std::size_t>(s - kWall)];
  };
  stuck(kWall) = 1;
  walls_ = position.boxes();
  for (const Square s : walls_) stuck(s) = 1;
  const auto held = [&](Square s) {
    for (int axis = 0; axis < 2; ++axis) {
      const Square a = board_->next(s, axis);
      const Square b = board_->next(s, axis + 2);
      if (stuck(a) == 0 && stuck(b) == 0 && (board_->is_live(a) || board_->is_live(b)))
        return false;
    }
    return true;
  };
  for (std::size_t before = walls_.size() + 1; walls_.size() < before;) {
    before = walls_.size();
    std::erase_if(walls_, [&](Square s) {
      if (held(s)) return false;
      stuck(s) = 0;
      return true;
    });
  }
  for (const Square s : walls_) stuck(s) = 0;
  if (walls_.empty()) return board_;
  if (!std::all_of(walls_.begin(), walls_.end(), [&](Square s) { return board_->is_goal(s); }))
    return nullptr;
  among_.set(walls_.data(), walls_.size());
  std::uint32_t number = known_.find(among_, 0);
  if (number == StateTable::kNone) {
    if (bytes() >= kMostBytes) return board_;
    number = known_.insert(among_, 0).first;
    boards_.push_back(std::make_unique<Board>(*board_, walls_));
  }
  return boards_[number].get();
}

}  // namespace cgt::sokoban
