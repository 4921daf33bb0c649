// SplitMix64 (Steele, Lea, Flood 2014): random numbers that are the same on every machine and with every
// library, for what draws from a seed. The numbers of a stream are a function of a counter.
#pragma once

#include <cstdint>

namespace cgt {

class SplitMix64 {
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
