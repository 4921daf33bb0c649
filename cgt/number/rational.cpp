#include "cgt/number/rational.hpp"

#include <utility>

namespace cgt {

Rational to_rational(const Dyadic& dyadic) {
  mpz_class denominator;
  mpz_ui_pow_ui(denominator.get_mpz_t(), 2, dyadic.exponent());
  return {Integer(dyadic.numerator().get_mpz_t()), Integer(denominator.get_mpz_t())};
}

std::optional<Dyadic> to_dyadic(const Rational& rational) {
  const Integer denominator = boost::multiprecision::denominator(rational);
  const Integer numerator = boost::multiprecision::numerator(rational);
  const mp_bitcnt_t power = mpz_scan1(denominator.backend().data(), 0);
  if (mpz_sizeinbase(denominator.backend().data(), 2) != power + 1) return std::nullopt;
  return Dyadic(mpz_class(numerator.backend().data()), static_cast<std::uint32_t>(power));
}

std::string to_string(const Rational& rational) {
  const Integer denominator = boost::multiprecision::denominator(rational);
  std::string out = boost::multiprecision::numerator(rational).str();
  if (denominator != 1) out += "/" + denominator.str();
  return out;
}

}  // namespace cgt
