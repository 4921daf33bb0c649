// Traces against plain minimax and against alpha-beta as textbooks print it.
#include "decomp/search/trace.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <vector>

#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/games/line_game.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/mtd.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace trace_test {

namespace {

using namespace cgt::search;
using cgt::Budget;
using cgt::testing::draw;
using cgt::testing::random_tree;
using cgt::testing::scaled;

using TreeTrace = Trace<TreeState::Move, double>;
using Traced = AlphaBeta<TreeState, UtilityEvaluation<TreeState>, TreeTrace>;

double minimax(const GameTree& tree, GameTree::Node n) {
  if (tree.player(n) == kTerminal) return tree.utility(n, 0);
  std::optional<double> best;
  for (const GameTree::Node child : tree.children(n)) {
    const double v = minimax(tree, child);
    if (!best || (tree.player(n) == 0 ? v > *best : v < *best)) best = v;
  }
  return *best;
}

// Leaves that ALPHA-BETA-SEARCH of Russell and Norvig (figure 7 of the chapter) values.
template <class S>
double textbook(const S& s, double alpha, double beta, std::size_t& leaves) {
  if (s.player() == kTerminal) {
    ++leaves;
    return s.utility(0);
  }
  std::vector<typename S::Move> moves;
  s.moves(moves);
  double v = s.player() == 0 ? -1e9 : 1e9;
  for (const auto& move : moves) {
    S child = s;
    child.play(move);
    const double w = textbook(child, alpha, beta, leaves);
    if (s.player() == 0) {
      v = std::max(v, w);
      if (v >= beta) return v;
      alpha = std::max(alpha, v);
    } else {
      v = std::min(v, w);
      if (v <= alpha) return v;
      beta = std::min(beta, v);
    }
  }
  return v;
}

bool holds(Bound bound, double truth, double value) {
  return bound == Bound::kLower   ? truth >= value
         : bound == Bound::kUpper ? truth <= value
                                  : truth == value;
}

// All that a trace says of a tree that was searched to the end is true, and nothing is left out. Returns how
// often a move was searched again.
std::size_t check(const GameTree& tree, const TreeTrace& trace, const Counts& counts) {
  std::vector<GameTree::Node> places;
  std::size_t leaves = 0;
  std::size_t answers = 0;
  std::size_t cuts = 0;
  std::size_t again = 0;
  std::vector<double> truth;
  std::vector<std::size_t> latest;
  for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
    const TreeTrace::Node& node = trace.nodes[i];
    const bool root = node.parent == i;
    places.push_back(root ? tree.root() : tree.children(places[node.parent])[node.move]);
    REQUIRE(node.player == tree.player(places[i]));
    REQUIRE(node.alpha < node.beta);
    REQUIRE(node.value);
    truth.push_back(minimax(tree, places[i]));
    REQUIRE(holds(node.bound, truth[i], *node.value));
    latest.push_back(~std::size_t{0});
    leaves += node.reason == Reason::kEnd ? 1 : 0;
    answers += node.reason == Reason::kTable ? 1 : 0;
    cuts += node.reason == Reason::kCut ? 1 : 0;
    if (!root) {
      const TreeTrace::Node& parent = trace.nodes[node.parent];
      REQUIRE(node.depth == parent.depth + 1);
      REQUIRE(node.alpha >= parent.alpha);
      REQUIRE(node.beta <= parent.beta);
      again += std::exchange(latest[node.parent], node.number) == node.number ? 1 : 0;
      // What is outside of the window of the parent cuts: then there was no move after this one.
      const bool outside =
          parent.player == 0 ? *node.value >= parent.beta : *node.value <= parent.alpha;
      if (outside) REQUIRE(node.number + 1 == parent.children);
    }
    if (node.is_leaf()) continue;
    REQUIRE(node.moves == tree.children(places[i]).size());
    REQUIRE((node.untried() > 0) == (node.reason == Reason::kCut));
    if (node.untried() > 0)
      REQUIRE((node.player == 0 ? *node.value >= node.beta : *node.value <= node.alpha));
  }
  REQUIRE(trace.nodes.size() == counts.nodes);
  REQUIRE(leaves == counts.leaves);
  REQUIRE(answers == counts.table_hits);
  REQUIRE(cuts == counts.cutoffs);
  // Ranges hold what is true at every moment. They never look at a value that was backed up.
  for (std::size_t shown = 1; shown <= trace.nodes.size(); shown += 1 + shown / 4) {
    const auto ranges = trace.ranges(shown);
    for (std::size_t i = 0; i < shown; ++i) {
      REQUIRE(ranges[i].first <= truth[i]);
      REQUIRE(truth[i] <= ranges[i].second);
    }
  }
  for (std::size_t i = 0; const auto& [low, high] : trace.ranges(trace.nodes.size())) {
    const TreeTrace::Node& node = trace.nodes[i++];
    if (node.bound != Bound::kUpper) REQUIRE(low >= *node.value);
    if (node.bound != Bound::kLower) REQUIRE(high <= *node.value);
  }
  return again;
}

}  // namespace

