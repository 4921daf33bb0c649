// The nim product of nimbers below 2^32 (Conway 1976, chapter 6): *a times *b as games.
#pragma once

#include <cstdint>

namespace cgt::detail {

// For a = a1*2^h + a0 and b likewise, with F = 2^h a Fermat 2-power, F (x) F = F + F/2, so
// a (x) b = (a1 b1 + a1 b0 + a0 b1) F + a0 b0 + a1 b1 (x) F/2. The depth is 5.
constexpr std::uint32_t nim_product(std::uint32_t a, std::uint32_t b, unsigned bits = 32) {
  if (a <= 1 || b <= 1) return a * b;
  const unsigned half = bits / 2;
  const std::uint32_t mask = (std::uint32_t{1} << half) - 1;
  const std::uint32_t a1 = a >> half;
  const std::uint32_t a0 = a & mask;
  const std::uint32_t b1 = b >> half;
  const std::uint32_t b0 = b & mask;
  const std::uint32_t high = nim_product(a1, b1, half);
  const std::uint32_t low = nim_product(a0, b0, half);
  const std::uint32_t mixed = nim_product(a1 ^ a0, b1 ^ b0, half) ^ low;
  return (mixed << half) ^ low ^ nim_product(high, std::uint32_t{1} << (half - 1), half);
}

}  // namespace cgt::detail
