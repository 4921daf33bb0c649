#include "cgt/support/budget.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <random>
#include <utility>

#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::budget_test {
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
  MemoryMeter table;
  CHECK_NOTHROW(table.set(memory, 1'000'000));
  CHECK_THROWS_AS(table.set(memory, 1'048'576), BudgetExhausted);
  Budget unlimited;
  CHECK_NOTHROW(unlimited.charge(1U << 30U));
}

TEST_CASE("the memory of a request is what all its tables hold together", "[budget]") {
  constexpr std::uint64_t kMega = 1024 * 1024;
  Budget budget({.megabytes = 10});
  MemoryMeter one;
  MemoryMeter other;
  one.set(budget, 6 * kMega);
  other.set(budget, 3 * kMega);
  CHECK(budget.held_bytes() == 9 * kMega);
  CHECK_THROWS_AS(other.set(budget, 6 * kMega), BudgetExhausted);

  // Parts, threads and further questions count together; a table that grows counts once.
  Budget whole({.megabytes = 10});
  one.set(whole, 5 * kMega);
  CHECK(budget.held_bytes() == 6 * kMega);
  Budget part = whole.part(100);
  one.set(part, 6 * kMega);
  CHECK(whole.held_bytes() == 6 * kMega);
  std::atomic<std::uint64_t> pool{0};
  Budget thread(whole, pool);
  Budget next = whole.another();
  CHECK(next.limits().megabytes == 10);
  for (Budget* const same : {&part, &thread, &next}) {
    MemoryMeter table;
    table.set(*same, 3 * kMega);
    CHECK(whole.held_bytes() == 9 * kMega);
    CHECK_THROWS_AS(table.set(*same, 4 * kMega), BudgetExhausted);
  }
  CHECK(whole.held_bytes() == 6 * kMega);  // those tables are gone

  // A table keeps counting between the questions, as long as it lives; a copy is another table.
  {
    MemoryMeter moved = std::move(one);
    MemoryMeter copy = moved;
    CHECK(whole.held_bytes() == 6 * kMega);
    copy.hold(whole, kMega);
    CHECK(whole.held_bytes() == 7 * kMega);
    copy = moved;
    CHECK(whole.held_bytes() == 6 * kMega);
    // A budget without a limit does not take the table away from its request.
    Budget unlimited;
    moved.set(unlimited, 8 * kMega);
    CHECK(whole.held_bytes() == 8 * kMega);
    CHECK(unlimited.held_bytes() == 0);
  }
  CHECK(whole.held_bytes() == 0);

  // A meter may outlive the budgets of its request.
  MemoryMeter last;
  {
    Budget gone({.megabytes = 10});
    last.set(gone, kMega);
  }
  last.hold(whole, 2 * kMega);
  CHECK(whole.held_bytes() == 2 * kMega);
}

TEST_CASE("the games of a store are memory of the request in scope", "[budget][store]") {
  Store store;
  for (std::int64_t i = 1; i <= 20'000; ++i) {
    store.construct({store.integer(i)}, {store.integer(-i)});
  }
  const StoreStatistics figures = store.statistics();
  REQUIRE(2 * figures.cache_bytes < figures.bytes);
  Budget budget({.megabytes = 4096});
  const Store::BudgetScope scope(store, budget);
  CHECK(budget.held_bytes() == figures.bytes);
  // Handles hold the same games.
  Store handle = store.share();
  Budget another = budget.another();
  const Store::BudgetScope inner(handle, another);
  CHECK(budget.held_bytes() == figures.bytes);
}

