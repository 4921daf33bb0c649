// GameId: one 32-bit word that names one canonical short game within one Store.
//
// Representation (bit 0 is the tag):
//   tag 1: a small number-up-star x + u*up + *k, held in the word itself and never in a table:
//            bits 1-6 k (0..63) | bits 7-12 u (-32..31) | bits 13-16 e | bits 17-31 n, x = n/2^e
//   tag 0: bits 1-31 are the address of a record in the store's arena, in 16-byte units.
// A value has exactly one id: what fits inline is inline, so equality of values is equality of
// words. Word 0 is not a game ("none").
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "cgt/support/error.hpp"

namespace cgt {

class CGT_API GameId {
 public:
  constexpr GameId() = default;
  static constexpr GameId from_word(std::uint32_t word) {
    GameId id;
    id.word_ = word;
    return id;
  }
  constexpr std::uint32_t word() const { return word_; }
  constexpr bool is_none() const { return word_ == 0; }
  constexpr bool is_inline() const { return (word_ & 1U) != 0; }
  constexpr std::uint32_t address() const { return word_ >> 1U; }

  friend constexpr bool operator==(GameId, GameId) = default;
  // Order of words: arbitrary but fixed within one store. Not the order of games.
  friend constexpr std::strong_ordering operator<=>(GameId, GameId) = default;

 private:
  std::uint32_t word_ = 0;
};

// The game 0: n = u = k = e = 0.
inline constexpr GameId kZero = GameId::from_word(1);

}  // namespace cgt

template <>
struct std::hash<cgt::GameId> {
  std::size_t operator()(cgt::GameId id) const noexcept {
    return static_cast<std::size_t>(id.word() * 0x9e3779b97f4a7c15ULL);
  }
};
