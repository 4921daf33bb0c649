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
#pragma once

#include <cstdint>
#include <span>

#include "cgt/number/rational.hpp"
#include "cgt/support/api.hpp"

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
