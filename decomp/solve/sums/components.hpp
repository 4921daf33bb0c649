// Components: the summands that a search over sums sees, of any rulesets and of values, under one
// numbering, with their values where those are cheap.
//
// A *part* is a word: the graph that it belongs to above its signed node, or 0 above a canonical
// form. A *sum* is a game (all that was added up) plus a multiset of parts.
//
// Cost model. The value of a component replaces all search below it, but the canonical form of a
// large board may be out of reach. So a component is valued in tries: a tiny one when it is first
// seen, a larger one when four sums that hold it are searched, the next when four times as many sums
// were, with four times the allowance of nodes. What a failed try solved stays known. The work for
// values therefore stays in proportion to the search, and components that matter are valued first.
// (A try of two nodes at the first such sum failed in all but 12 of 324,000 cases, and cost a quarter of
// the time.)
//
// Throughout: BudgetExhausted leaves the tables valid. Thread rule: that of the store's handle.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/position/ruleset.hpp"
#include "decomp/solve/sums/sum_table.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "decomp/solve/values/sum_state.hpp"

namespace cgt::db {
class Table;
}

namespace cgt::solve {

class StoredValues;

using Part = std::uint64_t;
using Parts = SmallVector<Part, 6>;

// game + the parts.
struct CGT_API PartSum {
  GameId game = kZero;
  Parts parts;  // ascending, once normalised
};

// Sums in one block of words: of each, its game and how many parts it has, then these.
class CGT_API SumList {
 public:
  struct View {
    GameId game;
    std::span<const Part> parts;
  };
  class Iterator {
   public:
    explicit Iterator(const Part* at) : at_(at) {}
    View operator*() const {
      return {GameId::from_word(static_cast<std::uint32_t>(*at_)),
              {at_ + 1, static_cast<std::size_t>(*at_ >> 32U)}};
    }
    Iterator& operator++() {
      at_ += 1 + (*at_ >> 32U);
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Part* at_;
  };

  Iterator begin() const { return Iterator(words_.data()); }
  Iterator end() const { return Iterator(words_.data() + words_.size()); }
  bool empty() const { return words_.empty(); }
  void clear() { words_.clear(); }
  void push_back(GameId game, std::span<const Part> parts) {
    words_.push_back(Part{parts.size()} << 32U | game.word());
    words_.insert(words_.end(), parts.begin(), parts.end());
  }
  // Gives back what it has taken beyond its need.
  void shrink_to_fit() { words_.shrink_to_fit(); }
  std::uint64_t bytes() const { return words_.capacity() * sizeof(Part); }

 private:
  std::vector<Part> words_;
};

struct CGT_API ComponentOptions {
  // Components with at most this many moves left are valued when they are first seen, as far as
  // `small_try` nodes suffice.
  std::uint32_t small_depth = 4;
  std::uint64_t small_try = 64;
  // Nodes that the try at a component just seen may take where it is not known how many moves are
  // left; 0: nothing is valued, everything is searched.
  std::uint64_t first_try = 4;
  // Nodes of the first try at a component of sums that are searched.
  std::uint64_t second_try = 32;
  // Games are added up as long as the product of their sizes (numbers of followers) is at most
  // this.
  std::uint64_t largest_sum = 4;
};

class CGT_API Components {
 public:
  // The store must outlive it.
  explicit Components(Store& store, const ComponentOptions& options = {});
  ~Components();

  // sum += position, or its negative. `known`: a table of its ruleset, which must outlive this, or
  // null; what it knows is taken over.
  void add(const AnyPosition& position, bool negated, PartSum& sum,
           const db::Table* known = nullptr);
  void add(GameId game, PartSum& sum);

  // Values what is cheap, adds it up, and drops G + -G where play in G ends: copying the opponent does
  // not win what can go on for ever. Throws BudgetExhausted, Error for loopy games.
  void normalise(PartSum& sum, Budget& budget);
  // The sum is about to be searched: tries harder to value its parts. True if that changed it; then
  // it is normalised.
  bool promote(PartSum& sum, Budget& budget);
  // Values all parts, whatever it takes: the last resort where a search met play that can repeat.
  // Throws LoopySum if that matters, and BudgetExhausted.
  void value_all(const PartSum& sum, Budget& budget);
  PartSum negated(const PartSum& sum) { return negated(sum.game, sum.parts); }
  PartSum negated(GameId game, std::span<const Part> parts);

  Part negative(Part part);

  // What Left's moves in a part make of it, without repetitions, each as its negative: the sum that
  // the opponent is left with, who moves next and is Left there. The reference holds until the next
  // call. Throws LoopySum if one may repeat.
  const SumList& replies(Part part, Budget& budget);

  // Both players have the same moves wherever there is one: all values are infinitesimal.
  bool all_small(Part part) const;
  // The parts of a sum whose values are not known.
  std::size_t open_parts(const PartSum& sum);
  bool is_game(Part part) const { return graph_of(part) == 0; }
  GameId game(Part part) const { return GameId::from_word(static_cast<std::uint32_t>(part)); }
  Part part(GameId game) const { return game.word(); }

