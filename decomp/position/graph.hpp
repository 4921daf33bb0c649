// PositionGraph: the positions of one ruleset as numbered nodes, expanded on demand. Algorithms
// that need no more than the graph see this type and are compiled once, not once for every ruleset.
//
// A node is a canonical summand (Position::split); play in its negative is play in the same node
// with the players exchanged. So a *signed* node names a component of a position: 2 * node, or
// 2 * node + 1 for the negative.
//
// Thread rule: a graph belongs to one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/api.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/support/memory/containers.hpp"
#include "cgt/support/memory/hash.hpp"
#include "cgt/support/memory/huge_pages.hpp"
#include "decomp/position/position.hpp"

namespace cgt {

using NodeId = std::uint32_t;
using SignedNode = std::uint32_t;

constexpr SignedNode signed_node(NodeId node, bool negated) {
  return 2 * node + (negated ? 1U : 0U);
}
constexpr NodeId node_of(SignedNode v) { return v / 2; }
constexpr bool is_negated(SignedNode v) { return (v & 1U) != 0; }

// A move: free moves gained by Left plus the parts it leaves, children[first, last).
struct CGT_API GraphEdge {
  std::int64_t shift = 0;
  bool may_repeat = false;
  bool ko = false;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// All moves of both players from one node; equal moves are listed once.
struct CGT_API Expansion {
  PerPlayer<std::vector<GraphEdge>> edges;
  std::vector<SignedNode> children;  // of each edge in ascending order

  void clear() {
    for (auto& moves : edges.values) moves.clear();
    children.clear();
  }
};

// lower <= value <= upper.
struct CGT_API IntegerBounds {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  friend bool operator==(const IntegerBounds&, const IntegerBounds&) = default;
};

// Of a position in which no more than `most` moves are made, by either player or both: who has them all
// ahead in a number n = most answers each move of the opponent there, so -n <= value <= n.
inline std::optional<IntegerBounds> bounds_by_depth(std::uint32_t most) {
  if (most == kUnknownDepth) return std::nullopt;
  return IntegerBounds{-std::int64_t{most}, std::int64_t{most}};
}

class CGT_API PositionGraph {
 public:
  PositionGraph() = default;
  PositionGraph(const PositionGraph&) = delete;
  PositionGraph& operator=(const PositionGraph&) = delete;
  virtual ~PositionGraph() = default;

  // Replaces `out` by the moves of the node; new children get the next numbers. Throws
  // BudgetExhausted; then `out` holds nothing of use, and the graph is as valid as before.
  virtual void expand(NodeId node, Expansion& out, Budget& budget) = 0;
  // The nim value, if the ruleset knows it without search. Throws BudgetExhausted.
  virtual std::optional<std::uint32_t> nim_value(NodeId node, Budget& budget) const = 0;
  virtual std::size_t size() const = 0;
  // Both players have the same moves everywhere: values are nimbers, and edges[kLeft] is enough.
  virtual bool impartial() const = 0;
  // In every follower of the node both players can move, or neither: so it is infinitesimal.
  // May be false where that is not known.
  virtual bool all_small(NodeId node) const = 0;
  // An upper bound on the moves left in the node; kUnknownDepth if there is none.
  virtual std::uint32_t depth_hint(NodeId node) const = 0;
  // What is known without search; none where play need not end.
  virtual std::optional<IntegerBounds> integer_bounds(NodeId node) const {
    return bounds_by_depth(depth_hint(node));
  }
  // Moves of the player, repetitions counted.
  virtual std::uint32_t move_count(NodeId node, Player player) const = 0;
  virtual std::string text(NodeId node) const = 0;
  // Approximate bytes held by its tables.
  virtual std::uint64_t bytes() const = 0;
  // Tells the budget how much that is. Every search of the graph does so beside its own tables; it
  // counts once. Throws BudgetExhausted.
  void note_memory(Budget& budget) { meter_.set(budget, bytes()); }

 private:
  MemoryMeter meter_;
};

// A position type that knows positions in whose every follower both players can move, or neither,
// says so:
//   bool all_small() const;
template <class P>
bool is_all_small(const P& position) {
  if constexpr (kIsImpartial<P>) {
    return true;
  } else if constexpr (requires {
                         { position.all_small() } -> std::same_as<bool>;
                       }) {
    return position.all_small();
  } else {
    return false;
  }
}

// A position type that knows more of its value than the number of moves left says so:
//   std::optional<IntegerBounds> integer_bounds() const;
template <class P>
std::optional<IntegerBounds> integer_bounds(const P& position) {
  if constexpr (requires {
                  { position.integer_bounds() } -> std::same_as<std::optional<IntegerBounds>>;
                }) {
    return position.integer_bounds();
  } else {
    return bounds_by_depth(depth_hint(position));
  }
}

// Which node a position is. One table for positions of any type: it keeps hashes of 32 bits, and asks the
// graph only of those that agree. So it is compiled once, and it grows without looking at a position.
class CGT_API NodeIndex {
 public:
  // What is looked for. `same` tells if the position of a node is this one.
  struct Sought {
    std::uint64_t hash;
    const void* graph;
    const void* position;
    bool (*same)(const void* graph, const void* position, NodeId node);
  };

