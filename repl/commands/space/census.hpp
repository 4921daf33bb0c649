// cgt census: the values of all boards of one size, or of a range of heaps, in tables.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/space/census_options.hpp"
#include "repl/support/running/together.hpp"

namespace cgt::repl {

// Throws FileError, Error.
ExitCode run_census(const CensusOptions& options, const Together* together = nullptr);

}  // namespace cgt::repl
