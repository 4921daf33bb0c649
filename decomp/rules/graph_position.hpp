// GraphPosition: what a Position that is a labelled graph and nothing else does not have to write
// down. Its ruleset adds alphabet(), the moves and the split:
//
//   class Position : public graph::GraphPosition<Position> {
//    public:
//     using GraphPosition::GraphPosition;
//     static const graph::Alphabet& alphabet();
//     std::vector<Option<Position>> options(Player player) const;
//     std::int64_t split(std::vector<Summand<Position>>& sum) const;
//   };
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "decomp/rules/graph.hpp"

namespace cgt::graph {

template <class Derived>
class GraphPosition {
 public:
  GraphPosition() = default;
  // Requires a normal graph; what else a ruleset requires stands at its alphabet().
  explicit GraphPosition(Graph graph) : graph_(std::move(graph)) {}

  const Graph& graph() const { return graph_; }
  std::uint64_t hash() const { return graph_.hash(); }
  std::string text() const { return graph::text(graph_, Derived::alphabet()); }
  friend bool operator==(const GraphPosition&, const GraphPosition&) = default;

 protected:
  Graph graph_;
};

}  // namespace cgt::graph
