// Intervals of dyadic numbers, of which an end may be unknown: bounds of a mean, a stop, a score.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cgt/number/dyadic.hpp"

namespace cgt {

// An end is missing if nothing is known of it.
struct DyadicInterval {
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
