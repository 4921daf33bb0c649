// MTD(f) (Plaat, Schaeffer, Pijls, de Bruin 1996): the value by null windows alone. Each is a test
// "value >= g?" around the bound that the last one gave; the transposition table keeps what they
// have in common. Wants a table that holds the tree.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "decomp/search/alpha_beta.hpp"

namespace cgt::search {

template <State S, Evaluation<S> E = UtilityEvaluation<S>, class T = NoTrace>
class Mtd {
 public:
  using Move = typename S::Move;
  using Value = typename E::Value;

  // Of the options: max_depth, iterative, killers, history, table_entries.
  explicit Mtd(AlphaBetaOptions options = {}, E evaluation = {})
      : options_(options), evaluation_(std::move(evaluation)) {}

  // What searches from now on do is written there; null: nowhere.
  void set_trace(T* trace) { trace_ = trace; }

  // `guess`: where to begin; with iterative deepening each depth begins at the value of the last.
  Result<Move, Value> search(const S& root, Budget& budget, Value guess = {}) {
    const int last = options_.max_depth;
    Result<Move, Value> result;
    std::tie(result.lower, result.upper) = range_of(evaluation_, root.type());
    for (int depth = options_.iterative ? std::min(1, last) : last;; ++depth) {
      AlphaBetaOptions options = options_;
      options.max_depth = depth;
      options.iterative = options.every_best_move = false;
      if (!search_) search_.emplace(options, evaluation_);
      search_->set_depth(depth);
      search_->set_trace(trace_);
      if (!converge(root, guess, budget, result)) return result;
      result.depth = depth;
      guess = *result.value;
      if (result.stop == StopReason::kSolved || depth >= last) return result;
    }
  }

 private:
  // False if out of budget.
  bool converge(const S& root, Value g, Budget& budget, Result<Move, Value>& result) {
    Value low = -infinite<Value>();
    Value high = infinite<Value>();
    bool low_complete = true;  // no estimate in the bound
    bool high_complete = true;
    std::vector<Move> best;
    std::vector<Move> line;
    while (low < high) {
      const Value beta = g == low ? next(g) : g;
      auto test = search_->search(root, previous(beta), beta, budget);
      result.counts += test.counts;
      result.lower = std::max(result.lower, test.lower);
      result.upper = std::min(result.upper, test.upper);
      if (test.stop != StopReason::kSolved && test.stop != StopReason::kDepthLimit) {
        result.stop = test.stop;
        if (result.exact()) result.value = result.lower;
        return false;
      }
      g = *test.value;
      // A move that MAX has is proved good by a lower bound, a move of MIN by an upper one.
      const bool raised = g >= beta;
      (raised ? low : high) = g;
      (raised ? low_complete : high_complete) = test.stop == StopReason::kSolved;
      if (raised == (root.player() == 0) || best.empty()) {
        best = std::move(test.best);
        line = std::move(test.line);
      }
    }
    const bool complete = low_complete && high_complete;
    result.value = g;
    result.best = std::move(best);
    result.line = std::move(line);
    result.stop = complete ? StopReason::kSolved : StopReason::kDepthLimit;
    return true;
  }

  AlphaBetaOptions options_;
  E evaluation_;
  std::optional<AlphaBeta<S, E, T>> search_;
  T* trace_ = nullptr;
};

}  // namespace cgt::search
