#include "cgt/pictures/tree_drawing.hpp"

#include "cgt/pictures/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/detail/tree_plan.hpp"
#include "cgt/pictures/drawing.hpp"
#include "cgt/support/words.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {

namespace {

constexpr double kLevel = 56;
// How far a pass reaches beside its node.
constexpr double kLoop = 24;

std::string omitted_text(std::uint64_t count) {
  return "... " + with_separators(std::to_string(count)) + " more";
}

// In words, for who cannot see it: how large the tree is, and its first options.
std::string description_of(const TreeDrawing& drawing) {
  if (!drawing.text.empty()) return drawing.text;
  if (drawing.nodes.empty()) return drawing.note;
  const TreeDrawing::Node& root = drawing.nodes.front();
  std::string out = fmt::format("{} nodes", drawing.nodes.size());
  for (const Player player : kPlayers) {
    out += player == Player::kLeft ? "; Left's options: " : "; Right's options: ";
    std::string list;
    for (const std::size_t child : root.children[player]) {
      const std::string& label = drawing.nodes[child].label;
      if (!list.empty()) list += ", ";
      list += label.empty() ? "a position" : label;
    }
    out += list.empty() ? "none" : list;
  }
  return drawing.note.empty() ? out : out + "; " + drawing.note;
}

// A column for every node, so that Left's options are to the left of it and Right's to the right:
// the places of an in-order walk, which keeps clear of the neighbours by the widths of labels.
std::vector<double> columns_of(const TreeDrawing& drawing) {
  if (!drawing.columns.empty()) return drawing.columns;
  constexpr double kLetter = 7;
  constexpr double kGap = 14;
  // A pass takes room beside its node.
  std::vector<double> loops(drawing.nodes.size(), 0);
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    if (edge.from == edge.to) loops[edge.from] = kLoop;
  }
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
    const double half =
        std::max(4.0, static_cast<double>(letters) * kLetter / 2) + loops[step.node];
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
constexpr PerPlayer<const char*> kSideNames{{"onside", "offside"}};
constexpr double kMargin = 24;

double y_of(std::size_t level) { return kMargin + static_cast<double>(level) * kLevel; }
// Half of the box around a label, or of a dot.
double half_width(const TreeDrawing::Node& node) {
  return node.label.empty() ? 5 : static_cast<double>(letters(node.label)) * 3.5 + 3;
}

struct Point {
  double x = 0;
  double y = 0;
};
// From the first point to the last one, with two between them that it leans to.
using Curve = std::array<Point, 4>;

// A move back, on the side of the player who makes it.
Curve curve_of(const TreeDrawing& drawing, const TreeDrawing::Edge& edge,
               const std::vector<double>& columns) {
  const TreeDrawing::Node& from = drawing.nodes[edge.from];
  const TreeDrawing::Node& to = drawing.nodes[edge.to];
  const double out = edge.player == Player::kLeft ? -1 : 1;
  const double begin = columns[edge.from] + out * half_width(from);
  const double end = columns[edge.to] + out * half_width(to);
  const double low = y_of(from.depth);
  const double high = y_of(to.depth);
  if (edge.from == edge.to) {
    const double far = begin + out * kLoop;
    return {{{begin, low - 4}, {far, low - 22}, {far, low + 22}, {begin, low + 4}}};
  }
  if (from.depth == to.depth) {
    const double x1 = columns[edge.from];
    const double x2 = columns[edge.to];
    return {{{x1, low - 9}, {x1, low - 34}, {x2, low - 34}, {x2, low - 9}}};
  }
  const auto levels = static_cast<double>(from.depth - to.depth);
  const double outer = edge.player == Player::kLeft ? std::min(begin, end) : std::max(begin, end);
  const double far = outer + out * (kLoop + 6 * levels);
  // It rises at once, so that it goes over a neighbour on its level.
  return {{{begin, low}, {far, low - kLevel / 2}, {far, high}, {end, high}}};
}

// "Right: back to over", "Left: pass".
std::string back_text(const TreeDrawing& drawing, const TreeDrawing::Edge& edge) {
  const std::string& label = drawing.nodes[edge.to].label;
  std::string what = edge.from == edge.to ? "pass" : "back to ";
  if (edge.from != edge.to) what += label.empty() ? "an earlier game" : label;
  return fmt::format("{}: {}", name(edge.player), what);
}

std::string curve_svg(const Curve& c, Player player, const std::string& title) {
  constexpr double kArrow = 7;
  const double dx = c[3].x - c[2].x;
  const double dy = c[3].y - c[2].y;
  const double length = std::max(1.0, std::hypot(dx, dy));
  const Point back{dx / length * kArrow, dy / length * kArrow};
  const Point base{c[3].x - back.x, c[3].y - back.y};
  return fmt::format(
      "<path d=\"M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"none\" "
      "stroke=\"{}\" stroke-width=\"1.5\"><title>{}</title></path>\n"
      "<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"{}\"/>\n",
      c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y, kColours[player],
      escape_xml(title), c[3].x, c[3].y, base.x - back.y / 2, base.y + back.x / 2,
      base.x + back.y / 2, base.y - back.x / 2, kColours[player]);
}

// Moves all columns to the right until no curve is left of the picture; returns how far curves
// reach to the right.
double make_room(const TreeDrawing& drawing, std::vector<double>& columns) {
  double least = 0;
  double most = 0;
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    if (edge.kind != TreeDrawing::Edge::Kind::kBack) continue;
    const double far = curve_of(drawing, edge, columns)[1].x;
    least = std::min(least, far - kMargin / 2);
    most = std::max(most, far);
  }
  for (double& x : columns) x -= least;
  return most - least;
}

