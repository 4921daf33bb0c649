// cgt info: what made a file of results.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/parts/options.hpp"

namespace cgt::repl {

// Is it a database? Throws FileError.
bool is_database(const std::string& path);
// Of any file but a database. Throws FileError.
ExitCode run_info_of_part(const InfoOptions& options);

}  // namespace cgt::repl
