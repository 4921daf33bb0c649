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

#include "cgt/number/rational.hpp"
#include "cgt/support/api.hpp"
#include "cgt/support/budget.hpp"

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

}  // namespace cgt
