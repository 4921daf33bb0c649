// cgt sum: who wins sums of positions and values.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum/options.hpp"
#include "repl/support/running/together.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_sum(const SumCommandOptions& options);
// The sums of a file, by several processes.
ExitCode run_sum_together(const SumCommandOptions& options, const Together& together);

}  // namespace cgt::repl
