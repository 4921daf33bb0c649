// `cgt bench loopy`: all rows of the tests about loopy values against the clock.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_loopy(const BenchOptions& options);

}  // namespace cgt::repl
