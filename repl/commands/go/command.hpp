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

// The text of the file `path`: SGF, or a diagram, whatever it is; of a record the position that
// `which` says. Throws InputError, and Error for a diagram of which anything but its position is asked.
go::Problem parse_problem(const std::string& text, const std::string& path,
                          const go::SgfOptions& which = {});
// Is it SGF, by its name or its first character?
bool is_sgf(const std::string& text, const std::string& path);
// --moves, --game and --path. Throws InputError for a path that is none.
go::SgfOptions sgf_options(const GoOptions& options);

}  // namespace cgt::repl
