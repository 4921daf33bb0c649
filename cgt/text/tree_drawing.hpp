// Laying out and drawing labelled game trees, whatever the nodes are: values (tree.hpp) or
// positions (decomp/solve/values/position_tree.hpp). Left's options slant to the left, Right's to
// the right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/player.hpp"

namespace cgt {

struct TreeDrawing {
  struct Node {
    std::string label;  // empty: a dot
    std::size_t depth = 0;
    PerPlayer<std::vector<std::size_t>> children;  // placed below this node
    std::uint64_t omitted = 0;                     // options not drawn
  };
  struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    Player player = Player::kLeft;
  };
  // `children` is a tree even if nodes are shared; `edges` are all. Node 0 is the root.
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::string title;
  std::string note;  // below the drawing: what is not shown; empty if it is complete
};

// A complete <svg> element.
std::string tree_svg(const TreeDrawing& drawing);
// A Graphviz digraph: Left edges blue and solid, Right edges red and dashed.
std::string tree_dot(const TreeDrawing& drawing);

}  // namespace cgt
