// Cheapest ways where a move has several costs, in little memory: depth first below a bound that rises, as IDA*
// (Korf 1985) has it for one cost and IDMOA* (Harikumar, Kumar 1996) for several. The bound is one of the sum of all
// entries, which extends the order by entries.
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
//     Costs costs(int k) const { return {k * k, 1}; }
//     std::uint64_t hash() const { return mix(7, static_cast<std::uint64_t>(at)); }
//     bool operator==(const Stairs&) const = default;
//   };
//   Budget budget;
//   IdmoaStar<Stairs>(2).search(Stairs(), budget).ways;  // {2, 2} by single steps, {4, 1} at once
//
// Estimates, orders and results are those of namoa_star.hpp, and what is proved rests on the same: estimates are lower
// bounds. Out of budget: for VectorOrder each way belongs to the result, as a way of a sum is found only when
// all of lesser sums are. counts.nodes: states entered, again in each iteration.
//
// Memory: one way at a time, and those found. A state that several ways lead to is searched for each of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "decomp/pob/namoa_star.hpp"

namespace cgt::pob {

template <search::State S, class H = NoEstimates, Poset P = VectorOrder>
requires std::same_as<typename P::Element, Costs>
class IdmoaStar {
 public:
  using Move = typename S::Move;

  explicit IdmoaStar(std::size_t dimension) requires std::same_as<H, NoEstimates>
      : IdmoaStar(dimension, H{dimension}) {}
  IdmoaStar(std::size_t dimension, H estimate) requires std::same_as<P, VectorOrder>
      : IdmoaStar(dimension, std::move(estimate), P(dimension)) {}
  IdmoaStar(std::size_t dimension, H estimate, P order)
      : dimension_(dimension), estimate_(std::move(estimate)), order_(std::move(order)) {}

  CostedWays<Move> search(const S& root, Budget& budget) {
    search::require_single_agent(root.type(), "IDMOA*");
    CostedWays<Move> out;
    try {
      const std::optional<Costs> least = through(root, Costs(dimension_, 0));
      std::optional<std::int64_t> bound;
      if (least) bound = sum_of(*least);
      while (bound) bound = iterate(root, *bound, out, budget);
      if (out.ways.empty()) out.stop = StopReason::kExhausted;
    } catch (const BudgetExhausted& spent) {
      out.stop = spent.reason();
    }
    sort_ways(out.ways);
    return out;
  }

 private:
  struct Frame {
    S state;
    Move move;  // that led to it
    Costs paid;
    std::size_t next;
    std::size_t begin;
  };

  static std::int64_t sum_of(const Costs& costs) {
    return std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
  }
  // What a way costs at least that has paid so much here; nothing where there is none.
  std::optional<Costs> through(const S& state, const Costs& paid) const {
    std::optional<Costs> least = estimate_(state);
    if (!least) return least;
    require_costs(*least, dimension_, "an estimate is");
    for (std::size_t i = 0; i < dimension_; ++i) (*least)[i] += paid[i];
    return least;
  }

  // Adds ways whose sum is at most the bound. The least sum above it that was met, if there is one.
  std::optional<std::int64_t> iterate(const S& root, std::int64_t bound, CostedWays<Move>& out,
                                      Budget& budget) {
    std::optional<std::int64_t> next_bound;
    std::vector<Frame> stack;
    std::vector<Move> moves;
    FlatSet<S, search::StateHash<S>> on_way;  // who comes back to a state has gained nothing
    const auto enter = [&](S&& state, const Move& move, Costs&& paid) {
      budget.charge();
      ++out.counts.nodes;
      out.counts.deepest = std::max<std::uint64_t>(out.counts.deepest, stack.size());
      const std::size_t begin = moves.size();
      if (state.player() == search::kTerminal) {
        std::erase_if(out.ways,
                      [&](const auto& way) { return order_.less_equal(paid, way.costs); });
        std::vector<Move> line;
        for (std::size_t i = 1; i < stack.size(); ++i) line.push_back(stack[i].move);
        if (!stack.empty()) line.push_back(move);
        out.ways.push_back({paid, std::move(line)});
        ++out.counts.leaves;
      } else {
        state.moves(moves);
      }
      on_way.insert(state);
      stack.push_back({std::move(state), move, std::move(paid), begin, begin});
    };
    const auto open = [&](const S& state, const Costs& paid) {
      const std::optional<Costs> least = through(state, paid);
      if (!least) return false;
      const bool beaten = std::any_of(out.ways.begin(), out.ways.end(), [&](const auto& way) {
        return order_.less_equal(way.costs, *least);
      });
      if (beaten) {
        ++out.counts.cutoffs;
        return false;
      }
      const std::int64_t sum = sum_of(*least);
      if (sum <= bound) return true;
      next_bound = std::min(next_bound.value_or(sum), sum);
      return false;
    };
    if (open(root, Costs(dimension_, 0))) enter(S(root), Move{}, Costs(dimension_, 0));
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next == moves.size()) {
        moves.resize(top.begin);
        on_way.erase(top.state);
        stack.pop_back();
        continue;
      }
      const Move move = moves[top.next++];
      Costs paid = top.state.costs(move);
      require_costs(paid, dimension_, "a move costs");
      for (std::size_t i = 0; i < dimension_; ++i) paid[i] += top.paid[i];
      if (!order_.less_equal(top.paid, paid)) refuse_order(top.paid, paid);
      S child = top.state;
      child.play(move);
      if (!on_way.contains(child) && open(child, paid))
        enter(std::move(child), move, std::move(paid));
    }
    return next_bound;
  }

  std::size_t dimension_;
  H estimate_;
  P order_;
};

}  // namespace cgt::pob
