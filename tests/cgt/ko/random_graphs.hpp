// Random score graphs.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "cgt/ko/graph.hpp"

namespace cgt::testing {

// Of two to `most` nodes n0, n1, ...; some moves are taken back by the other player.
inline KoGraph random_ko_graph(std::mt19937_64& random, std::uint32_t most) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<KoNode> nodes(2 + below(most - 1));
  const auto count = static_cast<std::uint32_t>(nodes.size());
  for (std::uint32_t v = 0; v < count; ++v) {
    nodes[v].name = "n" + std::to_string(v);
    for (const Player player : kPlayers) {
      const std::uint32_t options = below(8) == 0 ? 0 : 1;
      for (std::uint32_t i = 0; i < options; ++i) {
        nodes[v].options[player].push_back(
            {std::nullopt, Dyadic(static_cast<std::int64_t>(below(41)) - 20, below(8) == 0)});
      }
    }
    // A move on, and perhaps back.
    if (v + 1 == count || below(4) == 0) continue;
    const std::uint32_t to = below(6) == 0 ? below(count) : v + 1 + below(count - v - 1);
    const Player player = below(2) == 0 ? Player::kLeft : Player::kRight;
    const Dyadic points(below(6) == 0 ? static_cast<std::int64_t>(below(5)) - 2 : 0);
    nodes[v].options[player].push_back({to, points});
    if (below(3) != 0) {
      nodes[to].options[opponent(player)].push_back({v, below(12) == 0 ? Dyadic(1) : -points});
    }
  }
  return KoGraph(std::move(nodes));
}

// Does the root have a move that is taken back?
inline bool takes_ko(const KoGraph& graph) {
  for (const Player player : kPlayers) {
    for (const KoOption& there : graph[0].options[player]) {
      if (!there.node) continue;
      for (const KoOption& back : graph[*there.node].options[opponent(player)]) {
        if (back.node == 0U) return true;
      }
    }
  }
  return false;
}

}  // namespace cgt::testing
