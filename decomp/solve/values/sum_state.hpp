// Sums of components of one graph as search states: for searches that never make the value of a
// component. A state is an integer plus a multiset of signed nodes in which no node stands beside
// its negative, where play in it is known to end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "decomp/position/graph.hpp"
#include "decomp/solve/values/local_search.hpp"

namespace cgt::solve {

// Does play in a node of a graph end? Copying the opponent, and so G + -G = 0, is sound only then: what
// can go on for ever may be drawn (on + off is).
//
// Moves that may repeat (kos) are left aside, as the searches that meet them do not play them.

class CGT_API PlayEnds {
 public:
  enum class Answer : std::uint8_t {
    kOpen,  // not asked
    kEnds,
    kLoops,
    kTooFar  // more followers than are looked at
  };
  // So many followers are looked at, depth first.
  static constexpr std::uint64_t kMostFollowers = 1U << 14U;

  // `known`: other nodes in which play ends. What was found stays known. Throws BudgetExhausted.
  Answer ask(PositionGraph& graph, NodeId root, Budget& budget,
             const std::function<bool(NodeId)>& known = {});

 private:
  std::vector<Answer> answers_;  // by node
  Expansion expansion_;
};

struct CGT_API SumState {
  std::int64_t rest = 0;
  SmallVector<SignedNode, 6> parts;  // ascending; signs of one node are neighbours

  friend bool operator==(const SumState&, const SumState&) = default;
};

struct CGT_API SumStateHash {
  using is_avalanching = void;
  std::size_t operator()(const SumState& s) const {
    std::uint64_t h = mix(static_cast<std::uint64_t>(s.rest), s.parts.size());
    for (const SignedNode v : s.parts) h = mix(h, v);
    return static_cast<std::size_t>(h);
  }
};

// The moves of a graph, each node expanded once.
class CGT_API ExpandedGraph {
 public:
  explicit ExpandedGraph(PositionGraph& graph) : graph_(graph) {}

  const Expansion& expansion(NodeId node, Budget& budget) {
    if (node >= index_.size()) index_.resize(graph_.size(), kNone);
    if (index_[node] == kNone) {
      Expansion fresh;
      graph_.expand(node, fresh, budget);
      index_[node] = static_cast<std::uint32_t>(expansions_.size());
      children_ += fresh.children.size();
      expansions_.push_back(std::move(fresh));
    }
    return expansions_[index_[node]];
  }

  // Puts the parts in order and leaves out G + -G = 0 where play in G ends. Throws LoopyPosition if it
  // need not, and BudgetExhausted. The caller must no longer rely on the old order of the parts.
  void normalise(SumState& sum, Budget& budget) {
    std::sort(sum.parts.begin(), sum.parts.end());
    // Equal nodes stand together: first all copies of G, then all of -G.
    SmallVector<SignedNode, 6> kept;
    for (const SignedNode v : sum.parts) {
      if (is_negated(v) && !kept.empty() && kept.back() == v - 1 && ends(node_of(v), budget)) {
        kept.pop_back();
      } else {
        kept.push_back(v);
      }
    }
    sum.parts = std::move(kept);
  }

  // Calls visit(child) for every move of `player` in part `i` of the state, each child normalised,
  // until it returns false.
  template <class Visit>
  bool moves(const SumState& state, std::size_t i, Player player, Budget& budget, Visit visit) {
    const SignedNode v = state.parts[i];
    const Player mover = is_negated(v) ? opponent(player) : player;
    const Player side = graph_.impartial() ? Player::kLeft : mover;
    const Expansion& all = expansion(node_of(v), budget);  // stays: visit may expand more
    for (const GraphEdge& edge : all.edges[side]) {
      SumState child;
      child.rest = state.rest + (is_negated(v) ? -edge.shift : edge.shift);
      child.parts.assign(state.parts.begin(), state.parts.end());
      child.parts.erase(child.parts.begin() + static_cast<std::ptrdiff_t>(i));
      for (std::uint32_t k = edge.first; k < edge.last; ++k) {
        child.parts.push_back(all.children[k] ^ (v & 1U));
      }
      normalise(child, budget);
      if (!visit(std::move(child))) return false;
    }
    return true;
  }

  std::uint64_t expanded() const { return expansions_.size(); }
  // Held by the moves, about; without the graph itself.
  std::uint64_t bytes() const {
    return index_.capacity() * sizeof(std::uint32_t) + expansions_.size() * sizeof(Expansion) +
           children_ * 3 * sizeof(SignedNode);
  }

 private:
  static constexpr std::uint32_t kNone = ~0U;

  bool ends(NodeId node, Budget& budget) {
    const PlayEnds::Answer answer = play_ends_.ask(graph_, node, budget);
    if (answer == PlayEnds::Answer::kLoops)
      throw LoopyPosition("this game is loopy: play can come back to an earlier position");
    return answer == PlayEnds::Answer::kEnds;
  }

  PositionGraph& graph_;
  PlayEnds play_ends_;
  std::vector<std::uint32_t> index_;
  std::deque<Expansion> expansions_;  // they stay where they are
  std::uint64_t children_ = 0;
};

}  // namespace cgt::solve
