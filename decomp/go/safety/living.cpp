#include "decomp/go/safety/living.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>

namespace cgt::go {
namespace {

constexpr int kFar = std::numeric_limits<int>::max();
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

// Linked blocks.
struct LivingGroup {
  Colour colour = Colour::kEmpty;
  std::vector<Point> stones;
  std::vector<Point> liberties;
  bool candidate = false;
};

class LivingGroups {
 public:
  explicit LivingGroups(const Board& board)
      : board_(board), block_of_(static_cast<std::size_t>(board.size()), kNobody) {
    for (std::size_t i = 0; i < block_of_.size(); ++i) {
      const Point p = board_.point(i);
      if (board_[p] == Colour::kEmpty || block_of_[i] != kNobody) continue;
      blocks_.push_back(board_.block(p));
      for (const Point q : blocks_.back().stones) block_of_[board_.index(q)] = blocks_.size() - 1;
    }
    parent_.resize(blocks_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    link();
    collect();
  }

  std::vector<Point> living() {
    while (drop_weakest()) {
    }
    std::vector<Point> out;
    for (const LivingGroup& group : groups_) {
      const auto own = [&](Point p) { return is_near(p, group.colour); };
      if (group.candidate ||
          (std::ranges::all_of(group.stones, own) && std::ranges::all_of(group.liberties, own))) {
        out.insert(out.end(), group.stones.begin(), group.stones.end());
      }
    }
    std::ranges::sort(out);
    return out;
  }

 private:
  std::size_t root(std::size_t block) {
    while (parent_[block] != block) block = parent_[block] = parent_[parent_[block]];
    return block;
  }

  void link() {
    for (std::size_t i = 0; i < block_of_.size(); ++i) {
      const Point p = board_.point(i);
      if (board_[p] != Colour::kEmpty) continue;
      const auto around = board_.neighbours(p);
      for (const Point a : around) {
        for (const Point b : around) {
          if (board_[a] == Colour::kEmpty || board_[a] != board_[b] || !(a < b)) continue;
          const std::size_t one = block_of_[board_.index(a)];
          const std::size_t other = block_of_[board_.index(b)];
          if (one == other) continue;
          const auto own =
              std::ranges::count_if(around, [&](Point q) { return board_[q] == board_[a]; });
          const bool tight = static_cast<std::ptrdiff_t>(around.size()) - own <= 1;
          if (tight || common_liberties(one, other) >= 2) parent_[root(one)] = root(other);
        }
      }
    }
  }

  std::size_t common_liberties(std::size_t a, std::size_t b) const {
    std::vector<Point> both;
    std::ranges::set_intersection(blocks_[a].liberties, blocks_[b].liberties,
                                  std::back_inserter(both));
    return both.size();
  }

  void collect() {
    std::vector<std::size_t> group_of(blocks_.size(), kNobody);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      std::size_t& number = group_of[root(b)];
      if (number == kNobody) {
        number = groups_.size();
        groups_.emplace_back().colour = blocks_[b].colour;
      }
      LivingGroup& group = groups_[number];
      group.stones.insert(group.stones.end(), blocks_[b].stones.begin(), blocks_[b].stones.end());
      group.liberties.insert(group.liberties.end(), blocks_[b].liberties.begin(),
                             blocks_[b].liberties.end());
    }
    for (LivingGroup& group : groups_) {
      group.candidate = static_cast<int>(group.stones.size()) >= kLivingStones;
    }
  }

  // Steps to the nearest stone of the candidates of a colour, over points without any of theirs.
  std::vector<int> steps_to(Colour colour) const {
    std::vector<int> steps(block_of_.size(), kFar);
    std::vector<Point> queue;
    for (const LivingGroup& group : groups_) {
      if (!group.candidate || group.colour != colour) continue;
      for (const Point p : group.stones) {
        steps[board_.index(p)] = 0;
        queue.push_back(p);
      }
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const int here = steps[board_.index(queue[next])];
      for (const Point q : board_.neighbours(queue[next])) {
        int& there = steps[board_.index(q)];
        if (held_[board_.index(q)] != 0 || there != kFar) continue;
        there = here + 1;
        queue.push_back(q);
      }
    }
    return steps;
  }

  bool is_near(Point p, Colour colour) const {
    const std::size_t i = board_.index(p);
    if (held_[i] != 0) return false;
    return colour == Colour::kBlack ? black_[i] < white_[i] : white_[i] < black_[i];
  }

  // False if every candidate has space enough.
  bool drop_weakest() {
    held_.assign(block_of_.size(), 0);
    for (const LivingGroup& group : groups_) {
      if (!group.candidate) continue;
      for (const Point p : group.stones) held_[board_.index(p)] = 1;
    }
    black_ = steps_to(Colour::kBlack);
    white_ = steps_to(Colour::kWhite);
    LivingGroup* weakest = nullptr;
    int least = kLivingSpace;
    for (LivingGroup& group : groups_) {
      if (!group.candidate) continue;
      const int space = space_of(group);
      if (space >= least) continue;
      least = space;
      weakest = &group;
    }
    if (weakest != nullptr) weakest->candidate = false;
    return weakest != nullptr;
  }

  int space_of(const LivingGroup& group) const {
    std::vector<char> seen(block_of_.size(), 0);
    std::vector<Point> space;
    const auto reach = [&](Point from) {
      for (const Point q : board_.neighbours(from)) {
        if (!is_near(q, group.colour) || seen[board_.index(q)] != 0) continue;
        seen[board_.index(q)] = 1;
        space.push_back(q);
      }
    };
    for (const Point p : group.stones) reach(p);
    for (std::size_t next = 0; next < space.size(); ++next) reach(space[next]);
    return static_cast<int>(space.size());
  }

  const Board& board_;
  std::vector<std::size_t> block_of_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> parent_;
  std::vector<LivingGroup> groups_;
  std::vector<char> held_;  // has a candidate's stone
  std::vector<int> black_;  // steps to candidates
  std::vector<int> white_;
};

}  // namespace

std::vector<Point> living_stones(const Board& board) { return LivingGroups(board).living(); }

}  // namespace cgt::go
