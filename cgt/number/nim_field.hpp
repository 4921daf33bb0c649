// Nim arithmetic: the integers >= 0 as the field On_2 below omega (Conway, On Numbers and Games,
// 1976, ch. 6; Berlekamp, Conway and Guy, Winning Ways, ch. 14).
//
//   nim_sum(3, 5);                 // 6
//   nim_product(8, 8, budget);     // 13
//   nim_inverse(2, budget);        // 3
//
// Sum and product are defined by
//   a + b = mex{a' + b, a + b'}       a * b = mex{a' * b + a * b' + a' * b'},   a' < a, b' < b.
// The sum is exclusive or. For the product let F = 2^(2^k), a Fermat power. The numbers below F are
// a field of characteristic 2; F * x is the ordinary product for x < F, and F * F = F + F/2. So the
// numbers below F^2 are pairs (a, b), read aF + b, and
//   (aF + b)(cF + d) = (ac + ad + bc)F + ac(F/2) + bd,
// three products below F (Karatsuba's trick) and one by F/2. The other operations halve the same
// way: aF + b has the norm a^2(F/2) + ab + b^2 below F and the conjugate aF + (a + b), and a square
// root is taken part by part, as squares of sums are sums of squares. Depth of recursion is the
// logarithm of the number of bits.
//
// Invariants: arguments are >= 0. Long operations charge the budget, one unit for each product of
// 64-bit numbers, and throw BudgetExhausted.
//
// Thread rule: pure functions.
#pragma once

#include <cstdint>

#include "cgt/number/ordinal.hpp"
#include "cgt/number/rational.hpp"

namespace cgt {

CGT_API Integer nim_sum(const Integer& a, const Integer& b);
CGT_API Integer nim_product(const Integer& a, const Integer& b, Budget& budget);
// The same below 2^64, which is a field of its own.
CGT_API std::uint64_t nim_product(std::uint64_t a, std::uint64_t b);
// The x with a * x == 1. Requires a > 0.
CGT_API Integer nim_inverse(const Integer& a, Budget& budget);
// The x with b * x == a. Requires b > 0.
CGT_API Integer nim_quotient(const Integer& a, const Integer& b, Budget& budget);
// The x with x * x == a; there is exactly one.
CGT_API Integer nim_square_root(const Integer& a, Budget& budget);

// The ugly product (Winning Ways ch. 14). Let a move turn any coins of one row or of one column of
// a board, the farthest of them from heads to tails; then a single coin in row i and column j has
// the value 2^i * 2^j. The product is bilinear over nim_sum, and for i < j
//   2^i * 2^j = 2^j + 2^(i-1)      2^i * 2^i = 2^(i-1)
// where 2^(-1) means 0, but 1 * 1 = 1.
CGT_API Integer ugly_product(const Integer& a, const Integer& b, Budget& budget);

// Nim multiplication of ordinals below w^(w^w), the algebraic closure of the field of two elements
// (Conway 1976, chapter 6; Lenstra 1977, "On the algebraic closure of two").
//
// Let p be the odd prime number k (3 is number 0), K(p^n) = w^(w^k * p^(n-1)) and K(2^n) = 2^(2^(n-1)).
// Then K(p^(n+1)) to the p is K(p^n), and K(p) to the p is some alpha(p) below K(p). An ordinal w^e * c is
// the nim product of c and of powers of the K(p^n) with exponents below p: digits of e in base p.
// Lenstra: alpha(p) = K(f) + m, where f is the order of 2 modulo p and K(f) is the sum of those K(q) for the
// prime powers q of f, from the greatest prime down, that the degree of the sum so far is not a multiple of.
// The excess m is 0 or 1 as a rule and has to be computed in huge fields; the values here are those of Conway,
// Lenstra, Le Bruyn, Siegel and Peeters (OEIS A380496).
//
//   nim_product(Ordinal::omega(), Ordinal(7), budget);   // w * 7
//   nim_power(Ordinal::omega(), Integer(3), budget);   // 2
//
// Thread rule: pure functions.

// The odd primes whose excess is in the table: number 0 to kLenstraPrimes - 1, 3 to 577.
inline constexpr std::uint32_t kLenstraPrimes = 105;

// Require ordinals. Throw Error beyond w^(w^w) and where an odd prime beyond the table is needed, and
// BudgetExhausted.
CGT_API Ordinal nim_product(const Ordinal& a, const Ordinal& b, Budget& budget);
// Requires n >= 0.
CGT_API Ordinal nim_power(const Ordinal& a, const Integer& n, Budget& budget);
// alpha(p) of the odd prime number k. Requires k < kLenstraPrimes.
CGT_API Ordinal lenstra_alpha(std::uint32_t k);
// The degree of K(p) over the field of two elements, for the odd prime number k: the least d with
// K(p) to the 2^d equal to K(p). Requires k < kLenstraPrimes.
CGT_API Integer lenstra_degree(std::uint32_t k);

}  // namespace cgt
