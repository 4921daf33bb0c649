#include "decomp/rules/graph.hpp"

#include <fmt/format.h>

#include <numeric>
#include <tuple>

#include "cgt/text/graph_notation.hpp"

namespace cgt::graph {
namespace {

constexpr const char* kNothing = "0";

// Edges at each vertex, by the other end and label; loops once.
class Incidence {
 public:
  struct Item {
    Vertex to;
    Label label;
    bool out;  // the edge begins here
    std::uint32_t edge;
  };

  explicit Incidence(const Graph& graph) : first_(graph.size() + 1) {
    for (const Edge& e : graph.edges) {
      ++first_[e.a];
      if (e.a != e.b) ++first_[e.b];
    }
    std::exclusive_scan(first_.begin(), first_.end(), first_.begin(), 0U);
    items_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
      const Edge& e = graph.edges[i];
      items_[next[e.a]++] = {e.b, e.label, true, i};
      if (e.a != e.b) items_[next[e.b]++] = {e.a, e.label, false, i};
    }
    for (std::size_t v = 0; v < graph.size(); ++v) {
      std::sort(items_.begin() + first_[v], items_.begin() + first_[v + 1],
                [](const Item& x, const Item& y) {
                  return std::tuple(x.to, x.label, x.out) < std::tuple(y.to, y.label, y.out);
                });
    }
  }
  std::span<const Item> at(std::size_t v) const {
    return std::span(items_).subspan(first_[v], first_[v + 1] - first_[v]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Item> items_;
};

// The graph with vertex v called to[v]; kNone leaves it out. `size` vertices remain.
Graph renumbered(const Graph& graph, const std::vector<std::uint32_t>& to, std::size_t size) {
  Graph out;
  out.directed = graph.directed;
  out.vertices.resize(size);
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (to[v] != kNone) out.vertices[to[v]] = graph.vertices[v];
  }
  for (const Edge& e : graph.edges) {
    if (to[e.a] == kNone || to[e.b] == kNone) continue;
    auto a = static_cast<Vertex>(to[e.a]);
    auto b = static_cast<Vertex>(to[e.b]);
    if (!graph.directed && a > b) std::swap(a, b);
    out.edges.push_back({a, b, e.label});
  }
  std::ranges::sort(out.edges);
  return out;
}

// Walks depth first over all edges; `visit(v, item, fresh)` for each edge once, `leave(v)` at the
// end of a vertex.
template <class Root, class Visit, class Leave>
void walk(const Graph& graph, const Root& root, const Visit& visit, const Leave& leave) {
  const Incidence incidence(graph);
  std::vector<bool> reached(graph.size());
  std::vector<bool> walked(graph.edges.size());
  std::vector<std::pair<Vertex, std::uint32_t>> stack;
  for (std::size_t r = 0; r < graph.size(); ++r) {
    if (reached[r]) continue;
    reached[r] = true;
    root(static_cast<Vertex>(r));
    stack.emplace_back(static_cast<Vertex>(r), 0);
    while (!stack.empty()) {
      const Vertex v = stack.back().first;
      const auto items = incidence.at(v);
      if (stack.back().second == items.size()) {
        leave(v);
        stack.pop_back();
        continue;
      }
      const Incidence::Item& item = items[stack.back().second++];
      if (walked[item.edge]) continue;
      walked[item.edge] = true;
      const bool fresh = !reached[item.to];
      visit(v, item, fresh);
      if (!fresh) continue;
      reached[item.to] = true;
      stack.emplace_back(item.to, 0);
    }
  }
}

bool is_normal(const std::vector<std::uint32_t>& number) {
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] != v) return false;
  }
  return true;
}

Label label_of(const std::string& name, const std::string& letters, std::string_view what) {
  // The first letter is the plain one, where there is one.
  if (name.empty() && (letters[0] == '.' || letters[0] == '-' || letters[0] == '>')) return 0;
  if (name.empty()) {
    throw Error(fmt::format("this graph has {} without a label", what),
                fmt::format("each needs one of {}", letters));
  }
  std::string letter = name;
  if (name == "Left") letter = letters.find('L') != std::string::npos ? "L" : "l";
  if (name == "Right") letter = letters.find('R') != std::string::npos ? "R" : "r";
  const std::size_t found = letter.size() == 1 ? letters.find(letter[0]) : std::string::npos;
  if (found == std::string::npos) {
    throw Error(fmt::format("'{}' is not a label of {} here", name, what),
                fmt::format("labels are {}", letters));
  }
  return static_cast<Label>(found);
}

