#include "decomp/solve/values/thermograph_search.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/testing.hpp"

namespace thermograph_search_test {

namespace {

using namespace cgt;

Thermograph searched(const AnyPosition& position, Budget& budget) {
  const std::unique_ptr<AnyGraph> graph = position.new_graph();
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph->components(position, parts);
  return solve::ThermographSearch(*graph).thermograph(rest, parts, budget);
}

}  // namespace

TEST_CASE("Thermographs follow from all options, dominated and reversible ones too",
          "[thermograph]") {
  Store store;
  std::mt19937_64 random(7);
  std::vector<GameId> games{kZero};
  // Options are drawn from what was made so far, so that most are dominated or reversible.
  for (std::size_t i = 0; i < testing::scaled(3000); ++i) {
    PerPlayer<GameList> options;
    PerPlayer<std::vector<const Thermograph*>> thermographs;
    for (const Player player : kPlayers) {
      const std::size_t count = random() % 4;
      for (std::size_t k = 0; k < count; ++k) {
        const GameId g = games[random() % std::min<std::size_t>(games.size(), 400)];
        options[player].push_back(g);
        thermographs[player].push_back(&store.thermograph(g));
      }
    }
    const GameId g = store.construct(options[Player::kLeft], options[Player::kRight]);
    CAPTURE(to_text(store, g));
    CHECK(thermograph_of_options(thermographs[Player::kLeft], thermographs[Player::kRight]) ==
          store.thermograph(g));
    if (store.birthday(g) < 12) games.push_back(g);
  }
}

TEST_CASE("Thermographs of boards without their canonical forms", "[thermograph]") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> boards{
      {"domineering",
       {"....|....|....|....", ".....|.....|.....", "...#...|.......", "..|..|#.|..", "#",
        "..#..#...|..#..#..."}},
      {"clobber", {"xoxo|oxox|xoxo", "xo.|.xo|oxo", "xox.oxo.xoo", "x"}},
      {"cram", {"....|....", "...|...|..."}}};
  for (const auto& [name, texts] : boards) {
    const std::shared_ptr<const Ruleset> game = find_ruleset(name)->make({});
    Store store;
    solve::Evaluator evaluator(store);
    Budget budget;
    for (const std::string& text : texts) {
      CAPTURE(name, text);
      const AnyPosition position = game->position(text);
      CHECK(searched(position, budget) == store.thermograph(evaluator.value(position, budget)));
    }
  }
}

TEST_CASE("A spent budget leaves the thermograph search usable", "[thermograph]") {
  const AnyPosition position =
      find_ruleset("domineering")->make({})->position("....|....|....|....");
  const std::unique_ptr<AnyGraph> graph = position.new_graph();
  std::vector<SignedNode> parts;
  const std::int64_t rest = graph->components(position, parts);
  solve::ThermographSearch search(*graph);
  Budget little(Budget::Limits{.nodes = 20});
  CHECK_THROWS_AS(
      [&] {
        for (;;) search.thermograph(rest, parts, little);
      }(),
      BudgetExhausted);
  Budget enough;
  CHECK(to_text(search.thermograph(rest, parts, enough)) == to_text(searched(position, enough)));
}

}  // namespace thermograph_search_test
