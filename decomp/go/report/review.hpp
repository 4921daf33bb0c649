// A game record as a whole: the score with best play at each of its positions, and what each move
// loses.
//
//   const Review found = review(load_sgf("game.sgf", 0), {}, budget);
//   if (found.decided) std::cout << "decided exactly after move " << *found.decided << '\n';
//
// A move loses what it takes from the score of the player who makes it: the score with this player
// to move before it, less the score with the other to move after it, prisoners counted. Both must be
// exact. So a loss is never negative, a pass may lose, too, and without assumptions what is lost in the
// end adds up to what the game could have ended with. A move that is not legal is made as records tell it
// (play_recorded()), and loses what nobody can tell.
//
// Blocks may be assumed to live (partition.hpp): once for the whole game, those of the last position
// that the options name; before it the blocks with stones of them. A move is judged by what is assumed
// before it, also where it puts such a stone where none was. A move that does what was taken for
// impossible has no loss (Review::upsets): after it points that were settled are
// not any more or are the other player's, or its own player would gain by it.
//
// Positions are solved from the last one back, each from its own board alone, as long as the budget
// lasts: the end of a game is where scores are exact.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "decomp/go/endgame/endgame.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::go {

// What a move was worth where it was made, whether or not another one was better: the temperature of its
// part, and what the move is to its player.
struct MoveWorth {
  enum class Kind : std::uint8_t { kGote, kSente, kReverseSente, kDame, kNothing };
  Dyadic temperature;
  Dyadic deiri;                // by how much it matters who plays there first; 0 unless hot
  Kind kind = Kind::kNothing;  // kNothing: a move there costs points
};
// "gote", "sente", "reverse sente", "dame", "nothing".
const char* name(MoveWorth::Kind kind);

struct ReviewedPosition {
  // Who moves next: the player of the next move; at the end the other than the last.
  Player to_play = Player::kLeft;
  bool reached = false;  // false: the budget ended before
  // By first player, komi and prisoners counted.
  PerPlayer<GoEndgame::Score> scores;
  // Of a hottest part; none unless the position is solved and a part is open.
  std::optional<Dyadic> temperature;
  // Of each open part: its first empty point and its temperature, if it has a value.
  std::vector<std::pair<Point, Dyadic>> parts;
  // First moves of `to_play` that lose nothing; none known unless solved.
  std::vector<Point> best;
  bool solved = false;  // all parts have values
  // Of the move that is made next. None: a pass, or its part has no value, or it is in settled points.
  std::optional<MoveWorth> worth;
};

struct Review {
  // One more than moves: [i] is the position after i moves.
  std::vector<ReviewedPosition> positions;
  std::vector<Move> moves;
  // What each move loses; none where it is not known.
  std::vector<std::optional<Dyadic>> losses;
  // Of each move: does it overthrow what is assumed? Its loss is not known then.
  std::vector<bool> upsets;
  // After so many moves, and at every later position, the score is exact. None: not at the end.
  std::optional<std::size_t> decided;
  // By the moves after that, and how many of them lost something.
  PerPlayer<Dyadic> lost;
  PerPlayer<std::size_t> mistakes{};
  bool conditional = false;  // blocks were assumed to live
};

struct ReviewOptions {
  // Work on one position. A unit is about a microsecond.
  std::uint64_t nodes_each = 400'000;
  // How safety is proved, and a stone of each block of the last position that is taken to live.
  PartitionOptions partition{};
  // How scores are counted; prisoners are those before the first position.
  ScoringRules rules{};
};

// `record` holds the position before the first move and the moves (Problem::moves). A spent budget
// leaves positions that are not reached.
Review review(const Problem& record, const ReviewOptions& options, Budget& budget);

// Solves the endgame unless no block of it is proved safe: then its only part is the whole board,
// and the search would never end. Returns complete().
bool solve_where_safe(GoEndgame& endgame, Budget& budget);

}  // namespace cgt::go
