// The commands of the program, and what a command line asks of them.
#pragma once

#include <string>
#include <vector>

#include "repl/command_line/commands.hpp"
#include "repl/session/run_script.hpp"

namespace cgt::repl {

using RunSession = int (*)(const SessionOptions& options);

// `words` without the name of the program. Runs the session if no command is given; if the line is
// wrong or only asks for help, everything has been said already. Throws UsageError.
Request parse_command_line(const std::vector<std::string>& words, RunSession session);

// All commands of the program with their options.
CommandEntry command_table();

}  // namespace cgt::repl
