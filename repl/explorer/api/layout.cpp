// Where the vertices of a graph stand. Only ink: nothing that is told depends on it.
#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "repl/explorer/api/picture.hpp"

namespace cgt::repl {
namespace {

using Places = std::vector<std::array<double, 2>>;

constexpr std::size_t kRounds = 200;
// Forces grow with the square of the vertices: larger graphs stay on their circle.
constexpr std::size_t kMostForced = 80;
constexpr double kMargin = 0.06;

Places on_circle(std::size_t vertices) {
  Places places(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    const double angle =
        2 * std::numbers::pi * static_cast<double>(v) / static_cast<double>(vertices);
    places[v] = {std::sin(angle), -std::cos(angle)};
  }
  return places;
}

std::vector<std::vector<std::size_t>> neighbours_in(const lang::DrawnGraph& graph) {
  std::vector<std::vector<std::size_t>> near(graph.labels.size());
  for (const auto& edge : graph.edges) {
    if (edge.from == edge.to) continue;
    near[edge.from].push_back(edge.to);
    near[edge.to].push_back(edge.from);
  }
  return near;
}

// Vertices by their distance from the ground, those of one row side by side in the order of their
// neighbours below.
Places above_ground(const lang::DrawnGraph& graph) {
  const auto near = neighbours_in(graph);
  std::vector<std::vector<std::size_t>> rows{{0}};
  std::vector<bool> seen(graph.labels.size(), false);
  seen[0] = true;
  while (!rows.back().empty()) {
    std::vector<std::size_t> next;
    for (const std::size_t v : rows.back()) {
      for (const std::size_t w : near[v]) {
        if (seen[w]) continue;
        seen[w] = true;
        next.push_back(w);
      }
    }
    rows.push_back(std::move(next));
  }
  rows.pop_back();
  for (std::size_t v = 0; v < seen.size(); ++v) {
    if (!seen[v]) rows.back().push_back(v);
  }
  Places places(graph.labels.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      places[rows[r][i]] = {static_cast<double>(i + 1) / static_cast<double>(rows[r].size() + 1),
                            -static_cast<double>(r)};
    }
  }
  return places;
}

// Springs and repulsion (Fruchterman, Reingold 1991), begun on a circle, with steps that shrink.
Places by_forces(const lang::DrawnGraph& graph, Budget& budget) {
  const std::size_t n = graph.labels.size();
  Places places = on_circle(n);
  const double wanted = 1.6 / std::sqrt(static_cast<double>(n));
  for (std::size_t round = 0; round < kRounds; ++round) {
    budget.charge(n * n / 16 + 1);
    Places force(n, {0, 0});
    const auto push = [&](std::size_t v, std::size_t w, double strength) {
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double part = strength * (places[v][axis] - places[w][axis]);
        force[v][axis] += part;
        force[w][axis] -= part;
      }
    };
    const auto distance = [&](std::size_t v, std::size_t w) {
      return std::max(1e-3, std::hypot(places[v][0] - places[w][0], places[v][1] - places[w][1]));
    };
    for (std::size_t v = 0; v < n; ++v) {
      for (std::size_t w = v + 1; w < n; ++w) {
        const double d = distance(v, w);
        push(v, w, wanted * wanted / (d * d));
      }
    }
    for (const auto& edge : graph.edges) {
      if (edge.from != edge.to) push(edge.from, edge.to, -distance(edge.from, edge.to) / wanted);
    }
    const double step = 0.15 * (1 - static_cast<double>(round) / kRounds);
    for (std::size_t v = 0; v < n; ++v) {
      const double length = std::max(1e-9, std::hypot(force[v][0], force[v][1]));
      for (std::size_t axis = 0; axis < 2; ++axis)
        places[v][axis] += force[v][axis] / length * std::min(length, step);
    }
  }
  return places;
}

}  // namespace

Places layout(const lang::DrawnGraph& graph, Budget& budget) {
  const std::size_t n = graph.labels.size();
  if (n == 0) return {};
  Places places = graph.grounded     ? above_ground(graph)
                  : n <= kMostForced ? by_forces(graph, budget)
                                     : on_circle(n);
  // Into the unit square; what has no extent goes to the middle of it.
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double low = places[0][axis];
    double high = low;
    for (const auto& place : places) {
      low = std::min(low, place[axis]);
      high = std::max(high, place[axis]);
    }
    for (auto& place : places) {
      const double part = high - low < 1e-6 ? 0.5 : (place[axis] - low) / (high - low);
      place[axis] = std::round((kMargin + part * (1 - 2 * kMargin)) * 1000) / 1000;
    }
  }
  return places;
}

}  // namespace cgt::repl
