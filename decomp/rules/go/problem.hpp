// Problem: a Go position with all that a solver wants to know about it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "cgt/support/player.hpp"
#include "decomp/rules/go/board.hpp"

namespace cgt::go {

struct Problem {
  std::string name;                  // GN, or the file's name
  Board board;
  std::optional<Player> to_play;     // PL, or the colour of the first move; Black is Left
  Dyadic komi;                       // KM
  std::string rules;                 // RU, as written
  // Main line of the file, for comparison with a solution.
  struct Move {
    Player player;
    std::optional<Point> point;      // none: pass
  };
  std::vector<Move> moves;
};

// Readers. All throw InputError with file:line:col, or Error if the file cannot be read.
Problem load_sgf(const std::string& path);
Problem parse_sgf(std::string_view text, const std::string& name = "<sgf>");
// Rows from the top, split by '/', '|' or newlines: X or x black, O or o white, '.' or '+' empty;
// spaces ignored.
Problem parse_board(std::string_view diagram, const std::string& name = "<board>");

}  // namespace cgt::go
