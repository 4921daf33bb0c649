// Problem: a Go position with all that a solver wants to know about it; readers and writers.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/support/player.hpp"
#include "decomp/rules/go/board.hpp"

namespace cgt::go {

struct Problem {
  std::string name;  // GN, or the file's name
  Board board;
  std::optional<Player> to_play;  // PL, or the colour of the first move; Black is Left
  Dyadic komi;                    // KM
  std::string rules;              // RU, as written
  // Main line of the file after `board`, for comparison with a solution.
  struct Move {
    Player player = Player::kLeft;
    std::optional<Point> point;  // none: pass
    friend bool operator==(const Move&, const Move&) = default;
  };
  std::vector<Move> moves;
  // A stone of each block that the file marks as living (partition.hpp): no proof, an assumption.
  std::vector<Point> assumed;
};

// Number of moves that plays the whole main line.
inline constexpr std::size_t kAllMoves = std::numeric_limits<std::size_t>::max();

// SGF, FF[1] to FF[4]. Reads the first game of the file; its main line is the first variation
// everywhere, the others are only checked for balance. `board` is the position after the set-up
// stones of the nodes before the first move, and after the first `play_moves` moves of the main
// line (a game record has no set-up stones, so give a number or kAllMoves there). Moves before that
// number are played by the rules of Board::play(), ko not checked; later ones are recorded in
// `moves`, not judged except for being on the board. Set-up stones after the first move are refused
// unless all moves before them are played. Text in Latin-1 becomes UTF-8. Stones of `board` that the
// last of its nodes marks with TR (triangle) or MA (cross) are `assumed`; other marks mean nothing.
//
// All readers throw InputError with file:line:col, or Error if the file cannot be read. Among the
// refusals: points off the board, two stones on a point, stones without liberty, sides outside 1 to
// 52, a komi that is not a dyadic number, games other than Go, a property given twice.
Problem load_sgf(const std::string& path, std::size_t play_moves = 0);
Problem parse_sgf(std::string_view text, const std::string& name = "<sgf>",
                  std::size_t play_moves = 0);

// Rows from the top, split by '/', '|' or newlines: X or x black, O or o white, '.' or '+' or ','
// empty; B and W are black and white stones that are `assumed` to live; blanks ignored. Also takes diagrams as people paste them: a line of column letters, row
// numbers at either end (text after the right one is ignored), lines of '-' as border, and the `$$`
// diagrams of Sensei's Library with their marks, where B and W are ordinary stones (a header `$$B` or
// `$$W` sets to_play); moves shown as numbers in those are refused.
Problem parse_board(std::string_view diagram, const std::string& name = "<board>");

// The file that parse_sgf() reads back to an equal problem, moves included, if no more than stones of
// `board` are assumed: one line.
std::string to_sgf(const Problem& problem);
// Rows of 'X', 'O' and '.', each ended by `row_end` except the last: what parse_board() reads back.
std::string to_diagram(const Board& board, char row_end = '\n');

}  // namespace cgt::go
