// Nim multiplication of ordinals below w^(w^w), the algebraic closure of the field of two elements
// (Conway 1976, chapter 6; Lenstra 1977, "On the algebraic closure of two").
//
// Let p be the odd prime number k (3 is number 0), K(p^n) = w^(w^k * p^(n-1)) and K(2^n) = 2^(2^(n-1)).
// Then K(p^(n+1)) to the p is K(p^n), and K(p) to the p is some alpha(p) below K(p). An ordinal w^e * c is
// the nim product of c and of powers of the K(p^n) with exponents below p: digits of e in base p.
// Lenstra: alpha(p) = K(f) + m, where f is the order of 2 modulo p and K(f) is the sum of those K(q) for the
// prime powers q of f, from the greatest prime down, that the degree of the sum so far is no multiple of.
// The excess m is 0 or 1 as a rule and has to be computed in huge fields; the values here are those of Conway,
// Lenstra, Le Bruyn, Siegel and Peeters (OEIS A380496).
//
//   nim_product(Ordinal::omega(), Ordinal(7), budget);   // w * 7
//   nim_power(Ordinal::omega(), Integer(3), budget);   // 2
//
// Thread rule: pure functions.
#pragma once

#include <cstdint>

#include "cgt/number/ordinal.hpp"

namespace cgt {

// The odd primes whose excess is in the table: number 0 to kLenstraPrimes - 1, 3 to 577.
inline constexpr std::uint32_t kLenstraPrimes = 105;

// Require ordinals. Throw Error beyond w^(w^w) and where an odd prime beyond the table is needed, and
// BudgetExhausted.
Ordinal nim_product(const Ordinal& a, const Ordinal& b, Budget& budget);
// Requires n >= 0.
Ordinal nim_power(const Ordinal& a, const Integer& n, Budget& budget);
// alpha(p) of the odd prime number k. Requires k < kLenstraPrimes.
Ordinal lenstra_alpha(std::uint32_t k);
// The degree of K(p) over the field of two elements, for the odd prime number k: the least d with
// K(p) to the 2^d equal to K(p). Requires k < kLenstraPrimes.
Integer lenstra_degree(std::uint32_t k);

}  // namespace cgt
