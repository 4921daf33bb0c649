#include "decomp/rules/go/analysis/partition.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "cgt/support/contract.hpp"
#include "decomp/rules/go/analysis/benson.hpp"

namespace cgt::go {
namespace {

// Splits the points for which `inside` holds into components, points in board order each.
template <class Inside, class Same>
std::vector<std::vector<Point>> components(const Board& board, const std::vector<Point>& points,
                                           std::vector<char>& seen, Inside inside, Same same,
                                           Budget& budget) {
  std::vector<std::vector<Point>> out;
  for (const Point start : points) {
    if (!inside(start) || seen[board.index(start)] != 0) continue;
    budget.poll();
    std::vector<Point> component{start};
    seen[board.index(start)] = 1;
    for (std::size_t next = 0; next < component.size(); ++next) {
      const Point p = component[next];
      for (const Point q : board.neighbours(p)) {
        if (seen[board.index(q)] != 0 || !inside(q) || !same(p, q)) continue;
        seen[board.index(q)] = 1;
        component.push_back(q);
      }
    }
    std::sort(component.begin(), component.end());
    out.push_back(std::move(component));
  }
  for (const std::vector<Point>& component : out) {
    for (const Point p : component) seen[board.index(p)] = 0;
  }
  return out;
}

class Partitioner {
 public:
  Partitioner(const Board& board, Budget& budget)
      : board_(board), budget_(budget), seen_(static_cast<std::size_t>(board.size()), 0) {
    out_.owner.assign(static_cast<std::size_t>(board.size()), Colour::kEmpty);
    mark_.assign(static_cast<std::size_t>(board.size()), -1);
  }

  Partition run() {
    for (const Player player : kPlayers) settle(player);
    out_.nothing_safe =
        out_.safe_stones[Player::kLeft].empty() && out_.safe_stones[Player::kRight].empty();
    std::vector<Point> all;
    for (std::size_t i = 0; i < out_.owner.size(); ++i) all.push_back(board_.point(i));
    const auto any = [](Point, Point) { return true; };
    const auto open = [&](Point p) { return is_open(p); };
    for (std::vector<Point>& points : components(board_, all, seen_, open, any, budget_)) {
      Part part;
      part.points = std::move(points);
      cut_out(part);
      find_couplers(part);
      for (const Player player : kPlayers) find_dependence(part, player);
      out_.parts.push_back(std::move(part));
    }
    return std::move(out_);
  }

 private:
  bool is_open(Point p) const { return out_.owner[board_.index(p)] == Colour::kEmpty; }
  bool is_safe_stone(Point p, Colour colour) const {
    return board_[p] == colour && out_.owner[board_.index(p)] == colour;
  }
  bool touches_safe(Point p, Colour colour) const {
    for (const Point q : board_.neighbours(p)) {
      if (is_safe_stone(q, colour)) return true;
    }
    return false;
  }

  void settle(Player player) {
    const Colour colour = colour_of(player);
    const UnconditionalLife life = unconditional_life(board_, player);
    const auto own = [&](Point p) {
      CGT_ASSERT(is_open(p), "no point is safe for both colours");
      out_.owner[board_.index(p)] = colour;
    };
    for (const auto& block : life.blocks) {
      for (const Point p : block) {
        own(p);
        out_.safe_stones[player].push_back(p);
      }
    }
    for (const auto& region : life.territory) {
      for (const Point p : region) {
        own(p);
        out_.territory[player].push_back(p);
        out_.fixed_score += sign(player) * (board_[p] == Colour::kEmpty ? 1 : 2);
        if (board_[p] != Colour::kEmpty) out_.dead[opponent(player)].push_back(p);
      }
    }
    std::sort(out_.safe_stones[player].begin(), out_.safe_stones[player].end());
    std::sort(out_.territory[player].begin(), out_.territory[player].end());
    std::sort(out_.dead[opponent(player)].begin(), out_.dead[opponent(player)].end());
  }