// So far to the right that all labels have room.
void move_right(TreeDrawing& drawing) {
  double least = 0;
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i)
    least = std::min(least, drawing.columns[i] - half_width(drawing.nodes[i]));
  for (double& x : drawing.columns) x += kMargin - least;
}

}  // namespace

// From the last node back, each as far to the right as its level is free; where that is to the left of the
// middle of its children, they all go to the left.
void centre_parents(TreeDrawing& drawing) {
  constexpr double kGap = 10;
  const std::size_t count = drawing.nodes.size();
  std::vector<double>& x = drawing.columns;
  x.assign(count, 0);
  std::vector<std::size_t> last(count);  // of the nodes below, or the node itself
  std::vector<double> free;              // by level: what is taken begins there
  for (std::size_t i = count; i-- > 0;) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    free.resize(std::max(free.size(), node.depth + 1), 0);
    const double half = half_width(node);
    x[i] = free[node.depth] - kGap - half;
    last[i] = i;
    const auto& lefts = node.children[Player::kLeft];
    const auto& children = lefts.empty() ? node.children[Player::kRight] : lefts;
    if (!children.empty()) {
      last[i] = last[children.back()];
      const double middle = (x[children.front()] + x[children.back()]) / 2;
      const double away = std::max(0.0, middle - x[i]);
      x[i] = middle - away;
      for (std::size_t k = i + 1; k <= last[i]; ++k) x[k] -= away;
      for (std::size_t level = node.depth + 1; level < free.size(); ++level) free[level] -= away;
    }
    free[node.depth] = x[i] - half;
  }
  move_right(drawing);
}

// Layers are sorted by the mean columns of neighbours above, then below, a few times (Sugiyama, Tagawa and Toda
// 1981).
void spread_layers(TreeDrawing& drawing) {
  constexpr int kSweeps = 8;
  constexpr double kGap = 24;
  const std::size_t count = drawing.nodes.size();
  std::vector<double>& x = drawing.columns;
  x.assign(count, 0);
  double step = 0;
  std::vector<std::vector<std::size_t>> layers;
  for (std::size_t i = 0; i < count; ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    step = std::max(step, 2 * half_width(node) + kGap);
    layers.resize(std::max(layers.size(), node.depth + 1));
    layers[node.depth].push_back(i);
  }
  const auto line_up = [&](const std::vector<std::size_t>& layer) {
    double at = -step * static_cast<double>(layer.size() - 1) / 2;
    for (const std::size_t i : layer) x[i] = std::exchange(at, at + step);
  };
  for (const auto& layer : layers) line_up(layer);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    for (std::size_t k = 0; k < layers.size(); ++k) {
      std::vector<double> sum(count, 0);
      std::vector<double> neighbours(count, 0);
      for (const TreeDrawing::Edge& edge : drawing.edges) {
        const std::size_t here = down ? edge.to : edge.from;
        sum[here] += x[down ? edge.from : edge.to];
        ++neighbours[here];
      }
      auto& layer = layers[down ? k : layers.size() - 1 - k];
      std::ranges::stable_sort(layer, {}, [&](std::size_t i) {
        return neighbours[i] == 0 ? x[i] : sum[i] / neighbours[i];
      });
      line_up(layer);
    }
  }
  move_right(drawing);
}

