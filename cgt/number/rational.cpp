#include "cgt/number/rational.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "cgt/support/contract.hpp"
#include "cgt/support/hash.hpp"

namespace cgt {
namespace {

void refuse_zero(mpz_srcptr divisor) {
  if (mpz_sgn(divisor) == 0) throw std::overflow_error("Division by zero.");
}

// Appends the digits of n, two characters of room being what mpz_get_str asks for.
void append(std::string& out, mpz_srcptr n) {
  const std::size_t from = out.size();
  out.resize(from + mpz_sizeinbase(n, 10) + 2);
  mpz_get_str(out.data() + from, 10, n);
  out.resize(out.find('\0', from));
}

std::uint64_t hash_of(mpz_srcptr n) {
  std::uint64_t h = mix(mpz_size(n), static_cast<std::uint64_t>(mpz_sgn(n)));
  for (std::size_t i = 0; i < mpz_size(n); ++i) {
    h = mix(h, mpz_getlimbn(n, static_cast<mp_size_t>(i)));
  }
  return h;
}

}  // namespace

// --- Integer -------------------------------------------------------------------------------------

Integer::Integer(std::string_view text) : Integer() {
  const std::string_view digits = text.substr(!text.empty() && text.front() == '-' ? 1 : 0);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    throw std::runtime_error("\"" + std::string(text) + "\" is no integer");
  }
  mpz_set_str(value_, std::string(text).c_str(), 10);
}

void Integer::expect_room(bool fits) {
  CGT_EXPECTS(fits, "an integer fits the type that it is converted to");
}

Integer Integer::operator-() const {
  Integer out(*this);
  mpz_neg(out.value_, out.value_);
  return out;
}

