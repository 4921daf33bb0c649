// How the program says what is wrong.
#pragma once

#include <string>

#include "cgt/support/error.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// Exit code kUsageError: a game, a command or a file that there is not.
class UsageError : public Error {
 public:
  using Error::Error;
};

// "error: MESSAGE" and "hint: HINT" on standard error; or {"error": {...}} on standard output where
// --json was given. Returns the code.
ExitCode complain(bool json, ExitCode code, const std::string& message,
                  const std::string& hint = {});

}  // namespace cgt::repl
