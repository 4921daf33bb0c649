// cgt ko: thermographs of score graphs and Go regions with kos.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/ko/options.hpp"

namespace cgt::repl {

// Throws InputError, FileError, Error.
ExitCode run_ko(const KoOptions& options);

}  // namespace cgt::repl
