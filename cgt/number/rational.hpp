// Integers and rational numbers of any size, for values outside the short games (ko means such as
// 1/3) and the arithmetic of scripts. Exact; nothing overflows.
//
//   const Integer n(7);
//   to_string(pow(n, 20) % 100);  // "1"
//   to_string(Rational(6, -4));   // "-3/2"
//   const bool half = Rational(1, 3) + Rational(1, 6) == Rational(1, 2);  // true
//
// Both hold a number of GMP. Machine integers convert to both, an Integer to a Rational.
//
// Invariants: a Rational is in lowest terms with a denominator > 0. An Integer that was moved from
// is 0; a Rational that was moved from may only be assigned to or destroyed.
//
// Errors: dividing by 0, or a denominator 0, throws std::overflow_error; a text that is no number
// std::runtime_error. Callers look first, for they know what to call the argument. A conversion to
// a machine integer without room for the number is a bug of the caller.
//
// Thread rule: that of int.
#pragma once

#include <gmp.h>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "cgt/number/dyadic.hpp"

namespace cgt {

static_assert(sizeof(long) == 8, "GMP takes machine integers as long");

template <class T>
concept MachineInteger = std::integral<T> && !std::same_as<T, bool>;

class Integer {
 public:
  Integer() noexcept { mpz_init(value_); }
  template <MachineInteger T>
  Integer(T n) {  // NOLINT: a machine integer is an integer
    if constexpr (std::is_signed_v<T>) {
      mpz_init_set_si(value_, n);
    } else {
      mpz_init_set_ui(value_, n);
    }
  }
  // Decimal digits with an optional '-'.
  explicit Integer(std::string_view text);
  // A copy of a number of GMP.
  explicit Integer(mpz_srcptr n) { mpz_init_set(value_, n); }

  Integer(const Integer& other) { mpz_init_set(value_, other.value_); }
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(value_, other.value_); }
  Integer& operator=(const Integer& other) {
    mpz_set(value_, other.value_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~Integer() { mpz_clear(value_); }

  int sign() const { return mpz_sgn(value_); }
  template <MachineInteger T>
  bool fits() const {
    if constexpr (std::is_signed_v<T>) {
      return mpz_cmp_si(value_, std::numeric_limits<T>::min()) >= 0 &&
             mpz_cmp_si(value_, std::numeric_limits<T>::max()) <= 0;
    } else {
      return mpz_sgn(value_) >= 0 && mpz_cmp_ui(value_, std::numeric_limits<T>::max()) <= 0;
    }
  }
  // Requires fits<T>().
  template <MachineInteger T>
  explicit operator T() const {
    expect_room(fits<T>());
    return static_cast<T>(std::is_signed_v<T> ? static_cast<std::uint64_t>(mpz_get_si(value_))
                                              : mpz_get_ui(value_));
  }

  Integer operator-() const;
  Integer& operator+=(const Integer& b);
  Integer& operator-=(const Integer& b);
  Integer& operator*=(const Integer& b);
  // The quotient rounds towards 0, and the remainder has the sign of the dividend; integer.hpp has
  // those that round down.
  Integer& operator/=(const Integer& b);
  Integer& operator%=(const Integer& b);
  // Of the two's complement, which is infinite to the left.
  Integer& operator&=(const Integer& b);
  Integer& operator|=(const Integer& b);
  Integer& operator^=(const Integer& b);
  // Times 2^bits, and divided by it, rounded down.
  Integer& operator<<=(std::uint64_t bits);
  Integer& operator>>=(std::uint64_t bits);

  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b);
  friend Integer operator*(const Integer& a, const Integer& b);
  friend Integer operator/(const Integer& a, const Integer& b);
  friend Integer operator%(const Integer& a, const Integer& b);
  friend Integer operator&(const Integer& a, const Integer& b);
  friend Integer operator|(const Integer& a, const Integer& b);
  friend Integer operator^(const Integer& a, const Integer& b);
  friend Integer operator<<(const Integer& a, std::uint64_t bits);
  friend Integer operator>>(const Integer& a, std::uint64_t bits);

  friend bool operator==(const Integer& a, const Integer& b) {
    return mpz_cmp(a.value_, b.value_) == 0;
  }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return mpz_cmp(a.value_, b.value_) <=> 0;
  }
  template <MachineInteger T>
  friend bool operator==(const Integer& a, T b) {
    return a.compare(b) == 0;
  }
  template <MachineInteger T>
  friend std::strong_ordering operator<=>(const Integer& a, T b) {
    return a.compare(b) <=> 0;
  }

