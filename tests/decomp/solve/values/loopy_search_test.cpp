#include "decomp/solve/values/loopy_search.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>

#include "cgt/support/hash.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/cgt/loopy/survival_ranks.hpp"
#include "tests/decomp/rules/rows.hpp"
#include "tests/decomp/solve/values/explored.hpp"
#include "tests/testing.hpp"

namespace cgt::testing::loopy_search_test {
namespace {

AnyPosition read(const std::string& game, const std::string& text) {
  return registered_ruleset(game)->position(text);
}

TEST_CASE("Small loopy positions have their values by ranks", "[loopy][values]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  std::size_t stoppers = 0;
  std::size_t tried = 0;
  const auto check = [&](const AnyPosition& position) {
    CAPTURE(position.text());
    const LoopyValue value = evaluator.loopy_value(position, games, budget);
    CAPTURE(to_text(games, value));
    CHECK(equal_by_ranks(games, explored(position), value));
    stoppers += value.is_stopper() ? 1U : 0U;
    ++tried;
  };
  // Every strip of up to four cells, and some of five.
  for (int length = 1; length <= 4; ++length) {
    const int strips = length == 4 ? 81 : length == 3 ? 27 : length == 2 ? 9 : 3;
    for (int code = 0; code < strips; ++code) {
      std::string strip;
      for (int rest = code, i = 0; i < length; ++i, rest /= 3) strip += ".tf"[rest % 3];
      check(read("backsliding-toads-and-frogs", strip));
    }
  }
  for (const char* strip :
       {"tt.ff", "tf.tf", "ttf.f", "t.tff", ".tf.f", "t...f", "tf#.tf", "t.f#tf."})
    check(read("backsliding-toads-and-frogs", strip));
  CHECK(tried == 128);
  CHECK(stoppers == tried);
  for (const char* geese : {"(2,2);(2,4);(1,1)", "(3,1);(3,3);(1,3)", "(3,1);(3,3);(2,4)",
                            "(4,2);(4,4);(1,3)", "(3,1);(2,4);(1,1)"}) {
    check(find_ruleset("gen-fox-and-geese")
              ->make(parameters("boardWidth=4"))
              ->position(std::string(geese)));
  }
}

TEST_CASE("Loopy positions have the values of others", "[loopy][values][long]") {
  CHECK(check_loopy_rows("loopy.tsv") == 55);
}

TEST_CASE("The board of 8x8 squares of Fox and Geese is 2 + over from the start",
          "[loopy][values][long]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  const LoopyValue expected = parse_loopy(games, "2+over");
  for (const char* fox : {"(1,1)", "(1,3)", "(1,5)", "(1,7)"}) {
    const AnyPosition start = read("fox-and-geese", std::string("(8,2);(8,4);(8,6);(8,8);") + fox);
    const LoopyValue value = evaluator.loopy_value(start, games, budget);
    CHECK(games.equal(value, expected));
  }
}

TEST_CASE("Graphs of positions compare as their values do", "[loopy][values][long]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  const std::vector<std::string> texts{"0",  "*",   "^",     "1",   "2+over",    "3/2",  "over",
                                       "on", "off", "{1|*}", "dud", "on & over", "{6|2}"};
  std::size_t equal = 0;
  for (const auto& [game, text] : {std::pair("backsliding-toads-and-frogs", "tt.ff"),
                                   std::pair("backsliding-toads-and-frogs", "t.tff"),
                                   std::pair("backsliding-toads-and-frogs", "ttt..fff"),
                                   std::pair("backsliding-toads-and-frogs", "t.tff#ft.t"),
                                   std::pair("fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(2,2)"),
                                   std::pair("fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,1)"),
                                   std::pair("hare-and-hounds", "#x..#|x...o|#x..#"),
                                   // Short games, of impartial rulesets and with free moves, too.
                                   std::pair("toads-and-frogs", "tt..ff"),
                                   std::pair("domineering", "...|..."), std::pair("kayles", "5")}) {
    const AnyPosition position = read(game, text);
    CAPTURE(game, text);
    const LoopyValue graph = evaluator.graph_value(position, games, budget);
    const LoopyValue value = evaluator.loopy_value(position, games, budget);
    CHECK(games.equal(graph, value));
    for (const std::string& other : texts) {
      CAPTURE(other);
      const LoopyValue h = parse_loopy(games, other);
      CHECK(games.compare(graph, h) == games.compare(value, h));
      equal += games.equal(graph, h) ? 1U : 0U;
    }
  }
  CHECK(equal >= 5);
}

TEST_CASE("Six rows above the fox are worth 2 + over by play alone", "[loopy][values][long]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  const LoopyValue graph =
      evaluator.graph_value(read("fox-and-geese", "(6,2);(6,4);(6,6);(6,8);(1,1)"), games, budget);
  CHECK(games.equal(graph, parse_loopy(games, "2+over")));
}

TEST_CASE("Values of loopy positions tell who wins", "[loopy][values][long]") {
  const auto wins = [](OutcomeClass outcome, Player winner, Player first) {
    if (outcome == OutcomeClass::kNext) return winner == first;
    if (outcome == OutcomeClass::kPrevious) return winner != first;
    return (outcome == OutcomeClass::kLeft) == (winner == Player::kLeft);
  };
  for (const auto& [game, text] : {std::pair("hare-and-hounds", "#x..#|x...o|#x..#"),
                                   std::pair("hare-and-hounds", "#x#|x.o|#x#"),
                                   std::pair("backsliding-toads-and-frogs", "ttt..fff"),
                                   std::pair("backsliding-toads-and-frogs", "tt..ff"),
                                   std::pair("fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,1)")}) {
    Store store;
    LoopyGames games(store);
    solve::Evaluator evaluator(store);
    Budget budget;
    const AnyPosition root = read(game, text);
    CAPTURE(game, text);
    const ExplicitGraph graph = explored(root);
    PerPlayer<PerPlayer<std::vector<bool>>> forced;
    for (const Player player : kPlayers) forced[player] = forced_wins(graph, player);
    // The same order of discovery.
    std::vector<AnyPosition> positions{root};
    std::map<std::string, bool> seen{{root.text(), true}};
    std::size_t checked = 0;
    std::size_t failed = 0;
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const AnyPosition position = positions[v];
      for (const Player player : kPlayers) {
        for (const Option<AnyPosition>& option : position.options(player)) {
          if (seen.emplace(option.position.text(), true).second)
            positions.push_back(option.position);
        }
      }
      const LoopyOutcome outcome = games.outcome(evaluator.loopy_value(position, games, budget));
      for (const Player first : kPlayers) {
        // What goes on for ever is the opponent's.
        ++checked;
        if (forced[Player::kLeft][first][v] != wins(outcome.offside, Player::kLeft, first))
          ++failed;
        if (forced[Player::kRight][first][v] != wins(outcome.onside, Player::kRight, first))
          ++failed;
      }
    }
    CHECK(checked == 2 * graph.vertices.size());
    CHECK(failed == 0);
  }
}

