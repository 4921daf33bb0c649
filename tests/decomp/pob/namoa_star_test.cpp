// NAMOA* and IDMOA* against sets of costs that are relaxed until nothing changes, and against all ways of grids.
#include "decomp/pob/namoa_star.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <set>

#include "decomp/pob/idmoa_star.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace cgt::pob::namoa_star_test {
namespace {

using CostSet = std::set<Costs>;

// All that nothing else in the set is at most as dear as, by `less_equal`.
CostSet undominated_of(const CostSet& all,
                       const std::function<bool(const Costs&, const Costs&)>& less_equal) {
  CostSet out;
  for (const Costs& x : all) {
    bool kept = true;
    for (const Costs& y : all) kept = kept && (y == x || !less_equal(y, x));
    if (kept) out.insert(x);
  }
  return out;
}

bool by_entries(const Costs& a, const Costs& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

Costs plus(const Costs& a, const Costs& b) {
  Costs out = a;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += b[i];
  return out;
}

struct Graph {
  struct Edge {
    std::size_t to;
    Costs costs;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> goal;
  std::vector<std::optional<Costs>> estimate;
};

struct Walk {
  using Move = std::size_t;
  const Graph* graph;
  std::size_t at;
  static search::GameType type() { return {.players = 1, .may_repeat = true}; }
  int player() const { return graph->goal[at] ? search::kTerminal : 0; }
  void moves(std::vector<Move>& out) const {
    for (std::size_t i = 0; i < graph->edges[at].size(); ++i) out.push_back(i);
  }
  void play(Move move) { at = graph->edges[at][move].to; }
  Costs costs(Move move) const { return graph->edges[at][move].costs; }
  std::uint64_t hash() const { return mix(at, 7); }
  friend bool operator==(const Walk& a, const Walk& b) { return a.at == b.at; }
};

struct Estimate {
  const Graph* graph;
  std::optional<Costs> operator()(const Walk& w) const { return graph->estimate[w.at]; }
};

Costs random_costs(testing::Random& random, std::size_t dimension, int most) {
  Costs out;
  for (std::size_t i = 0; i < dimension; ++i) out.push_back(testing::draw(random, 0, most));
  return out;
}

// Of each node what is left to pay: the undominated costs of all ways, however long.
std::vector<CostSet> truth_of(const Graph& graph, std::size_t dimension) {
  std::vector<CostSet> left(graph.edges.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (graph.goal[i]) left[i].insert(Costs(dimension, 0));
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (graph.goal[i]) continue;
      CostSet all = left[i];
      for (const Graph::Edge& edge : graph.edges[i]) {
        for (const Costs& rest : left[edge.to]) all.insert(plus(edge.costs, rest));
      }
      all = undominated_of(all, by_entries);
      changed = changed || all != left[i];
      left[i] = std::move(all);
    }
  }
  return left;
}

// Cycles, dead ends, costs of nothing; estimates that are lower bounds and nothing more.
Graph random_graph(testing::Random& random, std::size_t dimension, std::vector<CostSet>& left) {
  const auto size = static_cast<std::size_t>(testing::draw(random, 4, 10));
  Graph graph;
  graph.edges.resize(size);
  for (auto& list : graph.edges) {
    for (int k = testing::draw(random, 1, 4); k > 0; --k) {
      const auto to =
          static_cast<std::size_t>(testing::draw(random, 0, static_cast<int>(size) - 1));
      list.push_back({to, random_costs(random, dimension, 6)});
    }
  }
  for (std::size_t i = 0; i < size; ++i)
    graph.goal.push_back(i > 0 && testing::draw(random, 0, 5) == 0);
  left = truth_of(graph, dimension);
  for (const CostSet& rest : left) {
    if (rest.empty()) {
      graph.estimate.push_back(testing::draw(random, 0, 1) == 0
                                   ? std::optional<Costs>()
                                   : random_costs(random, dimension, 5));
      continue;
    }
    Costs least = *rest.begin();
    for (const Costs& costs : rest) {
      for (std::size_t e = 0; e < dimension; ++e) least[e] = std::min(least[e], costs[e]);
    }
    for (auto& entry : least) entry = testing::draw(random, 0, static_cast<int>(entry));
    graph.estimate.emplace_back(least);
  }
  return graph;
}

CostSet costs_of(const CostedWays<std::size_t>& found, Walk root) {
  CostSet out;
  for (const auto& way : found.ways) {
    Walk walk = root;
    Costs paid(way.costs.size(), 0);
    for (const std::size_t move : way.line) {
      paid = plus(paid, walk.costs(move));
      walk.play(move);
    }
    CHECK(walk.player() == search::kTerminal);
    CHECK(paid == way.costs);
    CHECK(out.insert(paid).second);
  }
  return out;
}

// An hour is worth between 2 and 5 of the other.
struct Cone {
  using Element = Costs;
  bool less_equal(const Costs& a, const Costs& b) const {
    return 2 * a[0] + a[1] <= 2 * b[0] + b[1] && 5 * a[0] + a[1] <= 5 * b[0] + b[1];
  }
};
struct Lexicographic {
  using Element = Costs;
  bool less_equal(const Costs& a, const Costs& b) const { return a <= b; }
};
struct Backwards {
  using Element = Costs;
  bool less_equal(const Costs& a, const Costs& b) const { return b <= a; }
};

}  // namespace

TEST_CASE("NAMOA* and IDMOA* find all undominated costs of random graphs", "[pob][search]") {
  testing::Random random(1991);
  std::size_t several = 0;
  const std::size_t graphs = testing::scaled(1'500);
  for (std::size_t i = 0; i < graphs; ++i) {
    const std::size_t dimension = 1 + i % 3;
    std::vector<CostSet> left;
    const Graph graph = random_graph(random, dimension, left);
    const Walk root{&graph, 0};
    Budget budget;
    const auto blind = NamoaStar<Walk>(dimension).search(root, budget);
    REQUIRE(costs_of(blind, root) == left[0]);
    const auto guided = NamoaStar<Walk, Estimate>(dimension, {&graph}).search(root, budget);
    REQUIRE(costs_of(guided, root) == left[0]);
    REQUIRE((guided.stop == StopReason::kExhausted) == left[0].empty());
    const auto deepened = IdmoaStar<Walk, Estimate>(dimension, {&graph}).search(root, budget);
    REQUIRE(costs_of(deepened, root) == left[0]);
    REQUIRE(deepened.stop == guided.stop);
    several += left[0].size() > 1 ? 1 : 0;
    // What was found before the budget ended belongs to the result.
    Budget little({.nodes = 1 + i % 12});
    for (const Costs& costs :
         costs_of(NamoaStar<Walk, Estimate>(dimension, {&graph}).search(root, little), root)) {
      REQUIRE(left[0].contains(costs));
    }
    Budget less({.nodes = 1 + i % 40});
    for (const Costs& costs :
         costs_of(IdmoaStar<Walk, Estimate>(dimension, {&graph}).search(root, less), root)) {
      REQUIRE(left[0].contains(costs));
    }
    if (dimension != 2) continue;
    const auto cone = NamoaStar<Walk, Estimate, Cone>(2, {&graph}, {}).search(root, budget);
    const auto cone_order = [](const Costs& a, const Costs& b) { return Cone().less_equal(a, b); };
    REQUIRE(costs_of(cone, root) == undominated_of(left[0], cone_order));
    REQUIRE(cone.counts.nodes <= guided.counts.nodes);
    REQUIRE(costs_of(IdmoaStar<Walk, Estimate, Cone>(2, {&graph}, {}).search(root, budget), root) ==
            costs_of(cone, root));
    const auto first =
        NamoaStar<Walk, Estimate, Lexicographic>(2, {&graph}, {}).search(root, budget);
    REQUIRE(first.ways.size() == (left[0].empty() ? 0U : 1U));
    if (!left[0].empty()) REQUIRE(first.ways.front().costs == *left[0].begin());
  }
  CHECK(several > graphs / 10);
}

TEST_CASE("NAMOA* looks at a tenth of the ways of a grid", "[pob][search]") {
  testing::Random random(2010);
  for (std::size_t round = 0; round < 20; ++round) {
    // From corner to corner of 8x8, to the right and down.
    constexpr std::size_t kSide = 8;
    Graph graph;
    graph.edges.resize(kSide * kSide);
    graph.goal.assign(kSide * kSide, false);
    graph.goal.back() = true;
    std::vector<std::uint64_t> ways(kSide * kSide, 0);  // from the first corner to each
    ways[0] = 1;
    for (std::size_t i = 0; i + 1 < kSide * kSide; ++i) {
      const auto go = [&](std::size_t to) {
        graph.edges[i].push_back({to, plus({1, 1}, random_costs(random, 2, 9))});
        ways[to] += ways[i];
      };
      if (i % kSide + 1 < kSide) go(i + 1);
      if (i + kSide < kSide * kSide) go(i + kSide);
    }
    std::uint64_t enumerated = 0;
    for (const std::uint64_t here : ways) enumerated += here;
    const std::vector<CostSet> left = truth_of(graph, 2);
    for (std::size_t i = 0; i < kSide * kSide; ++i) {
      Costs least = *left[i].begin();
      for (const Costs& costs : left[i]) least[1] = std::min(least[1], costs[1]);
      graph.estimate.emplace_back(least);
    }
    Budget budget;
    const Walk root{&graph, 0};
    const auto found = NamoaStar<Walk, Estimate>(2, {&graph}).search(root, budget);
    CHECK(costs_of(found, root) == left[0]);
    CHECK(10 * found.counts.nodes <= enumerated);
    CHECK(10 * NamoaStar<Walk>(2).search(root, budget).counts.nodes <= enumerated);
  }
}

TEST_CASE("NAMOA* and IDMOA* refuse costs and orders that cannot be", "[pob][search]") {
  Graph graph;
  graph.edges = {{{1, {1, 2}}}, {}};
  graph.goal = {false, true};
  graph.estimate = {Costs{0, 0}, Costs{0}};
  const Walk root{&graph, 0};
  Budget budget;
  CHECK_THROWS_WITH(NamoaStar<Walk>(3).search(root, budget), Catch::Contains("a move costs [1,2]"));
  CHECK_THROWS_WITH((NamoaStar<Walk, Estimate>(2, {&graph}).search(root, budget)),
                    Catch::Contains("an estimate is [0]"));
  CHECK_THROWS_WITH(IdmoaStar<Walk>(3).search(root, budget), Catch::Contains("a move costs [1,2]"));
  graph.estimate[1] = Costs{0, 0};
  CHECK_THROWS_WITH((NamoaStar<Walk, Estimate, Backwards>(2, {&graph}, {}).search(root, budget)),
                    Catch::Contains("[0,0] is not at most [1,2]"));
}

}  // namespace cgt::pob::namoa_star_test
