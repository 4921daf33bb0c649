#include "decomp/position/moves_ahead.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "decomp/solve/values/local_search.hpp"
#include "tests/testing.hpp"

namespace moves_ahead_test {

namespace {

using namespace cgt;

// What a search leaves behind.
struct Found {
  std::optional<solve::LocalValue> value;
  std::string trouble;
  std::uint64_t positions = 0;
  std::uint64_t nodes = 0;         // of the budget
  std::vector<std::string> graph;  // the positions by their numbers
  friend bool operator==(const Found& a, const Found& b) {
    const auto word = [](const std::optional<solve::LocalValue>& value) {
      return value ? std::pair(value->lower.word(), value->upper.word()) : std::pair(~0U, ~0U);
    };
    return word(a.value) == word(b.value) && a.trouble == b.trouble && a.positions == b.positions &&
           a.nodes == b.nodes && a.graph == b.graph;
  }
};

// On empty tables, so that ids of games can be compared.
template <class Graph, class Position>
Found search(Graph& graph, const Position& position, unsigned threads, std::uint64_t alone) {
  Store store;
  solve::GraphSearch search(store, graph);
  search.set_threads(threads, alone);
  Budget budget;
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph.components(position, parts);
  Found out;
  try {
    out.value = search.evaluate(rest, parts, budget);
  } catch (const solve::LoopyPosition& loopy) {
    out.trouble = loopy.what();
  }
  out.positions = search.positions();
  out.nodes = budget.used_nodes();
  for (NodeId node = 0; node < graph.size(); ++node) out.graph.push_back(graph.text(node));
  return out;
}

Found search(const AnyPosition& position, unsigned threads, std::uint64_t alone) {
  const std::unique_ptr<AnyGraph> graph = position.new_graph();
  return search(*graph, position, threads, alone);
}

Found search(const go::Region& region, unsigned threads, std::uint64_t alone) {
  GraphOf<go::Region> graph;
  return search(graph, region, threads, alone);
}

// The examples of all rulesets that need no arguments, by their names.
std::vector<std::pair<std::string, AnyPosition>> examples() {
  std::vector<std::pair<std::string, AnyPosition>> out;
  for (const RulesetEntry& entry : rulesets()) {
    try {
      const std::shared_ptr<const Ruleset> game = registered_ruleset(entry.name);
      if (game != nullptr) out.emplace_back(entry.name, game->position(entry.example));
    } catch (const Error&) {  // it needs arguments
    }
  }
  return out;
}

// The position that random play leads to, from the example of a ruleset.
AnyPosition random_position(const AnyPosition& start, std::mt19937_64& random) {
  AnyPosition at = start;
  for (std::uint64_t left = random() % 4; left > 0; --left) {
    const auto options = at.options(random() % 2 == 0 ? Player::kLeft : Player::kRight);
    if (options.empty()) break;
    at = options[random() % options.size()].position;
  }
  return at;
}

// A game whose rules fail at one number: n -> n - 1, n - 2 for Left, n - 1 and both n / 2 for Right.
class Brittle {
 public:
  static constexpr int kNowhere = -1;
  explicit Brittle(int n, int fails = kNowhere) : n_(n), fails_(fails) {}
  std::vector<Option<Brittle>> options(Player player) const {
    if (n_ == fails_) throw Error("the rules fail");
    std::vector<Option<Brittle>> out;
    std::uint32_t move = 0;
    const int least = player == Player::kLeft ? n_ - 2 : n_ - 1;
    for (int to = n_ - 1; to >= least && to >= 0; --to) out.push_back({move++, at(to)});
    if (player == Player::kRight && n_ > 1) out.push_back({move++, at(n_ / 2)});
    return out;
  }
  std::int64_t split(std::vector<Summand<Brittle>>& sum) const {
    if (n_ > 0) sum.push_back({*this, false});
    return 0;
  }
  std::uint64_t hash() const { return mix(7, static_cast<std::uint64_t>(n_)); }
  std::string text() const { return std::to_string(n_); }
  friend bool operator==(const Brittle& a, const Brittle& b) { return a.n_ == b.n_; }

