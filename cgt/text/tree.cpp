#include "cgt/text/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/support/containers.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/drawing.hpp"
#include "cgt/text/printer.hpp"
#include "cgt/text/tree_drawing.hpp"

namespace cgt {
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

struct Plan {
  TreeDrawing drawing;
  std::vector<GameId> games;  // of its nodes
};

// Breadth first, as far as the style says.
TreeDrawing plan_of(Store& store, GameId root, const TreeStyle& style) {
  CGT_EXPECTS(!root.is_none(), "only a game has a tree");
  const auto dialect = text_dialect(Notation::kCanonical);
  // A limit of 0 is none to a printer.
  Printer printer(store, *dialect, std::max<std::size_t>(style.name_length, 1));
  PrintOrder order(store);
  Plan plan;
  bool complete = true;
  auto& nodes = plan.drawing.nodes;
  auto& edges = plan.drawing.edges;
  FlatMap<GameId, std::size_t> placed;
  const auto place = [&](GameId g, std::size_t depth) {
    TreeDrawing::Node node;
    node.depth = depth;
    if (store.is_nus(g)) {
      node.label = to_text(store, g);
    } else if (style.name_length > 0) {
      node.label = printer.print_if_short(g).value_or("");
    }
    nodes.push_back(std::move(node));
    plan.games.push_back(g);
    if (style.shared) placed.emplace(g, nodes.size() - 1);
    return nodes.size() - 1;
  };
  place(root, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    store.charge();
    const GameId g = plan.games[i];
    if (store.is_nus(g) && !style.expand_names) continue;
    for (const Player player : kPlayers) {
      const std::uint64_t count = store.option_count(g, player);
      // The options of a number-up-star come ascending; they can be very many.
      const auto* sorted = store.is_nus(g) ? nullptr : &order.options(g, player);
      for (std::uint64_t k = 0; k < count; ++k) {
        const GameId option = sorted == nullptr ? store.option(g, player, k) : (*sorted)[k];
        if (const auto it = placed.find(option); it != placed.end()) {
          edges.push_back({i, it->second, player});
          continue;
        }
        if (nodes.size() >= std::max<std::size_t>(style.max_nodes, 1)) {
          complete = false;
          if (!style.shared) {
            nodes[i].omitted += count - k;
            break;
          }
          ++nodes[i].omitted;
          if (sorted == nullptr) {
            nodes[i].omitted += count - k - 1;
            break;
          }
          continue;
        }
        const std::size_t child = place(option, nodes[i].depth + 1);
        nodes[i].children[player].push_back(child);
        edges.push_back({i, child, player});
      }
    }
  }
  plan.drawing.title = "Game tree of " + to_text(store, root, {Notation::kCanonical, 60});
  if (!complete) plan.drawing.note = cut_text(store, root, nodes.size(), style);
  return plan.drawing;
}

}  // namespace

std::string game_tree_svg(Store& store, GameId g, const TreeStyle& style) {
  return tree_svg(plan_of(store, g, style));
}

std::string game_tree_dot(Store& store, GameId g, const TreeStyle& style) {
  return tree_dot(plan_of(store, g, style));
}

}  // namespace cgt
