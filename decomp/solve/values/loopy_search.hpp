// LoopySearch: values of positions that play can come back to.
//
// The graph of the followers is cut into strongly connected components (Tarjan 1972) of signed
// nodes. A component without a cycle is one position, valued from its options like any short game. One
// with cycles is a finite system of equations that LoopyGames solves: as a canonical stopper, or as an
// onside and an offside. What the components lead to is valued first, so nothing is searched twice, and
// no walk recurses.
//
// A move may leave a position of the component beside other parts. Then the sum of both is a vertex of
// the system, too, whose moves are those of its parts.
//
// Invariants
//   1. A value that is given out was proved (loopy_games.hpp); it is that of the graph of positions.
//   2. A throw leaves the tables valid: what was solved stays solved, the rest is as it was.
//
// Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"
#include "decomp/position/graph.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::solve {

class CGT_API LoopySearch {
 public:
  // All must outlive the search. Values of short games that `plain` found are taken over.
  LoopySearch(LoopyGames& games, PositionGraph& graph, GraphSearch& plain)
      : games_(games), graph_(graph), plain_(plain) {}
  LoopySearch(const LoopySearch&) = delete;
  LoopySearch& operator=(const LoopySearch&) = delete;

  // The value of rest + the sum of the parts. Throws BudgetExhausted, and Error where moves inside of
  // a cycle add ever more parts or free moves, so that its positions are not finitely many.
  LoopyValue evaluate(std::int64_t rest, std::span<const SignedNode> parts, Budget& budget);

  // Called now and then with the number of positions expanded.
  void set_progress(std::function<void(std::uint64_t)> progress) {
    progress_ = std::move(progress);
  }

  LoopyGames& games() const { return games_; }
  // Positions whose moves were generated: components of positions, up to symmetry and colour.
  std::uint64_t positions() const { return expanded_; }
  // Strongly connected components with a cycle that were solved, and the positions in the largest.
  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t largest_cycle() const { return largest_cycle_; }
  // Approximate bytes held by its own tables.
  std::uint64_t bytes() const;

 private:
  // Of a node that is not negated. Most values are stoppers; the others are in sided_.
  struct Node {
    LoopyId stopper;
    bool solved = false;
  };
  // Of a signed node, while a run lasts.
  struct Mark {
    std::uint32_t order = 0;  // of discovery, from 1; 0: not seen
    std::uint32_t low = 0;    // the first open node that it leads to
    std::uint32_t work = 0;   // its moves
  };
  class Run;     // one walk through the components
  class System;  // the equations of a component

  LoopyValue value(SignedNode v);
  bool solved(SignedNode v);
  void set_value(SignedNode v, LoopyValue value);
  LoopyValue integer(std::int64_t n) { return games_.store().integer(n); }

  LoopyGames& games_;
  PositionGraph& graph_;
  GraphSearch& plain_;
  std::vector<Node, HugePages<Node>> nodes_;
  FlatMap<NodeId, LoopyValue> sided_;
  std::vector<Mark, HugePages<Mark>> marks_;  // all unseen between runs
  std::function<void(std::uint64_t)> progress_;
  std::uint64_t expanded_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t largest_cycle_ = 0;
  MemoryMeter meter_;
};

}  // namespace cgt::solve
