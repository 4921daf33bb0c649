// Problem: a Go position with all that a solver wants to know about it; readers and writers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/diagnostic.hpp"
#include "decomp/go/board/board.hpp"

namespace cgt::go {

struct CGT_API Problem {
  std::string name;  // GN, or the file's name
  Board board;
  std::optional<Player> to_play;  // PL, or the colour of the first move; Black is Left
  Dyadic komi;                    // KM
  std::string rules;              // RU, as written
  int handicap = 0;               // HA; its stones stand on `board`
  // Main line of the file after `board`, for comparison with a solution.
  using Move = go::Move;
  std::vector<Move> moves;
  // A stone of each block that the file marks as living (partition.hpp): no proof, an assumption.
  std::vector<Point> assumed;
  // TB and TW at the position: whose the points are when play has ended, dead stones included.
  PerPlayer<std::vector<Point>> territory;
  std::size_t played = 0;      // moves of the file before `board`
  std::optional<Move> last;    // the last of them
  PerPlayer<int> prisoners{};  // stones that each took by these moves
  // What is wrong with the file and was read all the same: diagnostics with place and hint.
  std::vector<std::string> warnings;
};

// Plays a move as records are read (FF[4]: a move is made, whether it is legal or not). A stone that
// stands at its point is replaced, and a move that would be suicide takes its own block off the board.
// Adds the stones taken to the prisoners of their takers. False: the rules of Board::play() forbid it.
CGT_API bool play_recorded(Board& board, const Move& move, PerPlayer<int>& prisoners);

// Which position of a record, in moves of its line: so many, or, below 0, so many before the end.
using MoveCount = std::int64_t;
inline constexpr MoveCount kAllMoves = std::numeric_limits<MoveCount>::max();
// The last position of a game, the first one of a problem. A game has moves, and no white stone before
// the first of them: only handicap stones.
inline constexpr MoveCount kLastOfGame = std::numeric_limits<MoveCount>::min();

// Which position of an SGF file.
struct CGT_API SgfOptions {
  MoveCount moves = kLastOfGame;
  std::size_t game = 1;  // of a collection, from 1
  // The line: the number of a variation, from 1, for each place where the file opens variations;
  // where it ends the first one is taken.
  std::vector<std::size_t> path{};
};

// SGF, FF[1] to FF[4]. Reads one game of the file and in it one line (default: the main line); the
// others are only checked for balance. `board` is the position after the set-up stones of the nodes
// before the first move, and after the first `moves` moves of the line (a game record has no set-up
// stones, so give a number or kAllMoves there). Moves before that number are played, ko not checked,
// and `prisoners` are what they took; later ones are recorded in `moves`, not judged except for being
// on the board. Handicap stones that HA counts and no AB lists are placed if White moves first. Text is
// UTF-8, whatever the file is written in (charset.hpp). Stones of `board` that the last of its nodes
// marks with TR (triangle) or MA (cross) are `assumed`, what it marks with TB or TW is `territory`; other
// marks mean nothing.
//
// Read with a warning: set-up properties given twice in a node (one list), other information given
// twice, as a property or as a value of one (the first counts), or not in the first node (ignored), a
// game or a variation that begins without ';', set-up stones after the first move
// (put on the board if all moves before them are played; else `moves` ends there), two colours for a
// point in one node (the last counts), moves that are not legal (play_recorded()), a komi that is no
// number (what it begins with, 6,5 and 6.5 points, or none) or too large to be meant, a character set
// that is not known, a file that ends before its last ')'.
//
// All readers throw InputError with file:line:col, or Error if the file cannot be read. Among the
// refusals: points off the board, set-up stones without liberty, sides outside 1 to 52, a komi that is
// a number and not a dyadic one, games other than Go, a game, a variation or a move that the file does
// not have.
CGT_API Problem load_sgf(const std::string& path, MoveCount moves = kLastOfGame);
CGT_API Problem parse_sgf(std::string_view text, const std::string& name = "<sgf>",
                          MoveCount moves = kLastOfGame);
CGT_API Problem parse_sgf(std::string_view text, const std::string& name,
                          const SgfOptions& options);

// Rows from the top, split by '/', '|' or newlines: X or x black, O or o white, '.' or '+' or ','
// empty; B and W are black and white stones that are `assumed` to live; blanks ignored. Also takes
// diagrams as people paste them: a line of column letters, row
// numbers at either end (text after the right one is ignored), lines of '-' as border, and the `$$`
// diagrams of Sensei's Library with their marks, where B and W are ordinary stones (a header `$$B` or
// `$$W` sets to_play); moves shown as numbers in those are refused.
CGT_API Problem parse_board(std::string_view diagram, const std::string& name = "<board>");

// The file that parse_sgf() reads back to an equal problem, moves included, if no more than stones of
// `board` are assumed: one line.
CGT_API std::string to_sgf(const Problem& problem);
// Rows of 'X', 'O' and '.', each ended by `row_end` except the last: what parse_board() reads back.
CGT_API std::string to_diagram(const Board& board, char row_end = '\n');

}  // namespace cgt::go
