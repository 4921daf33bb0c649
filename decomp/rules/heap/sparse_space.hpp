// Sparse space (Berlekamp, Conway, Guy 1982, chapter 4; Gangolli, Plambeck 1989): the values of heaps
// are cut into sparse and common ones so that moves to two heaps of one kind leave sparse values, and
// moves to two heaps of different kinds common ones. A value v is sparse if v & mask has an even number
// of bits. Where all moves that leave two heaps take an even number of tokens, or all an odd one, k, the
// position may count as well: then v is sparse as the value of n if the number of bits in v & mask and
// n + k add up to an even number. For if a + b = n - k, then (a + k) + (b + k) = n + k.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>

#include "decomp/rules/heap/code.hpp"

namespace cgt::heap {

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
