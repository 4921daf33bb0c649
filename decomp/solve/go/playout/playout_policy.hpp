// How a game is played to its end by chance (Bruegmann 1993, "Monte Carlo Go"), with the moves that
// answer the last one preferred (Gelly, Wang, Munos and Teytaud 2006).
//
//   PlayoutRandom random(1);
//   PlayoutBoard board(go::Board(9, 9));
//   std::vector<PlayoutBoard::Spot> moves;
//   play_out(board, Player::kLeft, PlayoutBoard::kNoSpot, random, moves);
//   board.area();  // Black minus White
//
// A move is, in this order,
//   1. the capture of the stones that were just played, if they are in atari,
//   2. one that saves own stones which the last move put into atari: by taking stones beside them, or
//      by running to two liberties,
//   3. the vital point of an eye space beside the last move: of three or four empty points within
//      enemy stones, the one next to all others,
//   4. one of the shapes of patterns.hpp around the last move,
//   5. any legal one, neither filling an own eye nor, mostly, putting own stones into atari.
// It passes if there is none, and two passes end the playout. Every playout ends: there are at most
// 3 moves for each point.
#pragma once

#include <cstdint>
#include <vector>

#include "decomp/solve/go/playout/playout_board.hpp"

namespace cgt::solve {

// xorshift64* (Vigna 2016). The same on every machine.
class PlayoutRandom {
 public:
  explicit PlayoutRandom(std::uint64_t seed) : state_(mix(seed, 1) | 1U) {}

  std::uint64_t next() {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return state_ * 0x2545f4914f6cdd1dULL;
  }
  // 0 to n - 1. Requires n > 0.
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(((next() >> 32U) * n) >> 32U);
  }

 private:
  std::uint64_t state_;
};

// Moves on from `last`, the move before, with `player` to move, and appends the moves to `moves`,
// passes as kNoSpot: the players alternate.
void play_out(PlayoutBoard& board, Player player, PlayoutBoard::Spot last, PlayoutRandom& random,
              std::vector<PlayoutBoard::Spot>& moves);

}  // namespace cgt::solve
