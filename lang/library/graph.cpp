// Graph and DirectedGraph.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/library/core.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/graph.hpp"

namespace cgt::lang {
namespace {

const GraphObject& graph_of(const Value& v) { return *as_graph(v); }

std::size_t vertex_number(Context& c, const GraphObject& g, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 1 || static_cast<std::uint64_t>(n) > g.size()) {
    throw Error(fmt::format("{}: there is no vertex {}", what, n),
                fmt::format("this graph has {}", g.size()));
  }
  return static_cast<std::size_t>(n) - 1;
}

std::vector<bool> marked(Context& c, const GraphObject& g, const Value& vertices,
                         const char* what) {
  std::vector<bool> marks(g.size(), false);
  for (const Value& v : c.elements(vertices, what)) marks[vertex_number(c, g, v, what)] = true;
  return marks;
}

std::uint32_t count_argument(Context& c, const Value& v, const char* what) {
  const std::int64_t n = c.integer(v, what);
  if (n < 0) throw Error(fmt::format("{} needs a number of vertices >= 0", what));
  if (n > 1'000'000) throw Error("this graph is too large");
  return static_cast<std::uint32_t>(n);
}

using Ends = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// `count` vertices with one label, and edges with another: arguments[1] and [2].
Value plain(Context& c, bool directed, std::size_t count, const Ends& ends, Arguments a) {
  std::vector<GraphEdge> edges;
  for (const auto& [from, to] : ends) edges.push_back({a[2], from, to});
  return make_graph(c, directed, std::vector<Value>(count, a[1]), std::move(edges));
}

Value path(Context& c, bool directed, bool closed, const char* what, Arguments a) {
  const std::uint32_t n = count_argument(c, a[0], what);
  Ends ends;
  for (std::uint32_t v = 1; v < n; ++v) ends.emplace_back(v - 1, v);
  if (closed && n > 0) ends.emplace_back(n - 1, 0);
  return plain(c, directed, n, ends, a);
}

Value from_lists(Context& c, bool directed, Arguments a) {
  const Value& lists = a[0];
  const std::vector<Value> rows = c.elements(lists, "FromAdjacencyList");
  const auto bad = [](const char* what) -> void {
    throw Error(fmt::format("FromAdjacencyList: {}", what),
                "for each vertex, the list of the numbers of its neighbours");
  };
  Ends ends;
  Ends backward;
  for (std::uint32_t v = 0; v < rows.size(); ++v) {
    for (const Value& item : c.elements(rows[v], "FromAdjacencyList")) {
      c.budget().charge();
      const std::int64_t n = c.integer(item, "FromAdjacencyList");
      if (n < 1 || static_cast<std::uint64_t>(n) > rows.size()) bad("a neighbour is not a vertex");
      const auto w = static_cast<std::uint32_t>(n - 1);
      if (directed || v <= w)
        ends.emplace_back(v, w);
      else
        backward.emplace_back(w, v);
    }
  }
  if (!directed) {
    Ends forward;
    for (const auto& e : ends) {
      if (e.first != e.second) forward.push_back(e);
    }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    if (forward != backward) bad("the neighbours of a vertex do not all name it in turn");
  }
  return plain(c, directed, rows.size(), ends, a);
}

// What labels the symbols of a text have: a map, or a function of the symbol.
GraphSymbolLabels labels_by(Context& c, const Value& given, const char* what) {
  if (given.kind() == Kind::kFunction) {
    return [&c, given](std::string_view symbol) -> std::optional<Value> {
      if (symbol.empty()) return std::nullopt;
      const Value name = Value::string(std::string(symbol));
      return c.call(given, {&name, 1});
    };
  }
  if (given.kind() != Kind::kMap) {
    throw Error(fmt::format("{} are a map of strings to labels, or a function", what),
                "{\"L\" => Left}");
  }
  std::vector<std::pair<std::string, Value>> out;
  for (const auto& [key, label] : given.as_map().entries)
    out.emplace_back(c.string(key, what), label);
  return symbol_labels(std::move(out));
}

Value parsed(Context& c, bool directed, const Value& text, const Value& vertex_labels,
             const Value& edge_labels) {
  GraphAlphabet alphabet = default_alphabet();
  if (!vertex_labels.is_nothing()) alphabet.vertices = labels_by(c, vertex_labels, "vertexLabels");
  if (!edge_labels.is_nothing()) alphabet.edges = labels_by(c, edge_labels, "edgeLabels");
  return parse_graph(c, directed, c.string(text, "a graph"), alphabet);
}

// The symbol of a label by a map or a function of labels; longer ones stand in {}.
LabelText symbols_by(Context& c, const Value& given, std::string plain, std::string written) {
  return [&c, given, plain, written](const Value& label) {
    Value symbol;
    if (given.kind() == Kind::kMap) {
      if (const Value* found = given.as_map().find(label)) symbol = *found;
    } else if (!given.is_nothing()) {
      symbol = c.call(given, {&label, 1});
    }
    if (symbol.is_nothing())
      return label.is_nothing() ? plain : fmt::format(fmt::runtime(written), c.text(label));
    const std::string text = c.string(symbol, "ToString");
    return text.empty() ? plain : text.size() == 1 ? text : "{" + text + "}";
  };
}

Value components(Context& c, const Value& graph) {
  const GraphObject& g = graph_of(graph);
  const std::vector<std::uint32_t> component = components_of(c, g);
  struct Part {
    std::vector<Value> labels;
    std::vector<GraphEdge> edges;
  };
  std::vector<Part> parts;
  std::vector<std::uint32_t> number(g.size());
  for (std::size_t v = 0; v < g.size(); ++v) {
    if (component[v] == parts.size()) parts.emplace_back();
    Part& part = parts[component[v]];
    number[v] = static_cast<std::uint32_t>(part.labels.size());
    part.labels.push_back(g.labels[v]);
  }
  for (const GraphEdge& e : g.edges)
    parts[component[e.from]].edges.push_back({e.label, number[e.from], number[e.to]});
  std::vector<Value> out;
  for (Part& part : parts) {
    c.budget().charge();
    out.push_back(make_graph(c, g.directed, std::move(part.labels), std::move(part.edges)));
  }
  return Value::list(std::move(out));
}

Value without_edge(Context& c, const GraphObject& g, std::uint32_t edge) {
  std::vector<GraphEdge> edges = g.edges;
  edges.erase(edges.begin() + edge);
  return make_graph(c, g.directed, g.labels, std::move(edges));
}

Value delete_edge(Context& c, const Value& graph, const Value& edge) {
  const GraphObject& g = graph_of(graph);
  const auto* wanted = edge.as_native<EdgeObject>();
  if (wanted == nullptr)
    throw Error(fmt::format("DeleteEdge needs an edge, not {}", edge.described()),
                "G.Edges[1], or G[v][i], the i-th edge at vertex v");
  GraphEdge edge_wanted = wanted->edge;
  if (!g.directed && edge_wanted.from > edge_wanted.to) std::swap(edge_wanted.from, edge_wanted.to);
  const auto found = std::find(g.edges.begin(), g.edges.end(), edge_wanted);
  if (found == g.edges.end()) throw Error("DeleteEdge: this graph has no such edge");
  return without_edge(c, g, static_cast<std::uint32_t>(found - g.edges.begin()));
}

Value delete_edge_by_index(Context& c, const Value& graph, const Value& vertex,
                           const Value& index) {
  const GraphObject& g = graph_of(graph);
  const auto edges = g.incident(vertex_number(c, g, vertex, "DeleteEdgeByIndex"));
  const std::int64_t i = c.integer(index, "DeleteEdgeByIndex");
  if (i < 1 || static_cast<std::uint64_t>(i) > edges.size()) {
    throw Error("DeleteEdgeByIndex: there is no such edge",
                fmt::format("this vertex has {}", edges.size()));
  }
  return without_edge(c, g, edges[static_cast<std::size_t>(i) - 1]);
}

Value all_edges(Context& c, const GraphObject& g) {
  std::vector<Value> out;
  for (const GraphEdge& e : g.edges) {
    c.budget().charge();
    out.push_back(Value::native<EdgeObject>(e, g.directed));
  }
  return Value::list(std::move(out));
}

Value adjacency(Context& c, const GraphObject& g) {
  std::vector<Value> rows;
  for (std::size_t v = 0; v < g.size(); ++v) {
    std::vector<Value> row;
    for (const std::uint32_t e : g.incident(v)) {
      c.budget().charge();
      row.push_back(Value::integer(g.other_end(e, v) + 1));
    }
    rows.push_back(Value::list(std::move(row)));
  }
  return Value::list(std::move(rows));
}

bool is_simple(const GraphObject& g) {
  for (std::size_t i = 0; i < g.edges.size(); ++i) {
    const GraphEdge& e = g.edges[i];
    if (e.from == e.to) return false;
    if (i > 0 && g.edges[i - 1].from == e.from && g.edges[i - 1].to == e.to) return false;
  }
  return true;
}

Value relabelled(Context& c, const Value& graph, const Value& map) {
  const GraphObject& g = graph_of(graph);
  if (map.kind() != Kind::kMap)
    throw Error("UpdatedVertexLabels needs a map of vertices to labels", "{1 => Left}");
  std::vector<Value> labels = g.labels;
  for (const auto& [vertex, label] : map.as_map().entries)
    labels[vertex_number(c, g, vertex, "UpdatedVertexLabels")] = label;
  return make_graph(c, g.directed, std::move(labels), g.edges);
}

// Without the vertices of a label, taken apart: where those of one player cut the graph.
Value decomposition(Context& c, const Value& graph, const Value& label) {
  const GraphObject& g = graph_of(graph);
  std::vector<bool> keep(g.size());
  for (std::size_t v = 0; v < g.size(); ++v) keep[v] = !(g.labels[v] == label);
  return components(c, induced_graph(c, g, keep));
}

void register_makers(Registry& registry, const char* owner, bool directed) {
  const std::string name = owner;
  const Rows functions(registry, "");
  const auto parse = [directed](Context& c, Arguments a) {
    return parsed(c, directed, a[0], a[1], a[2]);
  };
  const std::string labels = "(text, vertexLabels?, edgeLabels?)";
  functions.add(name + labels,
                "The graph that a text draws: vertices '.', edges '-', branches (a;b), names :A.",
                name + "(\".-.-.\") --> " + name + "(\"--\")", parse);
  functions.add(
      name + ".Parse" + labels, "The graph that a text draws, with your own symbols for labels.",
      name + ".Parse(\".-x\", vertexLabels => {\"x\" => 5}) --> " + name + "(\"-{5}\")", parse);
  const std::string more = ", vertexLabel?, edgeLabel?)";
  functions.add(name + ".FromAdjacencyList(adjacencyList" + more,
                "From the list of neighbours of each vertex.",
                name + ".FromAdjacencyList([[2],[1]]) --> " + name + "(\"-\")",
                [directed](Context& c, Arguments a) { return from_lists(c, directed, a); });
  functions.add(
      name + ".Path(n" + more, "n vertices in a row.",
      name + ".Path(4) --> " + name + (directed ? "(\">>>\")" : "(\"---\")"),
      [directed](Context& c, Arguments a) { return path(c, directed, false, "Path", a); });
  functions.add(
      name + ".Cycle(n" + more, "n vertices in a ring.",
      name + ".Cycle(3) --> " + name + (directed ? "(\":A>>>:A\")" : "(\":A---:A\")"),
      [directed](Context& c, Arguments a) { return path(c, directed, true, "Cycle", a); });
  functions.add(name + ".Singleton(vertexLabel?)", "One vertex.",
                name + ".Singleton() --> " + name + "(\".\")", [directed](Context& c, Arguments a) {
                  return make_graph(c, directed, {a[0]}, {});
                });
}

}  // namespace

