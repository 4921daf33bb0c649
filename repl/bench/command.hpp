// `cgt bench`: times of the main jobs on this machine. Counts are deterministic, times are not.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode run_bench(const BenchOptions& options);

}  // namespace cgt::repl
