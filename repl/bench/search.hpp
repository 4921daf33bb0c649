// `cgt bench search`: nodes per second of the game-tree searches, and how many nodes each needs.
#pragma once

#include "repl/support/exit_code.hpp"
#include "repl/command_line/options.hpp"

namespace cgt::repl {

ExitCode bench_search(const BenchOptions& options);

}  // namespace cgt::repl
