// X.Svg of a position: of native rulesets on grids, strips, graphs and of heaps, of scripts on grids and
// strips.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/text_input.hpp"
#include "cgt/text/graph_notation.hpp"
#include "lang/bindings/rulesets/ruleset_values.hpp"
#include "lang/library/core.hpp"
#include "lang/values/class.hpp"
#include "lang/values/drawing.hpp"
#include "lang/values/grid.hpp"

namespace cgt::lang {
namespace {

[[noreturn]] void refuse_picture() {
  throw Error(
      "this position has no picture",
      "those on grids and strips have one, and graphs and heaps of native rulesets; the Svg of "
      "the value, X.CanonicalForm.Svg, is its game tree");
}

// "3+5"; empty for anything else.
std::vector<std::uint64_t> heaps_of(std::string_view text) {
  std::vector<std::uint64_t> heaps;
  while (!text.empty()) {
    const std::optional<std::uint64_t> heap = take_number<std::uint64_t>(text);
    if (!heap || text == "+" || (!text.empty() && text.front() != '+')) return {};
    heaps.push_back(*heap);
    if (!text.empty()) text.remove_prefix(1);
  }
  return heaps;
}

}  // namespace

bool writes_graphs(std::string_view ruleset) {
  // The others write names of positions and elements.
  return ruleset.starts_with("game.graph.") && !ruleset.starts_with("game.graph.Explicit") &&
         !ruleset.starts_with("game.graph.PosetGame");
}

DrawnGraph drawn_graph(const std::string& ruleset, const std::string& text, Budget& budget) {
  GraphSymbols symbols;
  symbols.is_vertex = [](std::string_view s) { return s == "." || (s[0] >= 'A' && s[0] <= 'Z'); };
  symbols.is_edge = [](std::string_view s) {
    return s == "-" || s == ">" || s == "<" || (s[0] >= 'a' && s[0] <= 'z');
  };
  symbols.max_vertices = kMaxDrawnVertices + 1;
  symbols.max_edges = kMaxDrawnEdges + 1;
  const SourceText source("<graph>", text);
  const GraphNotation notation = read_graph_notation(source, symbols, &budget);
  DrawnGraph graph;
  graph.grounded = ruleset.find("Hackenbush") != std::string::npos;
  graph.labels.resize(notation.vertices);
  for (const GraphNotation::Mention& mention : notation.mentions)
    graph.labels[mention.vertex] = mention.symbol.text;
  for (const GraphNotation::Edge& edge : notation.edges) {
    const bool back = edge.symbol.text == "<";
    graph.directed |= back || edge.symbol.text == ">";
    graph.edges.push_back(
        {back ? edge.to : edge.from, back ? edge.from : edge.to, std::string(edge.symbol.text)});
  }
  return graph;
}

std::string picture_of_position(const std::string& ruleset, const Ruleset& rules,
                                const std::string& text, Budget& budget) {
  const std::string name = rules.class_name();
  if (!rules.char_map().empty()) return cells_svg(text, name);
  if (ruleset.starts_with("game.heap.")) {
    const std::vector<std::uint64_t> heaps = heaps_of(text);
    if (heaps.empty()) refuse_picture();
    return heaps_svg(heaps, name, text);
  }
  if (!writes_graphs(ruleset)) refuse_picture();
  return graph_svg(drawn_graph(ruleset, text, budget), name, text);
}

namespace {

std::string script_picture(Context& c, const Value& position) {
  const InstanceObject& instance = as_instance(position);
  const BoardObject* board = nullptr;
  for (const Value& field : instance.fields) {
    if (board == nullptr) board = as_grid(field);
    if (board == nullptr) board = as_strip(field);
  }
  if (board == nullptr || !is_instance(instance.outer)) refuse_picture();
  const Value map = c.call_member(instance.outer, "CharMap", {});
  return cells_svg(board->draw(c.string(map, "CharMap")), instance.type->path);
}

}  // namespace

void add_picture_rows(Package& package) {
  Rows(package, "Position")
      .add("Svg", "The board, graph or heaps as an SVG document, in a string.",
           "game.grid.Clobber(\"xo\").Svg.Substring(1, 4) --> \"<svg\"",
           [](Context& c, Arguments a) {
             const auto* native = a[0].as_native<NativePosition>();
             if (native == nullptr && !is_instance(a[0])) refuse_picture();
             if (native == nullptr) return Value::string(script_picture(c, a[0]));
             const RulesetObject& owner = ruleset_of(native->ruleset);
             return Value::string(picture_of_position(owner.text, *owner.ruleset,
                                                      native->position.text(), c.budget()));
           });
}

}  // namespace cgt::lang