// A path is its labels in order, from the end that makes them less.
bool canonical_path(const Graph& graph, Graph& out) {
  const std::size_t n = graph.size();
  if (graph.edges.size() + 1 != n) return false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> at(n, {kNone, kNone});  // edges
  for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
    const Edge& e = graph.edges[i];
    if (e.a == e.b) return false;
    for (const Vertex v : {e.a, e.b}) {
      if (at[v].first == kNone) {
        at[v].first = i;
      } else if (at[v].second == kNone) {
        at[v].second = i;
      } else {
        return false;
      }
    }
  }
  std::size_t v = 0;
  while (v < n && at[v].second != kNone) ++v;
  if (v == n) return false;
  std::vector<Label> labels{graph.vertices[v]};
  std::uint32_t edge = at[v].first;
  while (edge != kNone) {
    const Edge& e = graph.edges[edge];
    labels.push_back(e.label);
    v = e.a == v ? e.b : e.a;
    labels.push_back(graph.vertices[v]);
    edge = at[v].first == edge ? at[v].second : at[v].first;
  }
  if (labels.size() != 2 * n - 1) return false;
  if (std::lexicographical_compare(labels.rbegin(), labels.rend(), labels.begin(), labels.end())) {
    std::ranges::reverse(labels);
  }
  out.vertices.resize(n);
  out.edges.resize(n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    out.vertices[i] = labels[2 * i];
    if (i + 1 < n) {
      out.edges[i] = {static_cast<Vertex>(i), static_cast<Vertex>(i + 1), labels[2 * i + 1]};
    }
  }
  return true;
}

// Colours 0, 1, ... of the vertices, refined until equal colours see equal colours.
class Refinement {
 public:
  Refinement(const Graph& graph, bool rooted)
      : incidence_(graph), directed_(graph.directed), colours_(graph.size()) {
    std::vector<std::vector<std::uint32_t>> seen(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v) {
      seen[v] = {rooted && v == 0 ? 0U : 1U, graph.vertices[v],
                 static_cast<std::uint32_t>(incidence_.at(v).size())};
    }
    colour(seen);
    refine();
  }

  // Until all vertices differ.
  const std::vector<std::uint32_t>& run() {
    while (classes_ < colours_.size()) {
      // The first vertex of the first class with several.
      std::vector<std::uint32_t> size(classes_);
      for (const std::uint32_t c : colours_) ++size[c];
      const auto tied = static_cast<std::uint32_t>(
          std::ranges::find_if(size, [](std::uint32_t s) { return s > 1; }) - size.begin());
      for (std::uint32_t& c : colours_) c = 2 * c + 1;
      --*std::ranges::find(colours_, 2 * tied + 1);
      ++classes_;
      refine();
    }
    return colours_;
  }

 private:
  void refine() {
    while (true) {
      std::vector<std::vector<std::uint32_t>> seen(colours_.size());
      for (std::size_t v = 0; v < colours_.size(); ++v) {
        for (const Incidence::Item& item : incidence_.at(v)) {
          const std::uint32_t way = directed_ && !item.out ? 1 : 0;
          seen[v].push_back((colours_[item.to] << 9U) |
                            static_cast<std::uint32_t>(item.label << 1U) | way);
        }
        std::ranges::sort(seen[v]);
        seen[v].insert(seen[v].begin(), colours_[v]);
      }
      const std::size_t before = classes_;
      colour(seen);
      if (classes_ == before) return;
    }
  }
  void colour(const std::vector<std::vector<std::uint32_t>>& seen) {
    std::vector<std::uint32_t> order(seen.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return seen[a] < seen[b]; });
    classes_ = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0 && seen[order[i]] != seen[order[i - 1]]) ++classes_;
      colours_[order[i]] = static_cast<std::uint32_t>(classes_);
    }
    if (!order.empty()) ++classes_;
  }

  Incidence incidence_;
  bool directed_;
  std::vector<std::uint32_t> colours_;
  std::size_t classes_ = 0;
};

}  // namespace

