#include "decomp/search/retrograde.hpp"

namespace cgt::search {

void StateGraph::add(int mover, int value, std::span<const std::uint32_t> successors) {
  player.push_back(static_cast<std::int8_t>(mover));
  terminal.push_back(static_cast<std::int8_t>(value));
  targets.insert(targets.end(), successors.begin(), successors.end());
  first.push_back(targets.size());
}

namespace {

struct Predecessors {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> sources;
};

Predecessors reversed(const StateGraph& graph, Budget& budget) {
  Predecessors out;
  out.first.assign(graph.size() + 1, 0);
  for (const std::uint32_t t : graph.targets) ++out.first[t + 1];
  for (std::size_t i = 0; i < graph.size(); ++i) out.first[i + 1] += out.first[i];
  out.sources.resize(graph.targets.size());
  std::vector<std::uint64_t> next(out.first.begin(), out.first.end() - 1);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    budget.charge();
    for (const std::uint32_t t : graph.successors(i)) {
      out.sources[static_cast<std::size_t>(next[t]++)] = static_cast<std::uint32_t>(i);
    }
  }
  return out;
}

}  // namespace

Retrograde retrograde(const StateGraph& graph, Budget& budget) {
  for (const std::uint32_t t : graph.targets) {
    CGT_EXPECTS(t < graph.size(), "successors are states of the graph");
  }
  const Predecessors back = reversed(graph, budget);
  Retrograde out;
  out.value.assign(graph.size(), 0);
  out.plies.assign(graph.size(), Retrograde::kNever);
  // Moves of the state that are not yet known to lose.
  std::vector<std::uint32_t> open(graph.size());
  std::vector<std::uint32_t> layer;
  std::vector<std::uint32_t> next;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const auto state = static_cast<std::uint32_t>(i);
    open[i] = static_cast<std::uint32_t>(graph.successors(i).size());
    if (graph.player[i] != kTerminal || graph.terminal[i] == 0) continue;
    out.value[i] = graph.terminal[i];
    out.plies[i] = 0;
    layer.push_back(state);
  }
  // Layer by layer: a state is won as soon as one successor is, and lost when the last one is lost;
  // so the layer is the number of plies under best play of both.
  for (std::uint32_t plies = 1; !layer.empty(); ++plies) {
    out.longest = plies - 1;
    for (const std::uint32_t done : layer) {
      budget.charge();
      const int value = out.value[done];
      for (std::uint64_t k = back.first[done]; k < back.first[done + 1]; ++k) {
        const std::uint32_t source = back.sources[static_cast<std::size_t>(k)];
        if (out.value[source] != 0) continue;
        const int mover_wins = graph.player[source] == 0 ? 1 : -1;
        if (value != mover_wins && --open[source] > 0) continue;
        out.value[source] = static_cast<std::int8_t>(value);
        out.plies[source] = plies;
        next.push_back(source);
      }
    }
    layer.swap(next);
    next.clear();
  }
  for (const std::int8_t v : out.value) ++(v > 0 ? out.wins : v < 0 ? out.losses : out.draws);
  return out;
}

std::optional<std::uint32_t> best_successor(const StateGraph& graph, const Retrograde& table,
                                            std::uint32_t state) {
  std::optional<std::uint32_t> best;
  const int mover_wins = graph.player[state] == 0 ? 1 : -1;
  for (const std::uint32_t t : graph.successors(state)) {
    if (table.value[t] != table.value[state]) continue;
    const bool hurry = table.value[state] == mover_wins;
    const bool better = !best || (hurry ? table.plies[t] < table.plies[*best]
                                        : table.plies[t] > table.plies[*best]);
    if (better) best = t;
  }
  return best;
}

}  // namespace cgt::search
