// What a search for the value of player 0 did, node by node in the order in which it entered them: the
// window, what the value turned out to be, and why the node was left.
//
//   using BoardTrace = Trace<Board::Move, double>;
//   BoardTrace trace;
//   AlphaBeta<Board, UtilityEvaluation<Board>, BoardTrace> search({.scout = false, .table_entries = 0});
//   search.set_trace(&trace);
//   search.search(board, budget);
//   trace.nodes.front().value;   // of the root
//
// A trace is one tree for each root that was searched: for each depth of iterative deepening, each
// window of MTD(f). A move that is searched again after a null window is a node again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

enum class Reason : std::uint8_t {
  kStopped,   // the whole search was, before the node had a value
  kEnd,       // of play, or the evaluation knows the value
  kEstimate,  // at the depth limit
  kTable,
  kAllTried,  // all moves
  kCut,       // the value is outside of the window, whatever the other moves are worth
};

template <class Move, class Value>
class Trace {
 public:
  struct Node {
    std::size_t parent = 0;  // of a root: the node itself
    std::size_t depth = 0;
    Move move{};             // from the parent to here
    std::size_t number = 0;  // of the move among those of the parent, in the order of trial, from 0
    int player = kTerminal;  // who moves here
    Value alpha{};           // the window on entry, in the view of player 0 as all values are
    Value beta{};
    std::optional<Value> value{};
    Bound bound = Bound::kExact;  // what `value` is for the true value
    Reason reason = Reason::kStopped;
    std::size_t moves = 0;  // of which `children` were tried; 0 if they are not known
    std::size_t children = 0;
    bool is_leaf() const {
      return reason == Reason::kEnd || reason == Reason::kEstimate || reason == Reason::kTable;
    }
    std::size_t untried() const { return moves > children ? moves - children : 0; }
  };
  std::vector<Node> nodes;

  // For searches: `walk` (depth_first.hpp) is about to enter the state after its current move.
  template <class Walk>
  void enter(const Walk& walk, int player, Value alpha, Value beta, Budget& budget) {
    const std::size_t at = nodes.size();
    Node node{.parent = at, .player = player, .alpha = alpha, .beta = beta};
    if (walk.stack.empty()) {
      open_.clear();
    } else {
      const auto& frame = walk.stack.back();
      Node& parent = nodes[open_.back()];
      node.parent = open_.back();
      node.depth = parent.depth + 1;
      node.move = walk.moves[frame.next];
      node.number = frame.next - frame.begin;
      parent.moves = frame.end - frame.begin;
      parent.children = node.number + 1;
    }
    open_.push_back(at);
    nodes.push_back(std::move(node));
    if (at % kMemoryInterval == 0) meter_.set(budget, nodes.capacity() * sizeof(Node));
  }
  // The node that was entered last, of those that are open.
  void leave(Value value, Bound bound, Reason reason) {
    Node& node = nodes[open_.back()];
    open_.pop_back();
    node.value = value;
    node.bound = bound;
    node.reason = reason;
  }

  // Between what the true value of each of the first `shown` nodes lies, by what was known once the last of
  // them was valued: a leaf is what it is, a move that was not tried may be worth anything (Russell and
  // Norvig, figure 5 of chapter 5). Of a move that was searched again the last time counts.
  std::vector<std::pair<Value, Value>> ranges(std::size_t shown) const {
    constexpr Value kMost = infinite<Value>();
    std::vector<std::pair<Value, Value>> out;
    for (std::size_t i = 0; i < shown; ++i) {
      const Value worst = nodes[i].player == 0 ? -kMost : kMost;
      out.emplace_back(worst, worst);
    }
    std::vector<std::size_t> tried(shown, 0);
    std::vector<std::size_t> latest(shown, kNone);  // number of the child taken in last
    for (std::size_t i = shown; i-- > 0;) {
      const Node& node = nodes[i];
      auto& [low, high] = out[i];
      if (node.is_leaf()) {
        low = node.bound == Bound::kUpper ? -kMost : *node.value;
        high = node.bound == Bound::kLower ? kMost : *node.value;
      } else if (tried[i] < node.moves || node.moves == 0) {
        (node.player == 0 ? high : low) = node.player == 0 ? kMost : -kMost;
      }
      const std::size_t parent = node.parent;
      if (parent == i || std::exchange(latest[parent], node.number) == node.number) continue;
      tried[parent] = std::max(tried[parent], node.number + 1);
      auto& [least, greatest] = out[parent];
      const bool maximal = nodes[parent].player == 0;
      least = maximal ? std::max(least, low) : std::min(least, low);
      greatest = maximal ? std::max(greatest, high) : std::min(greatest, high);
    }
    return out;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> open_;  // nodes on the line of play
  MemoryMeter meter_;
};

// In place of a trace: the search does no work for one, not even a test at each node.
struct CGT_API NoTrace {};

// What a search tells of its nodes: to the trace that was set, or to nobody.
template <class T>
class Tracer {
 public:
  void set(T* trace) { trace_ = trace; }
  template <class... A>
  void enter(A&&... node) {
    if (trace_ != nullptr) trace_->enter(std::forward<A>(node)...);
  }
  template <class Value>
  void leave(Value value, Bound bound, Reason reason) {
    if (trace_ != nullptr) trace_->leave(value, bound, reason);
  }

 private:
  T* trace_ = nullptr;
};

template <>
class Tracer<NoTrace> {
 public:
  void set(NoTrace* /*trace*/) {}
  template <class... A>
  void enter(const A&... /*node*/) {}
  template <class Value>
  void leave(const Value& /*value*/, Bound /*bound*/, Reason /*reason*/) {}
};

}  // namespace cgt::search
