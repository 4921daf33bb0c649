// cgt htn bench: all problems in a folder.
#pragma once

#include "decomp/htn/hddl/solve.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/htn/options.hpp"

namespace cgt::repl {

// Solves each problem under the folder with its domain, one line each: solved, milliseconds, steps,
// nodes, and whether the plan, as text, is verified. Not kOk if a plan is refused. Throws
// FileError.
ExitCode run_htn_bench(const HtnOptions& options);

// What `plan` and `bench` ask of find_plan().
htn::hddl::SolveOptions solve_options(const HtnOptions& options);

}  // namespace cgt::repl