  void cut_out(Part& part) {
    int left = kMaxSide;
    int right = 0;
    for (const Point p : part.points) {
      left = std::min(left, int{p.x});
      right = std::max(right, int{p.x});
    }
    const int top = part.points.front().y;
    const int width = right - left + 1;
    const int height = part.points.back().y - top + 1;
    std::vector<Region::Cell> cells(
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Region::kOutside);
    for (const Point p : part.points) {
      unsigned cell = Region::kEmpty;
      if (board_[p] == Colour::kEmpty) ++part.empties;
      if (board_[p] == Colour::kBlack) cell = Region::kBlackStone;
      if (board_[p] == Colour::kWhite) cell = Region::kWhiteStone;
      if (touches_safe(p, Colour::kBlack)) cell |= Region::kTouchesBlack;
      if (touches_safe(p, Colour::kWhite)) cell |= Region::kTouchesWhite;
      cells[static_cast<std::size_t>((p.y - top) * width + (p.x - left))] =
          static_cast<Region::Cell>(cell);
    }
    part.region = Region::from_cells(width, height, cells);
    part.origin = Point::at(left, top);
  }

  void find_couplers(Part& part) {
    const auto empty = [&](Point p) { return is_open(p) && board_[p] == Colour::kEmpty; };
    const auto stone = [&](Point p) { return is_open(p) && board_[p] != Colour::kEmpty; };
    const auto any = [](Point, Point) { return true; };
    const auto same = [&](Point p, Point q) { return board_[p] == board_[q]; };
    const auto areas = components(board_, part.points, seen_, empty, any, budget_);
    part.areas = static_cast<int>(areas.size());
    if (part.areas < 2) return;
    for (std::size_t a = 0; a < areas.size(); ++a) {
      for (const Point p : areas[a]) mark_[board_.index(p)] = static_cast<int>(a);
    }
    for (const auto& block : components(board_, part.points, seen_, stone, same, budget_)) {
      int first = -1;
      bool couples = false;
      for (const Point p : block) {
        for (const Point q : board_.neighbours(p)) {
          if (!empty(q)) continue;
          const int area = mark_[board_.index(q)];
          if (first < 0) first = area;
          couples = couples || area != first;
        }
      }
      if (couples) part.couplers.push_back(block.front());
    }
  }

  void find_dependence(Part& part, Player player) {
    const Colour own = colour_of(player);
    const Colour enemy = colour_of(opponent(player));
    const auto first_stone = std::find_if(part.points.begin(), part.points.end(),
                                          [&](Point p) { return board_[p] == own; });
    if (first_stone == part.points.end()) return;
    const auto others = [&](Point p) { return is_open(p) && board_[p] != own; };
    const auto any = [](Point, Point) { return true; };
    std::vector<Point> eyes;
    for (const auto& area : components(board_, part.points, seen_, others, any, budget_)) {
      const bool connects =
          std::any_of(area.begin(), area.end(), [&](Point p) { return touches_safe(p, own); });
      if (connects) continue;
      const auto eye =
          std::find_if(area.begin(), area.end(), [&](Point p) { return !touches_safe(p, enemy); });
      if (eye != area.end()) eyes.push_back(*eye);
    }
    // The part is connected, so with two such areas each of them borders stones of `own`.
    if (eyes.size() < 2) return;
    part.dependent = true;
    std::string places;
    constexpr std::size_t kNamed = 4;
    for (std::size_t e = 0; e < std::min(eyes.size(), kNamed); ++e) {
      if (e > 0) places += e + 1 == eyes.size() ? " and " : ", ";
      places += board_.name(eyes[e]);
    }
    if (eyes.size() > kNamed) places += ", ...";
    if (!part.note.empty()) part.note += "; ";
    part.note +=
        fmt::format("the life of the {} stones around {} depends on {} areas at once, with {}",
                    colour_name(player), board_.name(*first_stone), eyes.size(), places);
  }

  const Board& board_;
  Budget& budget_;
  Partition out_;
  std::vector<char> seen_;  // scratch of components(), all 0 between calls
  std::vector<int> mark_;   // area of each empty point of the part at hand
};

}  // namespace

Partition partition(const Board& board) {
  Budget unlimited;
  return partition(board, unlimited);
}

Partition partition(const Board& board, Budget& budget) { return Partitioner(board, budget).run(); }

}  // namespace cgt::go
