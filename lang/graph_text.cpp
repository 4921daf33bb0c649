// Graphs as texts, both ways.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cgt/support/diagnostic.hpp"
#include "cgt/text/parse.hpp"
#include "lang/collections.hpp"
#include "lang/graph.hpp"
#include "lang/lexer.hpp"

namespace cgt::lang {
namespace {

const Value* find_symbol(const std::vector<std::pair<std::string, Value>>& symbols,
                         std::string_view name) {
  for (const auto& [symbol, label] : symbols) {
    if (symbol == name) return &label;
  }
  return nullptr;
}

class GraphReader {
 public:
  GraphReader(Context& context, const std::string& text, const GraphAlphabet& alphabet)
      : context_(context), source_("graph", text), text_(source_.text()), alphabet_(alphabet) {
    if (const Value* label = find_symbol(alphabet.vertices, "")) plain_ = *label;
  }

  Value read(bool directed) {
    while (at_ < text_.size()) component();
    return make_graph(context_, directed, std::move(labels_), std::move(edges_));
  }

 private:
  [[noreturn]] void fail(std::size_t from, std::string message, std::string hint = {}) const {
    const std::size_t length = std::max<std::size_t>(1, std::max(at_, from + 1) - from);
    throw InputError(source_,
                     {{Severity::kError, std::move(message), std::move(hint), {from, length}}});
  }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool done() const { return at_ == text_.size() || at(';') || at(')'); }

  // What stands between brackets of one kind; inner ones of the same kind are skipped in pairs.
  std::string_view bracketed(char open, char close) {
    const std::size_t start = at_;
    std::size_t depth = 0;
    do {
      if (at_ == text_.size()) fail(start, "this bracket is not closed");
      depth += text_[at_] == open ? 1 : 0;
      depth -= text_[at_] == close ? 1 : 0;
      ++at_;
    } while (depth > 0);
    return text_.substr(start + 1, at_ - start - 2);
  }

  // A label that is written out: a player, Boolean, string, number or game.
  Value label(std::string_view name, std::size_t from) const {
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
      fail(from, fmt::format("'{}' is no label", name),
           "labels are players, Booleans, numbers, games and \"strings\"; others need "
           "Graph.Parse(text, vertexLabels => {...})");
    }
  }

  // True if a vertex symbol or a label in {} stands here.
  bool vertex_symbol(Value& out) {
    const std::size_t start = at_;
    if (at('{')) {
      const std::string_view name = bracketed('{', '}');
      const Value* known = find_symbol(alphabet_.vertices, name);
      out = known != nullptr ? *known : label(name, start);
      return true;
    }
    if (at('.')) {
      ++at_;
      out = plain_;
      return true;
    }
    if (at_ == text_.size()) return false;
    const Value* known = find_symbol(alphabet_.vertices, text_.substr(at_, 1));
    if (known == nullptr) return false;
    ++at_;
    out = *known;
    return true;
  }

  std::uint32_t new_vertex(Value vertex_label, bool written) {
    if (labels_.size() >= kMaxGraph) fail(at_, "this graph is too large");
    labels_.push_back(std::move(vertex_label));
    written_.push_back(written);
    return static_cast<std::uint32_t>(labels_.size() - 1);
  }

  // A vertex that was written before is written again, perhaps with its label.
  void repeat(std::uint32_t vertex, const Value& vertex_label, bool written, std::size_t from) {
    if (!written) return;
    if (written_[vertex] && !(labels_[vertex] == vertex_label)) {
      fail(from, "this vertex has another label already");
    }
    labels_[vertex] = vertex_label;
    written_[vertex] = true;
  }

