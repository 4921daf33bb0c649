// cgt htn bench: all problems in a folder.
#pragma once

#include "decomp/htn/hddl/solve.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/htn/options.hpp"

namespace cgt::repl {

// Solves each problem under the folder with its domain, one line each: solved, milliseconds, steps,
// nodes, and whether the plan, as text, is verified. Not kOk if a plan is refused. Throws
// FileError.
// As the options of plan and bench say it.
htn::hddl::SolveOptions solve_options(const HtnOptions& options);

ExitCode run_htn_bench(const HtnOptions& options);

}  // namespace cgt::repl
