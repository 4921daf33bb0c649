// Drawings of game trees, as in the books: Left's options slant to the left, Right's to the right.
#pragma once

#include <string>

#include "cgt/loopy/loopy_games.hpp"

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

// Drawings of loopy values, as cgt/pictures/tree_drawing.hpp draws short ones. A move back to a game above is a
// curve with an arrow on the side of the player who makes it, a pass a curve from a game to itself.
// S & T stands at the top with dotted lines to S, the onside, and T, the offside.
//
// With style.shared each follower is drawn once. Without, each line of play has its own nodes until
// it comes back to a game that it has passed.

// A complete <svg> element. At least 3 nodes are drawn, so that both sides are there.
CGT_API std::string loopy_svg(LoopyGames& games, const LoopyValue& g, const TreeStyle& style = {});
// A Graphviz digraph: Left edges blue and solid, Right edges red and dashed, arrows on those that
// lead back.
CGT_API std::string loopy_dot(LoopyGames& games, const LoopyValue& g, const TreeStyle& style = {});
// A tikzpicture environment.
CGT_API std::string loopy_tikz(LoopyGames& games, const LoopyValue& g, const TreeStyle& style = {});

// The thermograph of a loopy value, as far as it has one: from temperature 0 up.
// Of a short game all of it; of a stopper that is near a short game, up to infinitesimals, the part from
// temperature 0 up, and upright walls below, which say nothing. Throws Error where play comes back to a
// position that is close to no number (LoopyGames::modulo_infinitesimals).
CGT_API Thermograph thermograph_of(LoopyGames& games, const LoopyValue& g);

}  // namespace cgt
