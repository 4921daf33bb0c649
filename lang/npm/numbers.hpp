// Big numbers without GMP: the few functions of it that are in use stand here under their names, over
// Boost.Multiprecision; a machine integer is 64 bits also where `long` has 32.
//
// Invariant: as in GMP, an mpz_t that was initialised holds a number, 0 at first; an mpq_t is in
// lowest terms with a denominator > 0 after each function but those that write to its parts.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace cgt::big {

using Number = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                             boost::multiprecision::et_off>;

struct Whole {
  Number n;
};
struct Fraction {
  Whole top;
  Whole bottom{1};
};
using mpz_t = Whole[1];
using mpz_ptr = Whole*;
using mpz_srcptr = const Whole*;
using mpq_t = Fraction[1];
using mpq_ptr = Fraction*;
using mpq_srcptr = const Fraction*;
using mp_limb_t = std::uint64_t;
using mp_size_t = std::int64_t;
using mp_bitcnt_t = std::uint64_t;

// --- memory: numbers here make and free themselves -----------------------------------------------

inline void mpz_init(mpz_ptr) {}
inline void mpz_clear(mpz_ptr x) { x->n = 0; }
inline void mpz_init_set(mpz_ptr x, mpz_srcptr y) { x->n = y->n; }
inline void mpz_init_set_si(mpz_ptr x, std::int64_t n) { x->n = n; }
inline void mpz_init_set_ui(mpz_ptr x, std::uint64_t n) { x->n = n; }
inline void mpz_set(mpz_ptr x, mpz_srcptr y) { x->n = y->n; }
inline void mpz_set_ui(mpz_ptr x, std::uint64_t n) { x->n = n; }
inline void mpz_swap(mpz_ptr x, mpz_ptr y) { x->n.swap(y->n); }

// --- signs, bits, sizes --------------------------------------------------------------------------

inline int mpz_sgn(mpz_srcptr x) { return x->n.sign(); }
inline int mpz_cmp(mpz_srcptr x, mpz_srcptr y) { return x->n.compare(y->n); }
inline int mpz_cmp_si(mpz_srcptr x, std::int64_t n) { return x->n.compare(n); }
inline int mpz_cmp_ui(mpz_srcptr x, std::uint64_t n) { return x->n.compare(n); }
inline bool mpz_fits_slong_p(mpz_srcptr x) {
  return x->n >= std::numeric_limits<std::int64_t>::min() &&
         x->n <= std::numeric_limits<std::int64_t>::max();
}
inline bool mpz_odd_p(mpz_srcptr x) { return bit_test(x->n.sign() < 0 ? Number(-x->n) : x->n, 0); }
// The lowest 64 bits of |x|, and x itself where it fits.
inline std::uint64_t mpz_getlimbn(mpz_srcptr x, mp_size_t at) {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  const Number magnitude = abs(x->n);
  return static_cast<std::uint64_t>((magnitude >> (64 * static_cast<std::uint64_t>(at))) & kAll);
}
inline std::uint64_t mpz_get_ui(mpz_srcptr x) { return mpz_getlimbn(x, 0); }
inline std::int64_t mpz_get_si(mpz_srcptr x) {
  const std::uint64_t magnitude = mpz_getlimbn(x, 0);
  return static_cast<std::int64_t>(x->n.sign() < 0 ? 0 - magnitude : magnitude);
}
inline std::uint64_t bits_of(mpz_srcptr x) {
  return x->n.is_zero() ? 0 : static_cast<std::uint64_t>(msb(abs(x->n))) + 1;
}
inline std::size_t mpz_size(mpz_srcptr x) {
  return static_cast<std::size_t>((bits_of(x) + 63) / 64);
}
// In base 2 exact and 1 of 0; in others that or one more.
inline std::size_t mpz_sizeinbase(mpz_srcptr x, int base) {
  const auto bits = static_cast<double>(std::max<std::uint64_t>(bits_of(x), 1));
  return base == 2 ? static_cast<std::size_t>(bits)
                   : static_cast<std::size_t>(bits / std::log2(base)) + 1;
}
// Of numbers that are not 0, and from bit 0.
inline std::uint64_t mpz_scan1(mpz_srcptr x, std::uint64_t) { return lsb(abs(x->n)); }
// Of numbers >= 0.
inline bool mpz_tstbit(mpz_srcptr x, std::uint64_t bit) {
  return bit_test(x->n, static_cast<unsigned>(bit));
}
inline void mpz_combit(mpz_ptr x, std::uint64_t bit) { bit_flip(x->n, static_cast<unsigned>(bit)); }
inline std::uint64_t mpz_popcount(mpz_srcptr x) {
  std::uint64_t ones = 0;
  for (std::size_t i = 0; i < x->n.backend().size(); ++i) {
    for (auto limb = x->n.backend().limbs()[i]; limb != 0; limb &= limb - 1) ++ones;
  }
  return ones;
}

