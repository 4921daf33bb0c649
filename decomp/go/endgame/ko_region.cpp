#include "decomp/go/endgame/ko_region.hpp"

#include <fmt/format.h>

namespace cgt::go {
namespace {

// The diagram of what is in play without empty border lines.
std::string diagram_of(const Region& region) {
  int left = region.width();
  int right = -1;
  int top = region.height();
  int bottom = -1;
  for (int y = 0; y < region.height(); ++y) {
    for (int x = 0; x < region.width(); ++x) {
      if (region.at(x, y) == Region::kOutside) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  std::vector<Region::Cell> cells;
  for (int y = top; y <= bottom; ++y) {
    for (int x = left; x <= right; ++x) cells.push_back(region.at(x, y));
  }
  if (cells.empty()) return "nothing";
  return Region::from_cells(right - left + 1, bottom - top + 1, cells).text();
}

// One thermograph for every komaster.
KoThermographs of_value(Store& store, GameId value) {
  const Thermograph& thermograph = store.thermograph(value);
  KoThermographs out;
  for (KoThermograph& graph : out.by_komaster) {
    for (const Player player : kPlayers) {
      graph.walls[player] = to_ko_wall(thermograph.wall(player));
    }
  }
  return out;
}

// Nodes that are integers, found from the bottom up: no cycle can be reached, and {l, ..|r, ..} with
// l < r for all integers l and r is the simplest one between them. They are settled scores, whether
// or not a player has moves left there.
std::vector<std::optional<std::int64_t>> integers_of(const std::vector<KoNode>& nodes,
                                                     Budget& budget) {
  std::vector<std::optional<std::int64_t>> out(nodes.size());
  // How many options of a node are not known yet, and who leads to it.
  std::vector<std::size_t> open(nodes.size(), 0);
  std::vector<std::vector<std::uint32_t>> before(nodes.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t v = 0; v < nodes.size(); ++v) {
    for (const auto& options : nodes[v].options.values) {
      for (const KoOption& option : options) {
        budget.charge();
        if (!option.node) continue;
        ++open[v];
        before[*option.node].push_back(v);
      }
    }
    if (open[v] == 0) ready.push_back(v);
  }
  while (!ready.empty()) {
    budget.charge();
    const std::uint32_t v = ready.back();
    ready.pop_back();
    PerPlayer<std::optional<std::int64_t>> ends;
    for (const Player player : kPlayers) {
      for (const KoOption& option : nodes[v].options[player]) {
        const std::int64_t score =
            option.value.small_numerator() + (option.node ? *out[*option.node] : 0);
        auto& end = ends[player];
        if (!end || (player == Player::kLeft ? score > *end : score < *end)) end = score;
      }
    }
    const auto& low = ends[Player::kLeft];
    const auto& high = ends[Player::kRight];
    // The simplest number between neighbours is not an integer.
    if (low && high && *high - *low < 2) continue;
    out[v] = low && *low >= 0 ? *low + 1 : high && *high <= 0 ? *high - 1 : 0;
    for (const std::uint32_t u : before[v]) {
      if (--open[u] == 0) ready.push_back(u);
    }
  }
  return out;
}

// The graph with integers as scores, and without what the root does not lead to any more.
std::vector<KoNode> without_integers(std::vector<KoNode> nodes, Budget& budget) {
  const std::vector<std::optional<std::int64_t>> integers = integers_of(nodes, budget);
  std::vector<std::optional<std::uint32_t>> numbers(nodes.size());
  std::vector<std::uint32_t> order{0};
  numbers[0] = 0;
  std::vector<KoNode> out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    KoNode node = std::move(nodes[order[i]]);
    node.name = fmt::format("P{}", i);
    for (auto& options : node.options.values) {
      for (KoOption& option : options) {
        budget.charge();
        if (!option.node) continue;
        const std::uint32_t to = *option.node;
        if (integers[to]) {
          option.value += Dyadic(*integers[to]);
          option.node.reset();
          continue;
        }
        if (!numbers[to]) {
          numbers[to] = static_cast<std::uint32_t>(order.size());
          order.push_back(to);
        }
        option.node = numbers[to];
      }
    }
    out.push_back(std::move(node));
  }
  return out;
}

}  // namespace

RegionGraph region_graph(const Region& region, Budget& budget) {
  std::int64_t settled = 0;
  const Region start = region.without_settled(settled);
  std::vector<KoNode> nodes;
  PerPlayer<std::vector<std::uint32_t>> cells;
  std::vector<Region> positions;
  FlatMap<Region, std::uint32_t, RegionHash> numbers;
  MemoryMeter meter;
  const auto number_of = [&](const Region& position) {
    const auto [found, fresh] =
        numbers.emplace(position, static_cast<std::uint32_t>(positions.size()));
    if (fresh) {
      positions.push_back(position);
      nodes.push_back({fmt::format("P{}", nodes.size()), {}, diagram_of(position)});
    }
    return found->second;
  };
  number_of(start);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    budget.charge();
    if (i % 256 == 0) {
      meter.set(budget, positions.size() * (2 * sizeof(Region) + sizeof(KoNode) +
                                            16 * (sizeof(KoOption) + region.size())));
    }
    const Region position = positions[i];
    for (const Player player : kPlayers) {
      std::vector<KoOption> options;
      for (const Option<Region>& move : position.options(player, budget)) {
        budget.charge();
        std::int64_t gained = move.shift;
        const Region after = move.position.without_settled(gained);
        KoOption option{std::nullopt, Dyadic(gained)};
        if (after.points() > 0) option.node = number_of(after);
        if (std::find(options.begin(), options.end(), option) == options.end()) {
          options.push_back(std::move(option));
          if (i == 0) cells[player].push_back(move.move);
        }
      }
      nodes[i].options[player] = std::move(options);
    }
  }
  return {KoGraph(without_integers(std::move(nodes), budget)), settled, std::move(cells)};
}

RegionKo region_ko(solve::LocalSearch<Region>& search, Store& store, const Region& region,
                   Budget& budget) {
  return region_ko(store, region, search.evaluate(region, budget), budget);
}

RegionKo region_ko(Store& store, const Region& region, const solve::LocalValue& value,
                   Budget& budget) {
  RegionKo out;
  out.value = value;
  if (value.exact()) {
    const Store::BudgetScope scope(store, budget);
    out.thermographs = of_value(store, value.lower);
    return out;
  }
  out.graph = region_graph(region, budget);
  if (const auto cycle = irregular_cycle(out.graph->graph, budget)) {
    out.refused = cycle->text(out.graph->graph);
    return out;
  }
  KoThermographs found = ko_thermographs(out.graph->graph, budget);
  for (KoThermograph& graph : found.by_komaster) {
    for (KoWall& wall : graph.walls.values) wall = tilted(std::move(wall), out.graph->settled, 0);
  }
  out.thermographs = std::move(found);
  return out;
}

}  // namespace cgt::go
