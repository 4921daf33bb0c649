#include "decomp/labs/sokoban/search.hpp"

#include <algorithm>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/corral.hpp"
#include "decomp/labs/sokoban/matching.hpp"

namespace cgt::sokoban {
namespace {

// One push and those that a tunnel adds to it.
struct Step {
  Square box;
  std::uint8_t direction;
  std::uint8_t count;
};

// The successors of a state, by pushes.
class Expander {
 public:
  Expander(const Board& board, SolveCounts& counts)
      : board_(board),
        counts_(counts),
        position_(board),
        matching_(board.goals().size()),
        corrals_(board) {}

  Position& position() { return position_; }

  // The bound of the state; its boxes are position()'s, the player is in the region of p.
  int bound(Square p) {
    rows_.clear();
    for (const Square s : position_.boxes()) rows_.push_back(board_.pushes(s, board_.side(s, p)));
    return matching_.assign(rows_);
  }

  struct Child {
    Step step;
    Square region;
    int bound;
  };

  // visit(child) for each push that is not dead; position() is that of the child during the call.
  // `wanted(region, pushes)` is asked before the bound is computed.
  template <class Wanted, class Visit>
  void expand(Square region, const Wanted& wanted, const Visit& visit) {
    position_.flood(region);
    const std::vector<Square>* only = &corrals_.pushed_first(position_);
    if (only->empty()) only = nullptr;
    counts_.corrals += only != nullptr;
    steps_.clear();
    for (std::size_t i = 0; i < position_.boxes().size(); ++i) {
      const Square s = position_.boxes()[i];
      if (only != nullptr && std::find(only->begin(), only->end(), s) == only->end()) continue;
      for (int d = 0; d < 4; ++d) {
        const Square to = board_.next(s, d);
        const Square behind = board_.next(s, d ^ 2);
        if (to == kWall || behind == kWall || !position_.reached(behind)) continue;
        if (position_.has_box(to) || !board_.is_live(to)) continue;
        steps_.push_back({i, d});
      }
    }
    bool assigned = false;
    for (const auto& [i, d] : steps_) {
      const Square from = position_.boxes()[i];
      Square at = board_.next(from, d);
      std::uint8_t count = 1;
      bool dead = false;
      while (count < 250 && one_way(at, d)) {
        const Square on = board_.next(at, d);
        if (on == kWall || position_.has_box(on) || !board_.is_live(on)) {
          dead = true;
          break;
        }
        at = on;
        ++count;
        ++counts_.forced;
      }
      const Square player = board_.next(at, d ^ 2);
      if (dead) {
        ++counts_.dead;
        continue;
      }
      position_.move_box(i, at);
      if (position_.frozen_dead(at)) {
        ++counts_.dead;
      } else {
        const Square child_region = position_.flood(player);
        if (wanted(child_region, count)) {
          if (!assigned) {
            position_.move_box(i, from);
            bound(region);
            position_.move_box(i, at);
            assigned = true;
          }
          const int bound = matching_.with_row(i, board_.pushes(at, board_.side(at, player)));
          if (bound >= kNoMatching) {
            ++counts_.dead;
          } else {
            visit(Child{{from, static_cast<std::uint8_t>(d), count}, child_region, bound});
          }
        }
      }
      position_.move_box(i, from);
    }
  }

 private:
  // A box pushed in direction d to s can only be pushed on, and should be.
  bool one_way(Square s, int d) const {
    if (board_.is_goal(s)) return false;
    const bool sideways =
        board_.next(s, (d + 1) % 4) != kWall && board_.next(s, (d + 3) % 4) != kWall;
    if (sideways) return false;
    const Square on = board_.next(s, d);
    if (on == kWall) return false;
    return board_.side(s, on) != board_.side(s, board_.next(s, d ^ 2));
  }

  const Board& board_;
  SolveCounts& counts_;
  Position position_;
  Matching matching_;
  Corrals corrals_;
  std::vector<const std::uint16_t*> rows_;
  std::vector<std::pair<std::size_t, int>> steps_;
};

void append(std::vector<Push>& pushes, const Board& board, Step step) {
  Square s = step.box;
  for (int i = 0; i < step.count; ++i) {
    pushes.push_back({s, step.direction});
    s = board.next(s, step.direction);
  }
}

bool all_home(const Board& board, const std::vector<Square>& boxes) {
  return std::all_of(boxes.begin(), boxes.end(), [&](Square s) { return board.is_goal(s); });
}

class PushSearch : public Search {
 public:
  PushSearch(const Board& board, const OptimalOptions& options)
      : board_(board),
        options_(options),
        expander_(board, solution_.counts),
        states_(board.squares()) {}

