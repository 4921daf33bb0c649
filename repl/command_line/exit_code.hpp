// What the program says to the shell. Part of the interface: documented in --help and the README,
// tested in tests/cli.
#pragma once

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

}  // namespace cgt::repl
