// `cgt bench language`: scripts against the clock, and rulesets in scripts against the same in C++.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_language(const BenchOptions& options);

}  // namespace cgt::repl
