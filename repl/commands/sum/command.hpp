// cgt sum: who wins sums of positions and values.
#pragma once

#include "repl/support/exit_code.hpp"
#include "repl/command_line/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_sum(const SumCommandOptions& options);

}  // namespace cgt::repl
