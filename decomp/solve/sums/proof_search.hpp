// Df-pn over sums: the walk of decomp/search/proof_walk.hpp with the proof and disproof numbers of all
// states in memory. Play is finite and states are shared, so the graph has no cycles, but many paths
// lead to one state; disproof numbers are therefore those of weak proof-number search. A sum that
// comes back on the path is refused.
//
// Several searches, each in its thread, may work on one sum (SumGraph::share). What one decides ends what
// others do below. They share the numbers of all sums that one of them has entered, and how many of them
// are below each: its number times more than one is how hard it seems to the others (virtual proof
// numbers: Kaneko 2010; Pawlewicz and Hayward 2013). Where the loser moves they spread so over his moves, all of
// which they have to refute. Where the winner moves they stay together, for one of his moves is enough. Who that
// is they tell by its numbers, or by who won most of the sums that were decided.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "decomp/search/outcome.hpp"
#include "decomp/search/proof_walk.hpp"
#include "decomp/solve/sums/sum_graph.hpp"

namespace cgt::solve {

class ProofSearch {
 public:
  // The graph must outlive the search.
  explicit ProofSearch(SumGraph& graph) : graph_(graph) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays. Error for loops.
  bool wins(StateId root, Budget& budget) { return *wins(root, budget, nullptr); }
  // What several searches of one sum have in common beside the tables.
  struct Together {
    // The first searcher is alone until so many sums are decided.
    explicit Together(std::uint64_t the_alone) : alone(the_alone), crowded(alone == 0) {}

    const std::uint64_t alone;
    std::atomic<bool> done{false};
    // Decided sums that the player to move at the root wins, and others.
    std::array<std::atomic<std::uint64_t>, 2> decided{};
    // The first searcher has shown the way far enough for the others to follow, or has ended.
    std::atomic<bool> crowded;

    void count(std::size_t winner);
    void admit();
    bool winner_moves(bool root_moves) const { return root_moves == (decided[0] >= decided[1]); }
  };
  // None once it is `done`; null: never.
  std::optional<bool> wins(StateId root, Budget& budget, Together* together);

  // Of the states decided since the last reset, the share that not the player wins who wins most of
  // them: near 0 where one is far ahead. 0 if none was decided.
  double upsets() const;
  void reset_upsets() { decided_ = {}; }

 private:
  struct Frame {
    StateId state;
    search::ProofView limits;
    SumTable::Sum* shared = nullptr;  // it counts as one of its searchers
  };
  template <class Space, class F>
  friend void search::proof_walk(Space&, std::vector<F>&, const search::ProofPolicy&, Budget&);

  void look(Frame& frame, search::ProofScan& scan, Budget& budget);
  void note(const Frame& frame, const search::ProofView& numbers);
  static bool lingers(const Frame&, const search::ProofView&) { return false; }
  void descend(const Frame& frame, std::size_t child, const search::ProofView& limits, Budget&);
  void leave(const Frame& frame, const search::ProofView&, Budget&);
  // Of an open state.
  search::StoredProof numbers(StateId state);
  void set_numbers(StateId state, search::StoredProof numbers);
  search::StoredProof first_numbers(StateId state);
  // Looks an open state up among those that all searches share, once. True: others have been there, and
  // what they know of it counts from now on.
  bool meet_others(StateId state);
  void push(StateId state, search::ProofView limits);
  void pop();
  // Of the player to move in the state that is looked at.
  bool expects_to_win(StateId state);
  // How hard a child seems below which others are, of that number.
  static search::ProofNumber seems(search::ProofNumber number, std::uint64_t others,
                                   const SumTable::Sum& shared, bool winner_moves);
  // Whether others have decided a state above the last of the path: then there is nothing to do here.
  bool idle();

  SumGraph& graph_;
  Together* together_ = nullptr;
  std::uint64_t looks_ = 0;
  std::size_t idle_above_ = ~std::size_t{0};  // frames above this one are
  std::vector<search::StoredProof> numbers_;  // 0: not met yet
  MemoryMeter meter_;
  std::vector<Frame> stack_;
  std::array<std::uint64_t, 2> decided_{};  // won by the player to move at the root, or not
  FlatSet<StateId> on_path_;
  std::span<const StateId> children_;  // of the state that was looked at last
};

// Boolean alpha-beta over sums: depth first, a winning move ends the search of a sum, and every sum
// is decided once. Moves that leave the opponent few moves and the player many come first. The
// plain alternative to proof-number search: it keeps no numbers, and stands or falls by its move
// ordering.

class BooleanSearch {
 public:
  // The graph must outlive the search. Another `order` than 0 is another order of moves that seem
  // to be of one worth, for searches that share what they find.
  explicit BooleanSearch(SumGraph& graph, std::uint32_t order = 0) : graph_(graph), order_(order) {}

  // Does the player to move win? Throws BudgetExhausted; what was decided stays. Error for loops.
  bool wins(StateId root, Budget& budget);

 private:
  struct Frame {
    StateId state;
    std::vector<StateId> children;
    std::size_t next = 0;
  };
  template <class Space, class F, class C>
  friend bool search::boolean_walk(Space&, std::vector<F>&, C, Budget&);

  static bool next(Frame& frame, StateId& child);
  std::optional<bool> look(StateId state);
  std::optional<bool> enter(StateId state, Budget& budget);
  void leave(const Frame& frame, bool won);

  SumGraph& graph_;
  std::uint32_t order_;
  std::vector<Frame> stack_;
  FlatSet<StateId> on_path_;
};

}  // namespace cgt::solve
