// Cheapest ways to a goal where a move has several costs, such as time and money: NAMOA* (Mandow, Pérez de la
// Cruz 2010), the successor of MOA* (Stewart, White 1991). There is no one cheapest way: of costs that are
// partially ordered, all that no other is better than are found, with a way for each.
//
//   struct Stairs {  // up to the second; a move is how many to take at once
//     using Move = int;
//     int at = 0;
//     static search::GameType type() { return {.players = 1}; }
//     int player() const { return at == 2 ? search::kTerminal : 0; }
//     void moves(std::vector<int>& out) const {
//       for (int k = 1; at + k <= 2; ++k) out.push_back(k);
//     }
//     void play(int k) { at += k; }
//     Costs costs(int k) const { return {k * k, 1}; }  // effort, time: 0 or more, always as many
//     std::uint64_t hash() const { return mix(7, static_cast<std::uint64_t>(at)); }
//     bool operator==(const Stairs&) const = default;
//   };
//   Budget budget;
//   NamoaStar<Stairs>(2).search(Stairs(), budget).ways;  // {2, 2} by single steps, {4, 1} at once
//
// An estimate H is a function from a state to std::optional<Costs>: a lower bound of each cost that is left to pay,
// or nothing where no goal can be reached.
//
// Costs a are better than b if a <= b in the order, which extends the one by entries: who pays less of everything
// pays no more. That is checked of what is paid on each way that is looked at. For VectorOrder the result is the
// Pareto frontier, for a linear order one way.
//
// Each state keeps the costs of ways to it that no other way there beats by entries: what is still to be paid is
// added to all of them. A goal that was found drops, by the order, all ways whose estimate it matches or beats.
//
// Results
//   1. ways: for each undominated cost one way, the first entry ascending. `stop` is kSolved, or kExhausted
//      where there is no way.
//   2. Out of budget: ways that were found; for VectorOrder each belongs to the result, which may have more.
//   3. counts.nodes: costs taken from the open list; leaves: costs put there.
// Memory: all costs kept, and their ways.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "decomp/pob/poset.hpp"
#include "decomp/search/single_agent.hpp"

namespace cgt::pob {

using Costs = VectorOrder::Element;

template <class Move>
struct CostedWay {
  Costs costs;
  std::vector<Move> line;
};

template <class Move>
struct CostedWays {
  std::vector<CostedWay<Move>> ways;
  search::Counts counts;
  StopReason stop = StopReason::kSolved;
};

// Throws Error for costs or estimates that are not `dimension` integers from 0 to kMostCost.
CGT_API void require_costs(const Costs& costs, std::size_t dimension, const char* what);
[[noreturn]] CGT_API void refuse_order(const Costs& less, const Costs& more);

// The first entry ascending.
template <class Move>
void sort_ways(std::vector<CostedWay<Move>>& ways) {
  std::sort(ways.begin(), ways.end(),
            [](const auto& a, const auto& b) { return a.costs < b.costs; });
}

// How many costs a move has, as far as a root tells that knows moves, costs(move), estimates(n): by its first move, else
// by its estimate.
template <class S>
std::size_t dimension_at(const S& root) {
  std::vector<typename S::Move> moves;
  if (root.player() != search::kTerminal) root.moves(moves);
  if (!moves.empty()) return root.costs(moves.front()).size();
  const std::optional<Costs> estimates = root.estimates(1);
  return estimates ? estimates->size() : 1;
}

// Does an estimate on this way say more than the rest of it costs? This needs no search, and finds some faults only.
template <class S, class H>
bool overestimates(S state, const CostedWay<typename S::Move>& way, const H& estimate) {
  Costs left = way.costs;
  const VectorOrder entries(left.size());
  const auto is_too_high = [&] {
    const std::optional<Costs> said = estimate(state);
    return !said || !entries.less_equal(*said, left);
  };
  for (const auto& move : way.line) {
    if (is_too_high()) return true;
    const Costs costs = state.costs(move);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= costs[i];
    state.play(move);
  }
  return is_too_high();
}

// The estimate 0.
struct NoEstimates {
  std::size_t dimension;
  template <class S>
  std::optional<Costs> operator()(const S& /*state*/) const {
    return Costs(dimension, 0);
  }
};

template <search::State S, class H = NoEstimates, Poset P = VectorOrder>
requires std::same_as<typename P::Element, Costs>
class NamoaStar {
 public:
  using Move = typename S::Move;

  explicit NamoaStar(std::size_t dimension) requires std::same_as<H, NoEstimates>
      : NamoaStar(dimension, H{dimension}) {}
  NamoaStar(std::size_t dimension, H estimate) requires std::same_as<P, VectorOrder>
      : NamoaStar(dimension, std::move(estimate), P(dimension)) {}
  NamoaStar(std::size_t dimension, H estimate, P order)
      : dimension_(dimension),
        entries_(dimension),
        estimate_(std::move(estimate)),
        order_(std::move(order)) {}

