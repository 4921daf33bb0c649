#include "decomp/solve/play/incentive_play.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/game.hpp"
#include "decomp/search/outcome.hpp"
#include "tests/decomp/go/endgame/go_local.hpp"
#include "tests/testing.hpp"

namespace incentive_play_test {

namespace {

using cgt::Budget;
using cgt::Dyadic;
using cgt::GameId;
using cgt::kPlayers;
using cgt::Player;
using cgt::Store;
using cgt::solve::IncentivePlay;

// The values of the table of local Go positions, and their negatives.
std::vector<GameId> go_values(Store& store) {
  std::vector<GameId> out;
  for (const cgt::testing::GoLocal& row : cgt::testing::go_local()) {
    if (row.status != "exact") continue;
    out.push_back(cgt::parse_value(store, row.unchilled));
    out.push_back(store.negate(out.back()));
  }
  REQUIRE(out.size() == 2 * 191);
  return out;
}

// A sum of trees, played move by move: for full-width alpha-beta without any theory.
struct Trees {
  struct Key {
    std::vector<GameId> games;
    std::uint64_t hash() const {
      std::uint64_t h = 0;
      for (const GameId g : games) h = cgt::mix(h, g.word());
      return h;
    }
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Moves {
    Store* store;
    std::vector<GameId> games;
    Player player;
    std::size_t game = 0;
    std::uint64_t option = 0;
    bool next(Trees& child, std::int64_t& shift) {
      while (game < games.size() && option == store->option_count(games[game], player)) {
        ++game;
        option = 0;
      }
      if (game == games.size()) return false;
      child.games = games;
      child.games[game] = store->option(games[game], player, option++);
      std::sort(child.games.begin(), child.games.end());
      shift = 0;
      return true;
    }
  };
  Moves moves(Player player) const { return {store, games, player}; }
  Key key() const { return {games}; }