Integer& Integer::operator+=(const Integer& b) {
  mpz_add(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator-=(const Integer& b) {
  mpz_sub(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator*=(const Integer& b) {
  mpz_mul(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator/=(const Integer& b) {
  refuse_zero(b.value_);
  mpz_tdiv_q(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator%=(const Integer& b) {
  refuse_zero(b.value_);
  mpz_tdiv_r(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator&=(const Integer& b) {
  mpz_and(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator|=(const Integer& b) {
  mpz_ior(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator^=(const Integer& b) {
  mpz_xor(value_, value_, b.value_);
  return *this;
}
Integer& Integer::operator<<=(std::uint64_t bits) {
  mpz_mul_2exp(value_, value_, bits);
  return *this;
}
Integer& Integer::operator>>=(std::uint64_t bits) {
  mpz_fdiv_q_2exp(value_, value_, bits);
  return *this;
}

Integer operator+(const Integer& a, const Integer& b) {
  Integer out;
  mpz_add(out.value_, a.value_, b.value_);
  return out;
}
Integer operator-(const Integer& a, const Integer& b) {
  Integer out;
  mpz_sub(out.value_, a.value_, b.value_);
  return out;
}
Integer operator*(const Integer& a, const Integer& b) {
  Integer out;
  mpz_mul(out.value_, a.value_, b.value_);
  return out;
}
Integer operator/(const Integer& a, const Integer& b) {
  refuse_zero(b.value_);
  Integer out;
  mpz_tdiv_q(out.value_, a.value_, b.value_);
  return out;
}
Integer operator%(const Integer& a, const Integer& b) {
  refuse_zero(b.value_);
  Integer out;
  mpz_tdiv_r(out.value_, a.value_, b.value_);
  return out;
}
Integer operator&(const Integer& a, const Integer& b) {
  Integer out;
  mpz_and(out.value_, a.value_, b.value_);
  return out;
}
Integer operator|(const Integer& a, const Integer& b) {
  Integer out;
  mpz_ior(out.value_, a.value_, b.value_);
  return out;
}
Integer operator^(const Integer& a, const Integer& b) {
  Integer out;
  mpz_xor(out.value_, a.value_, b.value_);
  return out;
}
Integer operator<<(const Integer& a, std::uint64_t bits) {
  Integer out;
  mpz_mul_2exp(out.value_, a.value_, bits);
  return out;
}
Integer operator>>(const Integer& a, std::uint64_t bits) {
  Integer out;
  mpz_fdiv_q_2exp(out.value_, a.value_, bits);
  return out;
}

std::uint64_t Integer::hash() const { return hash_of(value_); }

Integer abs(const Integer& n) {
  Integer out;
  mpz_abs(out.raw(), n.raw());
  return out;
}

Integer gcd(const Integer& a, const Integer& b) {
  Integer out;
  mpz_gcd(out.raw(), a.raw(), b.raw());
  return out;
}

Integer pow(const Integer& base, std::uint64_t exponent) {
  Integer out;
  mpz_pow_ui(out.raw(), base.raw(), exponent);
  return out;
}

std::uint64_t bit_length(const Integer& n) {
  return n.sign() == 0 ? 0 : mpz_sizeinbase(n.raw(), 2);
}

std::string to_string(const Integer& n) {
  std::string out;
  append(out, n.raw());
  return out;
}

std::ostream& operator<<(std::ostream& out, const Integer& n) { return out << to_string(n); }

// --- Rational ------------------------------------------------------------------------------------

Rational::Rational(const Integer& numerator, const Integer& denominator) {
  refuse_zero(denominator.raw());
  mpz_init_set(mpq_numref(value_), numerator.raw());
  mpz_init_set(mpq_denref(value_), denominator.raw());
  mpq_canonicalize(value_);
}

Rational::Rational(double x) {
  CGT_EXPECTS(std::isfinite(x), "only a finite number is rational");
  mpq_init(value_);
  mpq_set_d(value_, x);
}

// mpq_get_d cuts off. Here the quotient of the shifted parts has one or two bits more than a
// double, and the rest decides the rounding.
double Rational::to_double() const {
  if (sign() == 0) return 0;
  constexpr std::int64_t kDigits = std::numeric_limits<double>::digits;
  Integer top = abs(numerator(*this));
  Integer bottom = denominator(*this);
  const std::int64_t shift = kDigits + static_cast<std::int64_t>(bit_length(bottom)) -
                             static_cast<std::int64_t>(bit_length(top));
  if (shift > 0) {
    top <<= static_cast<std::uint64_t>(shift);
  } else {
    bottom <<= static_cast<std::uint64_t>(-shift);
  }
  Integer quotient;
  Integer rest;
  mpz_tdiv_qr(quotient.raw(), rest.raw(), top.raw(), bottom.raw());
  auto bits = static_cast<std::uint64_t>(quotient);
  const bool odd = (bits & 1U) != 0;
  if (bit_length(quotient) == kDigits) {
    rest <<= 1;
    if (rest > bottom || (rest == bottom && odd)) ++bits;
  } else if (odd && (rest != 0 || (bits & 2U) != 0)) {
    ++bits;
  }
  // Beyond these exponents everything is 0 or infinite.
  const int exponent = static_cast<int>(std::clamp<std::int64_t>(-shift, -4096, 4096));
  const double magnitude = std::ldexp(static_cast<double>(bits), exponent);
  return sign() < 0 ? -magnitude : magnitude;
}

Rational Rational::operator-() const {
  Rational out(*this);
  mpq_neg(out.value_, out.value_);
  return out;
}

Rational& Rational::operator+=(const Rational& b) {
  mpq_add(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator-=(const Rational& b) {
  mpq_sub(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator*=(const Rational& b) {
  mpq_mul(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator/=(const Rational& b) {
  refuse_zero(mpq_numref(b.value_));
  mpq_div(value_, value_, b.value_);
  return *this;
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational out{Rational::Unset{}};
  mpq_add(out.value_, a.value_, b.value_);
  return out;
}
Rational operator-(const Rational& a, const Rational& b) {
  Rational out{Rational::Unset{}};
  mpq_sub(out.value_, a.value_, b.value_);
  return out;
}
Rational operator*(const Rational& a, const Rational& b) {
  Rational out{Rational::Unset{}};
  mpq_mul(out.value_, a.value_, b.value_);
  return out;
}
Rational operator/(const Rational& a, const Rational& b) {
  refuse_zero(mpq_numref(b.value_));
  Rational out{Rational::Unset{}};
  mpq_div(out.value_, a.value_, b.value_);
  return out;
}

std::uint64_t Rational::hash() const {
  return mix(hash_of(mpq_numref(value_)), hash_of(mpq_denref(value_)));
}

Integer numerator(const Rational& x) { return Integer(mpq_numref(x.raw())); }
Integer denominator(const Rational& x) { return Integer(mpq_denref(x.raw())); }
Rational abs(const Rational& x) { return x.sign() < 0 ? -x : x; }

std::string to_string(const Rational& x) {
  std::string out;
  append(out, mpq_numref(x.raw()));
  if (!x.is_integer()) {
    out += '/';
    append(out, mpq_denref(x.raw()));
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << to_string(x); }

Rational to_rational(const Dyadic& dyadic) {
  return {Integer(dyadic.numerator().get_mpz_t()), Integer(1) << dyadic.exponent()};
}

std::optional<Dyadic> to_dyadic(const Rational& rational) {
  mpz_srcptr denominator = mpq_denref(rational.raw());
  const mp_bitcnt_t power = mpz_scan1(denominator, 0);
  if (mpz_sizeinbase(denominator, 2) != power + 1) return std::nullopt;
  return Dyadic(mpz_class(mpq_numref(rational.raw())), static_cast<std::uint32_t>(power));
}

}  // namespace cgt
