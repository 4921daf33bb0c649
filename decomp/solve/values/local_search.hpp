// Local combinatorial game search (Mueller 1999): the value of a position by searching every move
// of both players, with no side to move and no cut-offs.
//
// One node serves every position that is equal up to symmetry and up to exchanging the players
// (Position::split gives canonical summands), and a position that splits is the sum of its parts.
// Values are therefore those of *components*. Impartial rulesets get their nim values by the
// minimal excluded value (Sprague 1935, Grundy 1939), or from the ruleset itself if it knows them
// without search (position.hpp); no canonical form is made.
//
// Cycles. As long as none is met, the graph is searched depth first and every value is exact.
// Otherwise it is cut into strongly connected components (Tarjan 1972) of signed nodes: a canonical
// position and its negative are different nodes. In a cycle every player must have a move with
// `may_repeat` (Go: a capture). Taking those moves away from Left where they stay inside the
// component leaves an acyclic game that Left can always enforce under the basic ko rule: a lower
// bound. Likewise for Right: an upper bound. If both bounds are equal, the value is exact. (Superko
// may forbid other moves too; it is not modelled.) Any other cycle is a loopy game: Error.
//
// Known values. A search may be given values that were found before (stored_values.hpp); it asks for
// a node before it generates its moves.
//
// Threads. The order in which positions are met does not depend on values, so other threads can generate
// moves ahead of the search (decomp/position/moves_ahead.hpp), as long as no cycle is met: the same nodes,
// and the same games with the same ids.
//
// Throughout: BudgetExhausted leaves every table valid; what was solved by then stays.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/moves_ahead.hpp"
#include "decomp/position/ruleset.hpp"

namespace cgt::solve {

class StoredValues;

// lower <= value <= upper.
struct CGT_API LocalValue {
  GameId lower = kZero;
  GameId upper = kZero;
  bool exact() const { return lower == upper; }
};

// Play can come back to a position: it has no canonical form, but a loopy value (loopy_search.hpp).
class CGT_API LoopyPosition : public Error {
 public:
  using Error::Error;
};

class CGT_API GraphSearch {
 public:
  // Both must outlive the search.
  GraphSearch(Store& store, PositionGraph& graph) : store_(store), graph_(graph) {}
  GraphSearch(const GraphSearch&) = delete;
  GraphSearch& operator=(const GraphSearch&) = delete;

  // The value of rest + the sum of the parts. Throws BudgetExhausted, and LoopyPosition
  // where play can come back to a position by moves that no ko rule forbids.
  LocalValue evaluate(std::int64_t rest, std::span<const SignedNode> parts, Budget& budget);
  LocalValue value(SignedNode v) const;
  bool solved(NodeId node) const { return node < nodes_.size() && nodes_[node].solved; }
  // Solved, and not found here but known before.
  bool given(NodeId node) const { return node < nodes_.size() && nodes_[node].given; }
  // Null: none. They must outlive the search.
  void set_known(StoredValues* known) { known_ = known; }
  // From the next question on so many threads work on one, the caller's among them, but for the first
  // `alone` positions of each part, as a thread takes longer to begin than a few positions to search, and
  // not beside known values. Requires positions that any thread may look at: those of scripts are not.
  void set_threads(unsigned threads, std::uint64_t alone = kAlone) {
    threads_ = threads;
    alone_ = alone;
  }
  static constexpr std::uint64_t kAlone = 512;
  // Solves the node without search if its value was known before; true if it is solved.
  bool look_up(NodeId node);

  // Called now and then with the number of positions expanded.
  void set_progress(std::function<void(std::uint64_t)> progress) {
    progress_ = std::move(progress);
  }

  // Positions whose moves were generated: components, up to symmetry and colour.
  std::uint64_t positions() const { return expanded_; }
  // Positions whose values were known before.
  std::uint64_t known() const { return given_; }
  // Approximate bytes held by the tables of the search and of the graph.
  std::uint64_t bytes() const { return graph_.bytes() + own_bytes(); }
  // Components with a cycle that were bounded.
  std::uint64_t loops() const { return loops_; }

