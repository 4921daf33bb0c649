// Arc Kayles (Schaefer 1978): a player takes an edge, its ends and all edges at them. Partizan Arc
// Kayles: edges are l for Left, r for Right, e for both. On a path of n vertices Arc Kayles is
// Dawson's Kayles with a heap of n.
#pragma once

#include "decomp/rules/graph_position.hpp"

namespace cgt::arckayles {

template <bool kPartizan>
class Position : public graph::GraphPosition<Position<kPartizan>> {
 public:
  using graph::GraphPosition<Position>::GraphPosition;

  static constexpr bool kImpartial = !kPartizan;
  static const graph::Alphabet& alphabet();

  // `move` is the number of the edge.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

// Lines of the registry.
std::vector<RulesetEntry> arckayles_entries();

}  // namespace cgt::arckayles
