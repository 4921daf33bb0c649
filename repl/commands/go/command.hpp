// `cgt go FILE` and `cgt go generate`.
#pragma once

#include <string>

#include "decomp/rules/go/record/problem.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/go/options.hpp"

namespace cgt::repl {

// Exit code: kOk if the score is exact; kRuntimeError if a check by --verify failed; kOutOfBudget if
// the score is an interval, for want of budget, because regions depend on each other, or for a ko.
// Throws FileError, and InputError for a record that cannot be read.
ExitCode run_go(const GoOptions& options);
ExitCode run_generate(const GenerateOptions& options);

// --moves, --game and --path. Throws InputError for a path that is none.
go::SgfOptions sgf_options(const GoOptions& options);

}  // namespace cgt::repl
