// Alpha-beta (Knuth and Moore 1975), fail-soft, with what has become its usual company: null
// windows after the first move (SCOUT, Pearl 1980; PVS, Marsland and Campbell 1982), a
// transposition table, iterative deepening, killer moves, the history heuristic, quiescence.
//
//   AlphaBeta<Board, MyEvaluation> search({.iterative = true, .killers = true}, evaluation);
//   const auto result = search.search(board, budget);
//
// Every option changes the work, none the value. Table entries are used for the depth they were
// searched to, or for all depths where no estimate went into them. (A depth-limited value may
// therefore be truer with the table than without it, where a state is reached by lines of different
// lengths; never where states know their distance from the root.)
//
// Out of budget: the value of the last complete iteration, and the bounds proved by root moves
// whose trees were searched to the end without estimates.
//
// The stack is explicit: games may be as long as memory allows. Thread rule: one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "decomp/search/depth_first.hpp"
#include "decomp/search/evaluation.hpp"
#include "decomp/search/game.hpp"
#include "decomp/search/table.hpp"
#include "decomp/search/trace.hpp"

namespace cgt::search {

// Move ordering that learns during a search: killer moves (Akl and Newborn 1977), two for each ply,
// and the history heuristic (Schaeffer 1989). Both change the order of moves only, so never a
// value.

template <class Move>
class MoveOrdering {
 public:
  MoveOrdering(bool killers, bool history) : use_killers_(killers), use_history_(history) {
    if (history) history_.resize(2 * kHistorySize);
  }
  bool active() const { return use_killers_ || use_history_; }

  // The move made a cut `ply` plies below the root, with `depth` plies of search below it.
  void reward(const Move& move, std::size_t ply, int depth, int player) {
    if (use_killers_) {
      if (killers_.size() <= ply) killers_.resize(ply + 1);
      auto& [first, second] = killers_[ply];
      if (first != move) {
        second = first;
        first = move;
      }
    }
    if (use_history_) {
      const std::int64_t weight = std::clamp(depth, 1, 64);
      history_[slot(move, player)] += weight * weight;
    }
  }

  // Puts moves[begin..] in order: killers of the ply, then by history; stable otherwise.
  void sort(std::vector<Move>& moves, std::size_t begin, std::size_t ply, int player) {
    if (!active() || moves.size() - begin < 2) return;
    scored_.clear();
    for (std::size_t i = begin; i < moves.size(); ++i) {
      scored_.push_back({score(moves[i], ply, player), moves[i]});
    }
    std::stable_sort(scored_.begin(), scored_.end(),
                     [](const Scored& a, const Scored& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < scored_.size(); ++i) moves[begin + i] = scored_[i].move;
  }

 private:
  static constexpr std::size_t kHistorySize = 4096;
  static constexpr std::int64_t kKillerScore = std::int64_t{1} << 60;
  struct Scored {
    std::int64_t score;
    Move move;
  };
  static std::size_t slot(const Move& move, int player) {
    return move_code(move) % kHistorySize + (player == 0 ? 0 : kHistorySize);
  }
  std::int64_t score(const Move& move, std::size_t ply, int player) const {
    if (use_killers_ && ply < killers_.size()) {
      if (killers_[ply][0] == move) return 2 * kKillerScore;
      if (killers_[ply][1] == move) return kKillerScore;
    }
    return use_history_ ? history_[slot(move, player)] : 0;
  }

  bool use_killers_;
  bool use_history_;
  std::vector<std::array<std::optional<Move>, 2>> killers_;
  std::vector<std::int64_t> history_;
  std::vector<Scored> scored_;
};

struct CGT_API AlphaBetaOptions {
  int max_depth = kUnlimitedDepth;  // plies
  bool iterative = false;           // depths 1, 2, ... up to max_depth
  bool scout = true;                // later moves are tested with a null window first
  bool killers = false;
  bool history = false;
  std::size_t table_entries = std::size_t{1} << 20U;  // 0: no table
  bool every_best_move = false;
};

template <State S, Evaluation<S> E = UtilityEvaluation<S>, class T = NoTrace>
class AlphaBeta {
 public:
  using Move = typename S::Move;
  using Value = typename E::Value;

  explicit AlphaBeta(AlphaBetaOptions options = {}, E evaluation = {})
      : options_(options),
        evaluation_(std::move(evaluation)),
        ordering_(options.killers, options.history),
        table_(std::max<std::size_t>(1, options.table_entries)) {}

  // The value of the root. The table is kept: a second search of the same game is faster.
  Result<Move, Value> search(const S& root, Budget& budget) {
    return search(root, -infinite<Value>(), infinite<Value>(), budget);
  }