// --- arithmetic ----------------------------------------------------------------------------------

inline void mpz_neg(mpz_ptr out, mpz_srcptr x) { out->n = -x->n; }
inline void mpz_abs(mpz_ptr out, mpz_srcptr x) { out->n = abs(x->n); }
inline void mpz_add(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n + y->n; }
inline void mpz_add_ui(mpz_ptr out, mpz_srcptr x, std::uint64_t y) { out->n = x->n + y; }
inline void mpz_sub(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n - y->n; }
inline void mpz_mul(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n * y->n; }
inline void mpz_and(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n & y->n; }
inline void mpz_ior(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n | y->n; }
inline void mpz_xor(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n ^ y->n; }
inline void mpz_mul_2exp(mpz_ptr out, mpz_srcptr x, std::uint64_t bits) { out->n = x->n << bits; }
// t: towards 0, f: down, c: up; the remainder goes with the quotient.
inline void mpz_tdiv_q(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n / y->n; }
inline void mpz_tdiv_r(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = x->n % y->n; }
inline void mpz_tdiv_qr(mpz_ptr quotient, mpz_ptr rest, mpz_srcptr x, mpz_srcptr y) {
  Number q;
  Number r;
  divide_qr(x->n, y->n, q, r);
  quotient->n = std::move(q);
  rest->n = std::move(r);
}
inline void mpz_fdiv_q(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) {
  Whole rest;
  const int sign = y->n.sign();
  mpz_tdiv_qr(out, &rest, x, y);
  if (rest.n.sign() * sign < 0) --out->n;
}
inline void mpz_cdiv_q(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) {
  Whole rest;
  const int sign = y->n.sign();
  mpz_tdiv_qr(out, &rest, x, y);
  if (rest.n.sign() * sign > 0) ++out->n;
}
inline void mpz_tdiv_q_2exp(mpz_ptr out, mpz_srcptr x, std::uint64_t bits) {
  const bool negative = x->n.sign() < 0;
  out->n = abs(x->n) >> bits;
  if (negative) out->n = -out->n;
}
inline void mpz_fdiv_q_2exp(mpz_ptr out, mpz_srcptr x, std::uint64_t bits) {
  if (x->n.sign() >= 0) {
    out->n = x->n >> bits;
  } else {
    out->n = -(((-x->n - 1) >> bits) + 1);
  }
}
// Of numbers >= 0.
inline void mpz_fdiv_r_2exp(mpz_ptr out, mpz_srcptr x, std::uint64_t bits) {
  out->n = x->n & ((Number(1) << bits) - 1);
}
inline bool mpz_divisible_p(mpz_srcptr x, mpz_srcptr y) { return (x->n % y->n).is_zero(); }
inline void mpz_gcd(mpz_ptr out, mpz_srcptr x, mpz_srcptr y) { out->n = gcd(abs(x->n), abs(y->n)); }
inline void mpz_sqrt(mpz_ptr out, mpz_srcptr x) { out->n = sqrt(x->n); }
inline void mpz_pow_ui(mpz_ptr out, mpz_srcptr x, std::uint64_t exponent) {
  Number base = x->n;
  Number power = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1U) != 0) power *= base;
    if (exponent > 1) base *= base;
  }
  out->n = std::move(power);
}
inline void mpz_ui_pow_ui(mpz_ptr out, std::uint64_t base, std::uint64_t exponent) {
  const Whole x{base};
  mpz_pow_ui(out, &x, exponent);
}

// --- texts, bytes, doubles -----------------------------------------------------------------------

// 0 if the text is a number of that base, 10 or 16, with an optional '-'.
inline int mpz_set_str(mpz_ptr x, const char* text, int base) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  const std::string_view known = base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits.empty() || digits.find_first_not_of(known) != std::string_view::npos) return -1;
  // Leading zeros would make it octal.
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
  x->n = Number((base == 16 ? "0x" : "") + std::string(digits));
  if (negative) x->n = -x->n;
  return 0;
}
inline char* mpz_get_str(char* out, int, mpz_srcptr x) {
  const std::string text = x->n.str();
  out[text.copy(out, text.size())] = '\0';
  return out;
}
// Bytes, the lowest first.
inline void mpz_import(mpz_ptr x, std::size_t count, int, std::size_t, int, std::size_t,
                       const void* bytes) {
  const auto* from = static_cast<const unsigned char*>(bytes);
  import_bits(x->n, from, from + count, 8, false);
}
inline void* mpz_export(void* bytes, std::size_t*, int, std::size_t, int, std::size_t,
                        mpz_srcptr x) {
  if (!x->n.is_zero()) {
    export_bits(abs(x->n), static_cast<unsigned char*>(bytes), 8, false);
  }
  return bytes;
}
// x = d * 2^exponent with .5 <= |d| < 1, cut off; 0 of 0.
inline double mpz_get_d_2exp(long* exponent, mpz_srcptr x) {
  const std::uint64_t bits = bits_of(x);
  *exponent = static_cast<long>(bits);
  if (bits == 0) return 0;
  constexpr std::uint64_t kDigits = std::numeric_limits<double>::digits;
  const std::uint64_t drop = bits > kDigits ? bits - kDigits : 0;
  const auto kept = static_cast<double>(static_cast<std::uint64_t>(abs(x->n) >> drop));
  const double magnitude = std::ldexp(kept, -static_cast<int>(bits - drop));
  return x->n.sign() < 0 ? -magnitude : magnitude;
}

