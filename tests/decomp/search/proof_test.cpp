// Proof-number search, df-pn, retrograde analysis, and positions as games.
#include <array>
#include <atomic>
#include <bit>
#include <catch2/catch.hpp>
#include <random>

#include "decomp/rules/registry.hpp"
#include "decomp/search/alpha_beta.hpp"
#include "decomp/search/df_pn.hpp"
#include "decomp/search/games/line_game.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/search/position_game.hpp"
#include "decomp/search/proof_number.hpp"
#include "decomp/search/retrograde.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/search/random_games.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace proof_test {

namespace {

using namespace cgt::search;
using cgt::Budget;
using cgt::StopReason;
using cgt::testing::draw;
using cgt::testing::expect_share;
using cgt::testing::random_dag;
using cgt::testing::random_tree;
using cgt::testing::scaled;
using cgt::testing::TreeShape;

// Goal: utility >= least. Leaves whose node is a multiple of five are unknown if `holes`.
struct HoledGoal {
  double least = 5;
  bool holes = false;
  Verdict operator()(const TreeState& s) const {
    if (s.player() != kTerminal || (holes && s.node() % 5 == 0)) return Verdict::kUnknown;
    return s.utility(0) >= least ? Verdict::kWin : Verdict::kLoss;
  }
};

// Three-valued minimax, loss < unknown < win, by the definition.
int verdict_of(const TreeState& s, const HoledGoal& goal) {
  if (s.player() == kTerminal) return static_cast<int>(goal(s));
  std::vector<TreeState::Move> moves;
  s.moves(moves);
  int best = s.player() == 0 ? -1 : 1;
  for (const auto move : moves) {
    TreeState child = s;
    child.play(move);
    const int v = verdict_of(child, goal);
    best = s.player() == 0 ? std::max(best, v) : std::min(best, v);
  }
  return best;
}

struct Invariants {
  std::uint64_t* returns;
  std::uint64_t* broken;
  template <class S>
  void operator()(const S&, ProofPair p, ProofPair limits) const {
    ++*returns;
    const bool zero_iff_infinite =
        (p.proof == 0) == (p.disproof == kInfinite) && (p.disproof == 0) == (p.proof == kInfinite);
    const bool limit_reached = p.proof >= limits.proof || p.disproof >= limits.disproof;
    if (!zero_iff_infinite || !limit_reached) ++*broken;
  }
};

// A random graph with cycles. Node 0 is the root.
struct Graph {
  std::vector<int> player;  // kTerminal: `value` counts
  std::vector<int> value;
  std::vector<std::vector<std::uint32_t>> to;
};
struct GraphState {
  using Move = std::uint32_t;
  const Graph* graph = nullptr;
  std::uint32_t node = 0;
  static GameType type() {
    GameType type;
    type.may_repeat = true;
    return type;
  }
  int player() const { return graph->player[node]; }
  void moves(std::vector<Move>& out) const {
    out.insert(out.end(), graph->to[node].begin(), graph->to[node].end());
  }
  void play(Move to) { node = to; }
  int utility(int p) const { return p == 0 ? graph->value[node] : -graph->value[node]; }
  std::uint64_t hash() const { return cgt::mix(node, 3); }
  bool operator==(const GraphState&) const = default;
};

Graph random_graph(cgt::testing::Random& random, int nodes) {
  Graph g;
  for (int i = 0; i < nodes; ++i) {
    const bool end = i > 0 && draw(random, 0, 4) == 0;
    g.player.push_back(end ? kTerminal : draw(random, 0, 1));
    g.value.push_back(draw(random, 0, 1) * 2 - 1);
    g.to.emplace_back();
    if (end) continue;
    for (int k = draw(random, 1, 3); k > 0; --k) {
      const auto to = static_cast<std::uint32_t>(draw(random, 0, nodes - 1));
      if (std::find(g.to.back().begin(), g.to.back().end(), to) == g.to.back().end()) {
        g.to.back().push_back(to);
      }
    }
  }
  return g;
}

}  // namespace

