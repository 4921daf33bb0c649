// Which values do two heaps of a given sum have? A few values at a time are looked for in all pairs,
// sixteen pairs at once: a copy of the values in 16 bits, forwards, and one backwards, so that the
// pairs of one sum lie side by side.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
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

// Sparse space (Berlekamp, Conway, Guy 1982, chapter 4; Gangolli, Plambeck 1989): the values of heaps
// are cut into sparse and common ones so that moves to two heaps of one kind leave sparse values, and
// moves to two heaps of different kinds common ones. A value v is sparse if v & mask has an even number
// of bits. Where all moves that leave two heaps take an even number of tokens, or all an odd one, k, the
// position may count as well: then v is sparse as the value of n if the number of bits in v & mask and
// n + k add up to an even number. For if a + b = n - k, then (a + k) + (b + k) = n + k.

struct SparseMask {
  std::uint32_t mask = 1;
  bool by_position = false;
  std::uint32_t taken = 0;  // k modulo 2

  bool sparse(Size heap, std::uint32_t value) const {
    const auto ones = static_cast<std::uint32_t>(std::popcount(value & mask));
    return ((ones + (by_position ? heap + taken : 0)) & 1U) == 0;
  }
};

// What the tokens taken by all moves that leave two heaps are modulo 2; empty if they differ, or if
// there are none.
std::optional<std::uint32_t> parity_of_breaking(const Code& code);
// The mask with the fewest sparse heaps, by Walsh-Hadamard transforms of the counts of the values.
// Requires values.
SparseMask best_mask(const Code& code, std::span<const std::uint32_t> values);

}  // namespace cgt::heap
