#include "cgt/pictures/tree.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/detail/tree_plan.hpp"
#include "cgt/support/contract.hpp"
#include "cgt/text/printer.hpp"

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
    return store_.is_nus(g) ? store_.option(g, player, k) : order_.options(g, player)[k];
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
