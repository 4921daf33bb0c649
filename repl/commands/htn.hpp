// cgt htn: plans for problems in HDDL.
#pragma once

#include "decomp/htn/hddl/solve.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/htn_options.hpp"

namespace cgt::repl {

// The first plan, or with --best the best one, as `plan` and `bench` ask for it.
htn::hddl::Solution solve(const htn::hddl::Model& model, const HtnOptions& options, Budget& budget);

// Solves each problem under the folder with its domain, one line each: solved, milliseconds, steps,
// nodes, and whether the plan, as text, is verified. Not kOk if a plan is refused.
ExitCode run_htn_bench(const HtnOptions& options);

}  // namespace cgt::repl
