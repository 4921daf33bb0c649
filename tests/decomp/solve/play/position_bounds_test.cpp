// What is told of positions whose search was stopped is true of their values.
#include "decomp/solve/play/temperature_discovery.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "tests/decomp/solve/play/random_board.hpp"
#include "tests/testing.hpp"

namespace cgt::position_bounds_test {
namespace {

using testing::random_board;

TEST_CASE("bounds of stopped positions hold, whatever the budget", "[bounds][random]") {
  struct Kind {
    const char* game;
    const char* signs;
    std::size_t rows, columns;
  };
  const Kind kinds[] = {{"domineering", "..#", 3, 4},
                        {"amazons", "..#xo", 2, 4},
                        {"clobber", "xo..", 2, 4},
                        {"konane", "xo.", 3, 3},
                        {"cram", "..#", 3, 3}};
  std::mt19937_64 random(5);
  std::size_t told = 0;
  std::size_t open = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const Kind& kind = kinds[i % std::size(kinds)];
    const std::string text = random_board(random, kind.rows, kind.columns, kind.signs);
    const AnyPosition position = find_ruleset(kind.game)->make({})->position(text);
    Store store;
    solve::Evaluator stopped(store);
    try {
      Budget few({.nodes = 1 + random() % 60});
      stopped.value(position, few);
    } catch (const BudgetExhausted&) {
    }
    Budget more({.nodes = 1 + random() % 400});
    const GameBounds bounds = solve::position_bounds(store, stopped, position, more);
    Budget all;
    const GameId value = solve::Evaluator(store).value(position, all);
    INFO(kind.game << " " << text << " = " << to_text(store, value) << ": " << bounds.text());
    for (const Player player : kPlayers)
      CHECK(bounds.stops[player].contains(store.stop(value, player)));
    CHECK(bounds.mean.contains(store.mean(value)));
    CHECK(bounds.temperature.contains(store.temperature(value)));
    if (bounds.value.lower) CHECK(store.leq(store.number(*bounds.value.lower), value));
    if (bounds.value.upper) CHECK(store.leq(value, store.number(*bounds.value.upper)));
    if (!bounds.text().empty()) ++told;
    if (!bounds.mean.exact()) ++open;
  }
  testing::expect_share(told, cases, 0.9);
  CHECK(open > 0);
}

TEST_CASE("impartial and loopy positions say what there is to say", "[bounds]") {
  Store store;
  solve::Evaluator evaluator(store);
  const AnyPosition cram = find_ruleset("cram")->make({})->position("...|...|...");
  CHECK(solve::known_of_position(store, evaluator, cram).text() ==
        "known so far: value a nimber, at most *4");
  const AnyPosition fox =
      find_ruleset("fox-and-geese")->make({})->position("(3,1);(3,3);(3,5);(3,7);(1,1)");
  CHECK(solve::known_of_position(store, evaluator, fox).text().empty());
}

}  // namespace
}  // namespace cgt::position_bounds_test
