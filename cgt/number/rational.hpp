// Exact rationals, for values outside the short games (ko means such as 1/3, script arithmetic).
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <optional>
#include <string>

#include "cgt/number/dyadic.hpp"

namespace cgt {

using Integer = boost::multiprecision::mpz_int;
using Rational = boost::multiprecision::mpq_rational;

Rational to_rational(const Dyadic& dyadic);
// Empty if the denominator is not a power of two.
std::optional<Dyadic> to_dyadic(const Rational& rational);
// "7", "-2/3".
std::string to_string(const Rational& rational);

}  // namespace cgt