  void go_on(Budget& budget, std::uint64_t units) override {
    if (!begun_ && !begin()) return;
    options_.iterative ? deepen(solution_.lower, budget) : a_star(budget, units);
  }

  std::uint64_t bytes() const override {
    return states_.bytes() + nodes_.capacity() * (sizeof(Node) + 8);
  }

 private:
  struct Node {
    std::uint32_t parent;
    std::uint16_t g;
    std::uint16_t h;
    Step step;
    bool closed;
  };

  bool begin() {
    begun_ = true;
    Position& position = expander_.position();
    position.set(board_.boxes().data(), board_.boxes().size());
    const int bound = expander_.bound(board_.player());
    solution_.lower = bound;
    if (bound >= kNoMatching) {
      no_solution();
      return false;
    }
    if (options_.iterative) return true;
    states_.insert(position, position.flood(board_.player()));
    nodes_.push_back({StateTable::kNone, 0, static_cast<std::uint16_t>(bound), {}, false});
    file(0);
    return true;
  }

  void file(std::uint32_t n) {
    const auto f = static_cast<std::size_t>(nodes_[n].g + options_.weight * nodes_[n].h);
    if (open_.size() <= f) open_.resize(f + 1);
    open_[f].push_back(n);
    least_ = std::min(least_, f);
  }

  void a_star(Budget& budget, std::uint64_t units) {
    const std::uint64_t end = end_of_turn(budget, units);
    Position& position = expander_.position();
    std::vector<Square> boxes;
    while (least_ < open_.size()) {
      if (budget.used_nodes() >= end) return;
      const std::size_t f = least_;
      if (open_[f].empty()) {
        ++least_;
        continue;
      }
      const std::uint32_t n = open_[f].back();
      open_[f].pop_back();
      const int g = nodes_[n].g;
      if (nodes_[n].closed || static_cast<std::size_t>(g + options_.weight * nodes_[n].h) != f)
        continue;
      budget.charge(8);
      if (++solution_.counts.nodes % kMemoryInterval == 0) meter_.set(budget, bytes());
      nodes_[n].closed = true;
      const auto proved = static_cast<int>((f + static_cast<std::size_t>(options_.weight) - 1) /
                                           static_cast<std::size_t>(options_.weight));
      solution_.lower = std::max(solution_.lower, proved);
      states_.boxes(n, boxes);
      if (nodes_[n].h == 0 && all_home(board_, boxes)) {
        finish(n);
        return;
      }
      position.set(boxes.data(), boxes.size());
      expand(n, g);
      solution_.counts.states = states_.size();
    }
    no_solution();
  }

  // The children of node n, whose boxes are position()'s.
  void expand(std::uint32_t n, int g) {
    Position& position = expander_.position();
    std::uint32_t known = StateTable::kNone;
    std::uint32_t improved = StateTable::kNone;
    expander_.expand(
        states_.region(n),
        [&](Square region, int count) {
          known = states_.find(position, region);
          improved = StateTable::kNone;
          if (known == StateTable::kNone) return true;
          Node& node = nodes_[known];
          if (g + count < node.g) {
            node.g = static_cast<std::uint16_t>(g + count);
            node.parent = n;
            node.closed = false;
            improved = known;
          }
          return improved == known;
        },
        [&](const Expander::Child& child) {
          if (known != StateTable::kNone) {
            nodes_[known].step = child.step;
            file(known);
            return;
          }
          const auto id = states_.insert(position, child.region).first;
          nodes_.push_back({n, static_cast<std::uint16_t>(g + child.step.count),
                            static_cast<std::uint16_t>(child.bound), child.step, false});
          file(id);
        });
  }

  void finish(std::uint32_t n) {
    solution_.upper = nodes_[n].g;
    solution_.lower = std::min(solution_.lower, solution_.upper);
    std::vector<Step> steps;
    for (; nodes_[n].parent != StateTable::kNone; n = nodes_[n].parent)
      steps.push_back(nodes_[n].step);
    keep(steps.rbegin(), steps.rend());
  }

