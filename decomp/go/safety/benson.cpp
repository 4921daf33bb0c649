#include "decomp/go/safety/benson.hpp"

#include <algorithm>

#include "cgt/support/small_vector.hpp"

namespace cgt::go {
namespace {

using Number = std::uint32_t;

// A block or a region: the sets are mutually adjacent, so one record serves for both.
struct Set {
  std::vector<Point> points;
  std::vector<Number> touching;  // sets of the other kind next to it, each once
  SmallVector<Number, 4> vital;  // of a region: the blocks to which it is vital (at most 4)
  int vital_regions = 0;         // of a block: kept regions that are vital to it
  bool kept = true;
  bool assumed = false;  // a block that lives without proof, or a region with such an enemy block
};

struct Division {
  std::vector<Set> sets;         // in order of their first points
  std::vector<Number> of_point;  // set of each point
  std::vector<char> is_block;    // of each set
};

Division divide(const Board& board, Colour colour) {
  constexpr Number kNone = static_cast<Number>(-1);
  const auto size = static_cast<std::size_t>(board.size());
  Division out;
  out.of_point.assign(size, kNone);
  for (std::size_t i = 0; i < size; ++i) {
    if (out.of_point[i] != kNone) continue;
    const auto number = static_cast<Number>(out.sets.size());
    const bool block = board[board.point(i)] == colour;
    Set set;
    out.of_point[i] = number;
    set.points.push_back(board.point(i));
    for (std::size_t next = 0; next < set.points.size(); ++next) {
      for (const Point q : board.neighbours(set.points[next])) {
        if (out.of_point[board.index(q)] != kNone || (board[q] == colour) != block) continue;
        out.of_point[board.index(q)] = number;
        set.points.push_back(q);
      }
    }
    std::sort(set.points.begin(), set.points.end());
    out.sets.push_back(std::move(set));
    out.is_block.push_back(block ? 1 : 0);
  }
  return out;
}

void make_unique(std::vector<Number>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

int UnconditionalLife::safe_points() const {
  std::size_t count = 0;
  for (const auto& block : blocks) count += block.size();
  for (const auto& region : territory) count += region.size();
  return static_cast<int>(count);
}

UnconditionalLife unconditional_life(const Board& board, Player player) {
  return unconditional_life(board, player, {});
}

UnconditionalLife unconditional_life(const Board& board, Player player,
                                     std::span<const Point> assumed) {
  const Colour colour = colour_of(player);
  Division division = divide(board, colour);
  std::vector<Set>& sets = division.sets;
  // A stone of the player stands in a block, one of the enemy in a region.
  for (const Point p : assumed) {
    if (board[p] != Colour::kEmpty) sets[division.of_point[board.index(p)]].assumed = true;
  }

  for (std::size_t r = 0; r < sets.size(); ++r) {
    if (division.is_block[r] != 0) continue;
    Set& region = sets[r];
    bool first_empty = true;
    for (const Point p : region.points) {
      SmallVector<Number, 4> here;
      for (const Point q : board.neighbours(p)) {
        if (board[q] != colour) continue;
        const Number b = division.of_point[board.index(q)];
        if (std::find(here.begin(), here.end(), b) == here.end()) here.push_back(b);
      }
      for (const Number b : here) region.touching.push_back(b);
      if (board[p] != Colour::kEmpty) continue;
      if (first_empty) {
        region.vital = here;
        first_empty = false;
      } else {
        const auto gone = [&](Number b) {
          return std::find(here.begin(), here.end(), b) == here.end();
        };
        region.vital.erase(std::remove_if(region.vital.begin(), region.vital.end(), gone),
                           region.vital.end());
      }
    }
    if (region.assumed) region.vital.clear();
    make_unique(region.touching);
    for (const Number b : region.touching) sets[b].touching.push_back(static_cast<Number>(r));
    for (const Number b : region.vital) ++sets[b].vital_regions;
  }

  // Each set is dropped at most once, and then looks once at each neighbour.
  std::vector<Number> dropped_blocks;
  const auto drop_if_poor = [&](Number b) {
    if (!sets[b].kept || sets[b].assumed || sets[b].vital_regions >= 2) return;
    sets[b].kept = false;
    dropped_blocks.push_back(b);
  };
  for (std::size_t b = 0; b < sets.size(); ++b) {
    if (division.is_block[b] != 0) drop_if_poor(static_cast<Number>(b));
  }
  while (!dropped_blocks.empty()) {
    const Number b = dropped_blocks.back();
    dropped_blocks.pop_back();
    for (const Number r : sets[b].touching) {
      if (!sets[r].kept) continue;
      sets[r].kept = false;
      for (const Number vital_to : sets[r].vital) {
        --sets[vital_to].vital_regions;
        drop_if_poor(vital_to);
      }
    }
  }

  UnconditionalLife life;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    if (!sets[s].kept) continue;
    if (division.is_block[s] != 0) {
      if (!sets[s].assumed) life.blocks.push_back(std::move(sets[s].points));
    } else if (!sets[s].vital.empty()) {
      life.territory.push_back(std::move(sets[s].points));
    }
  }
  return life;
}

}  // namespace cgt::go
