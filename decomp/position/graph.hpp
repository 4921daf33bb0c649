// PositionGraph: the positions of one ruleset as numbered nodes, expanded on demand. Algorithms
// that need no more than the graph see this type and are compiled once, not once for every ruleset.
//
// A node is a canonical summand (Position::split); play in its negative is play in the same node
// with the players exchanged. So a *signed* node names a component of a position: 2 * node, or
// 2 * node + 1 for the negative.
//
// Thread rule: a graph belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/hash.hpp"
#include "cgt/support/segmented_vector.hpp"
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
  // Puts the children of each edge in ascending order, and drops edges equal to one before.
  void list_once();
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

// The moves of one position of a graph, before what they lead to is looked up there. For many rulesets
// that is most of the work, and it does not touch the graph: any thread may do it.
class CGT_API MovesDraft {
 public:
  MovesDraft() = default;
  MovesDraft(const MovesDraft&) = delete;
  MovesDraft& operator=(const MovesDraft&) = delete;
  virtual ~MovesDraft() = default;
  // Throws BudgetExhausted; then it may be tried again.
  virtual void generate(Budget& budget) = 0;

  std::uint64_t nodes = 0;  // of a budget, spent on it: for who generates it
};

class CGT_API PositionGraph {
 public:
  PositionGraph() = default;
  PositionGraph(const PositionGraph&) = delete;
  PositionGraph& operator=(const PositionGraph&) = delete;
  virtual ~PositionGraph() = default;

  // Replaces `out` by the moves of the node; new children get the next numbers. Throws
  // BudgetExhausted; then `out` holds nothing of use, and the graph is as valid as before.
  virtual void expand(NodeId node, Expansion& out, Budget& budget) = 0;
  // The same in two steps: begin_draft() copies the position into `draft`, one of new_draft(), and
  // expand() finishes what draft.generate() has made of it since. Where new_draft() is null there are
  // none.
  virtual std::unique_ptr<MovesDraft> new_draft() const { return nullptr; }
  virtual void begin_draft(NodeId /*node*/, MovesDraft& /*draft*/) const {}
  virtual void expand(MovesDraft& /*draft*/, Expansion& /*out*/) {}
  // The nim value, if the ruleset knows it without search. Throws BudgetExhausted.
  virtual std::optional<std::uint32_t> nim_value(NodeId node, Budget& budget) const = 0;
  // The value, if the ruleset knows it without search.
  virtual std::optional<Nus> known_value(NodeId /*node*/) const { return std::nullopt; }
  // One of the two, if the ruleset knows it. Throws BudgetExhausted.
  std::optional<Nus> value_without_search(NodeId node, Budget& budget) const;
  virtual std::size_t size() const = 0;
  // Both players have the same moves everywhere: values are nimbers, and edges[kLeft] is enough.
  virtual bool impartial() const = 0;
  // In every follower of the node both players can move, or neither, and play ends: so it is infinitesimal.
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
  void note_memory(Budget& budget) { note_memory(budget, bytes()); }
  // The same where another thread owns the graph, which has told how much that is.
  void note_memory(Budget& budget, std::uint64_t bytes) { meter_.set(budget, bytes); }

 private:
  MemoryMeter meter_;
};