  std::uint64_t hash() const;
  // The number of GMP in it.
  mpz_srcptr raw() const { return value_; }
  mpz_ptr raw() { return value_; }

 private:
  static void expect_room(bool fits);
  template <MachineInteger T>
  int compare(T b) const {
    if constexpr (std::is_signed_v<T>) {
      return mpz_cmp_si(value_, b);
    } else {
      return mpz_cmp_ui(value_, b);
    }
  }

  mpz_t value_;
};

Integer abs(const Integer& n);
// >= 0; gcd(0, 0) is 0.
Integer gcd(const Integer& a, const Integer& b);
// 0 to the power 0 is 1.
Integer pow(const Integer& base, std::uint64_t exponent);
// Binary digits of |n|; 0 of 0.
std::uint64_t bit_length(const Integer& n);
std::string to_string(const Integer& n);
std::ostream& operator<<(std::ostream& out, const Integer& n);

class Rational {
 public:
  Rational() : Rational(0) {}
  template <MachineInteger T>
  Rational(T n) {  // NOLINT: a machine integer is a rational number
    if constexpr (std::is_signed_v<T>) {
      mpz_init_set_si(mpq_numref(value_), n);
    } else {
      mpz_init_set_ui(mpq_numref(value_), n);
    }
    mpz_init_set_ui(mpq_denref(value_), 1);
  }
  Rational(const Integer& n) {  // NOLINT: an integer is a rational number
    mpz_init_set(mpq_numref(value_), n.raw());
    mpz_init_set_ui(mpq_denref(value_), 1);
  }
  // numerator / denominator, reduced.
  Rational(const Integer& numerator, const Integer& denominator);
  // Exactly x, which is finite.
  explicit Rational(double x);

  Rational(const Rational& other) {
    mpz_init_set(mpq_numref(value_), mpq_numref(other.value_));
    mpz_init_set(mpq_denref(value_), mpq_denref(other.value_));
  }
  Rational(Rational&& other) noexcept : Rational(Unset{}) { mpq_swap(value_, other.value_); }
  Rational& operator=(const Rational& other) {
    mpq_set(value_, other.value_);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    mpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { mpq_clear(value_); }

  int sign() const { return mpq_sgn(value_); }
  bool is_integer() const { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }
  // The nearest double, of two the even one; infinite beyond the largest.
  double to_double() const;

  Rational operator-() const;
  Rational& operator+=(const Rational& b);
  Rational& operator-=(const Rational& b);
  Rational& operator*=(const Rational& b);
  Rational& operator/=(const Rational& b);

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);

  friend bool operator==(const Rational& a, const Rational& b) {
    return mpq_equal(a.value_, b.value_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return mpq_cmp(a.value_, b.value_) <=> 0;
  }
  template <MachineInteger T>
  friend bool operator==(const Rational& a, T b) {
    return a.compare(b) == 0;
  }
  template <MachineInteger T>
  friend std::strong_ordering operator<=>(const Rational& a, T b) {
    return a.compare(b) <=> 0;
  }

  std::uint64_t hash() const;
  mpq_srcptr raw() const { return value_; }

 private:
  // Something to assign to: mpq_init would take memory for the denominator 1.
  struct Unset {};
  explicit Rational(Unset) noexcept {
    mpz_init(mpq_numref(value_));
    mpz_init(mpq_denref(value_));
  }
  template <MachineInteger T>
  int compare(T b) const {
    if constexpr (std::is_signed_v<T>) {
      return mpq_cmp_si(value_, b, 1UL);
    } else {
      return mpq_cmp_ui(value_, b, 1UL);
    }
  }

  mpq_t value_;
};

// In lowest terms; the denominator is > 0.
Integer numerator(const Rational& x);
Integer denominator(const Rational& x);
Rational abs(const Rational& x);
// "7", "-2/3".
std::string to_string(const Rational& x);
std::ostream& operator<<(std::ostream& out, const Rational& x);

Rational to_rational(const Dyadic& dyadic);
// Empty if the denominator is not a power of two.
std::optional<Dyadic> to_dyadic(const Rational& rational);

}  // namespace cgt

template <>
struct std::hash<cgt::Integer> {
  std::size_t operator()(const cgt::Integer& n) const noexcept {
    return static_cast<std::size_t>(n.hash());
  }
};
template <>
struct std::hash<cgt::Rational> {
  std::size_t operator()(const cgt::Rational& x) const noexcept {
    return static_cast<std::size_t>(x.hash());
  }
};
