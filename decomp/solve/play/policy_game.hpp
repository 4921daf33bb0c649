// The tree of a policy (decomp/htn/planner/policy.hpp) as a game that the searches of decomp/search
// take.
//
//   PolicyGame root(result.tree, options.criteria);
//   search::Expectiminimax<PolicyGame>().search(root, budget).value;   // result.value
//
// Agents that maximise are player 0, adversaries are player 1, agents of weighted mean are chance;
// those who choose by other criteria are not players of a game, and an Error says so. Utilities are
// the values of leaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "decomp/htn/planner/policy.hpp"
#include "decomp/search/game.hpp"

namespace cgt::solve {

class CGT_API PolicyGame {
 public:
  using Move = std::uint32_t;  // an edge of the node, from 0

  // The tree must outlive the game.
  PolicyGame(const htn::PolicyTree& tree, const std::vector<htn::Criterion>& criteria)
      : tree_(&tree), node_(tree.root), shared_(std::make_shared<Shared>()) {
    bool first = true;
    for (const htn::PolicyNode& node : tree.nodes) {
      if (node.kind == htn::NodeKind::kExternal) {
        shared_->player.push_back(player_of(node.owner, criteria));
        if (shared_->player.back() == search::kChance) {
          shared_->type.chance = search::ChanceMode::kExplicit;
        }
        continue;
      }
      shared_->player.push_back(node.edges == 0 ? search::kTerminal : 0);
      if (node.edges != 0) continue;
      shared_->type.least_utility =
          first ? node.value : std::min(shared_->type.least_utility, node.value);
      shared_->type.greatest_utility =
          first ? node.value : std::max(shared_->type.greatest_utility, node.value);
      first = false;
    }
  }

  search::GameType type() const { return shared_->type; }
  int player() const { return shared_->player[node_]; }
  void moves(std::vector<Move>& out) const {
    for (Move e = 0; e < tree_->nodes[node_].edges; ++e) out.push_back(e);
  }
  void play(Move e) { node_ = edge(e).child; }
  double utility(int player) const {
    return player == 0 ? tree_->nodes[node_].value : -tree_->nodes[node_].value;
  }
  double probability(Move e) const {
    double total = 0;
    for (const htn::PolicyEdge& other : tree_->edges_of(node_)) total += other.weight;
    return edge(e).weight / total;
  }
  std::uint64_t hash() const { return mix(node_, 1); }
  bool operator==(const PolicyGame& other) const { return node_ == other.node_; }
  std::uint32_t node() const { return node_; }

 private:
  struct Shared {
    std::vector<int> player;
    search::GameType type;
  };
  const htn::PolicyEdge& edge(Move e) const { return tree_->edges_of(node_)[e]; }

  static int player_of(int agent, const std::vector<htn::Criterion>& criteria) {
    const auto index = static_cast<std::size_t>(agent);
    if (index >= criteria.size()) return 1;
    switch (criteria[index].kind) {
      case htn::Criterion::kMaximum: return 0;
      case htn::Criterion::kMinimum: return 1;
      case htn::Criterion::kWeighted: return search::kChance;
      default: break;
    }
    throw Error("agent " + std::to_string(agent) + " is not a player of a game",
                "game searches know maximum, minimum and weighted mean");
  }

  const htn::PolicyTree* tree_;
  std::uint32_t node_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace cgt::solve
