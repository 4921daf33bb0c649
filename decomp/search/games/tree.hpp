// Games given as trees, or graphs without cycles: what a user writes down, a textbook prints, a
// test draws at random.
//
//   GameTree tree;
//   const auto a = tree.node(1, {tree.leaf({3}), tree.leaf({12}), tree.leaf({8})});
//   const auto b = tree.node(1, {tree.leaf({2}), tree.leaf({4}), tree.leaf({6})});
//   tree.set_root(tree.node(0, {a, b}));
//   AlphaBeta<TreeState>().search(TreeState(tree), budget);
//
// A move is the number of a child. With two players a leaf may be given the utility of player 0
// alone; the other gets the negative.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

class CGT_API GameTree {
 public:
  using Node = std::uint32_t;

  explicit GameTree(int players = 2);

  // Throws Error unless there is one utility a player (or one in all, for two players).
  Node leaf(std::vector<double> utilities);
  // `player` moves to one of the children, which exist already. Throws Error without children.
  Node node(int player, std::vector<Node> children);
  // Throws Error unless the probabilities are positive and add up to 1, within 1e-9.
  Node chance(std::vector<Node> children, std::vector<double> probabilities);
  void set_root(Node root);

  Node root() const { return root_; }
  std::size_t size() const { return nodes_.size(); }
  int player(Node n) const { return nodes_[n].player; }
  std::span<const Node> children(Node n) const {
    return {children_.data() + nodes_[n].first, nodes_[n].count};
  }
  double probability(Node n, std::uint32_t child) const {
    return weights_[nodes_[n].weight + child];
  }
  double utility(Node n, int player) const {
    return weights_[nodes_[n].weight + static_cast<std::size_t>(player)];
  }
  // The sum is zero, constant, general or identical as the leaves have it.
  const GameType& type() const { return type_; }

 private:
  struct Record {
    int player;
    std::size_t first;  // in children_
    std::size_t count;
    std::size_t weight;  // in weights_: utilities of a leaf, probabilities of a chance node
  };
  Node add(int player, const std::vector<Node>& children, const std::vector<double>& weights);

  GameType type_;
  bool any_leaf_ = false;
  bool constant_ = true;
  bool identical_ = true;
  double sum_ = 0;
  std::vector<Record> nodes_;
  std::vector<Node> children_;
  std::vector<double> weights_;
  Node root_ = 0;
};

// A node of a tree that outlives it.
class CGT_API TreeState {
 public:
  using Move = std::uint32_t;

  explicit TreeState(const GameTree& tree) : TreeState(tree, tree.root()) {}
  TreeState(const GameTree& tree, GameTree::Node node) : tree_(&tree), node_(node) {}

  GameTree::Node node() const { return node_; }
  const GameType& type() const { return tree_->type(); }
  int player() const { return tree_->player(node_); }
  void moves(std::vector<Move>& out) const {
    for (Move i = 0; i < tree_->children(node_).size(); ++i) out.push_back(i);
  }
  void play(Move child) { node_ = tree_->children(node_)[child]; }
  double utility(int player) const { return tree_->utility(node_, player); }
  double probability(Move child) const { return tree_->probability(node_, child); }
  std::uint64_t hash() const { return mix(node_, 0x7ee); }
  friend bool operator==(const TreeState&, const TreeState&) = default;

 private:
  const GameTree* tree_;
  GameTree::Node node_;
};

}  // namespace cgt::search
