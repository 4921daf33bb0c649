// Graphs as texts, both ways.
#include <fmt/format.h>

#include <utility>

#include "cgt/text/graph_notation.hpp"
#include "cgt/text/text.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/graph.hpp"
#include "lang/values/token.hpp"

namespace cgt::lang {
namespace {

// Characters that are not symbols, whatever a function says of them.
bool is_plain(std::string_view symbol) {
  constexpr std::string_view kStructure = ".-><:;(){}[]";
  return !symbol.empty() && kStructure.find(symbol.front()) == std::string_view::npos;
}

// Gives the symbols and written labels of a text their values.
class GraphReader {
 public:
  GraphReader(Context& context, const std::string& text, const GraphAlphabet& alphabet)
      : context_(context), source_("graph", text), alphabet_(alphabet) {}

  Value read(bool directed) {
    GraphSymbols symbols;
    symbols.is_vertex = [&](std::string_view s) {
      return is_plain(s) && known_vertex(s).has_value();
    };
    symbols.is_edge = [&](std::string_view s) {
      return s == "-" || (directed && s == ">") || (is_plain(s) && known_edge(s).has_value());
    };
    symbols.arrows = directed;
    symbols.written_out = true;
    symbols.hint = directed ? "'.' is a vertex, '-' an edge both ways, '>' one way, ':A' a name"
                            : "'.' is a vertex, '-' an edge, ':A' a name, ';' ends a component";
    symbols.max_vertices = symbols.max_edges = kMaxGraph;
    const GraphNotation graph = read_graph_notation(source_, symbols, &context_.budget());
    std::vector<Value> labels = vertex_labels(graph);
    std::vector<GraphEdge> edges;
    edges.reserve(graph.edges.size());
    for (const GraphNotation::Edge& e : graph.edges) {
      Value label = e.label ? written(*e.label) : edge_label(e.symbol.text);
      if (directed && !e.one_way && e.from != e.to) edges.push_back({label, e.to, e.from});
      edges.push_back({std::move(label), e.from, e.to});
    }
    return make_graph(context_, directed, std::move(labels), std::move(edges));
  }

 private:
  std::optional<Value> known_vertex(std::string_view s) const { return alphabet_.vertices(s); }
  std::optional<Value> known_edge(std::string_view s) const { return alphabet_.edges(s); }
  Value edge_label(std::string_view s) const {
    return known_edge(s == "-" || s == ">" ? "" : s).value_or(Value());
  }
  [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {}) const {
    throw InputError(source_, {{Severity::kError, std::move(message), std::move(hint), span}});
  }

  std::vector<Value> vertex_labels(const GraphNotation& graph) const {
    std::vector<Value> labels(graph.vertices, known_vertex("").value_or(Value()));
    std::vector<bool> labelled(graph.vertices);
    for (const GraphNotation::Mention& m : graph.mentions) {
      const std::optional<Value> known = known_vertex(m.symbol.text);
      Value label = known ? *known : written(m.symbol);
      if (labelled[m.vertex] && !(labels[m.vertex] == label)) {
        fail(m.span, "this vertex has another label already");
      }
      labels[m.vertex] = std::move(label);
      labelled[m.vertex] = true;
    }
    return labels;
  }

  // A label that is written out: a player, Boolean, string, number or game.
  Value written(const GraphNotation::Symbol& symbol) const {
    const std::string_view name = symbol.text;
    if (name == "Nothing") return {};
    if (name == "Left") return Value::player(Player::kLeft);
    if (name == "Right") return Value::player(Player::kRight);
    if (name == "true" || name == "false") return Value::boolean(name == "true");
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
      return Value::string(unquote(name));
    }
    try {
      return context_.wrap(parse_value(context_.store(), name));
    } catch (const InputError&) {
      fail(symbol.span, fmt::format("'{}' is not a label", name),
           "labels are players, Booleans, numbers, games and \"strings\"; others need "
           "Graph.Parse(text, vertexLabels => {...})");
    }
  }

  Context& context_;
  SourceText source_;
  const GraphAlphabet& alphabet_;
};

// Depth first from each vertex that was not reached before, along the edges in order. What was
// reached before is written as a reference, so it needs a name.
class GraphWriter {
 public:
  GraphWriter(Context& context, const GraphObject& graph, const LabelText& vertex,
              const LabelText& edge)
      : context_(context), graph_(graph), vertex_(vertex), edge_(edge) {}

  std::string write() {
    reached_.assign(graph_.size(), false);
    referenced_.assign(graph_.size(), false);
    items_.resize(graph_.size());
    walked_.assign(graph_.edges.size(), false);
    std::vector<std::uint32_t> roots;
    for (std::uint32_t v = 0; v < graph_.size(); ++v) {
      if (reached_[v]) continue;
      roots.push_back(v);
      walk(v);
    }
    name();
    for (const std::uint32_t root : roots) {
      if (!out_.empty()) out_ += ';';
      put_component(root);
    }
    return std::move(out_);
  }

