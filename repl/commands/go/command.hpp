// `cgt go FILE` and `cgt go generate`.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/go/options.hpp"

namespace cgt::repl {

// Exit code: kOk if the score is exact; kRuntimeError if a check by --verify failed; kOutOfBudget if
// the score is an interval, for want of budget, because regions depend on each other, or for a ko.
// Throws FileError, and InputError for a record that cannot be read.
ExitCode run_go(const GoOptions& options);
ExitCode run_generate(const GenerateOptions& options);

}  // namespace cgt::repl
