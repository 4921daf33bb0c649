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

#include "decomp/search/depth_first.hpp"
#include "decomp/search/evaluation.hpp"
#include "decomp/search/trace.hpp"

namespace cgt::search {

template <State S, Evaluation<S> E = UtilityEvaluation<S>, class T = NoTrace>
class Minimax {
 public:
  using Move = typename S::Move;
  using Value = typename E::Value;

  explicit Minimax(E evaluation = {}) : evaluation_(std::move(evaluation)) {}

  Result<Move, Value> search(const S& root, Budget& budget, int depth = kUnlimitedDepth) {
    require(Algorithm::kMinimax, root.type(), depth < kUnlimitedDepth);
    Result<Move, Value> result;
    std::tie(result.lower, result.upper) = range_of(evaluation_, root.type());
    walk_.clear(depth);
    walk_.counts = {};
    try {
      walk_.run(*this, enter(root, depth, budget), budget);
      result.value = returned_.value;
      result.stop = returned_.complete ? StopReason::kSolved : StopReason::kDepthLimit;
      if (returned_.complete) result.lower = result.upper = returned_.value;
      result.best = best_;
      result.line = walk_.lines.moves(returned_.line);
      result.depth = depth;
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
      if (!walk_.stack.empty() && walk_.stack.front().proved) {
        const Frame& top = walk_.stack.front();
        (top.sign > 0 ? result.lower : result.upper) = *top.proved;
        result.value = *top.proved;
        result.best = best_;
      }
    }
    if (result.exact()) result.value = result.lower;
    result.counts = walk_.counts;
    return result;
  }

  // What searches from now on do is written there; null: nowhere.
  void set_trace(T* trace) { trace_.set(trace); }

 private:
  struct Frame;
  friend class DepthFirst<S, Frame>;

  struct Frame {
    S state;
    std::size_t begin, next, end;
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
    walk_.count(state, budget);
    const int player = state.player();
    trace_.enter(walk_, player, -infinite<Value>(), infinite<Value>(), budget);
    if (player == kTerminal) return leaf(evaluation_.terminal(state), true);
    if constexpr (Knows<E, S>) {
      if (const auto known = evaluation_.known(state)) return leaf(*known, true);
    }
    if (is_cut(evaluation_, state, depth)) return leaf(estimate(evaluation_, state), false);
    const std::size_t begin = walk_.generate(state, evaluation_);
    const std::size_t end = walk_.moves.size();
    walk_.stack.push_back({state, begin, begin, end, depth, player == 0 ? 1 : -1});
    return true;
  }
  bool leaf(Value value, bool complete) {
    ++walk_.counts.leaves;
    returned_ = {value, complete, kNoLine};
    const Reason reason = complete ? Reason::kEnd : Reason::kEstimate;
    trace_.leave(value, Bound::kExact, reason);
    return false;
  }

  bool descend(const Frame& frame, const S& child, Budget& budget) {
    return enter(child, frame.depth - 1, budget);
  }
  bool done(const Frame& frame) const { return frame.next == frame.end; }
  void leave(const Frame& frame) {
    returned_ = {frame.best, frame.complete, frame.line};
    trace_.leave(frame.best, Bound::kExact, Reason::kAllTried);
  }

  // The move of the frame that was tried last leads to returned_.
  void take(Frame& frame) {
    const Move& move = walk_.moves[frame.next++];
    const Value v = returned_.value;
    frame.complete &= returned_.complete;
    const bool better = !frame.any || (frame.sign > 0 ? v > frame.best : v < frame.best);
    if (walk_.at_root()) {
      if (better) best_.clear();
      if (better || v == frame.best) best_.push_back(move);
    }
    if (returned_.complete &&
        (!frame.proved || (frame.sign > 0 ? v > *frame.proved : v < *frame.proved))) {
      frame.proved = v;
    }
    if (!better) return;
    frame.any = true;
    frame.best = v;
    walk_.lead(frame, move, returned_.line);
  }

  E evaluation_;
  DepthFirst<S, Frame> walk_;
  Tracer<T> trace_;
  std::vector<Move> best_;
  Returned returned_;
};

}  // namespace cgt::search
