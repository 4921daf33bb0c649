#include "decomp/labs/sokoban/cuts.hpp"

#include <algorithm>
#include <limits>

namespace cgt::sokoban {

Cuts::Cuts(const Board& board)
    : board_(&board),
      met_(static_cast<std::size_t>(board.squares())),
      number_(met_.size()),
      order_(met_.size()),
      parent_(met_.size()),
      low_(met_.size()),
      last_(met_.size()),
      pieces_(met_.size()),
      least_(met_.size()),
      before_(met_.size()),
      after_(met_.size() + 1),
      direction_(met_.size()) {}

void Cuts::meet(Square s, std::uint32_t parent) {
  const std::uint32_t n = size_++;
  met_[index(s)] = epoch_;
  number_[index(s)] = n;
  order_[n] = s;
  parent_[n] = parent;
  low_[n] = n;
  pieces_[n] = 0;
  least_[n] = s;
  before_[n] = n == 0 ? s : std::min(before_[n - 1], s);
  direction_[n] = 0;
}

void Cuts::search(const Position& position, Square p) {
  if (++epoch_ == 0) {
    std::fill(met_.begin(), met_.end(), 0U);
    epoch_ = 1;
  }
  size_ = 0;
  meet(p, 0);
  for (std::uint32_t n = 0;;) {
    if (direction_[n] < 4) {
      const Square to = board_->next(order_[n], direction_[n]++);
      if (position.has_box(to)) continue;
      if (met_[index(to)] == epoch_) {
        low_[n] = std::min(low_[n], number_[index(to)]);
        continue;
      }
      meet(to, n);
      n = size_ - 1;
      continue;
    }
    last_[n] = size_ - 1;
    if (n == 0) break;
    const std::uint32_t parent = parent_[n];
    low_[parent] = std::min(low_[parent], low_[n]);
    least_[parent] = std::min(least_[parent], least_[n]);
    if (low_[n] >= parent) ++pieces_[parent];
    n = parent;
  }
  after_[size_] = std::numeric_limits<Square>::max();
  for (std::uint32_t n = size_; n-- > 0;) after_[n] = std::min(after_[n + 1], order_[n]);
}

Cuts::Part Cuts::part(Square s, Square q) const {
  const std::uint32_t n = number_[index(s)];
  const std::uint32_t of = number_[index(q)];
  // What does not hang on s alone is one part: that of the first square, unless s is the first one.
  Square least =
      std::min(after_[last_[n] + 1], n == 0 ? std::numeric_limits<Square>::max() : before_[n - 1]);
  for (const Square to : board_->neighbours(s)) {
    if (to == kWall || !inside(to)) continue;
    const std::uint32_t child = number_[index(to)];
    if (child == 0 || parent_[child] != n) continue;
    if (low_[child] < n) {
      least = std::min(least, least_[child]);
    } else if (child <= of && of <= last_[child]) {
      return {child, least_[child]};
    }
  }
  return {0, least};
}

}  // namespace cgt::sokoban