TEST_CASE("PNS and df-pn prove what alpha-beta finds; numbers are right at every return",
          "[search]") {
  cgt::testing::Random random(25);
  std::uint64_t returns = 0;
  std::uint64_t broken = 0;
  int proved = 0;
  const int cases = static_cast<int>(scaled(600));
  for (int i = 0; i < cases; ++i) {
    TreeShape shape;
    shape.depth = draw(random, 0, 7);
    shape.most_children = 3;
    shape.alternate = i % 3 != 0;
    const GameTree tree =
        i % 2 == 0 ? random_tree(random, shape) : random_dag(random, draw(random, 1, 8), 6, 3, 10);
    const TreeState root(tree);
    Budget budget;
    const double value = *AlphaBeta<TreeState>().search(root, budget).value;
    const HoledGoal goal;
    const Proof expected = value >= 5 ? Proof::kProved : Proof::kDisproved;
    const auto check = [&](const ProofResult<std::uint32_t>& result) {
      REQUIRE(result.proof == expected);
      REQUIRE((result.proof_number == 0) == (expected == Proof::kProved));
      REQUIRE((result.disproof_number == 0) == (expected == Proof::kDisproved));
      TreeState end = root;
      for (const auto move : result.line) end.play(move);
      REQUIRE(end.player() == kTerminal);
      REQUIRE((goal(end) == Verdict::kWin) == (expected == Proof::kProved));
      for (const auto move : result.best) {
        TreeState child = root;
        child.play(move);
        REQUIRE((verdict_of(child, goal) == 1) == (expected == Proof::kProved));
      }
    };
    check(ProofNumberSearch<TreeState, HoledGoal>(goal).search(root, budget));
    for (const bool weak : {false, true}) {
      for (const double epsilon : {0.0, 0.25}) {
        for (const std::size_t entries : {1U, 1U << 12U}) {
          DfPnOptions options;
          options.weak = weak;
          options.epsilon = epsilon;
          options.table_entries = entries;
          DfPn<TreeState, HoledGoal, Invariants> search(goal, options, {&returns, &broken});
          check(search.search(root, budget));
        }
      }
    }
    proved += expected == Proof::kProved ? 1 : 0;
  }
  expect_share(returns, static_cast<std::size_t>(cases), 40);  // 110
  CHECK(broken == 0);
  expect_share(static_cast<std::size_t>(proved), static_cast<std::size_t>(cases), 0.2);  // 0.47
  expect_share(static_cast<std::size_t>(cases - proved), static_cast<std::size_t>(cases),
               0.2);  // 0.53
}

TEST_CASE("df-pn with 1 % of the nodes in memory solves what it solves with all", "[search]") {
  // Can the first player get three in a row on 4x4 within 16 plies; on 3x4; four in a row on 4x4.
  const auto compare = [](auto board, double least, bool expected) {
    using Board = decltype(board);
    const UtilityGoal<Board> goal{least};
    Budget budget;
    DfPnOptions options;
    options.line_moves = 0;
    DfPn<Board, UtilityGoal<Board>> large(goal, options);
    const auto all = large.search(board, budget);
    REQUIRE(all.proof == (expected ? Proof::kProved : Proof::kDisproved));
    options.table_entries = large.table_size() / 100;
    DfPn<Board, UtilityGoal<Board>> small(goal, options);
    const auto some = small.search(board, budget);
    CHECK(some.proof == all.proof);
    CHECK(small.table_size() <= std::bit_ceil(large.table_size() / 100));
    CHECK(some.counts.nodes >= all.counts.nodes);
  };
  compare(LineGame<3, 3, 3>{}, 1, false);
  compare(LineGame<3, 3, 3>{}, 0, true);
  compare(LineGame<3, 4, 3>{}, 1, true);
  if (!cgt::testing::kSlow) compare(LineGame<3, 4, 4>{}, 1, false);
}

