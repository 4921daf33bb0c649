// Words of 64 bits as rows of cells.
#pragma once

#include <cstdint>

namespace cgt {

// Bit i becomes bit 63 - i.
constexpr std::uint64_t reversed_bits(std::uint64_t word) {
  word = __builtin_bswap64(word);
  word = (word >> 4U & 0x0f0f0f0f0f0f0f0fU) | (word & 0x0f0f0f0f0f0f0f0fU) << 4U;
  word = (word >> 2U & 0x3333333333333333U) | (word & 0x3333333333333333U) << 2U;
  return (word >> 1U & 0x5555555555555555U) | (word & 0x5555555555555555U) << 1U;
}

}  // namespace cgt
