// Drawings of game trees, as in the books: Left's options slant to the left, Right's to the right.
#pragma once

#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/api.hpp"

namespace cgt {

struct CGT_API TreeStyle {
  // At most so many nodes are drawn, nearest to the root first; a node says how many of its options
  // are left out ("... 3 more"), and a line below how large the whole is.
  std::size_t max_nodes = 60;
  // Draw each follower once, at the end of all lines that lead there; else each line of play has
  // its own node.
  bool shared = false;
  // Draw the options of number-up-stars too; else they are leaves.
  bool expand_names = false;
  // Games whose text is longer than this many characters are drawn as dots; number-up-stars always
  // have their name. 0: all others are dots.
  std::size_t name_length = 16;
};

// A complete <svg> element.
CGT_API std::string game_tree_svg(Store& store, GameId g, const TreeStyle& style = {});
// A Graphviz digraph: Left edges blue and solid, Right edges red and dashed.
CGT_API std::string game_tree_dot(Store& store, GameId g, const TreeStyle& style = {});
// A tikzpicture environment.
CGT_API std::string game_tree_tikz(Store& store, GameId g, const TreeStyle& style = {});

}  // namespace cgt
