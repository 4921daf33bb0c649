// What front ends with cells share: how a failure is told, and which line or name a place of a cell is
// in. Places are bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/session.hpp"

namespace cgt::repl {

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

}  // namespace cgt::repl
