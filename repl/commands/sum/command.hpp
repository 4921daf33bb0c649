// cgt sum: who wins sums of positions and values.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_sum(const SumCommandOptions& options);

}  // namespace cgt::repl
