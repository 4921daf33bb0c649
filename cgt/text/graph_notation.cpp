#include "cgt/text/graph_notation.hpp"

#include <fmt/format.h>

#include "cgt/support/containers.hpp"

namespace cgt {
namespace {

using Symbol = GraphNotation::Symbol;

class NotationReader {
 public:
  NotationReader(const SourceText& source, const GraphSymbols& symbols, Budget* budget)
      : source_(source), text_(source.text()), symbols_(symbols), budget_(budget) {}

  GraphNotation read() {
    while (at_ < text_.size()) component();
    return std::move(graph_);
  }

 private:
  // Here, or from here to where the reader has got.
  [[noreturn]] void fail(std::size_t from, std::string message, std::string hint = {}) const {
    throw InputError(source_, {{Severity::kError,
                                std::move(message),
                                std::move(hint),
                                {from, std::max<std::size_t>(1, at_ - std::min(at_, from))}}});
  }
  bool at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool done() const { return at_ == text_.size() || at(';') || at(')'); }
  SourceSpan since(std::size_t start) const { return {start, at_ - start}; }

  // What stands between brackets of one kind; inner ones of the same kind are skipped in pairs.
  Symbol bracketed(char open, char close) {
    const std::size_t start = at_;
    std::size_t depth = 0;
    do {
      if (at_ == text_.size()) fail(start, "this bracket is not closed");
      depth += text_[at_] == open ? 1 : 0;
      depth -= text_[at_] == close ? 1 : 0;
      ++at_;
    } while (depth > 0);
    return {text_.substr(start + 1, at_ - start - 2), since(start)};
  }

  // The character that stands here, if it is a symbol.
  std::optional<Symbol> character(const std::function<bool(std::string_view)>& is_symbol) {
    if (at_ == text_.size() || !is_symbol(text_.substr(at_, 1))) return std::nullopt;
    const std::size_t start = at_++;
    return Symbol{text_.substr(start, 1), since(start)};
  }

  // Nothing for a '.', which is skipped, and for a vertex that is left out.
  std::optional<Symbol> vertex_symbol() {
    if (symbols_.written_out && at('{')) return bracketed('{', '}');
    if (!at('.')) return character(symbols_.is_vertex);
    ++at_;
    return std::nullopt;
  }

  std::uint32_t new_vertex() {
    if (graph_.vertices >= symbols_.max_vertices) fail(at_, "this graph is too large");
    return static_cast<std::uint32_t>(graph_.vertices++);
  }

  std::string_view vertex_name() {
    ++at_;
    std::string_view name;
    if (at('{')) {
      name = bracketed('{', '}').text;
    } else if (!done() && !at('(') && !at(':')) {
      name = text_.substr(at_++, 1);
    }
    if (name.empty()) fail(at_, "a name follows ':'", ":A or :{ground}");
    return name;
  }

  // A vertex with its symbol and name, each of which may be left out.
  std::uint32_t vertex() {
    const std::size_t start = at_;
    const std::optional<Symbol> symbol = vertex_symbol();
    std::uint32_t v = 0;
    if (at(':')) {
      const std::string_view name = vertex_name();
      const auto known = names_.find(name);
      v = known != names_.end() ? known->second : new_vertex();
      names_.emplace(name, v);
    } else {
      v = new_vertex();
    }
    if (symbol) graph_.mentions.push_back({v, *symbol, since(start)});
    return v;
  }

  // Nothing if no edge begins here.
  std::optional<Symbol> edge_symbol() {
    if (const auto found = character(symbols_.is_edge)) return found;
    if (!symbols_.written_out || !at('{')) return std::nullopt;
    const std::size_t start = at_;
    const Symbol symbol = bracketed('{', '}');
    if (symbols_.is_edge(symbol.text)) return symbol;
    at_ = start;
    return std::nullopt;
  }

  // The begin of a branch may write the symbol of the vertex that it starts from again.
  void branch(std::uint32_t from) {
    const std::size_t start = ++at_;
    if (const auto symbol = vertex_symbol()) {
      graph_.mentions.push_back({from, *symbol, since(start)});
    }
    if (at_ == start && done()) fail(at_, "a branch is empty");
  }

  void component() {
    const std::size_t start = at_;
    std::vector<std::uint32_t> branching;
    std::uint32_t current = vertex();
    while (true) {
      if (budget_ != nullptr) budget_->charge();
      if (const auto symbol = edge_symbol()) {
        bool one_way = symbols_.arrows && symbol->text == ">";
        if (symbols_.arrows && !one_way && at('>')) {
          ++at_;
          one_way = true;
        }
        std::optional<Symbol> label;
        if (symbols_.written_out && at('[')) label = bracketed('[', ']');
        if (graph_.edges.size() >= symbols_.max_edges) fail(at_, "this graph is too large");
        const std::uint32_t from = std::exchange(current, vertex());
        graph_.edges.push_back({from, current, *symbol, label, one_way});
      } else if (at('(')) {
        branching.push_back(current);
        branch(current);
      } else if (at(')')) {
        if (branching.empty()) fail(at_, "this ')' closes nothing");
        ++at_;
        branching.pop_back();
        if (!done()) fail(at_, "nothing follows a ')' but ';' or ')'");
      } else if (at(';') && !branching.empty()) {
        current = branching.back();
        branch(current);
      } else {
        break;
      }
    }
    if (!branching.empty() && at_ == text_.size()) fail(at_, "a '(' is not closed");
    if (at_ < text_.size() && !at(';')) {
      fail(at_, fmt::format("'{}' has no meaning here", text_.substr(at_, 1)), symbols_.hint);
    }
    if (at_ == start) fail(at_, "a component is empty", "write '.' for a single vertex");
    if (at(';') && ++at_ == text_.size()) fail(at_ - 1, "a component is empty after this ';'");
  }

  const SourceText& source_;
  std::string_view text_;
  const GraphSymbols& symbols_;
  Budget* budget_;
  std::size_t at_ = 0;
  GraphNotation graph_;
  FlatMap<std::string_view, std::uint32_t> names_;
};

}  // namespace

GraphNotation read_graph_notation(const SourceText& source, const GraphSymbols& symbols,
                                  Budget* budget) {
  return NotationReader(source, symbols, budget).read();
}

}  // namespace cgt
