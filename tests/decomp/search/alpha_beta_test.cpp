#include "decomp/search/alpha_beta.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <random>

#include "decomp/search/games/line_game.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/search/max_n.hpp"
#include "decomp/search/minimax.hpp"
#include "decomp/search/mtd.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/testing.hpp"

namespace alpha_beta_test {

namespace {

using namespace cgt::search;
using cgt::Budget;
using cgt::StopReason;
using cgt::testing::draw;
using cgt::testing::expect_share;
using cgt::testing::random_tree;
using cgt::testing::scaled;
using cgt::testing::TreeShape;

using TicTacToe = LineGame<3, 3, 3>;
struct Even : UtilityEvaluation<TicTacToe> {
  int evaluate(const TicTacToe&) const { return 0; }
};

// The value by the definition, recursively.
double value_of(const TreeState& s) {
  if (s.player() == kTerminal) return s.utility(0);
  std::vector<TreeState::Move> moves;
  s.moves(moves);
  double best = s.player() == 0 ? -1e9 : 1e9;
  for (const auto move : moves) {
    TreeState child = s;
    child.play(move);
    const double v = value_of(child);
    best = s.player() == 0 ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

template <class S>
double value_at_end(S state, const std::vector<typename S::Move>& line) {
  for (const auto& move : line) state.play(move);
  REQUIRE(state.player() == kTerminal);
  return state.utility(0);
}

std::vector<AlphaBetaOptions> all_options(int max_depth) {
  std::vector<AlphaBetaOptions> out;
  for (int bits = 0; bits < 64; ++bits) {
    AlphaBetaOptions o;
    o.max_depth = max_depth;
    o.iterative = (bits & 1) != 0;
    o.scout = (bits & 2) != 0;
    o.killers = (bits & 4) != 0;
    o.history = (bits & 8) != 0;
    o.table_entries = (bits & 16) != 0 ? 64 : 0;
    o.every_best_move = (bits & 32) != 0;
    out.push_back(o);
  }
  return out;
}

// Estimates that have nothing to do with the value, the same for a node every time.
struct Noise {
  using Value = double;
  Value terminal(const TreeState& s) const { return s.utility(0); }
  Value evaluate(const TreeState& s) const { return static_cast<double>(s.node() * 7919 % 11); }
};

// Figure 2 of chapter 5 of Russell and Norvig, "Artificial Intelligence: A Modern Approach"; x and
// y of the second move stand for any numbers.
GameTree aima_tree() {
  GameTree tree;
  const auto min = [&](std::vector<double> values) {
    std::vector<GameTree::Node> leaves;
    for (const double v : values) leaves.push_back(tree.leaf({v}));
    return tree.node(1, leaves);
  };
  const auto a = min({3, 12, 8});
  const auto b = min({2, 4, 6});
  const auto c = min({14, 5, 2});
  tree.set_root(tree.node(0, {a, b, c}));
  return tree;
}

}  // namespace

TEST_CASE("the AIMA tree has value 3, move a1, and 7 of 9 leaves are evaluated", "[search]") {
  const GameTree tree = aima_tree();
  const TreeState root(tree);
  Budget budget;
  const auto full = Minimax<TreeState>().search(root, budget);
  CHECK(full.value == 3);
  CHECK(full.best == std::vector<std::uint32_t>{0});
  CHECK(full.line == std::vector<std::uint32_t>{0, 0});
  CHECK(full.counts.leaves == 9);
  for (const bool scout : {false, true}) {
    const auto cut =
        AlphaBeta<TreeState>({.scout = scout, .table_entries = 0}).search(root, budget);
    CHECK(cut.value == 3);
    CHECK(cut.best == std::vector<std::uint32_t>{0});
    CHECK(cut.line == std::vector<std::uint32_t>{0, 0});
    CHECK(cut.counts.leaves == 7);
    CHECK(cut.exact());
    CHECK(cut.stop == StopReason::kSolved);
  }
}

TEST_CASE("tic-tac-toe is a draw after 255,168 games and 5,478 positions", "[search][long]") {
  // Games and positions counted by plain enumeration of the interface.
  std::uint64_t games = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> positions;
  std::vector<TicTacToe> open{TicTacToe{}};
  while (!open.empty()) {
    const TicTacToe s = open.back();
    open.pop_back();
    ++positions[{s.stones(0), s.stones(1)}];
    if (s.player() == kTerminal) {
      ++games;
      continue;
    }
    std::vector<TicTacToe::Move> moves;
    s.moves(moves);
    for (const auto move : moves) {
      TicTacToe child = s;
      child.play(move);
      open.push_back(child);
    }
  }
  CHECK(games == 255'168);
  CHECK(positions.size() == 5'478);

  Budget budget;
  const auto full = Minimax<TicTacToe>().search({}, budget);
  CHECK(full.value == 0);
  CHECK(full.counts.leaves == games);
  CHECK(full.best.size() == 9);
  for (const AlphaBetaOptions& options : all_options(kUnlimitedDepth)) {
    const auto result = AlphaBeta<TicTacToe, Even>(options).search({}, budget);
    REQUIRE(result.value == 0);
    REQUIRE(result.exact());
    if (options.every_best_move) REQUIRE(result.best.size() == 9);
    REQUIRE(result.counts.leaves < games / 2);
    // A table of 64 entries forgets how the line went on.
    if (options.table_entries == 0) REQUIRE(value_at_end(TicTacToe{}, result.line) == 0);
  }
  const auto large = AlphaBeta<TicTacToe>().search({}, budget);
  CHECK(value_at_end(TicTacToe{}, large.line) == 0);
  const auto mtd = Mtd<TicTacToe, Even>({.iterative = true}).search({}, budget);
  CHECK(mtd.value == 0);
  CHECK(mtd.exact());
}

TEST_CASE("perfect order leaves b^ceil(m/2) + b^floor(m/2) - 1 leaves", "[search]") {
  // Root value 0; in each node the first move is the best one.
  struct Builder {
    GameTree tree;
    GameTree::Node build(int b, int m, int player, double value) {
      if (m == 0) return tree.leaf({value});
      std::vector<GameTree::Node> children;
      for (int i = 0; i < b; ++i) {
        children.push_back(build(b, m - 1, 1 - player, value + (player == 0 ? -i : i)));
      }
      return tree.node(player, children);
    }
  };
  for (int b = 1; b <= 5; ++b) {
    for (int m = 1; m <= 6; ++m) {
      Builder builder;
      builder.tree.set_root(builder.build(b, m, 0, 0));
      const double expected = std::pow(b, (m + 1) / 2) + std::pow(b, m / 2) - 1;
      for (const bool scout : {false, true}) {
        Budget budget;
        AlphaBeta<TreeState> search({.scout = scout, .table_entries = 0});
        const auto result = search.search(TreeState(builder.tree), budget);
        INFO("b " << b << ", m " << m);
        CHECK(result.value == 0);
        CHECK(static_cast<double>(result.counts.leaves) == expected);
      }
    }
  }
}

TEST_CASE("no option changes the value, to the end or to a depth", "[search]") {
  cgt::testing::Random random(21);
  for (std::size_t i = 0; i < scaled(150); ++i) {
    TreeShape shape;
    shape.depth = draw(random, 1, 6);
    shape.alternate = i % 3 != 0;
    shape.values = draw(random, 2, 12);
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    const double truth = value_of(root);
    Budget budget;
    const auto full = Minimax<TreeState>().search(root, budget);
    REQUIRE(full.value == truth);
    REQUIRE(value_at_end(root, full.line) == truth);
    const int depth = draw(random, 0, shape.depth);
    const auto limited = Minimax<TreeState, Noise>().search(root, budget, depth);
    for (const int max_depth : {kUnlimitedDepth, depth}) {
      const auto& expected = max_depth == depth ? limited : full;
      for (const AlphaBetaOptions& options : all_options(max_depth)) {
        if (options.iterative && max_depth == depth && depth == 0) continue;
        const auto result = AlphaBeta<TreeState, Noise>(options).search(root, budget);
        REQUIRE(result.value == expected.value);
        if (options.every_best_move && root.player() != kTerminal) {
          auto best = result.best;
          std::sort(best.begin(), best.end());
          REQUIRE(best == expected.best);
        }
        for (const auto move : result.best) {
          REQUIRE(std::find(expected.best.begin(), expected.best.end(), move) !=
                  expected.best.end());
        }
        if (result.exact()) REQUIRE(*result.value == truth);
        if (max_depth == kUnlimitedDepth) {
          REQUIRE(result.exact());
          if (options.table_entries == 0) REQUIRE(value_at_end(root, result.line) == truth);
        }
      }
      AlphaBetaOptions options;
      options.max_depth = max_depth;
      options.iterative = i % 2 == 0 && depth > 0;
      const auto mtd = Mtd<TreeState, Noise>(options).search(root, budget, draw(random, -3, 12));
      REQUIRE(mtd.value == expected.value);
      for (const auto move : mtd.best) {
        REQUIRE(std::find(expected.best.begin(), expected.best.end(), move) != expected.best.end());
      }
    }
  }
}

TEST_CASE("H-minimax to the height of the tree is minimax", "[search]") {
  cgt::testing::Random random(22);
  for (std::size_t i = 0; i < scaled(200); ++i) {
    TreeShape shape;
    shape.depth = draw(random, 0, 6);
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    Budget budget;
    for (int depth = 0; depth <= shape.depth + 1; ++depth) {
      const auto result = Minimax<TreeState, Noise>().search(root, budget, depth);
      if (depth >= shape.depth) {
        REQUIRE(result.value == value_of(root));
        REQUIRE(result.exact());
        REQUIRE(result.stop == StopReason::kSolved);
      }
      if (result.stop == StopReason::kSolved) REQUIRE(result.value == value_of(root));
      REQUIRE(result.lower <= value_of(root));
      REQUIRE(result.upper >= value_of(root));
    }
  }
}

namespace {

// Counts estimates at nodes that it calls unstable: every third one.
struct Restless : Noise {
  std::uint64_t* bad = nullptr;
  std::uint64_t* all = nullptr;
  bool stable(const TreeState& s) const { return s.node() % 3 != 0; }
  Value evaluate(const TreeState& s) const {
    ++*all;
    if (!stable(s)) ++*bad;
    return Noise::evaluate(s);
  }
};

}  // namespace

TEST_CASE("no state that is flagged unstable is estimated", "[search]") {
  cgt::testing::Random random(23);
  std::uint64_t bad = 0;
  std::uint64_t all = 0;
  Restless evaluation;
  evaluation.bad = &bad;
  evaluation.all = &all;
  std::uint64_t beyond = 0;  // searches that went deeper than their limit
  const std::size_t cases = scaled(200);
  for (std::size_t i = 0; i < cases; ++i) {
    TreeShape shape;
    shape.depth = 7;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    Budget budget;
    const int depth = draw(random, 1, 3);
    const auto plain = Minimax<TreeState, Restless>(evaluation).search(root, budget, depth);
    AlphaBetaOptions options;
    options.max_depth = depth;
    const auto cut = AlphaBeta<TreeState, Restless>(options, evaluation).search(root, budget);
    REQUIRE(plain.value == cut.value);
    beyond += plain.counts.deepest > static_cast<std::uint64_t>(depth) ? 1 : 0;
  }
  expect_share(all, cases, 9);  // 19
  CHECK(bad == 0);
  expect_share(beyond, cases, 0.3);  // 0.76
}

TEST_CASE("out of budget: bounds hold at every node count", "[search]") {
  cgt::testing::Random random(50);
  for (std::size_t i = 0; i < scaled(50); ++i) {
    TreeShape shape;
    shape.depth = 6;
    shape.most_children = 3;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    const double truth = value_of(root);
    AlphaBetaOptions options;
    options.iterative = i % 2 == 0;
    bool ended = false;
    for (std::uint64_t nodes = 1; nodes <= 2000 && !ended; ++nodes) {
      const auto check = [&](const auto& result) {
        REQUIRE(result.lower <= truth);
        REQUIRE(result.upper >= truth);
        if (result.exact()) REQUIRE(*result.value == truth);
        if (result.stop == StopReason::kSolved) REQUIRE(result.value == truth);
      };
      Budget a({.nodes = nodes});
      const auto cut = AlphaBeta<TreeState, Noise>(options).search(root, a);
      check(cut);
      Budget b({.nodes = nodes});
      const auto mtd = Mtd<TreeState, Noise>(options).search(root, b, 5);
      check(mtd);
      Budget c({.nodes = nodes});
      const auto full = Minimax<TreeState>().search(root, c);
      check(full);
      ended = cut.stop == StopReason::kSolved && full.stop == StopReason::kSolved &&
              mtd.stop == StopReason::kSolved;
    }
    CHECK(ended);
  }
}

namespace {

// One heap, one stone a move: a game as long as the heap. Every third ply there is a second move,
// which ends the game in a loss.
struct LongGame {
  using Move = int;
  int left = 0;
  int mover = 0;
  bool lost = false;
  static GameType type() { return {}; }
  int player() const { return left == 0 || lost ? kTerminal : mover; }
  void moves(std::vector<int>& out) const {
    if (left % 3 == 0) out.push_back(2);
    out.push_back(1);
  }
  void play(int move) {
    left -= 1;
    lost = move == 2;
    mover = 1 - mover;
  }
  int utility(int player) const {
    if (lost) return player == mover ? 1 : -1;  // who made the second move has just moved
    return 0;
  }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(left) * 4,
                    static_cast<std::uint64_t>(mover) * 2 + (lost ? 1 : 0));
  }
  bool operator==(const LongGame&) const = default;
};

}  // namespace

TEST_CASE("games of 100,000 plies need no stack of the machine", "[search]") {
  Budget budget;
  const LongGame root{100'000, 0, false};
  const auto full = Minimax<LongGame>().search(root, budget);
  CHECK(full.value == 0);
  CHECK(full.line.size() == 100'000);
  for (const bool table : {false, true}) {
    AlphaBetaOptions options;
    options.killers = options.history = true;
    options.table_entries = table ? 1U << 18U : 0;
    const auto cut = AlphaBeta<LongGame>(options).search(root, budget);
    CHECK(cut.value == 0);
    CHECK(cut.line.size() == 100'000);
  }
}

TEST_CASE("searches refuse games they are not made for", "[search]") {
  GameTree three(3);
  three.set_root(three.node(0, {three.leaf({1, 2, 3})}));
  Budget budget;
  CHECK_THROWS_WITH(AlphaBeta<TreeState>().search(TreeState(three), budget),
                    "alpha-beta is for two players, this game has 3");
  GameTree dice;
  dice.set_root(dice.chance({dice.leaf({1}), dice.leaf({0})}, {0.5, 0.5}));
  CHECK_THROWS_WITH(Minimax<TreeState>().search(TreeState(dice), budget),
                    "minimax knows no chance nodes");
  GameTree shared;
  shared.set_root(shared.node(0, {shared.leaf({1, 1}), shared.leaf({2, 2})}));
  CHECK_THROWS_WITH(AlphaBeta<TreeState>().search(TreeState(shared), budget),
                    "alpha-beta needs a zero-sum or constant-sum game");
  GameType loop;
  loop.may_repeat = true;
  CHECK(objection(Algorithm::kAlphaBeta, loop) ==
        "alpha-beta needs a depth limit where play may repeat");
  CHECK(objection(Algorithm::kAlphaBeta, loop, true).empty());
  CHECK(applies(Algorithm::kProofNumber, loop));
  GameType hidden;
  hidden.information = Information::kImperfect;
  for (const Algorithm a :
       {Algorithm::kMinimax, Algorithm::kAlphaBeta, Algorithm::kMaxN, Algorithm::kExpectiminimax,
        Algorithm::kProofNumber, Algorithm::kMonteCarlo, Algorithm::kRetrograde}) {
    CHECK_FALSE(applies(a, hidden));
  }
  const GameTree aima = aima_tree();
  AlphaBetaOptions options;
  options.max_depth = 1;
  CHECK_THROWS_WITH(AlphaBeta<TreeState>(options).search(TreeState(aima), budget),
                    "a depth limit needs an evaluation of states that are not terminal");
}

namespace {

// A token that goes around for ever, or always on.
template <int kPlaces>
struct Ring {
  using Move = int;
  int at = 0;
  static GameType type() { return {}; }
  static int player() { return 0; }
  static void moves(std::vector<int>& out) { out.insert(out.end(), {1, 2}); }
  void play(int steps) { at = kPlaces == 0 ? at + steps : (at + steps) % kPlaces; }
  static int utility(int) { return 0; }
  std::uint64_t hash() const { return cgt::mix(static_cast<std::uint64_t>(at), 1); }
  bool operator==(const Ring&) const = default;
};

template <class S, class Search>
void check_refused(Search search) {
  Budget budget;
  CHECK_THROWS_WITH(search.search(S{}, budget),
                    "play comes back to an earlier state, and has no end to value");
}

}  // namespace

TEST_CASE("play that goes in a circle is an error, play without end is out of memory", "[search]") {
  check_refused<Ring<1>>(Minimax<Ring<1>>());
  check_refused<Ring<7>>(Minimax<Ring<7>>());
  check_refused<Ring<1000>>(MaxN<Ring<1000>>());
  check_refused<Ring<1000>>(AlphaBeta<Ring<1000>>());
  AlphaBetaOptions ordered;
  ordered.killers = ordered.history = true;
  check_refused<Ring<5>>(AlphaBeta<Ring<5>>(ordered));
  Budget small({.megabytes = 64});
  CHECK(AlphaBeta<Ring<0>>().search(Ring<0>{}, small).stop == StopReason::kMemory);
  // A depth limit cuts circles, too.
  AlphaBetaOptions options;
  options.max_depth = 100;
  options.scout = false;
  Budget budget;
  CHECK_THROWS_WITH(AlphaBeta<Ring<3>>(options).search(Ring<3>{}, budget),
                    "a depth limit needs an evaluation of states that are not terminal");
}

namespace {

// The example of decomp/search/game.hpp.
struct Nim {
  using Move = int;
  int stones = 0;
  int mover = 0;
  static GameType type() { return {}; }
  int player() const { return stones == 0 ? kTerminal : mover; }
  void moves(std::vector<int>& out) const {
    for (int i = 1; i <= std::min(3, stones); ++i) out.push_back(i);
  }
  void play(int take) {
    stones -= take;
    mover = 1 - mover;
  }
  int utility(int player) const { return player == mover ? -1 : 1; }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(stones), static_cast<std::uint64_t>(mover));
  }
  bool operator==(const Nim&) const = default;
};

}  // namespace

TEST_CASE("the example of the manual: a heap of 21 with at most 3 a move", "[search]") {
  Budget budget;
  for (int stones = 0; stones <= 40; ++stones) {
    const auto result = AlphaBeta<Nim>().search({stones, 0}, budget);
    CHECK(result.value == (stones % 4 == 0 ? -1 : 1));
    if (stones % 4 != 0) CHECK(result.best == std::vector<int>{stones % 4});
  }
}

}  // namespace alpha_beta_test
