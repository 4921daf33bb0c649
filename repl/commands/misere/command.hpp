// cgt misere: quotients of heap games, outcomes of their sums, comparison within universes.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/misere/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_misere(const MisereOptions& options);

}  // namespace cgt::repl
