// cgt sum --mcgs: the commands of a file of MCGS, answered and compared with what it expects.
#pragma once

#include "repl/commands/sum/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// kRuntimeError if an answer differs. Throws InputError, FileError.
ExitCode run_sum_mcgs(const SumCommandOptions& options);

}  // namespace cgt::repl
