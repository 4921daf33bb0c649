// `cgt bench records [TABLE[:SIZE]...]`: open-ended tables that people of the field cite, row by row
// from the smallest board on, each table with a word that stands for all its rows. With --state rows
// are kept, and a later run goes on.
#pragma once

#include "repl/bench/jobs/options.hpp"
#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {

// Each row has --budget-ms (default 10 s); one that is out of budget is "?", and is tried again by the
// next run unless the job is sharded. Throws FileError.
ExitCode bench_records(const BenchOptions& options);

}  // namespace cgt::repl
