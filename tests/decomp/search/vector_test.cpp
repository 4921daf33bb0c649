// max^n, expectiminimax, Monte Carlo tree search.
#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/expectiminimax.hpp"
#include "decomp/search/games/line_game.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/search/max_n.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/monte_carlo.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace vector_test {

namespace {

using namespace cgt::search;
using cgt::Budget;
using cgt::StopReason;
using cgt::testing::draw;
using cgt::testing::random_tree;
using cgt::testing::scaled;
using cgt::testing::TreeShape;

std::vector<double> max_n_of(const TreeState& s) {
  std::vector<double> best;
  if (s.player() == kTerminal) {
    for (int i = 0; i < s.type().players; ++i) best.push_back(s.utility(i));
    return best;
  }
  std::vector<TreeState::Move> moves;
  s.moves(moves);
  const auto p = static_cast<std::size_t>(s.player());
  for (const auto move : moves) {
    TreeState child = s;
    child.play(move);
    auto v = max_n_of(child);
    if (best.empty() || v[p] > best[p]) best = std::move(v);
  }
  return best;
}

double expected_value(const TreeState& s) {
  if (s.player() == kTerminal) return s.utility(0);
  std::vector<TreeState::Move> moves;
  s.moves(moves);
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  double best = s.player() == 0 ? -kInfinite : s.player() == 1 ? kInfinite : 0;
  for (const auto move : moves) {
    TreeState child = s;
    child.play(move);
    const double v = expected_value(child);
    best = s.player() == 0   ? std::max(best, v)
           : s.player() == 1 ? std::min(best, v)
                             : best + s.probability(move) * v;
  }
  return best;
}

}  // namespace

