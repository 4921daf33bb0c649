// Random numbers in single precision, for experiments that draw ten thousand million of them: 32
// bits a number, normal quantiles from a table.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "decomp/search/random.hpp"

namespace cgt::search::pathology {

// The quantile function of the normal distribution, cut into kCells cells in which it is linear;
// the outer ones are exact. The error is below 2e-5 everywhere.
class NormalTable {
 public:
  NormalTable() {
    for (std::uint32_t i = 1; i < kCells; ++i) {
      knots_[i] = static_cast<float>(normal_quantile(static_cast<double>(i) / kCells));
    }
  }
  // Of the probability (bits + 1/2) / 2^32.
  float operator()(std::uint32_t bits) const {
    const std::uint32_t cell = bits >> kShift;
    if (cell < kExact || cell >= kCells - kExact) {
      return static_cast<float>(normal_quantile((bits + 0.5) * 0x1p-32));
    }
    const float part = static_cast<float>(bits & ((1U << kShift) - 1)) * (1.0F / (1U << kShift));
    return knots_[cell] + part * (knots_[cell + 1] - knots_[cell]);
  }

 private:
  static constexpr unsigned kShift = 19;
  static constexpr std::uint32_t kCells = 1U << (32 - kShift);
  static constexpr std::uint32_t kExact = 64;
  std::array<float, kCells + 1> knots_{};
};

// A stream that hands out the halves of the words of Random.
class FastRandom {
 public:
  FastRandom(const NormalTable& table, Random random) : table_(&table), random_(random) {}

  std::uint32_t bits() {
    half_ = !half_;
    if (!half_) return static_cast<std::uint32_t>(word_ >> 32U);
    word_ = random_.next();
    return static_cast<std::uint32_t>(word_);
  }
  // In (0, 1), a multiple of 2^-24 plus 2^-25.
  float uniform() { return (static_cast<float>(bits() >> 8U) + 0.5F) * 0x1p-24F; }
  float normal() { return (*table_)(bits()); }
  // Standard normal under the condition that its distribution function lies in (tail, 1 - tail).
  float truncated_normal(double tail) {
    const double p = tail * 0x1p32 + (1 - 2 * tail) * (bits() + 0.5);
    return (*table_)(static_cast<std::uint32_t>(p));
  }

 private:
  const NormalTable* table_;
  Random random_;
  std::uint64_t word_ = 0;
  bool half_ = false;
};

}  // namespace cgt::search::pathology
