// `cgt bench sums`: sums whose winners MCGS 1.7 found, with the times that it took. Wrong answers
// are errors; an answer not found in time is not.
#pragma once

#include <string_view>

#include "repl/bench/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// Each sum is solved on empty tables within --budget-ms of CPU time (default 40 s). With
// options.quick only those that MCGS solves in a second.
ExitCode bench_sums(const BenchOptions& options);

// The instances: tests/decomp/solve/data/sums.tsv, whose head names the columns.
std::string_view bench_sums_rows();

}  // namespace cgt::repl
