// Exact dyadic rationals m/2^k: the numbers among short games.
//
// Representation: an int64 numerator and an exponent, always reduced (numerator odd, or exponent
// 0). When a numerator leaves int64 it spills to GMP, and comes back when it fits again, so equal
// values have one representation. No operation rounds or overflows silently.
#pragma once

#include <compare>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cgt/number/big.hpp"
#include "cgt/support/error.hpp"

namespace cgt {

class CGT_API Dyadic {
 public:
  Dyadic() = default;
  Dyadic(std::int64_t integer) : small_(integer) {}  // NOLINT: a number is a dyadic
  // numerator / 2^exponent, reduced.
  Dyadic(std::int64_t numerator, std::uint32_t exponent);
  Dyadic(mpz_class numerator, std::uint32_t exponent);

  Dyadic(const Dyadic& other);
  Dyadic& operator=(const Dyadic& other);
  Dyadic(Dyadic&&) noexcept = default;
  Dyadic& operator=(Dyadic&&) noexcept = default;
  ~Dyadic() = default;

  // True if the numerator fits int64; then small_numerator() is it.
  bool is_small() const { return big_ == nullptr; }
  std::int64_t small_numerator() const { return small_; }
  mpz_class numerator() const;
  std::uint32_t exponent() const { return exponent_; }

  bool is_zero() const { return is_small() && small_ == 0; }
  bool is_integer() const { return exponent_ == 0; }
  int sign() const;
  Dyadic floor() const;
  Dyadic ceil() const;
  Dyadic abs() const { return sign() < 0 ? -*this : *this; }
  // *this * 2^power, power of any sign.
  Dyadic scaled(std::int64_t power) const;
  Dyadic half() const { return scaled(-1); }

  Dyadic operator-() const;
  CGT_API friend Dyadic operator+(const Dyadic& a, const Dyadic& b);
  CGT_API friend Dyadic operator-(const Dyadic& a, const Dyadic& b);
  CGT_API friend Dyadic operator*(const Dyadic& a, const Dyadic& b);
  Dyadic& operator+=(const Dyadic& b) { return *this = *this + b; }
  Dyadic& operator-=(const Dyadic& b) { return *this = *this - b; }

  CGT_API friend bool operator==(const Dyadic& a, const Dyadic& b);
  CGT_API friend std::strong_ordering operator<=>(const Dyadic& a, const Dyadic& b);

  std::uint64_t hash() const;
  // "3", "-5/4".
  std::string to_string() const;

 private:
  void reduce(mpz_class numerator, std::uint32_t exponent);

  std::int64_t small_ = 0;
  std::uint32_t exponent_ = 0;
  std::unique_ptr<mpz_class> big_;
};

CGT_API std::ostream& operator<<(std::ostream& out, const Dyadic& x);

// The simplest number x (earliest birthday) with low <= x <= high, where an end is admitted only if
// its flag says so. Requires that such a number exists: low < high, or low == high with both flags.
// (Conway 1976, simplicity theorem.)
CGT_API Dyadic simplest_between(const Dyadic& low, bool low_admitted, const Dyadic& high,
                                bool high_admitted);

// Intervals of dyadic numbers, of which an end may be unknown: bounds of a mean, a stop, a score.

// An end is missing if nothing is known of it.
struct CGT_API DyadicInterval {
  std::optional<Dyadic> lower;
  std::optional<Dyadic> upper;

  static DyadicInterval point(const Dyadic& x) { return {x, x}; }
  bool exact() const { return lower && upper && *lower == *upper; }
  bool contains(const Dyadic& x) const {
    return (!lower || *lower <= x) && (!upper || x <= *upper);
  }
  // No number is less, no number is greater: what was known better before stays.
  void raise(const std::optional<Dyadic>& least);
  void reduce(const std::optional<Dyadic>& greatest);
  // "5/4", "1 to 3/2", "at least -1", "unknown".
  std::string text() const;
  // "mean 5/4", "mean in [1, 3/2]", "mean >= 1", "" if nothing is known.
  std::string text_of(std::string_view name) const;

  DyadicInterval operator-() const;
  friend DyadicInterval operator+(const DyadicInterval& a, const DyadicInterval& b);
  // Requires that x is not negative.
  friend DyadicInterval operator*(const Dyadic& x, const DyadicInterval& a);
  friend bool operator==(const DyadicInterval&, const DyadicInterval&) = default;
};

}  // namespace cgt
