// `cgt go FILE` and `cgt go generate`.
#pragma once

#include <string>

#include "decomp/rules/go/record/problem.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/go/options.hpp"

namespace cgt::repl {

// Exit code: kOk if every answer is known; kRuntimeError if a region was refused or a check by
// --verify failed; kOutOfBudget if something is unknown for want of budget, or because of a ko.
// Throws FileError, and InputError for a record that cannot be read.
ExitCode run_go(const GoOptions& options);
ExitCode run_generate(const GenerateOptions& options);

// The text of the file `path`: SGF, or a diagram, whatever it is; the first
// `moves` moves of a record are played. Throws InputError.
go::Problem parse_problem(const std::string& text, const std::string& path, std::size_t moves = 0);

}  // namespace cgt::repl
