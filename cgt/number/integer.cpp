#include "cgt/number/integer.hpp"

#include <algorithm>
#include <vector>

#include "cgt/support/contract.hpp"

namespace cgt {
namespace {

// The lowest bit that is set. Requires n != 0.
std::uint64_t lowest_bit(const Integer& n) { return mpz_scan1(n.raw(), 0); }

}  // namespace

Integer floor(const Rational& x) {
  Integer quotient;
  mpz_fdiv_q(quotient.raw(), numerator(x).raw(), denominator(x).raw());
  return quotient;
}

Integer ceiling(const Rational& x) {
  Integer quotient;
  mpz_cdiv_q(quotient.raw(), numerator(x).raw(), denominator(x).raw());
  return quotient;
}

Integer floor_quotient(const Rational& x, const Rational& y) {
  CGT_EXPECTS(y != 0, "division by a number other than 0");
  return floor(x / y);
}

Rational modulo(const Rational& x, const Rational& y) { return x - y * floor_quotient(x, y); }

Integer integer_sqrt(const Integer& n) {
  CGT_EXPECTS(n >= 0, "the square root of n >= 0");
  Integer root;
  mpz_sqrt(root.raw(), n.raw());
  return root;
}

std::uint64_t binary_logarithm(const Integer& n) {
  CGT_EXPECTS(n > 0, "the logarithm of n > 0");
  return bit_length(n) - 1;
}

bool is_two_power(const Integer& n) { return n > 0 && lowest_bit(n) == binary_logarithm(n); }

bool is_evil(const Integer& n) {
  CGT_EXPECTS(n >= 0, "evil or odious n >= 0");
  return mpz_popcount(n.raw()) % 2 == 0;
}

std::uint64_t mex(std::span<const std::uint64_t> values) {
  std::vector<bool> seen(values.size() + 1, false);
  for (const std::uint64_t value : values) {
    if (value < seen.size()) seen[static_cast<std::size_t>(value)] = true;
  }
  return static_cast<std::uint64_t>(std::find(seen.begin(), seen.end(), false) - seen.begin());
}

}  // namespace cgt