TEST_CASE("A turned strip is the negative, and walls part sums", "[loopy][values]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  const auto value = [&](const std::string& strip) {
    return evaluator.loopy_value(read("backsliding-toads-and-frogs", strip), games, budget);
  };
  for (std::string strip : {"t.tff", "tt.f", "t.ff", "ttf.f", "ttt..fff", "t...f"}) {
    const LoopyValue g = value(strip);
    CHECK(games.equal(games.add(g, value("tt.ff")), value(strip + "#tt.ff")));
    std::ranges::reverse(strip);
    for (char& c : strip) c = c == 't' ? 'f' : c == 'f' ? 't' : c;
    CHECK(games.equal(value(strip), games.negate(g)));
  }
}

TEST_CASE("A spent budget leaves what was found", "[loopy][values]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  const AnyPosition start = read("fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,1)");
  std::size_t spent = 0;
  std::optional<LoopyValue> value;
  // Each try goes on from what the others solved.
  for (std::uint64_t nodes = 500; !value; nodes += 500) {
    REQUIRE(nodes < 100'000);
    try {
      Budget budget(Budget::Limits{nodes});
      value = evaluator.loopy_value(start, games, budget);
    } catch (const BudgetExhausted& stopped) {
      CHECK(stopped.reason() == StopReason::kNodes);
      ++spent;
    }
  }
  CHECK(spent > 3);
  CHECK(games.equal(*value, parse_loopy(games, "{6|2+over}")));
  const std::atomic<bool> stop{true};
  Budget interrupted(Budget::Limits{}, &stop);
  CHECK_THROWS_AS(
      evaluator.loopy_value(read("backsliding-toads-and-frogs", "ttt..fff"), games, interrupted),
      BudgetExhausted);
  Budget budget;
  CHECK(games.equal(
      evaluator.loopy_value(read("backsliding-toads-and-frogs", "ttt..fff"), games, budget),
      parse_loopy(games, "{on||0|-1/2} & {1/2|0||off}")));
}

