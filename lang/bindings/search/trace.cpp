// Search.Trace: a search for one number, node by node.
#include "lang/bindings/search/trace.hpp"

#include <fmt/format.h>

#include "cgt/pictures/tree_drawing.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/values/collections.hpp"
#include "lang/values/transfinite.hpp"

namespace cgt::lang {
namespace {

using Arguments = std::span<const Value>;
using TraceNode = ScriptTrace::Node;

constexpr std::int64_t kMost = search::infinite<std::int64_t>();
constexpr std::size_t kMaxDrawn = 1'000;

Value number_value(std::int64_t v) {
  return v == kMost ? infinity(1) : v == -kMost ? infinity(-1) : Value::integer(v);
}
std::string number_text(std::int64_t v, const char* infinite) {
  return v == kMost ? infinite : v == -kMost ? std::string("-") + infinite : fmt::format("{}", v);
}

const char* relation(const TraceNode& node) {
  switch (node.bound) {
    case search::Bound::kLower: return ">=";
    case search::Bound::kUpper: return "<=";
    case search::Bound::kExact: break;
  }
  return "=";
}

const char* reason(const TraceNode& node) {
  switch (node.reason) {
    case search::Reason::kEnd: return "end of play";
    case search::Reason::kEstimate: return "depth limit";
    case search::Reason::kTable: return "table";
    case search::Reason::kAllTried: return "all moves tried";
    case search::Reason::kCut: return node.player == 0 ? "beta cut-off" : "alpha cut-off";
    case search::Reason::kStopped: break;
  }
  return "search stopped";
}

bool shows_player(const TraceNode& node) { return !node.is_leaf() && node.player >= 0; }

// parent, move, player, alpha, beta, relation, value, reason, moves cut off
Value row_of(const ScriptTrace& trace, std::size_t i) {
  const auto count = [](std::size_t n) { return Value::integer(static_cast<std::int64_t>(n)); };
  const TraceNode& node = trace.nodes[i];
  return Value::list({node.parent == i ? Value() : count(node.parent + 1), node.move.value,
                      node.player < 0 ? Value() : Value::integer(node.player + 1),
                      number_value(node.alpha), number_value(node.beta),
                      node.value ? Value::string(relation(node)) : Value(),
                      node.value ? Value::integer(*node.value) : Value(),
                      Value::string(reason(node)), count(node.untried())});
}

// The tree when so many leaves were valued, with ranges of values as in textbooks. Lines to what was cut off
// are dotted.
TreeDrawing drawing_of(Context& c, const ScriptTrace& trace, std::size_t leaves) {
  using Kind = TreeDrawing::Edge::Kind;
  const std::vector<TraceNode>& nodes = trace.nodes;
  std::size_t shown = 0;
  for (std::size_t found = 0; shown < nodes.size() && found < leaves; ++shown) {
    if (nodes[shown].is_leaf()) ++found;
  }
  const auto ranges = trace.ranges(shown);
  TreeDrawing drawing;
  drawing.title = "A search tree with its ranges of values";
  std::vector<std::pair<std::size_t, std::size_t>> open;  // nodes, and what they are in the drawing
  const auto place = [&](std::string label, Kind kind) {
    const std::size_t at = drawing.nodes.size();
    if (at == kMaxDrawn)
      throw Error(fmt::format("a picture of a search has at most {} nodes", kMaxDrawn),
                  "Svg(leaves) draws the beginning of a search, Rows has all of it");
    drawing.nodes.push_back({std::move(label), open.size(), {}, 0});
    if (!open.empty()) {
      const auto [node, above] = open.back();
      const Player mover = nodes[node].player == 0 ? Player::kLeft : Player::kRight;
      drawing.nodes[above].children[mover].push_back(at);
      drawing.edges.push_back({above, at, mover, kind});
    }
    return at;
  };
  const auto close = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
      const TraceNode& node = nodes[open.back().first];
      if (node.reason != search::Reason::kCut) continue;
      for (std::size_t k = node.untried(); k > 0; --k) place("", Kind::kCut);
    }
  };
  for (std::size_t i = 0; i < shown; ++i) {
    c.budget().charge();
    const TraceNode& node = nodes[i];
    close(node.depth);
    const auto [low, high] = ranges[i];
    std::string label = shows_player(node) ? node.player == 0 ? "△ " : "▽ " : "";
    label += node.is_leaf() && low == high
                 ? number_text(low, "∞")
                 : fmt::format("[{}, {}]", number_text(low, "∞"), number_text(high, "∞"));
    open.emplace_back(i, place(std::move(label), Kind::kMove));
  }
  // Of what the search goes on with nothing is cut off yet.
  close(shown < nodes.size() ? nodes[shown].depth : 0);
  centre_parents(drawing);
  return drawing;
}

}  // namespace

std::string TraceObject::to_text(Context& context, const PrintStyle& style) const {
  std::string out;
  for (const TraceNode& node : trace.nodes) {
    context.budget().charge();
    check_printed(context, out);
    if (!out.empty()) out += '\n';
    out += std::string(2 * node.depth, ' ');
    if (node.depth > 0) out += format(context, node.move.value, style) + " ";
    if (shows_player(node)) out += node.player == 0 ? "max " : "min ";
    out += fmt::format("({}, {})", number_text(node.alpha, "inf"), number_text(node.beta, "inf"));
    if (node.value) out += fmt::format(" {} {}", relation(node), *node.value);
    out += fmt::format(", {}", reason(node));
    if (node.reason == search::Reason::kCut) out += fmt::format(", {} not tried", node.untried());
  }
  return out;
}

void add_trace_rows(Package& package, std::string_view receiver) {
  const Rows rows = Rows(package, "Search.Trace").on(receiver);
  const auto trace_of = [](Arguments a) -> const ScriptTrace& {
    return a[0].as_native<TraceObject>()->trace;
  };
  rows.add(
      "Rows",
      "A list for each node: row of its parent, move, player to move, alpha, beta, how its value "
      "compares (\"=\", \">=\", \"<=\") with, the number found, why it was left, moves cut off.",
      "Rows[6] --> [1,2,2,3,inf,\"<=\",2,\"alpha cut-off\",2]",
      [trace_of](Context& c, Arguments a) {
        std::vector<Value> list;
        for (std::size_t i = 0; i < trace_of(a).nodes.size(); ++i) {
          c.budget().charge();
          list.push_back(row_of(trace_of(a), i));
        }
        return Value::list(std::move(list));
      });
  rows.add("Svg(leaves?)",
           "The search tree as an SVG document, in a string: ranges of values at the end, or when "
           "so many "
           "leaves were valued.",
           "Svg(1).Substring(1, 4) --> \"<svg\"", [trace_of](Context& c, Arguments a) {
             const std::int64_t leaves = a[1].is_nothing() ? kMost : c.integer(a[1], "Svg");
             if (leaves < 1) throw Error("a picture of a search shows at least one leaf");
             return Value::string(
                 tree_svg(drawing_of(c, trace_of(a), static_cast<std::size_t>(leaves))));
           });
}

}  // namespace cgt::lang
