// Minimax to the end, and H-minimax (Russell and Norvig, chapter 5): to a depth, with estimates and
// quiescence. Full width, no table, no cuts: what the other searches are checked with. Every best
// move of the root is found.
//
// Out of budget: lower and upper are the range of the game, improved by the root moves that were
// searched to the end.
#pragma once

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"
#include "decomp/search/line.hpp"

namespace cgt::search {

template <State S, Evaluation<S> E = UtilityEvaluation<S>>
class Minimax {
 public:
  using Move = typename S::Move;
  using Value = typename E::Value;

  explicit Minimax(E evaluation = {}) : evaluation_(std::move(evaluation)) {}

  Result<Move, Value> search(const S& root, Budget& budget, int depth = kUnlimitedDepth) {
    require(Algorithm::kMinimax, root.type(), depth < kUnlimitedDepth);
    Result<Move, Value> result;
    std::tie(result.lower, result.upper) = range_of(evaluation_, root.type());
    stack_.clear();
    moves_.clear();
    lines_.clear();
    counts_ = {};
    try {
      run(root, depth, budget);
      result.value = returned_.value;
      result.stop = returned_.complete ? Stop::kSolved : Stop::kDepthLimit;
      if (returned_.complete) result.lower = result.upper = returned_.value;
      result.best = best_;
      result.line = lines_.moves(returned_.line);
      result.depth = depth;
    } catch (const BudgetExhausted& spent) {
      result.stop = stop_of(spent.reason());
      if (!stack_.empty() && stack_.front().proved) {
        const Frame& top = stack_.front();
        (top.sign > 0 ? result.lower : result.upper) = *top.proved;
        result.value = *top.proved;
        result.best = best_;
      }
    }
    if (result.exact()) result.value = result.lower;
    result.counts = counts_;
    return result;
  }

 private:
  struct Frame {
    S state;
    std::size_t begin, next, end;  // in moves_
    int depth;
    int sign;  // +1: player 0 moves
    bool complete = true;
    bool any = false;
    Value best{};
    LineId line = kNoLine;
    std::optional<Value> proved{};  // the best of the children that hold no estimate
  };
  struct Returned {
    Value value{};
    bool complete = true;
    LineId line = kNoLine;
  };

  // True if a frame was pushed, else returned_ holds the value of a leaf.
  bool enter(const S& state, int depth, Budget& budget) {
    budget.charge();
    ++counts_.nodes;
    counts_.deepest = std::max<std::uint64_t>(counts_.deepest, stack_.size());
    const int player = state.player();
    if (player == kTerminal) return leaf(evaluation_.terminal(state), true);
    if constexpr (Knows<E, S>) {
      if (const auto known = evaluation_.known(state)) return leaf(*known, true);
    }
    if (is_cut(evaluation_, state, depth)) return leaf(estimate(evaluation_, state), false);
    const std::size_t begin = moves_.size();
    state.moves(moves_);
    if constexpr (Prepares<E, S>) evaluation_.prepare(state, moves_, begin);
    if (moves_.size() == begin) no_moves();
    stack_.push_back({state, begin, begin, moves_.size(), depth, player == 0 ? 1 : -1});
    return true;
  }
  bool leaf(Value value, bool complete) {
    ++counts_.leaves;
    returned_ = {value, complete, kNoLine};
    return false;
  }

  void run(const S& root, int depth, Budget& budget) {
    bool open = enter(root, depth, budget);
    while (!stack_.empty()) {
      Frame& frame = stack_.back();
      if (!open) {
        take(frame);
        ++frame.next;
      }
      if (frame.next == frame.end) {
        returned_ = {frame.best, frame.complete, frame.line};
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

  // The move of the frame that was tried last leads to returned_.
  void take(Frame& frame) {
    const Value v = returned_.value;
    frame.complete &= returned_.complete;
    const bool better = !frame.any || (frame.sign > 0 ? v > frame.best : v < frame.best);
    const bool root = stack_.size() == 1;
    if (root && better) best_.clear();
    if (root && (better || v == frame.best)) best_.push_back(moves_[frame.next]);
    if (returned_.complete &&
        (!frame.proved || (frame.sign > 0 ? v > *frame.proved : v < *frame.proved))) {
      frame.proved = v;
    }
    if (!better) return;
    frame.any = true;
    frame.best = v;
    frame.line = lines_.add(moves_[frame.next], returned_.line);
    if (lines_.wants_sweep()) {
      lines_.sweep([&](const auto& visit) {
        for (Frame& f : stack_) visit(f.line);
      });
    }
  }

  E evaluation_;
  std::vector<Frame> stack_;
  std::vector<Move> moves_;
  std::vector<Move> best_;
  Lines<Move> lines_;
  Returned returned_;
  Counts counts_;
};

}  // namespace cgt::search
