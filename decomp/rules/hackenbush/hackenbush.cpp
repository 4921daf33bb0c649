#include "decomp/rules/hackenbush/hackenbush.hpp"

#include <algorithm>

namespace cgt::hackenbush {

using graph::colour_of;
using graph::Edge;
using graph::Graph;
using graph::kGreen;
using graph::Label;

template <bool kChildish>
const graph::Alphabet& Position<kChildish>::alphabet() {
  static const graph::Alphabet alphabet{".", graph::kColours, false};
  return alphabet;
}

template <bool kChildish>
std::vector<Option<Position<kChildish>>> Position<kChildish>::options(Player player) const {
  std::vector<Option<Position>> out;
  for (std::uint32_t i = 0; i < this->graph_.edges.size(); ++i) {
    const Label label = this->graph_.edges[i].label;
    if (label != kGreen && label != colour_of(player)) continue;
    Graph after = this->graph_;
    after.edges.erase(after.edges.begin() + i);
    std::uint32_t count = 0;
    const std::vector<std::uint32_t> part = graph::components(after, count);
    if (kChildish && label != kGreen &&
        std::ranges::any_of(after.edges, [&](const Edge& e) { return part[e.a] != 0; })) {
      continue;
    }
    std::vector<bool> keep(after.size());
    for (std::size_t v = 0; v < keep.size(); ++v) keep[v] = part[v] == 0;
    out.push_back({i, Position(graph::kept(after, keep))});
  }
  return out;
}

template <bool kChildish>
std::int64_t Position<kChildish>::split(std::vector<Summand<Position>>& sum) const {
  if (this->graph_.edges.empty()) return 0;
  // A loop is an edge with a loose end.
  Graph whole = this->graph_;
  for (Edge& e : whole.edges) {
    if (e.a != e.b) continue;
    e.b = static_cast<graph::Vertex>(whole.size());
    whole.vertices.push_back(0);
  }
  std::ranges::sort(whole.edges);
  std::vector<bool> ground(whole.size());
  ground[0] = true;
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> number = graph::components(whole, count, &ground);
  std::vector<Graph> parts(count);
  std::vector<graph::Vertex> within(whole.size(), 0);
  for (Graph& part : parts) part.vertices.push_back(0);
  for (std::size_t v = 1; v < whole.size(); ++v) {
    Graph& part = parts[number[v]];
    within[v] = static_cast<graph::Vertex>(part.size());
    part.vertices.push_back(0);
  }
  // Ascending vertices keep their order, so edges stay sorted.
  for (const Edge& e : whole.edges) {
    parts[number[e.b]].edges.push_back({within[e.a], within[e.b], e.label});
  }
  std::int64_t value = 0;
  for (const Graph& part : parts) {
    const Label first = part.edges.front().label;
    const bool one_colour =
        std::ranges::all_of(part.edges, [&](const Edge& e) { return e.label == first; });
    if (one_colour && first != kGreen) {
      const auto edges = static_cast<std::int64_t>(part.edges.size());
      value += first == colour_of(Player::kLeft) ? edges : -edges;
      continue;
    }
    graph::CanonicalGraph least = graph::canonical(part, graph::colours_exchanged(part), true);
    sum.push_back({Position(std::move(least.graph)), least.negated});
  }
  return value;
}

template class Position<false>;
template class Position<true>;

namespace {

template <bool kChildish>
RulesetEntry entry(std::string name, std::string class_name, std::string summary) {
  return plain_entry<Position<kChildish>>(
      std::move(name), "game.graph." + class_name, std::move(summary),
      "edges l, r, e from the ground up, (a;b) branches, :A names a vertex", "l(r;le)",
      "GenHackenbush", "", [](RulesetArguments& arguments) {
        Graph graph = graph::read(arguments, Position<kChildish>::alphabet());
        std::uint32_t count = 0;
        graph::components(graph, count);
        if (count != 1) {
          throw Error(count == 0 ? "there is no ground here" : "this graph is not connected",
                      "the first vertex is the ground; '.' is the ground alone");
        }
        return Position<kChildish>(std::move(graph));
      });
}

}  // namespace

std::vector<RulesetEntry> hackenbush_entries() {
  return {entry<false>("hackenbush", "Hackenbush",
                       "cut an edge; what is cut off from the ground is gone"),
          entry<true>("childish-hackenbush", "ChildishHackenbush",
                      "cut an edge so that the rest hangs together with the ground")};
}

}  // namespace cgt::hackenbush
