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

// The text of the file `path`: SGF, or a diagram, whatever it is; the first
// `moves` moves of a record are played. Throws InputError.
go::Problem parse_problem(const std::string& text, const std::string& path, std::size_t moves = 0);

}  // namespace cgt::repl
