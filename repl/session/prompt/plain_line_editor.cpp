// Lines from a terminal where there is no readline (WebAssembly): the terminal edits them itself.
#include <iostream>
#include <utility>

#include "repl/session/prompt/line_editor.hpp"
#include "repl/support/interrupt.hpp"

namespace cgt::repl {

LineEditor::LineEditor(std::string history_file, Completer)
    : history_file_(std::move(history_file)) {}
LineEditor::~LineEditor() = default;

LineEditor::Status LineEditor::read(const std::string& prompt, bool, std::string& line) {
  // Marks of what has no width are for readline.
  for (const char c : prompt) {
    if (c != '\001' && c != '\002') std::cout << c;
  }
  std::cout.flush();
  if (std::getline(std::cin, line)) return Status::kLine;
  return take_interrupt() ? Status::kLeave : Status::kEnd;
}

void LineEditor::remember(const std::string&) {}

std::string default_history_file() { return ""; }

}  // namespace cgt::repl