TEST_CASE("max^n backs up (1, 2, 6) at node X, and finds the common good", "[search]") {
  // Russell and Norvig, chapter 5, figure 4: X is a choice of the third player between (1,2,6) and
  // (4,2,3); the other nodes of the figure around it.
  GameTree tree(3);
  const auto third = [&](std::vector<double> a, std::vector<double> b) {
    const auto left = tree.leaf(std::move(a));
    const auto right = tree.leaf(std::move(b));
    return tree.node(2, {left, right});
  };
  const auto x = third({1, 2, 6}, {4, 2, 3});
  const auto other = third({6, 1, 2}, {7, 4, 1});
  const auto left = tree.node(1, {x, other});
  const auto root = tree.node(
      0, {left, tree.node(1, {third({5, 1, 1}, {1, 5, 2}), third({7, 7, 1}, {5, 4, 5})})});
  tree.set_root(root);
  Budget budget;
  MaxN<TreeState> search;
  CHECK(search.search(TreeState(tree, x), budget).value == std::vector<double>{1, 2, 6});
  CHECK(search.search(TreeState(tree, left), budget).value == std::vector<double>{1, 2, 6});
  const auto whole = search.search(TreeState(tree), budget);
  CHECK(whole.value == std::vector<double>{1, 2, 6});
  CHECK(whole.line == std::vector<std::uint32_t>{0, 0, 0});
  CHECK(whole.best == std::vector<std::uint32_t>{0, 1});  // player 0 gets 1 either way

  // Two players who both want (1000, 1000) go there together; zero-sum searches refuse the game.
  GameTree common;
  const auto good = common.node(1, {common.leaf({1000, 1000}), common.leaf({5, 1})});
  common.set_root(common.node(0, {common.leaf({20, 0}), good}));
  const auto together = search.search(TreeState(common), budget);
  CHECK(together.value == std::vector<double>{1000, 1000});
  CHECK(together.line == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("max^n equals its definition, and minimax for two players", "[search]") {
  cgt::testing::Random random(19);
  for (std::size_t i = 0; i < scaled(300); ++i) {
    TreeShape shape;
    shape.players = draw(random, 1, 4);
    shape.depth = draw(random, 0, 6);
    shape.alternate = i % 2 == 0;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    Budget budget;
    const auto result = MaxN<TreeState>().search(root, budget);
    REQUIRE(result.value == max_n_of(root));
    TreeState end = root;
    for (const auto move : result.line) end.play(move);
    REQUIRE(max_n_of(end) == result.value);
    REQUIRE(end.player() == kTerminal);
    if (shape.players == 2) {
      REQUIRE(result.value[0] == Minimax<TreeState>().search(root, budget).value);
    }
    for (std::uint64_t nodes = 1; nodes < result.counts.nodes; nodes += 7) {
      Budget small({.nodes = nodes});
      const auto stopped = MaxN<TreeState>().search(root, small);
      REQUIRE(stopped.stop == StopReason::kNodes);
      REQUIRE(stopped.value.empty());
    }
  }
}

TEST_CASE("a tree with dice has the value computed by hand", "[search]") {
  // MAX chooses between a sure 3 and two dice: 1/6 of min(10, 8), 5/6 of a half of 4 and a half of
  // min(1, 5): 8/6 + 5/6 * 2.5 = 41/12.
  GameTree tree;
  const auto high = tree.node(1, {tree.leaf({10}), tree.leaf({8})});
  const auto low = tree.node(1, {tree.leaf({1}), tree.leaf({5})});
  const auto half = tree.chance({tree.leaf({4}), low}, {0.5, 0.5});
  const auto dice = tree.chance({high, half}, {1.0 / 6, 5.0 / 6});
  tree.set_root(tree.node(0, {tree.leaf({3}), dice}));
  for (const ChanceCuts cuts : {ChanceCuts::kNone, ChanceCuts::kStar1, ChanceCuts::kStar2}) {
    Budget budget;
    ExpectiminimaxOptions options;
    options.cuts = cuts;
    const auto result = Expectiminimax<TreeState>(options).search(TreeState(tree), budget);
    CHECK(*result.value == Approx(41.0 / 12).epsilon(1e-12));
    CHECK(result.best == std::vector<std::uint32_t>{1});
    CHECK(result.stop == StopReason::kSolved);
  }
}

TEST_CASE("*-minimax cuts keep the value", "[search]") {
  cgt::testing::Random random(24);
  std::uint64_t leaves[3] = {0, 0, 0};
  for (std::size_t i = 0; i < scaled(1000); ++i) {
    TreeShape shape;
    shape.depth = draw(random, 1, 6);
    shape.chance = draw(random, 10, 50);
    shape.alternate = i % 2 == 0;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    const double truth = expected_value(root);
    for (const ChanceCuts cuts : {ChanceCuts::kNone, ChanceCuts::kStar1, ChanceCuts::kStar2}) {
      Budget budget;
      ExpectiminimaxOptions options;
      options.cuts = cuts;
      const auto result = Expectiminimax<TreeState>(options).search(root, budget);
      REQUIRE(*result.value == Approx(truth).epsilon(1e-12).margin(1e-12));
      leaves[static_cast<int>(cuts)] += result.counts.leaves;
      if (!result.best.empty()) {
        TreeState child = root;
        child.play(result.best.front());
        REQUIRE(expected_value(child) == Approx(truth).epsilon(1e-12).margin(1e-12));
      }
      for (std::uint64_t nodes = 1; nodes < result.counts.nodes; nodes += 11) {
        Budget small({.nodes = nodes});
        const auto stopped = Expectiminimax<TreeState>(options).search(root, small);
        REQUIRE(stopped.stop == StopReason::kNodes);
        REQUIRE(stopped.lower <= truth + 1e-12);
        REQUIRE(stopped.upper >= truth - 1e-12);
      }
    }
  }
  INFO(leaves[0] << " " << leaves[1] << " " << leaves[2]);
  CHECK(leaves[1] < leaves[0]);
}

TEST_CASE("Star2 looks at fewer leaves than Star1 where moves are ordered well", "[search]") {
  // Three dice levels; the first move is always the best.
  struct Builder {
    GameTree tree;
    GameTree::Node build(int depth, int player, double value) {
      if (depth == 0) return tree.leaf({value});
      std::vector<GameTree::Node> children;
      for (int i = 0; i < 4; ++i) {
        std::vector<GameTree::Node> rolls;
        for (int r = -1; r <= 1; ++r) {
          rolls.push_back(build(depth - 1, 1 - player, value + r + (player == 0 ? -5 * i : 5 * i)));
        }
        children.push_back(tree.chance(std::move(rolls), {0.25, 0.5, 0.25}));
      }
      return tree.node(player, std::move(children));
    }
  } builder;
  builder.tree.set_root(builder.build(3, 0, 0));
  std::uint64_t leaves[3] = {0, 0, 0};
  for (const ChanceCuts cuts : {ChanceCuts::kNone, ChanceCuts::kStar1, ChanceCuts::kStar2}) {
    Budget budget;
    ExpectiminimaxOptions options;
    options.cuts = cuts;
    const auto result = Expectiminimax<TreeState>(options).search(TreeState(builder.tree), budget);
    CHECK(*result.value == Approx(0).margin(1e-12));
    leaves[static_cast<int>(cuts)] = result.counts.leaves;
  }
  CHECK(leaves[1] < leaves[0]);
  CHECK(leaves[2] < leaves[1]);
}

TEST_CASE("Monte Carlo tree search converges on small games", "[search]") {
  using TicTacToe = LineGame<3, 3, 3>;
  // x x .  /  o o .  /  . . .: x to move wins at once.
  TicTacToe board;
  for (const int cell : {0, 3, 1, 4}) board.play(static_cast<TicTacToe::Move>(cell));
  Budget budget;
  const auto win = MonteCarlo<TicTacToe>({.playouts = 2000}).search(board, budget);
  CHECK(win.best == std::vector<TicTacToe::Move>{2});
  CHECK(win.value[0] == 1);
  CHECK(win.exact);
  const auto again = MonteCarlo<TicTacToe>({.playouts = 2000}).search(board, budget);
  CHECK(again.value == win.value);
  CHECK(again.counts.nodes == win.counts.nodes);
  // A full game: the value goes to the draw.
  const auto whole = MonteCarlo<TicTacToe>({.playouts = 30'000}).search({}, budget);
  CHECK(std::abs(whole.value[0]) < 0.25);
  CHECK_FALSE(whole.exact);
  Budget none({.nodes = 1});
  CHECK(MonteCarlo<TicTacToe>().search({}, none).value.empty());
  // Chance and several players.
  cgt::testing::Random random(7);
  for (std::size_t i = 0; i < scaled(20); ++i) {
    TreeShape shape;
    shape.depth = 3;
    shape.chance = 40;
    const GameTree tree = random_tree(random, shape);
    const auto mean = MonteCarlo<TreeState>({.playouts = 20'000, .exploration = 0.3})
                          .search(TreeState(tree), budget);
    CHECK(std::abs(mean.value[0] - expected_value(TreeState(tree))) < 0.6);
  }
}

TEST_CASE("Monte Carlo tree search finds best moves at any scale of utilities", "[search]") {
  // Utilities from `least` up in steps of `step`. Few enough ends to be met all: it is minimax, of
  // any players, with chance or without. Else a best move mostly, by a third of the playouts.
  const auto scales = std::vector<std::pair<double, double>>{{0, 1}, {-1e9, 3e8}, {900, 0.01}};
  cgt::testing::Random random(61);
  std::size_t right = 0;
  std::size_t unsolved = 0;
  for (std::size_t i = 0; i < scaled(300); ++i) {
    const auto [least, step] = scales[i % scales.size()];
    const bool large = i % 10 == 0;
    TreeShape shape;
    shape.depth = large ? 7 : draw(random, 1, 5);
    shape.least_children = large ? 3 : 1;
    shape.most_children = large ? 3 : 4;
    shape.early_leaves = large ? 0 : 10;
    shape.players = large ? 2 : draw(random, 2, 3);
    shape.chance = i % 2 == 0 || shape.players > 2 ? 0 : 25;
    shape.least = least;
    shape.step = step;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    Budget budget;
    const auto found = MonteCarlo<TreeState>({.playouts = large ? 700U : 20'000U, .seed = i + 1})
                           .search(root, budget);
    if (shape.players > 2) {
      REQUIRE(found.exact);
      REQUIRE(found.value == max_n_of(root));
      continue;
    }
    const double value = expected_value(root);
    const auto near = Approx(value).margin(step * 1e-6).epsilon(1e-12);
    TreeState after = root;
    if (root.player() >= 0) after.play(found.best.front());
    if (large) {
      REQUIRE(found.stop == StopReason::kDepthLimit);
      ++unsolved;
      if (expected_value(after) == near) ++right;
      continue;
    }
    REQUIRE(found.stop == StopReason::kSolved);
    REQUIRE(found.exact == (tree.type().chance == ChanceMode::kDeterministic));
    REQUIRE(found.value[0] == near);
    REQUIRE(expected_value(after) == near);
  }
  CHECK(right * 10 >= unsolved * 6);
}

}  // namespace vector_test
