// `cgt batch`: one expression a line, one line of answer for each.
#pragma once

#include "repl/session/options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws FileError.
ExitCode run_batch(const BatchOptions& options);

}  // namespace cgt::repl
