// `cgt docs`: pages of the manual, and files for shells, editors and man.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/command_line/table.hpp"
#include "repl/package/options.hpp"

namespace cgt::repl {

// `program`: all its commands. Throws FileError.
ExitCode run_docs(const DocsOptions& options, const CommandEntry& program);

}  // namespace cgt::repl