TEST_CASE("three-valued minimax of unknown leaves is two two-valued runs", "[search]") {
  cgt::testing::Random random(6);
  std::size_t seen[3] = {0, 0, 0};
  const std::size_t cases = scaled(1000);
  for (std::size_t i = 0; i < cases; ++i) {
    TreeShape shape;
    shape.depth = draw(random, 1, 6);
    shape.most_children = 3;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    const HoledGoal goal{5, true};
    const int truth = verdict_of(root, goal);
    ++seen[truth + 1];
    Budget budget;
    REQUIRE(static_cast<int>(proof_number_verdict(root, goal, {}, budget).verdict) == truth);
    const auto result = df_pn_verdict(root, goal, {}, budget);
    REQUIRE(static_cast<int>(result.verdict) == truth);
    REQUIRE(result.stop == StopReason::kSolved);
  }
  expect_share(seen[0], cases, 0.1);  // 0.26
  expect_share(seen[1], cases, 0.2);  // 0.47
  expect_share(seen[2], cases, 0.1);  // 0.27
}

TEST_CASE("out of budget or memory a proof search says unknown, never the opposite", "[search]") {
  cgt::testing::Random random(77);
  for (std::size_t i = 0; i < scaled(50); ++i) {
    TreeShape shape;
    shape.depth = 7;
    shape.most_children = 3;
    shape.early_leaves = 3;
    const GameTree tree = random_tree(random, shape);
    const TreeState root(tree);
    const HoledGoal goal{5, i % 2 == 0};
    const int truth = verdict_of(root, goal);
    for (std::uint64_t nodes = 1; nodes <= 2000; ++nodes) {
      Budget a({.nodes = nodes});
      const auto pns = proof_number_verdict(root, goal, {}, a);
      REQUIRE((static_cast<int>(pns.verdict) == truth || pns.verdict == Verdict::kUnknown));
      Budget b({.nodes = nodes});
      const auto depth_first = df_pn_verdict(root, goal, {.table_entries = 64}, b);
      REQUIRE((static_cast<int>(depth_first.verdict) == truth ||
               depth_first.verdict == Verdict::kUnknown));
      if (depth_first.verdict == Verdict::kUnknown && truth != 0) {
        REQUIRE(depth_first.stop == StopReason::kNodes);
      }
      Budget c;
      const auto full = proof_number_verdict(root, goal, {.max_nodes = nodes}, c);
      REQUIRE((static_cast<int>(full.verdict) == truth || full.stop == StopReason::kTableFull));
      const bool done = pns.stop == StopReason::kSolved &&
                        depth_first.stop == StopReason::kSolved && full.stop == StopReason::kSolved;
      if (done) break;
    }
  }
}

TEST_CASE("graphs with cycles: PNS and df-pn equal retrograde analysis", "[search]") {
  cgt::testing::Random random(99);
  std::size_t wins = 0;
  std::size_t others = 0;
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    const int size = draw(random, 2, 14);
    const Graph graph = random_graph(random, size);
    Budget budget;
    std::vector<GraphState> roots;
    for (int n = 0; n < size; ++n) roots.push_back({&graph, static_cast<std::uint32_t>(n)});
    const auto space = numbered_graph<GraphState>(roots, budget);
    const Retrograde table = retrograde(space.graph, budget);
    // One df-pn serves all roots: what it keeps from one must hold for the others.
    DfPn<GraphState, UtilityGoal<GraphState>> shared({});
    for (const GraphState& root : roots) {
      const bool win = table.value[space.number.at(root)] > 0;
      const Proof expected = win ? Proof::kProved : Proof::kDisproved;
      (win ? wins : others) += 1;
      REQUIRE(shared.search(root, budget).proof == expected);
      for (const std::size_t entries : {1U, 1024U}) {
        DfPnOptions options;
        options.table_entries = entries;
        DfPn<GraphState, UtilityGoal<GraphState>> search({}, options);
        const auto result = search.search(root, budget);
        REQUIRE(result.proof == expected);
        if (win && entries > 1) {
          GraphState end = root;
          for (const auto move : result.line) end.play(move);
          REQUIRE(end.player() == kTerminal);
          REQUIRE(end.utility(0) == 1);
        }
      }
      ProofNumberSearch<GraphState, UtilityGoal<GraphState>> plain({});
      REQUIRE(plain.search(root, budget).proof == expected);
    }
  }
  expect_share(wins, wins + others, 0.1);    // 0.25
  expect_share(others, wins + others, 0.3);  // 0.75
}

