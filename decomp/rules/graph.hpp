// Small labelled multigraphs: what positions of games on graphs are made of, their texts, their
// components and one representative of isomorphic ones.
//
// Texts are CGSuite's: "." is a vertex, "-" an edge (">" and "<" in directed graphs), letters are
// labelled vertices and edges; (a;b) branches off the last vertex, :A or :{name} names a vertex
// that is mentioned again, ";" begins another component. Plain vertices may be left out: "l(l;rl)".
//
// A graph is *normal* if its vertices are numbered as its text mentions them: depth first from
// vertex 0, neighbours in ascending order, components one after another. Texts of normal graphs
// read back as the same graph. All functions here give normal graphs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "decomp/position/ruleset.hpp"

namespace cgt::graph {

using Vertex = std::uint16_t;
using Label = std::uint8_t;
inline constexpr std::size_t kMaxVertices = 10'000;

// A loop has a == b. In undirected graphs a <= b.
struct Edge {
  Vertex a = 0;
  Vertex b = 0;
  Label label = 0;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

// The letters of labels, by number. The letter of label 0 of vertices is '.'.
struct Alphabet {
  std::string vertices = ".";
  std::string edges = "-";
  bool directed = false;
};

struct Graph {
  std::vector<Label> vertices;
  std::vector<Edge> edges;  // ascending
  bool directed = false;

  std::size_t size() const { return vertices.size(); }
  std::uint64_t hash() const;
  friend auto operator<=>(const Graph&, const Graph&) = default;
};

// Throws InputError. A graph without vertices is written 0, so that it is seen where positions are listed and
// can be read a line at a time; the empty text is read, too.
Graph parse(const std::string& text, const Alphabet& alphabet);
std::string text(const Graph& graph, const Alphabet& alphabet);
// From an argument of a position: a text or a graph. Throws Error.
Graph read(RulesetArguments& arguments, const Alphabet& alphabet);

// The graph without the vertices where keep is false.
Graph kept(const Graph& graph, const std::vector<bool>& keep);
// The same graph with its vertices renumbered.
Graph normal(const Graph& graph);
// For each vertex the number of its component, 0 for that of vertex 0 and so on. Vertices v with
// cut[v] (if given) belong to none (kNone) and connect nothing.
inline constexpr std::uint32_t kNone = ~0U;
std::vector<std::uint32_t> components(const Graph& graph, std::uint32_t& count,
                                      const std::vector<bool>* cut = nullptr);
std::vector<Graph> split(const Graph& graph);

// A graph isomorphic to this connected one. Isomorphic paths, cycles and trees give the same; of
// other graphs most do: vertices are told apart by refinement of colours (Weisfeiler, Leman 1968),
// and where that ends with ties, the first vertex is taken. `rooted`: vertex 0 stays vertex 0.
Graph canonical(const Graph& graph, bool rooted = false);
// The same for a part and its negative: whichever has the lesser representative. A graph that is
// its own negative counts as not negated.
struct CanonicalGraph {
  Graph graph;
  bool negated = false;
};
CanonicalGraph canonical(const Graph& graph, const Graph& negative, bool rooted = false);

// Labels of edges in games whose edges belong to players: l for Left, r for Right, e (green) for
// both.
inline constexpr const char* kColours = "lre";
inline constexpr Label kGreen = 2;
constexpr Label colour_of(Player player) { return player == Player::kLeft ? 0 : 1; }
// The players exchanged.
Graph colours_exchanged(Graph graph);

// GraphPosition: what a Position that is a labelled graph and nothing else does not have to write
// down. Its ruleset adds alphabet(), the moves and the split:
//
//   class Position : public graph::GraphPosition<Position> {
//    public:
//     using GraphPosition::GraphPosition;
//     static const graph::Alphabet& alphabet();
//     std::vector<Option<Position>> options(Player player) const;
//     std::int64_t split(std::vector<Summand<Position>>& sum) const;
//   };

template <class Derived>
class GraphPosition {
 public:
  GraphPosition() = default;
  // Requires a normal graph; what else a ruleset requires stands at its alphabet().
  explicit GraphPosition(Graph graph) : graph_(std::move(graph)) {}

  const Graph& graph() const { return graph_; }
  std::uint64_t hash() const { return graph_.hash(); }
  std::string text() const { return graph::text(graph_, Derived::alphabet()); }
  friend bool operator==(const GraphPosition&, const GraphPosition&) = default;

 protected:
  Graph graph_;
};

}  // namespace cgt::graph