// Vertices of a graph, some moves of which leave a star or a free move behind: the sum of what is left
// and of a vertex is a position again. Instead of stars there may be games `off`, many of which are one.
struct Leaving {
  struct Move {
    std::uint32_t to = 0;
    bool star = false;
    int shift = 0;
  };
  struct Graph {
    std::vector<PerPlayer<std::vector<Move>>> vertices;
    bool off = false;
    bool beside(bool a, bool b) const { return off ? a || b : a != b; }
  };
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  const Graph* graph = nullptr;
  std::uint32_t vertex = kEnd;
  bool star = false;

  std::vector<Option<Leaving>> options(Player player) const {
    std::vector<Option<Leaving>> out;
    if (vertex != kEnd) {
      for (const Move& move : graph->vertices[vertex][player])
        out.push_back({0, {graph, move.to, graph->beside(star, move.star)}, move.shift});
    }
    if (star && (!graph->off || player == Player::kRight))
      out.push_back({1, {graph, vertex, graph->off}});
    return out;
  }
  // There is never more than one beside a vertex, so the sums stay few.
  std::int64_t split(std::vector<Summand<Leaving>>& sum) const {
    if (vertex != kEnd) sum.push_back({{graph, vertex, false}});
    if (star) sum.push_back({{graph, kEnd, true}});
    return 0;
  }
  std::uint64_t hash() const { return mix(vertex, star ? 1 : 0); }
  std::string text() const { return std::to_string(vertex) + (star ? "*" : ""); }
  friend bool operator==(const Leaving&, const Leaving&) = default;
};

TEST_CASE("Sums within cycles are positions, too", "[loopy][values]") {
  std::mt19937 random(20'260'101);
  const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  std::size_t mixed = 0;
  const std::size_t count = scaled(200);
  for (std::size_t round = 0; round < count; ++round) {
    Leaving::Graph graph;
    const unsigned size = 2 + below(3);
    bool stars = false;
    for (unsigned v = 0; v < size; ++v) {
      auto& moves = graph.vertices.emplace_back();
      for (const Player player : kPlayers) {
        for (unsigned k = below(3); k > 0; --k) {
          moves[player].push_back({below(size), below(3) == 0, 0});
          stars = stars || moves[player].back().star;
        }
        if (below(3) == 0) moves[player].push_back({Leaving::kEnd, below(2) == 0, 0});
      }
    }
    mixed += stars ? 1U : 0U;
    Store store;
    LoopyGames games(store);
    solve::Evaluator evaluator(store);
    Budget budget;
    const AnyPosition root(Leaving{&graph, 0, false});
    const LoopyValue value = evaluator.loopy_value(root, games, budget);
    CAPTURE(round, to_text(games, value));
    CHECK(equal_by_ranks(games, explored(root), value));
  }
  expect_share(mixed, count, 0.4);
}

// Where a player can move to on or off, the search looks at nothing else: not for stoppers only, nor
// for positions only that nothing stands beside.
TEST_CASE("Options on and off within cycles stand for all others", "[loopy][values]") {
  std::mt19937 random(20'260'102);
  const auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  std::size_t spared = 0;
  std::size_t sided = 0;
  const std::size_t count = scaled(400);
  for (std::size_t round = 0; round < count; ++round) {
    Leaving::Graph graph;
    graph.off = below(2) == 0;
    const unsigned size = 3 + below(3);
    graph.vertices.resize(size + 2);
    for (const Player player : kPlayers) {
      const std::uint32_t best = player == Player::kLeft ? size : size + 1;
      graph.vertices[best][player].push_back({best, false, 0});
      for (unsigned v = 0; v < size; ++v) {
        auto& moves = graph.vertices[v][player];
        for (unsigned k = below(4); k > 0; --k) moves.push_back({below(size), below(4) == 0, 0});
        if (below(4) == 0) moves.push_back({Leaving::kEnd, false, 0});
        if (below(3) != 0) continue;
        spared += moves.size();
        moves.push_back({best, below(4) == 0, 0});
      }
    }
    Store store;
    LoopyGames games(store);
    solve::Evaluator evaluator(store);
    Budget budget;
    const AnyPosition root(Leaving{&graph, 0, false});
    const LoopyValue value = evaluator.loopy_value(root, games, budget);
    CAPTURE(round, to_text(games, value));
    CHECK(equal_by_ranks(games, explored(root), value));
    sided += value.is_stopper() ? 0U : 1U;
  }
  expect_share(spared, count, 2);
  expect_share(sided, count, 0.15);
}