// Two players move a man each on a ring, and nothing ever happens: every disproof rests on a path.
struct Ring {
  using Move = int;
  int places = 2;
  int men[2] = {0, 1};
  int mover = 0;

  GameType type() const { return {.may_repeat = true}; }
  int player() const { return mover; }
  void moves(std::vector<int>& out) const { out = {1, places - 1, 0}; }
  void play(int step) {
    men[mover] = (men[mover] + step) % places;
    mover = 1 - mover;
  }
  std::int64_t utility(int) const { return 0; }
  std::uint64_t hash() const {
    return cgt::mix(static_cast<std::uint64_t>(men[0] * 100 + men[1]),
                    static_cast<std::uint64_t>(mover));
  }
  bool operator==(const Ring&) const = default;
};

TEST_CASE("few states and very many paths: the search takes turns with retrograde analysis",
          "[search]") {
  Ring ring;
  ring.places = 12;
  Budget budget;
  const auto found = DfPn<Ring, UtilityGoal<Ring>>({}, {.turns = true}).search(ring, budget);
  REQUIRE(found.proof == Proof::kDisproved);
  REQUIRE(found.counts.nodes < 300'000);
  REQUIRE(
      ProofNumberSearch<Ring, UtilityGoal<Ring>>({}, {.turns = true}).search(ring, budget).proof ==
      Proof::kDisproved);
  Budget::Limits little;
  little.nodes = 1000;
  Budget small(little);
  ring.places = 60;
  REQUIRE(DfPn<Ring, UtilityGoal<Ring>>({}, {.turns = true}).search(ring, small).stop ==
          StopReason::kNodes);
}

TEST_CASE("graphs with cycles: retrograde analysis answers as proof searches do", "[search]") {
  cgt::testing::Random random(17);
  std::size_t wins = 0;
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    const Graph graph = random_graph(random, draw(random, 2, 14));
    const GraphState root{&graph, 0};
    Budget budget;
    const UtilityGoal<GraphState> goal;
    const auto back = prove_backwards(root, goal, UnknownIs::kLoss, 64, budget);
    const auto forth = DfPn<GraphState, UtilityGoal<GraphState>>(goal).search(root, budget);
    REQUIRE(back.proof == forth.proof);
    for (const auto move : forth.best) {
      REQUIRE(std::find(back.best.begin(), back.best.end(), move) != back.best.end());
    }
    if (back.proof != Proof::kProved) continue;
    ++wins;
    GraphState end = root;
    for (const auto move : back.line) end.play(move);
    REQUIRE(end.player() == kTerminal);
    REQUIRE(end.utility(0) == 1);
  }
  expect_share(wins, scaled(2000), 0.1);
}

