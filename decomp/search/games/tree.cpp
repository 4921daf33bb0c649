#include "decomp/search/games/tree.hpp"

#include <cmath>

namespace cgt::search {

GameTree::GameTree(int players) {
  CGT_EXPECTS(players >= 1, "a game has a player");
  type_.players = players;
  type_.least_utility = type_.greatest_utility = 0;
}

GameTree::Node GameTree::add(int player, const std::vector<Node>& children,
                             const std::vector<double>& weights) {
  for (const Node child : children) {
    CGT_EXPECTS(child < nodes_.size(), "children are made before their parents");
  }
  nodes_.push_back({player, children_.size(), children.size(), weights_.size()});
  children_.insert(children_.end(), children.begin(), children.end());
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  root_ = static_cast<Node>(nodes_.size() - 1);
  return root_;
}

GameTree::Node GameTree::leaf(std::vector<double> utilities) {
  const auto players = static_cast<std::size_t>(type_.players);
  if (players == 2 && utilities.size() == 1) utilities.push_back(-utilities.front());
  if (utilities.size() != players) {
    throw Error("a leaf has " + std::to_string(utilities.size()) + " utilities, the game " +
                std::to_string(players) + " players");
  }
  const bool first = !any_leaf_;
  double sum = 0;
  for (const double u : utilities) {
    sum += u;
    identical_ &= u == utilities.front();
    type_.least_utility = any_leaf_ ? std::min(type_.least_utility, u) : u;
    type_.greatest_utility = any_leaf_ ? std::max(type_.greatest_utility, u) : u;
    any_leaf_ = true;
  }
  if (first) sum_ = sum;
  constant_ &= sum == sum_;
  type_.sum = constant_ ? (sum_ == 0 ? UtilitySum::kZero : UtilitySum::kConstant)
                        : (identical_ ? UtilitySum::kIdentical : UtilitySum::kGeneral);
  return add(kTerminal, {}, utilities);
}

GameTree::Node GameTree::node(int player, std::vector<Node> children) {
  CGT_EXPECTS(player >= 0 && player < type_.players, "a player of the game moves");
  if (children.empty()) throw Error("a node that is not a leaf has children");
  return add(player, children, {});
}

GameTree::Node GameTree::chance(std::vector<Node> children, std::vector<double> probabilities) {
  if (children.empty() || children.size() != probabilities.size()) {
    throw Error("a chance node has one probability for each child, and at least one child");
  }
  double sum = 0;
  for (const double p : probabilities) {
    if (!(p > 0)) throw Error("probabilities are positive");
    sum += p;
  }
  if (std::abs(sum - 1) > 1e-9) throw Error("probabilities add up to 1");
  type_.chance = ChanceMode::kExplicit;
  return add(kChance, children, probabilities);
}

void GameTree::set_root(Node root) {
  CGT_EXPECTS(root < nodes_.size(), "the root is a node of the tree");
  root_ = root;
}

}  // namespace cgt::search
