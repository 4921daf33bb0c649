#include "cgt/support/threads.hpp"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cgt/support/error.hpp"

namespace cgt::threads_test {

TEST_CASE("every item is handed out once, to no more threads than asked for", "[parallel]") {
  constexpr std::size_t kCount = 10'000;
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    std::vector<std::atomic<int>> seen(kCount);
    std::mutex mutex;
    std::set<std::thread::id> workers;
    std::atomic<bool> in_order = true;
    const auto failure = share_items(kCount, threads, [&](const NextItem& next) {
      {
        const std::lock_guard lock(mutex);
        workers.insert(std::this_thread::get_id());
      }
      std::size_t last = 0;
      while (const auto i = next()) {
        if (*i < last) in_order = false;
        last = *i;
        ++seen[*i];
      }
      if (next()) in_order = false;
    });
    CHECK(failure == nullptr);
    CHECK(in_order);
    std::size_t once = 0;
    for (const auto& count : seen) once += count == 1 ? 1 : 0;
    CHECK(once == kCount);
    CHECK(workers.size() <= thread_count(threads));
    CHECK(workers.count(std::this_thread::get_id()) == 1);
  }
  CHECK(thread_count(3) == 3);
  CHECK(thread_count(0) >= 1);
}

TEST_CASE("fewer items than threads", "[parallel]") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    std::atomic<std::size_t> workers = 0;
    std::atomic<std::size_t> items = 0;
    CHECK(share_items(count, 7, [&](const NextItem& next) {
            ++workers;
            while (next()) ++items;
          }) == nullptr);
    CHECK(items == count);
    CHECK(workers == std::max<std::size_t>(count, 1));
  }
}

TEST_CASE("of several exceptions that of the lowest item is kept", "[parallel]") {
  constexpr std::size_t kFirst = 20;
  // Both threads hold an item when the first exception is thrown, and both throw.
  for (int run = 0; run < 50; ++run) {
    std::atomic<std::size_t> waiting = 0;
    std::atomic<std::size_t> begun = 0;
    const auto failure = share_items(1'000, 2, [&](const NextItem& next) {
      while (const auto i = next()) {
        ++begun;
        if (*i != kFirst && *i != kFirst + 1) continue;
        ++waiting;
        while (waiting < 2) std::this_thread::yield();
        throw Error("item " + std::to_string(*i));
      }
    });
    REQUIRE(failure != nullptr);
    try {
      std::rethrow_exception(failure);
    } catch (const Error& error) {
      CHECK(std::string(error.what()) == "item 20");
    }
    CHECK(begun == kFirst + 2);
  }
}

TEST_CASE("a worker may throw before its first item", "[parallel]") {
  const auto failure = share_items(5, 1, [](const NextItem&) { throw Error("no start"); });
  REQUIRE(failure != nullptr);
  CHECK_THROWS_AS(std::rethrow_exception(failure), Error);
}

}  // namespace cgt::threads_test
