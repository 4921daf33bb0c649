// cgt pathology: when looking farther ahead makes worse decisions.
#pragma once

#include "repl/commands/pathology/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws Error, FileError, BudgetExhausted.
ExitCode run_pathology(const PathologyOptions& options);

}  // namespace cgt::repl
