// Adds notes to a game record: the file as it is, variations, comments and all, with properties put
// into the nodes of one line, and lines of play as variations of it.
//
//   SgfNote note;
//   note.comment = "loses 2 points";
//   const std::vector<SgfNote> notes{{}, note};  // of the first position, and of the first move
//   annotated_sgf("(;SZ[9];B[ee]C[hm])", "game.sgf", {}, notes);
//   // (;SZ[9];B[ee]C[hm, a blank line, loses 2 points])
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "decomp/go/board/board.hpp"
#include "decomp/go/record/charset.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::go {

struct SgfNote {
  std::string comment;                                // C: put behind a comment that is there
  std::vector<std::pair<Point, std::string>> labels;  // LB
  std::vector<Point> triangles;                       // TR
  std::optional<Dyadic> value;                        // V: the score, positive for Black

  bool empty() const { return comment.empty() && labels.empty() && triangles.empty() && !value; }
};

// A line of play that the file does not have, with a note on each of its moves.
struct SgfLine {
  std::size_t after = 0;  // so many moves of the file's line come before it
  std::vector<std::pair<Move, SgfNote>> moves;
};

// Bytes [begin, end) of a node: from its ';' to behind its last value.
struct SgfPlace {
  std::size_t begin = 0;
  std::size_t end = 0;  // 0: the line has no such node
};

// The nodes of the line: first the last one of the position before the first move, then one for each
// move. `unclosed`, if given, gets the number of ')' that are missing at the end of the text. Throws as
// parse_sgf().
std::vector<SgfPlace> sgf_places(const Utf8Text& text, const std::string& name,
                                 const SgfOptions& options, std::size_t* unclosed = nullptr);

// notes[0] goes to the position before the first move, notes[i] to move i. LB, TR and V that the
// file has in a node stay as they are, and the note's are left out. The result is UTF-8, and CA says
// so unless all of it is ASCII. Each of `lines` is the last variation where it begins; behind the end
// of a record one alone goes on with it. A record that is cut off is closed. Throws as parse_sgf(), and Error if a line begins behind a
// move that the file does not have.
std::string annotated_sgf(std::string_view text, const std::string& name, const SgfOptions& options,
                          std::span<const SgfNote> notes, std::span<const SgfLine> lines = {});

// Text inside of a value: `]` and `\` escaped.
std::string sgf_escaped(std::string_view text);
// Two letters, column and row from the upper left corner.
std::string sgf_point(Point point);

}  // namespace cgt::go
