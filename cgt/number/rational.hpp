// Integers and rational numbers of any size, for values outside the short games (ko means such as
// 1/3) and the arithmetic of scripts. Exact; nothing overflows.
//
//   const Integer n(7);
//   to_string(pow(n, 20) % 100);  // "1"
//   to_string(Rational(6, -4));   // "-3/2"
//   const bool half = Rational(1, 3) + Rational(1, 6) == Rational(1, 2);  // true
//
// An Integer holds a number of GMP, and so does a Rational unless its numerator and denominator are
// machine integers: these stand in the object itself, since nearly all are small and memory for
// each would cost most of their time. Machine integers convert to both, an Integer to a Rational.
//
// Invariants: a Rational is in lowest terms with a denominator > 0, and holds a number of GMP only
// where it must, so that equal numbers look alike. An Integer that was moved from is 0; a Rational
// that was moved from may only be assigned to or destroyed.
//
// Errors: dividing by 0, or a denominator 0, throws std::overflow_error; a text that is not a number
// std::runtime_error. Callers look first, for they know what to call the argument. A conversion to
// a machine integer without room for the number is a bug of the caller.
//
// Thread rule: that of int.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "cgt/number/big.hpp"
#include "cgt/number/dyadic.hpp"

namespace cgt {

template <class T>
concept MachineInteger = std::integral<T> && !std::same_as<T, bool>;

class CGT_API Integer {
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
  // The quotient rounds towards 0, and the remainder has the sign of the dividend; below are
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

  CGT_API friend Integer operator+(const Integer& a, const Integer& b);
  CGT_API friend Integer operator-(const Integer& a, const Integer& b);
  CGT_API friend Integer operator*(const Integer& a, const Integer& b);
  CGT_API friend Integer operator/(const Integer& a, const Integer& b);
  CGT_API friend Integer operator%(const Integer& a, const Integer& b);
  CGT_API friend Integer operator&(const Integer& a, const Integer& b);
  CGT_API friend Integer operator|(const Integer& a, const Integer& b);
  CGT_API friend Integer operator^(const Integer& a, const Integer& b);
  CGT_API friend Integer operator<<(const Integer& a, std::uint64_t bits);
  CGT_API friend Integer operator>>(const Integer& a, std::uint64_t bits);

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

CGT_API Integer abs(const Integer& n);
// >= 0; gcd(0, 0) is 0.
CGT_API Integer gcd(const Integer& a, const Integer& b);
// 0 to the power 0 is 1.
CGT_API Integer pow(const Integer& base, std::uint64_t exponent);
// Binary digits of |n|; 0 of 0.
CGT_API std::uint64_t bit_length(const Integer& n);
CGT_API std::string to_string(const Integer& n);
CGT_API std::ostream& operator<<(std::ostream& out, const Integer& n);

class CGT_API Rational {
 public:
  Rational() = default;
  template <MachineInteger T>
  Rational(T n) {  // NOLINT: a machine integer is a rational number
    if (std::in_range<std::int64_t>(n) && static_cast<std::int64_t>(n) != kNoTop) {
      top_ = static_cast<std::int64_t>(n);
    } else {
      *this = Rational(Integer(n));
    }
  }
  Rational(const Integer& n);  // NOLINT: an integer is a rational number
  // numerator / denominator, reduced.
  Rational(const Integer& numerator, const Integer& denominator);
  // Exactly x, which is finite.
  explicit Rational(double x);

