// A*, weighted A*, IDA*, breadth first and both ends, against breadth-first tables and Dijkstra by
// arrays on random graphs.
#include <catch2/catch.hpp>
#include <random>

#include "decomp/search/games/eight_puzzle.hpp"
#include "decomp/search/single_agent.hpp"
#include "tests/testing.hpp"

namespace single_agent_test {

namespace {

using namespace cgt::search;
using cgt::Budget;
using cgt::StopReason;

struct Manhattan {
  std::int64_t operator()(const EightPuzzle& s) const { return s.manhattan(); }
};

// What the line costs, played move by move; -1 if it does not end in a goal.
template <class S>
std::int64_t cost_of_line(S state, const std::vector<typename S::Move>& line) {
  std::int64_t cost = 0;
  for (const auto& move : line) {
    cost += single_agent::cost_of(state, move);
    state.play(move);
  }
  return state.player() == kTerminal ? cost : -1;
}

// A graph with costs, some of them 0, and an estimate that is admissible and not consistent.
struct Graph {
  struct Edge {
    int to;
    std::int64_t cost;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> goal;
  std::vector<std::int64_t> left;  // the truth, by relaxing all edges again and again
  std::vector<std::int64_t> estimate;
};

struct Walker {
  using Move = int;  // index of an edge
  const Graph* graph;
  int at;
  static GameType type() { return {.players = 1, .may_repeat = true}; }
  int player() const { return graph->goal[static_cast<std::size_t>(at)] ? kTerminal : 0; }
  const std::vector<Graph::Edge>& edges() const {
    return graph->edges[static_cast<std::size_t>(at)];
  }
  void moves(std::vector<int>& out) const {
    for (std::size_t i = 0; i < edges().size(); ++i) out.push_back(static_cast<int>(i));
  }
  void play(int move) { at = edges()[static_cast<std::size_t>(move)].to; }
  std::int64_t cost(int move) const { return edges()[static_cast<std::size_t>(move)].cost; }
  void predecessors(std::vector<std::pair<Walker, int>>& out) const {
    for (std::size_t from = 0; from < graph->edges.size(); ++from) {
      if (graph->goal[from]) continue;
      for (std::size_t i = 0; i < graph->edges[from].size(); ++i) {
        if (graph->edges[from][i].to == at) {
          out.emplace_back(Walker{graph, static_cast<int>(from)}, static_cast<int>(i));
        }
      }
    }
  }
  std::uint64_t hash() const { return cgt::mix(static_cast<std::uint64_t>(at), 7); }
  friend bool operator==(const Walker& a, const Walker& b) { return a.at == b.at; }
};

struct Estimate {
  const Graph* graph;
  std::int64_t operator()(const Walker& w) const {
    return graph->estimate[static_cast<std::size_t>(w.at)];
  }
};

Graph random_graph(std::mt19937& random) {
  const int size = 2 + static_cast<int>(random() % 14);
  Graph graph;
  const auto n = static_cast<std::size_t>(size);
  graph.edges.resize(n);
  for (auto& list : graph.edges) {
    for (unsigned k = random() % 4; k > 0; --k) {
      const int to = static_cast<int>(random() % static_cast<unsigned>(size));
      list.push_back({to, static_cast<std::int64_t>(random() % 6)});
    }
  }
  for (int i = 0; i < size; ++i) graph.goal.push_back(i > 0 && random() % 8 == 0);
  for (std::size_t i = 0; i < n; ++i) graph.left.push_back(graph.goal[i] ? 0 : kUnsolvable);
  for (int round = 0; round < size; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& edge : graph.edges[i]) {
        const std::int64_t rest = graph.left[static_cast<std::size_t>(edge.to)];
        if (rest != kUnsolvable) graph.left[i] = std::min(graph.left[i], edge.cost + rest);
      }
    }
  }
  for (const std::int64_t left : graph.left) {
    if (left == kUnsolvable) {
      graph.estimate.push_back(random() % 2 == 0 ? kUnsolvable : 3);
    } else {
      graph.estimate.push_back(static_cast<std::int64_t>(random() % 1000) % (left + 1));
    }
  }
  return graph;
}

}  // namespace