  template <class It>
  void keep(It begin, It end) {
    std::vector<Push> pushes;
    for (It step = begin; step != end; ++step) append(pushes, board_, *step);
    solution_.pushes = std::move(pushes);
    solution_.stop = StopReason::kSolved;
  }

  void deepen(int bound, Budget& budget);

  const Board& board_;
  const OptimalOptions options_;
  Expander expander_;
  MemoryMeter meter_;
  bool begun_ = false;
  StateTable states_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> open_;  // by weighted cost; later entries of a node count
  std::size_t least_ = 0;  // no list below holds a node; weighted costs may fall
};

constexpr std::size_t kTableEntries = 1U << 22U;

// Depth first below a bound. States of the current iteration are kept exactly while there is room.
void PushSearch::deepen(int bound, Budget& budget) {
  struct Frame {
    std::vector<Expander::Child> children;
    std::size_t next = 0;
    std::vector<Square> boxes;
    Square region;
    int g;
    Step step;
  };
  Position& position = expander_.position();
  for (;;) {
    solution_.lower = bound;
    int next_bound = kNoPushes;
    StateTable states(board_.squares());
    std::vector<std::uint16_t> tried;  // the least g, by state
    std::vector<Frame> stack;
    const auto enter = [&](const std::vector<Square>& boxes, Square region, int g, Step step) {
      budget.charge(8);
      ++solution_.counts.nodes;
      Frame frame{{}, 0, boxes, region, g, step};
      position.set(boxes.data(), boxes.size());
      if (all_home(board_, boxes)) {
        stack.push_back(std::move(frame));
        return true;
      }
      expander_.expand(
          region, [](Square, int) { return true; },
          [&](const Expander::Child& child) {
            const int f = g + child.step.count + child.bound;
            if (f > bound) {
              next_bound = std::min(next_bound, f);
              return;
            }
            frame.children.push_back(child);
          });
      std::stable_sort(frame.children.begin(), frame.children.end(),
                       [&](const Expander::Child& a, const Expander::Child& b) {
                         return a.bound + a.step.count < b.bound + b.step.count;
                       });
      stack.push_back(std::move(frame));
      return false;
    };
    std::vector<Square> boxes = board_.boxes();
    position.set(boxes.data(), boxes.size());
    bool found = enter(boxes, position.flood(board_.player()), 0, {0, 0, 0});
    while (!found && !stack.empty()) {
      Frame& top = stack.back();
      if (top.next == top.children.size()) {
        stack.pop_back();
        continue;
      }
      const Expander::Child child = top.children[top.next++];
      const int g = top.g + child.step.count;
      boxes = top.boxes;
      Square to = child.step.box;
      for (int i = 0; i < child.step.count; ++i) to = board_.next(to, child.step.direction);
      std::replace(boxes.begin(), boxes.end(), child.step.box, to);
      position.set(boxes.data(), boxes.size());
      const std::uint32_t known = states.find(position, child.region);
      if (known != StateTable::kNone) {
        if (tried[known] <= g) continue;
        tried[known] = static_cast<std::uint16_t>(g);
      } else if (states.size() < kTableEntries) {
        states.insert(position, child.region);
        tried.push_back(static_cast<std::uint16_t>(g));
        if (tried.size() % kMemoryInterval == 0)
          meter_.set(budget, states.bytes() + 2 * tried.size());
      }
      solution_.counts.states = std::max<std::uint64_t>(solution_.counts.states, states.size());
      found = enter(boxes, child.region, g, child.step);
    }
    if (found) {
      std::vector<Step> steps;
      for (std::size_t i = 1; i < stack.size(); ++i) steps.push_back(stack[i].step);
      solution_.upper = stack.back().g;
      keep(steps.begin(), steps.end());
      return;
    }
    if (next_bound >= kNoPushes) {
      no_solution();
      return;
    }
    bound = next_bound;
  }
}

}  // namespace

std::unique_ptr<Search> push_search(const Board& board, const OptimalOptions& options) {
  return std::make_unique<PushSearch>(board, options);
}

}  // namespace cgt::sokoban
