#include "cgt/store/print_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::print_order_test {
namespace {

std::vector<std::string> texts(Store& store, const std::vector<GameId>& games) {
  std::vector<std::string> out;
  for (const GameId g : games) out.push_back(to_text(store, g));
  return out;
}

// The same games, in a store of their own that met them in this order.
std::vector<std::string> sorted_elsewhere(const std::vector<std::string>& games) {
  Store store;
  std::vector<GameId> ids;
  for (const std::string& text : games) ids.push_back(parse_value(store, text));
  PrintOrder(store).sort(ids);
  return texts(store, ids);
}

TEST_CASE("numbers print before nimbers, these before other uptimals, these before the rest",
          "[text]") {
  Store store;
  const std::vector<std::string> expected{
      "-2",   "-1/2", "0",  "1/4", "3",      // numbers, ascending
      "*",    "*2",   "*5",                  // nimbers
      "-1+*", "v",    "^",  "^+*", "1/2+^",  // by number, then ups, then nimber
  };
  std::vector<std::string> shuffled = expected;
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(3));
  shuffled.push_back("+-1");  // no uptimal: last, wherever it was made
  std::vector<GameId> ids;
  for (const std::string& text : shuffled) ids.push_back(parse_value(store, text));
  PrintOrder order(store);
  order.sort(ids);
  std::vector<std::string> wanted = expected;
  wanted.push_back("+-1");
  std::vector<GameId> wanted_ids;
  for (const std::string& text : wanted) wanted_ids.push_back(parse_value(store, text));
  CHECK(texts(store, ids) == texts(store, wanted_ids));
}

TEST_CASE("the order does not depend on the history of the store", "[text][random]") {
  Store store;
  std::mt19937_64 random(20);
  for (std::size_t round = 0; round < testing::scaled(30); ++round) {
    std::vector<GameId> games;
    for (int i = 0; i < 25; ++i) games.push_back(testing::random_game(store, random, 3, 3));
    std::sort(games.begin(), games.end());
    games.erase(std::unique(games.begin(), games.end()), games.end());
    PrintOrder order(store);
    order.sort(games);
    std::vector<std::string> names = texts(store, games);
    const std::vector<std::string> expected = names;
    for (int other = 0; other < 2; ++other) {
      std::shuffle(names.begin(), names.end(), random);
      CHECK(sorted_elsewhere(names) == expected);
    }
  }
}

TEST_CASE("options come in print order and are all there", "[text]") {
  Store store;
  PrintOrder order(store);
  const std::vector<GameId> games = testing::born_by_day(store, 2);
  std::size_t forms = 0;
  for (const GameId g : games) {
    for (const Player player : kPlayers) {
      const std::vector<GameId>& sorted = order.options(g, player);
      if (store.is_nus(g)) {
        CHECK(sorted.empty());
        continue;
      }
      ++forms;
      std::vector<GameId> found = sorted;
      std::vector<GameId> options;
      for (const GameId x : store.options(g, player)) options.push_back(x);
      std::sort(found.begin(), found.end());
      std::sort(options.begin(), options.end());
      CHECK(found == options);
      std::vector<GameId> again = sorted;
      order.sort(again);
      CHECK(again == sorted);
    }
  }
  CHECK(forms > 10);
}

}  // namespace
}  // namespace cgt::print_order_test
