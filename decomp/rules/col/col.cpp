#include "decomp/rules/col/col.hpp"

#include <algorithm>

namespace cgt::col {
namespace {

using graph::Graph;
using graph::Label;

constexpr Label kPlain = 0;
Label tint_of(Player player) { return player == Player::kLeft ? 1 : 2; }

Graph exchanged(Graph graph) {
  for (Label& tint : graph.vertices) {
    if (tint != kPlain) tint = static_cast<Label>(3 - tint);
  }
  return graph;
}

}  // namespace

template <Game kGame>
const graph::Alphabet& Position<kGame>::alphabet() {
  static const graph::Alphabet alphabet{kGame == Game::kNodeKayles ? "." : ".LR",
                                        kGame == Game::kDigraphPlacement ? ">" : "-",
                                        kGame == Game::kDigraphPlacement};
  return alphabet;
}

template <Game kGame>
bool Position<kGame>::may_take(Label tint, Player player) {
  if (tint == kPlain) return true;
  return (tint == tint_of(player)) != (kGame == Game::kCol);
}

template <Game kGame>
std::vector<Option<Position<kGame>>> Position<kGame>::options(Player player) const {
  std::vector<Option<Position>> out;
  for (std::size_t v = 0; v < this->graph_.size(); ++v) {
    if (!may_take(this->graph_.vertices[v], player)) continue;
    Graph after = this->graph_;
    std::vector<bool> keep(this->graph_.size(), true);
    keep[v] = false;
    for (const graph::Edge& e : this->graph_.edges) {
      if (e.a != v && e.b != v) continue;
      if (kGame == Game::kDigraphPlacement && e.a != v) continue;
      const graph::Vertex w = e.a == v ? e.b : e.a;
      if (kGame == Game::kNodeKayles || kGame == Game::kDigraphPlacement) {
        keep[w] = false;
      } else if (this->graph_.vertices[w] == kPlain) {
        after.vertices[w] = tint_of(player);
      } else if (this->graph_.vertices[w] != tint_of(player)) {
        keep[w] = false;  // nobody may colour it
      }
    }
    out.push_back({static_cast<std::uint32_t>(v), Position(graph::kept(after, keep))});
  }
  return out;
}

template <Game kGame>
std::int64_t Position<kGame>::split(std::vector<Summand<Position>>& sum) const {
  Graph needed = this->graph_;
  std::erase_if(needed.edges, [&](const graph::Edge& e) {
    if (kGame == Game::kNodeKayles) return e.a == e.b;
    const Label a = this->graph_.vertices[e.a];
    const Label b = this->graph_.vertices[e.b];
    if (kGame == Game::kDigraphPlacement) return e.a == e.b;
    return e.a == e.b || (a != kPlain && b != kPlain && (a == b) == (kGame == Game::kSnort));
  });
  // Parallel edges are one.
  needed.edges.erase(std::unique(needed.edges.begin(), needed.edges.end()), needed.edges.end());
  std::int64_t value = 0;
  for (const Graph& part : graph::split(needed)) {
    if (part.size() == 1 && part.vertices[0] != kPlain) {
      value += may_take(part.vertices[0], Player::kLeft) ? 1 : -1;
      continue;
    }
    graph::CanonicalGraph least = kImpartial ? graph::CanonicalGraph{graph::canonical(part)}
                                             : graph::canonical(part, exchanged(part));
    sum.push_back({Position(std::move(least.graph)), least.negated});
  }
  return value;
}

template class Position<Game::kCol>;
template class Position<Game::kSnort>;
template class Position<Game::kNodeKayles>;
template class Position<Game::kDigraphPlacement>;

namespace {

template <Game kGame>
RulesetEntry entry(std::string name, std::string path, std::string summary, std::string board,
                   std::string example, std::string class_name) {
  return plain_entry<Position<kGame>>(
      std::move(name), std::move(path), std::move(summary), std::move(board), std::move(example),
      std::move(class_name), "", [](RulesetArguments& arguments) {
        return Position<kGame>(graph::read(arguments, Position<kGame>::alphabet()));
      });
}

}  // namespace

std::vector<RulesetEntry> vertex_entries() {
  return {
      entry<Game::kCol>("col", "game.graph.Col",
                        "colour a vertex that has no neighbour of your colour",
                        "a graph; L beside a vertex of Left's, R of Right's", ".-.-R-.", "GenCol"),
      entry<Game::kSnort>("snort", "game.graph.Snort",
                          "colour a vertex that has no neighbour of the other colour",
                          "a graph; L is left to Left alone, R to Right", ".-.-R-.", "GenCol"),
      entry<Game::kNodeKayles>("node-kayles", "game.graph.NodeKayles",
                               "take a vertex and its neighbours", "a graph: .-.(-.;-.)",
                               ".-.-.(-.;-.)", "NodeKayles"),
      entry<Game::kDigraphPlacement>(
          "digraph-placement", "game.graph.DigraphPlacement",
          "take a vertex of yours and all that its edges lead to",
          "a directed graph; L and R are the players' vertices, . is for both", "L>R>L(>R;<L)",
          "DigraphPlacement"),
  };
}

}  // namespace cgt::col