 private:
  struct Node {
    GameId lower;
    GameId upper;
    bool solved = false;
    bool expanded = false;
    bool open = false;  // on the path of the search
    bool given = false;
    // While expanded and not solved: index into work_. Once solved: the word of the negative of
    // `lower`, if that is the value and it was asked for; 0: not yet.
    std::uint32_t work = 0;
  };
  struct Visit {
    SignedNode v = 0;
    std::uint32_t next = 0;  // child to look at
  };
  struct Search;  // one run of Tarjan's algorithm
  using Inside = FlatSet<SignedNode>;
  using Bounds = FlatMap<SignedNode, GameId>;

  static constexpr std::size_t kSidlingRounds = 8;

  std::uint64_t own_bytes() const;
  Node& node(SignedNode v) { return nodes_[node_of(v)]; }
  // Takes a value that the ruleset knows without search; false if it knows none.
  bool settle(NodeId node, Budget& budget);
  void settle(NodeId node, const Nus& value);
  // True if the value is known now.
  bool take_known(NodeId node);
  // Adds the node's moves to work_: those that were found ahead, or null: now.
  void expand(NodeId node, Budget& budget, MovesAhead::Step* found = nullptr);
  void finish(NodeId node, GameId lower, GameId upper);
  void release_work(Node& node);
  void accumulate(LocalValue& value, SignedNode v);
  // Of a node that is solved.
  LocalValue solved_value(SignedNode v);
  const std::vector<GraphEdge>& edges(SignedNode v, Player player) {
    if (graph_.impartial()) return work_[node(v).work].edges[Player::kLeft];
    return work_[node(v).work].edges[is_negated(v) ? opponent(player) : player];
  }
  SignedNode child(SignedNode v, std::uint32_t i) const {
    return work_[nodes_[node_of(v)].work].children[i] ^ (v & 1U);
  }
  static std::int64_t shift(SignedNode v, const GraphEdge& e) {
    return is_negated(v) ? -e.shift : e.shift;
  }

  // Starts threads that go on from `path`; null if there are none to be had.
  std::unique_ptr<MovesAhead> start_ahead(const std::vector<Visit>& path, const Budget& budget);
  // False if a cycle was met; then nothing is open and `root` may be unsolved.
  bool solve_plain(NodeId root, Budget& budget);
  void evaluate_plain(NodeId node);
  void evaluate_impartial(NodeId node);
  void solve_loopy(NodeId root, Budget& budget);
  bool has_self_loop(SignedNode v);
  void evaluate_cycle(const std::vector<SignedNode>& component, Budget& budget);
  GameId value_of(SignedNode v, const GraphEdge& edge, bool lower, const Inside& inside,
                  const Bounds& known);
  void refine(const std::vector<SignedNode>& component, Player barred, const Inside& inside,
              Bounds& known, Budget& budget);
  void bound(SignedNode root, Player barred, const Inside& inside, Bounds& known, Budget& budget);

  Store& store_;
  PositionGraph& graph_;
  std::vector<Node, HugePages<Node>> nodes_;
  std::vector<Expansion> work_;
  std::vector<std::uint32_t> free_work_;
  PerPlayer<GameList> lower_;  // scratch of evaluate_plain
  PerPlayer<GameList> upper_;
  std::function<void(std::uint64_t)> progress_;
  StoredValues* known_ = nullptr;
  unsigned threads_ = 1;
  std::uint64_t alone_ = kAlone;
  std::uint64_t expanded_ = 0;
  std::uint64_t work_bytes_ = 0;   // held by what is in work_
  std::uint64_t noted_bytes_ = 0;  // of them, when the budget was told last
  std::uint64_t given_ = 0;
  std::uint64_t loops_ = 0;
  MemoryMeter meter_;
};

// The search of one ruleset known at compile time.
template <Position P>
class LocalSearch {
 public:
  // The store must outlive the search.
  explicit LocalSearch(Store& store) : search_(store, graph_) {}

  LocalValue evaluate(const P& position, Budget& budget) {
    std::vector<SignedNode> parts;
    const std::int64_t rest = graph_.components(position, parts);
    return search_.evaluate(rest, parts, budget);
  }

  std::uint64_t positions() const { return search_.positions(); }
  std::uint64_t bytes() const { return search_.bytes(); }
  std::uint64_t loops() const { return search_.loops(); }

 private:
  GraphOf<P> graph_;
  GraphSearch search_;
};

}  // namespace cgt::solve