  Store* store;
  std::vector<GameId> games;
};

}  // namespace

TEST_CASE("incentive search, canonical summation and alpha-beta agree on 1,000 random sums") {
  Store store;
  const std::vector<GameId> values = go_values(store);
  IncentivePlay solver(store);
  std::mt19937 random(1999);
  Budget budget;
  std::size_t searched = 0;
  const std::size_t rounds = cgt::testing::scaled(1000);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t count = 2 + random() % 5;
    std::vector<GameId> games;
    GameId total = cgt::kZero;
    std::uint64_t followers = 1;
    for (std::size_t i = 0; i < count; ++i) {
      games.push_back(values[random() % values.size()]);
      total = store.add(total, games.back());
      followers *= store.follower_count(games.back());
    }
    INFO("round " << round);
    for (const Player first : kPlayers) {
      const Dyadic stop = solver.stop(games, first, budget);
      CHECK(stop == store.stop(total, first));
      CHECK(solver.left_wins(games, first, budget) == store.left_wins(total, first));
      if (followers > 3000) continue;
      // LS or RS >= m iff Left wins the sum + 1/2 - m, for integer stops.
      cgt::search::OutcomeSearch<Trees> plain;
      std::sort(games.begin(), games.end());
      const std::int64_t m = stop.small_numerator();
      REQUIRE(stop.is_integer());
      CHECK(plain.left_wins({&store, games}, -m, true, first, budget));
      CHECK_FALSE(plain.left_wins({&store, games}, -m - 1, true, first, budget));
      ++searched;
    }
  }
  cgt::testing::expect_share(searched, 2 * rounds, 0.2);  // 0.48
}

TEST_CASE("stops of sums of any short games, numbers with denominators included") {
  Store store;
  std::vector<GameId> values;
  for (const char* text : {"1/2", "{1/2|-3/4}", "{2|1/4||0}", "^", "v*", "*2", "{1|*||-1/2}",
                           "+-(3/8)", "{3||1|0}", "Tiny(1/2)", "{5/4|{1|-7}}", "{0|v*}", "-5/8"}) {
    values.push_back(cgt::parse_value(store, text));
    values.push_back(store.negate(values.back()));
  }
  IncentivePlay solver(store);
  std::mt19937 random(5);
  Budget budget;
  for (std::size_t round = 0; round < cgt::testing::scaled(2000); ++round) {
    std::vector<GameId> games;
    GameId total = cgt::kZero;
    for (std::size_t i = 0; i < 1 + random() % 4; ++i) {
      games.push_back(values[random() % values.size()]);
      total = store.add(total, games.back());
    }
    INFO(to_text(store, total));
    for (const Player first : kPlayers) {
      CHECK(solver.stop(games, first, budget) == store.stop(total, first));
      CHECK(solver.left_wins(games, first, budget) == store.left_wins(total, first));
    }
  }
}

TEST_CASE("the rounding theorem decides sums of temperature at most 1 without search") {
  Store store;
  IncentivePlay solver(store);
  Budget budget;
  // Blocked corridors: chilled 1/2, 5/4, 17/8; together 31/8.
  std::vector<GameId> games;
  for (const char* text : {"{1|*}", "{2||1|*}", "{3|||2||1|*}"})
    games.push_back(cgt::parse_value(store, text));
  CHECK(solver.stop(games, Player::kLeft, budget) == Dyadic(4));
  CHECK(solver.stop(games, Player::kRight, budget) == Dyadic(3));
  CHECK(solver.states() == 0);
}

TEST_CASE("inverse pairs cancel, so a sum with its negative costs nothing") {
  Store store;
  const std::vector<GameId> values = go_values(store);
  IncentivePlay solver(store);
  Budget budget;
  CHECK(solver.stop(values, Player::kLeft, budget) == Dyadic(0));
  CHECK(solver.stop(values, Player::kRight, budget) == Dyadic(0));
  CHECK_FALSE(solver.left_wins(values, Player::kLeft, budget));
  CHECK(solver.left_wins(values, Player::kRight, budget));
  CHECK(solver.states() == 0);
}

TEST_CASE("large sums stay small: states and additivity") {
  Store store;
  const std::vector<GameId> values = go_values(store);
  std::mt19937 random(7);
  std::size_t small = 0;
  const std::size_t rounds = 2 * cgt::testing::scaled(1);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::size_t count = round % 2 == 0 ? 200 : 1000;
    IncentivePlay solver(store);
    std::vector<GameId> games;
    Dyadic mean;
    Dyadic hottest = -1;
    for (std::size_t i = 0; i < count; ++i) {
      games.push_back(values[random() % values.size()]);
      mean += store.mean(games.back());
      hottest = std::max(hottest, store.temperature(games.back()));
    }
    Budget budget;
    const Dyadic left = solver.stop(games, Player::kLeft, budget);
    const Dyadic right = solver.stop(games, Player::kRight, budget);
    CHECK(left >= mean);
    CHECK(right <= mean);
    CHECK(left <= mean + hottest);
    CHECK(right >= mean - hottest);
    small += solver.states() < 100 * count ? 1 : 0;
    // Beside the inverse of all but three of them, only those three count.
    std::vector<GameId> rest = games;
    for (std::size_t i = 3; i < count; ++i) rest.push_back(store.negate(games[i]));
    const std::vector<GameId> three(games.begin(), games.begin() + 3);
    for (const Player first : kPlayers) {
      CHECK(solver.stop(rest, first, budget) == solver.stop(three, first, budget));
    }
  }
  cgt::testing::expect_share(small, rounds, 0.9);  // 1, of 100 rounds .98
}

TEST_CASE("a sum search stops at its budget and can be repeated") {
  Store store;
  const std::vector<GameId> values = go_values(store);
  std::mt19937 random(11);
  for (std::size_t round = 0; round < cgt::testing::scaled(1); ++round) {
    std::vector<GameId> games;
    for (int i = 0; i < 60; ++i) games.push_back(values[random() % values.size()]);
    IncentivePlay solver(store);
    std::size_t stopped = 0;
    std::optional<Dyadic> result;
    for (std::uint64_t nodes = 1; !result; nodes = nodes * 2 + 1) {
      Budget budget({.nodes = nodes});
      try {
        result = solver.stop(games, Player::kLeft, budget);
      } catch (const cgt::BudgetExhausted&) {
        ++stopped;
      }
    }
    CHECK(stopped > 0);
    Budget budget;
    Store fresh;
    std::vector<GameId> copies;
    for (const GameId g : games) copies.push_back(cgt::parse_value(fresh, to_text(store, g)));
    CHECK(IncentivePlay(fresh).stop(copies, Player::kLeft, budget) == *result);
  }
}

}  // namespace incentive_play_test
