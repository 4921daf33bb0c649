// cgt sokoban: levels solved, checked and shown.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sokoban/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_sokoban(const SokobanOptions& options);

}  // namespace cgt::repl
