// m,n,k-games: two players put stones on a board of rows x columns; the first with `in_line` stones
// in a row, column or diagonal wins; a full board is a draw. Tic-tac-toe is 3,3,3. Boards of up to
// 64 cells. Searches are tried and timed on it.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "decomp/search/game.hpp"

namespace cgt::search {

template <int kRows, int kColumns, int kInLine>
class LineGame {
 public:
  static_assert(kRows > 0 && kColumns > 0 && kRows * kColumns <= 64 && kInLine > 1);
  static constexpr int kCells = kRows * kColumns;
  using Move = std::uint8_t;  // the cell, row by row

  static GameType type() { return {}; }
  int player() const {
    if (won_ || filled() == kCells) return kTerminal;
    return filled() & 1;
  }
  void moves(std::vector<Move>& out) const {
    for (std::uint64_t free = kBoard & ~(stones_[0] | stones_[1]); free != 0; free &= free - 1) {
      out.push_back(static_cast<Move>(std::countr_zero(free)));
    }
  }
  void play(Move cell) {
    std::uint64_t& mine = stones_[filled() & 1];
    mine |= std::uint64_t{1} << cell;
    won_ = has_line(mine, cell);
  }
  int utility(int player) const {
    if (!won_) return 0;
    const int loser = filled() & 1;  // the winner has just moved
    return player == loser ? -1 : 1;
  }
  std::uint64_t hash() const { return mix(stones_[0], stones_[1]); }
  friend bool operator==(const LineGame& a, const LineGame& b) {
    return a.stones_[0] == b.stones_[0] && a.stones_[1] == b.stones_[1];
  }
  std::uint64_t stones(int player) const { return stones_[player]; }

 private:
  static constexpr std::uint64_t kBoard =
      kCells == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kCells) - 1;
  // All lines, and for each cell those through it.
  struct LineSet {
    std::uint64_t lines[kCells][4 * kInLine] = {};
    int count[kCells] = {};
  };
  static constexpr LineSet make_lines() {
    LineSet out{};
    constexpr int kSteps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int r = 0; r < kRows; ++r) {
      for (int c = 0; c < kColumns; ++c) {
        for (const auto& step : kSteps) {
          const int last_row = r + step[0] * (kInLine - 1);
          const int last_column = c + step[1] * (kInLine - 1);
          if (last_row >= kRows || last_column < 0 || last_column >= kColumns) continue;
          std::uint64_t line = 0;
          for (int i = 0; i < kInLine; ++i) {
            line |= std::uint64_t{1} << ((r + step[0] * i) * kColumns + c + step[1] * i);
          }
          for (int cell = 0; cell < kCells; ++cell) {
            if ((line >> cell & 1U) != 0) out.lines[cell][out.count[cell]++] = line;
          }
        }
      }
    }
    return out;
  }
  static constexpr LineSet kLines = make_lines();

  int filled() const { return std::popcount(stones_[0] | stones_[1]); }
  static bool has_line(std::uint64_t mine, int cell) {
    for (int i = 0; i < kLines.count[cell]; ++i) {
      if ((kLines.lines[cell][i] & ~mine) == 0) return true;
    }
    return false;
  }

  std::uint64_t stones_[2] = {0, 0};
  bool won_ = false;
};

}  // namespace cgt::search
