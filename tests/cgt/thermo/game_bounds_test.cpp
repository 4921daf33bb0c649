// Bounds of sums hold for the sums that they are bounds of; those of single games are their figures.
#include "cgt/thermo/game_bounds.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::game_bounds_test {
namespace {

// All that is claimed is true of the game.
void check_true(Store& store, const GameBounds& bounds, GameId g) {
  INFO(to_text(store, g) << ": " << bounds.text());
  for (const Player player : kPlayers) CHECK(bounds.stops[player].contains(store.stop(g, player)));
  CHECK(bounds.mean.contains(store.mean(g)));
  CHECK(bounds.temperature.contains(store.temperature(g)));
  if (bounds.value.lower) CHECK(store.leq(store.number(*bounds.value.lower), g));
  if (bounds.value.upper) CHECK(store.leq(g, store.number(*bounds.value.upper)));
  // The classes that are named are those that are possible.
  const std::string text = bounds.text();
  const std::size_t at = text.find("outcome ");
  if (at == std::string::npos) return;
  const std::string classes = text.substr(at + 8);
  const char letter = "LRNP"[static_cast<std::size_t>(store.outcome(g))];
  CHECK(classes.find(letter) != std::string::npos);
}

GameBounds known(Store& store, const char* text) {
  return bounds_of(store, parse_value(store, text));
}

TEST_CASE("bounds of a game are its figures", "[bounds]") {
  Store store;
  CHECK(known(store, "{4|1}").text() ==
        "Left stop 4, Right stop 1, mean 5/2, temperature 3/2, outcome L");
  CHECK(known(store, "3/4").text() ==
        "value 3/4, Left stop 3/4, Right stop 3/4, mean 3/4, temperature -1/4, outcome L");
  CHECK(known(store, "-2").text() ==
        "value -2, Left stop -2, Right stop -2, mean -2, temperature -1, outcome R");
  CHECK(known(store, "0").text() ==
        "value 0, Left stop 0, Right stop 0, mean 0, temperature -1, outcome P");
  CHECK(known(store, "+-1").text() ==
        "Left stop 1, Right stop -1, mean 0, temperature 1, outcome N");
  CHECK(known(store, "^").text() == "Left stop 0, Right stop 0, mean 0, temperature 0");
  CHECK(GameBounds{}.text().empty());
  for (const GameId g : testing::born_by_day(store, 2)) check_true(store, bounds_of(store, g), g);
}

TEST_CASE("bounds of sums, differences and multiples hold", "[bounds]") {
  Store store;
  const std::vector<GameId> games = testing::born_by_day(store, 2);
  for (const GameId g : games) {
    const GameBounds a = bounds_of(store, g);
    check_true(store, -a, store.negate(g));
    for (const GameId h : games) {
      const GameBounds b = bounds_of(store, h);
      check_true(store, a + b, store.add(g, h));
      check_true(store, a + -b, store.subtract(g, h));
    }
    for (int n = -3; n <= 3; ++n)
      check_true(store, multiple(Dyadic(n), a), store.multiple(Dyadic(n), g));
  }
}

TEST_CASE("bounds of random sums hold, and shrink to what is known", "[bounds][random]") {
  Store store;
  std::mt19937_64 random(17);
  std::size_t narrow = 0;
  const std::size_t cases = testing::scaled(120);
  for (std::size_t i = 0; i < cases; ++i) {
    GameBounds sum = bounds_of(Dyadic());
    GameId g = kZero;
    for (int term = 0; term < 3; ++term) {
      const GameId next = testing::random_game(store, random, 3, 2);
      sum = sum + bounds_of(store, next);
      g = store.add(g, next);
    }
    check_true(store, sum, g);
    CHECK(sum.mean.exact());
    // Less than the whole way from one stop of the sum to the other.
    if (*sum.stops[Player::kLeft].upper - *sum.stops[Player::kLeft].lower <= *sum.temperature.upper)
      ++narrow;
  }
  testing::expect_share(narrow, cases, 0.6);
}

TEST_CASE("what is known of some parts bounds the whole", "[bounds]") {
  GameBounds part;
  part.value = {Dyadic(-3), Dyadic(3)};
  part.tighten();
  CHECK(part.text() ==
        "-3 <= value <= 3, Left stop in [-3, 3], Right stop in [-3, 3], mean in [-3, 3]");
  CHECK((part + bounds_of(Dyadic(4))).text() ==
        "1 <= value <= 7, Left stop in [1, 7], Right stop in [1, 7], mean in [1, 7], outcome L");
  CHECK((part + bounds_of(Dyadic(3))).text().ends_with("outcome L or P"));
  CHECK((part + GameBounds{}).text().empty());
  CHECK(DyadicInterval{Dyadic(1), {}}.text_of("score") == "score >= 1");
  CHECK(DyadicInterval{{}, Dyadic(1)}.text_of("score") == "score <= 1");
}

}  // namespace
}  // namespace cgt::game_bounds_test