std::uint64_t Graph::hash() const {
  std::uint64_t h = mix(vertices.size(), edges.size());
  for (const Label l : vertices) h = h * 31 + l;
  for (const Edge& e : edges) {
    h = mix(h, (static_cast<std::uint64_t>(e.a) << 32U) | (static_cast<std::uint64_t>(e.b) << 8U) |
                   e.label);
  }
  return mix(h, 1);
}

Graph parse(const std::string& text, const Alphabet& alphabet) {
  if (text == kNothing) return parse("", alphabet);
  const SourceText source("graph", text);
  const std::string edges = alphabet.directed ? "><" : alphabet.edges;
  GraphSymbols symbols;
  symbols.is_vertex = [&](std::string_view s) { return alphabet.vertices.find(s) != s.npos; };
  symbols.is_edge = [&](std::string_view s) { return edges.find(s) != s.npos; };
  symbols.hint = fmt::format("vertices are {}, edges {}, ':A' is a name", alphabet.vertices,
                             alphabet.directed ? "> and <" : edges);
  symbols.max_vertices = kMaxVertices;
  const GraphNotation read = read_graph_notation(source, symbols);
  Graph graph;
  graph.directed = alphabet.directed;
  graph.vertices.resize(read.vertices);
  for (const GraphNotation::Mention& m : read.mentions) {
    const auto label = static_cast<Label>(alphabet.vertices.find(m.symbol.text));
    Label& known = graph.vertices[m.vertex];
    if (known != 0 && known != label) {
      throw InputError(
          source, {{Severity::kError, "this vertex has another label already", "", m.symbol.span}});
    }
    known = label;
  }
  for (const GraphNotation::Edge& e : read.edges) {
    auto a = static_cast<Vertex>(e.from);
    auto b = static_cast<Vertex>(e.to);
    const bool backwards = alphabet.directed ? e.symbol.text == "<" : a > b;
    if (backwards) std::swap(a, b);
    const std::size_t label = alphabet.directed ? 0 : edges.find(e.symbol.text);
    graph.edges.push_back({a, b, static_cast<Label>(label)});
  }
  std::ranges::sort(graph.edges);
  return normal(graph);
}

std::string text(const Graph& graph, const Alphabet& alphabet) {
  if (graph.size() == 0) return kNothing;
  std::vector<bool> named(graph.size());
  std::vector<std::uint32_t> items(graph.size());  // edges written at a vertex
  walk(
      graph, [](Vertex) {},
      [&](Vertex v, const Incidence::Item& item, bool fresh) {
        ++items[v];
        if (!fresh) named[item.to] = true;
      },
      [](Vertex) {});
  std::vector<std::string> names(graph.size());
  std::size_t count = 0;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (!named[v]) continue;
    ++count;
    names[v] = count <= 26 ? fmt::format(":{}", static_cast<char>('A' + count - 1))
                           : fmt::format(":{{V{}}}", count);
  }
  std::string out;
  std::vector<std::uint32_t> written(graph.size());
  const auto vertex = [&](Vertex v) {
    if (graph.vertices[v] != 0) out += alphabet.vertices[graph.vertices[v]];
    out += names[v];
  };
  walk(
      graph,
      [&](Vertex v) {
        if (v > 0) out += ';';
        if (items[v] == 0 && graph.vertices[v] == 0 && names[v].empty()) out += '.';
        vertex(v);
      },
      [&](Vertex v, const Incidence::Item& item, bool fresh) {
        if (items[v] > 1) out += written[v] == 0 ? '(' : ';';
        ++written[v];
        out += alphabet.directed ? (item.out ? '>' : '<') : alphabet.edges[item.label];
        // A vertex that was written has its label already.
        if (fresh) {
          vertex(item.to);
        } else {
          out += names[item.to];
        }
      },
      [&](Vertex v) {
        if (items[v] > 1) out += ')';
      });
  return out;
}

