// Products and sums beyond +, against their definitions and by their laws.
#include "cgt/algebra/products.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/algebra/naive_algebra.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::products_test {

TEST_CASE("products of all pairs of games born by day 2 follow their definitions", "[algebra]") {
  Store store;
  testing::Naive naive;
  testing::NaiveAlgebra algebra(naive);
  const auto games = testing::born_by_day(store, 2);
  for (const GameId g : games) {
    const int p = naive.import(store, g);
    for (const GameId h : games) {
      INFO(to_text(store, g) << " and " << to_text(store, h));
      const int q = naive.import(store, h);
      const auto same = [&](GameId value, int expected) {
        CHECK(naive.import(store, value) == naive.canonical(expected));
      };
      same(ordinal_sum(store, g, h), algebra.ordinal_sum(p, q));
      same(ordinal_product(store, g, h), algebra.ordinal_product(p, q));
      same(conway_product(store, g, h), algebra.conway_product(p, q));
      same(conjunctive_sum(store, g, h), algebra.conjunctive_sum(p, q));
      same(selective_sum(store, g, h), algebra.selective_sum(p, q));
      same(norton_multiply(store, g, h), algebra.norton_multiply(p, q));
      same(overheat(store, g, h, store.integer(1)), algebra.overheat(p, q, naive.integer(1)));
    }
  }
}

TEST_CASE("the colon principle", "[algebra]") {
  Store store;
  const auto games = testing::born_by_day(store, 2);
  for (const GameId g : games) {
    CHECK(ordinal_sum(store, g, kZero) == g);
    CHECK(ordinal_sum(store, kZero, g) == g);
    for (const GameId h : games) {
      const GameId sum = ordinal_sum(store, g, h);
      CHECK(subordinate(store, sum, g) == h);
      CHECK(ordinal_sum(store, store.negate(g), store.negate(h)) == store.negate(sum));
      for (const GameId k : games) {
        CHECK(store.compare(sum, ordinal_sum(store, g, k)) == store.compare(h, k));
      }
    }
  }
  CHECK_THROWS_AS(subordinate(store, store.nimber(1), store.integer(1)), Error);
  CHECK_THROWS_AS(subordinate(store, store.integer(2), store.nimber(1)), Error);
}

TEST_CASE("the Norton product by a positive game is linear and keeps the order", "[algebra]") {
  Store store;
  const auto games = testing::born_by_day(store, 2);
  for (const char* unit : {"1", "1/2", "^", "^^*", "Tiny(1)", "1+*", "{3||1|0}"}) {
    const GameId u = parse_value(store, unit);
    REQUIRE(store.compare(u, kZero) == Relation::kGreater);
    INFO(unit);
    for (const GameId g : games) {
      const GameId gu = norton_multiply(store, g, u);
      CHECK(norton_multiply(store, store.negate(g), u) == store.negate(gu));
      for (const GameId h : games) {
        const GameId hu = norton_multiply(store, h, u);
        CHECK(store.compare(gu, hu) == store.compare(g, h));
        CHECK(norton_multiply(store, store.add(g, h), u) == store.add(gu, hu));
      }
    }
  }
}

TEST_CASE("overheating keeps sums and order if it raises integers by more than it heats",
          "[algebra]") {
  Store store;
  const auto games = testing::born_by_day(store, 2);
  const std::pair<const char*, const char*> kHeats[]{
      {"1", "1+*"}, {"2", "1"}, {"1", "1/2"}, {"1", "0"}};
  for (const auto& [from, to] : kHeats) {
    const GameId s = parse_value(store, from);
    const GameId t = parse_value(store, to);
    INFO(from << " to " << to);
    for (const GameId g : games) {
      const GameId hot = overheat(store, g, s, t);
      CHECK(overheat(store, store.negate(g), s, t) == store.negate(hot));
      for (const GameId h : games) {
        INFO(to_text(store, g) << " and " << to_text(store, h));
        const GameId other = overheat(store, h, s, t);
        CHECK(overheat(store, store.add(g, h), s, t) == store.add(hot, other));
        if (store.leq(g, h)) CHECK(store.leq(hot, other));
      }
    }
  }
  // With s = t it does not.
  const GameId one = store.integer(1);
  const GameId minus_half = store.number(Dyadic(-1, 1));
  CHECK(overheat(store, store.add(minus_half, store.up(1)), one, one) !=
        store.add(overheat(store, minus_half, one, one), overheat(store, store.up(1), one, one)));
  // A number and its form are not the same to overheating: {0 | 1} = 1/2 becomes hot.
  CHECK(overheat(store, store.number(Dyadic(1, 1)), store.integer(1), store.integer(1)) ==
        parse_value(store, "{1|0}"));
}