TEST_CASE("retrograde analysis: values and distances by value iteration", "[search]") {
  cgt::testing::Random random(3);
  for (std::size_t i = 0; i < scaled(500); ++i) {
    const int size = draw(random, 1, 30);
    const Graph graph = random_graph(random, size);
    Budget budget;
    std::vector<GraphState> roots;
    for (int n = 0; n < size; ++n) roots.push_back({&graph, static_cast<std::uint32_t>(n)});
    const auto space = numbered_graph<GraphState>(roots, budget);
    const Retrograde table = retrograde(space.graph, budget);
    // Plies until a forced end, round by round: value_k is what can be forced within k plies.
    std::vector<int> value(static_cast<std::size_t>(size), 0);
    std::vector<std::uint32_t> plies(value.size(), Retrograde::kNever);
    for (std::uint32_t k = 0; k <= static_cast<std::uint32_t>(size); ++k) {
      const auto before = value;
      for (std::size_t s = 0; s < value.size(); ++s) {
        if (before[s] != 0) continue;
        int v = 0;
        if (graph.player[s] == kTerminal) {
          v = k == 0 ? graph.value[s] : before[s];
        } else if (k > 0) {
          const int good = graph.player[s] == 0 ? 1 : -1;
          v = -good;
          for (const auto t : graph.to[s]) {
            if (before[t] == good) v = good;
            if (before[t] == 0 && v != good) v = 0;
          }
        }
        if (v != 0) {
          value[s] = v;
          plies[s] = k;
        }
      }
    }
    std::uint64_t wins = 0;
    for (std::uint32_t n = 0; n < static_cast<std::uint32_t>(size); ++n) {
      REQUIRE(table.value[n] == value[n]);
      REQUIRE(table.plies[n] == plies[n]);
      wins += value[n] > 0 ? 1 : 0;
      const auto next = best_successor(space.graph, table, n);
      if (value[n] != 0 && graph.player[n] != kTerminal) {
        REQUIRE(next);
        REQUIRE(table.plies[*next] + 1 == table.plies[n]);
      }
    }
    REQUIRE(table.wins == wins);
    REQUIRE(table.wins + table.losses + table.draws == static_cast<std::uint64_t>(size));
  }
  Budget budget;
  const auto space = numbered_graph<LineGame<3, 3, 3>>(std::vector<LineGame<3, 3, 3>>(1), budget);
  CHECK(space.states.size() == 5478);
  CHECK(retrograde(space.graph, budget).value[0] == 0);
}

namespace {

// A corridor of `length` cells walked from one end, one side door on the way, which is a dead end.
struct Corridor {
  using Move = int;
  int left = 0;
  bool door = false;
  static GameType type() { return {}; }
  int player() const { return left == 0 || door ? kTerminal : left & 1; }
  void moves(std::vector<int>& out) const {
    if (left % 1000 == 0) out.push_back(1);
    out.push_back(0);
  }
  void play(int move) {
    --left;
    door = move == 1;
  }
  int utility(int player) const { return (door ? -1 : 1) * (player == 0 ? 1 : -1); }
  std::uint64_t hash() const { return cgt::mix(static_cast<std::uint64_t>(left), door ? 1 : 0); }
  bool operator==(const Corridor&) const = default;
};

}  // namespace

