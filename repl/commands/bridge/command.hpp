// cgt bridge: declarer play by plans, its rivals, exact suits and endings.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/bridge/options.hpp"

namespace cgt::repl {

// Throws Error, InputError, FileError, BudgetExhausted.
ExitCode run_bridge(const BridgeOptions& options);

}  // namespace cgt::repl
