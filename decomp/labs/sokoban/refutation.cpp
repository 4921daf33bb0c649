#include "decomp/labs/sokoban/refutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace cgt::sokoban {
namespace {

// The text of a level with a rim of walls, cells numbered row by row.
class Yard {
 public:
  explicit Yard(const Level& level) : width_(level.width + 2) {
    walls_.assign(static_cast<std::size_t>(width_ * (level.height + 2)), true);
    for (int r = 0; r < level.height; ++r) {
      for (int c = 0; c < level.width; ++c) {
        const int at = number({r, c});
        const char cell = level.at(r, c);
        walls_[index(at)] = cell == '#';
        if (is_goal(cell)) goals_.push_back(at);
        if (is_player(cell)) player_ = at;
      }
    }
    find_ways();
  }

  int number(Cell cell) const { return (cell.row + 1) * width_ + cell.column + 1; }
  bool wall(int at) const { return walls_[index(at)]; }
  bool is_goal_at(int at) const {
    return std::find(goals_.begin(), goals_.end(), at) != goals_.end();
  }
  int player() const { return player_; }
  int step(int direction) const { return kRowStep[direction] * width_ + kColumnStep[direction]; }

  // Cells that the player reaches; marks are by cell.
  void reach(const std::vector<int>& boxes, int from, std::vector<bool>& marks) const {
    marks.assign(walls_.size(), false);
    std::vector<int> open{from};
    marks[index(from)] = true;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (int d = 0; d < 4; ++d) {
        const int to = at + step(d);
        if (wall(to) || marks[index(to)] || std::binary_search(boxes.begin(), boxes.end(), to))
          continue;
        marks[index(to)] = true;
        open.push_back(to);
      }
    }
  }

  // Can each box have a goal of its own that it could reach if it were alone? By augmenting paths.
  bool goals_suffice(const std::vector<int>& boxes) const {
    std::vector<int> taken(goals_.size(), -1);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      std::vector<bool> seen(goals_.size(), false);
      if (!find_goal(boxes, static_cast<int>(i), taken, seen)) return false;
    }
    return true;
  }

 private:
  static std::size_t index(int at) { return static_cast<std::size_t>(at); }

  // By pulling a box from each goal, whatever side the player is on.
  void find_ways() {
    ways_.assign(goals_.size(), std::vector<bool>(walls_.size(), false));
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      std::vector<int> open{goals_[g]};
      ways_[g][index(goals_[g])] = true;
      while (!open.empty()) {
        const int at = open.back();
        open.pop_back();
        for (int d = 0; d < 4; ++d) {
          const int to = at + step(d);
          if (wall(to) || ways_[g][index(to)] || wall(to + step(d))) continue;
          ways_[g][index(to)] = true;
          open.push_back(to);
        }
      }
    }
  }
  // Not deeper than there are boxes.
  bool find_goal(const std::vector<int>& boxes, int box, std::vector<int>& taken,  // NOLINT
                 std::vector<bool>& seen) const {
    for (std::size_t g = 0; g < goals_.size(); ++g) {
      if (seen[g] || !ways_[g][index(boxes[index(box)])]) continue;
      seen[g] = true;
      if (taken[g] < 0 || find_goal(boxes, taken[g], taken, seen)) {
        taken[g] = box;
        return true;
      }
    }
    return false;
  }

  int width_;
  int player_ = 0;
  std::vector<bool> walls_;
  std::vector<int> goals_;
  std::vector<std::vector<bool>> ways_;  // by goal: cells from which a box alone may reach it
};

struct YardPosition {
  std::vector<int> boxes;  // ascending
  int region = 0;          // the least cell that the player reaches
  friend auto operator<=>(const YardPosition&, const YardPosition&) = default;
};

