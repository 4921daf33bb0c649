// One set of games, several threads.
#include <atomic>
#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "cgt/store/parallel.hpp"
#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/games.hpp"
#include "tests/cgt/naive.hpp"
#include "tests/testing.hpp"

namespace cgt::sharing_test {
namespace {

// Everything that the kernel remembers about a game, asked once. Depends on the seed only.
std::string report(Store& store, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const GameId g = testing::random_game(store, random, 3, 2);
  const GameId h = testing::random_game(store, random, 2, 3);
  const GameId sum = store.subtract(g, store.add(h, h));
  std::string out = to_text(store, sum);
  out += ' ' + to_text(store, store.negate(sum)) + ' ' + to_text(store.thermograph(sum));
  out += ' ' + to_text(store, store.cool(sum, Dyadic(1, 1)));
  out += ' ' + to_text(store, store.heat(sum, store.integer(2)));
  out += ' ' + std::to_string(static_cast<int>(store.compare(g, h)));
  // Which comes first depends on the ids, and so on what other threads have made.
  std::multiset<std::string> incentives;
  for (const GameId x : undominated_incentives(store, g, Player::kLeft)) {
    incentives.insert(to_text(store, x));
  }
  for (const std::string& x : incentives) out += x + ' ';
  return out + ' ' + std::to_string(store.birthday(sum));
}

}  // namespace

TEST_CASE("threads that share games agree with one that does not", "[store][parallel]") {
  const std::size_t cases = testing::scaled(400);
  std::vector<std::string> alone;
  for (std::size_t i = 0; i < cases; ++i) {
    Store store;
    alone.push_back(report(store, i / 2));  // each twice, so that threads meet
  }
  for (const unsigned threads : {1U, 2U, 5U}) {
    Store store;
    const auto together = parallel_map(
        store, cases, threads, [](Store& handle, std::size_t i) { return report(handle, i / 2); });
    CHECK(together == alone);
    // The games that the threads made are those of the store.
    const std::uint64_t games = store.statistics().games;
    for (std::size_t i = 0; i < cases; i += 7) CHECK(report(store, i / 2) == alone[i]);
    CHECK(store.statistics().games == games);
  }
}

TEST_CASE("what a thread keeps from item to item is made once and is its own", "[parallel]") {
  struct Count {
    Store* handle;
    std::size_t items = 0;
  };
  Store store;
  const std::size_t cases = testing::scaled(300);
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<unsigned> made = 0;
    const auto results = parallel_map(
        store, cases, threads,
        [&](Store& handle) {
          ++made;
          return std::make_unique<Count>(Count{&handle});
        },
        [](std::unique_ptr<Count>& mine, std::size_t i) {
          ++mine->items;
          return std::pair(mine->handle->integer(static_cast<std::int64_t>(i)), mine->items);
        });
    CHECK(made >= 1);
    CHECK(made <= threads);
    std::size_t first_items = 0;
    for (std::size_t i = 0; i < cases; ++i) {
      CHECK(results[i].first == store.integer(static_cast<std::int64_t>(i)));
      first_items += results[i].second == 1 ? 1 : 0;
    }
    CHECK(first_items <= made);
    CHECK(first_items >= 1);
  }
}