  // What is valued here and by other searches of the same store goes by way of `shared`, which must
  // outlive this or the next call; null: nothing does. Requires that several threads may have graphs of
  // what is added from then on (AnyGraph::new_graph()).
  void share(SumTable* shared);
  // The parts as `shared` names them. Requires it.
  SumTable::Key key(std::span<const Part> parts);

  // Integers between which the value lies, as the ruleset knows it. Requires that it is not a game.
  std::optional<IntegerBounds> bounds(Part part);

  // The approximate number of moves of Left and Right in the part.
  PerPlayer<std::uint32_t> mobility(Part part);

  struct Figures {
    std::uint64_t components = 0;  // that the search met
    std::uint64_t valued = 0;      // of them, with a value
    std::uint64_t tries = 0;
    std::uint64_t evaluated = 0;  // positions expanded for values
    std::uint64_t known = 0;      // components whose values were known before

    Figures& operator+=(const Figures& other) {
      components += other.components;
      valued += other.valued;
      tries += other.tries;
      evaluated += other.evaluated;
      known += other.known;
      return *this;
    }
    // What came since `before`.
    Figures operator-(const Figures& before) const {
      return {components - before.components, valued - before.valued, tries - before.tries,
              evaluated - before.evaluated, known - before.known};
    }
  };
  Figures figures() const;
  std::uint64_t bytes() const;
  // Tells the budget what its own tables hold; those of the searches tell themselves. Throws
  // BudgetExhausted.
  void note_memory(Budget& budget) { meter_.set(budget, own_bytes()); }

 private:
  static constexpr std::uint16_t kNotCounted = 0xFFFF;
  static constexpr std::int32_t kNotBounded = std::numeric_limits<std::int32_t>::max();
  static constexpr std::int32_t kNoBounds = kNotBounded - 1;
  struct Node {
    GameId value;                           // none: not known
    SumTable::Component* shared = nullptr;  // once it was asked for
    std::uint32_t met = 0;                  // in sums searched
    PerPlayer<std::uint32_t> moves{};       // places in Graph::moves, plus one
    PerPlayer<std::uint16_t> mobility{{kNotCounted, 0}};
    PerPlayer<std::int32_t> bounds{{kNotBounded, 0}};  // Left's is the upper one
    std::uint8_t tries = 0;
    bool seen = false;
  };
  struct Moves {
    SumList options;
    SumList negated;                // the same ones, once they were wanted
    std::uint32_t compiled_at = 0;  // `met` then
  };
  struct Graph {
    const std::type_info* type;
    const db::Table* table;
    std::unique_ptr<StoredValues> known;  // of that table; null: none
    std::unique_ptr<AnyGraph> graph;
    std::unique_ptr<GraphSearch> search;
    PlayEnds ends;
    SegmentedVector<Node> nodes;
    SegmentedVector<Moves> moves;
    SumTable::Kind* kind = nullptr;  // once it was asked for
  };

  static std::uint32_t graph_of(Part part) { return static_cast<std::uint32_t>(part >> 32U); }
  static SignedNode signed_node_of(Part part) { return static_cast<SignedNode>(part); }
  Graph& graph(Part part) { return graphs_[graph_of(part) - 1]; }
  const Graph& graph(Part part) const { return graphs_[graph_of(part) - 1]; }
  Part make_part(std::uint32_t graph, SignedNode v) const;

  std::uint32_t graph_for(const AnyPosition& position, const db::Table* known);
  std::uint64_t own_bytes() const;
  Node& node(Graph& graph, NodeId id);
  // The value of the part if it is known, or found at once.
  GameId value(Part part, Budget& budget);
  GameId signed_value(Graph& graph, SignedNode v);
  GameId evaluate(Graph& graph, NodeId id, std::uint64_t nodes, Budget& budget);
  SumTable::Component& shared_component(Graph& graph, NodeId id);
  // Is it time for another try at a component of a sum that is searched? Counts the sum and the try.
  bool wants_try(Node& node, std::uint64_t& nodes);
  Moves& moves(Part part, Player player, Budget& budget);
  SumList compile(std::uint32_t graph, NodeId id, Player player, Budget& budget);
  void add_game(GameId game, PartSum& sum);
  std::uint64_t size(GameId game);
  void sort_and_cancel(PartSum& sum, Budget& budget);
  // Is it known that play in the part ends? Throws LoopySum if it need not.
  bool ends(Part part, Budget& budget);

  Store& store_;
  ComponentOptions options_;
  SumTable* shared_ = nullptr;
  std::vector<Graph> graphs_;
  FlatMap<GameId, std::uint32_t> sizes_;
  Expansion expansion_;
  SumList game_replies_;
  Figures figures_;
  MemoryMeter meter_;
};

}  // namespace cgt::solve
