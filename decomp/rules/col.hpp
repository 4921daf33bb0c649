// Games on the vertices of a graph.
//
// Col (Vout; Conway 1976): a player colours a vertex none of whose neighbours the same player has
// coloured. Snort (Norton): none of whose neighbours the other player has coloured. A coloured
// vertex matters through its neighbours only, so it is taken out and they are tinted. In Snort L
// marks the vertices that only Left may still colour, R those that only Right may. In Col L marks
// the neighbours of Left's vertices, which only Right may colour, R those of Right's.
//
// An edge between two vertices of one tint (Col: of different tints) forbids nothing and is
// dropped; a vertex alone is worth 1 to the player who may colour it, * if both may. In Col paths and
// cycles without tints inside are numbers by formula, in Snort even cycles whose opposite vertices are plain
// or differ in tint are 0 (col.cpp). No formula is known for paths of Snort and other cycles.
//
// Node Kayles (Schaefer 1978): a player takes a vertex together with its neighbours, both players
// alike. Digraph placement (Clow, McKay 2024): vertices are L, R or . (for both); a player takes a
// vertex of the player's own together with all vertices that an edge leads to from it.
#pragma once

#include "decomp/rules/graph_position.hpp"

namespace cgt::col {

enum class Game { kCol, kSnort, kNodeKayles, kDigraphPlacement };

template <Game kGame>
class Position : public graph::GraphPosition<Position<kGame>> {
 public:
  using graph::GraphPosition<Position>::GraphPosition;

  static constexpr bool kImpartial = kGame == Game::kNodeKayles;
  static const graph::Alphabet& alphabet();

  // `move` is the vertex.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;

 private:
  static bool may_take(graph::Label tint, Player player);
};

// Lines of the registry.
std::vector<RulesetEntry> vertex_entries();

}  // namespace cgt::col
