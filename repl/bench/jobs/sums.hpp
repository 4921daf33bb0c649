// `cgt bench sums`: sums whose winners MCGS 1.7 found, with the times that it took. Wrong answers
// are errors; an answer not found in time is not.
#pragma once

#include <span>

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/embedded.hpp"

namespace cgt::repl {

// Each sum is solved on empty tables within --budget-ms of CPU time (default 40 s). With
// options.quick only those that MCGS solves in a second; with options.signature of those only the word that
// stands for all answers and counts, which no clock changes.
ExitCode bench_sums(const BenchOptions& options);

// The instances, one file: tests/decomp/solve/data/sums.tsv, whose head names the columns.
std::span<const EmbeddedFile> bench_sums_files();

}  // namespace cgt::repl
