#include "decomp/rules/graph.hpp"

namespace cgt::arckayles {

// Arc Kayles (Schaefer 1978): a player takes an edge, its ends and all edges at them. Partizan Arc
// Kayles: edges are l for Left, r for Right, e for both. On a path of n vertices Arc Kayles is
// Dawson's Kayles with a heap of n.

template <bool kPartizan>
class Position : public graph::GraphPosition<Position<kPartizan>> {
 public:
  using graph::GraphPosition<Position>::GraphPosition;

  static constexpr bool kImpartial = !kPartizan;
  static const graph::Alphabet& alphabet();

  // `move` is the number of the edge.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;
};

using graph::colour_of;
using graph::Edge;
using graph::Graph;
using graph::kGreen;

template <bool kPartizan>
const graph::Alphabet& Position<kPartizan>::alphabet() {
  static const graph::Alphabet alphabet{".", kPartizan ? graph::kColours : "-", false};
  return alphabet;
}

template <bool kPartizan>
std::vector<Option<Position<kPartizan>>> Position<kPartizan>::options(Player player) const {
  std::vector<Option<Position>> out;
  for (std::uint32_t i = 0; i < this->graph_.edges.size(); ++i) {
    const Edge& edge = this->graph_.edges[i];
    if (kPartizan && edge.label != kGreen && edge.label != colour_of(player)) continue;
    std::vector<bool> keep(this->graph_.size(), true);
    keep[edge.a] = keep[edge.b] = false;
    out.push_back({i, Position(graph::kept(this->graph_, keep))});
  }
  return out;
}

template <bool kPartizan>
std::int64_t Position<kPartizan>::split(std::vector<Summand<Position>>& sum) const {
  std::int64_t value = 0;
  for (const Graph& part : graph::split(this->graph_)) {
    if (part.edges.empty()) continue;
    if (kPartizan && part.edges.size() == 1 && part.edges[0].label != kGreen) {
      value += part.edges[0].label == colour_of(Player::kLeft) ? 1 : -1;
      continue;
    }
    graph::CanonicalGraph least = kPartizan ? graph::canonical(part, graph::colours_exchanged(part))
                                            : graph::CanonicalGraph{graph::canonical(part)};
    sum.push_back({Position(std::move(least.graph)), least.negated});
  }
  return value;
}

template class Position<false>;
template class Position<true>;

namespace {

template <bool kPartizan>
RulesetEntry entry(std::string name, std::string path, std::string summary, std::string board,
                   std::string example, std::string class_name) {
  return plain_entry(
      std::move(name), std::move(path), std::move(summary), std::move(board), std::move(example),
      std::move(class_name), "", [](RulesetArguments& arguments) {
        return Position<kPartizan>(graph::read(arguments, Position<kPartizan>::alphabet()));
      });
}

}  // namespace

std::vector<RulesetEntry> arckayles_entries() {
  return {entry<false>("arc-kayles", "game.graph.ArcKayles",
                       "take an edge, its ends and all edges at them", "a graph: .-.-.(-.;-.)",
                       ".-.-.(-.;-.)", "GenArcKayles"),
          entry<true>("partizan-arc-kayles", "game.graph.PartizanArcKayles",
                      "take an edge of yours, its ends and all edges at them",
                      "a graph with edges l, r, e: lrl(r;e)", "lrl(r;e)", "PartizanArcKayles")};
}

}  // namespace cgt::arckayles
