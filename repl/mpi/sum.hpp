// cgt mpi sum: who wins one hard sum, searched by all ranks (decomp/solve/sums/driven).
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sum/options.hpp"
#include "repl/mpi/ranks.hpp"

namespace cgt::repl {

// Rank 0 prints. Throws Error, BudgetExhausted.
ExitCode run_mpi_sum(const MpiSumOptions& options, Ranks& ranks);

}  // namespace cgt::repl