  // A vertex with its symbol and name, each of which may be left out.
  std::uint32_t vertex() {
    const std::size_t start = at_;
    const bool plain = at('.');
    Value vertex_label = plain_;
    const bool written = vertex_symbol(vertex_label) && !plain;
    if (!at(':')) return new_vertex(std::move(vertex_label), written);
    ++at_;
    std::string_view name;
    if (at('{')) {
      name = bracketed('{', '}');
    } else if (!done() && !at('(') && !at(':')) {
      name = text_.substr(at_++, 1);
    }
    if (name.empty()) fail(at_, "a name follows ':'", ":A or :{ground}");
    const auto found = names_.find(std::string(name));
    if (found != names_.end()) {
      repeat(found->second, vertex_label, written, start);
      return found->second;
    }
    const std::uint32_t v = new_vertex(std::move(vertex_label), written);
    names_.emplace(std::string(name), v);
    return v;
  }

  // False if no edge begins here.
  bool edge_symbol(Value& out) {
    if (at_ == text_.size()) return false;
    const Value* known = find_symbol(alphabet_.edges, text_.substr(at_, 1));
    if (known == nullptr && at('{')) {
      const std::size_t start = at_;
      known = find_symbol(alphabet_.edges, bracketed('{', '}'));
      if (known == nullptr) at_ = start;
    } else if (known != nullptr) {
      ++at_;
    }
    if (known == nullptr) return false;
    out = *known;
    if (at('[')) {
      const std::size_t start = at_;
      out = label(bracketed('[', ']'), start);
    }
    return true;
  }

  void component() {
    const std::size_t start = at_;
    std::vector<std::uint32_t> branching;
    std::uint32_t current = vertex();
    bool empty = at_ == start;
    for (;;) {
      context_.budget().charge();
      Value edge_label;
      if (edge_symbol(edge_label)) {
        if (edges_.size() >= kMaxGraph) fail(at_, "this graph is too large");
        const std::uint32_t from = current;
        current = vertex();
        edges_.push_back({std::move(edge_label), from, current});
        empty = false;
      } else if (at('(')) {
        ++at_;
        branching.push_back(current);
        branch(current);
        empty = false;
      } else if (at(')')) {
        if (branching.empty()) fail(at_, "this ')' closes nothing");
        ++at_;
        branching.pop_back();
        if (!done()) fail(at_, "nothing follows a ')' but ';' or ')'");
      } else if (at(';') && !branching.empty()) {
        ++at_;
        current = branching.back();
        branch(current);
      } else {
        break;
      }
    }
    if (!branching.empty() && at_ == text_.size()) fail(at_, "a '(' is not closed");
    if (at_ < text_.size() && !at(';')) {
      fail(at_, fmt::format("'{}' has no meaning here", text_.substr(at_, 1)),
           "'.' is a vertex, '-' an edge, ':A' a name, ';' ends a component");
    }
    if (empty) fail(at_, "a component is empty", "write '.' for a single vertex");
    if (at(';') && ++at_ == text_.size()) fail(at_ - 1, "a component is empty after this ';'");
  }

  // The begin of a branch may name the vertex that it starts from again.
  void branch(std::uint32_t from) {
    const std::size_t start = at_;
    const bool plain = at('.');
    Value vertex_label;
    if (vertex_symbol(vertex_label)) repeat(from, vertex_label, !plain, start);
    if (at_ == start && done()) fail(at_, "a branch is empty");
  }

  Context& context_;
  SourceText source_;
  std::string_view text_;
  const GraphAlphabet& alphabet_;
  Value plain_;
  std::size_t at_ = 0;
  std::vector<Value> labels_;
  std::vector<bool> written_;
  std::vector<GraphEdge> edges_;
  FlatMap<std::string, std::uint32_t> names_;
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
  };

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
      items_[v].push_back({e, to, reached_[to]});
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
      out_ += edge_(graph_.edges[items[i].edge].label);
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

GraphAlphabet default_alphabet() {
  GraphAlphabet alphabet;
  alphabet.vertices = {
      {"", Value()}, {"L", Value::player(Player::kLeft)}, {"R", Value::player(Player::kRight)}};
  alphabet.edges = {{"-", Value()}};
  return alphabet;
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
