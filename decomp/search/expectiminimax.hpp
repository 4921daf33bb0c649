// Expectiminimax (Michie 1966) with the bounds of Ballard (1983): at a chance node the outcomes
// that are still open are worth at least least_utility and at most greatest_utility, so a window
// for the average gives one for each outcome (Star1), and a look at one move behind each outcome
// before any is searched tightens these (Star2).
//
// Values are of player 0, in double; windows are widened by a relative 1e-12 where they are divided
// by a probability, so that rounding never makes a cut.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "decomp/search/depth_first.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

enum class ChanceCuts : std::uint8_t { kNone, kStar1, kStar2 };

struct CGT_API ExpectiminimaxOptions {
  ChanceCuts cuts = ChanceCuts::kStar1;
  int max_depth = kUnlimitedDepth;  // plies, chance included
};

// E: as in evaluation.hpp; terminal(), evaluate() and range are used.
template <ChanceState S, Evaluation<S> E = UtilityEvaluation<S>>
class Expectiminimax {
 public:
  using Move = typename S::Move;

  explicit Expectiminimax(ExpectiminimaxOptions options = {}, E evaluation = {})
      : options_(options), evaluation_(std::move(evaluation)) {}

  // The line ends before the first chance node.
  Result<Move, double> search(const S& root, Budget& budget) {
    const GameType type = root.type();
    require(Algorithm::kExpectiminimax, type, options_.max_depth < kUnlimitedDepth);
    const auto range = range_of(evaluation_, type);
    least_ = static_cast<double>(range.first);
    greatest_ = static_cast<double>(range.second);
    walk_.clear(options_.max_depth);
    walk_.counts = {};
    complete_ = true;
    Result<Move, double> result;
    result.lower = least_;
    result.upper = greatest_;
    result.depth = options_.max_depth;
    try {
      const double infinity = std::numeric_limits<double>::infinity();
      const bool open = enter(root, -infinity, infinity, options_.max_depth, false, budget);
      walk_.run(*this, open, budget);
      result.value = returned_;
      result.stop = complete_ ? StopReason::kSolved : StopReason::kDepthLimit;
      if (complete_) result.lower = result.upper = returned_;
      result.line = walk_.lines.moves(line_);
      if (!result.line.empty()) result.best.assign(1, result.line.front());
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
      // Root moves that were searched, if no estimate went into any of them.
      const auto& stack = walk_.stack;
      if (!stack.empty() && stack.front().any && complete_ && stack.front().player >= 0) {
        const Frame& top = stack.front();
        (top.player == 0 ? result.lower : result.upper) = top.best;
        result.value = top.best;
      }
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
    double alpha, beta;  // of player 0
    int depth;
    int player;
    bool any = false;
    double best = 0;               // chance: the average of what is known
    bool probing = false;          // chance: first look at every outcome
    bool lower = false;            // chance, Star2: the probes prove lower bounds
    bool probe = false;            // only the first move is looked at
    double open = 1;               // chance: probability of the outcomes not known
    std::vector<double> bounds{};  // chance, Star2: what the probes proved for each outcome
    double bound_sum = 0;          // chance: bounds of open outcomes times their probability
    LineId line = kNoLine;
  };

  static double slack(double x) { return 1e-12 * (1 + std::abs(x)); }

  bool enter(const S& state, double alpha, double beta, int depth, bool probe, Budget& budget) {
    walk_.count(state, budget);
    line_ = kNoLine;
    const int player = state.player();
    if (player == kTerminal || depth <= 0) {
      ++walk_.counts.leaves;
      const bool ended = player == kTerminal;
      if (!ended) complete_ = false;
      returned_ =
          static_cast<double>(ended ? evaluation_.terminal(state) : estimate(evaluation_, state));
      return false;
    }
    const std::size_t begin = walk_.generate(state);
    Frame frame{state, begin, begin, walk_.moves.size(), alpha, beta, depth, player};
    // A player that the bounds are not made for is searched in full, which is a bound of any kind.
    frame.probe = probe && player == (walk_.stack.back().lower ? 0 : 1);
    if (player == kChance && options_.cuts != ChanceCuts::kNone) start_chance(frame);
    walk_.stack.push_back(std::move(frame));
    return true;
  }

  // Star2 probes raise lower bounds if MAX moves after chance, and lower upper bounds if MIN does.
  void start_chance(Frame& frame) {
    if (options_.cuts != ChanceCuts::kStar2) return;
    S first = frame.state;
    first.play(walk_.moves[frame.begin]);
    const int player = first.player();
    if (player < 0) return;
    frame.probing = true;
    const double start = player == 0 ? least_ : greatest_;
    frame.bounds.assign(frame.end - frame.begin, start);
    frame.bound_sum = start;
    frame.lower = player == 0;
  }

  bool descend(const Frame& frame, const S& child, Budget& budget) {
    const auto [alpha, beta] = window(frame);
    const bool probe = frame.probing;
    return enter(child, alpha, beta, frame.depth - 1, probe, budget);
  }
  bool done(const Frame& frame) const {
    return frame.next == frame.end || (frame.probe && frame.next != frame.begin) ||
           (frame.alpha >= frame.beta && frame.any && !frame.probing);
  }
  void leave(const Frame& frame) {
    if (frame.next != frame.end && !frame.probe) ++walk_.counts.cutoffs;
    returned_ = frame.best;
    line_ = frame.line;
  }

  // The window for the child tried next.
  std::pair<double, double> window(const Frame& frame) const {
    const double infinity = std::numeric_limits<double>::infinity();
    if (frame.player != kChance) return {frame.alpha, frame.beta};
    if (options_.cuts == ChanceCuts::kNone || frame.probing) return {-infinity, infinity};
    const double p = frame.state.probability(walk_.moves[frame.next]);
    if (p <= 0) return {-infinity, infinity};
    const auto [low, high] = others(frame, p);
    const double alpha = (frame.alpha - frame.best - high) / p;
    const double beta = (frame.beta - frame.best - low) / p;
    return {alpha - slack(alpha), beta + slack(beta)};
  }

  // Least and greatest sum, weighted, of the open outcomes but the one tried next, which has
  // probability p.
  std::pair<double, double> others(const Frame& frame, double p) const {
    const double rest = frame.open - p;
    double low = least_ * rest;
    double high = greatest_ * rest;
    if (!frame.bounds.empty()) {
      const double known = frame.bound_sum - frame.bounds[frame.next - frame.begin] * p;
      (frame.lower ? low : high) = known;
    }
    return {low, high};
  }

  void take(Frame& frame) {
    if (frame.player != kChance) {
      const bool maximum = frame.player == 0;
      const Move& move = walk_.moves[frame.next++];
      if (!frame.any || (maximum ? returned_ > frame.best : returned_ < frame.best)) {
        frame.any = true;
        frame.best = returned_;
        walk_.lead(frame, move, line_);
      }
      (maximum ? frame.alpha : frame.beta) =
          maximum ? std::max(frame.alpha, frame.best) : std::min(frame.beta, frame.best);
      return;
    }
    const double p = frame.state.probability(walk_.moves[frame.next]);
    if (frame.probing) {
      probed(frame, p);
      return;
    }
    if (options_.cuts != ChanceCuts::kNone && p > 0) {
      const auto [low, high] = others(frame, p);
      const auto [alpha, beta] = window(frame);
      const double v = returned_;
      frame.best += p * v;
      frame.open -= p;
      if (!frame.bounds.empty()) frame.bound_sum -= p * frame.bounds[frame.next - frame.begin];
      ++frame.next;
      // Outside of the window whatever the others are: the bound that is nearest is the answer. A
      // child that failed must end the frame, for its value is a bound only.
      const bool above = v >= beta || frame.best + low >= frame.beta + slack(frame.beta);
      const bool below = v <= alpha || frame.best + high <= frame.alpha - slack(frame.alpha);
      if (above) {
        settle(frame, frame.best + low);
      } else if (below) {
        settle(frame, frame.best + high);
      }
      return;
    }
    frame.best += p * returned_;
    ++frame.next;
  }

  void probed(Frame& frame, double p) {
    double& bound = frame.bounds[frame.next - frame.begin];
    frame.bound_sum += p * (returned_ - bound);
    bound = returned_;
    ++frame.next;
    const bool cut = frame.lower ? frame.bound_sum >= frame.beta + slack(frame.beta)
                                 : frame.bound_sum <= frame.alpha - slack(frame.alpha);
    if (cut) {
      settle(frame, frame.bound_sum);
    } else if (frame.next == frame.end) {
      frame.probing = false;
      frame.next = frame.begin;
    }
  }

  // The frame ends with this value.
  static void settle(Frame& frame, double value) {
    frame.best = value;
    frame.any = true;
    frame.probing = false;
    frame.alpha = frame.beta = value;
  }

  ExpectiminimaxOptions options_;
  E evaluation_;
  double least_ = -1;
  double greatest_ = 1;
  DepthFirst<S, Frame> walk_;
  LineId line_ = kNoLine;
  double returned_ = 0;
  bool complete_ = true;
};

}  // namespace cgt::search
