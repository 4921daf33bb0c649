// Mixing of 64-bit words. Not for untrusted keys; spreads well enough for power-of-two tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace cgt