TEST_CASE("half of a budget may be spent, and the other is left", "[budget]") {
  Budget budget({.nodes = 1000, .milliseconds = 1'000'000'000});
  budget.charge(200);
  Budget half = budget.half();
  CHECK(half.limits().nodes == 400);
  CHECK(half.limits().milliseconds <= 500'000'000);
  CHECK(half.limits().milliseconds > 400'000'000);
  CHECK(reason_of(half) == StopReason::kNodes);
  CHECK_NOTHROW(budget.settle(half));
  CHECK(budget.used_nodes() == 600);
  CHECK(budget.half().limits().nodes == 200);

  // Time that the part has spent is the whole's only if that was all of it.
  Budget timed({.milliseconds = 1'000'000'000});
  Budget none = timed.part(Budget::kUnlimited, 1e-18);
  CHECK(none.limits().milliseconds == 1);
  CHECK(reason_of(none, Budget::kUnlimited) == StopReason::kTime);
  CHECK_NOTHROW(timed.settle(none));
  Budget over({.milliseconds = 0});
  Budget part = over.half();
  CHECK(reason_of(part) == StopReason::kTime);
  CHECK_THROWS_AS(over.settle(part), BudgetExhausted);

  CHECK(Budget().half().limits().nodes == Budget::kUnlimited);
  CHECK(Budget().half().limits().milliseconds == Budget::kUnlimited);
}

TEST_CASE("stages have slices of nodes and time, and memory in common", "[budget]") {
  const Budget by_clock({.milliseconds = 1'000'000, .megabytes = 100});
  const Budget early = by_clock.slice(0, 25);
  CHECK(early.limits().nodes == Budget::kUnlimited);
  CHECK(early.limits().milliseconds <= 250'000);
  CHECK(early.limits().milliseconds > 150'000);  // some time has gone by
  Budget late = by_clock.slice(25, 100);
  CHECK(late.limits().milliseconds <= 1'000'000);
  CHECK(late.limits().milliseconds > 900'000);
  // What a table of one stage holds is missing in the others.
  MemoryMeter table;
  table.hold(early, std::uint64_t{60} << 20U);
  CHECK(late.held_bytes() == std::uint64_t{60} << 20U);
  MemoryMeter other;
  CHECK_THROWS_AS(other.set(late, std::uint64_t{40} << 20U), BudgetExhausted);

  const Budget counted({.nodes = 1'000});
  CHECK(counted.slice(0, 25).limits().nodes == 250);
  CHECK(counted.slice(25, 100).limits().nodes == 750);
  CHECK(counted.slice(25, 100).limits().milliseconds == Budget::kUnlimited);
  CHECK(Budget({.nodes = 10}).slice(25, 100).limits().nodes == 8);
  // What interrupts the whole interrupts its stages.
  const std::atomic<bool> stop{true};
  Budget stopped = Budget({}, &stop).slice(0, 50);
  CHECK_THROWS_AS(stopped.poll(), BudgetExhausted);
}

TEST_CASE("a part is settled with the whole", "[budget]") {
  Budget budget({.nodes = 1000, .megabytes = 1});
  Budget small = budget.part(10);
  CHECK(reason_of(small) == StopReason::kNodes);
  CHECK_NOTHROW(budget.settle(small));
  CHECK(budget.used_nodes() == 10);
  Budget large = budget.part(990);
  CHECK(reason_of(large) == StopReason::kNodes);
  CHECK_THROWS_AS(budget.settle(large), BudgetExhausted);

  // What the parts have in common ends the whole, also when the table is gone by then.
  Budget whole({.nodes = 1000, .megabytes = 1});
  Budget full = whole.part(10);
  {
    MemoryMeter table;
    CHECK_THROWS_AS(table.set(full, 1U << 20U), BudgetExhausted);
  }
  try {
    whole.settle(full);
    FAIL("the whole went on");
  } catch (const BudgetExhausted& spent) {
    CHECK(spent.reason() == StopReason::kMemory);
  }
  CHECK_THROWS_AS(whole.poll(), BudgetExhausted);
}

TEST_CASE("another budget has nodes and time anew", "[budget]") {
  std::atomic<bool> stop = false;
  Budget budget({.nodes = 100}, &stop);
  CHECK(reason_of(budget) == StopReason::kNodes);
  Budget next = budget.another();
  CHECK(next.used_nodes() == 0);
  CHECK_NOTHROW(next.charge(99));
  stop = true;
  CHECK_THROWS_AS(next.poll(), BudgetExhausted);
}

TEST_CASE("work outside of the store is charged where a budget is in scope", "[budget][store]") {
  Store store;
  CHECK_NOTHROW(store.charge(1'000'000));
  Budget budget({.nodes = 10});
  const Store::BudgetScope scope(store, budget);
  store.charge(9);
  CHECK(budget.used_nodes() == 9);
  CHECK_THROWS_AS(store.charge(), BudgetExhausted);
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

}  // namespace cgt::budget_test
