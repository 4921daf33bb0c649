// Games as deep as they are long: nothing may recurse on the machine stack. The work is done on a
// thread with a small stack, so that a walk that does fails at once.
#include <pthread.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <exception>
#include <functional>

#include "cgt/algebra/tree_size.hpp"
#include "cgt/detail/tuning.hpp"
#include "cgt/pictures/tree.hpp"
#include "cgt/store/uptimal.hpp"
#include "cgt/text/json.hpp"
#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/games.hpp"
#include "tests/slow.hpp"

namespace cgt::deep_test {
namespace {

struct Job {
  std::function<void()> work;
  std::exception_ptr failure;
};

void on_small_stack(std::function<void()> work) {
  Job job{std::move(work), nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  REQUIRE(pthread_attr_setstacksize(&attributes, 512 * 1024) == 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    Job& mine = *static_cast<Job*>(argument);
    try {
      mine.work();
    } catch (...) {
      mine.failure = std::current_exception();
    }
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &job) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (job.failure) std::rethrow_exception(job.failure);
}

// 10,000 frames of a recursion would not fit on the small stack either. Hostile tables take the square of
// the depth, and the stack has been looked at without them.
int depth() { return detail::hostile() ? 2'000 : testing::sized(100'000, 10'000); }

// {n - 1 | {n - 2 | ... {0 | -1}}}
GameId corridor(Store& store, int depth) {
  GameId g = store.integer(-1);
  for (int n = 0; n < depth; ++n) g = store.construct({store.integer(n)}, {g});
  return g;
}

// Growing threats of both players in turn.
GameId ladder(Store& store, int depth) {
  GameId g = store.construct({store.integer(1)}, {store.integer(-1)});
  for (int n = 0; n < depth; ++n) {
    g = n % 2 == 0 ? store.construct({g}, {store.integer(-n - 2)})
                   : store.construct({store.integer(n + 2)}, {g});
  }
  return g;
}

void walk_structure(Store& store, GameId g) {
  const GameId minus = store.negate(g);
  CHECK(store.negate(minus) == g);
  CHECK(store.add(g, minus) == kZero);
  CHECK_FALSE(store.leq(store.add(g, store.integer(1)), g));
  CHECK(store.stop(g, Player::kLeft) >= store.stop(g, Player::kRight));
  CHECK(store.follower_count(g) == store.follower_count(minus));
  store.heat(g, store.nimber(1));
  store.outcome(g);
  const std::string text = to_text(store, g);
  CHECK(parse_value(store, text) == g);
  CHECK(to_text(store, g, {Notation::kCanonical, 60}).size() <= 60);
  CHECK(tree_node_count(store, g) > 2 * depth());
  CHECK_FALSE(is_uptimal(store, g));
  CHECK(to_latex(store, g).size() > text.size());
  CHECK(value_from_json(store, to_json(store, g, {-1, 80, false})) == g);
  const std::string svg = game_tree_svg(store, g);
  CHECK(svg.size() < 20'000);
  CHECK(svg.find("60 nodes drawn of a tree with ") != std::string::npos);
  // A picture as deep as the game.
  const auto deep = static_cast<std::size_t>(depth());
  CHECK(game_tree_dot(store, g, {deep, true, false, 0}).size() > deep);
}

void walk_thermographs(Store& store, GameId g) {
  CHECK(store.add(store.add(g, store.up(1)), store.up(-1)) == g);
  const GameId minus = store.negate(g);
  CHECK(store.mean(minus) == -store.mean(g));
  CHECK(store.temperature(minus) == store.temperature(g));
  CHECK(store.mean(store.freeze(g)) == store.mean(g));
  CHECK(store.temperature(store.cool(g, Dyadic(1, 1))) <= store.temperature(g));
}

}  // namespace

TEST_CASE("deep games", "[deep]") {
  SECTION("a corridor") {
    on_small_stack([] {
      Store store;
      walk_structure(store, corridor(store, depth()));
      // The mean of a corridor has a binary digit for each level.
      walk_thermographs(store, corridor(store, std::min(1'000, depth() / 10)));
    });
  }
  SECTION("a ladder") {
    on_small_stack([] {
      Store store;
      walk_structure(store, ladder(store, depth()));
      walk_thermographs(store, ladder(store, 300));
    });
  }
  SECTION("a power of up") {
    on_small_stack([] {
      Store store;
      const GameId g = uptimal(store, UptimalExpansion::powers_to(20'000));
      CHECK(to_text(store, g) == "^[20000]");
      CHECK(uptimal_expansion(store, g) == UptimalExpansion::powers_to(20'000));
      const UptimalExpansion twice =
          UptimalExpansion::powers_to(20'000) + UptimalExpansion::powers_to(20'001);
      CHECK(uptimal_expansion(store, uptimal(store, twice)) == twice);
      CHECK(store.add(g, store.negate(g)) == kZero);
      CHECK(store.temperature(g) == Dyadic());
    });
  }
  SECTION("small numbers") {
    on_small_stack([] {
      Store store;
      GameId g = store.integer(1);
      for (int i = 0; i < 20'000; ++i) g = store.construct({kZero}, {g});
      CHECK(store.number_value(g) == Dyadic(1, 20'000));
      CHECK(store.birthday(g) == 20'001);
    });
  }
}

TEST_CASE("wide and long values", "[deep]") {
  Store store;
  const GameId nimber = store.nimber(1000);
  CHECK(store.temperature(nimber) == Dyadic());
  CHECK(to_text(store.thermograph(nimber)) == "Thermograph(0,[0],[0,-1],0,[0],[0,1])");
  CHECK(store.follower_count(nimber) == 1001);
  CHECK(store.options(nimber, Player::kLeft).size() == 1000);
  CHECK(store.construct(store.options(nimber, Player::kLeft),
                        store.options(nimber, Player::kRight)) == nimber);
  GameId sum = kZero;
  for (int i = 0; i < 100'000; ++i) {
    sum =
        store.add(sum, store.nus({Dyadic(i % 7 - 3, 2), i % 5 - 2, static_cast<unsigned>(i % 9)}));
  }
  REQUIRE(store.is_nus(sum));
  CHECK(store.add(sum, store.negate(sum)) == kZero);
}

}  // namespace cgt::deep_test
