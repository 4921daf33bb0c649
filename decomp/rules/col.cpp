#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "decomp/rules/graph.hpp"

namespace cgt::col {

// Games on the vertices of a graph.
//
// Col (Vout; Conway 1976): a player colours a vertex none of whose neighbours the same player has
// coloured. Snort (Norton): none of whose neighbours the other player has coloured. A coloured
// vertex matters through its neighbours only, so it is taken out and they are tinted. In Snort L
// marks the vertices that only Left may still colour, R those that only Right may. In Col L marks
// the neighbours of Left's vertices, which only Right may colour, R those of Right's.
//
// An edge between two vertices of one tint (Col: of different tints) forbids nothing and is
// dropped; a vertex alone is worth 1 to the player who may colour it, * if both may. In Col paths and
// cycles without tints inside are numbers by formula, in Snort even cycles whose opposite vertices are plain
// or differ in tint are 0 (col.cpp). No formula is known for paths of Snort and other cycles.
//
// Node Kayles (Schaefer 1978): a player takes a vertex together with its neighbours, both players
// alike. Digraph placement (Clow, McKay 2024): vertices are L, R or . (for both); a player takes a
// vertex of the player's own together with all vertices that an edge leads to from it.

enum class Game { kCol, kSnort, kNodeKayles, kDigraphPlacement };

template <Game kGame>
class Position : public graph::GraphPosition<Position<kGame>> {
 public:
  using graph::GraphPosition<Position>::GraphPosition;

  static constexpr bool kImpartial = kGame == Game::kNodeKayles;
  static const graph::Alphabet& alphabet();

  // `move` is the vertex.
  std::vector<Option<Position>> options(Player player) const;
  std::int64_t split(std::vector<Summand<Position>>& sum) const;

 private:
  static bool may_take(graph::Label tint, Player player);
};

namespace {

using graph::Graph;
using graph::Label;

constexpr Label kPlain = 0;
Label tint_of(Player player) { return player == Player::kLeft ? 1 : 2; }

Label exchanged(Label tint) { return tint == kPlain ? kPlain : static_cast<Label>(3 - tint); }
Graph exchanged(Graph graph) {
  for (Label& tint : graph.vertices) tint = exchanged(tint);
  return graph;
}

}  // namespace

// Twice the value of a path of at least two vertices or of a cycle of at least three in Col, none
// of whose vertices has a tint but for the ends of the path; empty for other parts. Requires a connected part
// without loops and parallel edges.
//
// A cycle is worth 0. A path is worth the sum of its ends (Berlekamp, Conway, Guy 1982, chapter 2): an end
// that is Left's alone 1/2, one that is Right's -1/2, a plain one 0. Say that sum is s. For a single vertex it
// holds, too, unless one end is plain: that is worse for the player whose tint the other end has (-1 in place of
// -1/2 if the tint is Left's) and * if both are plain.
//
// Proof by induction. If Left takes a vertex inside, two new ends have Left's tint, and by the above
// what is left is worth at most s - 1. If he takes an end, which was plain or his alone, the new end
// has his tint: at most s - 1/2. So all Left options are less than s, all Right options are greater,
// and s is the value if it is the simplest number between. For s = 0 it is. If s = -1/2, each of them can
// take the plain end: Left moves to -1 and Right to 0, and nobody has better. If s = -1, both ends are
// Right's alone: he takes one and moves to 0, all his moves gain at least 1, and Left, who can only move
// inside, comes to -2 or less or has no move: -1 is the simplest. The rest is the same with the players
// exchanged. In a cycle the first move leaves a path of two vertices or more with two ends of one tint,
// so it is {-1 | 1} = 0.
std::optional<int> halves(const Graph& part) {
  const std::size_t n = part.size();
  if (n < 2 || part.edges.size() + 1 < n || part.edges.size() > n) return std::nullopt;
  std::vector<std::uint8_t> degree(n, 0);
  for (const graph::Edge& e : part.edges) {
    if (++degree[e.a] > 2 || ++degree[e.b] > 2) return std::nullopt;
  }
  int sum = 0;
  for (std::size_t v = 0; v < n; ++v) {
    const Label tint = part.vertices[v];
    if (tint == kPlain) continue;
    if (degree[v] == 2) return std::nullopt;
    sum += tint == tint_of(Player::kRight) ? 1 : -1;
  }
  return sum;
}

// Whether the part is a cycle of 2n >= 4 vertices in which opposite ones are plain or differ in tint. In Snort
// that is worth 0: who moves second answers each vertex by the opposite one (such graphs are called
// opposable: Ashmore, Austin, Davies, Dyer, Kellough 2025). Say v' is opposite of v, and that so far each
// vertex of Left's is opposite of one of Right's. If Left takes v, then v' is free and no tint keeps Right from
// it. If a neighbour w of v' were Left's, w' would be Right's and beside v; for w is not v itself, as opposite
// vertices are not neighbours.
bool opposed_cycle(const Graph& part) {
  const std::size_t n = part.size();
  if (n < 4 || n % 2 != 0 || part.edges.size() != n) return false;
  std::vector<std::array<graph::Vertex, 2>> beside(n);
  std::vector<std::uint8_t> degree(n, 0);
  for (const graph::Edge& e : part.edges) {
    if (degree[e.a] == 2 || degree[e.b] == 2) return false;
    beside[e.a][degree[e.a]++] = e.b;
    beside[e.b][degree[e.b]++] = e.a;
  }
  std::vector<Label> around;
  graph::Vertex before = 0;
  for (graph::Vertex v = beside[0][0]; around.size() < n;) {
    around.push_back(part.vertices[v]);
    const graph::Vertex next = beside[v][0] == before ? beside[v][1] : beside[v][0];
    before = v;
    v = next;
  }
  for (std::size_t i = 0; i < n / 2; ++i) {
    if (around[i + n / 2] != exchanged(around[i])) return false;
  }
  return true;
}

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
    if (kGame == Game::kCol) {
      if (const std::optional<int> twice = halves(part)) {
        if (*twice % 2 == 0) {
          value += *twice / 2;
        } else {  // the least path that is worth 1/2 or -1/2
          const Label end = tint_of(*twice > 0 ? Player::kRight : Player::kLeft);
          const Graph least{{kPlain, end}, {{0, 1, 0}}, false};
          graph::CanonicalGraph one = graph::canonical(least, exchanged(least));
          sum.push_back({Position(std::move(one.graph)), one.negated});
        }
        continue;
      }
    }
    if (kGame == Game::kSnort && opposed_cycle(part)) continue;
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
  return plain_entry(std::move(name), std::move(path), std::move(summary), std::move(board),
                     std::move(example), std::move(class_name), "",
                     [](RulesetArguments& arguments) {
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
