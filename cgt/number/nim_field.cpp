#include "cgt/number/nim_field.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cgt/support/contract.hpp"

namespace cgt {
namespace {

// Fields are named by their level k: the numbers below 2^(2^k). One machine word is level 6.
constexpr int kWordLevel = 6;

constexpr std::uint64_t low_bits(int level) { return (std::uint64_t{1} << (1U << level)) - 1; }

// --- one word -----------------------------------------------------------------------------------

constexpr std::uint64_t multiply_plain(std::uint64_t a, std::uint64_t b, int level) {
  if (level == 0) return a & b;
  const int half = level - 1;
  const unsigned shift = 1U << half;
  const std::uint64_t mask = low_bits(half);
  const std::uint64_t a1 = a >> shift;
  const std::uint64_t a0 = a & mask;
  const std::uint64_t b1 = b >> shift;
  const std::uint64_t b0 = b & mask;
  const std::uint64_t high = multiply_plain(a1, b1, half);
  const std::uint64_t low = multiply_plain(a0, b0, half);
  const std::uint64_t cross = multiply_plain(a1 ^ a0, b1 ^ b0, half);
  const std::uint64_t twist = multiply_plain(high, std::uint64_t{1} << (shift - 1), half);
  return ((cross ^ low) << shift) | (low ^ twist);
}

constexpr std::array<std::uint8_t, 256> make_small_products() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned a = 0; a < 16; ++a) {
    for (unsigned b = 0; b < 16; ++b)
      table[a * 16 + b] = static_cast<std::uint8_t>(multiply_plain(a, b, 2));
  }
  return table;
}
constexpr std::array<std::uint8_t, 256> kSmallProducts = make_small_products();

// a, b below the field of the level; levels up to kWordLevel.
std::uint64_t multiply_word(std::uint64_t a, std::uint64_t b, int level) {
  if (a == 0 || b == 0) return 0;
  if ((a | b) < 16) return kSmallProducts[a * 16 + b];
  const int half = level - 1;
  const unsigned shift = 1U << half;
  const std::uint64_t mask = low_bits(half);
  const std::uint64_t a1 = a >> shift;
  const std::uint64_t b1 = b >> shift;
  if ((a1 | b1) == 0) return multiply_word(a, b, half);
  const std::uint64_t a0 = a & mask;
  const std::uint64_t b0 = b & mask;
  const std::uint64_t high = multiply_word(a1, b1, half);
  const std::uint64_t low = multiply_word(a0, b0, half);
  const std::uint64_t cross = multiply_word(a1 ^ a0, b1 ^ b0, half);
  const std::uint64_t twist = multiply_word(high, std::uint64_t{1} << (shift - 1), half);
  return ((cross ^ low) << shift) | (low ^ twist);
}

// --- any size -----------------------------------------------------------------------------------

struct Halves {
  Integer high;
  Integer low;
};

std::uint64_t bits_of(int level) { return std::uint64_t{1} << level; }

Halves split(const Integer& x, int half) {
  Halves halves;
  const auto shift = static_cast<mp_bitcnt_t>(bits_of(half));
  mpz_fdiv_q_2exp(halves.high.raw(), x.raw(), shift);
  mpz_fdiv_r_2exp(halves.low.raw(), x.raw(), shift);
  return halves;
}

Integer join(const Integer& high, const Integer& low, int half) {
  Integer whole = high << bits_of(half);
  whole |= low;
  return whole;
}

// The smallest field that has x.
int level_of(const Integer& x) {
  if (x <= 1) return 0;
  const auto bits = bit_length(x);
  return static_cast<int>(std::bit_width(bits - 1));
}

class NimField {
 public:
  explicit NimField(Budget& budget) : budget_(budget) {}

