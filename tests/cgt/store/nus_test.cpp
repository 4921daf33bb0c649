// The closed forms of number-up-star against the games that they stand for.
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

#include "cgt/store/store.hpp"
#include "cgt/support/error.hpp"
#include "tests/cgt/naive.hpp"

namespace cgt::nus_test {
namespace {

std::vector<Nus> small_values() {
  std::vector<Nus> out;
  for (const Dyadic& x : {Dyadic(), Dyadic(2), Dyadic(-3, 2)}) {
    for (int u = -5; u <= 5; ++u) {
      for (unsigned k = 0; k <= 7; ++k) out.push_back({x, u, k});
    }
  }
  return out;
}

}  // namespace

TEST_CASE("a number-up-star is made of its options", "[nus]") {
  Store store;
  for (const Nus& value : small_values()) {
    const GameId g = store.nus(value);
    INFO(value.number.to_string() << " + " << value.ups << " ups + *" << value.nimber);
    const GameList left = store.options(g, Player::kLeft);
    const GameList right = store.options(g, Player::kRight);
    CHECK(store.construct(left, right) == g);
    CHECK(store.as_nus(g) == value);
    // Nor does anything change with more of them than needed.
    GameList more = left;
    more.push_back(store.subtract(g, store.integer(3)));
    CHECK(store.construct(more, right) == g);
    CHECK(store.follower_count(g) == store.followers(g).size());
    std::uint64_t birthday = 0;
    for (const Player player : kPlayers) {
      for (const GameId x : store.options(g, player)) {
        birthday = std::max(birthday, store.birthday(x) + 1);
      }
    }
    CHECK(store.birthday(g) == birthday);
  }
}

TEST_CASE("number-up-stars against the definitions", "[nus]") {
  Store store;
  testing::Naive naive;
  std::vector<Nus> values;
  for (const Nus& value : small_values()) {
    if (value.ups >= -3 && value.ups <= 3 && value.nimber <= 3) values.push_back(value);
  }
  for (const Nus& a : values) {
    const GameId g = store.nus(a);
    const int p = naive.import(store, g);
    CHECK(naive.canonical(p) == p);
    CHECK(naive.negate(p) == naive.import(store, store.negate(g)));
    CHECK(naive.birthday(p) == static_cast<int>(store.birthday(g)));
    for (const Player player : kPlayers) {
      CHECK(testing::to_mpq(store.stop(g, player)) == naive.stop(p, player == Player::kLeft));
    }
    for (const Nus& b : values) {
      const GameId h = store.nus(b);
      const int q = naive.import(store, h);
      if (store.leq(g, h) != naive.leq(p, q)) FAIL("order");
      // Sums of numbers different from 0 make large trees and nothing new.
      if (!a.number.is_zero() || a.nimber + b.nimber > 4) continue;
      if (naive.canonical(naive.add(p, q)) != naive.import(store, store.add(g, h))) FAIL("sum");
    }
  }
}

TEST_CASE("values on both sides of the inline word", "[store]") {
  Store store;
  std::vector<Nus> values;
  for (const std::int64_t n : {16383, 16384, -16384, -16385}) {
    for (const unsigned e : {0U, 1U, 15U, 16U}) {
      for (const std::int64_t u : {0, 31, 32, -32, -33}) {
        for (const unsigned k : {0U, 1U, 63U, 64U}) values.push_back({Dyadic(n, e), u, k});
      }
    }
  }
  for (const Nus& value : values) {
    INFO(value.number.to_string() << " + " << value.ups << " ups + *" << value.nimber);
    const GameId g = store.nus(value);
    const bool fits = encode_inline(value).has_value();
    CHECK(g.is_inline() == fits);
    CHECK(store.nus(value) == g);
    CHECK(store.as_nus(g) == value);
    CHECK(store.negate(store.negate(g)) == g);
    CHECK(store.add(g, store.negate(g)) == kZero);
    CHECK(store.add(store.add(g, store.up(7, 3)), store.up(-7, 3)) == g);
    CHECK(store.compare(g, store.add(g, store.integer(1))) == Relation::kLess);
    CHECK(store.compare(g, store.add(g, store.up(2))) == Relation::kLess);
    CHECK(store.compare(g, store.add(g, store.nimber(2))) == Relation::kFuzzy);
    CHECK(store.stop(g, Player::kLeft) == value.number);
    CHECK(store.mean(g) == value.number);
    CHECK(store.granularity(g) == value.number.exponent());
    CHECK(store.is_number(g) == value.is_number());
    CHECK(store.construct(store.options(g, Player::kLeft), store.options(g, Player::kRight)) == g);
    // {g + 1 | g - 1} is g + {1|-1}, up to what the switch absorbs.
    const GameId hot =
        store.construct({store.add(g, store.integer(1))}, {store.subtract(g, store.integer(1))});
    CHECK(store.mean(hot) == value.number);
    CHECK(store.temperature(hot) == Dyadic(1));
    CHECK(store.add(hot, store.negate(hot)) == kZero);
  }
}

TEST_CASE("counts that no word can hold are errors", "[store]") {
  Store store;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  const GameId ups = store.up(kMost);
  CHECK(store.birthday(ups) >= static_cast<std::uint64_t>(kMost));
  CHECK_THROWS_AS(store.add(ups, store.up(1)), Error);
  CHECK_THROWS_AS(store.negate(store.up(kLeast)), Error);
  CHECK_NOTHROW(store.birthday(store.up(kLeast)));
  CHECK_THROWS_AS(store.multiple(Dyadic(3), ups), Error);
  CHECK_THROWS_AS(store.multiple(Dyadic(1, 1), kZero), Error);
  const GameId huge = store.number(Dyadic(mpz_class(1) << 80, 0));
  CHECK_THROWS_AS(store.birthday(huge), Error);
  CHECK(store.follower_count(store.integer(-1823437481924)) == 1823437481925);
  CHECK(store.multiple(Dyadic(kMost), store.nimber(5)) == store.nimber(5));
  CHECK(store.compare(huge, ups) == Relation::kGreater);
}

}  // namespace cgt::nus_test
