// Trees whose leaves have outcomes in a poset, for the tests of partial order bounding.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "decomp/pob/evaluation.hpp"
#include "decomp/pob/poset.hpp"
#include "tests/decomp/search/random_games.hpp"

namespace cgt::testing {

using Pairs = std::vector<std::vector<std::int64_t>>;

template <class Element>
struct PartialTree {
  search::GameTree tree{2};
  std::map<search::GameTree::Node, pob::Outcomes<Element>> outcomes;

  search::GameTree::Node leaf(pob::Outcomes<Element> x) {
    const auto node = tree.leaf({0});
    outcomes.emplace(node, std::move(x));
    return node;
  }
  search::TreeState root() const { return search::TreeState(tree); }
  // Leaves that are not in the map are unknown.
  struct Evaluation {
    const PartialTree* owner;
    pob::Outcomes<Element> operator()(const search::TreeState& s) const {
      const auto at = owner->outcomes.find(s.node());
      return at == owner->outcomes.end() ? pob::Outcomes<Element>::nothing() : at->second;
    }
  };
  Evaluation evaluation() const { return {this}; }
};

using VectorTree = PartialTree<std::vector<std::int64_t>>;

// Mueller 2002, figure 1, rebuilt from the bounds that the text names: MAX - MIN - MAX.
inline VectorTree figure_1() {
  VectorTree t;
  const auto max = [&](std::vector<std::int64_t> x, std::vector<std::int64_t> y) {
    const auto a = t.leaf(pob::Outcomes<std::vector<std::int64_t>>::one(std::move(x)));
    const auto b = t.leaf(pob::Outcomes<std::vector<std::int64_t>>::one(std::move(y)));
    return t.tree.node(0, {a, b});
  };
  const auto a1 = max({5, 7}, {4, 9});
  const auto a2 = max({10, 3}, {3, 8});
  const auto a = t.tree.node(1, {a1, a2});
  const auto b1 = max({6, 4}, {2, 10});
  const auto b2 = max({5, 6}, {1, 12});
  const auto b = t.tree.node(1, {b1, b2});
  t.tree.set_root(t.tree.node(0, {a, b}));
  return t;
}

struct VectorShape {
  int depth = 4;
  int most_children = 3;
  std::size_t dimension = 2;
  int values = 5;   // entries 0 .. values - 1
  int unknown = 0;  // percent of leaves without an outcome
  int sets = 0;     // percent of leaves with a set of outcomes
};

inline std::vector<std::int64_t> random_vector(Random& random, const VectorShape& shape) {
  std::vector<std::int64_t> v;
  for (std::size_t i = 0; i < shape.dimension; ++i) v.push_back(draw(random, 0, shape.values - 1));
  return v;
}

inline search::GameTree::Node grow_vectors(VectorTree& t, Random& random, const VectorShape& shape,
                                           int depth, int player) {
  using Outcomes = pob::Outcomes<std::vector<std::int64_t>>;
  if (depth == 0 || (depth < shape.depth && draw(random, 1, 100) <= 10)) {
    if (draw(random, 1, 100) <= shape.unknown) return t.leaf(Outcomes::nothing());
    if (draw(random, 1, 100) > shape.sets)
      return t.leaf(Outcomes::one(random_vector(random, shape)));
    std::vector<std::vector<std::int64_t>> set;
    for (int i = draw(random, 1, 3); i > 0; --i) set.push_back(random_vector(random, shape));
    return t.leaf(Outcomes::any_of(std::move(set)));
  }
  std::vector<search::GameTree::Node> children;
  for (int i = draw(random, 1, shape.most_children); i > 0; --i) {
    children.push_back(grow_vectors(t, random, shape, depth - 1, 1 - player));
  }
  return t.tree.node(player, std::move(children));
}

inline VectorTree random_vector_tree(Random& random, const VectorShape& shape) {
  VectorTree t;
  const auto root = grow_vectors(t, random, shape, shape.depth, draw(random, 0, 1));
  t.tree.set_root(root);
  return t;
}

inline Pairs random_bound(Random& random, const VectorShape& shape) {
  Pairs bound;
  for (int i = draw(random, 1, 3); i > 0; --i) bound.push_back(random_vector(random, shape));
  return pob::minimal(pob::VectorOrder(shape.dimension), bound);
}

// Three-valued minimax by the definition: -1 loss, 0 unknown, 1 win.
inline int verdict_of(const VectorTree& t, const search::TreeState& s,
                      const pob::VectorOrder& order, const Pairs& bound) {
  if (s.player() == search::kTerminal) {
    const auto outcomes = t.evaluation()(s);
    int wins = 0;
    for (const auto& x : outcomes.values) {
      bool win = false;
      for (const auto& b : bound) win = win || order.less_equal(b, x);
      wins += win ? 1 : 0;
    }
    const auto n = static_cast<int>(outcomes.values.size());
    return n == 0 ? 0 : wins == n ? 1 : wins == 0 ? -1 : 0;
  }
  std::vector<search::TreeState::Move> moves;
  s.moves(moves);
  int best = s.player() == 0 ? -1 : 1;
  for (const auto move : moves) {
    search::TreeState child = s;
    child.play(move);
    const int v = verdict_of(t, child, order, bound);
    best = s.player() == 0 ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

}  // namespace cgt::testing
