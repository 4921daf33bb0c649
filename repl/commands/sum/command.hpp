// cgt sum: who wins sums of positions and values.
#pragma once

#include "repl/commands/sum/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_sum(const SumCommandOptions& options);

}  // namespace cgt::repl