// --- fractions -----------------------------------------------------------------------------------

inline mpz_ptr mpq_numref(mpq_ptr x) { return &x->top; }
inline mpz_srcptr mpq_numref(mpq_srcptr x) { return &x->top; }
inline mpz_ptr mpq_denref(mpq_ptr x) { return &x->bottom; }
inline mpz_srcptr mpq_denref(mpq_srcptr x) { return &x->bottom; }
inline void mpq_init(mpq_ptr) {}
inline void mpq_clear(mpq_ptr) {}
inline void mpq_canonicalize(mpq_ptr x) {
  const Number common = gcd(abs(x->top.n), abs(x->bottom.n));
  if (common > 1) {
    x->top.n /= common;
    x->bottom.n /= common;
  }
  if (x->bottom.n.sign() < 0) {
    x->top.n = -x->top.n;
    x->bottom.n = -x->bottom.n;
  }
}
inline void mpq_set(mpq_ptr x, mpq_srcptr y) { *x = *y; }
inline void mpq_set_z(mpq_ptr x, mpz_srcptr y) { *x = {*y, Whole{1}}; }
inline void mpq_set_si(mpq_ptr x, std::int64_t top, std::uint64_t bottom) {
  *x = {Whole{top}, Whole{bottom}};
}
inline void mpq_set_d(mpq_ptr x, double d) {
  int exponent = 0;
  const double scaled = std::ldexp(std::frexp(d, &exponent), std::numeric_limits<double>::digits);
  exponent -= std::numeric_limits<double>::digits;
  *x = {Whole{static_cast<std::int64_t>(scaled)}, Whole{1}};
  Number& shifted = exponent > 0 ? x->top.n : x->bottom.n;
  shifted <<= static_cast<unsigned>(std::abs(exponent));
  mpq_canonicalize(x);
}
inline int mpq_sgn(mpq_srcptr x) { return x->top.n.sign(); }
inline bool mpq_equal(mpq_srcptr x, mpq_srcptr y) {
  return x->top.n == y->top.n && x->bottom.n == y->bottom.n;
}
inline int mpq_cmp(mpq_srcptr x, mpq_srcptr y) {
  return Number(x->top.n * y->bottom.n).compare(Number(y->top.n * x->bottom.n));
}
inline int mpq_cmp_si(mpq_srcptr x, std::int64_t top, std::uint64_t bottom) {
  return Number(x->top.n * bottom).compare(Number(x->bottom.n * top));
}
inline int mpq_cmp_ui(mpq_srcptr x, std::uint64_t top, std::uint64_t bottom) {
  return Number(x->top.n * bottom).compare(Number(x->bottom.n * top));
}
inline void mpq_neg(mpq_ptr out, mpq_srcptr x) { *out = {Whole{-x->top.n}, x->bottom}; }
// Knuth, The Art of Computer Programming, volume 2, section 4.5.1: what is divided out before it is
// multiplied keeps the numbers short whose common divisors are looked for.
inline void add_fractions(mpq_ptr out, mpq_srcptr x, const Number& top, const Number& bottom) {
  const Number common = gcd(x->bottom.n, bottom);
  if (common == 1) {
    out->top.n = Number(x->top.n * bottom + top * x->bottom.n);
    out->bottom.n = Number(x->bottom.n * bottom);
    return;
  }
  const Number rest = x->bottom.n / common;
  Number sum = x->top.n * (bottom / common) + top * rest;
  const Number more = gcd(abs(sum), common);
  out->bottom.n = Number(rest * (bottom / more));
  out->top.n = sum / more;
}
inline void mpq_add(mpq_ptr out, mpq_srcptr x, mpq_srcptr y) {
  add_fractions(out, x, Number(y->top.n), Number(y->bottom.n));
}
inline void mpq_sub(mpq_ptr out, mpq_srcptr x, mpq_srcptr y) {
  add_fractions(out, x, Number(-y->top.n), Number(y->bottom.n));
}
inline void mpq_mul(mpq_ptr out, mpq_srcptr x, mpq_srcptr y) {
  const Number one = gcd(abs(x->top.n), y->bottom.n);
  const Number other = gcd(abs(y->top.n), x->bottom.n);
  Number top = (x->top.n / one) * (y->top.n / other);
  out->bottom.n = Number((x->bottom.n / other) * (y->bottom.n / one));
  out->top.n = std::move(top);
}
inline void mpq_div(mpq_ptr out, mpq_srcptr x, mpq_srcptr y) {
  Fraction inverse{y->bottom, y->top};
  if (inverse.bottom.n.sign() < 0) {
    inverse.top.n = -inverse.top.n;
    inverse.bottom.n = -inverse.bottom.n;
  }
  mpq_mul(out, x, &inverse);
}

