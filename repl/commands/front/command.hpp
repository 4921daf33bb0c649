// `cgt explore`, `cgt serve`, `cgt kernel`: the program turns into another one that stands beside it,
// so that it needs none of their libraries itself.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/front/options.hpp"

namespace cgt::repl {

// Each returns only if there is no such program, neither in the folder of this one nor in PATH; it has
// said so then.
ExitCode run_explore(const ExploreOptions& options);
ExitCode run_kernel(const KernelOptions& options);
// The words behind "mpi".
ExitCode run_mpi(const std::vector<std::string>& words);

}  // namespace cgt::repl
