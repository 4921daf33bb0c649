// Finite loopy graphs, and the words that name what their vertices lead to.
//
// A loopy game is a vertex of a finite directed graph with Left and Right edges; play may go on for
// ever, and is then a draw (Conway 1978; Berlekamp, Conway, Guy 1982, chapter 11; Siegel 2013,
// chapter VI). A stopper is one in which no play that alternates between the players is infinite,
// though one player may be able to pass for ever: on = {pass|} is a stopper, dud = {pass|pass} is
// not.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {

// One word that names a short game of a Store, a loopy stopper of a LoopyGames table, or a vertex of
// a graph that is being looked at. A value has exactly one word: a stopper that is equal to a short
// game is that game, so equality of stoppers is equality of words.
class CGT_API LoopyId {
 public:
  constexpr LoopyId() = default;
  constexpr LoopyId(GameId game) : word_(game.word()) {}  // NOLINT: a short game is a stopper
  static constexpr LoopyId loopy(std::uint32_t number) { return from_word(kLoopy | number); }
  static constexpr LoopyId vertex(std::uint32_t number) { return from_word(kVertex | number); }

  constexpr bool is_none() const { return word_ == 0; }
  constexpr bool is_short() const { return (word_ & (kLoopy | kVertex)) == 0; }
  constexpr bool is_loopy() const { return (word_ & kLoopy) != 0; }
  constexpr bool is_vertex() const { return (word_ & kVertex) != 0; }
  // Requires is_short().
  constexpr GameId game() const { return GameId::from_word(static_cast<std::uint32_t>(word_)); }
  // Requires is_loopy() or is_vertex().
  constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(word_); }
  constexpr std::uint64_t word() const { return word_; }

  friend constexpr bool operator==(LoopyId, LoopyId) = default;
  // Order of words: arbitrary but fixed. Not the order of games.
  friend constexpr std::strong_ordering operator<=>(LoopyId, LoopyId) = default;

 private:
  static constexpr std::uint64_t kLoopy = std::uint64_t{1} << 32U;
  static constexpr std::uint64_t kVertex = std::uint64_t{1} << 33U;
  static constexpr LoopyId from_word(std::uint64_t word) {
    LoopyId id;
    id.word_ = word;
    return id;
  }
  std::uint64_t word_ = 0;
};

// Options of a vertex: stoppers, or vertices of the same graph.
using LoopyOptions = PerPlayer<std::vector<LoopyId>>;

struct CGT_API LoopyGraph {
  std::vector<LoopyOptions> vertices;

  LoopyOptions& operator[](LoopyId v) { return vertices[v.number()]; }
  const LoopyOptions& operator[](LoopyId v) const { return vertices[v.number()]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(vertices.size()); }
};

// Strongly connected components among the vertices of the graph, each after all that it leads to
// (Tarjan 1972, with an explicit stack).
CGT_API std::vector<std::vector<std::uint32_t>> components(const LoopyGraph& graph, Store& store);

// Vertices from which play looks the same become one: bisimilar vertices are equal. The order of those
// that are left depends on what play from them looks like, not on the numbers of the vertices. Returns
// what each vertex has become.
CGT_API std::vector<std::uint32_t> merge_alike(LoopyGraph& graph, Store& store);

// A vertex, and who moves from it.
struct CGT_API LoopyMove {
  std::uint32_t vertex = 0;
  Player mover = Player::kLeft;
  friend bool operator==(const LoopyMove&, const LoopyMove&) = default;
};

// What play by turns can repeat in a graph. Stoppers among the options repeat nothing.
class CGT_API AlternatingCycles {
 public:
  AlternatingCycles(const LoopyGraph& graph, Store& store);
  bool any() const { return any_; }
  // Can play that alternates from v or a follower of v, whoever begins, go on for ever? A vertex for
  // which it cannot is a stopper.
  bool reachable_from(std::uint32_t v) const { return reach_[v]; }
  // Does the edge lie on an alternating cycle?
  bool on_cycle(LoopyMove from, LoopyId to) const;
  // One cycle that v can reach: each position with its mover, the first once. Empty: v is a stopper.
  std::vector<LoopyMove> witness(std::uint32_t v) const;

 private:
  static std::size_t key(LoopyMove m) { return std::size_t{m.vertex} * 2 + index(m.mover); }

  const LoopyGraph* graph_;
  std::vector<std::uint32_t> component_;  // of (vertex, mover)
  std::vector<bool> cyclic_;              // components with more than one element
  std::vector<bool> reach_;
  bool any_ = false;
};

}  // namespace cgt

template <>
struct std::hash<cgt::LoopyId> {
  std::size_t operator()(cgt::LoopyId id) const noexcept {
    return static_cast<std::size_t>(cgt::mix(id.word(), 0));
  }
};
