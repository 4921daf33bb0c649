// Rulesets by the names that people use, and how outcomes are written.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "cgt/loopy/loopy_games.hpp"
#include "cgt/store/store.hpp"
#include "decomp/db/table.hpp"
#include "decomp/position/ruleset.hpp"
#include "repl/command_line/common_options.hpp"

namespace cgt::lang {
class Session;
}

namespace cgt::repl {

// The ruleset that people call so: "domineering", an expression of the language whose value is a
// ruleset, or the file of a ruleset in a script, with its arguments if it takes some:
// "rules/Clobber.cgs", "PartizanSubtraction.cgs([1,2],[1])". A file .txt or .json is a game that is
// written down, as game.graph.Explicit. Throws Error.
std::shared_ptr<const Ruleset> ruleset_called(const std::string& name, const CommonOptions& common);

// Such a ruleset as an expression of the language, in a session that finds its script. Throws Error.
std::string ruleset_expression(lang::Session& session, const std::string& name);

// The picture of a position of such a ruleset, as the language draws it: a complete <svg> element.
// Throws Error if there is none.
std::string picture_called(const std::string& name, const std::string& position,
                           const CommonOptions& common);

// The file of a script in such a name: "rules/Clobber.cgs"; "" if it names none.
std::string script_file(const std::string& name);

// How many threads may use the ruleset: what was asked for, or one if its moves are calls of a
// script.
unsigned threads_for(const Ruleset& ruleset, unsigned threads);

// "3x4": boards of 3 rows and 4 columns; "5..20": the heaps of 5 to 20 tokens, "20": those of 0 to 20.
struct BoardSize {
  bool board = true;
  std::int64_t first = 0;  // rows, or the smallest heap
  std::int64_t last = 0;   // columns, or the largest heap
};
// Throws Error.
BoardSize parse_board_size(const std::string& text);

// "N (the first player wins)".
std::string outcome_text(OutcomeClass outcome);
// The same where both sides agree, else "D (onside L (Left wins), offside R (Right wins))".
std::string outcome_text(LoopyOutcome outcome);

// A session of the language as every command wants it: every package added, Ctrl-C connected, notation
// and format set.
void prepare(lang::Session& session, const CommonOptions& common);

// What a ruleset is called in files: its path, or the expression of the language without blanks
// outside of texts. The name of a ruleset in a script ends in a checksum of its file, so that what
// is known of it is not taken for knowledge of another version; throws FileError if there is none.
std::string stored_name(const std::string& game);

// What the file of --db knows of any games, each read when it is first asked for. Any thread may
// ask.
class GameTables {
 public:
  // "": no file, nothing is known. Unless `quiet`, a line on standard error names the games of
  // which the file knows nothing. Throws DatabaseError if there is no such file.
  GameTables(const std::string& file, bool quiet);
  ~GameTables();

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
