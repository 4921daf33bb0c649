// POB queries and frontiers.
#include "decomp/pob/query.hpp"

#include <catch2/catch.hpp>

#include "decomp/pob/frontier.hpp"
#include "decomp/pob/linear_extension.hpp"
#include "decomp/search/minimax.hpp"
#include "tests/decomp/pob/partial_games.hpp"
#include "tests/testing.hpp"

namespace query_test {

namespace {

using namespace cgt::pob;
using namespace cgt::testing;
using cgt::Budget;
using cgt::StopReason;
using cgt::search::TreeState;

constexpr Engine kEngines[] = {Engine::kAlphaBeta, Engine::kProofNumber, Engine::kDfPn};

}  // namespace

TEST_CASE("partial order bounding solves the tree of Mueller 2002, figure 1", "[pob]") {
  const VectorTree t = figure_1();
  const VectorOrder order(2);
  for (const Engine engine : kEngines) {
    for (const bool reuse : {false, true}) {
      PobOptions options;
      options.engine = engine;
      options.reuse = reuse;
      auto search = pob_search<TreeState>(order, t.evaluation(), options);
      Budget budget;
      const auto first = search.query(t.root(), {{5, 7}, {10, 3}}, budget);
      CHECK(first.verdict == Verdict::kWin);
      CHECK(first.best == std::vector<std::uint32_t>{0});
      CHECK(first.stop == StopReason::kSolved);
      CHECK(search.query(t.root(), {{5, 8}, {6, 4}}, budget).verdict == Verdict::kLoss);
      CHECK(search.query(t.root(), {{5, 7}}, budget).verdict == Verdict::kLoss);
      CHECK(search.query(t.root(), {{10, 3}}, budget).verdict == Verdict::kLoss);
      CHECK(search.query(t.root(), {}, budget).verdict == Verdict::kLoss);
      CHECK(search.query(t.root(), {{0, 0}}, budget).verdict == Verdict::kWin);
    }
  }
}

TEST_CASE("verdicts are the same over alpha-beta, PNS and df-pn, with unknown leaves", "[pob]") {
  Random random(5);
  std::size_t seen[3] = {0, 0, 0};
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 6);
    shape.dimension = static_cast<std::size_t>(draw(random, 1, 3));
    shape.unknown = 20;
    shape.sets = i % 2 == 0 ? 30 : 0;
    const VectorTree t = random_vector_tree(random, shape);
    const VectorOrder order(shape.dimension);
    std::vector<Pairs> bounds;
    for (int k = 0; k < 4; ++k) bounds.push_back(random_bound(random, shape));
    for (const Engine engine : kEngines) {
      for (const bool reuse : {false, true}) {
        PobOptions options;
        options.engine = engine;
        options.reuse = reuse;
        options.killers = options.history = i % 3 == 0;
        options.iterative = i % 4 == 0;
        options.table_entries = i % 5 == 0 ? 1 : 1 << 12;
        auto search = pob_search<TreeState>(order, t.evaluation(), options);
        for (const Pairs& bound : bounds) {
          Budget budget;
          const int truth = verdict_of(t, t.root(), order, bound);
          ++seen[truth + 1];
          const auto answer = search.query(t.root(), bound, budget);
          REQUIRE(static_cast<int>(answer.verdict) == truth);
          // Iterative alpha-beta calls a tree solved only when nothing was cut by depth.
          REQUIRE(answer.stop == StopReason::kSolved);
        }
      }
    }
  }
  const std::size_t all = seen[0] + seen[1] + seen[2];
  expect_share(seen[0], all, 0.1);  // 0.37
  expect_share(seen[1], all, 0.1);  // 0.24
  expect_share(seen[2], all, 0.1);  // 0.39
}

TEST_CASE("reuse between bounds keeps verdicts and saves nodes on frontiers", "[pob]") {
  Random random(7);
  for (const Engine engine : kEngines) {
    std::uint64_t nodes[2] = {0, 0};
    for (std::size_t i = 0; i < scaled(60); ++i) {
      VectorShape shape;
      shape.depth = 5;
      const VectorTree t = random_vector_tree(random, shape);
      const VectorOrder order(shape.dimension);
      std::vector<std::vector<Pairs>> found;
      for (const bool reuse : {false, true}) {
        PobOptions options;
        options.engine = engine;
        options.reuse = reuse;
        auto search = pob_search<TreeState>(order, t.evaluation(), options);
        Budget budget;
        found.push_back(frontier_by_queries(search, t.root(), budget).bounds);
        nodes[reuse ? 1 : 0] += search.counts().nodes;
      }
      REQUIRE(same_families(order, found[0], found[1]));
    }
    INFO(nodes[0] << " without, " << nodes[1] << " with reuse");
    CHECK(nodes[1] < nodes[0]);
  }
}

