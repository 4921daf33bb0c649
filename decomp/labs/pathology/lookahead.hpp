// Lookahead pathology of any game of this folder's interface (search/game.hpp): a template over the
// state. The whole tree below a root is searched for true utilities; the heuristic value of a state
// at the horizon is its true utility plus noise, in buckets (Nau et al. 2010).
//
//   LookaheadParameters parameters{.deep = 5, .granularities = {3, 9, 33}, .sigma = 0.9};
//   LookaheadExperiment<Kalah> experiment(parameters);
//   experiment.add(board, budget);           // as many roots as wanted
//   experiment.tallies()[0].pathology();
//
// Two players, or one, who maximises. Noise belongs to a state (by its hash and the seed): a search
// that meets it twice sees the same value. Granularity g cuts lowest .. highest into g equal
// buckets, the outer ones open; noise is added before. Ends within the horizon are valued exactly.
// Best moves of a root are those of greatest true utility.
//
// True utilities are found by Truth, a function from states to utilities of player 0; the default
// searches to the end and remembers states.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/labs/pathology/measures.hpp"
#include "decomp/search/game.hpp"
#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

struct LookaheadParameters {
  int deep = 5;
  int shallow = 1;
  std::vector<int> granularities{0};  // 0: values as they are
  double lowest = -1;                 // of the buckets, in utility
  double highest = 1;
  double sigma = 0.5;  // of the noise, in utility
  std::uint64_t seed = 1;
};

// Throws Error for parameters that cannot be.
inline void check_parameters(const LookaheadParameters& parameters) {
  check_depths(parameters.deep, parameters.shallow);
  check_granularities(parameters.granularities);
  check_deviation(parameters.sigma);
  if (!(parameters.lowest < parameters.highest)) throw Error("buckets cut a range of utilities");
}

// Throws Error unless one or two players, perfect information and no chance.
inline void require_lookahead(const GameType& type) {
  if (type.players < 1 || type.players > 2 || type.chance != ChanceMode::kDeterministic ||
      type.information != Information::kPerfect) {
    throw Error("decisions are judged in games of one or two players without chance and secrets");
  }
}

// A state whose noise is drawn by a hash of its own, name(state), which is the same in every run of a
// program: hashes of scripts know where objects lie in memory.
template <UtilityState S, std::uint64_t (*name)(const S&)>
class NamedState {
 public:
  using Move = typename S::Move;

  explicit NamedState(S state) : state_(std::move(state)), hash_(name(state_)) {}
  GameType type() const { return state_.type(); }
  int player() const { return state_.player(); }
  void moves(std::vector<Move>& out) const { state_.moves(out); }
  void play(const Move& move) {
    state_.play(move);
    hash_ = name(state_);
  }
  double utility(int player) const { return static_cast<double>(state_.utility(player)); }
  std::uint64_t hash() const { return hash_; }
  friend bool operator==(const NamedState& a, const NamedState& b) { return a.state_ == b.state_; }

 private:
  S state_;
  std::uint64_t hash_;
};

// Minimax to the end by an explicit stack, with a memory of all states met; play must end. A search
// begins with an empty memory when that of those before holds more than `most` states. A search
// that ran out of budget leaves what it has found.
template <UtilityState S>
class ExactUtility {
 public:
  explicit ExactUtility(std::size_t most = std::size_t{1} << 20U) : most_(most) {}

  double operator()(const S& root, Budget& budget) {
    if (known_.size() > most_) known_.clear();
    // What a search that was stopped has left.
    stack_.clear();
    moves_.clear();
    if (const auto value = known(root, budget)) return *value;
    push(root);
    while (true) {
      Frame& frame = stack_.back();
      if (frame.next == frame.end) {
        const double value = frame.best;
        known_.insert_or_assign(frame.state, value);
        moves_.resize(frame.begin);
        stack_.pop_back();
        if (stack_.empty()) return value;
        take(stack_.back(), value);
        continue;
      }
      S child = frame.state;
      child.play(moves_[frame.next]);
      if (const auto value = known(child, budget)) {
        take(frame, *value);
      } else {
        push(child);
      }
    }
  }

 private:
  struct Frame {
    S state;
    std::size_t begin, next, end;  // in moves_
    double best;
  };
  std::optional<double> known(const S& state, Budget& budget) {
    budget.charge();
    if (state.player() == kTerminal) return static_cast<double>(state.utility(0));
    const auto at = known_.find(state);
    if (at == known_.end()) return std::nullopt;
    return at->second;
  }
  void push(const S& state) {
    const std::size_t begin = moves_.size();
    state.moves(moves_);
    const double worst = std::numeric_limits<double>::infinity();
    stack_.push_back({state, begin, begin, moves_.size(), state.player() == 0 ? -worst : worst});
  }
  void take(Frame& frame, double value) {
    const bool maximise = frame.state.player() == 0;
    if (maximise ? value > frame.best : value < frame.best) frame.best = value;
    ++frame.next;
  }