// A position type that knows positions in whose every follower both players can move, or neither,
// and in which play ends, says so:
//   bool all_small() const;
// Impartial types that do not say so have only such positions.
template <class P>
bool is_all_small(const P& position) {
  if constexpr (requires {
                  { position.all_small() } -> std::same_as<bool>;
                }) {
    return position.all_small();
  } else {
    return kIsImpartial<P>;
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

// A position type that cuts up what a move leaves of a canonical summand faster than any position says so:
//   std::int64_t split_after(const P& after, std::vector<Summand<P>>& sum) const;
// with the result of after.split(sum).
template <class P>
std::int64_t split_after(const P& before, const P& after, std::vector<Summand<P>>& sum) {
  if constexpr (requires { before.split_after(after, sum); }) {
    return before.split_after(after, sum);
  } else {
    return after.split(sum);
  }
}

// Which node a position is: a table of positions of any type. It keeps hashes of 32 bits, and asks the
// graph only about nodes whose hashes agree. So it grows without looking at a position. Slots are
// probed one after the other, at most five eighths of them are taken: nearly always one line of a cache
// is read, and prefetch() asks for it ahead.
class CGT_API NodeIndex {
 public:
  // The node with this hash for which same(node) holds.
  template <class Same>
  std::optional<NodeId> find(std::uint64_t hash, Same same) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t kept = kept_hash(hash);
    for (std::size_t i = place(hash);; i = (i + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[i];
      if (slot.taken == 0) return std::nullopt;
      if (slot.hash == kept && same(slot.taken - 1)) return slot.taken - 1;
    }
  }
  // The first node that find() would ask about; none if it would ask about none.
  std::optional<NodeId> candidate(std::uint64_t hash) const {
    return find(hash, [](NodeId) { return true; });
  }
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place(hash)]);
  }
  // Requires that no node in it has this position.
  void insert(std::uint64_t hash, NodeId node);
  std::uint64_t bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t taken = 0;  // the node + 1; 0: free
  };

  static std::uint32_t kept_hash(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
  }
  // By the kept half alone, which is mixed here: many hashes are good in some bits only.
  std::size_t place(std::uint64_t hash) const { return home(kept_hash(hash)); }
  std::size_t home(std::uint32_t kept) const {
    return static_cast<std::size_t>(kept * 0x9E3779B97F4A7C15ULL >> shift_);
  }
  void put(Slot slot);
  void grow();

  std::vector<Slot, HugePages<Slot>> slots_;  // a power of two of them
  std::size_t count_ = 0;
  unsigned shift_ = 0;  // 64 - log2 of the number of slots
};

class AnyPosition;

// A graph that takes positions as AnyPosition (ruleset.hpp), which makes it, too.
class CGT_API AnyGraph : public PositionGraph {
 public:
  // Appends the components of the position; returns the integer that they leave out. Requires a
  // position of the type that the graph was made for.
  virtual std::int64_t components(const AnyPosition& position, std::vector<SignedNode>& out) = 0;

  // Searches in several threads, each with a graph of its own, can tell each other which positions
  // they mean: by the nodes of a graph that they ask in turn.
  // An empty graph for that, of the type of this one; null if its positions belong to one thread.
  virtual std::unique_ptr<AnyGraph> new_graph() const { return nullptr; }
  // Of the position, the same in all graphs of the type. Requires new_graph().
  virtual std::uint64_t hash(NodeId node) const;
  // The node that the position of another graph's node has here. Requires new_graph(), and the same type.
  virtual NodeId node_of(const AnyGraph& other, NodeId node);
};

// What a graph of positions of any type has that does not depend on their type.
class CGT_API IndexedGraph : public AnyGraph {
 protected:
  IndexedGraph();
  ~IndexedGraph() override;

  // For each of the hashes, the node that it may be, or kNoNode, in near_. All are looked up together,
  // so that waits for memory overlap.
  void look_up(const std::vector<std::uint64_t>& hashes);

  static constexpr NodeId kNoNode = ~NodeId{0};
  NodeIndex index_;
  std::vector<NodeId> near_;  // scratch
};

// The graph of positions of type P.
template <Position P>
class GraphOf final : public IndexedGraph {
  // The parts of all moves of a position, and their hashes.
  struct Parts {
    std::vector<Summand<P>> summands;
    std::vector<std::uint64_t> hashes;

    // The edges name the parts by their places here. The index, if there is one, is asked for ahead.
    void generate(const P& position, Expansion& out, const NodeIndex* index, Budget& budget) {
      out.clear();
      summands.clear();
      hashes.clear();
      for (const Player player : kPlayers) {
        if (kIsImpartial<P> && player == Player::kRight) break;
        const auto options = options_within(position, player, budget);
        std::vector<GraphEdge>& edges = out.edges[player];
        edges.resize(options.size());
        for (std::size_t i = 0; i < options.size(); ++i) {
          const Option<P>& option = options[i];
          GraphEdge& edge = edges[i];
          edge.first = static_cast<std::uint32_t>(summands.size());
          edge.shift = option.shift + split_after(position, option.position, summands);
          edge.last = static_cast<std::uint32_t>(summands.size());
          edge.may_repeat = option.may_repeat;
          edge.ko = option.ko;
          for (std::size_t k = edge.first; k < summands.size(); ++k) {
            hashes.push_back(summands[k].position.hash());
            if (index != nullptr) index->prefetch(hashes.back());
          }
        }
      }
    }
  };
  struct Draft final : MovesDraft {
    std::optional<P> position;
    Expansion moves;  // without children
    Parts parts;
    void generate(Budget& budget) override { parts.generate(*position, moves, nullptr, budget); }
  };

