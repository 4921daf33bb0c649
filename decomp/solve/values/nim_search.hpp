// Nim values of large impartial positions by outcomes alone (Lemoine, Viennot 2012): the value of G
// is the k for which the previous player wins G + *k. Whether it is k is a game of win and loss, in which
// one option that has the value k is enough for a no; so most options are never searched, whereas the
// minimal excluded value needs them all. A position that splits is searched part by part: of all parts but
// the largest the values are found, of that one only whether it is the one that matters.
//
// The search is df-pn with weak disproof numbers (search/proof_walk.hpp) over pairs of a component and
// a heap, with the numbers of all pairs in memory: play never comes back.
//
//   solve::NimSearch search(position);
//   search.nim_value(position, budget);
//
// Throughout: BudgetExhausted leaves the tables valid. Thread rule: one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cgt/support/small_vector.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/search/proof_walk.hpp"

namespace cgt::solve {

class NimSearch {
 public:
  // For positions of the type of this one. Throws Error unless they are impartial.
  explicit NimSearch(const AnyPosition& position);

  std::uint32_t nim_value(const AnyPosition& position, Budget& budget);
  // Does the next player win position + *k?
  bool next_player_wins(const AnyPosition& position, std::uint32_t k, Budget& budget);

  // Components whose moves were generated, up to symmetry.
  std::uint64_t components() const { return expanded_; }

 private:
  static constexpr std::uint32_t kUnknown = ~0U;
  using Parts = SmallVector<NodeId, 4>;

  struct Node {
    std::uint32_t value = kUnknown;
    std::uint32_t work = 0;   // number of its Work + 1; 0: none yet
    std::uint32_t moves = 0;  // 1 + about how many there are; 0: not looked at
  };
  // While a node is not solved.
  struct Work {
    // Beside heaps of 0, 1, ...; {0, 0}: not met yet, {0, ...}: the player to move wins.
    std::vector<search::StoredProof> numbers;
    std::vector<std::uint32_t> options;  // each as the number of its parts and the parts
    bool expanded = false;
  };
  // Does the player to move win node + *k?
  struct Question {
    NodeId node = 0;
    std::uint32_t k = 0;
  };
  struct Frame {
    Question question;
    search::ProofView limits;
  };
  struct Child {
    Question question;
    bool resolves = false;  // not the state after a move: the value of a part of it is wanted
  };
  enum class Answer { kYes, kNo, kAsk };
  template <class Space, class F>
  friend void search::proof_walk(Space&, std::vector<F>&, const search::ProofPolicy&, Budget&);

  // A walk over pairs (proof_walk.hpp).
  void look(Frame& frame, search::ProofScan& scan, Budget& budget);
  void note(const Frame& frame, const search::ProofView& numbers);
  static bool lingers(const Frame&, const search::ProofView&) { return false; }
  void descend(const Frame& frame, std::size_t child, const search::ProofView& limits, Budget&);
  void leave(const Frame&, const search::ProofView&, Budget&) { stack_.pop_back(); }

  // Room for what the graph has numbered meanwhile, and what the ruleset knows of it.
  void meet_new_nodes();
  Work& work(NodeId id);
  void expand(NodeId id, Budget& budget);
  void note_memory(Budget& budget);
  std::uint32_t weight(NodeId part) const;
  void sort_by_weight(Parts& parts) const;
  // Of options as lists of parts: those first that are answered soonest.
  std::vector<std::uint32_t> ordered(const std::vector<Parts>& options) const;
  // Is it known that node + *k is won by who moves?
  bool excludes(NodeId id, std::uint32_t k);
  std::uint32_t least_open(NodeId id);
  search::StoredProof numbers(Question question);
  // Is the value of the sum k? kAsk: `next` has to be answered before.
  Answer sum_is(std::span<const NodeId> parts, std::uint32_t k, Child& next);
  // Decides it, one way or the other.
  void answer(Question question, Budget& budget);
  Parts components_of(const AnyPosition& position);

  std::unique_ptr<AnyGraph> graph_;
  std::vector<Node> nodes_;
  std::vector<Work> works_;
  std::vector<std::uint32_t> free_works_;
  std::vector<Frame> stack_;
  std::vector<Child> children_;  // of the pair that was looked at last
  Expansion scratch_;
  std::uint64_t expanded_ = 0;
  std::uint64_t option_bytes_ = 0;  // of all nodes
  MemoryMeter meter_;
};

}  // namespace cgt::solve
