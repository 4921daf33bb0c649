#include "cgt/number/integer.hpp"

#include <algorithm>
#include <vector>

#include "cgt/support/contract.hpp"

namespace cgt {
namespace {

using boost::multiprecision::denominator;
using boost::multiprecision::numerator;

Integer floor_division(const Integer& n, const Integer& d) {
  Integer quotient;
  mpz_fdiv_q(quotient.backend().data(), n.backend().data(), d.backend().data());
  return quotient;
}

}  // namespace

Integer floor(const Rational& x) { return floor_division(numerator(x), denominator(x)); }

Integer ceiling(const Rational& x) { return -floor(Rational(-x)); }

Integer floor_quotient(const Rational& x, const Rational& y) {
  CGT_EXPECTS(y != 0, "division by a number other than 0");
  return floor(Rational(x / y));
}

Rational modulo(const Rational& x, const Rational& y) {
  return x - y * Rational(floor_quotient(x, y));
}

Integer integer_sqrt(const Integer& n) {
  CGT_EXPECTS(n >= 0, "the square root of n >= 0");
  return sqrt(n);
}

std::uint64_t binary_logarithm(const Integer& n) {
  CGT_EXPECTS(n > 0, "the logarithm of n > 0");
  return msb(n);
}

bool is_two_power(const Integer& n) { return n > 0 && lsb(n) == msb(n); }

bool is_evil(const Integer& n) {
  CGT_EXPECTS(n >= 0, "evil or odious n >= 0");
  return mpz_popcount(n.backend().data()) % 2 == 0;
}

std::uint64_t mex(std::span<const std::uint64_t> values) {
  std::vector<bool> seen(values.size() + 1, false);
  for (const std::uint64_t value : values) {
    if (value < seen.size()) seen[static_cast<std::size_t>(value)] = true;
  }
  return static_cast<std::uint64_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

}  // namespace cgt
