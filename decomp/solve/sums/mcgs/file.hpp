// Files of sums as MCGS reads them, versions 1.1 to 1.7 (Folkersen, Mueller, Du; University of
// Alberta): games and what is asked about them.
//
//   {version 1.7}
//   /* a comment */
//   [clobber_1xn] XOXO (OXX)
//   [switch_game] (5 -3) 1,1/2
//   {B win, W loss, winning moves B 0:1-2}
//   [impartial domineering] ...|...
//   {N 2}
//   [nogo] .O.|.OX|...
//   {thermograph L: (0, -1) R: (-2, -1) (0, 1)}
//
// A section [NAME] or [impartial NAME] says what the games after it are, up to the next section; a
// game is a word, or whatever stands in parentheses. A block of commands asks about the sum of the
// games since the block before, which may be none. Brackets and comments have white space around
// them. X is Black and Left, O is White and Right. Moves of an impartial value are those of its
// canonical form, so it is a nimber; an impartial position is a position of a variant
// (decomp/rules), of Cram for Domineering.
//
// cgt: VALUE :cgt is a game given by its value, as cgt/text/text.hpp reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/number/trajectory.hpp"
#include "cgt/store/store.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

// A point of a wall of a thermograph.
struct McgsPoint {
  Dyadic value;
  Dyadic temperature;
  friend bool operator==(const McgsPoint&, const McgsPoint&) = default;
};
// From temperature -1 up to where the mast begins, or to -1.
using McgsWall = std::vector<McgsPoint>;
McgsWall mcgs_wall(const Trajectory& wall);

struct McgsCommand {
  enum class Kind { kSolve, kWinningMoves, kThermograph };

  Kind kind = Kind::kSolve;
  // Who starts. Empty: asks for the nim value, or for the moves to nim value 0, of a sum in which
  // both have the same moves.
  std::optional<Player> first;
  SourceText::Place place;

  // What the file expects, if it says so.
  std::optional<bool> win;                                // kSolve, for the first player
  std::optional<std::uint32_t> nim_value;                 // kSolve without first player
  std::optional<std::vector<std::string>> winning_moves;  // as written; None: no move
  std::optional<PerPlayer<McgsWall>> walls;               // kThermograph
  friend bool operator==(const McgsCommand& a, const McgsCommand& b);  // wherever they stand
};

// A game as it was written.
struct McgsGame {
  std::string section;  // "clobber_1xn", "impartial kayles", "cgt:"
  std::string text;     // without its parentheses
  SourceText::Place place;
};

struct McgsSum {
  Sum sum;
  std::vector<McgsGame> games;  // those of the terms
  std::vector<McgsCommand> commands;
  bool impartial = true;    // all sections were
  SourceText::Place place;  // of the commands
};

struct McgsFile {
  std::string version;  // "" if it was not given
  std::vector<McgsSum> sums;
};

// Throws InputError with line, column and hint. On a command line the version may be left out.
McgsFile parse_mcgs(Store& store, const SourceText& text, bool version_required = true);

// One sum with its commands, to stand after {version 1.7}; reads back as the same.
std::string mcgs_text(const McgsSum& sum);

// The games of MCGS files: what may stand in a section, and what it is here.

class McgsSection {
 public:
  virtual ~McgsSection() = default;
  // Do both players always have the same moves?
  virtual bool impartial() const = 0;
  // Throws InputError and Error about `text`.
  virtual SumTerm read(Store& store, const std::string& text) const = 0;
};

// The section of this name without brackets, "impartial " before it or not. Throws Error.
std::unique_ptr<const McgsSection> mcgs_section(const std::string& name);

// The nim value of the game in which both players may make the moves of both in the canonical form
// of a number, or of ups and a star.
std::uint32_t impartial_nim_value(const Dyadic& number);
std::uint32_t impartial_nim_value(std::int64_t ups, bool star);

// What a game of these sections was written as, which has been read before: the numbers of an
// integer, a fraction or a switch; ups and a star.
std::vector<Dyadic> mcgs_numbers(const std::string& text);
std::pair<std::int64_t, bool> mcgs_up_star(const std::string& text);

}  // namespace cgt::solve
