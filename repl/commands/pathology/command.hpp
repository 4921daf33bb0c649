// cgt pathology: when looking farther ahead makes worse decisions.
#pragma once

#include "repl/support/exit_code.hpp"
#include "repl/command_line/options.hpp"

namespace cgt::repl {

// Throws Error, FileError, BudgetExhausted.
ExitCode run_pathology(const PathologyOptions& options);

}  // namespace cgt::repl
