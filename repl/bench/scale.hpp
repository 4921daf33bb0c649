// `cgt bench scale COSTS`: how far a job of `cgt mpi` would scale, and what stops it.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// Throws FileError, Error.
ExitCode bench_scale(const BenchOptions& options);

}  // namespace cgt::repl
