// `cgt bench search`: nodes per second of the game-tree searches, and how many nodes each needs.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_search(const BenchOptions& options);

}  // namespace cgt::repl