  Integer multiply(const Integer& a, const Integer& b, int level) {
    if (a == 0 || b == 0) return 0;
    if (level <= kWordLevel) {
      budget_.charge();
      return multiply_word(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b), level);
    }
    const int half = level - 1;
    const Halves x = split(a, half);
    const Halves y = split(b, half);
    if (x.high == 0 && y.high == 0) return multiply(a, b, half);
    const Integer high = multiply(x.high, y.high, half);
    const Integer low = multiply(x.low, y.low, half);
    const Integer cross = multiply(x.high ^ x.low, y.high ^ y.low, half);
    return join(cross ^ low, low ^ twist(high, level), half);
  }

  // a^2 (F/2) + ab + b^2 for x = aF + b.
  Integer inverse(const Integer& x, int level) {
    if (level == 0) return x;
    const int half = level - 1;
    const Halves parts = split(x, half);
    if (parts.high == 0) return inverse(x, half);
    const Integer both = parts.high ^ parts.low;
    const Integer norm =
        twist(multiply(parts.high, parts.high, half), level) ^ multiply(parts.low, both, half);
    const Integer scale = inverse(norm, half);
    return join(multiply(parts.high, scale, half), multiply(both, scale, half), half);
  }

  // (aF + b)^2 = a^2 F + a^2 (F/2) + b^2.
  Integer square_root(const Integer& x, int level) {
    if (level == 0) return x;
    const int half = level - 1;
    const Halves parts = split(x, half);
    return join(square_root(parts.high, half),
                square_root(parts.low ^ twist(parts.high, level), half), half);
  }

 private:
  // x times half the Fermat power F of the level, for x < F: this F/2 is G * (G/2) for the Fermat
  // power G below, and (aG + b) * G = (a + b)G + a(G/2).
  Integer twist(const Integer& x, int level) {
    if (x == 0) return 0;
    if (level - 1 <= kWordLevel) {
      budget_.charge();
      const int half = level - 1;
      return multiply_word(static_cast<std::uint64_t>(x), std::uint64_t{1} << (bits_of(half) - 1),
                           half);
    }
    const int half = level - 2;
    const Halves parts = split(x, half);
    return join(twist(parts.high ^ parts.low, level - 1),
                twist(twist(parts.high, level - 1), level - 1), half);
  }

  Budget& budget_;
};

void check(const Integer& n) { CGT_EXPECTS(n >= 0, "nim arithmetic is on integers >= 0"); }

}  // namespace

Integer nim_sum(const Integer& a, const Integer& b) {
  check(a);
  check(b);
  return a ^ b;
}

std::uint64_t nim_product(std::uint64_t a, std::uint64_t b) {
  return multiply_word(a, b, kWordLevel);
}

Integer nim_product(const Integer& a, const Integer& b, Budget& budget) {
  check(a);
  check(b);
  return NimField(budget).multiply(a, b, std::max(level_of(a), level_of(b)));
}

Integer nim_inverse(const Integer& a, Budget& budget) {
  check(a);
  CGT_EXPECTS(a != 0, "0 has no inverse");
  return NimField(budget).inverse(a, level_of(a));
}

Integer nim_quotient(const Integer& a, const Integer& b, Budget& budget) {
  return nim_product(a, nim_inverse(b, budget), budget);
}

Integer nim_square_root(const Integer& a, Budget& budget) {
  check(a);
  return NimField(budget).square_root(a, level_of(a));
}

Integer ugly_product(const Integer& a, const Integer& b, Budget& budget) {
  check(a);
  check(b);
  // The pairs i < j give, for every bit j of b, 2^j if an odd number of bits i < j of a are set,
  // and the shifted bits of a below j; the same with a and b exchanged. What is below the diagonal
  // of both is the part that the exchange does not double.
  Integer product = 0;
  const Integer shifted_a = a >> 1;
  const Integer shifted_b = b >> 1;
  const auto cross = [&](const Integer& x, const Integer& y, const Integer& shifted) {
    if (x == 0 || y == 0) return;
    bool odd = false;  // an odd number of bits of x below j
    for (std::uint64_t j = 0; j < bit_length(y); ++j) {
      budget.charge(1 + j / 64);
      if (mpz_tstbit(y.raw(), j) != 0) {
        if (odd) mpz_combit(product.raw(), j);
        if (j > 0) {
          Integer below;
          mpz_fdiv_r_2exp(below.raw(), shifted.raw(), j - 1);
          product ^= below;
        }
      }
      if (mpz_tstbit(x.raw(), j) != 0) odd = !odd;
    }
  };
  cross(a, b, shifted_a);
  cross(b, a, shifted_b);
  product ^= shifted_a & shifted_b;
  if ((a & b & 1) != 0) product ^= 1;
  return product;
}

}  // namespace cgt
