// Boards drawn with characters.
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cgt/support/words.hpp"
#include "decomp/go/record/problem.hpp"

namespace cgt::go {
namespace {

struct Stone {
  Colour colour;
  std::size_t offset;
  bool assumed;  // to live
};

bool is_gap(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class DiagramReader {
 public:
  DiagramReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Problem read() {
    std::size_t start = 0;
    while (start <= text_.size()) {
      std::size_t end = text_.find('\n', start);
      if (end == std::string_view::npos) end = text_.size();
      read_line(start, end);
      start = end + 1;
    }
    if (rows_ == 0) {
      throw fail(0, 1, "the diagram is empty", "rows of X, O and '.', ended by '/' or line ends");
    }
    Problem problem;
    problem.to_play = to_play_;
    problem.board = Board(static_cast<int>(width_), static_cast<int>(rows_));
    for (std::size_t i = 0; i < stones_.size(); ++i) {
      problem.board.set(problem.board.point(i), stones_[i].colour);
      if (stones_[i].assumed) problem.assumed.push_back(problem.board.point(i));
    }
    if (const auto stone = problem.board.stone_without_liberty()) {
      throw fail(
          stones_[problem.board.index(*stone)].offset, 1,
          fmt::format("the {} stones at {} have no liberty",
                      colour_name(player_of(problem.board[*stone])), problem.board.name(*stone)),
          "such a position cannot arise: the stones would have been taken");
    }
    return problem;
  }

 private:
  InputError fail(std::size_t offset, std::size_t length, std::string message,
                  std::string hint) const {
    return InputError(SourceText(name_, std::string(text_)),
                      {{Severity::kError, std::move(message), std::move(hint), {offset, length}}});
  }

  void read_line(std::size_t start, std::size_t end) {
    const auto line = [&] { return text_.substr(start, end - start); };
    while (start < end && is_gap(text_[start])) ++start;
    bool sensei = false;
    if (line().substr(0, 2) == "$$") {
      sensei = true;
      start += 2;
      const bool header = !seen_sensei_;
      seen_sensei_ = true;
      if (header && start < end) {
        const char c = text_[start];
        if (c == 'B' || c == 'W') {
          to_play_ = c == 'B' ? Player::kLeft : Player::kRight;
          return;
        }
        // "$$ Title": the first line, unless it is made of board characters.
        if (line().find_first_not_of(" \t\r|-+.,XOBWCSTMYQZP#@") != std::string_view::npos) return;
      }
    }
    if (is_border(line()) || is_column_header(line())) return;
    while (start < end) {
      std::size_t stop = start;
      while (stop < end && text_[stop] != '/' && text_[stop] != '|') ++stop;
      read_row(start, stop, sensei);
      start = stop + 1;
    }
  }

  static bool is_border(std::string_view line) {
    return line.find_first_of("-=") != std::string_view::npos &&
           line.find_first_not_of("-=+| \t\r") == std::string_view::npos;
  }

  // "A B C D ...": the column letters in order, with or without I.
  static bool is_column_header(std::string_view line) {
    std::string letters;
    for (const char c : line) {
      if (!is_gap(c)) letters += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (letters.size() > 3 * static_cast<std::size_t>(kMaxSide)) return false;
    }
    if (letters.empty() || letters[0] != 'A') return false;
    std::string names;
    for (int x = 0; x < kMaxSide; ++x) names += column_name(x);
    constexpr std::string_view kWithI = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return names.substr(0, letters.size()) == letters ||
           kWithI.substr(0, letters.size()) == letters;
  }

  void read_row(std::size_t start, std::size_t end, bool sensei) {
    std::size_t i = start;
    const auto skip_blanks = [&] {
      while (i < end && is_gap(text_[i])) ++i;
    };
    skip_blanks();
    const std::size_t label = i;
    bool numbered = false;
    if (!sensei) {
      while (i < end && is_digit(text_[i])) ++i;
      numbered = i > label;
    }
    const std::size_t before = stones_.size();
    std::size_t last = i;
    for (; i < end; ++i) {
      const char c = text_[i];
      if (is_gap(c)) continue;
      // A row number closes the row; what follows it is the program's talk.
      if (!sensei && is_digit(c) && stones_.size() > before) {
        std::size_t after = i;
        while (after < end && is_digit(text_[after])) ++after;
        std::size_t rest = after;
        while (rest < end && is_gap(text_[rest])) ++rest;
        if (rest == end || (numbered && rest > after)) break;
      }
      stones_.push_back({colour_at(i, sensei), i, !sensei && (c == 'B' || c == 'W')});
      if (stones_.size() - before > static_cast<std::size_t>(kMaxSide)) {
        throw fail(i, 1, "more than 52 points in a row", "boards have 1 to 52 columns and rows");
      }
      last = i + 1;
    }
    const std::size_t count = stones_.size() - before;
    if (count == 0) {
      if (numbered) throw fail(label, 1, "a row without points", "X, O and '.' are points");
      return;
    }
    if (rows_ == 0) width_ = count;
    ++rows_;
    if (count != width_) {
      throw fail(stones_[before].offset, last - stones_[before].offset,
                 fmt::format("row {} has {} points, the rows above have {}", rows_, count, width_),
                 "all rows of a board are equally long");
    }
    if (rows_ > static_cast<std::size_t>(kMaxSide)) {
      throw fail(label, last - label, "more than 52 rows", "boards have 1 to 52 columns and rows");
    }
  }

  Colour colour_at(std::size_t at, bool sensei) const {
    const char c = text_[at];
    switch (c) {
      case 'X':
      case 'x': return Colour::kBlack;
      case 'O':
      case 'o':
        if (c == 'o' && sensei) break;  // a letter on an empty point
        return Colour::kWhite;
      case '.':
      case '+':
      case ',': return Colour::kEmpty;
      case 'B': return Colour::kBlack;
      case 'W': return Colour::kWhite;
      default: break;
    }
    if (sensei) {
      if (c == '#' || c == 'Y' || c == 'Z') return Colour::kBlack;
      if (c == '@' || c == 'Q' || c == 'P') return Colour::kWhite;
      if (c == 'C' || c == 'S' || c == 'T' || c == 'M' || (c >= 'a' && c <= 'z')) {
        return Colour::kEmpty;
      }
      if (is_digit(c)) {
        throw fail(at, 1, "a move shown as a number", "draw the position with X and O only");
      }
    }
    std::size_t length = 1;
    while (at + length < text_.size() && length < 4 && !begins_letter(text_[at + length])) {
      ++length;
    }
    throw fail(at, length, "unknown character in a diagram",
               "X black, O white, '.' empty, '/' ends a row; B and W live by assumption");
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<Stone> stones_;
  std::size_t width_ = 0;
  std::size_t rows_ = 0;
  bool seen_sensei_ = false;
  std::optional<Player> to_play_;
};

}  // namespace

Problem parse_board(std::string_view diagram, const std::string& name) {
  return DiagramReader(diagram, name).read();
}

std::string to_diagram(const Board& board, char row_end) {
  std::string out;
  for (int y = 0; y < board.height(); ++y) {
    if (y > 0) out += row_end;
    for (int x = 0; x < board.width(); ++x) {
      const Colour colour = board[Point::at(x, y)];
      out += colour == Colour::kBlack ? 'X' : colour == Colour::kWhite ? 'O' : '.';
    }
  }
  return out;
}

}  // namespace cgt::go
