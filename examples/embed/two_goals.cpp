// A game with two goals, asked in three ways.
//
// The first player chooses a project, his opponent how it ends; outcomes are (speed, safety), the
// more the better. What can be had for sure?
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "decomp/pob/frontier.hpp"
#include "decomp/pob/lattice_search.hpp"
#include "decomp/pob/preference.hpp"
#include "decomp/search/games/tree.hpp"

namespace {

using cgt::search::GameTree;
using cgt::search::TreeState;
using Vector = cgt::pob::VectorOrder::Element;
using Bound = std::vector<Vector>;

const std::vector<Vector> kEnds{{5, 1}, {1, 5}, {3, 2}, {2, 3}};

// A leaf of the tree has the number of its outcome.
struct End {
  using Outcomes = cgt::pob::Outcomes<Vector>;
  Outcomes operator()(const TreeState& s) const {
    if (s.player() != cgt::search::kTerminal) return Outcomes::nothing();
    return Outcomes::one(kEnds[static_cast<std::size_t>(s.utility(0))]);
  }
};

void print(const char* title, const Bound& bound) {
  std::printf("%s", title);
  for (const Vector& v : bound)
    std::printf(" (%d,%d)", static_cast<int>(v[0]), static_cast<int>(v[1]));
  std::printf("\n");
}

}  // namespace

int main() {
  GameTree tree;
  const auto bold = tree.node(1, {tree.leaf({0}), tree.leaf({1})});
  const auto even = tree.node(1, {tree.leaf({2}), tree.leaf({3})});
  tree.set_root(tree.node(0, {bold, even}));
  const TreeState root(tree);
  const cgt::pob::VectorOrder order(2, 0, 5);
  cgt::Budget budget({.milliseconds = 10'000});

  // Everything that can be had, as alternatives: one of these, the opponent says which.
  const auto frontier = cgt::pob::frontier_by_algebra(order, End{}, root, budget);
  for (const Bound& bound : frontier.bounds) print("sure:    one of", bound);

  // One vector: joins and meets instead of maxima and minima. It is fast, and less than either.
  const auto worth =
      cgt::pob::lattice_search(order, End{}, root, cgt::pob::LatticeCuts::kDeep, budget);
  print("lattice:", {*worth.value});

  // A taste of one's own decides between the alternatives: the sum, or the smaller entry.
  const auto by = [&](auto taste) {
    return cgt::pob::preference_search(order, End{}, taste, root, 1, budget);
  };
  const auto sum = by([](const Vector& v) { return v[0] + v[1]; });
  const auto smaller = by([](const Vector& v) { return std::min(v[0], v[1]); });
  print("sum:     one of", *sum.bound);
  print("smaller: one of", *smaller.bound);

  const bool tastes = sum.best.front() == 0 && smaller.best.front() == 1;
  return frontier.bounds.size() == 2 && *worth.value == Vector{2, 2} && tastes ? 0 : 1;
}
