// max^n (Luckhardt and Irani 1986): any number of players, any utilities. Every player takes the
// move whose vector is best for that player; of equal ones the first, which is a choice: with ties
// the value is one of several equilibria.
//
// Estimates: `evaluate(state)` gives a vector with one entry a player at the depth limit; without
// it the search goes to the end.
#pragma once

#include <utility>
#include <vector>

#include "decomp/search/depth_first.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

template <class Move>
struct MaxNResult {
  std::vector<double> value;  // empty: unknown
  std::vector<Move> best;     // every move that gives its player as much
  std::vector<Move> line;
  Counts counts;
  StopReason stop = StopReason::kSolved;
};

struct NoVector {};

template <UtilityState S, class Estimate = NoVector>
class MaxN {
 public:
  using Move = typename S::Move;
  using Vector = std::vector<double>;

  explicit MaxN(Estimate estimate = {}) : estimate_(std::move(estimate)) {}

  MaxNResult<Move> search(const S& root, Budget& budget, int depth = kUnlimitedDepth) {
    require(Algorithm::kMaxN, root.type(), depth < kUnlimitedDepth);
    players_ = root.type().players;
    walk_.clear(depth);
    walk_.counts = {};
    best_.clear();
    complete_ = true;
    MaxNResult<Move> result;
    try {
      walk_.run(*this, enter(root, depth, budget), budget);
      result.value = std::move(returned_);
      result.best = best_;
      result.line = walk_.lines.moves(line_);
      result.stop = complete_ ? StopReason::kSolved : StopReason::kDepthLimit;
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
    }
    result.counts = walk_.counts;
    return result;
  }

 private:
  struct Frame;
  friend class DepthFirst<S, Frame>;

  struct Frame {
    S state;
    std::size_t begin, next, end;
    int depth;
    std::size_t player;
    Vector best{};
    LineId line = kNoLine;
  };

  bool enter(const S& state, int depth, Budget& budget) {
    walk_.count(state, budget);
    const int player = state.player();
    line_ = kNoLine;
    if (player == kTerminal) {
      ++walk_.counts.leaves;
      returned_.resize(static_cast<std::size_t>(players_));
      for (int i = 0; i < players_; ++i) {
        returned_[static_cast<std::size_t>(i)] = static_cast<double>(state.utility(i));
      }
      return false;
    }
    if (depth <= 0) {
      ++walk_.counts.leaves;
      complete_ = false;
      if constexpr (std::is_same_v<Estimate, NoVector>) {
        no_estimate();
      } else {
        returned_ = estimate_(state);
      }
      return false;
    }
    const std::size_t begin = walk_.generate(state);
    const std::size_t end = walk_.moves.size();
    walk_.stack.push_back({state, begin, begin, end, depth, static_cast<std::size_t>(player)});
    return true;
  }

  bool descend(const Frame& frame, const S& child, Budget& budget) {
    return enter(child, frame.depth - 1, budget);
  }
  bool done(const Frame& frame) const { return frame.next == frame.end; }
  void leave(Frame& frame) {
    returned_ = std::move(frame.best);
    line_ = frame.line;
  }

  void take(Frame& frame) {
    const Move& move = walk_.moves[frame.next++];
    const bool first = frame.best.empty();
    const double mine = returned_[frame.player];
    const bool better = first || mine > frame.best[frame.player];
    if (walk_.at_root()) {
      if (better) best_.clear();
      if (better || mine == frame.best[frame.player]) best_.push_back(move);
    }
    if (!better) return;
    frame.best = returned_;
    walk_.lead(frame, move, line_);
  }

  Estimate estimate_;
  int players_ = 2;
  DepthFirst<S, Frame> walk_;
  std::vector<Move> best_;
  Vector returned_;
  LineId line_ = kNoLine;
  bool complete_ = true;
};

}  // namespace cgt::search
