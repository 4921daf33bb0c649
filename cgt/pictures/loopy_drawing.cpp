#include "cgt/pictures/tree.hpp"

#include "cgt/algebra/tree_size.hpp"
#include "cgt/detail/tree_plan.hpp"
#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"

namespace cgt {
namespace {

class LoopySource {
 public:
  using Id = LoopySide;
  static constexpr bool kCycles = true;

  LoopySource(LoopyGames& games, const TreeStyle& style) : games_(games), style_(style) {}

  std::string label(const LoopySide& g) {
    if (is_star(g)) return to_text(games_.store(), g.id.game());
    if (style_.name_length == 0) return {};
    return text_if_short(games_, g, style_.name_length).value_or("");
  }
  std::uint64_t count(const LoopySide& g, Player player) {
    if (is_star(g)) {
      return style_.expand_names ? games_.store().option_count(g.id.game(), player) : 0;
    }
    return options(g, player).size();
  }
  LoopySide option(const LoopySide& g, Player player, std::uint64_t k) {
    if (is_star(g)) return {games_.store().option(g.id.game(), player, k), {}};
    return options(g, player)[static_cast<std::size_t>(k)];
  }
  static bool is_listed(const LoopySide&) { return true; }

 private:
  bool is_star(const LoopySide& g) const {
    return g.id.is_short() && games_.store().is_nus(g.id.game());
  }
  // Asked of one game after the other.
  const std::vector<LoopySide>& options(const LoopySide& g, Player player) {
    if (!(last_ == g) || last_.id.is_none()) {
      last_ = g;
      for (const Player p : kPlayers) {
        options_[p] = games_.options(g, p);
        sort_for_print(games_, options_[p]);
      }
    }
    return options_[player];
  }

  LoopyGames& games_;
  const TreeStyle& style_;
  LoopySide last_;
  PerPlayer<std::vector<LoopySide>> options_;
};

// All positions of a value.
std::size_t positions_of(LoopyGames& games, const LoopyValue& g) {
  std::vector<LoopySide> queue;
  FlatSet<LoopySide> seen;
  const auto add = [&](const LoopySide& x) {
    if (seen.insert(x).second) queue.push_back(x);
  };
  for (const Side side : kSides) add(g.side(side));
  for (std::size_t i = 0; i < queue.size(); ++i) {
    games.store().charge();
    const LoopySide x = queue[i];
    for (const Player player : kPlayers) {
      for (const LoopySide& o : games.options(x, player)) add(o);
    }
  }
  return queue.size();
}

TreeDrawing plan_of(LoopyGames& games, const LoopyValue& g, const TreeStyle& asked) {
  using Kind = TreeDrawing::Edge::Kind;
  TreeStyle style = asked;
  style.max_nodes = std::max<std::size_t>(style.max_nodes, 3);
  LoopySource source(games, style);
  TreePlan<LoopySource> plan(games.store(), source, style);
  const std::string name = to_text(games, g, {Notation::kCanonical, 60});
  bool complete = true;
  if (g.is_stopper()) {
    plan.place(g.side(Side::kOnside), 0);
    complete = plan.grow(0);
  } else {
    const std::size_t root =
        plan.place_label(name.size() <= style.name_length ? name : std::string("S & T"));
    for (const Player player : kPlayers) {
      const Side side = player == Player::kLeft ? Side::kOnside : Side::kOffside;
      const std::size_t child = plan.place(g.side(side), 1, plan.drawing.nodes.size());
      plan.drawing.nodes[root].children[player].push_back(child);
      plan.drawing.edges.push_back({root, child, player, Kind::kSide});
    }
    complete = plan.grow(1);
  }
  plan.drawing.title = "Game graph of " + name;
  if (!complete) {
    const auto count = [](std::size_t n) { return with_separators(std::to_string(n)); };
    plan.drawing.note = count(plan.drawing.nodes.size()) +
                        (style.shared ? " drawn of " : " nodes drawn of a graph with ") +
                        count(positions_of(games, g)) + " positions";
  }
  return std::move(plan.drawing);
}

}  // namespace

std::string loopy_svg(LoopyGames& games, const LoopyValue& g, const TreeStyle& style) {
  if (g.is_short()) return game_tree_svg(games.store(), g.stopper().game(), style);
  return tree_svg(plan_of(games, g, style));
}

std::string loopy_dot(LoopyGames& games, const LoopyValue& g, const TreeStyle& style) {
  if (g.is_short()) return game_tree_dot(games.store(), g.stopper().game(), style);
  return tree_dot(plan_of(games, g, style));
}

std::string loopy_tikz(LoopyGames& games, const LoopyValue& g, const TreeStyle& style) {
  if (g.is_short()) return game_tree_tikz(games.store(), g.stopper().game(), style);
  return tree_tikz(plan_of(games, g, style));
}

namespace {

// The same from temperature 0 up; below, the walls are left upright.
Thermograph from_zero_up(Thermograph thermograph) {
  for (Trajectory& wall : thermograph.walls.values) {
    while (!wall.critical.empty() && wall.critical.back().sign() <= 0) {
      wall.critical.pop_back();
      wall.slopes.pop_back();
    }
    if (wall.slopes.back() == 0) continue;
    wall.critical.emplace_back();
    wall.slopes.push_back(0);
  }
  return thermograph;
}

}  // namespace

Thermograph thermograph_of(LoopyGames& games, const LoopyValue& g) {
  if (g.is_short()) return games.store().thermograph(g.stopper().game());
  std::optional<GameId> near;
  if (g.is_stopper()) near = games.modulo_infinitesimals(g.stopper());
  if (!near) throw Error("there is no thermograph: " + cycle_text(games, g));
  return from_zero_up(games.store().thermograph(*near));
}

}  // namespace cgt