 private:
  struct Item {
    std::uint32_t edge;
    std::uint32_t to;
    bool reference;
    bool one_way;
  };

  // Takes the edge along that goes the other way and has the same label, if there is one.
  bool goes_back(std::uint32_t edge) {
    const GraphEdge& way = graph_.edges[edge];
    for (const std::uint32_t e : graph_.incident(way.to)) {
      const GraphEdge& back = graph_.edges[e];
      if (walked_[e] || back.to != way.from || !(back.label == way.label)) continue;
      walked_[e] = true;
      return true;
    }
    return way.from == way.to;
  }

  void walk(std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
    reached_[root] = true;
    order_.push_back(root);
    while (!stack.empty()) {
      context_.budget().charge();
      const std::uint32_t v = stack.back().first;
      const auto edges = graph_.incident(v);
      if (stack.back().second == edges.size()) {
        stack.pop_back();
        continue;
      }
      const std::uint32_t e = edges[stack.back().second++];
      if (walked_[e]) continue;
      walked_[e] = true;
      const std::uint32_t to = graph_.other_end(e, v);
      items_[v].push_back({e, to, reached_[to], graph_.directed && !goes_back(e)});
      if (reached_[to]) {
        referenced_[to] = true;
        continue;
      }
      reached_[to] = true;
      order_.push_back(to);
      stack.emplace_back(to, 0);
    }
  }

  // A, B, ..., Z, then {V27}, ...: in order of appearance.
  void name() {
    names_.resize(graph_.size());
    std::size_t count = 0;
    for (const std::uint32_t v : order_) {
      if (!referenced_[v]) continue;
      ++count;
      names_[v] = count <= 26 ? fmt::format(":{}", static_cast<char>('A' + count - 1))
                              : fmt::format(":{{V{}}}", count);
    }
  }

  void put_vertex(std::uint32_t v) { out_ += vertex_(graph_.labels[v]) + names_[v]; }

  void put_component(std::uint32_t root) {
    struct Level {
      std::uint32_t vertex;
      std::size_t next;
    };
    const std::size_t start = out_.size();
    put_vertex(root);
    if (out_.size() == start && items_[root].empty()) out_ += '.';
    std::vector<Level> stack{{root, 0}};
    while (!stack.empty()) {
      check_printed(context_, out_);
      const std::uint32_t v = stack.back().vertex;
      const std::vector<Item>& items = items_[v];
      const std::size_t i = stack.back().next++;
      if (i == items.size()) {
        if (items.size() > 1) out_ += ')';
        stack.pop_back();
        continue;
      }
      if (items.size() > 1) out_ += i == 0 ? '(' : ';';
      std::string edge = edge_(graph_.edges[items[i].edge].label);
      if (items[i].one_way) {
        if (edge.starts_with('-'))
          edge[0] = '>';
        else
          edge += '>';
      }
      out_ += edge;
      put_vertex(items[i].to);
      if (!items[i].reference) stack.push_back({items[i].to, 0});
    }
  }

  Context& context_;
  const GraphObject& graph_;
  const LabelText& vertex_;
  const LabelText& edge_;
  std::vector<bool> reached_;
  std::vector<bool> referenced_;
  std::vector<bool> walked_;
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<Item>> items_;
  std::vector<std::string> names_;
  std::string out_;
};

}  // namespace

GraphSymbolLabels symbol_labels(std::vector<std::pair<std::string, Value>> symbols) {
  return [symbols = std::move(symbols)](std::string_view symbol) -> std::optional<Value> {
    const auto found = std::ranges::find(symbols, symbol, &std::pair<std::string, Value>::first);
    return found == symbols.end() ? std::nullopt : std::optional(found->second);
  };
}

GraphAlphabet default_alphabet() {
  return {symbol_labels({{"", Value()},
                         {"L", Value::player(Player::kLeft)},
                         {"R", Value::player(Player::kRight)}}),
          symbol_labels({{"", Value()}})};
}

Value parse_graph(Context& context, bool directed, const std::string& text,
                  const GraphAlphabet& alphabet) {
  return GraphReader(context, text, alphabet).read(directed);
}

std::string graph_text(Context& context, const GraphObject& graph, const LabelText& vertex,
                       const LabelText& edge) {
  return GraphWriter(context, graph, vertex, edge).write();
}

std::string GraphObject::to_text(Context& context, const PrintStyle& style) const {
  const LabelText vertex = [&](const Value& label) {
    return label.is_nothing() ? std::string()
                              : fmt::format("{{{}}}", format(context, label, style));
  };
  const LabelText edge = [&](const Value& label) {
    return label.is_nothing() ? std::string("-")
                              : fmt::format("-[{}]", format(context, label, style));
  };
  return fmt::format("{}({})", class_name(), quote(graph_text(context, *this, vertex, edge)));
}

}  // namespace cgt::lang
