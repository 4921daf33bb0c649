// cgt db: databases of positions.
#pragma once

#include "repl/command_line/exit_code.hpp"
#include "repl/commands/space/database_options.hpp"
#include "repl/support/running/together.hpp"

namespace cgt::repl {

// Throws DatabaseError, Error.
ExitCode run_db(const DbOptions& options, const Together* together = nullptr);

}  // namespace cgt::repl
