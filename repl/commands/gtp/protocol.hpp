// The Go Text Protocol, version 2 (Farnebaeck 2002), as text: what a line asks for, and how an answer
// is written. Nothing here knows a board.
//
//   const GtpRequest request = parse_gtp("7 play b d4 # a move");
//   request.id == "7" && request.command == "play" && request.arguments.size() == 2;
//   gtp_answer(request, {true, "D4"}) == "=7 D4\n\n";
//
// A line: control characters but HT are dropped, HT is a blank, `#` begins a comment. An answer ends
// with an empty line and holds none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/number/dyadic.hpp"
#include "decomp/go/board/board.hpp"

namespace cgt::repl {

// Vertices have one letter and a number, so boards end at 25.
inline constexpr int kMaxGtpSide = 25;

struct GtpRequest {
  std::string id;       // as written, "" without one
  std::string command;  // "": nothing to answer, an empty line or a comment
  std::vector<std::string> arguments;
  bool interrupt = false;  // the line is the comment "# interrupt"

  bool empty() const { return id.empty() && command.empty(); }
};

GtpRequest parse_gtp(std::string_view line);

struct GtpResult {
  bool ok = true;
  std::string text;
};

// "=id text\n\n" or "?id text\n\n"; of empty lines in the text a blank is left.
std::string gtp_answer(const GtpRequest& request, const GtpResult& result);
// The same without the empty line at the end: more is to come.
std::string gtp_open_answer(const GtpRequest& request, const GtpResult& result);

// b, w, black, white, in any case.
std::optional<Player> gtp_colour(std::string_view word);
// 0 and more, digits only, at most 9 of them.
std::optional<std::uint64_t> gtp_number(std::string_view word);

struct GtpVertex {
  bool pass = false;
  std::optional<go::Point> point;  // none: not on a board of that size
};
// A letter without I and a number from 1 to 25, or "pass", in any case; none if it is neither.
std::optional<GtpVertex> gtp_vertex(std::string_view word, const go::Board& board);

// "B+3.5", "W+10", "0".
std::string gtp_score(const Dyadic& score);
// Names with blanks between.
std::string gtp_points(const go::Board& board, const std::vector<go::Point>& points);

}  // namespace cgt::repl
