#include "lang/values/graph.hpp"

#include <fmt/format.h>

#include <numeric>

#include "lang/values/collections.hpp"

namespace cgt::lang {
namespace {

class VertexObject final : public NativeObject {
 public:
  VertexObject(Value g, std::size_t v) : graph(std::move(g)), vertex(v) {}
  const char* class_name() const override { return "Vertex"; }
  std::string to_text(Context& context, const PrintStyle& style) const override {
    const GraphObject& g = *as_graph(graph);
    std::string ends;
    for (const std::uint32_t e : g.incident(vertex)) {
      context.budget().charge();
      ends += fmt::format("{}{}", ends.empty() ? "" : ",", g.other_end(e, vertex) + 1);
    }
    return fmt::format("Vertex({}, [{}])", format(context, g.labels[vertex], style), ends);
  }
  bool equals(const NativeObject& other) const override {
    const auto* o = dynamic_cast<const VertexObject*>(&other);
    return o != nullptr && o->vertex == vertex;
  }
  void parts(std::vector<Value>& out) const override { out = {graph}; }
  std::uint64_t hash() const override { return mix(graph.hash(), vertex); }
  std::uint32_t nesting() const override { return graph.object()->nesting(); }
  // The edges at it, from 1.
  std::optional<Value> at(Context& context, std::span<const Value> indices) const override {
    const GraphObject& g = *as_graph(graph);
    const auto edges = g.incident(vertex);
    const std::int64_t i =
        indices.size() == 1 ? context.integer(indices[0], "the index of an edge") : 0;
    if (i < 1 || static_cast<std::uint64_t>(i) > edges.size()) {
      throw Error("there is no such edge", fmt::format("this vertex has {}", edges.size()));
    }
    return from_here(g, edges[static_cast<std::size_t>(i) - 1]);
  }
  bool elements(Context& context, std::vector<Value>& out) const override {
    const GraphObject& g = *as_graph(graph);
    for (const std::uint32_t e : g.incident(vertex)) {
      context.budget().charge();
      out.push_back(from_here(g, e));
    }
    return true;
  }
  // An edge as it is seen from this vertex, which it leaves.
  Value from_here(const GraphObject& g, std::uint32_t edge) const {
    return Value::native<EdgeObject>(
        GraphEdge{g.edges[edge].label, static_cast<std::uint32_t>(vertex),
                  g.other_end(edge, vertex)},
        g.directed);
  }
  const Value graph;
  const std::size_t vertex;
};

}  // namespace

std::string EdgeObject::to_text(Context& context, const PrintStyle& style) const {
  return fmt::format("Edge({}, {}, {})", format(context, edge.label, style), edge.from + 1,
                     edge.to + 1);
}
bool EdgeObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const EdgeObject*>(&other);
  if (o == nullptr || o->directed != directed) return false;
  const bool same = o->edge.from == edge.from && o->edge.to == edge.to;
  return same || (!directed && o->edge.from == edge.to && o->edge.to == edge.from);
}
EdgeObject::EdgeObject(GraphEdge e, bool d)
    : edge(std::move(e)),
      directed(d),
      cached_hash(mix(mix(edge.label.hash(), d ? edge.from : std::min(edge.from, edge.to)),
                      d ? edge.to : std::max(edge.from, edge.to))) {}
std::uint32_t EdgeObject::nesting() const { return nesting_with({&edge.label, 1}); }

bool GraphObject::equals(const NativeObject& other) const {
  const auto* o = dynamic_cast<const GraphObject*>(&other);
  return o != nullptr && o->cached_hash == cached_hash && o->directed == directed &&
         std::equal(edges.begin(), edges.end(), o->edges.begin(), o->edges.end(),
                    [](const GraphEdge& a, const GraphEdge& b) {
                      return a.from == b.from && a.to == b.to;
                    });
}

void GraphObject::parts(std::vector<Value>& out) const {
  out = labels;
  for (const GraphEdge& e : edges) out.push_back(e.label);
}

std::optional<Value> GraphObject::at(Context& context, std::span<const Value> indices) const {
  const std::int64_t i =
      indices.size() == 1 ? context.integer(indices[0], "the index of a vertex") : 0;
  if (i < 1 || static_cast<std::uint64_t>(i) > size()) {
    throw Error("there is no such vertex", fmt::format("this graph has {}", size()));
  }
  return vertex_value(context, Value::object(Kind::kNative, this), static_cast<std::size_t>(i) - 1);
}

