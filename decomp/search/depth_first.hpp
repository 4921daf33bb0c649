// The walk under minimax, max^n, expectiminimax and alpha-beta: depth first, with a stack of its own
// instead of recursion, so that the length of play is not a limit.
//
// A Frame is a state on the line of play that is being tried. It has at least
//   S state; std::size_t begin, next, end; LineId line;
// its moves are moves[begin..end), moves[next] is the one tried now or next, and `line` is the best
// play found. The search that walks has
//   void take(frame)     what moves[next] leads to was returned; goes on to the next move, or leaves
//                        `next` as it is to try that move again
//   bool done(frame)     no more moves are to be tried
//   void leave(frame)    the frame is about to go: what it returns
//   bool descend(frame, child, budget)   enters the state after moves[next]: true if it pushed a
//                        frame, false if it returned at once. The frame is gone once one is pushed.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/search/evaluation.hpp"

namespace cgt::search {

// Principal lines as lists that share their ends: a line is a move and the line of the child, so
// that a ply costs one cell whatever the length of the game. Cells that no list can reach any more
// are dropped when they are the larger part.

using LineId = std::uint32_t;
inline constexpr LineId kNoLine = ~LineId{0};

template <class Move>
class Lines {
 public:
  LineId add(const Move& move, LineId rest) {
    cells_.push_back({move, rest});
    return static_cast<LineId>(cells_.size() - 1);
  }
  std::vector<Move> moves(LineId line) const {
    std::vector<Move> out;
    for (; line != kNoLine; line = cells_[line].rest) out.push_back(cells_[line].move);
    return out;
  }
  bool wants_sweep() const { return cells_.size() >= limit_; }
  // Keeps what can be reached from the lines that `roots(visit)` visits, and renames those. The
  // rest of a cell is always older than the cell.
  template <class Roots>
  void sweep(const Roots& roots) {
    std::vector<bool> kept(cells_.size());
    roots([&](LineId& line) {
      for (LineId at = line; at != kNoLine && !kept[at]; at = cells_[at].rest) kept[at] = true;
    });
    std::vector<LineId> renamed(cells_.size(), kNoLine);
    LineId next = 0;
    for (LineId i = 0; i < cells_.size(); ++i) {
      if (!kept[i]) continue;
      renamed[i] = next;
      Cell cell = std::move(cells_[i]);
      if (cell.rest != kNoLine) cell.rest = renamed[cell.rest];
      cells_[next++] = std::move(cell);
    }
    cells_.resize(next, Cell{});
    roots([&](LineId& line) {
      if (line != kNoLine) line = renamed[line];
    });
    limit_ = std::max<std::size_t>(kSmall, 2 * cells_.size());
  }
  void clear() { cells_.clear(); }

 private:
  static constexpr std::size_t kSmall = 4096;
  struct Cell {
    Move move{};
    LineId rest = kNoLine;
  };
  std::vector<Cell> cells_;
  std::size_t limit_ = kSmall;
};

template <State S, class Frame>
class DepthFirst {
 public:
  using Move = typename S::Move;

  std::vector<Frame> stack;
  std::vector<Move> moves;  // of all frames
  Lines<Move> lines;
  Counts counts;

  // Ready for another root, to be searched so deep; the counts stay.
  void clear(int depth) {
    endless_ = depth >= kUnlimitedDepth;
    stack.clear();
    moves.clear();
    lines.clear();
  }

  // Of a state that is entered. Throws BudgetExhausted; Error if play without a depth limit goes in a
  // circle: the state is looked for at one ply above, the last power of two, as in Brent's cycle
  // finder, so that a line without end that is made of finitely many states is found out.
  void count(const S& state, Budget& budget) {
    budget.charge();
    ++counts.nodes;
    const std::size_t ply = stack.size();
    counts.deepest = std::max<std::uint64_t>(counts.deepest, ply);
    if (ply <= kShort || !endless_) return;
    if (stack[std::bit_floor(ply - 1)].state == state) refuse_repeated_play();
    if (ply % kMemoryInterval == 0) {
      meter_.set(budget, stack.capacity() * sizeof(Frame) + moves.capacity() * sizeof(Move));
    }
  }

  // Appends the moves of a state that is not terminal. Returns where they begin.
  std::size_t generate(const S& state) {
    const std::size_t begin = moves.size();
    state.moves(moves);
    if (moves.size() == begin) no_moves();
    return begin;
  }
  // As the evaluation prepares them.
  template <class E>
  std::size_t generate(const S& state, const E& evaluation) {
    const std::size_t begin = moves.size();
    state.moves(moves);
    if constexpr (Prepares<E, S>) evaluation.prepare(state, moves, begin);
    if (moves.size() == begin) no_moves();
    return begin;
  }

  // The root has been entered; `open`: as a frame.
  template <class Search>
  void run(Search& search, bool open, Budget& budget) {
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (!open) search.take(frame);
      if (search.done(frame)) {
        search.leave(frame);
        moves.resize(frame.begin);
        stack.pop_back();
        open = false;
        continue;
      }
      S child = frame.state;
      child.play(moves[frame.next]);
      open = search.descend(frame, child, budget);
    }
  }

  bool at_root() const { return stack.size() == 1; }

  // The best play found from the frame is now this move and what follows it.
  void lead(Frame& frame, const Move& move, LineId rest) {
    frame.line = lines.add(move, rest);
    if (!lines.wants_sweep()) return;
    lines.sweep([&](const auto& visit) {
      for (Frame& f : stack) visit(f.line);
    });
  }

 private:
  static constexpr std::size_t kShort = 32;  // plies in which no circle is looked for

  bool endless_ = false;
  MemoryMeter meter_;
};

}  // namespace cgt::search
