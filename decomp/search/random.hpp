// Random numbers that do not depend on who draws them when: every tree, board or position has a
// stream of its own, named by (seed, experiment, index), and the numbers of a stream are a function
// of a counter (SplitMix64: Steele, Lea, Flood 2014). So results are the same for any number of
// threads, after any interruption, and for any compiler: the distributions are written out here,
// since those of the standard library are not specified.
#pragma once

#include <cstdint>

#include "cgt/support/hash.hpp"

namespace cgt::search {

// The quantile function of the standard normal distribution: Wichura 1988 (AS 241, PPND16),
// relative accuracy 1e-16. `p` strictly between 0 and 1.
double normal_quantile(double p);
// The distribution function of the standard normal distribution.
double normal_distribution(double x);

class Random : public SplitMix64 {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t experiment = 0, std::uint64_t index = 0)
      : SplitMix64(mix(mix(seed, experiment), index)) {}

  // Uniform in (0, 1): an odd multiple of 2^-53, so that quantiles are finite.
  double uniform() { return static_cast<double>(next() >> 12U | 1U) * 0x1p-52; }
  // Uniform in {0, ..., n - 1}, n > 0; the deviation is below n / 2^64.
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64U);
  }
  double normal() { return normal_quantile(uniform()); }
  // Standard normal under the condition that its magnitude is at most `limit`.
  double truncated_normal(double limit) {
    const double tail = normal_distribution(-limit);
    return normal_quantile(tail + uniform() * (1 - 2 * tail));
  }
};

}  // namespace cgt::search
