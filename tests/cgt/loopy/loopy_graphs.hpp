// Random graphs whose values may be loopy.
#pragma once

#include <random>

#include "tests/cgt/loopy/survival_ranks.hpp"

namespace cgt::testing {

inline ExplicitGraph random_graph(std::mt19937_64& random, std::size_t most) {
  ExplicitGraph graph;
  graph.vertices.resize(1 + random() % most);
  const std::size_t density = 1 + random() % 3;
  for (auto& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (std::size_t k = random() % (density + 1); k-- > 0;)
        options[player].push_back(static_cast<std::uint32_t>(random() % graph.vertices.size()));
    }
  }
  return graph;
}

}  // namespace cgt::testing
