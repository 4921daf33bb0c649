// cgt docs: pages of the manual, and files for shells, editors and man.
#pragma once

#include "repl/command_line/commands.hpp"
#include "repl/command_line/table.hpp"

namespace cgt::repl {

// `table`: all commands of the program.
void offer_docs(Commands& commands, CommandEntry (*table)());

}  // namespace cgt::repl
