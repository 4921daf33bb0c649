// Decimal fractions as game records and controllers write komi and scores: exact, or refused.
//
//   read_decimal("6.5").value;                     // 13/2
//   const std::string text = decimal_text(Dyadic(-5, 2));  // "-1.25"
#pragma once

#include <string>
#include <string_view>

#include "cgt/number/dyadic.hpp"

namespace cgt::go {

// Longer texts are not numbers that anybody means.
inline constexpr std::size_t kLongestDecimal = 64;

struct Decimal {
  bool number = false;  // digits with at most one point, and a sign before them
  bool dyadic = false;  // and its value has a finite binary expansion
  Dyadic value;         // 0 unless dyadic
};

// Of at most kLongestDecimal characters, without blanks.
Decimal read_decimal(std::string_view text);

// What read_decimal() reads back, if it is not too long.
std::string decimal_text(const Dyadic& number);

}  // namespace cgt::go
