// max^n (Luckhardt and Irani 1986): any number of players, any utilities. Every player takes the
// move whose vector is best for that player; of equal ones the first, which is a choice: with ties
// the value is one of several equilibria.
//
// Estimates: `evaluate(state)` gives a vector with one entry a player at the depth limit; without
// it the search goes to the end.
#pragma once

#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"
#include "decomp/search/line.hpp"

namespace cgt::search {

template <class Move>
struct MaxNResult {
  std::vector<double> value;  // empty: unknown
  std::vector<Move> best;     // every move that gives its player as much
  std::vector<Move> line;
  Counts counts;
  Stop stop = Stop::kSolved;
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
    stack_.clear();
    moves_.clear();
    lines_.clear();
    best_.clear();
    counts_ = {};
    MaxNResult<Move> result;
    try {
      run(root, depth, budget);
      result.value = std::move(returned_);
      result.best = best_;
      result.line = lines_.moves(line_);
      result.stop = complete_ ? Stop::kSolved : Stop::kDepthLimit;
    } catch (const BudgetExhausted& spent) {
      result.stop = stop_of(spent.reason());
    }
    result.counts = counts_;
    return result;
  }

 private:
  struct Frame {
    S state;
    std::size_t begin, next, end;
    int depth;
    std::size_t player;
    Vector best{};
    LineId line = kNoLine;
  };

  bool enter(const S& state, int depth, Budget& budget) {
    budget.charge();
    ++counts_.nodes;
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, stack_.size());
    const int player = state.player();
    line_ = kNoLine;
    if (player == kTerminal) {
      ++counts_.leaves;
      returned_.resize(static_cast<std::size_t>(players_));
      for (int i = 0; i < players_; ++i) {
        returned_[static_cast<std::size_t>(i)] = static_cast<double>(state.utility(i));
      }
      return false;
    }
    if (depth <= 0) {
      ++counts_.leaves;
      complete_ = false;
      if constexpr (std::is_same_v<Estimate, NoVector>) {
        no_estimate();
      } else {
        returned_ = estimate_(state);
      }
      return false;
    }
    const std::size_t begin = moves_.size();
    state.moves(moves_);
    if (moves_.size() == begin) no_moves();
    stack_.push_back({state, begin, begin, moves_.size(), depth, static_cast<std::size_t>(player)});
    return true;
  }

  void run(const S& root, int depth, Budget& budget) {
    complete_ = true;
    bool open = enter(root, depth, budget);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (!open) take(frame);
      if (frame.next == frame.end) {
        returned_ = std::move(frame.best);
        line_ = frame.line;
        moves_.resize(frame.begin);
        stack_.pop_back();
        open = false;
        continue;
      }
      S child = frame.state;
      child.play(moves_[frame.next]);
      open = enter(child, frame.depth - 1, budget);
    }
  }

  void take(Frame& frame) {
    const Move& move = moves_[frame.next++];
    const bool first = frame.best.empty();
    const double mine = returned_[frame.player];
    const bool better = first || mine > frame.best[frame.player];
    if (stack_.size() == 1) {
      if (better) best_.clear();
      if (better || mine == frame.best[frame.player]) best_.push_back(move);
    }
    if (!better) return;
    frame.best = returned_;
    frame.line = lines_.add(move, line_);
    if (lines_.wants_sweep()) {
      lines_.sweep([&](const auto& visit) {
        for (Frame& f : stack_) visit(f.line);
      });
    }
  }

  Estimate estimate_;
  int players_ = 2;
  std::vector<Frame> stack_;
  std::vector<Move> moves_;
  std::vector<Move> best_;
  Lines<Move> lines_;
  Vector returned_;
  LineId line_ = kNoLine;
  bool complete_ = true;
  Counts counts_;
};

}  // namespace cgt::search
