// cgt db: databases of positions.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
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

// What a file knows of any games, each read when it is first asked for. Any thread may ask.
class KnownGames {
 public:
  // "": no file, nothing is known. Throws DatabaseError if there is no such file.
  explicit KnownGames(const std::string& file);
  ~KnownGames();

  // `game` as ruleset_called() takes it. Null: the file knows nothing of it.
  const db::Table* operator()(const std::string& game);

 private:
  std::mutex mutex_;
  std::optional<db::Database> file_;
  std::map<std::string, std::unique_ptr<const db::Table>> tables_;
};

}  // namespace cgt::repl
