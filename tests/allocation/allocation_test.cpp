// Memory that runs out at any moment: operator new fails at the k-th allocation, for one k after
// the other, and the store must be as good as before. (GMP allocates on its own and is not
// covered.)
#include <catch2/catch.hpp>
#include <new>
#include <random>

#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"
#include "tests/allocation/failing_new.hpp"
#include "tests/cgt/games.hpp"

namespace cgt {
namespace {

using testing::allowed_allocations;

GameId work(Store& store, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const GameId g = testing::random_game(store, random, 3, 3);
  const GameId h = testing::random_game(store, random, 3, 2);
  const GameId sum = store.add(g, store.negate(h));
  store.thermograph(sum);
  store.leq(g, h);
  store.nus({Dyadic(1'000'001, 40), 3, 1});
  return store.add(store.cool(sum, Dyadic(1, 1)), store.heat(g, store.up(1)));
}

}  // namespace

TEST_CASE("a store survives every failed allocation", "[store][memory]") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Store reference;
    const std::string expected = to_text(reference, work(reference, seed));
    Store store;
    std::size_t failures = 0;
    for (long k = 0;; k += 1 + k / 32) {
      bool failed = false;
      allowed_allocations = k;
      try {
        work(store, seed);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      allowed_allocations = -1;
      if (!failed) break;
      ++failures;
    }
    CHECK(failures > 20);
    CHECK(to_text(store, work(store, seed)) == expected);
    CHECK(parse_value(store, expected) == work(store, seed));
  }
}

TEST_CASE("a failed allocation of a fresh store is nobody's loss", "[store][memory]") {
  for (std::uint64_t seed = 10; seed < 12; ++seed) {
    Store reference;
    const std::string expected = to_text(reference, work(reference, seed));
    for (long k = 0; k < 4'000; k += 1 + k / 64) {
      bool failed = false;
      allowed_allocations = k;
      try {
        Store store;
        try {
          work(store, seed);
        } catch (const std::bad_alloc&) {
          failed = true;
        }
        allowed_allocations = -1;
        CHECK(to_text(store, work(store, seed)) == expected);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      allowed_allocations = -1;
      if (!failed) break;
    }
  }
}

}  // namespace cgt
