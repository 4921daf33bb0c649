#include "cgt/number/dyadic.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

#include "cgt/number/rational.hpp"
#include "tests/cgt/naive.hpp"
#include "tests/testing.hpp"

namespace cgt::dyadic_test {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

void check_reduced(const Dyadic& x) {
  if (x.exponent() > 0) CHECK(mpz_odd_p(x.numerator().get_mpz_t()) != 0);
  CHECK(x.is_small() == (x.numerator().fits_slong_p() != 0));
}

// Numerators that crowd the edges of int64 and 0.
Dyadic random_dyadic(std::mt19937_64& random) {
  const auto exponent =
      static_cast<std::uint32_t>(random() % 3 == 0 ? random() % 90 : random() % 4);
  const auto bits = random() % 64;
  auto n = static_cast<std::int64_t>(random()) >> bits;
  if (random() % 8 == 0) n = kMost - static_cast<std::int64_t>(random() % 3);
  if (random() % 8 == 0) n = kLeast + static_cast<std::int64_t>(random() % 3);
  const Dyadic x(n, exponent);
  return random() % 8 == 0 ? x * Dyadic(kMost) : x;
}

}  // namespace

TEST_CASE("dyadic arithmetic agrees with rationals", "[dyadic]") {
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < testing::scaled(4000); ++i) {
    const Dyadic a = random_dyadic(random);
    const Dyadic b = random_dyadic(random);
    const mpq_class p = testing::to_mpq(a);
    const mpq_class q = testing::to_mpq(b);
    INFO(a.to_string() << " and " << b.to_string());
    for (const Dyadic& x : {a, b, a + b, a - b, a * b, -a}) check_reduced(x);
    CHECK(testing::to_mpq(a + b) == p + q);
    CHECK(testing::to_mpq(a - b) == p - q);
    CHECK(testing::to_mpq(a * b) == p * q);
    CHECK(testing::to_mpq(-a) == -p);
    CHECK(testing::to_mpq(a.half()) == p / 2);
    CHECK(testing::to_mpq(a.scaled(70).scaled(-3)) == p * mpq_class("147573952589676412928"));
    CHECK(a.sign() == sgn(p));
    CHECK((a < b) == (p < q));
    CHECK((a == b) == (p == q));
    CHECK(a.to_string() == p.get_str());
    CHECK((a + b - b) == a);
    CHECK((a + b - b).hash() == a.hash());
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), p.get_num_mpz_t(), p.get_den_mpz_t());
    CHECK(a.floor().numerator() == floor);
    CHECK((a.ceil() - a).sign() >= 0);
    CHECK(a.ceil() - a < Dyadic(1));
    CHECK(a.ceil().is_integer());
    CHECK(to_dyadic(to_rational(a)) == a);
    CHECK(to_string(to_rational(a)) == a.to_string());
  }
}

TEST_CASE("numerators spill to big integers and come back", "[dyadic]") {
  Dyadic x(kMost);
  CHECK(x.is_small());
  x += 1;
  CHECK_FALSE(x.is_small());
  CHECK(x.to_string() == "9223372036854775808");
  CHECK(x.floor() == x);
  const Dyadic copy = x;
  x -= 1;
  CHECK(x.is_small());
  CHECK(x == Dyadic(kMost));
  CHECK(copy > x);
  CHECK((-Dyadic(kLeast)).to_string() == "9223372036854775808");
  CHECK(-(-Dyadic(kLeast)) == Dyadic(kLeast));
  CHECK((-(-Dyadic(kLeast))).is_small());
  CHECK(Dyadic(kLeast, 63) == Dyadic(-1));
  CHECK(Dyadic(kLeast, 70) == Dyadic(-1, 7));
  CHECK(Dyadic(0, 9).exponent() == 0);
  CHECK(Dyadic(-1, 80).floor() == Dyadic(-1));
  CHECK(Dyadic(kLeast + 1, 63).floor() == Dyadic(-1));
}

TEST_CASE("the simplest number of an interval, by birthday", "[dyadic]") {
  // Birthday of n/16 within the tree of numbers: walk down from 0.
  const auto birthday = [](int n) {
    int days = 0;
    Dyadic at;
    const Dyadic goal(n, 4);
    Dyadic step = 1;
    bool turned = false;
    int last = 0;
    while (at != goal) {
      const int way = goal > at ? 1 : -1;
      if (last != 0 && way != last) turned = true;
      if (turned) step = step.half();
      at += way > 0 ? step : -step;
      last = way;
      ++days;
    }
    return days;
  };
  std::vector<int> days;
  constexpr int kRange = 40;
  for (int n = -kRange; n <= kRange; ++n) days.push_back(birthday(n));
  for (int low = -kRange; low <= kRange; ++low) {
    for (int high = low; high <= kRange; ++high) {
      for (const int flags : {0, 1, 2, 3}) {
        const bool with_low = (flags & 1) != 0;
        const bool with_high = (flags & 2) != 0;
        int best = kRange + 1;
        for (int n = with_low ? low : low + 1; n <= (with_high ? high : high - 1); ++n) {
          if (best > kRange || days[static_cast<std::size_t>(n + kRange)] <
                                   days[static_cast<std::size_t>(best + kRange)]) {
            best = n;
          }
        }
        if (best > kRange) continue;  // needs a finer grid
        const Dyadic found = simplest_between(Dyadic(low, 4), with_low, Dyadic(high, 4), with_high);
        if (found != Dyadic(best, 4)) {
          FAIL(low << "/16 .. " << high << "/16, flags " << flags << ": " << found.to_string());
        }
      }
    }
  }
  CHECK(simplest_between(Dyadic(1, 4), false, Dyadic(2, 4), false) == Dyadic(3, 5));
  CHECK(simplest_between(Dyadic(), false, Dyadic(1, 40'000), false) == Dyadic(1, 40'001));
  CHECK(simplest_between(Dyadic(-1, 40'000), false, Dyadic(), false) == Dyadic(-1, 40'001));
  CHECK(simplest_between(Dyadic(1) - Dyadic(1, 5'000), false, Dyadic(1), false) ==
        Dyadic(1) - Dyadic(1, 5'001));
  CHECK(simplest_between(Dyadic(kMost), false, Dyadic(kMost) + 2, false) == Dyadic(kMost) + 1);
}

TEST_CASE("rationals that are not dyadics", "[rational]") {
  CHECK_FALSE(to_dyadic(Rational(1, 3)).has_value());
  CHECK_FALSE(to_dyadic(Rational(-5, 6)).has_value());
  CHECK(to_dyadic(Rational(-6, 4)) == Dyadic(-3, 1));
  CHECK(to_dyadic(Rational(0)) == Dyadic());
  CHECK(to_string(Rational(-2, 6)) == "-1/3");
}

}  // namespace cgt::dyadic_test
