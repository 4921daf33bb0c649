// Which values do two heaps of a given sum have? A few values at a time are looked for in all pairs,
// sixteen pairs at once: a copy of the values in 16 bits, forwards, and one backwards, so that the
// pairs of one sum lie side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "decomp/rules/heap/code.hpp"

namespace cgt::heap {

class PairScan {
 public:
  // `plain` is to do without the instructions of this processor that not every one has; for tests.
  explicit PairScan(bool plain = false) : plain_(plain) {}
  // Room for the heaps 0 .. last, so that none is needed later.
  void reserve(Size last);
  // Makes the copies what `values` are; what was added before is not read again. False if a value
  // has more than 16 bits: then nothing may be asked any more.
  bool follow(std::span<const std::uint32_t> values);

  // Values that are looked for together: what a pair costs is mostly to be read.
  static constexpr std::size_t kTogether = 4;
  // Takes out of wanted[0 .. count - 1] what is values[a] xor values[sum - a] for some a, from <= a <=
  // to; the others keep their order. Their number. Requires count <= kTogether, to <= sum, and values
  // of all these heaps.
  std::size_t strike(Size sum, Size from, Size to, std::uint16_t* wanted, std::size_t count) const;

  // By heap. What follows the last one is not to be read.
  const std::uint16_t* values() const { return forwards_.data(); }

  // Bytes a heap.
  static constexpr std::size_t kBytes = 2 * sizeof(std::uint16_t);
  std::size_t bytes() const { return kBytes * backwards_.size(); }

 private:
  std::vector<std::uint16_t> forwards_;   // by heap
  std::vector<std::uint16_t> backwards_;  // heap n at size() - 1 - n
  bool narrow_ = true;
  bool plain_;
};

}  // namespace cgt::heap
