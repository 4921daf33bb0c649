// Which move to play, and what is known of it.
//
// In this order:
//   1. proved     All parts have values: the first move of an optimal line; a pass where passing
//                 keeps the score, which is compared, not guessed.
//   2. hottest    Some parts have none: the best move of the hottest part that has one, if it is
//                 hotter than all others can be.
//   3. heuristic  Else any legal move by rules of thumb: what it takes, what it saves, and how much
//                 nearer ground it wins. It is marked so wherever it is reported.
//
// Bounds. In a part of n points no move wins more than the score can change: every position after a
// first move scores between -(e - 1 + 2x) and e - 1 + 2o, with e empty points, x black and o white
// stones, so the temperature is at most e + x + o - 1.
//
// Moves are never put into the own safe territory (but by cleanup()), and a heuristic never fills an
// own eye, an area that only own stones border, or a small one that only enemy stones border, unless
// it takes stones or saves some in atari. It passes when nothing else is left, and says so.
#pragma once

#include <optional>
#include <string>

#include "decomp/rules/go/game.hpp"
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
