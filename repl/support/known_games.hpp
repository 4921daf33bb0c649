// Databases of positions, as the option --db of several commands names them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "decomp/db/table.hpp"

namespace cgt::repl {

// What a ruleset is called in files: its path, or the expression of the language without blanks
// outside of texts. The name of a ruleset in a script ends in a checksum of its file, so that what
// is known of it is not taken for knowledge of another version; throws FileError if there is none.
std::string stored_name(const std::string& game);

// What the file of --db knows of any games, each read when it is first asked for. Any thread may
// ask.
class KnownGames {
 public:
  // "": no file, nothing is known. Unless `quiet`, a line on standard error names the games of
  // which the file knows nothing. Throws DatabaseError if there is no such file.
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
