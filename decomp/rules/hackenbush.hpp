// Hackenbush (Conway 1976; Berlekamp, Conway, Guy 1982): edges hang together with the ground. A
// player cuts an edge of the player's colour, l for Left, r for Right, or a green one, e, which is
// for both; what is not connected with the ground any more is gone. Childish Hackenbush: an edge
// of a player's colour may be cut only if everything else still hangs together; green ones may be
// cut as in Hackenbush (the rule for green edges is CGSuite's).
//
// The ground is vertex 0: the first one of the text. What stands on the ground in different places
// is a sum; n edges of one colour alone are worth n to the player. In Hackenbush trees of red and blue edges
// are numbers, green ones nimbers, on whatever they stand (hackenbush.cpp): a stalk takes their place.
#pragma once

#include "decomp/rules/graph_position.hpp"

namespace cgt::hackenbush {

template <bool kChildish>
class Position : public graph::GraphPosition<Position<kChildish>> {
 public:
  // A graph that the constructor takes is connected, too.
  using graph::GraphPosition<Position>::GraphPosition;

  static const graph::Alphabet& alphabet();

  // `move` is the number of the edge.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

// Lines of the registry.
std::vector<RulesetEntry> hackenbush_entries();

}  // namespace cgt::hackenbush
