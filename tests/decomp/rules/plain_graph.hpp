// Texts of positions on graphs, read and written a second time: recursive, on strings and lists,
// for small graphs as the rulesets print them. What moves are compared with.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace cgt::testing {

struct PlainEdge {
  int from = 0;  // of ">"; of others either end
  int to = 0;
  char label = '-';
};

struct PlainGraph {
  std::string labels;  // a character a vertex, '.' for none
  std::vector<PlainEdge> edges;

  // The other ends of the edges at v; `away`: only of those that lead away. Without v itself.
  std::set<int> neighbours(int v, bool away = false) const;
};

PlainGraph read_plain(const std::string& text);
// The text of a normal graph (decomp/rules/graph.hpp) of the vertices that are not gone.
std::string write_plain(const PlainGraph& graph, const std::set<int>& gone = {});
// Vertices from `first` on in reverse order; edges stay where they are.
PlainGraph renumbered(const PlainGraph& graph, int first);

}  // namespace cgt::testing
