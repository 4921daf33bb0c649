// What notebooks need of a conversation: cells, answers in several forms, output while a cell runs.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/lang.hpp"
#include "lang/session.hpp"

namespace cgt::repl {

// What front ends with cells share: how a failure is told, and which line or name a place of a cell is
// in. Places are bytes.

// A cell that failed.
struct Failure {
  std::string kind;  // "RuntimeError", "SyntaxError", "OutOfBudget", "Interrupted", "CommandError"
  std::string message;
  std::vector<std::string> trace;  // diagnostics as they are shown, then the calls of the script
};
// Requires that the result is not kOk.
Failure failure_of(const lang::Result& result);

// The line that a byte stands in: from its beginning to its end.
std::pair<std::size_t, std::size_t> line_around(std::string_view text, std::size_t at);

// The name, with its dots, around a place of a line or before the bracket in front of it:
// "game.go.Region".
std::string name_around(std::string_view line, std::size_t at);

// A value in the forms that a notebook can show, by MIME type.
//
//   every value                                       text/plain, as the prompt writes it
//   numbers, games, collections of them               text/latex
//   what has a method Svg but is not a game: positions,
//   thermographs, Go boards, grids; drawings in text  image/svg+xml
//   tables and maps                                   text/html, a <table> with <th scope>
//
// A game has an Svg as well, its tree, which X.Svg shows.

using MimeBundle = std::map<std::string, std::string>;

// `plain` is the text of the value. A form that cannot be made, or not within the limits, is left
// out. Throws nothing that the value does.
MimeBundle mime_bundle(lang::Session& session, const lang::Value& value, const std::string& plain,
                       const Budget::Limits& limits);

// Where std::cout and std::cerr go while a cell runs: to the notebook, line by line, at once. A flood
// of lines is gathered into fewer messages, because a queue that is full drops what comes next.
//
// Thread rule: at most one lives at a time, and what is written comes from its thread.

class Streams {
 public:
  // "stdout" or "stderr", and whole lines, or what stands there at a flush.
  using Publish = std::function<void(const std::string& name, const std::string& text)>;

  explicit Streams(Publish publish);
  // Flushes; the streams write again where they wrote before.
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  // Sends all that was written so far.
  void flush();

 private:
  class Buffer;
  std::unique_ptr<Buffer> out_;
  std::unique_ptr<Buffer> err_;
};

}  // namespace cgt::repl