  // The value if it lies between alpha and beta (excluded); else a bound that is not inside.
  // Values are those of player 0.
  Result<Move, Value> search(const S& root, Value alpha, Value beta, Budget& budget) {
    const bool limited = options_.max_depth < kUnlimitedDepth;
    require(Algorithm::kAlphaBeta, root.type(), limited || options_.iterative);
    Result<Move, Value> result;
    std::tie(result.lower, result.upper) = range_of(evaluation_, root.type());
    walk_.counts = {};
    try {
      int depth = options_.iterative ? std::min(1, options_.max_depth) : options_.max_depth;
      while (true) {
        table_.new_generation();
        run(root, alpha, beta, depth, budget);
        note(result, root, alpha, beta);
        result.depth = depth;
        result.stop = returned_.complete ? StopReason::kSolved : StopReason::kDepthLimit;
        if (returned_.complete || depth >= options_.max_depth) break;
        ++depth;
      }
    } catch (const BudgetExhausted& spent) {
      result.stop = spent.reason();
      if (!walk_.stack.empty() && walk_.stack.front().proved) {
        const Frame& top = walk_.stack.front();
        const Value v = *top.proved;
        if (top.sign > 0 && v > result.lower) result.lower = v;
        if (top.sign < 0 && -v < result.upper) result.upper = -v;
        if (!result.value) {
          result.value = v * top.sign;
          result.best = best_;
        }
      }
    }
    if (result.exact()) result.value = result.lower;
    result.counts = walk_.counts;
    return result;
  }

  void set_depth(int plies) { options_.max_depth = plies; }
  // What searches from now on do is written there; null: nowhere.
  void set_trace(T* trace) { trace_.set(trace); }
  const E& evaluation() const { return evaluation_; }
  E& evaluation() { return evaluation_; }
  std::uint64_t table_bytes() const { return table_.bytes(); }

 private:
  struct Frame;
  friend class DepthFirst<S, Frame>;

  // All values of a frame are from the view of the player who moves there.
  struct Frame {
    S state;
    std::size_t begin, next, end;
    Value alpha, beta, floor;  // floor: alpha on entry
    int depth;
    int sign;              // +1: player 0 moves
    bool testing = false;  // the move tried last was given a null window
    bool again = false;    // and is to be tried again, with the whole window
    bool complete = true;
    bool any = false;
    Value best{};
    Move best_move{};
    LineId line = kNoLine;
    std::optional<Value> proved{};  // lower bound by children without estimates
  };
  struct Returned {
    Value value{};  // in the view of player 0
    bool complete = true;
    LineId line = kNoLine;
  };
  struct Entry {
    Value value{};  // in the view of player 0
    Move best{};
    int depth = 0;  // kUnlimitedDepth: no estimate in it
    Bound bound = Bound::kExact;
    bool has_best = false;
  };

  void run(const S& root, Value alpha, Value beta, int depth, Budget& budget) {
    walk_.clear(depth);
    best_.clear();
    walk_.run(*this, enter(root, alpha, beta, depth, budget), budget);
  }

  // The window of the next move begins one below alpha where ties must differ from worse moves.
  Value low(const Frame& frame) const {
    const bool ties = options_.every_best_move && walk_.at_root() && frame.any;
    return ties && frame.alpha == frame.best ? previous(frame.alpha) : frame.alpha;
  }

  bool descend(Frame& frame, const S& child, Budget& budget) {
    const bool test = options_.scout && frame.any && !frame.again;
    frame.testing = test;
    const Value alpha = low(frame);
    const Value beta = test ? std::min(frame.beta, next(alpha)) : frame.beta;
    const int depth = frame.depth - 1;
    return frame.sign > 0 ? enter(child, alpha, beta, depth, budget)
                          : enter(child, -beta, -alpha, depth, budget);
  }
  bool done(const Frame& frame) const {
    return frame.alpha >= frame.beta || frame.next == frame.end;
  }

  // True if a frame was pushed, else returned_ holds the value. The window is that of player 0.
  bool enter(const S& state, Value alpha, Value beta, int depth, Budget& budget) {
    walk_.count(state, budget);
    if (grown_) {
      grown_ = false;
      meter_.set(budget, table_.bytes());
    }
    const int player = state.player();
    trace_.enter(walk_, player, alpha, beta, budget);
    if (player == kTerminal) return leaf(evaluation_.terminal(state), true);
    if constexpr (Knows<E, S>) {
      if (const auto known = evaluation_.known(state)) return leaf(*known, true);
    }
    const Entry* entry = nullptr;
    if (options_.table_entries > 0) entry = table_.find(state, state.hash());
    if (entry != nullptr && !walk_.stack.empty() && answers(*entry, alpha, beta, depth)) {
      ++walk_.counts.table_hits;
      const LineId line = entry->has_best ? walk_.lines.add(entry->best, kNoLine) : kNoLine;
      returned_ = {entry->value, entry->depth == kUnlimitedDepth, line};
      trace_.leave(entry->value, entry->bound, Reason::kTable);
      return false;
    }
    if (is_cut(evaluation_, state, depth)) return leaf(estimate(evaluation_, state), false);
    const std::size_t begin = walk_.generate(state, evaluation_);
    std::vector<Move>& moves = walk_.moves;
    ordering_.sort(moves, begin, walk_.stack.size(), player);
    if (entry != nullptr && entry->has_best) {
      const auto first = moves.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto at = std::find(first, moves.end(), entry->best);
      if (at != moves.end()) std::rotate(first, at, at + 1);
    }
    const int sign = player == 0 ? 1 : -1;
    const Value a = sign > 0 ? alpha : -beta;
    const Value b = sign > 0 ? beta : -alpha;
    walk_.stack.push_back({state, begin, begin, moves.size(), a, b, a, depth, sign});
    return true;
  }

