// One line of input from a terminal: editing, history and completion by readline, which is used by
// this file alone.
//
// Readline keeps its state in globals, so at most one LineEditor lives at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cgt::repl {

class LineEditor {
 public:
  // Candidates that replace line[start, cursor).
  struct Completions {
    std::size_t start = 0;
    std::vector<std::string> candidates;
  };
  using Completer = std::function<Completions(const std::string& line, std::size_t cursor)>;

  enum class Status {
    kLine,
    kEnd,          // Ctrl-D on an empty line, or the terminal went away
    kInterrupted,  // Ctrl-C: the line is dropped
    kLeave,        // Ctrl-C twice within a second, on lines with nothing in them
  };

  // `history_file` "": no history is kept beyond this run.
  LineEditor(std::string history_file, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // `open`: the line goes on with a statement, so that there is something in it.
  Status read(const std::string& prompt, bool open, std::string& line);
  // Adds to the history. An entry that was there already moves to the end.
  void remember(const std::string& entry);

 private:
  using Clock = std::chrono::steady_clock;

  Status interrupted(bool open);

  std::string history_file_;
  std::optional<Clock::time_point> pressed_;  // Ctrl-C, if the last line was empty and ended so
};

// $XDG_STATE_HOME/cgt/history, or its default below the home directory; "" if there is neither.
// Makes the folder.
std::string default_history_file();

}  // namespace cgt::repl
