// Integer and Rational against Boost.Multiprecision, which computes apart from them.
#include "cgt/number/rational.hpp"

#include <boost/multiprecision/gmp.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tests/contracts.hpp"
#include "tests/testing.hpp"

namespace cgt::rational_test {
namespace {

namespace mp = boost::multiprecision;
// Without expression templates, so that every result has one of these types.
using BoostInteger = mp::number<mp::gmp_int, mp::et_off>;
using BoostRational = mp::number<mp::gmp_rational, mp::et_off>;

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

// Decimal digits of numbers of 0 to 400 bits and both signs, many of them small, at the edges of
// machine integers, or with long runs of equal bits.
std::string random_digits(std::mt19937_64& random) {
  BoostInteger n = 0;
  switch (random() % 6) {
    case 0: n = static_cast<std::int64_t>(random() % 9) - 4; break;
    case 1: n = BoostInteger(random() % 2 == 0 ? kMost : kLeast) + (random() % 5) - 2; break;
    case 2: n = (BoostInteger(1) << (random() % 400)) - (random() % 2); break;
    default:
      for (std::uint64_t words = random() % 7; words > 0; --words) n = (n << 64) | random();
      n >>= random() % 64;
  }
  if (random() % 2 == 0) n = -n;
  return n.str();
}

std::string text(const BoostInteger& n) { return n.str(); }
std::string text(const BoostRational& x) {
  const BoostInteger below = mp::denominator(x);
  return mp::numerator(x).str() + (below == 1 ? "" : "/" + below.str());
}

TEST_CASE("integers compute what Boost does", "[integer][random]") {
  std::mt19937_64 random(1901);
  for (std::size_t i = 0; i < testing::scaled(5000); ++i) {
    const std::string p = random_digits(random);
    const std::string q = random_digits(random);
    INFO(p << " and " << q);
    const Integer a(p);
    const Integer b(q);
    const BoostInteger x(p);
    const BoostInteger y(q);
    REQUIRE(to_string(a) == p);
    CHECK(to_string(a + b) == text(x + y));
    CHECK(to_string(a - b) == text(x - y));
    CHECK(to_string(a * b) == text(x * y));
    if (y != 0) {
      CHECK(to_string(a / b) == text(x / y));
      CHECK(to_string(a % b) == text(x % y));
      CHECK(a / b * b + a % b == a);
    }
    CHECK(to_string(a & b) == text(x & y));
    CHECK(to_string(a | b) == text(x | y));
    CHECK(to_string(a ^ b) == text(x ^ y));
    const auto bits = static_cast<unsigned>(random() % 200);
    CHECK(to_string(a << bits) == text(x << bits));
    CHECK(to_string(a >> bits) == text(x >> bits));
    CHECK(to_string(-a) == text(-x));
    CHECK(to_string(abs(a)) == text(abs(x)));
    CHECK(to_string(gcd(a, b)) == text(gcd(x, y)));
    const auto exponent = static_cast<unsigned>(random() % 6);
    CHECK(to_string(pow(a, exponent)) == text(mp::pow(x, exponent)));
    CHECK(bit_length(a) == (x == 0 ? 0 : msb(abs(x)) + 1));
    CHECK(a.sign() == x.sign());
    // Comparison.
    CHECK((a == b) == (x == y));
    CHECK((a < b) == (x < y));
    CHECK((a <= b) == (x <= y));
    CHECK((a > b) == (x > y));
    CHECK((a >= b) == (x >= y));
    const auto small = static_cast<std::int64_t>(random()) >> (random() % 64);
    const auto natural = random() >> (random() % 64);
    CHECK((a == small) == (x == small));
    CHECK((a < small) == (x < small));
    CHECK((a > natural) == (x > natural));
    CHECK((natural >= a) == (natural >= x));
    CHECK(Integer(small) == small);
    CHECK(Integer(natural) == natural);
    CHECK(to_string(Integer(small)) == std::to_string(small));
    CHECK(to_string(Integer(natural)) == std::to_string(natural));
    CHECK(Integer(natural).hash() == Integer(std::to_string(natural)).hash());
    // Machine integers.
    CHECK(a.fits<std::int64_t>() == (x >= kLeast && x <= kMost));
    CHECK(a.fits<std::uint8_t>() == (x >= 0 && x <= 255));
    if (a.fits<std::int64_t>()) CHECK(static_cast<std::int64_t>(a) == static_cast<std::int64_t>(x));
    if (a.fits<std::uint64_t>())
      CHECK(static_cast<std::uint64_t>(a) == static_cast<std::uint64_t>(x));
  }
}

TEST_CASE("assigning operators do what the others do, also on themselves", "[integer][random]") {
  std::mt19937_64 random(1902);
  const auto check = [](const Integer& a, const Integer& b, auto assign, auto plain) {
    Integer changed(a);
    CHECK(&assign(changed, b) == &changed);
    CHECK(changed == plain(a, b));
    Integer self(a);
    assign(self, self);
    CHECK(self == plain(a, a));
  };
#define CGT_BOTH(op)                                                    \
  check(                                                                \
      a, b, [](auto& x, const auto& y) -> auto& { return x op## = y; }, \
      [](const auto& x, const auto& y) { return x op y; })
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const Integer a(random_digits(random));
    const Integer b(random_digits(random));
    CGT_BOTH(+);
    CGT_BOTH(-);
    CGT_BOTH(*);
    CGT_BOTH(&);
    CGT_BOTH(|);
    CGT_BOTH(^);
    if (a != 0 && b != 0) {
      CGT_BOTH(/);
      CGT_BOTH(%);
    }
    Integer shifted(a);
    CHECK((shifted <<= 70) == a << 70);
    CHECK((shifted >>= 100) == a >> 30);
  }
  const auto check_rational = [](const Rational& a, const Rational& b, auto assign, auto plain) {
    Rational changed(a);
    CHECK(&assign(changed, b) == &changed);
    CHECK(changed == plain(a, b));
    Rational self(a);
    assign(self, self);
    CHECK(self == plain(a, a));
  };
#undef CGT_BOTH
#define CGT_BOTH(op)                                                    \
  check_rational(                                                       \
      a, b, [](auto& x, const auto& y) -> auto& { return x op## = y; }, \
      [](const auto& x, const auto& y) { return x op y; })
  for (std::size_t i = 0; i < testing::scaled(300); ++i) {
    const Rational a(Integer(random_digits(random)), Integer(random_digits(random)) | 1);
    const Rational b(Integer(random_digits(random)), Integer(random_digits(random)) | 1);
    CGT_BOTH(+);
    CGT_BOTH(-);
    CGT_BOTH(*);
    if (a != 0 && b != 0) CGT_BOTH(/);
  }
#undef CGT_BOTH
}

TEST_CASE("rational numbers compute what Boost does", "[rational][random]") {
  std::mt19937_64 random(1903);
  const auto not_zero = [&] {
    std::string digits = random_digits(random);
    while (digits == "0") digits = random_digits(random);
    return digits;
  };
  for (std::size_t i = 0; i < testing::scaled(5000); ++i) {
    const std::string p = random_digits(random);
    const std::string q = not_zero();
    const std::string r = random_digits(random);
    const std::string s = random() % 4 == 0 ? q : not_zero();
    INFO(p << "/" << q << " and " << r << "/" << s);
    const Rational a{Integer(p), Integer(q)};
    const Rational b{Integer(r), Integer(s)};
    const BoostRational x{BoostInteger(p), BoostInteger(q)};
    const BoostRational y{BoostInteger(r), BoostInteger(s)};
    REQUIRE(to_string(a) == text(x));
    CHECK(to_string(numerator(a)) == text(BoostInteger(mp::numerator(x))));
    CHECK(to_string(denominator(a)) == text(BoostInteger(mp::denominator(x))));
    CHECK(to_string(a + b) == text(x + y));
    CHECK(to_string(a - b) == text(x - y));
    CHECK(to_string(a * b) == text(x * y));
    if (y != 0) CHECK(to_string(a / b) == text(x / y));
    CHECK(to_string(-a) == text(-x));
    CHECK(to_string(abs(a)) == text(abs(x)));
    CHECK(a.sign() == x.sign());
    CHECK(a.is_integer() == (mp::denominator(x) == 1));
    CHECK((a == b) == (x == y));
    CHECK((a < b) == (x < y));
    CHECK((a <= b) == (x <= y));
    CHECK((a > b) == (x > y));
    CHECK((a >= b) == (x >= y));
    const auto small = static_cast<std::int64_t>(random()) >> (random() % 64);
    const auto natural = random() >> (random() % 64);
    CHECK((a < small) == (x < small));
    CHECK((a > natural) == (x > natural));
    CHECK(Rational(small) == small);
    CHECK(Rational(natural) == natural);
    CHECK((a == small) == (x == small));
    CHECK(a.to_double() == x.convert_to<double>());
    // Equal numbers have equal hashes, however they came about.
    const Rational again = a + b - b;
    CHECK(again == a);
    CHECK(again.hash() == a.hash());
    // From the bits of a double, all of them.
    const double d = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                static_cast<int>(random() % 300) - 200);
    CHECK(to_string(Rational(d)) == text(BoostRational(d)));
    CHECK(Rational(d).to_double() == d);
  }
}

TEST_CASE("the nearest double", "[rational]") {
  const auto power = [](std::uint64_t n) { return Rational(Integer(1) << n); };
  CHECK(Rational(2, 3).to_double() == 2.0 / 3.0);
  CHECK(Rational(-1, 10).to_double() == -0.1);
  CHECK(Rational(0).to_double() == 0.0);
  // Halfway between two doubles: to the even one.
  CHECK((power(53) + 1).to_double() == std::ldexp(1.0, 53));
  CHECK((power(53) + 3).to_double() == std::ldexp(1.0, 53) + 4);
  CHECK((power(53) + 1 + 1 / power(90)).to_double() == std::ldexp(1.0, 53) + 2);
  CHECK(power(5000).to_double() == std::numeric_limits<double>::infinity());
  CHECK((-power(5000)).to_double() == -std::numeric_limits<double>::infinity());
  CHECK((1 / power(5000)).to_double() == 0.0);
  CHECK((1 / power(1074)).to_double() == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("division by zero is an overflow, as before", "[integer][rational]") {
  Integer n = 7;
  CHECK_THROWS_AS(n / 0, std::overflow_error);
  CHECK_THROWS_AS(n % 0, std::overflow_error);
  CHECK_THROWS_AS(n /= 0, std::overflow_error);
  CHECK_THROWS_AS(n %= Integer(), std::overflow_error);
  CHECK(n == 7);
  Rational x(7, 2);
  CHECK_THROWS_AS(x / 0, std::overflow_error);
  CHECK_THROWS_AS(x /= Rational(), std::overflow_error);
  CHECK_THROWS_AS(Rational(1, 0), std::overflow_error);
  CHECK_THROWS_AS(Rational(0, 0), std::overflow_error);
  CHECK(x == Rational(7, 2));
}

TEST_CASE("integers read decimal digits and nothing else", "[integer]") {
  CHECK(Integer("0") == 0);
  CHECK(Integer("-0") == 0);
  CHECK(Integer("0017") == 17);  // not octal
  CHECK(Integer("-09") == -9);
  for (const char* bad : {"", "-", "+1", "0x10", "1 2", "12a", "--1", "1.5", " 1"}) {
    INFO(bad);
    CHECK_THROWS_AS(Integer(bad), std::runtime_error);
  }
  std::ostringstream out;
  out << Integer(-12) << ' ' << Rational(6, -4) << ' ' << Rational(8, 4);
  CHECK(out.str() == "-12 -3/2 2");
}

TEST_CASE("an integer is converted only where there is room", "[integer][contract]") {
  const testing::ContractsThrow scope;
  CHECK(static_cast<std::int64_t>(Integer(kLeast)) == kLeast);
  CHECK(static_cast<std::uint64_t>(Integer(kMost) * 2 + 1) == ~std::uint64_t{0});
  CHECK(static_cast<std::int8_t>(Integer(-128)) == -128);
  CHECK(static_cast<unsigned>(Integer(4'000'000'000)) == 4'000'000'000U);
  CHECK_THROWS_AS(static_cast<std::int64_t>(Integer(kMost) + 1), testing::BrokenContract);
  CHECK_THROWS_AS(static_cast<std::int64_t>(Integer(kLeast) - 1), testing::BrokenContract);
  CHECK_THROWS_AS(static_cast<std::uint64_t>(Integer(-1)), testing::BrokenContract);
  CHECK_THROWS_AS(static_cast<std::int8_t>(Integer(128)), testing::BrokenContract);
  CHECK_THROWS_AS(static_cast<unsigned>(Integer(1) << 32), testing::BrokenContract);
  CHECK_THROWS_AS(Rational(std::numeric_limits<double>::infinity()), testing::BrokenContract);
  CHECK_THROWS_AS(Rational(std::nan("")), testing::BrokenContract);
}

TEST_CASE("numbers are copied, moved and kept in containers", "[integer][rational]") {
  const Integer huge = pow(Integer(3), 500);
  Integer a = huge;
  Integer b = std::move(a);
  CHECK(b == huge);
  CHECK(a == 0);  // NOLINT: what the header promises
  a = std::move(b);
  CHECK(a == huge);
  Integer& alias = a;
  a = alias;
  CHECK(a == huge);
  const Rational third = Rational(huge, huge * 3);
  Rational x = third;
  Rational y = std::move(x);
  x = y;
  CHECK(x == Rational(1, 3));
  y = Rational(5);
  x = std::move(y);
  CHECK(x == 5);
  std::vector<Rational> all;
  for (int i = 1; i <= 100; ++i) all.emplace_back(Integer(i), huge);
  all.erase(all.begin(), all.begin() + 50);
  for (int i = 51; i <= 100; ++i)
    CHECK(all[static_cast<std::size_t>(i - 51)] * huge == Rational(i));
  std::unordered_set<Integer> numbers{huge, -huge, huge + 0, Integer()};
  CHECK(numbers.size() == 3);
  CHECK(numbers.contains(-huge));
  static_assert(std::is_nothrow_move_constructible_v<Rational>);
  static_assert(std::is_nothrow_move_assignable_v<Integer>);
}

}  // namespace
}  // namespace cgt::rational_test
