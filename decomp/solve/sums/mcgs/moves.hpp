// Moves as MCGS writes them: what its command {winning moves ...} lists. Of a sum of several games
// a move names the game before it, counted from 0: "1:2-3".
//
//   clobber_1xn, elephants, gen_toads           2-3       from, to: cells counted from 1
//   clobber, cannibal_clobber, domineering      b1-b2     column, and row from the top
//   nogo_1xn, nogo                              2_X b1_O  the point, and whose stone
//   amazons                                     b1-a2-b1  from, to, arrow
//   fission                                     b2_V      the stone; along a column (Black) or a row
//   toppling_dominoes                           3R        the domino, and where it falls
//   sheep                                       b2-a2-1   from, to, how many go
//   gen_king_dirt                               b2-b3 a1_X    a king's move; a stone put there
//   kayles                                      1-0-4     pins taken, smaller and larger rest
//   integer_game, dyadic_rational               INT, DEC INC  Left makes numbers less, Right greater
//   nimber, up_star                             *3, -2*   what it becomes
//   switch_game                                 SWITCH_L  to the left side or the right one
//   cgt:                                        L_0       which option of the canonical form
//
// In an impartial game either player has the moves of both, as the game is written: so a number
// has DEC and INC there, although all that counts is its nim value.
#pragma once

#include <string>
#include <vector>

#include "decomp/solve/sums/mcgs/file.hpp"

namespace cgt::solve {

struct McgsMove {
  std::string text;  // without the game
  SumMove move;
};

// The moves of a player in one game of the sum. Two moves may leave the same position.
std::vector<McgsMove> mcgs_moves(Store& store, const McgsSum& sum, std::size_t term, Player player);

// "1:2-3", or "2-3" where there is one game.
std::string mcgs_text(const McgsSum& sum, const McgsMove& move);

// In the order of MCGS, each once: by games, then as texts.
void sort_mcgs_moves(std::vector<McgsMove>& moves);

// The moves of a file, in the same order and without the names of games that nobody needs.
std::vector<std::string> sorted_mcgs_moves(const McgsSum& sum, std::vector<std::string> moves);

}  // namespace cgt::solve
