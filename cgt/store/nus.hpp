// Number-up-star: the values x + u*up + *k with x a number, u an integer, k a nimber. Their sum,
// order, options and recognition are closed forms (Berlekamp, Conway, Guy 1982, chapters 2 and 3;
// Siegel 2013, section II.4), so they need no table.
#pragma once

#include <cstdint>
#include <optional>

#include "cgt/number/dyadic.hpp"
#include "cgt/store/game_id.hpp"
#include "cgt/support/player.hpp"

namespace cgt {

struct CGT_API Nus {
  Dyadic number;
  std::int64_t ups = 0;
  std::uint32_t nimber = 0;

  bool is_number() const { return ups == 0 && nimber == 0; }
  friend bool operator==(const Nus&, const Nus&) = default;
};

// The word of a small value; empty if it does not fit inline.
CGT_API std::optional<GameId> encode_inline(const Nus& value);
// Requires id.is_inline().
CGT_API Nus decode_inline(GameId id);

CGT_API Nus operator-(const Nus& a);
// Throws Error if the number of ups leaves int64.
CGT_API Nus operator+(const Nus& a, const Nus& b);

// How a compares with 0, from the two questions a <= 0 and a >= 0.
CGT_API bool nus_leq_zero(const Nus& a);
inline bool nus_geq_zero(const Nus& a) { return nus_leq_zero(-a); }

// The canonical options, number translation applied. *k has k of them on each side.
CGT_API std::uint64_t nus_option_count(const Nus& a, Player player);
// Requires i < nus_option_count(a, player).
CGT_API Nus nus_option(const Nus& a, Player player, std::uint64_t i);
CGT_API std::uint64_t nus_birthday(const Nus& a);
// Distinct followers, the value itself included.
CGT_API std::uint64_t nus_follower_count(const Nus& a);

}  // namespace cgt
