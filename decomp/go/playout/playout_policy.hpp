// How a game is played to its end by chance (Bruegmann 1993, "Monte Carlo Go"), with the moves that
// answer the last one preferred (Gelly, Wang, Munos and Teytaud 2006).
//
//   PlayoutRandom random(1);
//   PlayoutBoard board(Board(9, 9));
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

#include <vector>

#include "decomp/go/playout/playout_board.hpp"
#include "decomp/search/random.hpp"

namespace cgt::go {

// The same numbers on every machine.
using PlayoutRandom = search::Random;

// Moves on from `last`, the move before, with `player` to move, and appends the moves to `moves`,
// passes as kNoSpot: the players alternate.
void play_out(PlayoutBoard& board, Player player, PlayoutBoard::Spot last, PlayoutRandom& random,
              std::vector<PlayoutBoard::Spot>& moves);

}  // namespace cgt::go
