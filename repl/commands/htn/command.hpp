// cgt htn: plans for problems in HDDL.
#pragma once

#include "repl/commands/htn/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_htn(const HtnOptions& options);

}  // namespace cgt::repl