 private:
  Brittle at(int n) const { return Brittle(n, fails_); }
  int n_;
  int fails_;
};

class NoMoves final : public MovesDraft {
 public:
  void generate(Budget&) override {}
};

}  // namespace

TEST_CASE("drafts: the newest are begun first, and of too many the oldest go", "[threads]") {
  constexpr NodeId kNodes = Drafts::kMost + 10;
  Drafts drafts;
  for (NodeId node = 0; node < kNodes; ++node) drafts.add(node, std::make_unique<NoMoves>());
  CHECK(drafts.wanting());
  CHECK(drafts.size() == Drafts::kMost);
  CHECK(drafts.spare() != nullptr);  // one of the ten that went
  NodeId node = 0;
  std::unique_ptr<MovesDraft> first = drafts.begin(node);
  CHECK(node == kNodes - 1);
  std::unique_ptr<MovesDraft> second = drafts.begin(node);
  CHECK(node == kNodes - 2);
  std::unique_ptr<MovesDraft> third = drafts.begin(node);
  CHECK(node == kNodes - 3);
  CHECK(drafts.take(kNodes - 1) == nullptr);  // while somebody is at it
  drafts.end(kNodes - 1, std::move(first), true);
  drafts.end(kNodes - 2, std::move(second), true);
  drafts.end(kNodes - 3, std::move(third), false);
  CHECK(drafts.take(kNodes - 1) == nullptr);  // was taken before its end
  CHECK(drafts.take(kNodes - 2) != nullptr);
  CHECK(drafts.take(kNodes - 2) == nullptr);
  CHECK(drafts.take(kNodes - 3) == nullptr);  // it failed
  CHECK(drafts.take(kNodes - 4) == nullptr);  // it waited; nobody begins it any more
  drafts.begin(node);
  CHECK(node == kNodes - 5);
  CHECK(drafts.take(0) == nullptr);  // it went
}

TEST_CASE("threads find the same nodes and games as one, in all rulesets", "[threads][local]") {
  std::mt19937_64 random(20261127);
  std::size_t compared = 0;
  std::size_t several = 0;
  for (const auto& [name, start] : examples()) {
    for (std::size_t i = 0; i < testing::scaled(2); ++i) {
      const AnyPosition position = i == 0 ? start : random_position(start, random);
      Store store;
      try {  // is it small enough?
        solve::Evaluator evaluator(store);
        Budget few({.nodes = 500});
        evaluator.value(position, few);
      } catch (const BudgetExhausted&) {
        continue;
      } catch (const Error&) {  // loopy: compared, too
      }
      INFO(name << " " << position.text());
      const Found one = search(position, 1, 0);
      CHECK(search(position, 2, i) == one);
      CHECK(search(position, 3, 0) == one);
      ++compared;
      several += one.positions > 8 ? 1 : 0;
    }
  }
  CHECK(compared > 40);
  testing::expect_share(several, compared, 0.2);  // 0.35
}

TEST_CASE("graphs find each other's positions in a third one, in all rulesets", "[local]") {
  std::mt19937_64 random(20261128);
  std::size_t compared = 0;
  for (const auto& [name, start] : examples()) {
    INFO(name);
    const std::unique_ptr<AnyGraph> common = start.new_graph()->new_graph();
    REQUIRE(common != nullptr);
    std::map<std::string, std::pair<NodeId, std::uint64_t>> found;  // node and hash by text
    std::set<NodeId> nodes;
    for (int k = 0; k < 2; ++k) {
      const std::unique_ptr<AnyGraph> graph = start.new_graph();
      for (int i = 0; i < 20; ++i) {
        std::vector<SignedNode> parts;
        graph->components(random_position(start, random), parts);
      }
      Expansion moves;
      Budget budget;
      if (graph->size() > 0) graph->expand(static_cast<NodeId>(graph->size() - 1), moves, budget);
      for (NodeId node = 0; node < graph->size(); ++node) {
        const std::pair here(common->node_of(*graph, node), graph->hash(node));
        REQUIRE(common->text(here.first) == graph->text(node));
        REQUIRE(common->hash(here.first) == here.second);
        const auto [at, fresh] = found.try_emplace(graph->text(node), here);
        CHECK(at->second == here);
        nodes.insert(here.first);
        ++compared;
      }
    }
    CHECK(nodes.size() == common->size());
    CHECK(found.size() == common->size());
  }
  CHECK(compared > 1000);
}

TEST_CASE("threads find the same in larger boards, where steps come in batches",
          "[threads][local]") {
  const auto board = [](const char* game, const char* text) {
    return registered_ruleset(game)->position(text);
  };
  for (const AnyPosition& position :
       {board("domineering", ".....|.....|....."), board("clobber", "xoxo|oxox|xo.."),
        board("toads-and-frogs", "ttttt..fffff"), board("nogo", "...|...|..."),
        board("amazons", "x..|...|..o"), board("cram", ".....|.....|.....")}) {
    INFO(position.text());
    const Found one = search(position, 1, 0);
    CHECK(one.positions > 100);
    CHECK(search(position, 2, 32) == one);
    CHECK(search(position, 4, 2) == one);
  }
}

TEST_CASE("threads come to the same bounds where a ko is", "[threads][local][go]") {
  std::size_t loops = 0;
  for (const char* diagram : {"#BW#/B.XW/#BW#", "BBBWWW/BO..XW", "BBWWW/B...W", "BBBWW/B...W"}) {
    INFO(diagram);
    const go::Region region = go::Region::parse(diagram);
    const Found one = search(region, 1, 0);
    loops += one.value && !one.value->exact() ? 1 : 0;
    for (const unsigned threads : {2U, 3U}) {
      for (const std::uint64_t alone : {0, 2}) CHECK(search(region, threads, alone) == one);
    }
  }
  CHECK(loops > 0);
}

TEST_CASE("a budget ends threads where it ends one, and they go on from there",
          "[threads][local][budget]") {
  const AnyPosition position = registered_ruleset("clobber")->position("xoxo|oxox");
  const Found whole = search(position, 1, 0);
  REQUIRE(whole.nodes > 50);
  for (std::uint64_t nodes = 1; nodes < whole.nodes; nodes = nodes * 3 + 1) {
    INFO(nodes);
    const std::unique_ptr<AnyGraph> graph = position.new_graph();
    Store store;
    solve::GraphSearch search(store, *graph);
    search.set_threads(2, 0);
    std::vector<SignedNode> parts;
    const std::int64_t rest = graph->components(position, parts);
    Budget budget({.nodes = nodes});
    try {
      search.evaluate(rest, parts, budget);
      FAIL("the budget did not end it");
    } catch (const BudgetExhausted& spent) {
      CHECK(spent.reason() == StopReason::kNodes);
    }
    // Later, with twice as many threads; or with one.
    search.set_threads(nodes % 2 == 0 ? 4 : 1, 0);
    Budget more;
    const GameId value = search.evaluate(rest, parts, more).lower;
    CHECK(search.positions() == whole.positions);
    Store other;
    solve::Evaluator evaluator(other);
    CHECK(to_text(store, value) == to_text(other, evaluator.value(position, more)));
  }
}

TEST_CASE("a stop flag ends all threads", "[threads][local][budget]") {
  const AnyPosition position =
      registered_ruleset("domineering")->position("......|......|......|......|......|......");
  const std::atomic<bool> stop{true};
  Budget budget({}, &stop);
  Store store;
  solve::Evaluator evaluator(store);
  evaluator.set_threads(3);
  try {
    evaluator.value(position, budget);
    FAIL("nothing stopped it");
  } catch (const BudgetExhausted& spent) {
    CHECK(spent.reason() == StopReason::kInterrupted);
  }
}

TEST_CASE("what a ruleset throws comes from the thread ahead at its place", "[threads][local]") {
  for (const int fails : {0, 1, 2, 17, 40, 60}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      INFO(fails << " " << threads);
      Store store;
      GraphOf<Brittle> graph;
      solve::GraphSearch search(store, graph);
      search.set_threads(threads, 0);
      std::vector<SignedNode> parts;
      graph.components(Brittle(60, fails), parts);
      Budget budget;
      const bool reached = fails > 0;  // nothing is left of 0 but its end
      std::uint64_t before = 0;
      if (reached) {
        CHECK_THROWS_WITH(search.evaluate(0, parts, budget), "the rules fail");
        before = search.positions();
        // It fails there again: nothing else is done twice.
        CHECK_THROWS_WITH(search.evaluate(0, parts, budget), "the rules fail");
        CHECK(search.positions() == before);
        CHECK(before == static_cast<std::uint64_t>(60 - fails));
      } else {
        CHECK_NOTHROW(search.evaluate(0, parts, budget));
        CHECK(search.positions() == 60);
      }
    }
  }
}

}  // namespace moves_ahead_test
