// cgt octal: the nim values of take-and-break games, and their periods.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/octal/options.hpp"

namespace cgt::repl {

// Throws InputError for what is no code, FileError.
ExitCode run_octal(const OctalOptions& options);

}  // namespace cgt::repl
