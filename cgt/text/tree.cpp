#include "cgt/text/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/drawing.hpp"
#include "cgt/text/printer.hpp"

namespace cgt {
namespace {

struct TreeNode {
  GameId game;
  std::string label;  // may be empty
  std::size_t depth = 0;
  PerPlayer<std::vector<std::size_t>> children;  // placed below this node
  std::uint64_t omitted = 0;                     // options not drawn
};

struct TreeEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  Player player = Player::kLeft;
};

// The part of a game tree that is drawn, breadth first. `children` is a tree even if followers are
// shared; `edges` are all.
struct Plan {
  std::vector<TreeNode> nodes;
  std::vector<TreeEdge> edges;
  bool complete = true;
};

Plan plan_of(Store& store, GameId root, const TreeStyle& style) {
  CGT_EXPECTS(!root.is_none(), "only a game has a tree");
  const auto dialect = text_dialect(Notation::kCanonical);
  // A limit of 0 is none to a printer.
  Printer printer(store, *dialect, std::max<std::size_t>(style.name_length, 1));
  PrintOrder order(store);
  Plan plan;
  FlatMap<GameId, std::size_t> placed;
  const auto place = [&](GameId g, std::size_t depth) {
    TreeNode node;
    node.game = g;
    node.depth = depth;
    if (store.is_nus(g)) {
      node.label = to_text(store, g);
    } else if (style.name_length > 0) {
      node.label = printer.print_if_short(g).value_or("");
    }
    plan.nodes.push_back(std::move(node));
    if (style.shared) placed.emplace(g, plan.nodes.size() - 1);
    return plan.nodes.size() - 1;
  };
  place(root, 0);
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const GameId g = plan.nodes[i].game;
    if (store.is_nus(g) && !style.expand_names) continue;
    for (const Player player : kPlayers) {
      const std::uint64_t count = store.option_count(g, player);
      // The options of a number-up-star come ascending; they can be very many.
      const auto* sorted = store.is_nus(g) ? nullptr : &order.options(g, player);
      for (std::uint64_t k = 0; k < count; ++k) {
        const GameId option = sorted == nullptr ? store.option(g, player, k) : (*sorted)[k];
        if (const auto it = placed.find(option); it != placed.end()) {
          plan.edges.push_back({i, it->second, player});
          continue;
        }
        if (plan.nodes.size() >= std::max<std::size_t>(style.max_nodes, 1)) {
          plan.complete = false;
          if (!style.shared) {
            plan.nodes[i].omitted += count - k;
            break;
          }
          ++plan.nodes[i].omitted;
          if (sorted == nullptr) {
            plan.nodes[i].omitted += count - k - 1;
            break;
          }
          continue;
        }
        const std::size_t child = place(option, plan.nodes[i].depth + 1);
        plan.nodes[i].children[player].push_back(child);
        plan.edges.push_back({i, child, player});
      }
    }
  }
  return plan;
}

std::string omitted_text(std::uint64_t count) {
  return "... " + with_separators(std::to_string(count)) + " more";
}

// What a cut picture says below: how much of the whole it shows.
std::string cut_text(Store& store, GameId root, const Plan& plan, const TreeStyle& style) {
  const std::string drawn = with_separators(std::to_string(plan.nodes.size()));
  if (style.shared) {
    return drawn + " drawn of " + with_separators(std::to_string(store.follower_count(root))) +
           " followers";
  }
  return drawn + " nodes drawn of a tree with " + tree_node_count_text(store, root) +
         (style.expand_names ? " (numbers as leaves)" : "");
}

// A column for every node, so that Left's options are to the left of it and Right's to the right:
// the places of an in-order walk, which keeps clear of the neighbours by the widths of labels.
std::vector<double> columns_of(const Plan& plan) {
  constexpr double kLetter = 7;
  constexpr double kGap = 14;
  std::vector<double> x(plan.nodes.size(), 0);
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
    const TreeNode& node = plan.nodes[step.node];
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

std::string game_tree_svg(Store& store, GameId g, const TreeStyle& style) {
  constexpr double kLevel = 56;
  constexpr double kMargin = 24;
  const Plan plan = plan_of(store, g, style);
  const std::vector<double> columns = columns_of(plan);
  double width = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const double half = static_cast<double>(plan.nodes[i].label.size()) * 3.5;
    width = std::max(width, columns[i] + std::max(half, 40.0));
    depth = std::max(depth, plan.nodes[i].depth);
  }
  const std::string note = plan.complete ? "" : cut_text(store, g, plan, style);
  width = std::max(width + kMargin, static_cast<double>(note.size()) * 7 + 2 * kMargin);
  const double height =
      2 * kMargin + static_cast<double>(depth) * kLevel + (plan.complete ? 0 : 56);
  const auto y_of = [&](std::size_t level) {
    return kMargin + static_cast<double>(level) * kLevel;
  };

  const std::string title =
      escape_xml("Game tree of " + to_text(store, g, {Notation::kCanonical, 60}));
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\" "
      "font-size=\"12\" text-anchor=\"middle\" role=\"img\">\n<title>{2}</title>\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#fffdf8\"/>\n",
      width, height, title);
  const auto to = std::back_inserter(out);
  for (const TreeEdge& edge : plan.edges) {
    fmt::format_to(to,
                   "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                   "stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                   columns[edge.from], y_of(plan.nodes[edge.from].depth), columns[edge.to],
                   y_of(plan.nodes[edge.to].depth), kColours[edge.player]);
  }
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const TreeNode& node = plan.nodes[i];
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

std::string game_tree_dot(Store& store, GameId g, const TreeStyle& style) {
  const Plan plan = plan_of(store, g, style);
  std::string out = "digraph game {\n  node [shape=plaintext];\n  edge [arrowhead=none];\n";
  const auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
    const TreeNode& node = plan.nodes[i];
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
  for (const TreeEdge& edge : plan.edges) {
    fmt::format_to(to, "  n{} -> n{} [color=\"{}\", style={}];\n", edge.from, edge.to,
                   kColours[edge.player], kDotStyles[edge.player]);
  }
  if (!plan.complete) {
    fmt::format_to(to, "  label=\"{}\";\n", cut_text(store, g, plan, style));
  }
  return out + "}\n";
}

}  // namespace cgt