TEST_CASE("searches for the cheapest way agree with relaxing all edges") {
  std::mt19937 random(20020713);
  std::size_t solvable = 0;
  const std::size_t graphs = cgt::testing::scaled(1500);
  for (std::size_t i = 0; i < graphs; ++i) {
    const Graph graph = random_graph(random);
    const Walker root{&graph, 0};
    const std::int64_t truth = graph.left[0];
    solvable += truth != kUnsolvable && truth > 0;
    std::vector<Walker> goals;
    for (std::size_t g = 0; g < graph.goal.size(); ++g) {
      if (graph.goal[g]) goals.push_back({&graph, static_cast<int>(g)});
    }
    Budget budget;
    const auto check = [&](const Way<int>& way) {
      CHECK(way.lower == truth);
      CHECK(way.upper == truth);
      if (truth == kUnsolvable) {
        CHECK(!way.value);
        CHECK(way.stop == StopReason::kExhausted);
      } else {
        CHECK(way.stop == StopReason::kSolved);
        CHECK(way.value == truth);
        CHECK(cost_of_line(root, way.line) == truth);
      }
    };
    check(AStar<Walker>().search(root, budget));
    check(AStar<Walker, Estimate>({}, {&graph}).search(root, budget));
    check(IdaStar<Walker, Estimate>({}, {&graph}).search(root, budget));
    check(IdaStar<Walker, Estimate>({.table_entries = 0}, {&graph}).search(root, budget));
    check(Bidirectional<Walker>().search(root, goals, budget));
    const auto weighted =
        AStar<Walker, Estimate>({.weight = 5, .per = 2}, {&graph}).search(root, budget);
    CHECK(weighted.lower <= truth);
    CHECK(weighted.upper >= truth);
    if (truth == kUnsolvable) {
      CHECK(weighted.stop == StopReason::kExhausted);
    } else {
      CHECK(cost_of_line(root, weighted.line) == *weighted.value);
      CHECK(*weighted.value * 2 <= truth * 5);
    }
  }
  cgt::testing::expect_share(solvable, graphs, 0.2);
}

TEST_CASE("estimates that are too high are found") {
  std::mt19937 random(61);
  std::size_t wrong = 0;
  std::size_t seen_on_way = 0;
  const std::size_t graphs = cgt::testing::scaled(1000);
  for (std::size_t i = 0; i < graphs; ++i) {
    Graph graph = random_graph(random);
    const Walker root{&graph, 0};
    Budget budget;
    REQUIRE_FALSE(overestimate(root, Estimate{&graph}, budget));
    const std::size_t place = random() % graph.estimate.size();
    if (graph.left[place] == kUnsolvable) continue;
    graph.estimate[place] = graph.left[place] + 1;
    // By plain search: does the root lead to the place?
    std::vector<bool> reached(graph.edges.size());
    std::vector<int> open{0};
    while (!open.empty()) {
      const auto at = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (reached[at]) continue;
      reached[at] = true;
      if (graph.goal[at]) continue;
      for (const auto& edge : graph.edges[at]) open.push_back(edge.to);
    }
    const auto found = overestimate(root, Estimate{&graph}, budget);
    REQUIRE(found.has_value() == reached[place]);
    if (!found) continue;
    ++wrong;
    REQUIRE(static_cast<std::size_t>(found->state.at) == place);
    REQUIRE(found->estimate == found->left + 1);
    REQUIRE(found->left == graph.left[place]);
    const auto way = AStar<Walker, Estimate>({}, {&graph}).search(root, budget);
    if (overestimate_on<Walker>(root, way.line, Estimate{&graph})) ++seen_on_way;
  }
  cgt::testing::expect_share(wrong, graphs, 0.1);
  CHECK(seen_on_way > 0);
}

