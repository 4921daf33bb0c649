#include "cgt/store/nus.hpp"

#include <limits>

namespace cgt {
namespace {

constexpr std::uint32_t kNimberBits = 6;
constexpr std::uint32_t kUpBits = 6;
constexpr std::uint32_t kExponentBits = 4;
constexpr std::uint32_t kNumeratorBits = 15;
static_assert(1 + kNimberBits + kUpBits + kExponentBits + kNumeratorBits == 32);

constexpr std::uint32_t kUpShift = 1 + kNimberBits;
constexpr std::uint32_t kExponentShift = kUpShift + kUpBits;
constexpr std::uint32_t kNumeratorShift = kExponentShift + kExponentBits;

constexpr bool fits_signed(std::int64_t x, std::uint32_t bits) {
  const std::int64_t bound = std::int64_t{1} << (bits - 1);
  return x >= -bound && x < bound;
}

std::uint64_t magnitude(std::int64_t ups) {
  const auto bits = static_cast<std::uint64_t>(ups);
  return ups < 0 ? 0 - bits : bits;
}

}  // namespace

std::optional<GameId> encode_inline(const Nus& value) {
  if (!value.number.is_small() || !fits_signed(value.number.small_numerator(), kNumeratorBits) ||
      value.number.exponent() >= (1U << kExponentBits) || !fits_signed(value.ups, kUpBits) ||
      value.nimber >= (1U << kNimberBits)) {
    return std::nullopt;
  }
  const auto numerator = static_cast<std::uint32_t>(value.number.small_numerator());
  const auto ups = static_cast<std::uint32_t>(value.ups) & ((1U << kUpBits) - 1);
  return GameId::from_word(1U | (value.nimber << 1U) | (ups << kUpShift) |
                           (value.number.exponent() << kExponentShift) |
                           (numerator << kNumeratorShift));
}

Nus decode_inline(GameId id) {
  CGT_ASSERT(id.is_inline(), "only inline words are decoded");
  const std::uint32_t word = id.word();
  const auto numerator = static_cast<std::int32_t>(word) >> kNumeratorShift;
  const std::uint32_t exponent = (word >> kExponentShift) & ((1U << kExponentBits) - 1);
  // Sign-extend the ups field through the top of the word.
  const auto ups = static_cast<std::int32_t>(word << (32 - kExponentShift)) >> (32 - kUpBits);
  return {Dyadic(std::int64_t{numerator}, exponent), ups, (word >> 1U) & ((1U << kNimberBits) - 1)};
}

Nus operator-(const Nus& a) {
  if (a.ups == std::numeric_limits<std::int64_t>::min()) throw Error("too many ups");
  return {-a.number, -a.ups, a.nimber};
}

Nus operator+(const Nus& a, const Nus& b) {
  std::int64_t ups = 0;
  if (__builtin_add_overflow(a.ups, b.ups, &ups)) throw Error("too many ups");
  return {a.number + b.number, ups, a.nimber ^ b.nimber};
}

bool nus_leq_zero(const Nus& a) {
  const int sign = a.number.sign();
  if (sign != 0) return sign < 0;
  // u*up + *k with u < 0 is negative, except that v* and every nonzero nimber are confused with 0.
  if (a.ups == 0) return a.nimber == 0;
  if (a.ups == -1) return a.nimber != 1;
  return a.ups < 0;
}

std::uint64_t nus_option_count(const Nus& a, Player player) {
  if (a.is_number()) {
    if (!a.number.is_integer()) return 1;
    return a.number.sign() == sign(player) ? 1 : 0;
  }
  if (a.ups == 0) return a.nimber;
  // up* = {0,*|0}; every other positive one is {0 | (u-1)up + *(k^1)}.
  const bool special = (a.ups == 1 || a.ups == -1) && a.nimber == 1;
  const Player rising = a.ups > 0 ? Player::kLeft : Player::kRight;
  return special && player == rising ? 2 : 1;
}

Nus nus_option(const Nus& a, Player player, std::uint64_t i) {
  CGT_ASSERT(i < nus_option_count(a, player), "the option exists");
  if (a.is_number()) {
    const Dyadic step = Dyadic(1).scaled(-std::int64_t{a.number.exponent()});
    return {player == Player::kLeft ? a.number - step : a.number + step, 0, 0};
  }
  const auto k = static_cast<std::uint32_t>(i);
  if (a.ups == 0) return {a.number, 0, k};
  const Player rising = a.ups > 0 ? Player::kLeft : Player::kRight;
  if (player == rising) return {a.number, 0, k};
  if ((a.ups == 1 || a.ups == -1) && a.nimber == 1) return {a.number, 0, 0};
  return {a.number, a.ups > 0 ? a.ups - 1 : a.ups + 1, a.nimber ^ 1U};
}

std::uint64_t nus_birthday(const Nus& a) {
  const mpz_class whole = a.number.abs().floor().numerator();
  if (!whole.fits_ulong_p()) throw Error("the birthday of this number is too large to count");
  std::uint64_t days = whole.get_ui();
  if (!a.number.is_integer()) days += a.number.exponent() + 1;
  if (a.ups == 0) return days + a.nimber;
  const std::uint64_t u = magnitude(a.ups);
  // Walking the options down, the nimber flips with every up, to the base *j, or to up* = {0,*|0}.
  if ((a.nimber ^ ((u - 1) & 1U)) == 1) return days + u + 1;
  return days + u + (a.nimber ^ (u & 1U));
}

// The followers of a number are the numbers born before it on its path from 0, one a day.
std::uint64_t nus_follower_count(const Nus& a) {
  const std::uint64_t numbers = nus_birthday({a.number, 0, 0}) + 1;
  if (a.ups == 0) return numbers + a.nimber;
  // x + u*up + *k, x + (u-1)*up + *(k^1), ... down to x + up + *j and the nimbers that it has.
  const std::uint64_t u = magnitude(a.ups);
  const std::uint64_t j = a.nimber ^ ((u - 1) & 1U);
  return numbers + u + (j == 1 ? 1 : j ^ 1U);
}

}  // namespace cgt