RefutationCheck check_in(const Yard& yard, std::vector<int> boxes, std::size_t most,
                         Budget& budget) {
  RefutationCheck out;
  std::sort(boxes.begin(), boxes.end());
  std::set<YardPosition> seen;
  std::deque<YardPosition> open;
  std::vector<bool> marks;
  // Notes a position that the player stands in; false if it is solved.
  const auto meet = [&](std::vector<int>&& at, int player) {
    if (std::all_of(at.begin(), at.end(), [&](int box) { return yard.is_goal_at(box); }))
      return false;
    if (!yard.goals_suffice(at)) return true;
    yard.reach(at, player, marks);
    const auto least = std::find(marks.begin(), marks.end(), true) - marks.begin();
    YardPosition position{std::move(at), static_cast<int>(least)};
    if (seen.insert(position).second) open.push_back(std::move(position));
    return true;
  };
  const auto solved = [&] {
    out.fault = boxes.size() == 1 ? "the box can come to a goal" : "the boxes can come to goals";
    return out;
  };
  out.positions = 1;
  if (!meet(std::vector<int>(boxes), yard.player())) return solved();
  std::vector<bool> reached;
  while (!open.empty()) {
    budget.charge();
    const YardPosition position = std::move(open.front());
    open.pop_front();
    yard.reach(position.boxes, position.region, reached);
    for (std::size_t i = 0; i < position.boxes.size(); ++i) {
      const int box = position.boxes[i];
      for (int d = 0; d < 4; ++d) {
        const int to = box + yard.step(d);
        if (!reached[static_cast<std::size_t>(box - yard.step(d))] || yard.wall(to) ||
            std::binary_search(position.boxes.begin(), position.boxes.end(), to)) {
          continue;
        }
        std::vector<int> next = position.boxes;
        next[i] = to;
        std::sort(next.begin(), next.end());
        if (!meet(std::move(next), box)) return solved();
      }
    }
    out.positions = std::max<std::uint64_t>(out.positions, seen.size());
    if (seen.size() > most) {
      out.fault = fmt::format("more than {} positions", most);
      return out;
    }
  }
  out.holds = true;
  return out;
}

std::vector<Cell> boxes_of(const Level& level) {
  std::vector<Cell> out;
  for (int r = 0; r < level.height; ++r)
    for (int c = 0; c < level.width; ++c)
      if (is_box(level.at(r, c))) out.push_back({r, c});
  return out;
}

std::vector<int> numbers_of(const Yard& yard, const std::vector<Cell>& cells) {
  std::vector<int> out;
  for (const Cell& cell : cells) out.push_back(yard.number(cell));
  return out;
}

}  // namespace

RefutationCheck check_refutation(const Level& level, const std::vector<Cell>& boxes,
                                 std::size_t most, const Budget& limits) {
  RefutationCheck out;
  for (const Cell& cell : boxes) {
    if (!is_box(level.at(cell.row, cell.column))) {
      out.fault = fmt::format("no box is at {},{}", cell.row + 1, cell.column + 1);
      return out;
    }
    if (std::count(boxes.begin(), boxes.end(), cell) > 1) {
      out.fault = fmt::format("the box at {},{} comes twice", cell.row + 1, cell.column + 1);
      return out;
    }
  }
  const Yard yard(level);
  Budget budget = limits.another();
  return check_in(yard, numbers_of(yard, boxes), most, budget);
}

std::optional<std::vector<Cell>> refute(const Level& level, std::optional<Cell> seed,
                                        std::size_t most, Budget& budget) {
  const Yard yard(level);
  const auto holds = [&](const std::vector<Cell>& boxes) {
    return check_in(yard, numbers_of(yard, boxes), most, budget).holds;
  };
  const std::vector<Cell> all = boxes_of(level);
  const std::vector<Cell> seeds = seed ? std::vector<Cell>{*seed} : all;
  // Round by round with one box more, so that a proof with few boxes is found before long searches.
  for (std::size_t n = 1; n <= all.size(); ++n) {
    for (const Cell& first : seeds) {
      const auto away = [&](const Cell& cell) {
        return std::abs(cell.row - first.row) + std::abs(cell.column - first.column);
      };
      std::vector<Cell> boxes = all;
      std::stable_sort(boxes.begin(), boxes.end(),
                       [&](const Cell& a, const Cell& b) { return away(a) < away(b); });
      boxes.resize(n);
      if (!holds(boxes)) continue;
      for (std::size_t i = boxes.size(); i-- > 0;) {
        std::vector<Cell> fewer = boxes;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (!fewer.empty() && holds(fewer)) boxes = std::move(fewer);
      }
      std::sort(boxes.begin(), boxes.end());
      return boxes;
    }
  }
  return std::nullopt;
}

}  // namespace cgt::sokoban
