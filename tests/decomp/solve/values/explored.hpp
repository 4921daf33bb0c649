// Graphs of positions as the rules list them, and what plain sweeps over them say: values by ranks,
// forced wins by retrograde analysis.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "decomp/position/ruleset.hpp"
#include "tests/cgt/loopy/survival_ranks.hpp"

namespace cgt::testing {

// All positions that moves(position, player) lead to, by their texts. Vertex 0 is the root.
template <class Position, class Text, class Moves>
ExplicitGraph explored(const Position& root, const Text& text, const Moves& moves) {
  std::vector<Position> queue{root};
  std::map<std::string, std::uint32_t> place{{text(root), 0}};
  ExplicitGraph graph;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    graph.vertices.emplace_back();
    for (const Player player : kPlayers) {
      const std::vector<Position> options = moves(queue[i], player);
      for (const Position& option : options) {
        const auto [it, fresh] =
            place.emplace(text(option), static_cast<std::uint32_t>(queue.size()));
        if (fresh) queue.push_back(option);
        graph.vertices[i][player].push_back(it->second);
      }
    }
  }
  return graph;
}

// As the rules list them: no parts, no symmetries, no components.
inline ExplicitGraph explored(const AnyPosition& root) {
  return explored(
      root, [](const AnyPosition& position) { return position.text(); },
      [](const AnyPosition& from, Player player) {
        std::vector<AnyPosition> out;
        for (const Option<AnyPosition>& option : from.options(player)) {
          REQUIRE(option.shift == 0);
          out.push_back(option.position);
        }
        return out;
      });
}

// Left survives in both directions and with both ways to count infinite play, by ranks.
inline bool equal_by_ranks(LoopyGames& games, const ExplicitGraph& graph, const LoopyValue& value) {
  return std::ranges::all_of(kSides, [&](Side side) {
    const ExplicitGraph other = unfolded(games, value.side(side));
    return order_by_ranks(graph, other, side)[0][0] && order_by_ranks(other, graph, side)[0][0];
  });
}

// The positions in which `winner` can force the end of the opponent's moves, who moves from there:
// retrograde analysis of the graph of positions, by sweeps.
inline PerPlayer<std::vector<bool>> forced_wins(const ExplicitGraph& graph, Player winner) {
  PerPlayer<std::vector<bool>> wins;  // by who moves
  for (const Player mover : kPlayers) wins[mover].assign(graph.vertices.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
      for (const Player mover : kPlayers) {
        const auto& moves = graph.vertices[v][mover];
        const auto won = [&](std::uint32_t to) { return wins[opponent(mover)][to]; };
        const bool now =
            mover == winner ? std::ranges::any_of(moves, won) : std::ranges::all_of(moves, won);
        if (now && !wins[mover][v]) {
          wins[mover][v] = true;
          changed = true;
        }
      }
    }
  }
  return wins;
}

}  // namespace cgt::testing
