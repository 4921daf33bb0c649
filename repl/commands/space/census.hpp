// cgt census: the values of all boards of one size, or of a range of heaps, in tables.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/space/census_options.hpp"

namespace cgt::repl {

// Throws FileError, Error.
ExitCode run_census(const CensusOptions& options);

}  // namespace cgt::repl