  NodeIndex();
  ~NodeIndex();
  std::optional<NodeId> find(const Sought& sought) const;
  // Requires that no node in it has this position.
  void insert(std::uint64_t hash, NodeId node);
  std::uint64_t bytes() const;

 private:
  struct Entry {
    std::uint32_t hash;
    NodeId node;
  };
  struct Hash {
    using is_transparent = void;
    using is_avalanching = void;
    std::size_t operator()(const Entry& entry) const;
    std::size_t operator()(const Sought& sought) const;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(const Entry& a, const Entry& b) const { return a.node == b.node; }
    bool operator()(const Sought& sought, const Entry& entry) const;
    bool operator()(const Entry& entry, const Sought& sought) const {
      return (*this)(sought, entry);
    }
  };

  FlatSet<Entry, Hash, Equal, HugePages<Entry>> entries_;
};

// Finds edges that were listed before, while the edges of one player are listed. Both must outlive it.
class CGT_API RepeatedEdges {
 public:
  RepeatedEdges(const Expansion& all, const std::vector<GraphEdge>& edges);
  ~RepeatedEdges();
  RepeatedEdges(const RepeatedEdges&) = delete;
  RepeatedEdges& operator=(const RepeatedEdges&) = delete;
  // Is the last edge, whose children are the last ones, the same as an earlier one? Then the caller takes
  // it away before it asks again.
  bool last_repeats();

 private:
  // Edges by their numbers.
  struct Hash {
    using is_avalanching = void;
    const RepeatedEdges* of;
    std::size_t operator()(std::uint32_t i) const;
  };
  struct Equal {
    const RepeatedEdges* of;
    bool operator()(std::uint32_t i, std::uint32_t j) const;
  };
  bool same(const GraphEdge& a, const GraphEdge& b) const;

  const Expansion* all_;
  const std::vector<GraphEdge>* edges_;
  // All or none of the earlier edges: few are looked at one by one.
  FlatSet<std::uint32_t, Hash, Equal> known_;
};

// The graph of positions of type P. Base: PositionGraph, or a class derived from it.
template <Position P, class Base = PositionGraph>
class GraphOf : public Base {
 public:
  // Appends the components of `position`; returns the integer that they leave out.
  std::int64_t components(const P& position, std::vector<SignedNode>& out) {
    parts_.clear();
    const std::int64_t rest = position.split(parts_);
    for (const Summand<P>& part : parts_) {
      out.push_back(signed_node(intern(part.position), part.negated));
    }
    return rest;
  }

  // Requires a canonical summand.
  NodeId intern(const P& position) {
    const std::uint64_t hash = position.hash();
    if (const std::optional<NodeId> found = index_.find({hash, this, &position, &same}))
      return *found;
    CGT_EXPECTS(positions_.size() < std::numeric_limits<NodeId>::max() / 2, "2^31 positions");
    const auto fresh = static_cast<NodeId>(positions_.size());
    positions_.push_back(position);
    index_.insert(hash, fresh);
    return fresh;
  }

  const P& position(NodeId node) const { return positions_[node]; }

  void expand(NodeId node, Expansion& out, Budget& budget) override {
    out.clear();
    const P position = positions_[node];  // intern() moves the others
    for (const Player player : kPlayers) {
      if (kIsImpartial<P> && player == Player::kRight) break;
      std::vector<GraphEdge>& edges = out.edges[player];
      RepeatedEdges repeated(out, edges);
      for (const Option<P>& option : options_within(position, player, budget)) {
        GraphEdge edge;
        edge.first = static_cast<std::uint32_t>(out.children.size());
        edge.shift = option.shift + components(option.position, out.children);
        edge.may_repeat = option.may_repeat;
        edge.ko = option.ko;
        std::sort(out.children.begin() + edge.first, out.children.end());
        edge.last = static_cast<std::uint32_t>(out.children.size());
        edges.push_back(edge);
        if (repeated.last_repeats()) {
          out.children.resize(edge.first);
          edges.pop_back();
        }
      }
    }
  }

  std::optional<std::uint32_t> nim_value(NodeId node, Budget& budget) const override {
    if constexpr (KnowsNimValue<P>) {
      return positions_[node].nim_value(budget);
    } else {
      return {};
    }
  }

  std::size_t size() const override { return positions_.size(); }
  bool impartial() const override { return kIsImpartial<P>; }
  std::uint32_t depth_hint(NodeId node) const override { return cgt::depth_hint(positions_[node]); }
  std::optional<IntegerBounds> integer_bounds(NodeId node) const override {
    return cgt::integer_bounds(positions_[node]);
  }
  std::uint32_t move_count(NodeId node, Player player) const override {
    return static_cast<std::uint32_t>(positions_[node].options(player).size());
  }
  bool all_small(NodeId node) const override { return is_all_small(positions_[node]); }
  std::string text(NodeId node) const override { return positions_[node].text(); }
  std::uint64_t bytes() const override {
    return positions_.capacity() * sizeof(P) + index_.bytes();
  }

 private:
  static bool same(const void* graph, const void* position, NodeId node) {
    return static_cast<const GraphOf*>(graph)->positions_[node] == *static_cast<const P*>(position);
  }

  std::vector<P, HugePages<P>> positions_;
  NodeIndex index_;
  std::vector<Summand<P>> parts_;
};

}  // namespace cgt