Graph read(RulesetArguments& arguments, const Alphabet& alphabet) {
  const RulesetArgument* given = arguments.find("graph", 0);
  if (given == nullptr) throw Error("a graph is missing");
  if (const auto* string = std::get_if<std::string>(given)) return parse(*string, alphabet);
  const auto* input = std::get_if<GraphInput>(given);
  if (input == nullptr) throw Error("a graph or a text is wanted here");
  if (input->labels.size() > kMaxVertices) throw Error("this graph is too large");
  if (input->directed != alphabet.directed) {
    throw Error(alphabet.directed ? "a directed graph is wanted here"
                                  : "an undirected graph is wanted here");
  }
  Graph graph;
  graph.directed = alphabet.directed;
  for (const std::string& label : input->labels) {
    graph.vertices.push_back(label_of(label, alphabet.vertices, "vertices"));
  }
  for (const GraphInput::Edge& e : input->edges) {
    auto a = static_cast<Vertex>(e.from);
    auto b = static_cast<Vertex>(e.to);
    if (!alphabet.directed && a > b) std::swap(a, b);
    graph.edges.push_back({a, b, label_of(e.label, alphabet.edges, "edges")});
  }
  std::ranges::sort(graph.edges);
  return normal(graph);
}

Graph normal(const Graph& graph) {
  std::vector<std::uint32_t> number(graph.size(), kNone);
  std::uint32_t next = 0;
  walk(
      graph, [&](Vertex v) { number[v] = next++; },
      [&](Vertex, const Incidence::Item& item, bool fresh) {
        if (fresh) number[item.to] = next++;
      },
      [](Vertex) {});
  if (is_normal(number)) return graph;
  return renumbered(graph, number, graph.size());
}

Graph kept(const Graph& graph, const std::vector<bool>& keep) {
  std::vector<std::uint32_t> number(graph.size(), kNone);
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    if (keep[v]) number[v] = next++;
  }
  return normal(renumbered(graph, number, next));
}

std::vector<std::uint32_t> components(const Graph& graph, std::uint32_t& count,
                                      const std::vector<bool>* cut) {
  // Union by the least vertex.
  std::vector<std::uint32_t> parent(graph.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const Edge& e : graph.edges) {
    if (cut != nullptr && ((*cut)[e.a] || (*cut)[e.b])) continue;
    const std::uint32_t a = find(e.a);
    const std::uint32_t b = find(e.b);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::uint32_t> number(graph.size(), kNone);
  count = 0;
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    if (cut != nullptr && (*cut)[v]) continue;
    const std::uint32_t root = find(v);
    number[v] = root == v ? count++ : number[root];
  }
  return number;
}

std::vector<Graph> split(const Graph& graph) {
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> number = components(graph, count);
  if (count == 1) return {graph};
  Graph empty;
  empty.directed = graph.directed;
  std::vector<Graph> parts(count, empty);
  std::vector<Vertex> within(graph.size());
  for (std::size_t v = 0; v < graph.size(); ++v) {
    Graph& part = parts[number[v]];
    within[v] = static_cast<Vertex>(part.size());
    part.vertices.push_back(graph.vertices[v]);
  }
  for (const Edge& e : graph.edges) {
    parts[number[e.a]].edges.push_back({within[e.a], within[e.b], e.label});
  }
  return parts;
}

Graph canonical(const Graph& graph, bool rooted) {
  Graph path;
  if (!graph.directed && !rooted && canonical_path(graph, path)) return path;
  Refinement refinement(graph, rooted);
  return normal(renumbered(graph, refinement.run(), graph.size()));
}

CanonicalGraph canonical(const Graph& graph, const Graph& negative, bool rooted) {
  CanonicalGraph least{canonical(graph, rooted), false};
  Graph other = canonical(negative, rooted);
  if (other < least.graph) least = {std::move(other), true};
  return least;
}

Graph colours_exchanged(Graph graph) {
  for (Edge& e : graph.edges) {
    if (e.label != kGreen) e.label = static_cast<Label>(1 - e.label);
  }
  std::ranges::sort(graph.edges);
  return graph;
}

}  // namespace cgt::graph
