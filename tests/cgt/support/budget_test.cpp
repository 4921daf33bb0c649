#include "cgt/support/budget.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/print.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt {
namespace {

StopReason reason_of(Budget& budget, std::uint64_t most = 10'000'000) {
  try {
    for (std::uint64_t i = 0; i < most; ++i) budget.charge();
  } catch (const BudgetExhausted& stopped) {
    return stopped.reason();
  }
  FAIL("the budget never ended");
  return StopReason::kInterrupted;
}

}  // namespace

TEST_CASE("each limit of a budget", "[budget]") {
  for (const std::uint64_t nodes : {1, 2, 1023, 1024, 1025, 5000}) {
    Budget budget({nodes});
    CHECK(reason_of(budget) == StopReason::kNodes);
    CHECK(budget.used_nodes() == nodes);
  }
  Budget time({Budget::kUnlimited, 0});
  CHECK(reason_of(time, 2000) == StopReason::kTime);
  std::atomic<bool> stop = false;
  Budget flag({}, &stop);
  CHECK_NOTHROW(flag.charge(100'000));
  stop = true;
  CHECK(reason_of(flag, 2000) == StopReason::kInterrupted);
  Budget memory({Budget::kUnlimited, Budget::kUnlimited, 1});
  CHECK_NOTHROW(memory.note_memory(1'000'000));
  CHECK_THROWS_AS(memory.note_memory(1'048'576), BudgetExhausted);
  Budget unlimited;
  CHECK_NOTHROW(unlimited.charge(1U << 30U));
}

TEST_CASE("a store stays valid however it is interrupted", "[budget][store]") {
  std::mt19937_64 random(5);
  std::size_t stops = 0;
  std::size_t runs = 0;
  for (std::size_t round = 0; round < testing::scaled(6); ++round) {
    const auto seed = random();
    const auto work = [seed](Store& store) {
      std::mt19937_64 same(seed);
      const GameId g = testing::random_game(store, same, 3, 3);
      const GameId h = testing::random_game(store, same, 3, 3);
      const GameId sum = store.add(g, h);
      std::string out = to_text(store, sum) + " " + to_text(store.thermograph(sum));
      out += " " + to_text(store, store.cool(sum, Dyadic(1, 1)));
      out += " " + to_text(store, store.heat(g, store.nimber(1)));
      out += store.leq(g, h) ? " <=" : " no";
      return out + (store.subtract(sum, h) == g ? "" : " wrong");
    };
    Store fresh;
    Budget counter;
    std::string expected;
    {
      const Store::BudgetScope scope(fresh, counter);
      expected = work(fresh);
    }
    CHECK(expected.find("wrong") == std::string::npos);
    // One store interrupted again and again, a little later each time, then asked for the truth.
    Store tried;
    const std::uint64_t step = counter.used_nodes() / 60 + 1;
    for (std::uint64_t nodes = 1; nodes < counter.used_nodes(); nodes += step) {
      Budget budget({nodes});
      const Store::BudgetScope scope(tried, budget);
      ++runs;
      try {
        const std::string result = work(tried);
        CHECK(result == expected);
      } catch (const BudgetExhausted& stopped) {
        CHECK(stopped.reason() == StopReason::kNodes);
        ++stops;
      }
    }
    CHECK(work(tried) == expected);
  }
  testing::expect_share(stops, runs, 0.2);  // 0.56
}

TEST_CASE("budget scopes nest", "[budget][store]") {
  Store store;
  Budget outer;
  Budget inner;
  {
    const Store::BudgetScope a(store, outer);
    {
      const Store::BudgetScope b(store, inner);
      store.construct({store.integer(5)}, {store.integer(-5)});
    }
    CHECK(inner.used_nodes() > 0);
    CHECK(outer.used_nodes() == 0);
    store.construct({store.integer(6)}, {store.integer(-5)});
    CHECK(outer.used_nodes() > 0);
  }
  const auto used = outer.used_nodes();
  store.construct({store.integer(7)}, {store.integer(-5)});
  CHECK(outer.used_nodes() == used);
}

}  // namespace cgt