 public:
  // Its body is in ruleset.hpp.
  std::int64_t components(const AnyPosition& position, std::vector<SignedNode>& out) override;
  // Appends the components of `position`; returns the integer that they leave out.
  std::int64_t components(const P& position, std::vector<SignedNode>& out) {
    std::vector<Summand<P>>& parts = parts_.summands;
    parts.clear();
    const std::int64_t rest = position.split(parts);
    for (const Summand<P>& part : parts) {
      out.push_back(signed_node(intern(part.position), part.negated));
    }
    return rest;
  }

  // Requires a canonical summand.
  NodeId intern(const P& position) { return intern(position, position.hash()); }

  const P& position(NodeId node) const { return positions_[node]; }

  void expand(NodeId node, Expansion& out, Budget& budget) override {
    parts_.generate(positions_[node], out, &index_, budget);
    link(parts_, out);
  }

  std::unique_ptr<MovesDraft> new_draft() const override { return std::make_unique<Draft>(); }
  void begin_draft(NodeId node, MovesDraft& draft) const override {
    static_cast<Draft&>(draft).position.emplace(positions_[node]);
  }
  void expand(MovesDraft& draft, Expansion& out) override {
    auto& made = static_cast<Draft&>(draft);
    std::swap(out, made.moves);
    link(made.parts, out);
  }

  std::optional<std::uint32_t> nim_value(NodeId node, Budget& budget) const override {
    if constexpr (KnowsNimValue<P>) {
      return positions_[node].nim_value(budget);
    } else {
      return {};
    }
  }

  std::optional<Nus> known_value(NodeId node) const override {
    if constexpr (KnowsValue<P>) {
      return positions_[node].known_value();
    } else {
      return std::nullopt;
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
  std::unique_ptr<AnyGraph> new_graph() const override { return std::make_unique<GraphOf>(); }
  std::uint64_t hash(NodeId node) const override { return positions_[node].hash(); }
  NodeId node_of(const AnyGraph& other, NodeId node) override {
    return intern(static_cast<const GraphOf&>(other).positions_[node]);
  }
  std::uint64_t bytes() const override { return positions_.bytes() + index_.bytes(); }

 private:
  NodeId intern(const P& position, std::uint64_t hash) {
    const auto same = [&](NodeId node) { return positions_[node] == position; };
    if (const std::optional<NodeId> found = index_.find(hash, same)) return *found;
    CGT_EXPECTS(positions_.size() < std::numeric_limits<NodeId>::max() / 2, "2^31 positions");
    const auto fresh = static_cast<NodeId>(positions_.size());
    positions_.emplace_back(position);
    index_.insert(hash, fresh);
    return fresh;
  }

  // Puts in what the parts of all moves are in the graph.
  void link(const Parts& parts, Expansion& out) {
    look_up(parts.hashes);
    for (const NodeId near : near_) {
      if (near != kNoNode) __builtin_prefetch(&positions_[near]);
    }
    out.children.resize(parts.summands.size());
    for (std::size_t i = 0; i < parts.summands.size(); ++i) {
      const Summand<P>& part = parts.summands[i];
      const bool found = near_[i] != kNoNode && positions_[near_[i]] == part.position;
      const NodeId child = found ? near_[i] : intern(part.position, parts.hashes[i]);
      out.children[i] = signed_node(child, part.negated);
    }
    out.list_once();
  }

  SegmentedVector<P> positions_;
  Parts parts_;  // scratch
};

}  // namespace cgt
