// Monte Carlo tree search, UCT (Kocsis and Szepesvari 2006): a baseline for any game of perfect
// information, with chance and any number of players. Random playouts, a tree of which each
// playout expands one node, upper confidence bounds inside the tree; chance nodes are sampled.
//
// Utilities may have any scale: the confidence term of a choice is measured by the range of what
// the player who chooses has got in playouts through it. Subtrees all of whose ends were met count
// as their value from then on (Winands, Bjornsson, Saito 2008, with numbers for wins). Where such a
// one is chosen its value is counted above, and the playout goes on beside it; so games of fewer
// ends than playouts are solved. Otherwise nothing is proved: the values are means.
//
// Deterministic for a seed. Memory: a playout adds the children of one node.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

struct MonteCarloOptions {
  std::uint64_t playouts = 10'000;
  // Weight of the confidence term, in units of the range of utilities met below a choice.
  double exploration = 0.7;
  std::uint64_t seed = 1;
  int max_plies = 10'000;  // a longer playout counts as the middle of what was met, for each
};

template <class Move>
struct MonteCarloResult {
  // Mean utility of each player; of a game that is solved, what all get by best play (of moves that
  // are equally good for their player, the first; chance as its mean). Empty without a playout.
  std::vector<double> value;
  std::vector<Move> best;  // the move with the most visits; of a game that is solved, a best move
  std::vector<Move> line;  // on like that, as far as the tree goes
  bool exact = false;      // solved, and without chance, which is summed up in doubles
  std::uint64_t playouts = 0;
  Counts counts;
  StopReason stop = StopReason::kDepthLimit;  // kDepthLimit: all playouts were made
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
    values_.clear();
    random_.seed(options_.seed);
    counts_ = {};
    MonteCarloResult<Move> result;
    const auto players = static_cast<std::size_t>(type_.players);
    totals_.assign(players, 0);
    met_.assign(players, Range{});
    std::uint64_t done = 0;
    try {
      for (; done < options_.playouts && !solved(nodes_[0]); ++done) playout(root, budget);
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
    }
    result.playouts = done;
    result.counts = counts_;
    if (done == 0) return result;
    if (solved(nodes_[0])) {
      result.stop = StopReason::kSolved;
      result.exact = type_.chance == ChanceMode::kDeterministic;
      const auto value = value_of(nodes_[0]);
      result.value.assign(value.begin(), value.end());
    } else {
      for (const double total : totals_) result.value.push_back(total / static_cast<double>(done));
    }
    for (std::uint32_t at = 0; nodes_[at].count > 0 && nodes_[at].player != kChance;) {
      const std::uint32_t next = favourite(nodes_[at]);
      if (nodes_[next].visits == 0) break;
      result.line.push_back(nodes_[next].move);
      at = next;
    }
    if (!result.line.empty()) result.best.assign(1, result.line.front());
    return result;
  }

 private:
  static constexpr std::uint32_t kUnsolved = ~std::uint32_t{0};

  struct Range {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    void take(double v) {
      least = std::min(least, v);
      greatest = std::max(greatest, v);
    }
  };
  struct Node {
    Move move{};
    double probability = 1;  // of a move of chance
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t open = 0;           // children that can be met and are not solved
    std::uint32_t value = kUnsolved;  // where values_ has it
    int player = kTerminal;           // who chooses among the children
    std::uint64_t visits = 0;
    double total = 0;  // utility of the player who chose this node
    Range met{};       // utilities of the player who chooses here
  };
  struct Step {
    std::uint32_t node;
    std::uint32_t chosen = kUnsolved;  // the solved child that counts, though the path goes beside
  };
  static bool solved(const Node& node) { return node.value != kUnsolved; }
  std::span<const double> value_of(const Node& node) const {
    return {values_.data() + node.value, totals_.size()};
  }

  void playout(const S& root, Budget& budget) {
    S state = root;
    path_.assign(1, {0});
    int plies = 0;
    const auto step = [&](const Move& move) {
      budget.charge();
      ++counts_.nodes;
      ++plies;
      state.play(move);
    };
    while (state.player() != kTerminal) {
      const std::uint32_t at = path_.back().node;
      const bool fresh = nodes_[at].count == 0;
      if (fresh) expand(at, state);
      std::uint32_t child = choose(nodes_[at], false);
      if (solved(nodes_[child])) {
        ++nodes_[child].visits;
        path_.back().chosen = child;
        child = choose(nodes_[at], true);
      }
      step(nodes_[child].move);
      path_.push_back({child});
      if (fresh) break;
    }
    const bool inside = state.player() == kTerminal;
    while (state.player() != kTerminal && plies < options_.max_plies) {
      moves_.clear();
      state.moves(moves_);
      if (moves_.empty()) no_moves();
      step(state.player() == kChance ? sample(state) : moves_[below(moves_.size())]);
    }
    ++counts_.leaves;
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, static_cast<std::uint64_t>(plies));
    record(state, inside);
  }

  // `inside`: the playout ended at a node of the tree.
  void record(const S& state, bool inside) {
    const bool ended = state.player() == kTerminal;
    utilities_.clear();
    for (int i = 0; i < type_.players; ++i) {
      Range& met = met_[static_cast<std::size_t>(i)];
      if (ended) met.take(static_cast<double>(state.utility(i)));
      utilities_.push_back(ended                       ? static_cast<double>(state.utility(i))
                           : met.least <= met.greatest ? (met.least + met.greatest) / 2
                                                       : 0);
    }
    bool newly_solved = false;
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& node = nodes_[path_[i].node];
      if (node.player >= 0) node.met.take(utilities_[static_cast<std::size_t>(node.player)]);
      newly_solved = i + 1 == path_.size() ? inside : newly_solved && --node.open == 0;
      if (newly_solved) {
        if (node.count > 0) back_up(node);
        node.value = static_cast<std::uint32_t>(values_.size());
        values_.insert(values_.end(), utilities_.begin(), utilities_.end());
      } else if (path_[i].chosen != kUnsolved) {
        const auto value = value_of(nodes_[path_[i].chosen]);
        utilities_.assign(value.begin(), value.end());
      }
      ++node.visits;
      const int chooser = i == 0 ? kChance : nodes_[path_[i - 1].node].player;
      if (chooser >= 0) node.total += utilities_[static_cast<std::size_t>(chooser)];
    }
    for (std::size_t i = 0; i < totals_.size(); ++i) totals_[i] += utilities_[i];
  }

  // Fills utilities_ with what the node is worth, now that all children are solved.
  void back_up(Node& node) {
    if (node.player == kChance) {
      std::fill(utilities_.begin(), utilities_.end(), 0);
      for (const Node& child : children(node)) {
        if (child.probability == 0) continue;
        const auto value = value_of(child);
        for (std::size_t i = 0; i < value.size(); ++i) {
          utilities_[i] += child.probability * value[i];
        }
      }
    } else {
      const auto value = value_of(nodes_[favourite(node)]);
      utilities_.assign(value.begin(), value.end());
    }
  }

  std::span<const Node> children(const Node& node) const {
    return {nodes_.data() + node.first, node.count};
  }

  // The child that was visited most; of a solved node, one that is worth most to who chooses.
  std::uint32_t favourite(const Node& node) const {
    std::uint32_t best = node.first;
    const auto score = [&](std::uint32_t i) {
      return node.open == 0 ? value_of(nodes_[i])[static_cast<std::size_t>(node.player)]
                            : static_cast<double>(nodes_[i].visits);
    };
    for (std::uint32_t i = best + 1; i < node.first + node.count; ++i) {
      if (score(i) > score(best)) best = i;
    }
    return best;
  }

  void expand(std::uint32_t at, const S& state) {
    moves_.clear();
    state.moves(moves_);
    if (moves_.empty()) no_moves();
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    std::uint32_t possible = 0;
    for (const Move& move : moves_) {
      nodes_.push_back({move});
      if constexpr (ChanceState<S>) {
        if (state.player() == kChance) nodes_.back().probability = state.probability(move);
      }
      if (nodes_.back().probability > 0) ++possible;
    }
    nodes_[at].first = first;
    nodes_[at].count = static_cast<std::uint32_t>(moves_.size());
    nodes_[at].open = possible;
    nodes_[at].player = state.player();
  }

  std::uint32_t choose(const Node& node, bool open_only) {
    const std::uint32_t end = node.first + node.count;
    std::uint32_t best = node.first;
    if (node.player == kChance) {
      double left = uniform();
      for (std::uint32_t i = node.first; i < end && left >= 0; ++i) {
        if (nodes_[i].probability == 0 || (open_only && solved(nodes_[i]))) continue;
        left -= nodes_[i].probability;
        best = i;
      }
      return best;
    }
    // Where all that was met is equal any range will do.
    double range = node.met.greatest - node.met.least;
    if (!(range > 0)) range = 1;
    const double log_visits = std::log(static_cast<double>(node.visits) + 1);
    double best_score = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = node.first; i < end; ++i) {
      const Node& child = nodes_[i];
      if (open_only && solved(child)) continue;
      if (child.visits == 0) return i;
      const auto n = static_cast<double>(child.visits);
      const double score = solved(child) ? value_of(child)[static_cast<std::size_t>(node.player)]
                                         : child.total / n + options_.exploration * range *
                                                                 std::sqrt(log_visits / n);
      if (score > best_score) {
        best_score = score;
        best = i;
      }
    }
    return best;
  }

  Move sample(const S& state) {
    double left = uniform();
    std::size_t best = 0;
    if constexpr (ChanceState<S>) {
      for (std::size_t i = 0; i < moves_.size() && left >= 0; ++i) {
        const double probability = state.probability(moves_[i]);
        if (probability == 0) continue;
        left -= probability;
        best = i;
      }
    }
    return moves_[best];
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
  std::vector<Step> path_;
  std::vector<double> values_;  // of solved nodes, one a player
  std::vector<Move> moves_;
  std::vector<double> utilities_;
  std::vector<double> totals_;
  std::vector<Range> met_;  // utilities of each player
  Counts counts_;
};

}  // namespace cgt::search
