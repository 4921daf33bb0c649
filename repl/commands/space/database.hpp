// cgt db: databases of positions.
#pragma once

#include "repl/commands/space/database_options.hpp"
#include "repl/support/exit_code.hpp"

namespace cgt::repl {

// Throws DatabaseError, Error.
ExitCode run_db(const DbOptions& options);

}  // namespace cgt::repl