TEST_CASE("the frontier of figure 1 has 7 antichains, by algebra and by queries", "[pob]") {
  const VectorTree t = figure_1();
  const VectorOrder order(2);
  const std::vector<Pairs> expected{{{5, 6}, {6, 4}},  {{5, 7}, {10, 3}}, {{3, 8}},
                                    {{4, 9}, {10, 3}}, {{1, 12}, {6, 4}}, {{2, 10}, {5, 6}},
                                    {{1, 12}, {2, 10}}};
  Budget budget;
  const auto algebra = frontier_by_algebra(order, t.evaluation(), t.root(), budget);
  CHECK(same_families(order, algebra.bounds, expected));
  CHECK(algebra.complete);
  for (const Engine engine : kEngines) {
    PobOptions options;
    options.engine = engine;
    auto search = pob_search<TreeState>(order, t.evaluation(), options);
    const auto queries = frontier_by_queries(search, t.root(), budget);
    CHECK(same_families(order, queries.bounds, expected));
    CHECK(queries.failing == 4);
    CHECK(queries.complete);
    CHECK(queries.queries <= 100);
  }
}

TEST_CASE("frontiers by algebra and by queries agree on 1,000 random trees", "[pob]") {
  Random random(9);
  std::size_t largest = 0;
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 4);
    shape.dimension = static_cast<std::size_t>(draw(random, 1, 3));
    shape.values = draw(random, 2, 9);
    const VectorTree t = random_vector_tree(random, shape);
    const VectorOrder order(shape.dimension);
    Budget budget;
    const auto algebra = frontier_by_algebra(order, t.evaluation(), t.root(), budget);
    PobOptions options;
    options.engine = kEngines[i % 3];
    auto search = pob_search<TreeState>(order, t.evaluation(), options);
    const auto queries = frontier_by_queries(search, t.root(), budget);
    REQUIRE(same_families(order, algebra.bounds, queries.bounds));
    largest = std::max(largest, algebra.bounds.size());
    for (const Pairs& bound : algebra.bounds) {
      REQUIRE(verdict_of(t, t.root(), order, bound) == 1);
    }
    if (shape.dimension == 1) {
      // One outcome, and it is the minimax value.
      REQUIRE(algebra.bounds.size() == 1);
      REQUIRE(algebra.bounds.front().size() == 1);
      const auto value = algebra.bounds.front().front();
      REQUIRE(verdict_of(t, t.root(), order, {value}) == 1);
      REQUIRE(verdict_of(t, t.root(), order, {{value.front() + 1}}) == -1);
    }
    // Any bound is achievable iff some member of the frontier is at least as strong.
    for (int k = 0; k < 5; ++k) {
      const Pairs bound = random_bound(random, shape);
      bool implied = false;
      for (const Pairs& b : algebra.bounds) implied |= at_least_as_strong(order, b, bound);
      REQUIRE(implied == (verdict_of(t, t.root(), order, bound) == 1));
    }
  }
  CHECK(largest >= 8);
}

