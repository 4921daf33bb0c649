// Chess endgames without pawns of up to four men: the distance to mate from every position, by
// retrograde analysis (Stroehlein 1970, Thompson 1986).
//
//   const Endgame queen(Material("KQK"), budget);
//   queen.value(position);                // who wins, in how many plies
//
// A position is a side to move and a square for each man; like men are told apart, so each board of
// KBBK is there twice. No symmetry is used. Positions are numbered flat: 2 x 64^n numbers, some of
// which are not positions (two men on one square, the side that has moved in check).
//
// This is not decomp/search/retrograde.hpp, whose graph of moves takes 8 bytes a move: 2.9 GB for
// four men. Here moves are made and unmade where they are needed, and a table has one byte a number
// when it is done (33.5 MB for four men) and, while it is made, one more, plus 4 bytes for each
// position that a capture decides (KQKR: 104 MB resident in all). The tests compare both on three
// men. Captures lead to the tables of fewer men, which an Endgame owns.
//
// Thread rule: constant once made.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"

namespace cgt::search::chess {

// Sets of squares and what kings and long-range pieces attack. Squares are numbered a1 = 0, b1 = 1,
// .. h8 = 63.

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

inline constexpr int kWhite = 0;
inline constexpr int kBlack = 1;

struct CGT_API Man {
  Kind kind = Kind::kKing;
  int colour = kWhite;
  friend bool operator==(const Man&, const Man&) = default;
};

// The men: both kings first, the white one before the black one, then the others.
class CGT_API Material {
 public:
  static constexpr int kMost = 4;

  // "KQKR": White's king and queen, Black's king and rook. Throws Error for anything but kings,
  // queens, rooks and bishops, for other than one king of each colour, for more than kMost men.
  explicit Material(std::string_view text);

  int size() const { return static_cast<int>(men_.size()); }
  const Man& man(int i) const { return men_[static_cast<std::size_t>(i)]; }
  std::string text() const;
  // Without man i, which is not a king.
  Material without(int i) const;
  // Numbers of positions of one side to move: 64^size().
  std::uint32_t squares_count() const { return std::uint32_t{1} << (6 * size()); }

 private:
  Material() = default;
  std::vector<Man> men_;
};

// Where the men stand. The number of the position, without the side to move, is that with man 0 as
// most significant digit in base 64.
struct CGT_API Position {
  int mover = kWhite;
  std::uint8_t squares[Material::kMost] = {};

  static Position of(const Material& material, int mover, std::uint32_t number);
  std::uint32_t number(const Material& material) const;
  Squares occupied(const Material& material, int colour) const;
  std::string text(const Material& material) const;  // "w Ka1 Qb2 kc3 rd4"
};

// What is known of a position, in one byte.
class CGT_API DistanceToMate {
 public:
  static constexpr std::uint8_t kDraw = 0;
  static constexpr std::uint8_t kIllegal = 255;

  explicit DistanceToMate(std::uint8_t code) : code_(code) {}
  static DistanceToMate of_plies(unsigned plies) {
    return DistanceToMate(static_cast<std::uint8_t>(plies + 1));
  }
  std::uint8_t code() const { return code_; }
  bool legal() const { return code_ != kIllegal; }
  bool draw() const { return code_ == kDraw; }
  bool decided() const { return legal() && !draw(); }
  // Of decided positions.
  unsigned plies() const { return code_ - 1U; }
  bool mover_wins() const { return decided() && plies() % 2 == 1; }
  bool mover_loses() const { return decided() && plies() % 2 == 0; }
  // Moves of the winner.
  unsigned moves() const { return (plies() + 1) / 2; }

 private:
  std::uint8_t code_;
};

struct CGT_API EndgameCounts {
  std::uint64_t legal = 0;
  std::uint64_t wins = 0;    // of the side to move
  std::uint64_t losses = 0;  // mates included
  std::uint64_t draws = 0;
  std::uint64_t mates = 0;
  unsigned longest_win = 0;  // in moves of the winner
};

class CGT_API Endgame {
 public:
  // Throws BudgetExhausted; a node of the budget is a position looked at.
  Endgame(const Material& material, Budget& budget);

  const Material& material() const { return material_; }
  DistanceToMate value(int mover, std::uint32_t number) const {
    return DistanceToMate(table_[static_cast<std::size_t>(mover)][number]);
  }
  DistanceToMate value(const Position& position) const {
    return value(position.mover, position.number(material_));
  }
  // The endgame after man i was captured; nullptr where only kings are left.
  const Endgame* after_capture(int i) const { return after_[static_cast<std::size_t>(i)].get(); }
  EndgameCounts counts(int mover) const;
  // Of the tables, those of fewer men included.
  std::size_t bytes() const;

 private:
  friend class EndgameBuilder;

  Material material_;
  std::vector<std::uint8_t> table_[2];
  std::vector<std::shared_ptr<const Endgame>> after_;
  MemoryMeter meter_;
};

}  // namespace cgt::search::chess
