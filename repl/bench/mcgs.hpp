// `cgt bench mcgs DIR...`: the test files of MCGS below these folders, or these files, answered and
// compared: a line a file, and totals.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// Each command has --budget-ms of CPU time (default 2 s); sums of one file share their tables, files
// do not. kRuntimeError if an answer differs; commands out of budget are no errors.
ExitCode bench_mcgs(const BenchOptions& options);

}  // namespace cgt::repl