  Rational(const Rational& other)
      : top_(other.top_),
        bottom_(other.bottom_),
        big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}
  Rational(Rational&& other) noexcept = default;
  Rational& operator=(const Rational& other) {
    if (this == &other) return *this;
    big_ = other.big_ ? std::make_unique<Big>(*other.big_) : nullptr;
    top_ = other.top_;
    bottom_ = other.bottom_;
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept = default;
  ~Rational() = default;

  int sign() const { return big_ ? mpq_sgn(big_->value) : (top_ > 0) - (top_ < 0); }
  bool is_integer() const {
    return big_ ? mpz_cmp_ui(mpq_denref(big_->value), 1) == 0 : bottom_ == 1;
  }
  // The nearest double, of two the even one; infinite beyond the largest.
  double to_double() const;

  Rational operator-() const;
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  Rational& operator/=(const Rational& b) { return *this = *this / b; }

  CGT_API friend Rational operator+(const Rational& a, const Rational& b);
  CGT_API friend Rational operator-(const Rational& a, const Rational& b);
  CGT_API friend Rational operator*(const Rational& a, const Rational& b);
  CGT_API friend Rational operator/(const Rational& a, const Rational& b);

  friend bool operator==(const Rational& a, const Rational& b) {
    if (a.big_ || b.big_) return a.big_ && b.big_ && mpq_equal(a.big_->value, b.big_->value) != 0;
    return a.top_ == b.top_ && a.bottom_ == b.bottom_;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    if (a.big_ || b.big_) return a.compare_big(b) <=> 0;
    return Wide{a.top_} * b.bottom_ <=> Wide{b.top_} * a.bottom_;
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
  CGT_API friend Integer numerator(const Rational& x);
  CGT_API friend Integer denominator(const Rational& x);
  CGT_API friend std::string to_string(const Rational& x);
  CGT_API friend Rational to_rational(const Dyadic& dyadic);
  CGT_API friend std::optional<Dyadic> to_dyadic(const Rational& rational);

 private:
  __extension__ using Wide = __int128;
  struct Big {
    Big() { mpq_init(value); }
    Big(const Big& other) : Big() { mpq_set(value, other.value); }
    Big& operator=(const Big&) = delete;
    ~Big() { mpq_clear(value); }
    mpq_t value;
  };
  // The machine integer without a negative is not a numerator.
  static constexpr std::int64_t kNoTop = std::numeric_limits<std::int64_t>::min();

  // top / bottom in lowest terms, bottom > 0, each of less than 127 bits.
  static Rational reduced(Wide top, Wide bottom);
  // A number of GMP in lowest terms.
  static Rational from(std::unique_ptr<Big> big);
  std::unique_ptr<Big> to_big() const;
  template <class Operation>
  static Rational compute_big(const Rational& a, const Rational& b, Operation operation) {
    std::unique_ptr<Big> x = a.to_big();
    operation(x->value, x->value, b.to_big()->value);
    return from(std::move(x));
  }
  int compare_big(const Rational& b) const;
  template <MachineInteger T>
  int compare(T b) const {
    if (!big_) {
      const Wide other = Wide{b} * bottom_;
      return (top_ > other) - (top_ < other);
    }
    if constexpr (std::is_signed_v<T>) {
      return mpq_cmp_si(big_->value, b, 1UL);
    } else {
      return mpq_cmp_ui(big_->value, b, 1UL);
    }
  }

  std::int64_t top_ = 0;
  std::int64_t bottom_ = 1;
  std::unique_ptr<Big> big_;  // null: top_ / bottom_, else these mean nothing
};

// In lowest terms; the denominator is > 0.
CGT_API Integer numerator(const Rational& x);
CGT_API Integer denominator(const Rational& x);
CGT_API Rational abs(const Rational& x);
// "7", "-2/3".
CGT_API std::string to_string(const Rational& x);
CGT_API std::ostream& operator<<(std::ostream& out, const Rational& x);

CGT_API Rational to_rational(const Dyadic& dyadic);
// Empty if the denominator is not a power of two.
CGT_API std::optional<Dyadic> to_dyadic(const Rational& rational);

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

// Whole and rational numbers beyond + - * /: rounding, roots, logarithms, bits.
//
// Everything is exact and of any size. Requirements are stated and not checked: callers check them,
// because they know what the argument is called. Division rounds down, towards minus infinity,
// whatever the signs, so that  x == y * floor_quotient(x, y) + modulo(x, y)  and the remainder has
// the sign of y.
//
//   floor(Rational(-3, 2));                  // -2
//   modulo(Rational(-7), Rational(3));       // 2
//
// Thread rule: pure functions.

namespace cgt {

CGT_API Integer floor(const Rational& x);
CGT_API Integer ceiling(const Rational& x);
// The largest integer q with q * y <= x if y > 0, q * y >= x if y < 0. Requires y != 0.
CGT_API Integer floor_quotient(const Rational& x, const Rational& y);
// x - y * floor_quotient(x, y). Requires y != 0.
CGT_API Rational modulo(const Rational& x, const Rational& y);

// Largest r with r * r <= n. Requires n >= 0.
CGT_API Integer integer_sqrt(const Integer& n);
// Binary logarithm rounded down. Requires n > 0.
CGT_API std::uint64_t binary_logarithm(const Integer& n);
// 1, 2, 4, 8, ...
CGT_API bool is_two_power(const Integer& n);
// An even number of ones in binary (Winning Ways ch. 14 calls the others odious). Requires n >= 0.
CGT_API bool is_evil(const Integer& n);
// The least integer >= 0 that is none of these.
CGT_API std::uint64_t mex(std::span<const std::uint64_t> values);

}  // namespace cgt