  static bool answers(const Entry& entry, Value alpha, Value beta, int depth) {
    if (entry.depth != depth && entry.depth != kUnlimitedDepth) return false;
    switch (entry.bound) {
      case Bound::kExact: return true;
      case Bound::kLower: return entry.value >= beta;
      case Bound::kUpper: return entry.value <= alpha;
    }
    return false;
  }

  bool leaf(Value value, bool complete) {
    ++walk_.counts.leaves;
    returned_ = {value, complete, kNoLine};
    const Reason reason = complete ? Reason::kEnd : Reason::kEstimate;
    trace_.leave(value, Bound::kExact, reason);
    return false;
  }

  // Takes in what the move tried last leads to; one that falls inside the window after a test must
  // be searched again.
  void take(Frame& frame) {
    const Value v = returned_.value * frame.sign;
    frame.again = frame.testing && v > low(frame) && v < frame.beta;
    if (frame.again) return;
    const Move& move = walk_.moves[frame.next];
    const bool root = walk_.at_root();
    const bool cut = v >= frame.beta;
    // A cut rests on one child alone.
    frame.complete = cut ? returned_.complete : frame.complete && returned_.complete;
    // At or below the window v is no more than an upper bound of the child.
    const bool at_least = returned_.complete && v > low(frame);
    if (at_least && (!frame.proved || v > *frame.proved)) frame.proved = v;
    if (root && frame.any && v == frame.best && options_.every_best_move) best_.push_back(move);
    if (!frame.any || v > frame.best) {
      frame.any = true;
      frame.best = v;
      frame.best_move = move;
      walk_.lead(frame, move, returned_.line);
      if (root) best_.assign(1, move);
    }
    frame.alpha = std::max(frame.alpha, frame.best);
    if (cut) {
      if (frame.next + 1 != frame.end) ++walk_.counts.cutoffs;
      ordering_.reward(move, walk_.stack.size() - 1, frame.depth, frame.sign > 0 ? 0 : 1);
    }
    ++frame.next;
  }

  void leave(const Frame& frame) {
    const Bound mine = frame.best >= frame.beta    ? Bound::kLower
                       : frame.best <= frame.floor ? Bound::kUpper
                                                   : Bound::kExact;
    const Bound bound = frame.sign > 0 || mine == Bound::kExact ? mine
                        : mine == Bound::kLower                 ? Bound::kUpper
                                                                : Bound::kLower;
    const Value value = frame.best * frame.sign;
    trace_.leave(value, bound, frame.next == frame.end ? Reason::kAllTried : Reason::kCut);
    if constexpr (Learns<E, S>) {
      if (frame.complete) evaluation_.learned(frame.state, value, bound);
    }
    if (options_.table_entries > 0) {
      const int depth = frame.complete ? kUnlimitedDepth : frame.depth;
      // Without a depth limit every entry is complete; large trees are worth more then.
      const auto weight = static_cast<std::uint64_t>(std::max(0, frame.depth));
      const bool has_best = mine != Bound::kUpper;
      if (table_.store(frame.state, frame.state.hash(),
                       {value, frame.best_move, depth, bound, has_best}, weight)) {
        grown_ = true;
      }
    }
    returned_ = {value, frame.complete, frame.line};
  }

  // What a complete run says about the root.
  void note(Result<Move, Value>& result, const S& root, Value alpha, Value beta) const {
    const Value v = returned_.value;
    result.value = v;
    result.best = best_;
    result.line = walk_.lines.moves(returned_.line);
    if (!returned_.complete) return;
    if (v > alpha && v < beta && !root.type().may_repeat) extend(root, result.line);
    if (v > alpha) result.lower = std::max(result.lower, v);
    if (v < beta) result.upper = std::min(result.upper, v);
  }

  // A line that ended at an answer of the table goes on through the table.
  void extend(const S& root, std::vector<Move>& line) const {
    if (options_.table_entries == 0) return;
    S state = root;
    for (const Move& move : line) state.play(move);
    while (state.player() != kTerminal) {
      const Entry* entry = table_.find(state, state.hash());
      const bool usable = entry != nullptr && entry->has_best && entry->bound == Bound::kExact &&
                          entry->depth == kUnlimitedDepth;
      if (!usable) return;
      line.push_back(entry->best);
      state.play(entry->best);
    }
  }

  AlphaBetaOptions options_;
  E evaluation_;
  MoveOrdering<Move> ordering_;
  Table<S, Entry> table_;
  MemoryMeter meter_;
  DepthFirst<S, Frame> walk_;
  Tracer<T> trace_;
  std::vector<Move> best_;
  Returned returned_;
  bool grown_ = false;
};

}  // namespace cgt::search