TEST_CASE("a game has one id in all handles", "[store][parallel]") {
  Store store;
  const std::size_t cases = testing::scaled(2'000);
  // Every item makes the same few games, so that all threads write the same records at once.
  const auto ids = parallel_map(store, cases, 4, [](Store& handle, std::size_t i) {
    std::mt19937_64 random(i % 16);
    return testing::random_game(handle, random, 4, 2);
  });
  for (std::size_t i = 0; i < cases; ++i) CHECK(ids[i] == ids[i % 16]);
  // Large numbers too, which live outside the words.
  const auto numbers = parallel_map(store, cases, 4, [](Store& handle, std::size_t i) {
    return handle.nus({Dyadic(static_cast<std::int64_t>(1'000'000 + i % 32), 40), 7, 3});
  });
  std::set<GameId> distinct(numbers.begin(), numbers.end());
  CHECK(distinct.size() == 32);
  for (std::size_t i = 0; i < cases; ++i) {
    CHECK(store.as_nus(numbers[i])->number ==
          Dyadic(static_cast<std::int64_t>(1'000'000 + i % 32), 40));
  }
}

TEST_CASE("one budget limits all threads", "[store][parallel][budget]") {
  Store store;
  const auto work = [](Store& handle, std::size_t i) {
    std::mt19937_64 random(i);
    GameId sum = kZero;
    for (int k = 0; k < 3; ++k) {
      sum = handle.add(sum, testing::random_game(handle, random, 3, 2));
    }
    return sum;
  };
  Budget counting;
  {
    Store fresh;
    const Store::BudgetScope scope(fresh, counting);
    parallel_map(fresh, 64, 3, work);
  }
  CHECK(counting.used_nodes() > 5'000);
  // An id belongs to its store: the sum asked for below is of a game made here, before the limit.
  const GameId first = work(store, 0);
  REQUIRE(store.birthday(first) > 2);
  {
    Budget budget({counting.used_nodes() / 4});
    const Store::BudgetScope scope(store, budget);
    CHECK_THROWS_AS(parallel_map(store, 64, 3, work), BudgetExhausted);
    // Every thread may overrun by what it does between two looks at the pool.
    CHECK(budget.used_nodes() >= budget.limits().nodes);
    CHECK(budget.used_nodes() <= budget.limits().nodes + 4 * 1024);
    CHECK_THROWS_AS(store.add(first, first), BudgetExhausted);
  }
  Store plain;
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(to_text(store, work(store, i)) == to_text(plain, work(plain, i)));
  }
}

TEST_CASE("handles that stay serve again, within one budget", "[store][parallel][budget]") {
  Store store;
  const std::unique_ptr<Store> second(new Store(store.share()));
  const std::unique_ptr<Store> third(new Store(store.share()));
  const std::vector<Store*> handles{&store, second.get(), third.get()};
  std::vector<GameId> made(3);
  const auto body = [&](std::size_t i) {
    std::mt19937_64 random(1);
    GameId sum = kZero;
    for (int k = 0; k < 5; ++k) {
      sum = handles[i]->add(sum, testing::random_game(*handles[i], random, 3, 2));
    }
    made[i] = sum;
  };
  parallel_handles(handles, body);
  CHECK(made[0] == made[1]);
  CHECK(made[0] == made[2]);
  Store plain;
  std::mt19937_64 random(1);
  GameId sum = kZero;
  for (int k = 0; k < 5; ++k) sum = plain.add(sum, testing::random_game(plain, random, 3, 2));
  CHECK(to_text(store, made[0]) == to_text(plain, sum));
  {
    Budget budget({.nodes = 3'000});
    const Store::BudgetScope scope(store, budget);
    CHECK_THROWS_AS(parallel_handles(handles,
                                     [&](std::size_t i) {
                                       while (true) handles[i]->budget().charge();
                                     }),
                    BudgetExhausted);
    CHECK(budget.used_nodes() >= 3'000);
    CHECK(budget.used_nodes() <= 3'000 + 3 * 1024);
    CHECK(&store.budget() == &budget);
  }
  made.assign(3, kZero);
  parallel_handles(handles, body);  // no budget, and the tables are as they were
  CHECK(to_text(store, made[2]) == to_text(plain, sum));
  parallel_handles({}, [](std::size_t) { FAIL(); });
}

TEST_CASE("an error in one thread ends the loop and is thrown", "[store][parallel]") {
  Store store;
  std::atomic<std::size_t> done = 0;
  const auto body = [&](Store& handle, std::size_t i) {
    if (i == 10) throw Error("item " + std::to_string(i));
    handle.nimber(static_cast<std::uint32_t>(i));
    ++done;
  };
  try {
    parallel_for(store, 100'000, 2, body);
    FAIL("the error was lost");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "item 10");
  }
  CHECK(done >= 10);
  CHECK(done < 100'000);
  parallel_for(store, 0, 4, [](Store&, std::size_t) { FAIL("there is nothing to do"); });
}

}  // namespace cgt::sharing_test
