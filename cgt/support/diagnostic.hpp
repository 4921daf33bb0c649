// Diagnostics: what is wrong with a text that somebody wrote, and where. Used by every reader of
// the toolkit (value notation, scripts, SGF, diagrams), so that all errors look the same:
//
//   game.sgf:3:14: error: point "zz" is off the board
//     ;AB[aa][zz]
//             ^~
//   hint: SZ[9] allows aa to ii
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/error.hpp"

namespace cgt {

// Kinds of ASCII characters, whatever the locale.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Those that names are made of beside digits.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Bytes [offset, offset + length) of a text.
struct CGT_API SourceSpan {
  std::size_t offset = 0;
  std::size_t length = 0;
};

// A named text with line look-up. Lines and columns count from 1; a column is a byte.
class CGT_API SourceText {
 public:
  struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
  };

  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  Place place(std::size_t offset) const;
  // The line that holds `offset`, without its end of line.
  std::string_view line(std::size_t offset) const;

 private:
  std::string name_;
  std::string text_;
};

enum class Severity { kError, kWarning, kNote };

struct CGT_API Diagnostic {
  Severity severity = Severity::kError;
  std::string message;
  std::string hint;
  SourceSpan span;
};

// The lines shown at the top of this file. Long lines are cut to a window around the span, control
// and non-UTF-8 bytes are shown as '?', so that any input can be reported on a terminal.
CGT_API std::string render(const Diagnostic& diagnostic, const SourceText& source);

// A reader refuses its input. what() is the rendered text of all diagnostics.
class CGT_API InputError : public Error {
 public:
  InputError(const SourceText& source, std::vector<Diagnostic> diagnostics);
  // The same complaint, where the text that `inner` is about stands in `source` from `offset` on.
  InputError(const InputError& inner, const SourceText& source, std::size_t offset);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  SourceText::Place place() const { return place_; }
  // The message of the first diagnostic, without position.
  const std::string& message() const { return diagnostics_.front().message; }

 private:
  std::vector<Diagnostic> diagnostics_;
  SourceText::Place place_;
};

// For "did you mean": the candidate closest to `word` by edit distance (at most 2, and less than half
// its length); if none is close, the shortest one that `word` begins, the first of these, with three
// letters of it at least; else "". Case is ignored.
CGT_API std::string closest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace cgt
