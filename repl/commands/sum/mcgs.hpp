// cgt sum --mcgs: the commands of a file of MCGS, answered and compared with what it expects.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum/options.hpp"

namespace cgt::repl {

// kRuntimeError if an answer differs. Throws InputError, FileError.
ExitCode run_sum_mcgs(const SumCommandOptions& options);

}  // namespace cgt::repl