TEST_CASE("proofs 100,000 plies deep need no stack of the machine", "[search]") {
  Budget budget;
  const UtilityGoal<Corridor> goal;
  const auto deep = DfPn<Corridor, UtilityGoal<Corridor>>(goal).search({100'000, false}, budget);
  CHECK(deep.proof == Proof::kProved);
  const auto plain =
      ProofNumberSearch<Corridor, UtilityGoal<Corridor>>(goal).search({100'000, false}, budget);
  CHECK(plain.proof == Proof::kProved);
  CHECK(plain.line.size() == 100'000);
}

namespace {

// Nim with three heaps, as a position with moves of both players.
struct Nim {
  std::array<std::uint8_t, 3> heaps{};
  std::vector<cgt::Option<Nim>> options(cgt::Player) const {
    std::vector<cgt::Option<Nim>> out;
    for (std::uint32_t h = 0; h < 3; ++h) {
      for (int rest = 0; rest < heaps[h]; ++rest) {
        Nim next = *this;
        next.heaps[h] = static_cast<std::uint8_t>(rest);
        out.push_back({h * 16 + static_cast<std::uint32_t>(rest), next});
      }
    }
    return out;
  }
  std::int64_t split(std::vector<cgt::Summand<Nim>>& sum) const {
    sum.push_back({*this});
    return 0;
  }
  std::uint64_t hash() const { return cgt::hash_bytes(heaps); }
  std::string text() const { return "nim"; }
  bool operator==(const Nim&) const = default;
};

}  // namespace

TEST_CASE("positions as games: normal and misere play of heaps and boards", "[search]") {
  for (std::uint8_t a = 0; a <= 4; ++a) {
    for (std::uint8_t b = 0; b <= a; ++b) {
      for (std::uint8_t c = 0; c <= b; ++c) {
        const bool big = a > 1;
        const bool normal = (a ^ b ^ c) != 0;
        const bool misere = big ? normal : !normal;  // Bouton 1901
        for (const cgt::Player first : cgt::kPlayers) {
          const int sign = cgt::sign(first);
          Budget budget;
          const PositionGame<Nim> plain({{a, b, c}}, first);
          const PositionGame<Nim> turned({{a, b, c}}, first, Convention::kMisere);
          REQUIRE(AlphaBeta<PositionGame<Nim>>().search(plain, budget).value ==
                  sign * (normal ? 1 : -1));
          REQUIRE(AlphaBeta<PositionGame<Nim>>().search(turned, budget).value ==
                  sign * (misere ? 1 : -1));
          const auto proof =
              DfPn<PositionGame<Nim>, UtilityGoal<PositionGame<Nim>>>({}).search(turned, budget);
          REQUIRE((proof.proof == Proof::kProved) == ((sign > 0) == misere));
        }
      }
    }
  }
}

TEST_CASE("positions as games: boards of the registry have the outcomes of their values",
          "[search]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  for (const auto& [ruleset, board] :
       std::vector<std::pair<std::string, std::string>>{{"domineering", "...|...|..."},
                                                        {"domineering", "....|.#..|...."},
                                                        {"clobber", "xo.|oxo|xox"},
                                                        {"clobber", "xoxo|oxox"},
                                                        {"nogo", "...|..."},
                                                        {"konane", "xox|oxo|x.x"}}) {
    INFO(ruleset << " " << board);
    const auto game = cgt::find_ruleset(ruleset)->make({});
    const cgt::AnyPosition position = game->position(board);
    Budget budget;
    const cgt::GameId value = evaluator.value(position, budget);
    for (std::int64_t free = -2; free <= 2; ++free) {
      const cgt::GameId sum = store.add(value, store.integer(free));
      for (const cgt::Player first : cgt::kPlayers) {
        using Game = PositionGame<cgt::AnyPosition>;
        const Game root(position, first, Convention::kNormal, free);
        const int expected = store.left_wins(sum, first) ? 1 : -1;
        CHECK(AlphaBeta<Game>().search(root, budget).value == expected);
        const auto proof = DfPn<Game, UtilityGoal<Game>>({}).search(root, budget);
        CHECK((proof.proof == Proof::kProved) == (expected == 1));
      }
    }
  }
}

TEST_CASE("a search says why it stopped: nodes, time, memory, a flag", "[search]") {
  using Board = LineGame<4, 4, 4>;
  using Goal = UtilityGoal<Board>;
  const auto stops = [](const Budget::Limits& limits, const std::atomic<bool>* flag) {
    Budget a(limits, flag);
    Budget b(limits, flag);
    Budget c(limits, flag);
    const auto value = AlphaBeta<Board>({.table_entries = 1U << 22U}).search({}, a);
    CHECK(value.lower <= 0);  // a draw
    CHECK(value.upper >= 0);
    DfPnOptions options;
    options.table_entries = 1U << 22U;
    const auto proof = DfPn<Board, Goal>({}, options).search({}, b);
    CHECK(proof.proof == Proof::kOpen);
    CHECK(proof.proof_number > 0);
    CHECK(proof.disproof_number > 0);
    const auto plain = ProofNumberSearch<Board, Goal>({}).search({}, c);
    CHECK(plain.proof == Proof::kOpen);
    return std::vector<StopReason>{value.stop, proof.stop, plain.stop};
  };
  const std::atomic<bool> raised{true};
  CHECK(stops({.nodes = 5000}, nullptr) == std::vector<StopReason>(3, StopReason::kNodes));
  CHECK(stops({.milliseconds = 0}, nullptr) == std::vector<StopReason>(3, StopReason::kTime));
  CHECK(stops({.megabytes = 1}, nullptr) == std::vector<StopReason>(3, StopReason::kMemory));
  CHECK(stops({}, &raised) == std::vector<StopReason>(3, StopReason::kInterrupted));
  CHECK(std::string(describe(StopReason::kMemory)) == "memory budget spent");
}

}  // namespace proof_test