std::string tree_svg(const TreeDrawing& drawing) {
  using Kind = TreeDrawing::Edge::Kind;
  std::vector<double> columns = columns_of(drawing);
  const double reach = make_room(drawing, columns);
  double width = reach;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const double half = static_cast<double>(letters(drawing.nodes[i].label)) * 3.5;
    width = std::max(width, columns[i] + std::max(half, 40.0));
    depth = std::max(depth, drawing.nodes[i].depth);
  }
  const std::string& note = drawing.note;
  width = std::max(width + kMargin, static_cast<double>(note.size()) * 7 + 2 * kMargin);
  const double height = 2 * kMargin + static_cast<double>(depth) * kLevel + (note.empty() ? 0 : 56);

  const std::string title = escape_xml(drawing.title);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\" "
      "font-size=\"12\" text-anchor=\"middle\" role=\"img\">\n<title>{2}</title>\n"
      "<desc>{3}</desc>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fffdf8\"/>\n",
      width, height, title, escape_xml(description_of(drawing)));
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    if (edge.kind == Kind::kBack) {
      out += curve_svg(curve_of(drawing, edge, columns), edge.player, back_text(drawing, edge));
      continue;
    }
    const bool is_side = edge.kind == Kind::kSide;
    const bool is_grey = is_side || edge.kind == Kind::kCut || edge.kind == Kind::kCover;
    const double x1 = columns[edge.from];
    const double x2 = columns[edge.to];
    const double y1 = y_of(drawing.nodes[edge.from].depth);
    const double y2 = y_of(drawing.nodes[edge.to].depth);
    out += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "stroke=\"{}\" stroke-width=\"1.5\"{}/>\n",
        x1, y1, x2, y2, is_grey ? "#888" : kColours[edge.player],
        is_grey && edge.kind != Kind::kCover ? " stroke-dasharray=\"2 3\"" : "");
    if (is_side) {
      const bool left = edge.player == Player::kLeft;
      out += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#888\" "
          "text-anchor=\"{}\">{}</text>\n",
          (x1 + x2) / 2 + (left ? -6 : 6), (y1 + y2) / 2, left ? "end" : "start",
          kSideNames[edge.player]);
    }
  }
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    const double y = y_of(node.depth);
    if (node.label.empty()) {
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"#333\"/>\n",
                         columns[i], y);
    } else {
      const double half = half_width(node);
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"18\" rx=\"3\" "
          "fill=\"{}\"/>\n"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" dy=\"4\" fill=\"#333\">{}</text>\n",
          columns[i] - half, y - 9, 2 * half, node.fill != nullptr ? node.fill : "#fffdf8",
          columns[i], y, escape_xml(node.label));
    }
    if (node.omitted > 0) {
      out += fmt::format(
          "<text x=\"{:.1f}\" y=\"{:.1f}\" font-style=\"italic\" "
          "fill=\"#888\">{}</text>\n",
          columns[i], y + 24, omitted_text(node.omitted));
    }
  }
  if (!note.empty()) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#888\">{}</text>\n", width / 2,
                       height - 10, escape_xml(note));
  }
  return out + "</svg>\n";
}

std::string tree_dot(const TreeDrawing& drawing) {
  std::string out = "digraph game {\n  node [shape=plaintext];\n  edge [arrowhead=none];\n";
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    if (node.label.empty()) {
      out += fmt::format("  n{} [shape=point];\n", i);
    } else {
      out += fmt::format("  n{} [label=\"{}\"];\n", i, escape_dot(node.label));
    }
    if (node.omitted > 0) {
      out += fmt::format("  m{0} [label=\"{1}\"];\n  n{0} -> m{0} [style=dotted];\n", i,
                         omitted_text(node.omitted));
    }
  }
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    if (edge.kind == TreeDrawing::Edge::Kind::kSide) {
      out += fmt::format("  n{} -> n{} [color=\"#888888\", style=dotted, label=\"{}\"];\n",
                         edge.from, edge.to, kSideNames[edge.player]);
      continue;
    }
    out += fmt::format("  n{} -> n{} [color=\"{}\", style={}{}];\n", edge.from, edge.to,
                       kColours[edge.player], kDotStyles[edge.player],
                       edge.kind == TreeDrawing::Edge::Kind::kBack
                           ? fmt::format(", arrowhead=normal, constraint=false, tooltip=\"{}\"",
                                         escape_dot(back_text(drawing, edge)))
                           : "");
  }
  if (!drawing.note.empty()) out += fmt::format("  label=\"{}\";\n", escape_dot(drawing.note));
  return out + "}\n";
}