// The integers of GMP's face in C++.
class mpz_class {
 public:
  mpz_class() = default;
  template <std::integral T>
  mpz_class(T n) : value_{n} {}  // NOLINT: as there
  explicit mpz_class(mpz_srcptr n) : value_(*n) {}
  // Throws std::invalid_argument.
  explicit mpz_class(const std::string& digits, int base = 10) {
    if (mpz_set_str(&value_, digits.c_str(), base) != 0) throw std::invalid_argument("mpz_set_str");
  }

  int set_str(const std::string& digits, int base) {
    return mpz_set_str(&value_, digits.c_str(), base);
  }

  mpz_ptr get_mpz_t() { return &value_; }
  mpz_srcptr get_mpz_t() const { return &value_; }
  bool fits_slong_p() const { return mpz_fits_slong_p(&value_); }
  bool fits_ulong_p() const {
    return value_.n >= 0 && value_.n <= std::numeric_limits<std::uint64_t>::max();
  }
  std::int64_t get_si() const { return mpz_get_si(&value_); }
  std::uint64_t get_ui() const { return mpz_get_ui(&value_); }
  double get_d() const { return value_.n.convert_to<double>(); }
  // In base 10 or 16.
  std::string get_str(int base = 10) const {
    if (base == 10) return value_.n.str();
    return (value_.n < 0 ? "-" : "") + Number(abs(value_.n)).str(0, std::ios_base::hex);
  }

  mpz_class operator-() const { return of(-value_.n); }
  friend mpz_class operator+(const mpz_class& a, const mpz_class& b) {
    return of(a.value_.n + b.value_.n);
  }
  friend mpz_class operator-(const mpz_class& a, const mpz_class& b) {
    return of(a.value_.n - b.value_.n);
  }
  friend mpz_class operator*(const mpz_class& a, const mpz_class& b) {
    return of(a.value_.n * b.value_.n);
  }
  friend mpz_class operator/(const mpz_class& a, const mpz_class& b) {
    return of(a.value_.n / b.value_.n);
  }
  friend mpz_class operator%(const mpz_class& a, const mpz_class& b) {
    return of(a.value_.n % b.value_.n);
  }
  friend mpz_class operator<<(const mpz_class& a, std::uint64_t bits) {
    return of(a.value_.n << bits);
  }
  friend mpz_class operator>>(const mpz_class& a, std::uint64_t bits) {
    mpz_class out;
    mpz_fdiv_q_2exp(&out.value_, &a.value_, bits);
    return out;
  }
  mpz_class& operator+=(const mpz_class& b) { return *this = *this + b; }
  mpz_class& operator-=(const mpz_class& b) { return *this = *this - b; }
  mpz_class& operator*=(const mpz_class& b) { return *this = *this * b; }
  mpz_class& operator/=(const mpz_class& b) { return *this = *this / b; }
  mpz_class& operator%=(const mpz_class& b) { return *this = *this % b; }
  mpz_class& operator<<=(std::uint64_t bits) { return *this = *this << bits; }
  mpz_class& operator>>=(std::uint64_t bits) { return *this = *this >> bits; }
  mpz_class& operator++() { return *this += 1; }
  mpz_class& operator--() { return *this -= 1; }
  friend bool operator==(const mpz_class& a, const mpz_class& b) {
    return a.value_.n == b.value_.n;
  }
  friend std::strong_ordering operator<=>(const mpz_class& a, const mpz_class& b) {
    return a.value_.n.compare(b.value_.n) <=> 0;
  }
  friend mpz_class abs(const mpz_class& x) { return of(abs(x.value_.n)); }
  friend int sgn(const mpz_class& x) { return x.value_.n.sign(); }

 private:
  static mpz_class of(Number n) {
    mpz_class out;
    out.value_.n = std::move(n);
    return out;
  }

  Whole value_;
};

}  // namespace cgt::big

using namespace cgt::big;  // NOLINT: GMP has these names outside of all namespaces
