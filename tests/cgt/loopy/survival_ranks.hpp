// The order of loopy games a second time, on explicit graphs and by ranks: the rank of a triple
// (g, h, mover) is how many moves Left may have to wait for the next move that she likes to repeat
// for ever; more than there are triples is "for ever". Ranks only grow, so there is one least
// solution (Jurdzinski 2000, progress measures). Shares nothing with cgt/detail/loopy_survival.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "cgt/loopy/loopy_games.hpp"

namespace cgt::testing {

// Options are vertices of the same graph.
struct ExplicitGraph {
  std::vector<PerPlayer<std::vector<std::uint32_t>>> vertices;
};

inline LoopySystem system_of(const ExplicitGraph& graph) {
  LoopySystem system;
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) system.add();
  for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) {
    for (const Player player : kPlayers) {
      for (const std::uint32_t to : graph.vertices[v][player]) system.add_move(v, player, to);
    }
  }
  return system;
}

// All that a side leads to; vertex 0 is the side.
inline ExplicitGraph unfolded(LoopyGames& games, const LoopySide& side) {
  std::vector<LoopyId> queue{side.id};
  std::map<LoopyId, std::uint32_t> place{{side.id, 0}};
  ExplicitGraph graph;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    graph.vertices.emplace_back();
    for (const Player player : kPlayers) {
      const std::vector<LoopyId> options =
          queue[i].is_vertex() ? (*side.graph)[queue[i]][player] : games.options(queue[i], player);
      for (const LoopyId o : options) {
        const auto [it, fresh] = place.emplace(o, static_cast<std::uint32_t>(queue.size()));
        if (fresh) queue.push_back(o);
        graph.vertices[i][player].push_back(it->second);
      }
    }
  }
  return graph;
}

inline ExplicitGraph product(const ExplicitGraph& a, const ExplicitGraph& b) {
  const auto width = static_cast<std::uint32_t>(b.vertices.size());
  ExplicitGraph graph;
  for (std::uint32_t v = 0; v < a.vertices.size(); ++v) {
    for (std::uint32_t w = 0; w < width; ++w) {
      auto& options = graph.vertices.emplace_back();
      for (const Player player : kPlayers) {
        for (const std::uint32_t to : a.vertices[v][player])
          options[player].push_back(to * width + w);
        for (const std::uint32_t to : b.vertices[w][player])
          options[player].push_back(v * width + to);
      }
    }
  }
  return graph;
}

// Which g <= h in the side, for all vertices: result[g][h].
inline std::vector<std::vector<bool>> order_by_ranks(const ExplicitGraph& g, const ExplicitGraph& h,
                                                     Side side) {
  const std::size_t wide = h.vertices.size();
  const std::size_t pairs = g.vertices.size() * wide;
  const std::size_t never = 2 * pairs + 1;
  PerPlayer<std::vector<std::size_t>> rank;  // by who moves
  for (const Player mover : kPlayers) rank[mover].assign(pairs, 0);
  const auto lifted = [&](std::size_t v, std::size_t w, Player mover) {
    const bool left = mover == Player::kLeft;
    std::size_t best = left ? never : 0;
    const auto add = [&](std::size_t to, bool good) {
      const std::size_t r = rank[opponent(mover)][to];
      const std::size_t mine = r >= never ? never : good ? 0 : std::min(never, r + 1);
      best = left ? std::min(best, mine) : std::max(best, mine);
    };
    for (const std::uint32_t to : h.vertices[w][mover]) add(v * wide + to, side == Side::kOnside);
    for (const std::uint32_t to : g.vertices[v][opponent(mover)])
      add(to * wide + w, side == Side::kOffside);
    return best;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < g.vertices.size(); ++v) {
      for (std::size_t w = 0; w < wide; ++w) {
        for (const Player mover : kPlayers) {
          std::size_t& r = rank[mover][v * wide + w];
          const std::size_t next = lifted(v, w, mover);
          changed = changed || next > r;
          r = std::max(r, next);
        }
      }
    }
  }
  std::vector<std::vector<bool>> out(g.vertices.size(), std::vector<bool>(wide));
  for (std::size_t v = 0; v < g.vertices.size(); ++v) {
    for (std::size_t w = 0; w < wide; ++w) out[v][w] = rank[Player::kRight][v * wide + w] < never;
  }
  return out;
}

}  // namespace cgt::testing