void register_graphs(Registry& registry) {
  register_makers(registry, "Graph", false);
  register_makers(registry, "DirectedGraph", true);
  const Rows functions(registry, "");
  functions.add("DirectedGraph.DirectedPath(n, vertexLabel?, edgeLabel?)",
                "The same as DirectedGraph.Path.",
                "DirectedGraph.DirectedPath(3) --> DirectedGraph(\">>\")",
                [](Context& c, Arguments a) { return path(c, true, false, "DirectedPath", a); });
  registry.add(Constant{"Graph.Empty", "The graph without vertices.", empty_graph(false)});
  registry.add(Constant{"DirectedGraph.Empty", "The graph without vertices.", empty_graph(true)});
  functions.add("Graph.Star(n, vertexLabel?, edgeLabel?)", "One vertex with n - 1 neighbours.",
                "Graph.Star(4) --> Graph(\"(-;-;-)\")", [](Context& c, Arguments a) {
                  Ends ends;
                  const std::uint32_t n = count_argument(c, a[0], "Star");
                  for (std::uint32_t v = 1; v < n; ++v) ends.emplace_back(0, v);
                  return plain(c, false, n, ends, a);
                });
  functions.add("Graph.Clique(n, vertexLabel?, edgeLabel?)",
                "n vertices, every two of them neighbours.",
                "Graph.Clique(3) --> Graph(\":A---:A\")", [](Context& c, Arguments a) {
                  const std::uint32_t n = count_argument(c, a[0], "Clique");
                  if (n > 2'000) throw Error("this graph is too large");
                  Ends ends;
                  for (std::uint32_t v = 0; v < n; ++v) {
                    for (std::uint32_t w = v + 1; w < n; ++w) ends.emplace_back(v, w);
                  }
                  return plain(c, false, n, ends, a);
                });

  const Rows graphs(registry, "Graph");
  const Rows directed_graphs(registry, "DirectedGraph");
  const Rows vertex_rows(registry, "Vertex");
  const Rows edge_rows(registry, "Edge");
  graphs.add("VertexCount", "How many vertices there are.", "Graph(\"--\").VertexCount --> 3",
             [](Context&, Arguments a) {
               return Value::integer(static_cast<std::int64_t>(graph_of(a[0]).size()));
             });
  graphs.add("EdgeCount", "How many edges there are.", "Graph(\"--\").EdgeCount --> 2",
             [](Context&, Arguments a) {
               return Value::integer(static_cast<std::int64_t>(graph_of(a[0]).edges.size()));
             });
  graphs.add("Vertices", "The vertices, as a list.",
             "Graph(\"--\").Vertices[2] --> Vertex(Nothing, [1,3])", [](Context& c, Arguments a) {
               std::vector<Value> out;
               for (std::size_t v = 0; v < graph_of(a[0]).size(); ++v) {
                 c.budget().charge();
                 out.push_back(vertex_value(c, a[0], v));
               }
               return Value::list(std::move(out));
             });
  graphs.add("Edges", "The edges, as a list, in order of their ends.",
             "Graph(\"-\").Edges --> [Edge(Nothing, 1, 2)]",
             [](Context& c, Arguments a) { return all_edges(c, graph_of(a[0])); });
  graphs.add("AdjacencyList", "The neighbours of each vertex.",
             "Graph(\"--\").AdjacencyList --> [[2],[1,3],[2]]",
             [](Context& c, Arguments a) { return adjacency(c, graph_of(a[0])); });
  graphs.add("ToDirectedGraph", "With an edge in either direction for each edge.",
             "Graph(\"-\").ToDirectedGraph.AdjacencyList --> [[2],[1]]",
             [](Context& c, Arguments a) {
               const GraphObject& g = graph_of(a[0]);
               std::vector<GraphEdge> edges = g.edges;
               for (const GraphEdge& edge : g.edges) {
                 const bool loop = edge.from == edge.to;
                 if (!g.directed && !loop) edges.push_back({edge.label, edge.to, edge.from});
               }
               return make_graph(c, true, g.labels, std::move(edges));
             });
  graphs.add("IsEmpty", "Has it no vertex?", "Graph(\"\").IsEmpty --> true",
             [](Context&, Arguments a) { return Value::boolean(graph_of(a[0]).size() == 0); });
  graphs.add("IsConnected", "Is it connected?", "Graph(\".;.\").IsConnected --> false",
             [](Context& c, Arguments a) {
               const auto component = components_of(c, graph_of(a[0]));
               return Value::boolean(std::all_of(component.begin(), component.end(),
                                                 [](std::uint32_t k) { return k == 0; }));
             });
  graphs.add("IsSimple", "Has it neither loops nor parallel edges?",
             "Graph(\":A-:A\").IsSimple --> false",
             [](Context&, Arguments a) { return Value::boolean(is_simple(graph_of(a[0]))); });
  graphs.add("ConnectedComponents", "Its components, as a list.",
             "Graph(\"-;.\").ConnectedComponents --> [Graph(\"-\"),Graph(\".\")]",
             [](Context& c, Arguments a) { return components(c, a[0]); });
  graphs.add("ConnectedComponent(vertex)", "The component of a vertex.",
             "Graph(\"-;.\").ConnectedComponent(3) --> Graph(\".\")", [](Context& c, Arguments a) {
               const GraphObject& g = graph_of(a[0]);
               const std::size_t v = vertex_number(c, g, a[1], "ConnectedComponent");
               const auto component = components_of(c, g);
               std::vector<bool> keep(g.size());
               for (std::size_t w = 0; w < g.size(); ++w) keep[w] = component[w] == component[v];
               return induced_graph(c, g, keep);
             });
  graphs.add("Decomposition(boundaryLabel)", "The components without the vertices of a label.",
             "Graph(\".-L-.\").Decomposition(Left) --> [Graph(\".\"),Graph(\".\")]",
             [](Context& c, Arguments a) { return decomposition(c, a[0], a[1]); });
  graphs.add("DeleteVertex(vertex)", "Without a vertex and the edges at it.",
             "Graph(\"--\").DeleteVertex(1) --> Graph(\"-\")", [](Context& c, Arguments a) {
               const GraphObject& g = graph_of(a[0]);
               std::vector<bool> keep(g.size(), true);
               keep[vertex_number(c, g, a[1], "DeleteVertex")] = false;
               return induced_graph(c, g, keep);
             });
  graphs.add("DeleteVertices(vertices)", "Without the vertices of a collection.",
             "Graph(\"--\").DeleteVertices([1,3]) --> Graph(\".\")", [](Context& c, Arguments a) {
               std::vector<bool> keep = marked(c, graph_of(a[0]), a[1], "DeleteVertices");
               keep.flip();
               return induced_graph(c, graph_of(a[0]), keep);
             });
  graphs.add("RetainVertices(vertices)", "Only the vertices of a collection.",
             "Graph(\"--\").RetainVertices([1,2]) --> Graph(\"-\")", [](Context& c, Arguments a) {
               return induced_graph(c, graph_of(a[0]),
                                    marked(c, graph_of(a[0]), a[1], "RetainVertices"));
             });
  graphs.add("DeleteEdge(edge)", "Without an edge.",
             "Graph.Cycle(3).DeleteEdge(Graph.Cycle(3).Edges[1]) --> Graph(\"--\")",
             [](Context& c, Arguments a) { return delete_edge(c, a[0], a[1]); });
  graphs.add("DeleteEdgeByIndex(vertex, edge)", "Without one of the edges at a vertex.",
             "Graph(\"--\").DeleteEdgeByIndex(1, 1) --> Graph(\".;-\")",
             [](Context& c, Arguments a) { return delete_edge_by_index(c, a[0], a[1], a[2]); });
  graphs.add("UpdatedVertexLabels(updates)", "With other labels of some vertices.",
             "Graph(\"-\").UpdatedVertexLabels({1 => Left}) --> Graph(\"{Left}-\")",
             [](Context& c, Arguments a) { return relabelled(c, a[0], a[1]); });
  graphs.add("ToString(vertexLabels?, edgeLabels?)",
             "The text that Parse reads with the maps turned around: symbols by labels.",
             "Graph(\"L-.\").ToString({Left => \"x\"}) --> \"x-\"", [](Context& c, Arguments a) {
               return Value::string(graph_text(c, graph_of(a[0]), symbols_by(c, a[1], "", "{{{}}}"),
                                               symbols_by(c, a[2], "-", "-[{}]")));
             });
  directed_graphs.add("Reversed", "With all edges turned around.",
                      "DirectedGraph(\">\").Reversed.AdjacencyList --> [[],[1]]",
                      [](Context& c, Arguments a) {
                        const GraphObject& g = graph_of(a[0]);
                        std::vector<GraphEdge> edges = g.edges;
                        for (GraphEdge& e : edges) std::swap(e.from, e.to);
                        return make_graph(c, true, g.labels, std::move(edges));
                      });

  vertex_rows.add("Label", "Its label, or Nothing.", "Graph(\".-L\")[2].Label --> Left",
                  [](Context&, Arguments a) { return vertex_label(a[0]); });
  vertex_rows.add("Edges", "The edges at it; of a directed graph, those away from it.",
                  "Graph(\"-\")[2].Edges --> [Edge(Nothing, 2, 1)]",
                  [](Context& c, Arguments a) { return Value::list(c.elements(a[0], "Edges")); });
  for (const char* name : {"Degree", "EdgeCount"}) {
    vertex_rows.add(
        name, "How many edges there are at it.", fmt::format("Graph(\"--\")[2].{} --> 2", name),
        [](Context& c, Arguments a) {
          return Value::integer(static_cast<std::int64_t>(c.elements(a[0], "Degree").size()));
        });
  }
  vertex_rows.add("OutVertices", "The numbers of the vertices that its edges lead to.",
                  "Graph(\"--\")[2].OutVertices --> [1,3]", [](Context& c, Arguments a) {
                    std::vector<Value> out;
                    for (const Value& edge : c.elements(a[0], "OutVertices"))
                      out.push_back(Value::integer(edge.as_native<EdgeObject>()->edge.to + 1));
                    return Value::list(std::move(out));
                  });
  const auto edge_of = [](const Value& v) -> const GraphEdge& {
    return v.as_native<EdgeObject>()->edge;
  };
  edge_rows.add("Label", "Its label, or Nothing.", "Graph(\"-[5]-\").Edges[1].Label --> 5",
                [edge_of](Context&, Arguments a) { return edge_of(a[0]).label; });
  for (const char* name : {"From", "FromVertex"}) {
    edge_rows.add(
        name, "Where it begins; of an undirected edge of a graph, the smaller end.",
        fmt::format("Graph(\"-\").Edges[1].{} --> 1", name),
        [edge_of](Context&, Arguments a) { return Value::integer(edge_of(a[0]).from + 1); });
  }
  for (const char* name : {"To", "ToVertex"}) {
    edge_rows.add(
        name, "Where it ends; of an undirected edge of a vertex, the other vertex.",
        fmt::format("Graph(\"-\").Edges[1].{} --> 2", name),
        [edge_of](Context&, Arguments a) { return Value::integer(edge_of(a[0]).to + 1); });
  }
}

}  // namespace cgt::lang
