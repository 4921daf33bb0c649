// A move for a Go position in which nothing is proved, by Monte Carlo tree search: UCT (Kocsis and
// Szepesvari 2006) with RAVE (Gelly and Silver 2007) and the playouts of playout_policy.hpp. It is a
// heuristic: it finds good moves often and proves nothing.
//
//   const Game game(Board(9, 9));
//   Budget budget({.nodes = 1'000'000});
//   const PlayoutAdvice advice = advise(game, Player::kLeft, {}, budget);
//   advice.move;   // none: pass
//   advice.score;  // of the playouts after it, Black minus White, komi counted
//
// Rules. Moves are those of Game: simple ko in the playouts, positional superko in the tree with
// the whole game before it. Playouts end with every point a stone or an eye, so they are counted by
// area. Under territory scoring a stone costs a point where it wins nothing: of each stone that was
// played in the tree, one point goes back (area = territory + own stones; stones played in the
// playout alternate). So the search sees that a move in its own territory loses a point, and passes.
//
// What is maximised, for a score s of Black's: (1 - w) / (1 + exp(-(s - m) / d)) + w [s > 0], with m
// and d mean and standard deviation of the first playouts, and w = 1/10. The first term is nearly
// linear where the game is decided, so points count until the end; the second prefers moves that
// win if the komi is near. The win rate alone would give points away once the game is decided.
//
// Settled points (PlayoutBoard::Settled) are left out of all play, and count for their owner, or
// together what `settled_score` says. What they are worth is the caller's to prove.
//
// Deterministic for a seed, as long as the budget is not the clock's. A playout charges a unit for
// every kPlayoutMovesPerUnit moves.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "decomp/go/board/game.hpp"
#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/playout/playout_board.hpp"

namespace cgt::go {

inline constexpr std::uint64_t kPlayoutMovesPerUnit = 4;

struct PlayoutOptions {
  Scoring scoring = Scoring::kTerritory;
  // Minus what earlier prisoners count: subtracted from the score of the board.
  double komi = 0;
  std::vector<PlayoutBoard::Settled> settled;  // by Board::index; empty: none
  // Territory score of settled points that have no owner, Black minus White.
  double settled_score = 0;
  // Moves to look at first, such as the best ones under an assumption.
  std::vector<Point> hints;
  // A move that is best under an assumption: chosen unless another one, or the pass, is better by
  // more than `preferred_lead` points, and beyond doubt. Left out of account if it is not a candidate.
  std::optional<Point> preferred;
  double preferred_lead = 0;
  double preferred_errors = 2;  // beyond doubt: by so many standard errors
  // Points where no move wins anything under an assumption, by Board::index; empty: none. The
  // search tries them late, for both players; one is chosen only if it is better than every other
  // move and the pass by more than `doubtful_lead` points, and beyond doubt. Points near the last move
  // are exempt.
  std::vector<bool> doubtful;
  double doubtful_lead = 1;
  // One in so many playouts tries the pass, at least.
  std::uint64_t pass_share = 16;
  std::uint64_t playouts = 100'000;  // at most
  std::uint64_t seed = 1;
};

struct PlayoutCandidate {
  std::optional<Point> point;  // none: pass
  std::uint64_t visits = 0;
  double score = 0;  // mean of the playouts after it, Black minus White
  double error = 0;  // standard error of the mean, if it was visited
};

struct PlayoutAdvice {
  std::optional<Point> move;  // none: pass
  std::uint64_t playouts = 0;
  double score = 0;  // of the chosen move, if playouts > 0
  // Legal moves that fill no own eye, and the pass; most visits first.
  std::vector<PlayoutCandidate> candidates;
  // Whose each point was when the playouts ended, by Board::index: 1 always Black's, -1 always
  // White's. Empty: nothing was played out.
  std::vector<float> owners;
};

// A legal move of `player`, or a pass: that is chosen if there is no other candidate, or if playouts
// say beyond doubt that the best other one loses points against it. With no other candidate nothing
// is played out. Never throws for want of budget: it answers with what it has, at worst the first
// move in the order of the priors.
PlayoutAdvice advise(const Game& game, Player player, const PlayoutOptions& options,
                     Budget& budget);

}  // namespace cgt::go
