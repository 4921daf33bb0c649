// What the program says to the shell. Part of the interface: documented in --help and the README,
// tested in tests/cli.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "cgt/support/error.hpp"

namespace cgt::repl {

enum ExitCode : int {
  kOk = 0,
  kRuntimeError = 1,   // evaluation failed, or a position was refused
  kUsageError = 2,     // bad options, or a file that cannot be read
  kSyntaxError = 3,    // a script or a game record that cannot be parsed
  kOutOfBudget = 4,    // unknown: a budget was spent before the answer was found
  kInterrupted = 130,  // Ctrl-C
};

// As --help and the manual pages tell them.
struct ExitMeaning {
  ExitCode code;
  const char* what;
};
inline constexpr ExitMeaning kExitMeanings[] = {
    {kOk, "ok"},
    {kRuntimeError, "runtime error"},
    {kUsageError, "wrong usage or unreadable file"},
    {kSyntaxError, "syntax error"},
    {kOutOfBudget, "out of budget"},
    {kInterrupted, "interrupted"},
};

// Of a computation that ended early.
constexpr ExitCode exit_code(StopReason reason) {
  return reason == StopReason::kInterrupted ? kInterrupted : kOutOfBudget;
}
constexpr ExitCode exit_code(std::optional<StopReason> reason) {
  return reason ? exit_code(*reason) : kOk;
}
// Of several answers: what is worst counts.
constexpr ExitCode worse(ExitCode a, ExitCode b) {
  for (const ExitCode code :
       {kInterrupted, kUsageError, kSyntaxError, kRuntimeError, kOutOfBudget}) {
    if (a == code || b == code) return code;
  }
  return kOk;
}

// Exit code kUsageError: a game, a command or a file that there is not.
class UsageError : public Error {
 public:
  using Error::Error;
};

// A file that cannot be read or written: exit code kUsageError. what() names the file and the reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "error: MESSAGE" and "hint: HINT" on standard error; or {"error": {...}} on standard output where
// --json was given. Returns the code.
ExitCode complain(bool json, ExitCode code, const std::string& message,
                  const std::string& hint = {});

// What `run` returns; where it throws, says why, as complain() does, and returns the code of that. Lines on
// standard error begin with `who`. `json` is asked when something was thrown.
int run_reporting(const std::function<int()>& run, const bool& json, const std::string& who = {});

// "cgt 0.1.0"
std::string version_line();

}  // namespace cgt::repl
