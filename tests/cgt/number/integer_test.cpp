#include "cgt/number/rational.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace cgt::integer_test {
namespace {

TEST_CASE("division rounds down whatever the signs", "[integer]") {
  for (int a = -12; a <= 12; ++a) {
    for (int b = 1; b <= 5; ++b) {
      const Rational x = Rational(a) / Rational(b);
      INFO(a << "/" << b);
      CHECK(floor(x) == static_cast<int>(std::floor(static_cast<double>(a) / b)));
      CHECK(ceiling(x) == static_cast<int>(std::ceil(static_cast<double>(a) / b)));
      for (int d = -7; d <= 7; ++d) {
        if (d == 0) continue;
        const Rational y = Rational(d) / Rational(3);
        const Rational rest = modulo(x, y);
        CHECK(Rational(floor_quotient(x, y)) * y + rest == x);
        CHECK((y > 0 ? rest >= 0 && rest < y : rest <= 0 && rest > y));
      }
    }
  }
}

TEST_CASE("roots and logarithms bracket their argument", "[integer]") {
  Integer n = 1;
  for (int i = 0; i < 300; ++i) {
    n = n * 3 + i;
    const Integer root = integer_sqrt(n);
    CHECK(root * root <= n);
    CHECK((root + 1) * (root + 1) > n);
    const std::uint64_t power = binary_logarithm(n);
    CHECK((Integer(1) << power) <= n);
    CHECK((Integer(1) << (power + 1)) > n);
    CHECK(is_two_power(Integer(1) << power));
    CHECK_FALSE(is_two_power((Integer(1) << (power + 2)) + 1));
  }
  CHECK(integer_sqrt(0) == 0);
  CHECK_FALSE(is_two_power(0));
  CHECK_FALSE(is_two_power(-4));
}

TEST_CASE("evil numbers by counting ones", "[integer]") {
  for (unsigned n = 0; n < 1000; ++n) {
    unsigned ones = 0;
    for (unsigned rest = n; rest > 0; rest /= 2) ones += rest % 2;
    CHECK(is_evil(n) == (ones % 2 == 0));
    CHECK(is_evil((Integer(n) << 100) + n));
  }
}

TEST_CASE("the least excluded number", "[integer]") {
  const auto of = [](std::vector<std::uint64_t> values) { return mex(values); };
  CHECK(of({}) == 0);
  CHECK(of({1, 2}) == 0);
  CHECK(of({2, 0, 1, 1, 7}) == 3);
  CHECK(of({~std::uint64_t{0}, 0}) == 1);
}

}  // namespace
}  // namespace cgt::integer_test
