// Sets of squares and what kings and long-range pieces attack. Squares are numbered a1 = 0, b1 = 1,
// .. h8 = 63.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "cgt/support/api.hpp"

namespace cgt::search::chess {

using Squares = std::uint64_t;

constexpr Squares bit(int square) { return Squares{1} << square; }

enum class Kind : std::uint8_t { kKing, kQueen, kRook, kBishop };

namespace detail {

// Directions 0..3 lead to greater squares, 4..7 to smaller ones; even ones are those of the rook.
inline constexpr int kSteps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                     {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

struct CGT_API Tables {
  std::array<std::array<Squares, 64>, 8> rays{};
  std::array<Squares, 64> king{};
};

constexpr Tables make_tables() {
  Tables out;
  for (int square = 0; square < 64; ++square) {
    for (std::size_t d = 0; d < 8; ++d) {
      int rank = square / 8 + kSteps[d][0];
      int file = square % 8 + kSteps[d][1];
      for (bool first = true; rank >= 0 && rank < 8 && file >= 0 && file < 8; first = false) {
        const Squares here = bit(rank * 8 + file);
        out.rays[d][static_cast<std::size_t>(square)] |= here;
        if (first) out.king[static_cast<std::size_t>(square)] |= here;
        rank += kSteps[d][0];
        file += kSteps[d][1];
      }
    }
  }
  return out;
}

inline constexpr Tables kTables = make_tables();

template <std::size_t kDirection>
Squares ray_attacks(int square, Squares occupied) {
  const auto& rays = kTables.rays[kDirection];
  const Squares ray = rays[static_cast<std::size_t>(square)];
  const Squares blockers = ray & occupied;
  if (blockers == 0) return ray;
  const int first = kDirection < 4 ? std::countr_zero(blockers) : 63 - std::countl_zero(blockers);
  return ray ^ rays[static_cast<std::size_t>(first)];
}

}  // namespace detail

inline Squares king_attacks(int square) {
  return detail::kTables.king[static_cast<std::size_t>(square)];
}
inline Squares rook_attacks(int square, Squares occupied) {
  return detail::ray_attacks<0>(square, occupied) | detail::ray_attacks<2>(square, occupied) |
         detail::ray_attacks<4>(square, occupied) | detail::ray_attacks<6>(square, occupied);
}
inline Squares bishop_attacks(int square, Squares occupied) {
  return detail::ray_attacks<1>(square, occupied) | detail::ray_attacks<3>(square, occupied) |
         detail::ray_attacks<5>(square, occupied) | detail::ray_attacks<7>(square, occupied);
}

// Without pawns, the squares that a piece attacks are those that it moves to, and those that it may
// have come from.
inline Squares attacks(Kind kind, int square, Squares occupied) {
  switch (kind) {
    case Kind::kKing: return king_attacks(square);
    case Kind::kQueen: return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
    case Kind::kRook: return rook_attacks(square, occupied);
    case Kind::kBishop: return bishop_attacks(square, occupied);
  }
  return 0;
}

// Calls body(square) for each square of the set.
template <class Body>
void for_each_square(Squares set, Body body) {
  for (; set != 0; set &= set - 1) body(std::countr_zero(set));
}

}  // namespace cgt::search::chess
