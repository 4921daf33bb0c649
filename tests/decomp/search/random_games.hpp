// Games drawn at random for the tests of searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "decomp/search/games/tree.hpp"

namespace cgt::testing {

using Random = std::mt19937_64;

inline int draw(Random& random, int least, int most) {
  return least + static_cast<int>(random() % static_cast<std::uint64_t>(most - least + 1));
}

struct TreeShape {
  int depth = 4;
  int least_children = 1;
  int most_children = 4;
  int values = 10;  // utilities `least` + `step` * (0 .. values - 1)
  double least = 0;
  double step = 1;
  int early_leaves = 10;  // percent of inner places
  bool alternate = true;  // else players move in any order
  int players = 2;
  int chance = 0;  // percent of nodes
};

// Depth first, by recursion on the small depth of the shape.
inline search::GameTree::Node grow(search::GameTree& tree, Random& random, const TreeShape& shape,
                                   int depth, int player) {
  if (depth == 0 || (depth < shape.depth && draw(random, 1, 100) <= shape.early_leaves)) {
    std::vector<double> utilities;
    const int count = shape.players == 2 ? 1 : shape.players;
    for (int i = 0; i < count; ++i) {
      utilities.push_back(shape.least + shape.step * draw(random, 0, shape.values - 1));
    }
    return tree.leaf(std::move(utilities));
  }
  const int count = draw(random, shape.least_children, shape.most_children);
  const bool chance = draw(random, 1, 100) <= shape.chance;
  const int next =
      shape.alternate ? (player + 1) % shape.players : draw(random, 0, shape.players - 1);
  std::vector<search::GameTree::Node> children;
  for (int i = 0; i < count; ++i) children.push_back(grow(tree, random, shape, depth - 1, next));
  if (!chance) return tree.node(player, std::move(children));
  std::vector<double> weights;
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += weights.emplace_back(draw(random, 1, 5));
  for (double& w : weights) w /= sum;
  return tree.chance(std::move(children), std::move(weights));
}

inline search::GameTree random_tree(Random& random, const TreeShape& shape) {
  search::GameTree tree(shape.players);
  const int first = draw(random, 0, shape.players - 1);
  const auto root = grow(tree, random, shape, shape.depth, first);
  tree.set_root(root);
  return tree;
}

// Layers of nodes with edges from each layer to the next: many ways lead to one node.
inline search::GameTree random_dag(Random& random, int layers, int width, int children,
                                   int values) {
  search::GameTree tree;
  std::vector<search::GameTree::Node> below;
  for (int i = 0; i < width; ++i) {
    below.push_back(tree.leaf({static_cast<double>(draw(random, 0, values - 1))}));
  }
  for (int layer = 0; layer < layers; ++layer) {
    std::vector<search::GameTree::Node> here;
    const int count = layer + 1 == layers ? 1 : width;
    for (int i = 0; i < count; ++i) {
      std::vector<search::GameTree::Node> to;
      for (int k = draw(random, 1, children); k > 0; --k) {
        to.push_back(below[static_cast<std::size_t>(draw(random, 0, width - 1))]);
      }
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
      here.push_back(tree.node((layers - layer) % 2, std::move(to)));
    }
    below = std::move(here);
  }
  tree.set_root(below.front());
  return tree;
}

}  // namespace cgt::testing
