#include "cgt/number/nim_field.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

namespace nim_product_test {
namespace {

using namespace cgt;

Ordinal omega_to(const Ordinal& e) { return Ordinal::omega_power(e); }
// w^(w^k)
Ordinal kappa(std::int64_t k) { return omega_to(omega_to(Ordinal(k))); }

std::vector<Ordinal> some_ordinals(std::mt19937& random, std::size_t count) {
  Budget budget;
  std::vector<Ordinal> found;
  for (std::size_t i = 0; i < count; ++i) {
    Ordinal sum(static_cast<std::int64_t>(random() % 5));
    for (int terms = 0; terms < 2; ++terms) {
      Ordinal exponent(static_cast<std::int64_t>(random() % 9));
      for (std::int64_t k = 1; k < 4; ++k) {
        const auto n = static_cast<std::int64_t>(random() % 3 * (random() % 4));
        exponent = exponent + multiply(omega_to(Ordinal(k)), Ordinal(n), budget);
      }
      const Ordinal term = multiply(omega_to(exponent),
                                    Ordinal(static_cast<std::int64_t>(1 + random() % 16)), budget);
      sum = sum.nim_sum(term);
    }
    found.push_back(sum);
  }
  return found;
}

TEST_CASE("Ordinals below w^w^w are a field with the nim sum", "[transfinite]") {
  std::mt19937 random(2024);
  Budget budget;
  const std::vector<Ordinal> all = some_ordinals(random, 60);
  const auto times = [&](const Ordinal& a, const Ordinal& b) { return nim_product(a, b, budget); };
  for (std::size_t i = 0; i + 2 < all.size(); ++i) {
    const Ordinal& a = all[i];
    const Ordinal& b = all[i + 1];
    const Ordinal& c = all[i + 2];
    CHECK(times(a, b) == times(b, a));
    CHECK(times(times(a, b), c) == times(a, times(b, c)));
    CHECK(times(a, b.nim_sum(c)) == times(a, b).nim_sum(times(a, c)));
    CHECK(times(a, Ordinal(1)) == a);
    CHECK(times(a, b).is_zero() == (a.is_zero() || b.is_zero()));
    // In characteristic 2 squares of sums are sums of squares.
    CHECK(nim_power(a.nim_sum(b), Integer(2), budget) ==
          nim_power(a, Integer(2), budget).nim_sum(nim_power(b, Integer(2), budget)));
    CHECK(nim_power(a, Integer(5), budget) == times(a, times(times(a, a), times(a, a))));
  }
}

TEST_CASE("Finite ordinals are multiplied as integers are", "[transfinite]") {
  Budget budget;
  for (std::int64_t a = 0; a < 20; ++a) {
    for (std::int64_t b = 0; b < 20; ++b) {
      CHECK(nim_product(Ordinal(a), Ordinal(b), budget) ==
            Ordinal(nim_product(Integer(a), Integer(b), budget)));
    }
  }
}

// Conway (1976), chapter 6, and Lenstra (1977).
TEST_CASE("The first alphas are those that are published", "[transfinite]") {
  const Ordinal w = Ordinal::omega();
  const std::vector<Ordinal> published{Ordinal(2),
                                       Ordinal(4),
                                       w + Ordinal(1),
                                       kappa(1) + Ordinal(1),
                                       w + Ordinal(4),
                                       Ordinal(16),
                                       omega_to(Ordinal(3)) + Ordinal(4),
                                       kappa(3) + Ordinal(1),
                                       kappa(2) + Ordinal(4),
                                       kappa(1) + Ordinal(1),
                                       omega_to(Ordinal(3)) + Ordinal(4),
                                       kappa(1) + Ordinal(1),
                                       kappa(2) + Ordinal(1)};
  for (std::uint32_t k = 0; k < published.size(); ++k) CHECK(lenstra_alpha(k) == published[k]);
}

// alpha(p) is no p-th power in the field of 2^d elements that it generates, so its power (2^d - 1) / p is
// not 1; and with a smaller excess it would be one.
TEST_CASE("Alphas have no roots, and nothing simpler is without", "[transfinite]") {
  Budget budget;
  const std::vector<std::int64_t> primes{3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43};
  for (const std::size_t k : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 9U, 10U, 11U, 12U}) {
    const Integer p = primes[k];
    const Ordinal alpha = lenstra_alpha(static_cast<std::uint32_t>(k));
    const Integer d = lenstra_degree(static_cast<std::uint32_t>(k)) / p;
    const Integer elements = Integer(1) << static_cast<std::uint64_t>(d);
    INFO("p = " << p << ", d = " << d);
    const auto power = [&](const Ordinal& a, const Integer& n) { return nim_power(a, n, budget); };
    CHECK(power(alpha, elements) == alpha);
    CHECK((elements - Integer(1)) % p == 0);
    CHECK(power(alpha, (elements - Integer(1)) / p) != Ordinal(1));
    const auto excess = alpha.terms().back().coefficient;
    const bool added = alpha.terms().back().exponent.is_zero() && alpha.terms().size() > 1;
    if (added && excess == 1) {
      CHECK(power(alpha.nim_sum(Ordinal(1)), (elements - Integer(1)) / p) == Ordinal(1));
    }
    if (p == 19) {
      const Ordinal nine = omega_to(Ordinal(3));
      for (std::int64_t m = 0; m < 4; ++m) {
        CHECK(power(nine + Ordinal(m), (elements - Integer(1)) / p) == Ordinal(1));
      }
    }
    CHECK(power(kappa(static_cast<std::int64_t>(k)), p) == alpha);
  }
}

TEST_CASE("What is beyond the table of primes is refused", "[transfinite]") {
  Budget budget;
  CHECK(nim_power(kappa(104), Integer(577), budget) == lenstra_alpha(104));
  CHECK_THROWS_AS(nim_product(kappa(105), Ordinal(2), budget), Error);
  CHECK_THROWS_AS(nim_product(omega_to(omega_to(Ordinal::omega())), Ordinal(2), budget), Error);
  Budget small({.nodes = 3});
  CHECK_THROWS_AS(nim_power(kappa(7) + Ordinal(1), Integer(99), small), BudgetExhausted);
}

}  // namespace
}  // namespace nim_product_test
