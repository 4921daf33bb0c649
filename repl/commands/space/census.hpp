// cgt census: the values of all boards of one size, or of a range of heaps, in tables.
#pragma once

#include "repl/commands/space/census_options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws FileError, Error.
ExitCode run_census(const CensusOptions& options);

}  // namespace cgt::repl
