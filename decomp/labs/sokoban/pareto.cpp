#include "decomp/labs/sokoban/search.hpp"

#include <algorithm>
#include <queue>

#include "decomp/labs/sokoban/board.hpp"
#include "decomp/labs/sokoban/matching.hpp"
#include "decomp/pob/antichain.hpp"

namespace cgt::sokoban {
namespace {

using Cost = PushesAndMoves::Element;

class ParetoSearch {
 public:
  explicit ParetoSearch(const Board& board)
      : board_(board),
        position_(board),
        matching_(board.goals().size()),
        states_(board.squares()),
        steps_(static_cast<std::size_t>(board.squares())) {}

  ParetoAnswer run(Budget& budget) {
    try {
      search(budget);
    } catch (const BudgetExhausted& spent) {
      answer_.stop = spent.reason();
    }
    answer_.counts.states = states_.size();
    return std::move(answer_);
  }

 private:
  struct Label {
    std::uint32_t state;
    std::uint32_t parent;  // label
    Push push;
    Cost cost;
  };
  struct Entry {
    Cost bound;
    std::uint32_t label;
    bool operator<(const Entry& o) const {
      return bound != o.bound ? bound > o.bound : label < o.label;
    }
  };

  // Of position_ with the player at p; kNoMatching if a box cannot come home.
  int matching(Square p) {
    rows_.clear();
    for (const Square s : position_.boxes()) rows_.push_back(board_.pushes(s, board_.side(s, p)));
    return matching_.assign(rows_);
  }

  void add(std::uint32_t state, std::uint32_t parent, Push push, Cost cost, int bound) {
    auto& costs = costs_[state];
    if (pob::succeeds(PushesAndMoves(), costs, cost)) return;
    const Cost whole{cost.first + bound, cost.second + bound};
    if (pob::succeeds(PushesAndMoves(), found_, whole)) return;
    std::erase_if(costs, [&](const Cost& c) { return PushesAndMoves().less_equal(cost, c); });
    costs.push_back(cost);
    open_.push({whole, static_cast<std::uint32_t>(labels_.size())});
    labels_.push_back({state, parent, push, cost});
  }

  // Steps of the player from p to each square he reaches; -1 elsewhere.
  void walk(Square p) {
    std::fill(steps_.begin(), steps_.end(), -1);
    walked_.assign(1, p);
    steps_[static_cast<std::size_t>(p)] = 0;
    for (std::size_t i = 0; i < walked_.size(); ++i) {
      for (const Square to : board_.neighbours(walked_[i])) {
        if (to == kWall || position_.has_box(to) || steps_[static_cast<std::size_t>(to)] >= 0)
          continue;
        steps_[static_cast<std::size_t>(to)] = steps_[static_cast<std::size_t>(walked_[i])] + 1;
        walked_.push_back(to);
      }
    }
  }

  void search(Budget& budget) {
    position_.set(board_.boxes().data(), board_.boxes().size());
    const int first = matching(board_.player());
    if (first >= kNoMatching) {
      answer_.stop = StopReason::kExhausted;
      return;
    }
    states_.insert(position_, board_.player());
    costs_.emplace_back();
    bounds_.push_back(first);
    add(0, StateTable::kNone, {}, {0, 0}, first);
    std::vector<Square> boxes;
    while (!open_.empty()) {
      const Entry entry = open_.top();
      open_.pop();
      const Label label = labels_[entry.label];
      const auto& costs = costs_[label.state];
      if (std::find(costs.begin(), costs.end(), label.cost) == costs.end()) continue;
      if (pob::succeeds(PushesAndMoves(), found_, entry.bound)) continue;
      budget.charge(8);
      if (++answer_.counts.nodes % kMemoryInterval == 0) {
        meter_.set(budget, states_.bytes() + labels_.capacity() * (sizeof(Label) + sizeof(Entry)) +
                               costs_.size() * 48);
      }
      states_.boxes(label.state, boxes);
      if (std::all_of(boxes.begin(), boxes.end(), [&](Square s) { return board_.is_goal(s); })) {
        found_.push_back(label.cost);
        keep(entry.label);
        continue;
      }
      expand(label, entry.label, boxes);
    }
    answer_.stop = found_.empty() ? StopReason::kExhausted : StopReason::kSolved;
  }

  void expand(const Label& label, std::uint32_t number, const std::vector<Square>& boxes) {
    position_.set(boxes.data(), boxes.size());
    walk(states_.region(label.state));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (int d = 0; d < 4; ++d) {
        const Square from = boxes[i];
        const Square to = board_.next(from, d);
        const Square behind = board_.next(from, d ^ 2);
        if (to == kWall || behind == kWall || steps_[static_cast<std::size_t>(behind)] < 0)
          continue;
        if (position_.has_box(to) || !board_.is_live(to)) continue;
        position_.move_box(i, to);
        if (!position_.frozen_dead(to)) {
          const auto [state, fresh] = states_.insert(position_, from);
          if (fresh) {
            costs_.emplace_back();
            bounds_.push_back(matching(from));
          }
          if (bounds_[state] < kNoMatching) {
            add(state, number, {from, static_cast<std::uint8_t>(d)},
                {label.cost.first + 1,
                 label.cost.second + steps_[static_cast<std::size_t>(behind)] + 1},
                bounds_[state]);
          }
        }
        position_.move_box(i, from);
      }
    }
  }

  void keep(std::uint32_t label) {
    ParetoSolution solution;
    solution.cost = labels_[label].cost;
    for (; labels_[label].parent != StateTable::kNone; label = labels_[label].parent)
      solution.pushes.push_back(labels_[label].push);
    std::reverse(solution.pushes.begin(), solution.pushes.end());
    answer_.solutions.push_back(std::move(solution));
  }

  const Board& board_;
  Position position_;
  Matching matching_;
  StateTable states_;                                // the "region" is the square of the player
  std::vector<pob::BoundOf<PushesAndMoves>> costs_;  // by state: an antichain
  std::vector<int> bounds_;
  std::vector<Label> labels_;
  std::priority_queue<Entry> open_;
  pob::BoundOf<PushesAndMoves> found_;
  std::vector<int> steps_;
  std::vector<Square> walked_;
  std::vector<const std::uint16_t*> rows_;
  MemoryMeter meter_;
  ParetoAnswer answer_;
};

}  // namespace

ParetoAnswer solve_pareto(const Board& board, Budget& budget) {
  return ParetoSearch(board).run(budget);
}

}  // namespace cgt::sokoban
