// cgt pathology: when looking farther ahead makes worse decisions.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/pathology/options.hpp"

namespace cgt::repl {

// Throws Error, FileError, BudgetExhausted.
ExitCode run_pathology(const PathologyOptions& options);

}  // namespace cgt::repl
