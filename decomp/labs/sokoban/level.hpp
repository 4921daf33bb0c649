// Sokoban: levels, their text, and a checker of solutions that shares nothing with any solver.
//
// A level is a maze with boxes, goals and a player, who walks and pushes one box at a time; it is
// solved when each box stands on a goal. Rows of .xsb files: '#' wall, ' ' '-' '_' floor, '$' box,
// '.' goal, '*' box on goal, '@' player, '+' player on goal (also b B p P for $ * @ +). Rows may be
// joined by '|', and a number before a character or a bracketed group repeats it: "3#|#@#|3#",
// "3(uR)". A .sok file has lines Title:, Author:, Comment: ... Comment-End: besides, and solutions
// behind a line Solution; .slc is XML. Solutions are LURD: a small letter for a step, a capital for a push.
//
//   const SourceText source("two.xsb", "#####\n#@$.#\n#####\n");
//   const std::vector<Level> levels = read_levels(source);
//   play(levels[0], "R").solved;  // true, with 1 push in 1 move
//
// Rules and notation: Culberson 1997; the formats as the Sokoban wiki describes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/diagnostic.hpp"

namespace cgt::sokoban {

// Rows and columns count from 0, directions up, left, down, right: d and d ^ 2 are opposite.
inline constexpr int kRowStep[4] = {-1, 0, 1, 0};
inline constexpr int kColumnStep[4] = {0, -1, 0, 1};
inline constexpr char kStepLetter[4] = {'u', 'l', 'd', 'r'};
inline constexpr char kPushLetter[4] = {'U', 'L', 'D', 'R'};

// Moves that a file has beside its level, as they are written there.
struct StoredSolution {
  std::string moves;
  SourceSpan span;  // of the first line
};

struct Level {
  int height = 0;
  int width = 0;
  std::string cells;  // height * width characters of "# $.*@+", short rows filled with blanks
  std::string title;  // "" if the file says none
  // Why nothing can be solved here (Severity::kError), or what looks strange (kWarning), with
  // places in the file.
  std::vector<Diagnostic> faults;
  std::vector<StoredSolution> solutions;

  bool inside(int row, int column) const {
    return row >= 0 && row < height && column >= 0 && column < width;
  }
  // What stands outside is a wall.
  char at(int row, int column) const {
    return inside(row, column) ? cells[static_cast<std::size_t>(row * width + column)] : '#';
  }
  bool has_errors() const;
  std::string text() const;  // rows in .xsb, no blanks at their ends
};

inline bool is_box(char c) { return c == '$' || c == '*'; }
inline bool is_goal(char c) { return c == '.' || c == '*' || c == '+'; }
inline bool is_player(char c) { return c == '@' || c == '+'; }

// Most cells of a level, rows filled up.
inline constexpr std::size_t kMostCells = 65536;

// All levels of a file, in its order; faults of a level, characters that stand for nothing among them, are kept with it.
// Throws InputError for run lengths that cannot be read, and where there is no level.
std::vector<Level> read_levels(const SourceText& source);
// Throws InputError with the errors of the level, if it has any.
void require_sound(const Level& level, const SourceText& source);

// Run lengths and groups written out: "2(uR)" is "uRuR". Blanks are left out. Throws InputError for
// unbalanced brackets, other characters than udlrUDLR, and results longer than `most`.
std::string read_moves(const SourceText& source, std::size_t most = 1'000'000);

// What a solution does. `moves` counts steps and pushes.
struct Play {
  bool solved = false;
  std::uint64_t pushes = 0;
  std::uint64_t moves = 0;
  std::string fault;  // "move 7: into a wall", or how many boxes are off the goals; "" if solved
};
// Every step must be legal, and a capital exactly where a box moves. `end`, if it is given, becomes the level as it
// stands after the last legal move.
Play play(const Level& level, std::string_view moves, Level* end = nullptr);

}  // namespace cgt::sokoban
