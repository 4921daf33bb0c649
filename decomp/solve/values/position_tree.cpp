#include "decomp/solve/values/position_tree.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cgt/text/text.hpp"

namespace cgt::solve {
namespace {

constexpr std::size_t kValueLength = 40;

struct PositionHash {
  std::size_t operator()(const AnyPosition& position) const {
    return static_cast<std::size_t>(position.hash());
  }
};

// The part of the tree that is shown, breadth first.
struct Plan {
  TreeDrawing drawing;  // labels are empty
  std::vector<AnyPosition> positions;
  bool complete = true;
};

class Planner {
 public:
  Planner(Store& store, Evaluator& evaluator, const PositionTreeStyle& style, Budget& budget)
      : store_(store), evaluator_(evaluator), style_(style), budget_(budget) {}

  Plan plan(const AnyPosition& root) {
    place(root, 0);
    for (std::size_t i = 0; i < plan_.positions.size(); ++i) {
      budget_.charge();
      const AnyPosition position = plan_.positions[i];
      for (const Player player : kPlayers) add_moves(i, position, player);
    }
    return std::move(plan_);
  }

 private:
  std::size_t place(const AnyPosition& position, std::size_t depth) {
    TreeDrawing::Node node;
    node.depth = depth;
    plan_.drawing.nodes.push_back(std::move(node));
    plan_.positions.push_back(position);
    if (style_.shared) placed_.emplace(position, plan_.positions.size() - 1);
    return plan_.positions.size() - 1;
  }

  void add_moves(std::size_t i, const AnyPosition& position, Player player) {
    auto& nodes = plan_.drawing.nodes;
    FlatSet<AnyPosition, PositionHash> seen;
    for (const Option<AnyPosition>& option : position.options(player, budget_)) {
      if (!seen.insert(option.position).second) continue;
      if (style_.sensible && !sensible(position, option, player)) continue;
      if (const auto it = placed_.find(option.position); it != placed_.end()) {
        plan_.drawing.edges.push_back({i, it->second, player});
        continue;
      }
      if (nodes.size() >= std::max<std::size_t>(style_.max_nodes, 1)) {
        plan_.complete = false;
        ++nodes[i].omitted;
        continue;
      }
      const std::size_t child = place(option.position, nodes[i].depth + 1);
      nodes[i].children[player].push_back(child);
      plan_.drawing.edges.push_back({i, child, player});
    }
  }

  bool sensible(const AnyPosition& position, const Option<AnyPosition>& option, Player player) {
    const GameId whole = evaluator_.value(position, budget_);
    const GameId value =
        store_.add(evaluator_.value(option.position, budget_), store_.integer(option.shift));
    return is_sensible(store_, whole, value, player);
  }

  Store& store_;
  Evaluator& evaluator_;
  const PositionTreeStyle& style_;
  Budget& budget_;
  Plan plan_;
  FlatMap<AnyPosition, std::size_t, PositionHash> placed_;
};

}  // namespace

bool is_sensible(Store& store, GameId whole, GameId option, Player player) {
  const GameList wanted = store.options(whole, player);
  return std::ranges::any_of(wanted, [&](GameId w) {
    return player == Player::kLeft ? store.leq(w, option) : store.leq(option, w);
  });
}

bool is_sensible(LoopyGames& games, std::span<const LoopyId> wanted, const LoopyValue& option,
                 Player player) {
  return std::ranges::any_of(wanted, [&](LoopyId w) {
    return player == Player::kLeft ? games.leq(w, option) : games.leq(option, w);
  });
}

TreeDrawing position_tree(Store& store, Evaluator& evaluator, const AnyPosition& root,
                          const PositionTreeStyle& style, Budget& budget) {
  const Store::BudgetScope scope(store, budget);
  Plan plan = Planner(store, evaluator, style, budget).plan(root);
  for (std::size_t i = 0; i < plan.positions.size(); ++i) {
    std::string& label = plan.drawing.nodes[i].label;
    label = plan.positions[i].text();
    if (!style.values) continue;
    const GameId value = evaluator.value(plan.positions[i], budget);
    label += " = " + to_text(store, value, {Notation::kCanonical, kValueLength});
  }
  plan.drawing.title = "Game tree of " + root.text();
  if (!plan.complete) {
    plan.drawing.note = fmt::format("{} positions drawn; there are more", plan.positions.size());
  }
  return std::move(plan.drawing);
}

std::string position_tree_json(Store& store, Evaluator& evaluator, const AnyPosition& root,
                               const PositionTreeStyle& style, Budget& budget) {
  using Json = nlohmann::ordered_json;
  const Store::BudgetScope scope(store, budget);
  const Plan plan = Planner(store, evaluator, style, budget).plan(root);
  std::vector<PerPlayer<Json>> moves(plan.positions.size(),
                                     PerPlayer<Json>{{Json::array(), Json::array()}});
  for (const TreeDrawing::Edge& edge : plan.drawing.edges) {
    moves[edge.from][edge.player].push_back(edge.to);
  }
  Json nodes = Json::array();
  for (std::size_t i = 0; i < plan.positions.size(); ++i) {
    Json node{{"id", i}, {"position", plan.positions[i].text()}};
    if (style.values) node["value"] = to_text(store, evaluator.value(plan.positions[i], budget));
    node["left"] = std::move(moves[i][Player::kLeft]);
    node["right"] = std::move(moves[i][Player::kRight]);
    if (plan.drawing.nodes[i].omitted > 0) node["omitted"] = plan.drawing.nodes[i].omitted;
    nodes.push_back(std::move(node));
  }
  const Json tree{{"format", "cgt-position-tree"},
                  {"version", 1},
                  {"complete", plan.complete},
                  {"nodes", std::move(nodes)}};
  return tree.dump(1) + "\n";
}

}  // namespace cgt::solve
