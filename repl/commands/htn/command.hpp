// cgt htn: plans for problems in HDDL.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/htn/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_htn(const HtnOptions& options);

}  // namespace cgt::repl
