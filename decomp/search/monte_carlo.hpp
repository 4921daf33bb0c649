// Monte Carlo tree search, UCT (Kocsis and Szepesvari 2006): a baseline for any game of perfect
// information, with chance and any number of players. Random playouts, a tree of which each
// playout expands one node, upper confidence bounds inside the tree; chance nodes are sampled.
// Nothing is proved: the values are means.
//
// Deterministic for a seed. Memory: a playout adds the children of one node.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

struct MonteCarloOptions {
  std::uint64_t playouts = 10'000;
  // Weight of the confidence term, in units of the range of utilities.
  double exploration = 0.7;
  std::uint64_t seed = 1;
  int max_plies = 10'000;  // a playout that is longer counts as the middle of the range for all
};

template <class Move>
struct MonteCarloResult {
  std::vector<double> value;  // mean utility of each player; empty without a playout
  std::vector<Move> best;     // the move with the most visits
  std::vector<Move> line;     // most visits, as far as the tree goes
  std::uint64_t playouts = 0;
  Counts counts;
  StopReason stop = StopReason::kSolved;  // kDepthLimit: all playouts were made
};

template <UtilityState S>
class MonteCarlo {
 public:
  using Move = typename S::Move;

  explicit MonteCarlo(MonteCarloOptions options = {}) : options_(options), random_(options.seed) {}

  MonteCarloResult<Move> search(const S& root, Budget& budget) {
    type_ = root.type();
    require(Algorithm::kMonteCarlo, type_, true);
    nodes_.assign(1, Node{});
    random_.seed(options_.seed);
    counts_ = {};
    MonteCarloResult<Move> result;
    totals_.assign(static_cast<std::size_t>(type_.players), 0);
    std::uint64_t done = 0;
    result.stop = StopReason::kDepthLimit;
    try {
      for (; done < options_.playouts; ++done) playout(root, budget);
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
    }
    result.playouts = done;
    result.counts = counts_;
    if (done == 0) return result;
    for (const double total : totals_) result.value.push_back(total / static_cast<double>(done));
    for (std::uint32_t at = 0; nodes_[at].count > 0;) {
      std::uint32_t next = nodes_[at].first;
      for (std::uint32_t i = next; i < nodes_[at].first + nodes_[at].count; ++i) {
        if (nodes_[i].visits > nodes_[next].visits) next = i;
      }
      if (nodes_[next].visits == 0 || nodes_[at].player < 0) break;
      result.line.push_back(nodes_[next].move);
      at = next;
    }
    if (!result.line.empty()) result.best.assign(1, result.line.front());
    return result;
  }

 private:
  struct Node {
    Move move{};
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    int player = kTerminal;  // who chooses among the children
    std::uint64_t visits = 0;
    double total = 0;  // utility of the player who chose this node
  };

  void playout(const S& root, Budget& budget) {
    S state = root;
    path_.assign(1, 0);
    movers_.assign(1, kChance);
    int plies = 0;
    const auto step = [&](const Move& move) {
      budget.charge();
      ++counts_.nodes;
      ++plies;
      state.play(move);
    };
    while (state.player() != kTerminal) {
      const std::uint32_t at = path_.back();
      const bool fresh = nodes_[at].count == 0;
      if (fresh) expand(at, state);
      const std::uint32_t child = choose(nodes_[at], state);
      const int mover = state.player();
      step(nodes_[child].move);
      path_.push_back(child);
      movers_.push_back(mover);
      if (fresh) break;
    }
    while (state.player() != kTerminal && plies < options_.max_plies) {
      moves_.clear();
      state.moves(moves_);
      if (moves_.empty()) no_moves();
      step(state.player() == kChance ? sample(state) : moves_[below(moves_.size())]);
    }
    ++counts_.leaves;
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, static_cast<std::uint64_t>(plies));
    record(state);
  }

  void record(const S& state) {
    const bool ended = state.player() == kTerminal;
    utilities_.clear();
    for (int i = 0; i < type_.players; ++i) {
      utilities_.push_back(ended ? static_cast<double>(state.utility(i))
                                 : (type_.least_utility + type_.greatest_utility) / 2);
      totals_[static_cast<std::size_t>(i)] += utilities_.back();
    }
    for (std::size_t i = 0; i < path_.size(); ++i) {
      Node& node = nodes_[path_[i]];
      ++node.visits;
      if (movers_[i] >= 0) node.total += utilities_[static_cast<std::size_t>(movers_[i])];
    }
  }

  void expand(std::uint32_t at, const S& state) {
    moves_.clear();
    state.moves(moves_);
    if (moves_.empty()) no_moves();
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].count = static_cast<std::uint32_t>(moves_.size());
    nodes_[at].player = state.player();
    for (const Move& move : moves_) nodes_.push_back({move});
  }

  std::uint32_t choose(const Node& node, const S& state) {
    if (node.player == kChance) {
      double left = uniform();
      std::uint32_t i = node.first;
      if constexpr (ChanceState<S>) {
        for (; i + 1 < node.first + node.count; ++i) {
          left -= state.probability(nodes_[i].move);
          if (left < 0) break;
        }
      }
      return i;
    }
    const double range = type_.greatest_utility - type_.least_utility;
    const double log_visits = std::log(static_cast<double>(node.visits) + 1);
    std::uint32_t best = node.first;
    double best_score = -1e300;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (nodes_[i].visits == 0) return i;
      const auto n = static_cast<double>(nodes_[i].visits);
      const double score =
          nodes_[i].total / n + options_.exploration * range * std::sqrt(log_visits / n);
      if (score > best_score) {
        best_score = score;
        best = i;
      }
    }
    return best;
  }

  Move sample(const S& state) {
    double left = uniform();
    std::size_t i = 0;
    if constexpr (ChanceState<S>) {
      for (; i + 1 < moves_.size(); ++i) {
        left -= state.probability(moves_[i]);
        if (left < 0) break;
      }
    }
    return moves_[i];
  }

  // The same on every platform, unlike the distributions of the standard library.
  double uniform() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(n));
  }

  MonteCarloOptions options_;
  std::mt19937_64 random_;
  GameType type_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<int> movers_;
  std::vector<Move> moves_;
  std::vector<double> utilities_;
  std::vector<double> totals_;
  Counts counts_;
};

}  // namespace cgt::search
