#include "cgt/loopy/graph.hpp"

#include "cgt/detail/loopy_table.hpp"

namespace cgt {
namespace {

// Components of a graph of `count` nodes; next(node, i) is its i-th successor, or `count` beyond the
// last one.
template <class Next>
std::vector<std::vector<std::uint32_t>> strong_components(std::uint32_t count, Next next,
                                                          Store& store) {
  constexpr std::uint32_t kUnseen = 0;
  struct Visit {
    std::uint32_t node;
    std::uint32_t edge;
  };
  std::vector<std::vector<std::uint32_t>> found;
  std::vector<std::uint32_t> number(count, kUnseen);
  std::vector<std::uint32_t> low(count, 0);
  std::vector<bool> open(count, false);
  std::vector<std::uint32_t> path;
  std::vector<Visit> visits;
  path.reserve(count);
  visits.reserve(count);
  std::uint32_t numbers = 0;
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != kUnseen) continue;
    visits.push_back({root, 0});
    while (!visits.empty()) {
      store.charge();
      const std::uint32_t v = visits.back().node;
      if (visits.back().edge == 0 && number[v] == kUnseen) {
        number[v] = low[v] = ++numbers;
        path.push_back(v);
        open[v] = true;
      }
      const std::uint32_t w = next(v, visits.back().edge);
      if (w != count) {
        ++visits.back().edge;
        if (number[w] == kUnseen) {
          visits.push_back({w, 0});
        } else if (open[w]) {
          low[v] = std::min(low[v], number[w]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        const std::uint32_t parent = visits.back().node;
        low[parent] = std::min(low[parent], low[v]);
      }
      if (low[v] != number[v]) continue;
      std::vector<std::uint32_t>& component = found.emplace_back();
      std::uint32_t w2 = 0;
      do {
        w2 = path.back();
        path.pop_back();
        open[w2] = false;
        component.push_back(w2);
      } while (w2 != v);
      std::ranges::sort(component);
    }
  }
  return found;
}

std::size_t count_options(const LoopyGraph& graph) {
  std::size_t count = 0;
  for (const LoopyOptions& options : graph.vertices)
    count += options[Player::kLeft].size() + options[Player::kRight].size();
  return count;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> components(const LoopyGraph& graph, Store& store) {
  std::vector<std::uint32_t> edges;
  std::vector<std::size_t> first{0};
  edges.reserve(count_options(graph));
  first.reserve(graph.vertices.size() + 1);
  for (const LoopyOptions& options : graph.vertices) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : options[player]) {
        if (o.is_vertex()) edges.push_back(o.number());
      }
    }
    first.push_back(edges.size());
  }
  return strong_components(
      graph.size(),
      [&](std::uint32_t v, std::uint32_t i) {
        return first[v] + i < first[v + 1] ? edges[first[v] + i] : graph.size();
      },
      store);
}

std::vector<std::uint32_t> merge_alike(LoopyGraph& graph, Store& store) {
  const std::uint32_t size = graph.size();
  if (size == 1) {
    store.charge();
    for (const Player player : kPlayers) detail::sort_options(graph.vertices[0][player]);
    return {0};
  }
  constexpr std::uint64_t kInside = ~std::uint64_t{0} >> 1U;  // beyond all words
  std::vector<std::uint32_t> names(size, 0);
  std::vector<std::uint64_t> looks;  // of one vertex after the other
  std::vector<std::size_t> first_look(size + 1, 0);
  std::vector<std::uint32_t> order(size);
  const auto look = [&](std::uint32_t v) {
    return std::span(looks).subspan(first_look[v], first_look[v + 1] - first_look[v]);
  };
  for (std::uint32_t v = 0; v < size; ++v) order[v] = v;
  looks.reserve(count_options(graph) + 3 * std::size_t{size});
  std::uint32_t classes = 1;
  for (;;) {
    store.charge(size);
    looks.clear();
    for (std::uint32_t v = 0; v < size; ++v) {
      first_look[v] = looks.size();
      looks.push_back(names[v]);
      for (const Player player : kPlayers) {
        const auto first = static_cast<std::ptrdiff_t>(looks.size());
        for (const LoopyId o : graph.vertices[v][player])
          looks.push_back(o.is_vertex() ? kInside + names[o.number()] : o.word());
        std::sort(looks.begin() + first, looks.end());
        looks.erase(std::unique(looks.begin() + first, looks.end()), looks.end());
        looks.push_back(0);  // no word
      }
    }
    first_look[size] = looks.size();
    std::ranges::sort(order, [&](std::uint32_t v, std::uint32_t w) {
      return std::ranges::lexicographical_compare(look(v), look(w));
    });
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      if (i > 0 && !std::ranges::equal(look(order[i]), look(order[i - 1]))) ++found;
      names[order[i]] = found;
    }
    const bool is_stable = found + 1 == classes || found + 1 == size;
    classes = found + 1;
    if (is_stable) break;
  }
  LoopyGraph merged;
  merged.vertices.resize(classes);
  for (std::uint32_t v = 0; v < size; ++v) {
    LoopyOptions& options = merged.vertices[names[v]];
    options = std::move(graph.vertices[v]);
    for (const Player player : kPlayers) {
      for (LoopyId& o : options[player]) {
        if (o.is_vertex()) o = LoopyId::vertex(names[o.number()]);
      }
      detail::sort_options(options[player]);
    }
  }
  graph = std::move(merged);
  return names;
}

