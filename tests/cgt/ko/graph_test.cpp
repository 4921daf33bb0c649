// Score graphs: reading and printing, errors with their places, and which cycles are kos.
#include "cgt/ko/graph.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "cgt/ko/cycles.hpp"
#include "tests/cgt/ko/random_graphs.hpp"
#include "tests/testing.hpp"

namespace cgt::ko_graph_test {
namespace {

std::string error_of(const char* text) {
  try {
    KoGraph::parse(text, "g");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("score graphs read back what they print") {
  for (const char* text : {"A: B | 0; B: 30 | A", "A: B+1, 5 | -3/4, C-2; B: | ; C: 1/2 | A"}) {
    const KoGraph graph = KoGraph::parse(text);
    CHECK(KoGraph::parse(graph.text()) == graph);
    CHECK(graph.negative().negative() == graph);
  }
  CHECK(KoGraph::parse(" A :B|0 ;\n B: +30|A - 0; ").text() == "A: B | 0; B: 30 | A");
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const KoGraph graph = testing::random_ko_graph(random, 6);
    INFO(graph.text());
    CHECK(KoGraph::parse(graph.text()) == graph);
    CHECK(graph.negative().negative() == graph);
  }
}

TEST_CASE("errors in score graphs have a place and a hint") {
  CHECK(error_of("A: B | C; B: 1 | A") ==
        "g:1:8: error: there is no node \"C\"\n  A: B | C; B: 1 | A\n         ^\n"
        "hint: write it: C: ... | ...");
  const auto has = [](const char* text, const char* part) {
    INFO(text << "\n" << error_of(text));
    CHECK(error_of(text).find(part) != std::string::npos);
  };
  has("Alpha: Beta | 0; Beta: 3 | Alpho", "did you mean \"Alpha\"?");
  has("A: 1 | 0;\nA: 2 | 0", "g:2:1: error: the node \"A\" is already there");
  has("", "there is no graph");
  has("A", "g:1:2: error: ':' expected");
  has("A: 1", "g:1:5: error: '|' expected");
  has("A: 1/3 | 0", "g:1:4: error: a score is a number m/2^k");
  has("A: 1/0 | 0", "the denominator is 0");
  has("A: A+1/2 | 0", "points that come with a move are whole");
  has("A: 0.5 | 0", "1/2, not 0.5");
  has("A: 1 | 2 3", "unexpected '3'");
  has("A: 1, | 2", "g:1:7: error: a number or the name of a node");
  has("A: 2x | 0", "a name begins with a letter");
  has("1: 2 | 0", "the name of a node begins with a letter");
  has("A: 1 | 2 | 3", "unexpected '|'");
}

TEST_CASE("broken texts of score graphs are refused or read") {
  std::mt19937_64 random(8);
  std::size_t refused = 0;
  const std::size_t cases = testing::scaled(2000);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::string text =
        testing::mutated("A: B+1, 5 | -3/4; B: 30 | A", ":|,;+-/ AB019", random);
    try {
      const KoGraph graph = KoGraph::parse(text);
      CHECK(KoGraph::parse(graph.text()) == graph);
    } catch (const InputError&) {
      ++refused;
    }
  }
  testing::expect_share(refused, cases, 0.3);  // 0.8
}

std::string cycle_of(const char* text) {
  Budget budget;
  const KoGraph graph = KoGraph::parse(text);
  const auto cycle = irregular_cycle(graph, budget);
  return cycle ? cycle->text(graph) : "";
}

TEST_CASE("irregular cycles have names") {
  CHECK(cycle_of("A: B | 0; B: 30 | A").empty());
  CHECK(cycle_of("A: B | 0; B: C | A; C: 9 | B").empty());
  CHECK(cycle_of("A: B+1 | 0; B: 9 | A-1").empty());
  CHECK(cycle_of("A: B, C | 0; B: 9 | A; C: 5 | A") == "double ko at A, B, C");
  CHECK(cycle_of("S: A | 0; A: 1 | B, C; B: A | 1; C: A | -2") == "double ko at A, B, C");
  // What the root does not lead to does not matter.
  CHECK(cycle_of("R: A | 0; A: 1 | 0; X: Y | 0; Y: Z | 0; Z: X | 0").empty());
  CHECK(cycle_of("A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C") == "double ko at A, B, C, D");
  CHECK(cycle_of("A: B, C, E | 0; B: D, F | A; C: D, G | A; D: H | B, C; E: F, G | A; "
                 "F: H | B, E; G: H | C, E; H: 9 | D, F, G") ==
        "triple ko at A, B, C, D, E, F, G, H");
  CHECK(cycle_of("A: 9 | B; B: C+2 | 0; C: 1 | A-1") == "sending two returning one at A, B, C");
  CHECK(cycle_of("A: B | C; B: 1 | 0; C: D+2 | 3; D: 5 | E; E: A | 3") ==
        "cycle that scores two a turn at A, C, D, E");
  CHECK(cycle_of("A: B | 0; B: 1 | C-2; C: D | 0; D: 1 | E; E: A+2 | 0") ==
        "eternal life at A, B, C, D, E");
  CHECK(cycle_of("A: B | 0; B: C | 0; C: 1 | A") == "cycle of 3 positions at A, B, C");
  CHECK(cycle_of("A: A | 0") == "move that changes nothing at A");
  CHECK(cycle_of("A: B | 0; B: A | 0") == "cycle of one player's moves at A, B");
}

// Simple cycles one by one: a graph is regular iff each is a ko and nobody has a choice of them.
bool has_irregular_cycle(const KoGraph& graph) {
  struct Step {
    std::uint32_t from, to;
    Player player;
    Dyadic points;
  };
  std::vector<Step> path;
  std::vector<bool> on_path(graph.size(), false);
  std::vector<bool> reached(graph.size(), false);
  bool found = false;
  std::map<std::pair<std::uint32_t, Player>, std::set<std::uint32_t>> taken;
  const std::function<void(std::uint32_t)> reach = [&](std::uint32_t v) {
    if (reached[v]) return;
    reached[v] = true;
    for (const auto& options : graph[v].options.values) {
      for (const KoOption& option : options) {
        if (option.node) reach(*option.node);
      }
    }
  };
  const std::function<void(std::uint32_t, std::uint32_t)> walk = [&](std::uint32_t start,
                                                                     std::uint32_t v) {
    on_path[v] = true;
    for (const Player player : kPlayers) {
      for (const KoOption& option : graph[v].options[player]) {
        if (!option.node || *option.node < start) continue;
        path.push_back({v, *option.node, player, option.value});
        if (*option.node == start) {
          Dyadic gain;
          for (const Step& step : path) gain += step.points;
          if (path.size() != 2 || !gain.is_zero() || path[0].player == path[1].player) found = true;
          for (const Step& step : path) taken[{step.from, step.player}].insert(step.to);
        } else if (!on_path[*option.node]) {
          walk(start, *option.node);
        }
        path.pop_back();
      }
    }
    on_path[v] = false;
  };
  reach(0);
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    if (reached[v]) walk(v, v);
  }
  return found || std::any_of(taken.begin(), taken.end(),
                              [](const auto& entry) { return entry.second.size() > 1; });
}

TEST_CASE("a graph is regular if every simple cycle is a ko") {
  std::mt19937_64 random(9);
  std::size_t irregular = 0;
  std::size_t regular_with_ko = 0;
  const std::size_t cases = testing::scaled(2000);
  for (std::size_t i = 0; i < cases; ++i) {
    const KoGraph graph = testing::random_ko_graph(random, 5);
    INFO(graph.text());
    Budget budget;
    const auto cycle = irregular_cycle(graph, budget);
    REQUIRE(cycle.has_value() == has_irregular_cycle(graph));
    irregular += cycle ? 1 : 0;
    regular_with_ko += !cycle && testing::takes_ko(graph) ? 1 : 0;
  }
  testing::expect_share(irregular, cases, 0.1);        // 0.25
  testing::expect_share(regular_with_ko, cases, 0.1);  // 0.3
}

TEST_CASE("the search for cycles keeps to its budget") {
  std::string text = "n0: 1 | 0";
  for (int i = 1; i < 5000; ++i) {
    text += "; n" + std::to_string(i) + ": n" + std::to_string(i - 1) + " | 0";
  }
  text = "r: n4999 | 0; " + text;
  Budget all;
  CHECK(!irregular_cycle(KoGraph::parse(text), all));
  Budget few({.nodes = 2000});
  CHECK_THROWS_AS(irregular_cycle(KoGraph::parse(text), few), BudgetExhausted);
}

}  // namespace
}  // namespace cgt::ko_graph_test