Value vertex_value(Context&, const Value& graph, std::size_t vertex) {
  return Value::native<VertexObject>(graph, vertex);
}

Value vertex_label(const Value& vertex) {
  const auto& object = *vertex.as_native<VertexObject>();
  return as_graph(object.graph)->labels[object.vertex];
}

Value empty_graph(bool directed) {
  CountedPointer<GraphObject> graph(new GraphObject);
  graph->directed = directed;
  graph->first = {0};
  graph->cached_hash = mix(directed ? 1 : 2, 0);
  return Value::object(Kind::kNative, std::move(graph));
}

Value make_graph(Context& context, bool directed, std::vector<Value> labels,
                 std::vector<GraphEdge> edges) {
  if (labels.size() > kMaxGraph || edges.size() > kMaxGraph) {
    throw Error("this graph is too large",
                fmt::format("at most {} vertices and as many edges", kMaxGraph));
  }
  CountedPointer<GraphObject> graph(new GraphObject);
  graph->directed = directed;
  graph->depth = nesting_with(labels);
  for (GraphEdge& edge : edges) {
    if (!directed && edge.from > edge.to) std::swap(edge.from, edge.to);
    graph->depth = std::max(graph->depth, nesting_with({&edge.label, 1}));
  }
  std::stable_sort(edges.begin(), edges.end(), [&](const GraphEdge& a, const GraphEdge& b) {
    context.budget().charge();
    if (a.from != b.from) return a.from < b.from;
    if (a.to != b.to) return a.to < b.to;
    return print_order(context, a.label, b.label) < 0;
  });
  graph->first.assign(labels.size() + 1, 0);
  const auto each_end = [&](auto&& use) {
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      use(edges[e].from, e);
      if (!directed && edges[e].to != edges[e].from) use(edges[e].to, e);
    }
  };
  each_end([&](std::uint32_t v, std::uint32_t) { ++graph->first[v + 1]; });
  std::partial_sum(graph->first.begin(), graph->first.end(), graph->first.begin());
  graph->incidence.resize(graph->first.back());
  std::vector<std::uint32_t> next(graph->first.begin(), graph->first.end() - 1);
  each_end([&](std::uint32_t v, std::uint32_t e) { graph->incidence[next[v]++] = e; });
  // Edges are sorted by `from`: at each vertex come first, in order, those whose other end is
  // smaller, then those that begin there. So `incidence` is by the other end already.
  std::uint64_t hash = mix(directed ? 1 : 2, labels.size());
  for (const Value& label : labels) hash = mix(hash, label.hash());
  for (const GraphEdge& e : edges) hash = mix(mix(mix(hash, e.label.hash()), e.from), e.to);
  graph->cached_hash = hash;
  graph->labels = std::move(labels);
  graph->edges = std::move(edges);
  return Value::object(Kind::kNative, std::move(graph));
}

Value induced_graph(Context& context, const GraphObject& graph, const std::vector<bool>& keep) {
  std::vector<std::uint32_t> number(graph.size(), 0);
  std::vector<Value> labels;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    context.budget().charge();
    number[v] = static_cast<std::uint32_t>(labels.size());
    if (keep[v]) labels.push_back(graph.labels[v]);
  }
  std::vector<GraphEdge> edges;
  for (const GraphEdge& e : graph.edges) {
    context.budget().charge();
    if (keep[e.from] && keep[e.to]) edges.push_back({e.label, number[e.from], number[e.to]});
  }
  return make_graph(context, graph.directed, std::move(labels), std::move(edges));
}

std::vector<std::uint32_t> components_of(Context& context, const GraphObject& graph) {
  std::vector<std::uint32_t> root(graph.size());
  std::iota(root.begin(), root.end(), 0U);
  const auto find = [&](std::uint32_t v) {
    while (root[v] != v) v = root[v] = root[root[v]];
    return v;
  };
  for (const GraphEdge& e : graph.edges) {
    context.budget().charge();
    const std::uint32_t a = find(e.from);
    const std::uint32_t b = find(e.to);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> component(graph.size());
  std::uint32_t count = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const std::uint32_t r = find(v);
    component[v] = r == v ? count++ : component[r];
  }
  return component;
}

}  // namespace cgt::lang
