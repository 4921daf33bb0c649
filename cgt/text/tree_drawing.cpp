#include "cgt/text/tree_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/text/drawing.hpp"

namespace cgt {
namespace {

std::string omitted_text(std::uint64_t count) {
  return "... " + with_separators(std::to_string(count)) + " more";
}

// A column for every node, so that Left's options are to the left of it and Right's to the right:
// the places of an in-order walk, which keeps clear of the neighbours by the widths of labels.
std::vector<double> columns_of(const TreeDrawing& drawing) {
  constexpr double kLetter = 7;
  constexpr double kGap = 14;
  std::vector<double> x(drawing.nodes.size(), 0);
  std::vector<double> ends;  // on each level, how far it is taken
  double last = 0;
  struct Step {
    std::size_t node;
    bool place;
  };
  std::vector<Step> stack{{0, false}};
  while (!stack.empty()) {
    const Step step = stack.back();
    stack.pop_back();
    const TreeDrawing::Node& node = drawing.nodes[step.node];
    if (!step.place) {
      const auto push = [&](Player player) {
        const auto& children = node.children[player];
        for (std::size_t i = children.size(); i-- > 0;) stack.push_back({children[i], false});
      };
      push(Player::kRight);
      stack.push_back({step.node, true});
      push(Player::kLeft);
      continue;
    }
    if (ends.size() < node.depth + 2) ends.resize(node.depth + 2, 0);
    std::size_t letters = node.label.size();
    if (node.omitted > 0) letters = std::max(letters, omitted_text(node.omitted).size());
    const double half = std::max(4.0, static_cast<double>(letters) * kLetter / 2);
    // A note on what is left out stands one level lower.
    const double taken =
        node.omitted > 0 ? std::max(ends[node.depth], ends[node.depth + 1]) : ends[node.depth];
    x[step.node] = std::max(last + kGap, taken + half + kGap);
    last = x[step.node];
    ends[node.depth] = last + half;
    if (node.omitted > 0) ends[node.depth + 1] = last + half;
  }
  return x;
}

std::string escape_dot(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

constexpr PerPlayer<const char*> kColours{{"#1f5fa8", "#c0392b"}};
constexpr PerPlayer<const char*> kDotStyles{{"solid", "dashed"}};

}  // namespace

std::string tree_svg(const TreeDrawing& drawing) {
  constexpr double kLevel = 56;
  constexpr double kMargin = 24;
  const std::vector<double> columns = columns_of(drawing);
  double width = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const double half = static_cast<double>(drawing.nodes[i].label.size()) * 3.5;
    width = std::max(width, columns[i] + std::max(half, 40.0));
    depth = std::max(depth, drawing.nodes[i].depth);
  }
  const std::string& note = drawing.note;
  width = std::max(width + kMargin, static_cast<double>(note.size()) * 7 + 2 * kMargin);
  const double height = 2 * kMargin + static_cast<double>(depth) * kLevel + (note.empty() ? 0 : 56);
  const auto y_of = [&](std::size_t level) {
    return kMargin + static_cast<double>(level) * kLevel;
  };

  const std::string title = escape_xml(drawing.title);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\" "
      "font-size=\"12\" text-anchor=\"middle\" role=\"img\">\n<title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fffdf8\"/>\n",
      width, height, title);
  const auto to = std::back_inserter(out);
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    fmt::format_to(to,
                   "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                   "stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                   columns[edge.from], y_of(drawing.nodes[edge.from].depth), columns[edge.to],
                   y_of(drawing.nodes[edge.to].depth), kColours[edge.player]);
  }
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    const double y = y_of(node.depth);
    if (node.label.empty()) {
      fmt::format_to(to, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"#333\"/>\n",
                     columns[i], y);
    } else {
      const double half = static_cast<double>(node.label.size()) * 3.5 + 3;
      fmt::format_to(to,
                     "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" rx=\"3\" "
                     "fill=\"#fffdf8\"/>\n"
                     "<text x=\"{:.1f}\" y=\"{:.1f}\" dy=\"4\" fill=\"#333\">{}</text>\n",
                     columns[i] - half, y - 9, 2 * half, columns[i], y, escape_xml(node.label));
    }
    if (node.omitted > 0) {
      fmt::format_to(to,
                     "<text x=\"{:.1f}\" y=\"{:.1f}\" font-style=\"italic\" "
                     "fill=\"#888\">{}</text>\n",
                     columns[i], y + 24, omitted_text(node.omitted));
    }
  }
  if (!note.empty()) {
    fmt::format_to(to, "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#888\">{}</text>\n", width / 2,
                   height - 10, note);
  }
  return out + "</svg>\n";
}

std::string tree_dot(const TreeDrawing& drawing) {
  std::string out = "digraph game {\n  node [shape=plaintext];\n  edge [arrowhead=none];\n";
  const auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    if (node.label.empty()) {
      fmt::format_to(to, "  n{} [shape=point];\n", i);
    } else {
      fmt::format_to(to, "  n{} [label=\"{}\"];\n", i, escape_dot(node.label));
    }
    if (node.omitted > 0) {
      fmt::format_to(to, "  m{0} [label=\"{1}\"];\n  n{0} -> m{0} [style=dotted];\n", i,
                     omitted_text(node.omitted));
    }
  }
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    fmt::format_to(to, "  n{} -> n{} [color=\"{}\", style={}];\n", edge.from, edge.to,
                   kColours[edge.player], kDotStyles[edge.player]);
  }
  if (!drawing.note.empty()) fmt::format_to(to, "  label=\"{}\";\n", escape_dot(drawing.note));
  return out + "}\n";
}

}  // namespace cgt