TEST_CASE("the Conway product of numbers, nimbers and integer multiples", "[algebra]") {
  Store store;
  Forms forms(store);
  // By the definition, through forms for which no rule is known.
  const auto by_definition = [&](GameId g, GameId h) {
    return forms.value(forms.conway_product(forms.explicit_form(g), h));
  };
  for (std::uint32_t k = 0; k < 10; ++k) {
    for (std::uint32_t m = 0; m < 10; ++m) {
      const GameId product = conway_product(store, store.nimber(k), store.nimber(m));
      CHECK(by_definition(store.nimber(k), store.nimber(m)) == product);
    }
  }
  for (int n = -6; n <= 6; ++n) {
    for (int m = -6; m <= 6; ++m) {
      const GameId x = store.number(Dyadic(n, 2));
      const GameId y = store.number(Dyadic(m, 1));
      CHECK(conway_product(store, x, y) == store.number(Dyadic(n, 2) * Dyadic(m, 1)));
      CHECK(by_definition(x, y) == store.number(Dyadic(n, 2) * Dyadic(m, 1)));
    }
  }
  const auto games = testing::born_by_day(store, 3);
  std::mt19937_64 random(5);
  for (std::size_t i = 0; i < testing::scaled(50); ++i) {
    const GameId g = games[random() % games.size()];
    INFO(to_text(store, g));
    for (int n = -2; n <= 3; ++n) {
      CHECK(by_definition(store.integer(n), g) == store.multiple(Dyadic(n), g));
      CHECK(conway_product(store, g, store.integer(n)) == store.multiple(Dyadic(n), g));
    }
  }
  // Nimbers are a field of characteristic 2: every nonzero k < 256 has one inverse below 256.
  for (std::uint32_t k = 1; k < 256; ++k) {
    int inverses = 0;
    for (std::uint32_t m = 1; m < 256; ++m) {
      const bool one = conway_product(store, store.nimber(k), store.nimber(m)) == store.nimber(1);
      inverses += one ? 1 : 0;
    }
    CHECK(inverses == 1);
  }
  CHECK(conway_product(store, store.nimber(65536), store.nimber(65536)) == store.nimber(98304));
}

TEST_CASE("selective sums: the definition and its other reading", "[algebra]") {
  Store store;
  const GameId half = store.number(Dyadic(1, 1));
  CHECK(selective_sum(store, half, half) == store.integer(1));
  CHECK(selective_sum(store, half, half, SelectiveRule::kFirstMoveOnly) ==
        store.number(Dyadic(3, 2)));
  CHECK(selective_sum(store, store.nimber(5), store.nimber(6)) == store.nimber(11));
  CHECK(selective_sum(store, store.nimber(5), store.nimber(6), SelectiveRule::kFirstMoveOnly) ==
        store.nimber(8));
}

TEST_CASE("products stop when the budget is spent and go on afterwards", "[algebra]") {
  Store store;
  const GameId g = parse_value(store, "{2||0|-1}");
  const GameId half = store.number(Dyadic(1, 1));
  Forms forms(store);
  const Form product = forms.conway_product(g, forms.explicit_form(half));
  for (std::uint64_t nodes = 1; nodes < 2'000; nodes += 100) {
    Budget::Limits limits;
    limits.nodes = nodes;
    Budget budget(limits);
    const Store::BudgetScope scope(store, budget);
    try {
      forms.value(product);
    } catch (const BudgetExhausted&) {
    }
  }
  CHECK(forms.value(product) == conway_product(store, g, half));
  {
    Budget::Limits limits;
    limits.nodes = 1;
    Budget budget(limits);
    const Store::BudgetScope scope(store, budget);
    CHECK_THROWS_AS(norton_multiply(store, store.up(1'000'000'000'000), store.up(1)),
                    BudgetExhausted);
    CHECK_THROWS_AS(ordinal_sum(store, store.nimber(1), store.integer(100'000)), BudgetExhausted);
    CHECK_THROWS_AS(conway_product(store, g, g), BudgetExhausted);
  }
  CHECK(store.is_number(conway_product(store, half, half)));
  CHECK(ordinal_sum(store, store.nimber(1), store.integer(2)) == parse_value(store, "^[2]+*"));
}

TEST_CASE("products of deep games do not recurse", "[algebra]") {
  Store store;
  const GameId star = store.nimber(1);
  const GameId deep = ordinal_sum(store, star, store.integer(20'000));
  CHECK(store.birthday(deep) == 20'001);
  CHECK(subordinate(store, deep, star) == store.integer(20'000));
  CHECK(norton_multiply(store, deep, store.integer(1)) == deep);
  CHECK(overheat(store, deep, kZero, kZero) == store.heat(deep, kZero));
}

}  // namespace cgt::products_test
