// cgt sokoban bench: what each idea of the solver is worth.
#pragma once

#include <vector>

#include "decomp/search/games/sokoban/level.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/sokoban/options.hpp"

namespace cgt::repl {

// A line for each solver, from plain search to abstract steps: levels solved, states expanded,
// seconds, and how many states the levels took that all of them solve. Every solution is checked.
ExitCode run_sokoban_bench(const SokobanOptions& options,
                           const std::vector<sokoban::Level>& levels);

}  // namespace cgt::repl
