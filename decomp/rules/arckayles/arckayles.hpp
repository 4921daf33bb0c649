// Arc Kayles (Schaefer 1978): a player takes an edge, its ends and all edges at them. Partizan Arc
// Kayles: edges are l for Left, r for Right, e for both. On a path of n vertices Arc Kayles is
// Dawson's Kayles with a heap of n.
#pragma once

#include "decomp/rules/graph/graph.hpp"

namespace cgt::arckayles {

template <bool kPartizan>
class Position {
 public:
  static constexpr bool kImpartial = !kPartizan;
  static const graph::Alphabet& alphabet();

  Position() = default;
  // Requires a normal graph.
  explicit Position(graph::Graph graph) : graph_(std::move(graph)) {}

  const graph::Graph& graph() const { return graph_; }
  // `move` is the number of the edge.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
  std::uint64_t hash() const { return graph_.hash(); }
  std::string text() const { return graph::text(graph_, alphabet()); }
  friend bool operator==(const Position&, const Position&) = default;

 private:
  graph::Graph graph_;
};

// Lines of the registry.
std::vector<RulesetEntry> arckayles_entries();

}  // namespace cgt::arckayles
