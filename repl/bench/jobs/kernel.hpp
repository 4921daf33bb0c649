// `cgt bench kernel`: the values that decide whether a kernel is usable, with counts beside the
// times. The counts do not depend on the machine; one word, the signature, stands for all of them.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

ExitCode bench_kernel(const BenchOptions& options);

}  // namespace cgt::repl
