// Is a move worth more than a pass? Asked of its surroundings alone, which a tree search reads deeper
// than the whole board: a move in own territory, or one that the opponent need not answer, seems to
// win points in playouts of the whole board, and loses one.
//
//   const Game played(Board(9, 9));
//   const PlayoutAdvice advice = advise(played, Player::kLeft, {}, budget);
//   local_gain(played, Player::kLeft, *advice.move, advice.owners, {}, budget);
//   choose_locally(played, Player::kLeft, advice, {}, budget);
//
// The surroundings are the points nearest to the move, with the liberties of the blocks that can be taken
// there: those that lie within, those near the move with few liberties, and those that are dead as it
// seems. All other points count for their owners and are as good as stones of theirs, and blocks that reach
// them are never taken. So what is found is a heuristic: it does not see what a move does to large groups,
// or far away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "decomp/go/board/game.hpp"
#include "decomp/go/playout/tree_search.hpp"

namespace cgt::go {

struct LocalOptions {
  std::size_t points = 26;  // empty ones within the surroundings, about
  std::uint64_t playouts = 2000;
  std::uint64_t seed = 1;
};

// Points of territory for the player, as playouts tell.
struct LocalGain {
  double gain = 0;            // of the move against a pass
  double error = 0;           // standard error
  std::optional<Point> best;  // the move of the surroundings that was tried most
  double best_gain = 0;       // the same of that move
};

// Requires a legal move, and owners by Board::index: 1 Black's, -1 White's (PlayoutAdvice). None:
// the budget ended before a quarter of the playouts. Never throws for want of budget.
std::optional<LocalGain> local_gain(const Game& game, Player player, Point move,
                                    std::span<const float> owners, const LocalOptions& options,
                                    Budget& budget);

// A move by what is won around it; none: a pass, as no move wins anything. Asked for are the advised move,
// those of `first`, and the candidates far enough from all that were asked for. Of those that win not far
// less than another one, it takes the first; unless it wins plainly, it has to do so in a second, longer
// search. Where the budget ends before anything is known, it takes the advised move. But if playouts of the
// whole board give the move that they tried most a lead of more than eight points over that, beyond doubt, it
// is the answer: a large group is at stake. Where most points are nobody's yet, the answer is the advised move.
std::optional<Point> choose_locally(const Game& game, Player player, const PlayoutAdvice& advice,
                                    std::span<const Point> first, Budget& budget);

}  // namespace cgt::go