TEST_CASE("traces of 1,200 random trees say what is true, and change nothing", "[search]") {
  cgt::testing::Random random(61);
  std::size_t cut = 0;
  std::size_t again = 0;
  const std::size_t trees = scaled(1'200);
  for (std::size_t i = 0; i < trees; ++i) {
    const GameTree tree = random_tree(
        random,
        {.depth = draw(random, 1, 5), .values = draw(random, 2, 12), .alternate = i % 3 != 0});
    const TreeState root(tree);
    const double value = minimax(tree, tree.root());
    Budget budget;
    TreeTrace full;
    Minimax<TreeState, UtilityEvaluation<TreeState>, TreeTrace> plain;
    plain.set_trace(&full);
    const auto exhaustive = plain.search(root, budget);
    REQUIRE(exhaustive.value == value);
    REQUIRE(exhaustive.counts.cutoffs == 0);
    check(tree, full, exhaustive.counts);

    std::size_t textbook_leaves = 0;
    REQUIRE(textbook(root, -1e9, 1e9, textbook_leaves) == value);
    for (unsigned bits = 0; bits < 8; ++bits) {
      AlphaBetaOptions options{.scout = (bits & 1U) != 0,
                               .table_entries = (bits & 2U) != 0 ? 64U : 0U};
      options.killers = options.history = (bits & 4U) != 0;
      TreeTrace trace;
      Traced traced(options);
      traced.set_trace(&trace);
      const auto found = traced.search(root, budget);
      REQUIRE(found.value == value);
      again += check(tree, trace, found.counts);
      const auto untraced = AlphaBeta<TreeState>(options).search(root, budget);
      REQUIRE(untraced.counts.nodes == found.counts.nodes);
      REQUIRE(untraced.counts.leaves == found.counts.leaves);
      REQUIRE(untraced.line == found.line);
      if (bits == 0) REQUIRE(found.counts.leaves == textbook_leaves);
      cut += found.counts.cutoffs;
    }
    TreeTrace passes;
    Mtd<TreeState, UtilityEvaluation<TreeState>, TreeTrace> mtd;
    mtd.set_trace(&passes);
    const auto found = mtd.search(root, budget);
    REQUIRE(found.value == value);
    check(tree, passes, found.counts);
  }
  INFO(cut << " cuts, " << again << " times again");
  CHECK(cut > 10 * trees);
  CHECK(again > 2 * trees);
}

TEST_CASE("each switch of alpha-beta on tic-tac-toe", "[search]") {
  using Board = LineGame<3, 3, 3>;
  std::size_t leaves = 0;
  CHECK(textbook(Board{}, -1e9, 1e9, leaves) == 0);
  Budget budget;
  const auto plain = AlphaBeta<Board>({.scout = false, .table_entries = 0}).search({}, budget);
  CHECK(plain.counts.leaves == leaves);
  CHECK(plain.counts.nodes == 18'297);
}

TEST_CASE("a search that ran out of budget leaves nodes without a value", "[search]") {
  const GameTree tree = [] {
    cgt::testing::Random random(4);
    return random_tree(random, {.depth = 5, .least_children = 2, .early_leaves = 0});
  }();
  Budget budget(Budget::Limits{.nodes = 30});
  TreeTrace trace;
  Traced search;
  search.set_trace(&trace);
  const auto found = search.search(TreeState(tree), budget);
  CHECK(found.stop == cgt::StopReason::kNodes);
  CHECK(trace.nodes.size() == found.counts.nodes);
  CHECK(found.counts.nodes < 30);
  CHECK(!trace.nodes.front().value);
  CHECK(trace.nodes.front().reason == Reason::kStopped);
}

}  // namespace trace_test