  CostedWays<Move> search(const S& root, Budget& budget) {
    search::require_single_agent(root.type(), "NAMOA*");
    labels_.clear();
    nodes_.clear();
    numbers_.clear();
    open_ = {};
    CostedWays<Move> out;
    std::vector<std::size_t> found;  // labels of goals
    try {
      reach(root, Costs(dimension_, 0), kNobody, Move{}, found, out.counts, budget);
      std::vector<Move> moves;
      while (!open_.empty()) {
        const std::size_t label = open_.top().label;
        const Costs least = open_.top().least;
        open_.pop();
        if (labels_[label].dropped || beaten(found, least)) continue;
        budget.charge();
        ++out.counts.nodes;
        const S state = nodes_[labels_[label].node].state;
        const Costs paid = labels_[label].paid;
        if (state.player() == search::kTerminal) {
          std::erase_if(found, [&](std::size_t other) {
            return order_.less_equal(paid, labels_[other].paid);
          });
          found.push_back(label);
          continue;
        }
        moves.clear();
        state.moves(moves);
        for (const Move& move : moves) {
          Costs sum = state.costs(move);
          require_costs(sum, dimension_, "a move costs");
          for (std::size_t i = 0; i < dimension_; ++i) sum[i] += paid[i];
          if (!order_.less_equal(paid, sum)) refuse_order(paid, sum);
          S child = state;
          child.play(move);
          reach(std::move(child), std::move(sum), label, move, found, out.counts, budget);
        }
      }
      if (found.empty()) out.stop = StopReason::kExhausted;
    } catch (const BudgetExhausted& spent) {
      out.stop = spent.reason();
    }
    for (const std::size_t label : found) out.ways.push_back(way_to(label));
    sort_ways(out.ways);
    return out;
  }

 private:
  static constexpr std::size_t kNobody = ~std::size_t{0};
  struct Node {
    S state;
    std::optional<Costs> left;          // the estimate
    std::vector<std::size_t> labels{};  // none at most as dear as another in every entry
  };
  // Costs of one way to a node.
  struct Label {
    Costs paid;
    std::size_t node;
    std::size_t parent;
    Move move;  // from the parent
    bool dropped = false;
  };
  // In the order of words: what is first is undominated among all that are open.
  struct Open {
    Costs least;  // of ways through here
    std::size_t label;
    bool operator<(const Open& other) const {
      return least != other.least ? least > other.least : label > other.label;
    }
  };

  bool beaten(const std::vector<std::size_t>& found, const Costs& least) const {
    return std::any_of(found.begin(), found.end(), [&](std::size_t label) {
      return order_.less_equal(labels_[label].paid, least);
    });
  }

  void reach(S state, Costs paid, std::size_t parent, const Move& move,
             const std::vector<std::size_t>& found, search::Counts& counts, Budget& budget) {
    budget.charge();
    const auto [at, fresh] = numbers_.try_emplace(state, nodes_.size());
    const std::size_t number = at->second;
    if (fresh) {
      nodes_.push_back({std::move(state), {}});
      nodes_.back().left = estimate_(nodes_.back().state);
      if (nodes_.back().left) require_costs(*nodes_.back().left, dimension_, "an estimate is");
    }
    Node& node = nodes_[number];
    if (!node.left) return;
    for (const std::size_t other : node.labels) {
      if (!entries_.less_equal(labels_[other].paid, paid)) continue;
      ++counts.table_hits;
      return;
    }
    Costs least = paid;
    for (std::size_t i = 0; i < dimension_; ++i) least[i] += (*node.left)[i];
    if (beaten(found, least)) {
      ++counts.cutoffs;
      return;
    }
    std::erase_if(node.labels, [&](std::size_t other) {
      const bool dearer = entries_.less_equal(paid, labels_[other].paid);
      labels_[other].dropped |= dearer;
      return dearer;
    });
    const std::size_t label = labels_.size();
    node.labels.push_back(label);
    labels_.push_back({std::move(paid), number, parent, move});
    open_.push({std::move(least), label});
    ++counts.leaves;
    if (label % kMemoryInterval == 0) {
      const std::size_t costs = 2 * dimension_ * sizeof(std::int64_t);
      meter_.set(budget, labels_.capacity() * (sizeof(Label) + sizeof(Open) + costs) +
                             nodes_.capacity() * (2 * sizeof(Node) + sizeof(S)));
    }
  }

  CostedWay<Move> way_to(std::size_t label) const {
    CostedWay<Move> out{labels_[label].paid, {}};
    for (; labels_[label].parent != kNobody; label = labels_[label].parent)
      out.line.push_back(labels_[label].move);
    std::reverse(out.line.begin(), out.line.end());
    return out;
  }

  std::size_t dimension_;
  VectorOrder entries_;
  H estimate_;
  P order_;
  std::vector<Label> labels_;
  std::vector<Node> nodes_;
  FlatMap<S, std::size_t, search::StateHash<S>> numbers_;
  std::priority_queue<Open> open_;
  MemoryMeter meter_;
};

}  // namespace cgt::pob