std::string tree_tikz(const TreeDrawing& drawing) {
  using Kind = TreeDrawing::Edge::Kind;
  std::vector<double> columns = columns_of(drawing);
  make_room(drawing, columns);
  std::string out =
      "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,every node/.style={fill=white,inner sep=2pt}]\n";
  constexpr PerPlayer<const char*> kStyles{{"blue", "red,dashed"}};
  const auto at = [&](std::size_t node) {
    return fmt::format("({:.1f},{:.1f})", columns[node], y_of(drawing.nodes[node].depth));
  };
  for (const TreeDrawing::Edge& edge : drawing.edges) {
    if (edge.kind == Kind::kBack) {
      const Curve c = curve_of(drawing, edge, columns);
      out += fmt::format(
          "\\draw[{},->] ({:.1f},{:.1f}) .. controls ({:.1f},{:.1f}) and ({:.1f},{:.1f}) .. "
          "({:.1f},{:.1f});\n",
          kStyles[edge.player], c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y);
    } else if (edge.kind == Kind::kSide) {
      out += fmt::format("\\draw[gray,dotted] {} -- node {{{}}} {};\n", at(edge.from),
                         kSideNames[edge.player], at(edge.to));
    } else {
      out +=
          fmt::format("\\draw[{}] {} -- {};\n", kStyles[edge.player], at(edge.from), at(edge.to));
    }
  }
  for (std::size_t i = 0; i < drawing.nodes.size(); ++i) {
    const TreeDrawing::Node& node = drawing.nodes[i];
    out += node.label.empty()
               ? fmt::format("\\fill {} circle (2pt);\n", at(i))
               : fmt::format("\\node at {} {{\\texttt{{{}}}}};\n", at(i), escape_latex(node.label));
    if (node.omitted > 0) {
      out += fmt::format("\\node[gray] at ({:.1f},{:.1f}) {{\\itshape {}}};\n", columns[i],
                         y_of(node.depth) + 24, omitted_text(node.omitted));
    }
  }
  if (!drawing.note.empty())
    out += fmt::format("\\node[gray,below] at (current bounding box.south) {{{}}};\n",
                       escape_latex(drawing.note));
  return out + "\\end{tikzpicture}\n";
}

namespace {

// What a cut picture says below: how much of the whole it shows.
std::string cut_text(Store& store, GameId root, std::size_t nodes, const TreeStyle& style) {
  const std::string drawn = with_separators(std::to_string(nodes));
  if (style.shared) {
    return drawn + " drawn of " + with_separators(std::to_string(store.follower_count(root))) +
           " followers";
  }
  return drawn + " nodes drawn of a tree with " + tree_node_count_text(store, root) +
         (style.expand_names ? " (numbers as leaves)" : "");
}

class ShortSource {
 public:
  using Id = GameId;
  static constexpr bool kCycles = false;

  // A limit of 0 is none to a printer.
  ShortSource(Store& store, const TreeStyle& style)
      : store_(store),
        style_(style),
        dialect_(text_dialect(Notation::kCanonical)),
        printer_(store, *dialect_, std::max<std::size_t>(style.name_length, 1)),
        order_(store) {}

  std::string label(GameId g) {
    if (store_.is_nus(g)) return to_text(store_, g);
    return style_.name_length > 0 ? printer_.print_if_short(g).value_or("") : "";
  }
  std::uint64_t count(GameId g, Player player) const {
    return store_.is_nus(g) && !style_.expand_names ? 0 : store_.option_count(g, player);
  }
  // The options of a number-up-star come ascending; they can be very many.
  GameId option(GameId g, Player player, std::uint64_t k) {
    return store_.is_nus(g) ? store_.option(g, player, k)
                            : order_.options(g, player)[static_cast<std::size_t>(k)];
  }
  bool is_listed(GameId g) const { return !store_.is_nus(g); }

 private:
  Store& store_;
  const TreeStyle& style_;
  std::unique_ptr<const Dialect> dialect_;
  Printer printer_;
  PrintOrder order_;
};

TreeDrawing plan_of(Store& store, GameId root, const TreeStyle& style) {
  CGT_EXPECTS(!root.is_none(), "only a game has a tree");
  ShortSource source(store, style);
  TreePlan<ShortSource> plan(store, source, style);
  plan.place(root, 0);
  const bool complete = plan.grow(0);
  plan.drawing.title = "Game tree of " + to_text(store, root, {Notation::kCanonical, 60});
  if (!complete) plan.drawing.note = cut_text(store, root, plan.drawing.nodes.size(), style);
  return std::move(plan.drawing);
}

}  // namespace

std::string game_tree_svg(Store& store, GameId g, const TreeStyle& style) {
  return tree_svg(plan_of(store, g, style));
}

std::string game_tree_dot(Store& store, GameId g, const TreeStyle& style) {
  return tree_dot(plan_of(store, g, style));
}

std::string game_tree_tikz(Store& store, GameId g, const TreeStyle& style) {
  return tree_tikz(plan_of(store, g, style));
}

}  // namespace cgt
