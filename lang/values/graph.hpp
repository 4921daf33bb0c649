// Graphs as values: Graph and DirectedGraph, immutable, with labels on vertices and edges.
//
// Written as trees with references, one walk after the other:
//   .-.-L       three vertices in a row, the last labelled Left; '.' may be left out: --L
//   (-;-;-R)    a vertex with three branches; L-(.;-R) names the branching vertex again
//   :A---:A     :A names a vertex, a second :A is the same one: a triangle. Longer names: :{name}
//   -;--;.      components stand between semicolons
//   {5}-{^*}    labels that are not a single letter; -[5]- is a labelled edge
// In a DirectedGraph an edge leads away from where it was written.
//
// Invariants
//   1. Vertices count from 1 in texts and scripts, from 0 here; a text numbers them as it is read.
//   2. Edges are sorted by both ends, then by label in print order; the ends of an undirected edge
//      are sorted too. So equal graphs (same numbering) have equal representations.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lang/context.hpp"

namespace cgt::lang {

// Vertices and edges of one graph.
inline constexpr std::size_t kMaxGraph = 2'000'000;

struct GraphEdge {
  Value label;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

class GraphObject final : public NativeObject {
 public:
  const char* class_name() const override { return directed ? "DirectedGraph" : "Graph"; }
  const char* base_class() const override { return directed ? "Graph" : nullptr; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  void parts(std::vector<Value>& out) const override;
  std::uint64_t hash() const override { return cached_hash; }
  std::uint32_t nesting() const override { return depth; }
  // The vertices, from 1.
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override;

  std::size_t size() const { return labels.size(); }
  // Edges at a vertex (directed: away from it), by the other end; a loop counts once.
  std::span<const std::uint32_t> incident(std::size_t vertex) const {
    return std::span(incidence).subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
  std::uint32_t other_end(std::uint32_t edge, std::size_t vertex) const {
    return edges[edge].from == vertex ? edges[edge].to : edges[edge].from;
  }

  bool directed = false;
  std::vector<Value> labels;  // of the vertices
  std::vector<GraphEdge> edges;
  std::vector<std::uint32_t> incidence;  // edges, vertex by vertex
  std::vector<std::uint32_t> first;      // size() + 1 bounds in `incidence`
  std::uint64_t cached_hash = 0;
  std::uint32_t depth = 1;
};

// Null for everything else.
inline const GraphObject* as_graph(const Value& v) { return v.as_native<GraphObject>(); }

// Without vertices; the same as make_graph makes of none.
Value empty_graph(bool directed);
// Requires ends below labels.size(). Throws Error for a graph that is too large.
Value make_graph(Context& context, bool directed, std::vector<Value> labels,
                 std::vector<GraphEdge> edges);
// Of the vertices with keep[v], and the edges between them.
Value induced_graph(Context& context, const GraphObject& graph, const std::vector<bool>& keep);
// The number of the component of each vertex, from 0, in order of their first vertices.
std::vector<std::uint32_t> components_of(Context& context, const GraphObject& graph);

// What symbols in a graph text mean: their labels, or none. Symbols are single letters, or longer
// names in {}; "" is '.', the vertex that is left out, and '-'.
using GraphSymbolLabels = std::function<std::optional<Value>(std::string_view symbol)>;
struct GraphAlphabet {
  GraphSymbolLabels vertices;
  GraphSymbolLabels edges;
};
GraphSymbolLabels symbol_labels(std::vector<std::pair<std::string, Value>> symbols);
// '.' and '-' without labels, L and R for the players.
GraphAlphabet default_alphabet();
// In directed graphs '-' goes both ways, '>' one. Throws InputError with the place.
Value parse_graph(Context& context, bool directed, const std::string& text,
                  const GraphAlphabet& alphabet);
// The text of a graph: `vertex` gives "" for a vertex that needs no symbol.
using LabelText = std::function<std::string(const Value&)>;
std::string graph_text(Context& context, const GraphObject& graph, const LabelText& vertex,
                       const LabelText& edge);

// Classes Vertex and Edge: what G[1], G.Vertices and G.Edges give.
Value vertex_value(Context& context, const Value& graph, std::size_t vertex);
// Requires a Vertex.
Value vertex_label(const Value& vertex);
class EdgeObject final : public NativeObject {
 public:
  EdgeObject(GraphEdge e, bool d);
  const char* class_name() const override { return "Edge"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  bool equals(const NativeObject& other) const override;
  void parts(std::vector<Value>& out) const override { out = {edge.label}; }
  std::uint64_t hash() const override { return cached_hash; }
  std::uint32_t nesting() const override;
  const GraphEdge edge;
  const bool directed;
  const std::uint64_t cached_hash;
};

}  // namespace cgt::lang
