// The thread rule of lang/c/cgt.h.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "lang/c/cgt.h"

namespace c_api_test {

namespace {

std::string value_text(cgt_store* store, const cgt_position* position) {
  std::size_t needed = 0;
  if (cgt_position_print(store, position, CGT_TEXT, nullptr, 0, &needed) != CGT_OK) return "";
  std::string text(needed, ' ');
  if (cgt_text_again(store, text.data(), needed, nullptr) != CGT_OK) return "";
  text.pop_back();
  return text;
}

cgt_position* board(cgt_store* store, const char* ruleset, const char* text) {
  cgt_position* made = nullptr;
  REQUIRE(cgt_position_parse(store, ruleset, text, &made) == CGT_OK);
  return made;
}

}  // namespace

TEST_CASE("C: two stores in two threads value the same positions", "[c]") {
  cgt_store* first = nullptr;
  cgt_store* second = nullptr;
  REQUIRE(cgt_store_new(&first) == CGT_OK);
  REQUIRE(cgt_store_new(&second) == CGT_OK);
  cgt_position* const shared = board(first, "clobber", "xoxo|oxox");
  std::string a;
  std::string b;
  {
    const std::jthread one([&] { a = value_text(first, shared); });
    const std::jthread other([&] { b = value_text(second, shared); });
  }
  CHECK_FALSE(a.empty());
  CHECK(a == b);
  cgt_position_free(shared);
  cgt_store_free(first);
  cgt_store_free(second);
}

TEST_CASE("C: handles of one store find the same games in their threads", "[c]") {
  constexpr std::size_t kThreads = 3;
  cgt_store* store = nullptr;
  REQUIRE(cgt_store_new(&store) == CGT_OK);
  std::vector<cgt_store*> handles{store};
  while (handles.size() < kThreads) {
    handles.emplace_back();
    REQUIRE(cgt_store_share(store, &handles.back()) == CGT_OK);
  }
  cgt_position* const position = board(store, "domineering", "....|....|...#");
  std::vector<std::vector<cgt_game>> found(kThreads);
  std::atomic<int> failures{0};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        cgt_store* mine = handles[i];
        cgt_game hot = 0;
        cgt_game sum = 0;
        cgt_game value = 0;
        if (cgt_position_value(mine, position, &value) != CGT_OK ||
            cgt_parse(mine, "{3|1||-2}", &hot) != CGT_OK || cgt_integer(mine, 0, &sum) != CGT_OK) {
          ++failures;
          return;
        }
        found[i].push_back(value);
        for (int times = 0; times < 4; ++times) {
          if (cgt_add(mine, sum, hot, &sum) != CGT_OK) ++failures;
          found[i].push_back(sum);
        }
      });
    }
  }
  CHECK(failures == 0);
  for (std::size_t i = 1; i < kThreads; ++i) CHECK(found[i] == found[0]);
  // What one made, another reads, when the first is gone.
  cgt_store_free(handles[0]);
  std::size_t needed = 0;
  CHECK(cgt_print(handles[1], found[0].back(), CGT_TEXT, nullptr, 0, &needed) == CGT_OK);
  cgt_store_free(handles[1]);
  cgt_store_free(handles[2]);
  cgt_position_free(position);
}

TEST_CASE("C: a third thread stops a call, and the store goes on", "[c]") {
  cgt_store* store = nullptr;
  cgt_store* other = nullptr;
  REQUIRE(cgt_store_new(&store) == CGT_OK);
  REQUIRE(cgt_store_share(store, &other) == CGT_OK);
  // Hours.
  cgt_position* const large = board(store, "domineering",
                                    "..........|..........|..........|"
                                    "..........|..........|..........");
  std::atomic<bool> running{false};
  cgt_status status = CGT_OK;
  cgt_status untouched = CGT_INTERNAL;
  {
    const std::jthread computing([&] {
      cgt_game value = 0;
      running = true;
      status = cgt_position_value(store, large, &value);
    });
    const std::jthread beside([&] {
      cgt_game g = 0;
      untouched = cgt_parse(other, "{2|1||0}", &g);
    });
    const std::jthread stopping([&] {
      while (!running) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      cgt_store_stop(store);
    });
  }
  CHECK(status == CGT_INTERRUPTED);
  CHECK(untouched == CGT_OK);
  cgt_game g = 0;
  CHECK(cgt_parse(store, "^", &g) == CGT_OK);
  cgt_position_free(large);
  cgt_store_free(store);
  cgt_store_free(other);
}

}  // namespace c_api_test