TEST_CASE("On and off that meet beside a cycle are not a stopper", "[loopy][values]") {
  // 0 = {1 + off | 0 + off}, 1 = on: as on + off = dud, and off + off = off, both 0 and 0 + off are
  // {dud | pass}, which is on if infinite play is Left's and off if it is Right's.
  Leaving::Graph graph;
  graph.off = true;
  graph.vertices.resize(2);
  graph.vertices[0][Player::kLeft].push_back({1, true, 0});
  graph.vertices[0][Player::kRight].push_back({0, true, 0});
  graph.vertices[1][Player::kLeft].push_back({1, false, 0});
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  const AnyPosition root(Leaving{&graph, 0, false});
  const LoopyValue value = evaluator.loopy_value(root, games, budget);
  CHECK(games.equal(value, games.dud()));
  CHECK(equal_by_ranks(games, explored(root), value));
}

TEST_CASE("Free moves on the way round a cycle count", "[loopy][values]") {
  Store store;
  LoopyGames games(store);
  Budget budget;
  // 0 = {1 + 1 | }, 1 = { | 0 - 1}: Left gains a move, and Right takes it back.
  Leaving::Graph graph;
  graph.vertices.resize(2);
  graph.vertices[0][Player::kLeft].push_back({1, false, 1});
  graph.vertices[1][Player::kRight].push_back({0, false, -1});
  const LoopyValue value =
      solve::Evaluator(store).loopy_value(AnyPosition(Leaving{&graph, 0, false}), games, budget);
  // By hand: g = {a|}, where a = h + 1 has 0 + 1's and h's moves: {h | g'}, g' = g.
  LoopySystem system;
  const std::uint32_t g = system.add();
  const std::uint32_t a = system.add();
  const std::uint32_t h = system.add();
  const std::uint32_t b = system.add();  // g - 1
  system.add_move(g, Player::kLeft, a);
  system.add_move(a, Player::kLeft, h);
  system.add_move(a, Player::kRight, g);
  system.add_move(h, Player::kRight, b);
  system.add_move(b, Player::kLeft, h);
  system.add_move(b, Player::kRight, g);
  CHECK(games.equal(value, games.values(system)[g]));
  // Where each round gains more, there is no finite graph.
  graph.vertices[1][Player::kRight][0].shift = 1;
  CHECK_THROWS_AS(
      solve::Evaluator(store).loopy_value(AnyPosition(Leaving{&graph, 0, false}), games, budget),
      Error);
}

// A part and its negative cancel only where play ends: on + off is drawn.
TEST_CASE("Searches without values are right about loopy positions, or refuse", "[loopy][values]") {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  solve::Evaluator searcher(store);
  Budget budget;
  std::size_t answered = 0;
  std::size_t drawn = 0;
  for (int code = 0; code < 1024; ++code) {
    std::string strip;
    for (int rest = code, i = 0; i < 5; ++i, rest /= 4) strip += ".tf#"[rest % 4];
    CAPTURE(strip);
    const AnyPosition position = read("backsliding-toads-and-frogs", strip);
    const LoopyValue value = evaluator.loopy_value(position, games, budget);
    const LoopyOutcome truth = games.outcome(value);
    drawn += truth.onside == truth.offside ? 0 : 1;
    try {
      const OutcomeClass found = searcher.outcome(position, budget);
      CHECK((truth == LoopyOutcome{found, found}));
      ++answered;
    } catch (const solve::LoopyPosition&) {
      CHECK(true);
    }
    try {
      const Thermograph found = searcher.thermograph(position, budget);
      REQUIRE(value.is_short());
      CHECK(found == store.thermograph(value.stopper().game()));
    } catch (const solve::LoopyPosition&) {
      CHECK(true);
    }
  }
  CHECK(drawn == 8);
  CHECK(answered > 100);
}

}  // namespace
}  // namespace cgt::testing::loopy_search_test