TEST_CASE("the 8-puzzle is solved in the moves of a breadth-first table") {
  const EightPuzzleSpace space;
  Budget budget;
  const std::vector<EightPuzzle> goals{EightPuzzle()};
  std::mt19937 random(8);
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t at = i == 0
                                 ? EightPuzzleSpace::kStates - 1
                                 : static_cast<std::uint32_t>(random() % EightPuzzleSpace::kStates);
    const EightPuzzle tray = space.state(at);
    const std::int64_t truth = space.distance(at);
    const auto a_star = AStar<EightPuzzle, Manhattan>().search(tray, budget);
    CHECK(a_star.value == truth);
    CHECK(a_star.exact());
    CHECK(cost_of_line(tray, a_star.line) == truth);
    const auto ida = IdaStar<EightPuzzle, Manhattan>().search(tray, budget);
    CHECK(ida.value == truth);
    CHECK(cost_of_line(tray, ida.line) == truth);
    const auto both = Bidirectional<EightPuzzle>().search(tray, goals, budget);
    CHECK(both.value == truth);
    CHECK(cost_of_line(tray, both.line) == truth);
    if (i < 3) CHECK(BreadthFirst<EightPuzzle>().search(tray, budget).value == truth);
    const auto weighted = AStar<EightPuzzle, Manhattan>({.weight = 3}).search(tray, budget);
    CHECK(*weighted.value >= truth);
    CHECK(*weighted.value <= 3 * truth);
    CHECK(weighted.lower <= truth);
  }
}

TEST_CASE("a tray that cannot be solved is exhausted, and a budget leaves a bound") {
  Budget budget;
  const EightPuzzle odd({2, 1, 3, 4, 5, 6, 7, 8, 0});
  const auto none = AStar<EightPuzzle, Manhattan>().search(odd, budget);
  CHECK(none.stop == StopReason::kExhausted);
  CHECK(none.lower == kUnsolvable);
  CHECK(!none.value);
  CHECK(none.counts.nodes == EightPuzzleSpace::kStates);

  const EightPuzzle far({8, 6, 7, 2, 5, 4, 3, 0, 1});
  for (const std::uint64_t nodes : {1U, 10U, 100U, 1000U}) {
    Budget little({.nodes = nodes});
    const auto way = AStar<EightPuzzle, Manhattan>().search(far, little);
    CHECK(way.stop == StopReason::kNodes);
    CHECK(!way.value);
    CHECK(way.lower <= 31);
    CHECK(way.lower >= far.manhattan());
    Budget again({.nodes = nodes});
    const auto ida = IdaStar<EightPuzzle, Manhattan>().search(far, again);
    CHECK(ida.stop == StopReason::kNodes);
    CHECK(ida.lower <= 31);
    Budget both({.nodes = nodes});
    const auto ends = Bidirectional<EightPuzzle>().search(far, {EightPuzzle()}, both);
    CHECK(ends.lower <= 31);
    CHECK(ends.upper >= 31);
  }
}

TEST_CASE("searches for one player refuse other games, costs and estimates") {
  CHECK_THROWS_WITH(require_single_agent({}, "A*"), "A* is for games of one player");
  CHECK_THROWS_WITH(require_single_agent({.players = 1, .chance = ChanceMode::kExplicit}, "IDA*"),
                    "IDA* knows no chance nodes");
  Graph graph;
  graph.edges = {{{1, -1}}, {}};
  graph.goal = {false, true};
  graph.estimate = {0, 0};
  Budget budget;
  CHECK_THROWS_WITH(AStar<Walker>().search({&graph, 0}, budget), "a move costs -1");
  graph.edges[0][0].cost = 1;
  graph.estimate[0] = -2;
  CHECK_THROWS_WITH((IdaStar<Walker, Estimate>({}, {&graph}).search({&graph, 0}, budget)),
                    "an estimate of -2");
}

}  // namespace single_agent_test
