// `cgt batch`: one expression a line, one line of answer for each.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/session/options.hpp"

namespace cgt::repl {

// Throws FileError.
ExitCode run_batch(const BatchOptions& options);

}  // namespace cgt::repl
