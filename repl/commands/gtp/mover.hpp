// Which move to play, and what is known of it.
//
// In this order:
//   1. proved     All parts have values: the first move of an optimal line; a pass where passing
//                 keeps the score, which is compared, not guessed.
//   2. bounds     Some parts have none: a move that is proved best all the same (BoundedMove), or a
//                 pass where no move can win anything.
//   3. hottest    The best move of the hottest part that has a value, if it is hotter than all others
//                 can be.
//   4. heuristic  Else what a tree search with playouts advises (go/playout/tree_search.hpp),
//                 marked so wherever it is reported. What is proved is settled for it: safe points and
//                 parts whose value is a number. It prefers what is best if the blocks live that look
//                 alive (GtpAnalysis::if_living), and beyond contested zones is the territory that it
//                 looks like (if_bounded): the move of a ladder that decides over more stones than any
//                 part is hot, an optimal one, or one in the hottest part. It doubts moves where
//                 everything is settled then. At last the moves have to win something where they are
//                 played (go/playout/locality.hpp).
//
// Bounds. In a part of n points no move wins more than the score can change: every position after a
// first move scores between -(e - 1 + 2x) and e - 1 + 2o, with e empty points, x black and o white
// stones, so the temperature is at most e + x + o - 1.
//
// Moves are never put into safe territory (but by cleanup()), and a heuristic never fills an own eye.
// It passes when nothing else is left or all moves seem to lose, and says so.
#pragma once

#include <optional>
#include <string>

#include "decomp/go/board/game.hpp"
#include "repl/commands/gtp/analysis.hpp"

namespace cgt::repl {

enum class GtpMoveKind { kProved, kHottest, kHeuristic };

struct GtpMove {
  std::optional<go::Point> point;  // none: pass
  GtpMoveKind kind = GtpMoveKind::kHeuristic;
  std::string reason;  // one line for people: "proved: loses nothing"
};

// Always a legal move or a pass. Deterministic as long as the budget is not the clock's.
GtpMove choose_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget);

// A move towards taking the enemy stones that are proved dead, without giving up a safe block of its
// own; where none is left, choose_move().
GtpMove cleanup_move(const go::Game& game, GtpAnalysis& analysis, Player player, Budget& budget);

}  // namespace cgt::repl
