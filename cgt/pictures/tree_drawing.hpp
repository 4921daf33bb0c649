// Laying out and drawing labelled game trees, whatever the nodes are: values (tree.hpp), loopy
// values (cgt/pictures/tree.hpp) or positions (decomp/solve/values/position_tree.hpp). Left's options
// slant to the left, Right's to the right. A move back to a node above, or to the same node, is a
// curve with an arrow, on the side of the player who moves. Search trees and Hasse diagrams have
// layouts of their own.
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
    const char* fill = nullptr;                    // a colour behind the label
  };
  struct Edge {
    enum class Kind {
      kMove,   // to a node below
      kBack,   // to a node that is not below, or to the same one: a pass
      kSide,   // no move: from a value to its onside (player: kLeft) or its offside (kRight)
      kCut,    // SVG only: a move that a search did not try
      kCover,  // SVG only: two elements of an order, nothing between
    };
    std::size_t from = 0;
    std::size_t to = 0;
    Player player = Player::kLeft;
    Kind kind = Kind::kMove;
  };
  // `children` is a tree even if nodes are shared; `edges` are all. Node 0 is the root.
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::string title;
  std::string note;  // below the drawing: what is not shown; empty if it is complete
  std::string
      text;  // in words, for who cannot see it; empty: how large it is, and the first options
  std::vector<double> columns;  // of the nodes; empty: Left's options to the left
};

// Columns for a tree in preorder with one mover at each node: parents above the middle of children.
void centre_parents(TreeDrawing& drawing);
// Columns for layers: nodes of one depth side by side, near to those that they are joined to.
void spread_layers(TreeDrawing& drawing);

// A complete <svg> element.
std::string tree_svg(const TreeDrawing& drawing);
// A Graphviz digraph: Left edges blue and solid, Right edges red and dashed; arrows on those that
// lead back.
std::string tree_dot(const TreeDrawing& drawing);
// A complete tikzpicture environment with the places of the SVG, one pixel 0.75 bp: Left edges blue and
// solid, Right edges red and dashed. It needs \usepackage{tikz}.
std::string tree_tikz(const TreeDrawing& drawing);

}  // namespace cgt
