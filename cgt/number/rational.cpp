#include "cgt/number/rational.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <ostream>
#include <vector>

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

// n = x, of less than 127 bits.
__extension__ void set_wide(mpz_ptr n, __int128 x) {
  const bool negative = x < 0;
  if (negative) x = -x;
  mpz_set_ui(n, static_cast<std::uint64_t>(x >> 64));
  mpz_mul_2exp(n, n, 64);
  mpz_add_ui(n, n, static_cast<std::uint64_t>(x));
  if (negative) mpz_neg(n, n);
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
    throw std::runtime_error("\"" + std::string(text) + "\" is not an integer");
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

Rational::Rational(const Integer& n) {
  if (n.fits<std::int64_t>() && n != kNoTop) {
    top_ = static_cast<std::int64_t>(n);
    return;
  }
  big_ = std::make_unique<Big>();
  mpq_set_z(big_->value, n.raw());
}

Rational::Rational(const Integer& numerator, const Integer& denominator) {
  refuse_zero(denominator.raw());
  auto big = std::make_unique<Big>();
  mpz_set(mpq_numref(big->value), numerator.raw());
  mpz_set(mpq_denref(big->value), denominator.raw());
  mpq_canonicalize(big->value);
  *this = from(std::move(big));
}

Rational::Rational(double x) {
  CGT_EXPECTS(std::isfinite(x), "only a finite number is rational");
  auto big = std::make_unique<Big>();
  mpq_set_d(big->value, x);
  *this = from(std::move(big));
}

Rational Rational::reduced(Wide top, Wide bottom) {
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
  Rational out;
  if (-kMost <= top && top <= kMost && bottom <= kMost) {
    out.top_ = static_cast<std::int64_t>(top);
    out.bottom_ = static_cast<std::int64_t>(bottom);
    return out;
  }
  out.big_ = std::make_unique<Big>();
  set_wide(mpq_numref(out.big_->value), top);
  set_wide(mpq_denref(out.big_->value), bottom);
  return out;
}

Rational Rational::from(std::unique_ptr<Big> big) {
  Rational out;
  mpz_srcptr top = mpq_numref(big->value);
  mpz_srcptr bottom = mpq_denref(big->value);
  if (mpz_fits_slong_p(top) != 0 && mpz_fits_slong_p(bottom) != 0 && mpz_get_si(top) != kNoTop) {
    out.top_ = mpz_get_si(top);
    out.bottom_ = mpz_get_si(bottom);
  } else {
    out.big_ = std::move(big);
  }
  return out;
}

std::unique_ptr<Rational::Big> Rational::to_big() const {
  if (big_) return std::make_unique<Big>(*big_);
  auto out = std::make_unique<Big>();
  mpq_set_si(out->value, top_, static_cast<std::uint64_t>(bottom_));
  return out;
}

int Rational::compare_big(const Rational& b) const {
  return mpq_cmp(to_big()->value, b.to_big()->value);
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
  if (big_) {
    std::unique_ptr<Big> out = to_big();
    mpq_neg(out->value, out->value);
    return from(std::move(out));
  }
  Rational out;
  out.top_ = -top_;
  out.bottom_ = bottom_;
  return out;
}

// Knuth, The Art of Computer Programming, volume 2, section 4.5.1: what is divided out before it is
// multiplied leaves sums and products in lowest terms, and every step within 127 bits.
Rational operator+(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return Rational::compute_big(a, b, mpq_add);
  using Wide = Rational::Wide;
  if (a.bottom_ == 1 && b.bottom_ == 1) return Rational::reduced(Wide{a.top_} + b.top_, 1);
  const std::int64_t common = std::gcd(a.bottom_, b.bottom_);
  const Wide top = Wide{a.top_} * (b.bottom_ / common) + Wide{b.top_} * (a.bottom_ / common);
  const std::int64_t more = std::gcd(static_cast<std::int64_t>(top % common), common);
  return Rational::reduced(top / more, Wide{a.bottom_ / common} * (b.bottom_ / more));
}

Rational operator-(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return Rational::compute_big(a, b, mpq_sub);
  return a + -b;
}

Rational operator*(const Rational& a, const Rational& b) {
  if (a.big_ || b.big_) return Rational::compute_big(a, b, mpq_mul);
  using Wide = Rational::Wide;
  if (a.bottom_ == 1 && b.bottom_ == 1) return Rational::reduced(Wide{a.top_} * b.top_, 1);
  const std::int64_t one = std::gcd(a.top_, b.bottom_);
  const std::int64_t other = std::gcd(b.top_, a.bottom_);
  return Rational::reduced(Wide{a.top_ / one} * (b.top_ / other),
                           Wide{a.bottom_ / other} * (b.bottom_ / one));
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.sign() == 0) refuse_zero(Integer().raw());
  if (a.big_ || b.big_) return Rational::compute_big(a, b, mpq_div);
  Rational inverse;
  inverse.top_ = b.top_ < 0 ? -b.bottom_ : b.bottom_;
  inverse.bottom_ = b.top_ < 0 ? -b.top_ : b.top_;
  return a * inverse;
}

std::uint64_t Rational::hash() const {
  if (big_) return mix(hash_of(mpq_numref(big_->value)), hash_of(mpq_denref(big_->value)));
  return mix(static_cast<std::uint64_t>(top_), static_cast<std::uint64_t>(bottom_));
}

Integer numerator(const Rational& x) {
  return x.big_ ? Integer(mpq_numref(x.big_->value)) : Integer(x.top_);
}
Integer denominator(const Rational& x) {
  return x.big_ ? Integer(mpq_denref(x.big_->value)) : Integer(x.bottom_);
}
Rational abs(const Rational& x) { return x.sign() < 0 ? -x : x; }

std::string to_string(const Rational& x) {
  std::string out;
  if (!x.big_) {
    out = std::to_string(x.top_);
    if (x.bottom_ != 1) out += '/' + std::to_string(x.bottom_);
    return out;
  }
  append(out, mpq_numref(x.big_->value));
  if (!x.is_integer()) {
    out += '/';
    append(out, mpq_denref(x.big_->value));
  }
  return out;
}

std::ostream& operator<<(std::ostream& out, const Rational& x) { return out << to_string(x); }

Rational to_rational(const Dyadic& dyadic) {
  constexpr std::uint32_t kBits = std::numeric_limits<std::int64_t>::digits;
  if (dyadic.is_small() && dyadic.exponent() < kBits) {
    return Rational::reduced(dyadic.small_numerator(), Rational::Wide{1} << dyadic.exponent());
  }
  return {Integer(dyadic.numerator().get_mpz_t()), Integer(1) << dyadic.exponent()};
}

std::optional<Dyadic> to_dyadic(const Rational& rational) {
  if (!rational.big_) {
    const auto bottom = static_cast<std::uint64_t>(rational.bottom_);
    if (!std::has_single_bit(bottom)) return std::nullopt;
    return Dyadic(rational.top_, static_cast<std::uint32_t>(std::countr_zero(bottom)));
  }
  mpz_srcptr denominator = mpq_denref(rational.big_->value);
  const mp_bitcnt_t power = mpz_scan1(denominator, 0);
  if (mpz_sizeinbase(denominator, 2) != power + 1) return std::nullopt;
  return Dyadic(mpz_class(mpq_numref(rational.big_->value)), static_cast<std::uint32_t>(power));
}

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
