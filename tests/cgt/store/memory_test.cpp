// Memory: returning to a mark, bounded caches, limits that end in a value and not in a kill.
#include <catch2/catch.hpp>
#include <new>

#include "cgt/detail/tuning.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/cgt/naive.hpp"
#include "tests/testing.hpp"

namespace cgt::memory_test {
namespace {

// Sums, thermographs and negatives of old games, so that their memo words point at new ones.
GameId work_on(Store& store, const std::vector<GameId>& old, std::mt19937_64& random, int steps) {
  GameId sum = kZero;
  for (int i = 0; i < steps; ++i) {
    const GameId g = old[random() % old.size()];
    const GameId h = testing::random_game(store, random, 3, 2);
    store.thermograph(g);
    store.negate(g);
    sum = store.add(store.negate(g), h);
    store.cool(sum, Dyadic(1, 1));
    store.heat(g, h);
    store.leq(g, sum);
    store.nus({Dyadic(static_cast<std::int64_t>(random() >> 20U), 30), 1, 1});
  }
  return sum;
}

// Switches with growing followers: a few thousand games.
GameId switches(Store& store, int count) {
  GameId sum = kZero;
  for (int n = 1; n <= count; ++n) {
    sum = store.add(sum, store.construct({store.integer(n)}, {store.integer(-n)}));
  }
  return sum;
}

}  // namespace

TEST_CASE("a store returns to a mark", "[store][memory]") {
  Store store;
  std::mt19937_64 random(31);
  std::vector<GameId> old = testing::born_by_day(store, 2);
  for (int i = 0; i < 60; ++i) old.push_back(testing::random_game(store, random, 3, 2));
  for (std::size_t i = 0; i < 20; ++i) store.thermograph(old[i]);
  std::vector<std::string> texts;
  for (const GameId g : old) texts.push_back(to_text(store, g));

  const Store::Mark mark = store.mark();
  const StoreStatistics before = store.statistics();
  std::uint64_t left = 0;
  for (std::size_t round = 0; round < testing::scaled(12); ++round) {
    const auto seed = random();
    std::mt19937_64 once(seed);
    const std::string expected = to_text(store, work_on(store, old, once, 30));
    CHECK(store.statistics().games > before.games);
    store.release(mark);
    const StoreStatistics after = store.statistics();
    CHECK(after.games == before.games);
    CHECK(after.record_bytes == before.record_bytes);
    CHECK(after.bytes - after.cache_bytes <= before.bytes - before.cache_bytes);
    // A count that drifts by a few bytes a round would pass below zero in the end.
    if (round == 0) left = after.bytes - after.cache_bytes;
    CHECK(after.bytes - after.cache_bytes == left);
    // What is left is whole: texts, memos and sums of the old games.
    for (std::size_t i = 0; i < old.size(); ++i) CHECK(to_text(store, old[i]) == texts[i]);
    std::mt19937_64 again(seed);
    CHECK(to_text(store, work_on(store, old, again, 30)) == expected);
    testing::Naive naive;
    for (int i = 0; i < 40; ++i) {
      const GameId g = old[random() % 22];
      const GameId h = old[random() % 22];
      CHECK(store.leq(g, h) == naive.leq(naive.import(store, g), naive.import(store, h)));
      CHECK(store.add(store.add(g, h), store.negate(h)) == g);
    }
    store.release(mark);
  }
}

TEST_CASE("marks are nested, and memory comes back", "[store][memory]") {
  Store store;
  const Store::Mark outer = store.mark();
  const GameId small = switches(store, 4);
  const std::string text = to_text(store, small);
  const Store::Mark inner = store.mark();
  std::uint64_t peak = 0;
  for (int round = 0; round < 20; ++round) {
    switches(store, 10);
    const StoreStatistics now = store.statistics();
    if (round == 0) peak = now.bytes - now.cache_bytes;
    CHECK(now.bytes - now.cache_bytes <= peak);
    store.release(inner);
    CHECK(to_text(store, small) == text);
  }
  store.release(outer);
  CHECK(store.statistics().games == 0);
  CHECK(to_text(store, switches(store, 4)) == text);
}

TEST_CASE("caches keep to their bound", "[store][memory]") {
  StoreOptions options;
  options.cache_megabytes = 1;
  Store small(options);
  Store large;
  CHECK(to_text(small, switches(small, 9)) == to_text(large, switches(large, 9)));
  CHECK(small.statistics().cache_bytes <= 1'200'000);
  options.cache_megabytes = 0;
  Store none(options);
  CHECK(to_text(none, switches(none, 7)) == to_text(large, switches(large, 7)));
}

TEST_CASE("a memory limit ends in a spent budget", "[store][memory][budget]") {
  Store store;
  const Store::Mark mark = store.mark();
  {
    const std::uint64_t megabytes = detail::hostile() ? 1 : 8;
    Budget budget({Budget::kUnlimited, Budget::kUnlimited, megabytes});
    const Store::BudgetScope scope(store, budget);
    try {
      switches(store, 40);
      FAIL("2^40 games fitted into it");
    } catch (const BudgetExhausted& stopped) {
      CHECK(stopped.reason() == StopReason::kMemory);
    }
    // It looks every few thousand games.
    CHECK(store.statistics().bytes < 64 << 20);
  }
  store.release(mark);
  CHECK(store.statistics().games == 0);
  Store fresh;
  CHECK(to_text(store, switches(store, 8)) == to_text(fresh, switches(fresh, 8)));
}

TEST_CASE("a full store says so and stays valid", "[store][memory]") {
  StoreOptions options;
  options.address_space = 1 << 18;
  Store store(options);
  const Store::Mark mark = store.mark();
  CHECK_THROWS_AS(switches(store, 20), std::bad_alloc);
  CHECK_THROWS_AS(switches(store, 20), std::bad_alloc);
  // Old games can still be asked for; new ones fit again after a release.
  CHECK(store.temperature(switches(store, 5)) == Dyadic(5));
  store.release(mark);
  Store fresh;
  CHECK(to_text(store, switches(store, 7)) == to_text(fresh, switches(fresh, 7)));
}

}  // namespace cgt::memory_test