AlternatingCycles::AlternatingCycles(const LoopyGraph& graph, Store& store)
    : graph_(&graph), component_(std::size_t{graph.size()} * 2), reach_(graph.size(), false) {
  const auto moves_inside = [&](Player player) {
    return std::ranges::any_of(graph.vertices, [&](const LoopyOptions& options) {
      return std::ranges::any_of(options[player], &LoopyId::is_vertex);
    });
  };
  if (!moves_inside(Player::kLeft) || !moves_inside(Player::kRight)) {
    cyclic_.assign(1, false);
    return;
  }
  const std::uint32_t count = graph.size() * 2;
  std::vector<std::vector<std::uint32_t>> edges(count);
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (const Player player : kPlayers) {
      for (const LoopyId o : graph.vertices[v][player]) {
        if (o.is_vertex()) {
          edges[key({v, player})].push_back(
              static_cast<std::uint32_t>(key({o.number(), opponent(player)})));
        }
      }
    }
  }
  const auto found = strong_components(
      count,
      [&](std::uint32_t v, std::uint32_t i) { return i < edges[v].size() ? edges[v][i] : count; },
      store);
  cyclic_.resize(found.size());
  for (std::uint32_t c = 0; c < found.size(); ++c) {
    for (const std::uint32_t v : found[c]) component_[v] = c;
    // The mover changes with every move, so no position of play leads to itself at once.
    cyclic_[c] = found[c].size() > 1;
    any_ = any_ || cyclic_[c];
  }
  // In a sum a player may move twice in a row, so every follower counts, whoever moves there.
  for (const std::vector<std::uint32_t>& part : components(graph, store)) {
    bool reaches = false;
    for (const std::uint32_t v : part) {
      for (const Player player : kPlayers) {
        reaches = reaches || cyclic_[component_[key({v, player})]];
        for (const LoopyId o : graph.vertices[v][player])
          reaches = reaches || (o.is_vertex() && reach_[o.number()]);
      }
    }
    for (const std::uint32_t v : part) reach_[v] = reaches;
  }
}

bool AlternatingCycles::on_cycle(LoopyMove from, LoopyId to) const {
  if (!to.is_vertex()) return false;
  const std::uint32_t a = component_[key(from)];
  return cyclic_[a] && a == component_[key({to.number(), opponent(from.mover)})];
}

std::vector<LoopyMove> AlternatingCycles::witness(std::uint32_t v) const {
  if (!reach_[v]) return {};
  // Breadth first, by moves of either player, to a position on a cycle; then round it.
  std::vector<LoopyMove> queue;
  std::vector<bool> seen(component_.size(), false);
  const auto push = [&](LoopyMove m) {
    if (seen[key(m)]) return;
    seen[key(m)] = true;
    queue.push_back(m);
  };
  for (const Player player : kPlayers) push({v, player});
  LoopyMove start;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const LoopyMove m = queue[i];
    if (cyclic_[component_[key(m)]]) {
      start = m;
      break;
    }
    for (const LoopyId o : graph_->vertices[m.vertex][m.mover]) {
      if (!o.is_vertex()) continue;
      for (const Player player : kPlayers) push({o.number(), player});
    }
  }
  std::vector<LoopyMove> cycle;
  std::vector<std::size_t> from(component_.size(), 0);  // place in the queue, from 1
  queue.assign(1, start);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const LoopyMove m = queue[i];
    for (const LoopyId o : graph_->vertices[m.vertex][m.mover]) {
      if (!on_cycle(m, o)) continue;
      const LoopyMove next{o.number(), opponent(m.mover)};
      if (next == start) {
        for (std::size_t at = i + 1; at != 0; at = from[key(queue[at - 1])])
          cycle.push_back(queue[at - 1]);
        std::ranges::reverse(cycle);
        return cycle;
      }
      if (from[key(next)] != 0) continue;
      from[key(next)] = i + 1;
      queue.push_back(next);
    }
  }
  return cycle;
}

}  // namespace cgt
