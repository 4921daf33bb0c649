// cgt db: databases of positions.
#pragma once

#include <memory>
#include <string>

#include "decomp/db/table.hpp"
#include "repl/exit_code.hpp"
#include "repl/options.hpp"

namespace cgt::repl {

// Throws DatabaseError, Error.
ExitCode run_db(const DbOptions& options);

// What the file knows of a game, for --db; says so on standard error if that is nothing. `game` as
// ruleset_called() takes it.
std::unique_ptr<const db::Table> open_known(const std::string& file, const std::string& game,
                                            bool quiet);

}  // namespace cgt::repl
