// cgt db: databases of positions.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "decomp/db/table.hpp"
#include "repl/support/exit_code.hpp"
#include "repl/command_line/options.hpp"

namespace cgt::repl {

// Throws DatabaseError, Error.
ExitCode run_db(const DbOptions& options);

// What the file of --db knows of any games, each read when it is first asked for. Any thread may
// ask.
class KnownGames {
 public:
  // "": no file, nothing is known. Unless `quiet`, standard error is told of which games the file
  // knows nothing. Throws DatabaseError if there is no such file.
  KnownGames(const std::string& file, bool quiet);
  ~KnownGames();

  // `game` as ruleset_called() takes it; the table lives as long as this. Null: nothing is known of
  // it. Throws DatabaseError, and BudgetExhausted when it is interrupted.
  const db::Table* operator()(const std::string& game);

 private:
  bool quiet_;
  std::mutex mutex_;
  std::optional<db::Database> file_;
  std::map<std::string, std::unique_ptr<const db::Table>> tables_;
};

}  // namespace cgt::repl
