// cgt htn: plans for problems in HDDL.
#pragma once

#include "repl/exit_code.hpp"
#include "repl/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_htn(const HtnOptions& options);

}  // namespace cgt::repl