TEST_CASE("LE-POB gives the verdict of POB on 1,000 trees", "[pob]") {
  Random random(10);
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    VectorShape shape;
    shape.depth = draw(random, 1, 5);
    shape.dimension = static_cast<std::size_t>(draw(random, 1, 3));
    const VectorTree t = random_vector_tree(random, shape);
    const VectorOrder order(shape.dimension);
    const Pairs bound = random_bound(random, shape);
    const int truth = verdict_of(t, t.root(), order, bound);
    Budget budget;
    const auto sum = [](const std::vector<std::int64_t>& v) {
      std::int64_t total = 0;
      for (const std::int64_t x : v) total += x;
      return total;
    };
    const ExtensionSearch<TreeState, VectorOrder, VectorTree::Evaluation, decltype(sum)> by_sum(
        order, t.evaluation(), sum);
    const ExtensionRank<VectorOrder> rank(order,
                                          outcomes_of(order, t.evaluation(), t.root(), budget));
    const ExtensionSearch<TreeState, VectorOrder, VectorTree::Evaluation,
                          ExtensionRank<VectorOrder>>
        by_rank(order, t.evaluation(), rank);
    for (const bool window : {false, true}) {
      REQUIRE(static_cast<int>(by_sum.query(t.root(), bound, window, budget).verdict) == truth);
      REQUIRE(static_cast<int>(by_rank.query(t.root(), bound, window, budget).verdict) == truth);
    }
    // The scalar value is the score of an outcome on the right side of the cut.
    const auto full = by_sum.query(t.root(), bound, false, budget);
    REQUIRE(full.score);
    bool there = false;
    for (const auto& x : outcomes_of(order, t.evaluation(), t.root(), budget)) {
      there |= sum(x) == *full.score && succeeds(order, bound, x) == (truth == 1);
    }
    REQUIRE(there);
  }
}

TEST_CASE("unknown never turns into win or loss: budgets of 1 to 2,000 nodes on 50 trees",
          "[pob]") {
  Random random(2000);
  for (std::size_t i = 0; i < scaled(50); ++i) {
    VectorShape shape;
    shape.depth = 6;
    shape.unknown = i % 2 == 0 ? 0 : 20;
    const VectorTree t = random_vector_tree(random, shape);
    const VectorOrder order(2);
    const Pairs bound = random_bound(random, shape);
    const int truth = verdict_of(t, t.root(), order, bound);
    const Engine engine = kEngines[i % 3];
    PobOptions options;
    options.engine = engine;
    options.table_entries = 256;
    // One search is asked again and again: what it keeps from stopped runs must be true.
    auto kept = pob_search<TreeState>(order, t.evaluation(), options);
    for (std::uint64_t nodes = 1; nodes <= 2000; ++nodes) {
      for (const bool fresh : {false, true}) {
        auto search = pob_search<TreeState>(order, t.evaluation(), options);
        Budget budget({.nodes = nodes});
        const auto answer = (fresh ? search : kept).query(t.root(), bound, budget);
        const int v = static_cast<int>(answer.verdict);
        REQUIRE((v == truth || v == 0));
        if (v == 0 && truth != 0) REQUIRE(answer.stop == StopReason::kNodes);
        if (answer.stop == StopReason::kSolved) REQUIRE(v == truth);
      }
      if (kept.queries() > 0 && nodes > 2 * t.tree.size() * 4) break;
    }
    // A frontier that was stopped holds achievable bounds only.
    if (shape.unknown == 0) {
      for (std::uint64_t nodes = 1; nodes <= 2000; nodes += 37) {
        auto search = pob_search<TreeState>(order, t.evaluation(), options);
        Budget budget({.nodes = nodes});
        const auto frontier = frontier_by_queries(search, t.root(), budget);
        for (const Pairs& b : frontier.bounds) REQUIRE(verdict_of(t, t.root(), order, b) == 1);
        Budget small({.nodes = nodes});
        const auto algebra = frontier_by_algebra(order, t.evaluation(), t.root(), small);
        if (frontier.complete && algebra.complete) {
          REQUIRE(same_families(order, frontier.bounds, algebra.bounds));
        }
      }
    }
  }
}

TEST_CASE("frontiers refuse unknown leaves", "[pob]") {
  VectorTree t;
  const auto known = t.leaf(Outcomes<std::vector<std::int64_t>>::one({1, 1}));
  const auto unknown = t.leaf(Outcomes<std::vector<std::int64_t>>::nothing());
  t.tree.set_root(t.tree.node(0, {known, unknown}));
  const VectorOrder order(2);
  Budget budget;
  CHECK_THROWS_WITH(frontier_by_algebra(order, t.evaluation(), t.root(), budget),
                    "a frontier needs one certain outcome at every leaf");
  auto search = pob_search<TreeState>(order, t.evaluation());
  CHECK_THROWS_WITH(frontier_by_queries(search, t.root(), budget),
                    "a frontier needs one certain outcome at every leaf");
}

}  // namespace query_test