  std::size_t most_;
  FlatMap<S, double, StateHash<S>> known_;
  std::vector<Frame> stack_;
  std::vector<typename S::Move> moves_;
};

template <UtilityState S, class Truth = ExactUtility<S>>
class LookaheadExperiment {
 public:
  // Throws Error for parameters that cannot be.
  explicit LookaheadExperiment(LookaheadParameters parameters, Truth truth = Truth())
      : parameters_(std::move(parameters)),
        truth_(std::move(truth)),
        tallies_(parameters_.granularities.size()) {
    check_parameters(parameters_);
  }

  // Throws Error for games of the wrong kind, BudgetExhausted; a root that was not finished does
  // not count.
  void add(const S& root, Budget& budget) {
    require_lookahead(root.type());
    if (root.player() == kTerminal) return;
    std::vector<typename S::Move> moves;
    root.moves(moves);
    std::vector<double> truths;
    std::vector<double> estimates[2];
    ClusteringFactor families;
    for (const auto& move : moves) {
      S child = root;
      child.play(move);
      truths.push_back(truth_(child, budget));
      add_family(child, families, budget);
      estimates[0].push_back(search(child, parameters_.deep - 1, budget));
      estimates[1].push_back(search(child, parameters_.shallow - 1, budget));
    }
    clustering_ += families;
    const int sign = root.player() == 0 ? 1 : -1;
    for (std::size_t k = 0; k < tallies_.size(); ++k) {
      double errors[2];
      for (std::size_t d = 0; d < 2; ++d) {
        std::vector<double> values = estimates[d];
        for (double& v : values) v = bucket(v, parameters_.granularities[k]);
        errors[d] =
            decision_error(std::span<const double>(values), std::span<const double>(truths), sign);
      }
      tallies_[k].add({errors[0], errors[1]});
      pairs_.push_back({errors[0], errors[1]});
    }
  }

  // One a granularity.
  const std::vector<ErrorTally>& tallies() const { return tallies_; }
  // The errors at each root, one a granularity.
  const std::vector<ErrorPair>& pairs() const { return pairs_; }
  // Of true utilities two moves behind each root.
  const ClusteringFactor& clustering() const { return clustering_; }

  // Value of a search to `depth` below the state, before buckets, which commute with minimax.
  double search(const S& root, int depth, Budget& budget) {
    struct Frame {
      S state;
      std::vector<typename S::Move> moves;
      std::size_t next;
      double best;
    };
    std::vector<Frame> stack;
    const auto leaf = [&](const S& state, int left) -> std::optional<double> {
      budget.charge();
      if (state.player() == kTerminal) return static_cast<double>(state.utility(0));
      if (left > 0) return std::nullopt;
      return truth_(state, budget) +
             parameters_.sigma * Random(parameters_.seed, 0x100c, state.hash()).normal();
    };
    const auto push = [&](const S& state) {
      Frame frame{state, {}, 0, state.player() == 0 ? -INFINITY : INFINITY};
      state.moves(frame.moves);
      stack.push_back(std::move(frame));
    };
    if (const auto value = leaf(root, depth)) return *value;
    push(root);
    while (true) {
      Frame& frame = stack.back();
      std::optional<double> value;
      if (frame.next == frame.moves.size()) {
        value = frame.best;
        stack.pop_back();
        if (stack.empty()) return *value;
      } else {
        S child = frame.state;
        child.play(frame.moves[frame.next]);
        value = leaf(child, depth - static_cast<int>(stack.size()));
        if (!value) {
          push(child);
          continue;
        }
      }
      Frame& parent = stack.back();
      ++parent.next;
      parent.best = parent.state.player() == 0 ? std::max(parent.best, *value)
                                               : std::min(parent.best, *value);
    }
  }

 private:
  void add_family(const S& parent, ClusteringFactor& families, Budget& budget) {
    if (parent.player() == kTerminal) return;
    std::vector<typename S::Move> moves;
    parent.moves(moves);
    std::vector<double> siblings;
    for (const auto& move : moves) {
      S child = parent;
      child.play(move);
      siblings.push_back(truth_(child, budget));
    }
    families.add(siblings);
  }
  double bucket(double v, int g) const {
    if (g == 0) return v;
    const double part = (v - parameters_.lowest) / (parameters_.highest - parameters_.lowest);
    return std::clamp(std::floor(part * g), 0.0, g - 1.0);
  }

  LookaheadParameters parameters_;
  Truth truth_;
  std::vector<ErrorTally> tallies_;
  std::vector<ErrorPair> pairs_;
  ClusteringFactor clustering_;
};

}  // namespace cgt::search::pathology
