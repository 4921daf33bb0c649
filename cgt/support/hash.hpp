// Mixing of 64-bit words. Not for untrusted keys; spreads well enough for power-of-two tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cgt/support/error.hpp"

namespace cgt {

// A 64x64 -> 128 bit multiply folded to 64 bits.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a ^ 0x9e3779b97f4a7c15ULL) * (b ^ 0xe7037ed1a0b428dbULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

inline std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0) {
  std::uint64_t h = mix(seed, bytes.size());
  std::uint64_t word = 0;
  unsigned filled = 0;
  for (const std::uint8_t byte : bytes) {
    word = (word << 8U) | byte;
    if (++filled == 8) {
      h = mix(h, word);
      word = 0;
      filled = 0;
    }
  }
  return filled == 0 ? h : mix(h, word);
}

// Words of 64 bits as rows of cells.

// Bit i becomes bit 63 - i.
constexpr std::uint64_t reversed_bits(std::uint64_t word) {
  word = __builtin_bswap64(word);
  word = (word >> 4U & 0x0f0f0f0f0f0f0f0fU) | (word & 0x0f0f0f0f0f0f0f0fU) << 4U;
  word = (word >> 2U & 0x3333333333333333U) | (word & 0x3333333333333333U) << 2U;
  return (word >> 1U & 0x5555555555555555U) | (word & 0x5555555555555555U) << 1U;
}

// SplitMix64 (Steele, Lea, Flood 2014): random numbers that are the same on every machine and with every
// library, for what draws from a seed. The numbers of a stream are a function of a counter.

class CGT_API SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  // Uniform in all of 64 bits.
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace cgt
