// `cgt bench go`: whole boards from the record to a complete line, and random sums of subgames.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_go(const BenchOptions& options);

}  // namespace cgt::repl
