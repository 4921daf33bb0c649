// Ordinals and their quotients: the laws of a field, order, text, and facts of Conway 1976.
#include <catch2/catch.hpp>

#include <random>

#include "cgt/number/nim_field.hpp"
#include "cgt/number/ordinal.hpp"
#include "cgt/support/error.hpp"
#include "tests/testing.hpp"

namespace ordinal_test {

using namespace cgt;

namespace {

Budget budget;
const Ordinal w = Ordinal::omega();

Ordinal operator*(const Ordinal& a, const Ordinal& b) { return multiply(a, b, budget); }

// Few exponents, so that sums meet.
Ordinal any_exponent(std::mt19937_64& random, int depth) {
  Ordinal out;
  for (std::uint64_t n = random() % 3; n > 0; --n) {
    const Ordinal e = depth == 0 ? Ordinal() : any_exponent(random, depth - 1);
    out = out + Ordinal::omega_power(e) * Ordinal(static_cast<std::int64_t>(1 + random() % 2));
  }
  return out;
}

Ordinal any_number(std::mt19937_64& random) {
  Ordinal out;
  for (std::uint64_t n = 1 + random() % 3; n > 0; --n) {
    const auto c = static_cast<std::int64_t>(random() % 7) - 3;
    out = out + Ordinal::omega_power(any_exponent(random, 1)) * Ordinal(c);
  }
  return out;
}

// What is left at a place far out: w is 10^k, w^w and its like do not occur. Order and arithmetic of
// polynomials in w are those of their values there.
Integer value_at(const Ordinal& a, const Integer& place) {
  Integer out = 0;
  for (const Ordinal::Term& t : a.terms()) {
    out += t.coefficient * pow(place, static_cast<unsigned>(t.exponent.as_integer().value()));
  }
  return out;
}

Ordinal polynomial(std::mt19937_64& random) {
  Ordinal out;
  for (std::int64_t e = 0; e < 4; ++e) {
    const auto c = static_cast<std::int64_t>(random() % 9) - 4;
    out = out + Ordinal::omega_power(Ordinal(e)) * Ordinal(c);
  }
  return out;
}

}  // namespace

TEST_CASE("Sums and products of ordinals obey the laws of a ring", "[transfinite]") {
  std::mt19937_64 random(7);
  const std::size_t cases = testing::scaled(300);
  for (std::size_t i = 0; i < cases; ++i) {
    const Ordinal a = any_number(random);
    const Ordinal b = any_number(random);
    const Ordinal c = any_number(random);
    CHECK(a + b == b + a);
    CHECK((a + b) + c == a + (b + c));
    CHECK(a * b == b * a);
    CHECK((a * b) * c == a * (b * c));
    CHECK(a * (b + c) == a * b + a * c);
    CHECK((a - a).is_zero());
    CHECK(a * Ordinal(1) == a);
    CHECK((a < b) == (a + c < b + c));
    CHECK((a < b) == ((b - a).sign() > 0));
    if (c.sign() > 0) CHECK((a < b) == (a * c < b * c));
    CHECK(power(a, 3, budget) == a * a * a);
    CHECK((a == b) == (a.text() == b.text()));
    if (a == b) CHECK(a.hash() == b.hash());
  }
}

TEST_CASE("Polynomials in omega are what they are far out", "[transfinite]") {
  std::mt19937_64 random(11);
  const Integer place("1000000000");
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const Ordinal a = polynomial(random);
    const Ordinal b = polynomial(random);
    CHECK(value_at(a * b, place) == value_at(a, place) * value_at(b, place));
    CHECK((a < b) == (value_at(a, place) < value_at(b, place)));
    if (b.is_zero()) continue;
    const SurrealFraction q(a, b, budget);
    CHECK(Rational(value_at(q.numerator(), place), value_at(q.denominator(), place)) ==
          Rational(value_at(a, place), value_at(b, place)));
  }
}

TEST_CASE("Common divisors of ordinals", "[transfinite]") {
  std::mt19937_64 random(13);
  std::size_t real = 0;
  const std::size_t cases = testing::scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    const Ordinal a = any_number(random);
    const Ordinal b = any_number(random);
    const Ordinal c = any_number(random);
    if (a.is_zero() || b.is_zero() || c.is_zero()) continue;
    const Ordinal d = common_divisor(a * c, b * c, budget);
    CHECK(divide(a * c, d, budget).has_value());
    CHECK(divide(b * c, d, budget).has_value());
    CHECK(divide(d, c, budget).has_value());
    CHECK(divide(a * c, c, budget) == a);
    if (c.terms().size() > 1) ++real;
    // Equal quotients are written in one way.
    CHECK(SurrealFraction(a * c, b * c, budget).text() == SurrealFraction(a, b, budget).text());
  }
  testing::expect_share(real, cases, 0.3);  // 0.5
  CHECK(common_divisor(w * Ordinal(6), w * Ordinal(4) + Ordinal(2), budget) == Ordinal(2));
  // Of huge degree none is looked for, and the quotient is right all the same.
  const Ordinal huge = power(w, 1'000'000, budget) - Ordinal(1);
  const SurrealFraction q(huge, w - Ordinal(1), budget);
  const SurrealFraction same(huge * huge, huge * (w - Ordinal(1)), budget);
  CHECK((compare(q, same, budget) == 0));
}

TEST_CASE("Texts and facts of ordinals", "[transfinite]") {
  CHECK(w.text() == "ω");
  CHECK(Ordinal().text() == "0");
  CHECK((Ordinal(5) - w).text() == "-ω+5");
  const Ordinal tower = Ordinal::omega_power(w * w);
  CHECK(tower.text() == "ω^ω^2");
  CHECK((tower * tower).text() == "ω^(ω^2×2)");
  CHECK((tower + w * Ordinal(-3)).birthday().text() == "ω^ω^2+ω×3");
  CHECK((w - Ordinal(5)).is_ordinal() == false);
  CHECK((w - Ordinal(1'000'000)).sign() == 1);
  CHECK(power(tower + Ordinal(1), 2, budget).text() == "ω^(ω^2×2)+ω^ω^2×2+1");
  CHECK(SurrealFraction(Ordinal(1), -w, budget).text() == "-1/ω");
  // Coefficients are added like finite nimbers.
  for (std::int64_t a = 0; a < 20; ++a) {
    for (std::int64_t b = 0; b < 20; ++b) {
      const Ordinal x = w * Ordinal(a) + Ordinal(b);
      const Ordinal y = w * Ordinal(b) + Ordinal(7);
      const auto c = [](std::int64_t n) { return Ordinal(n); };
      CHECK(x.nim_sum(y) == w * c(a ^ b) + c(b ^ 7));
    }
  }
  Ordinal high = w;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 300; ++i) high = Ordinal::omega_power(high);
      }(),
      Error);
}

}  // namespace ordinal_test
