#include "repl/support/known_games.hpp"

#include <fmt/format.h>

#include <iostream>

#include "cgt/support/hash.hpp"
#include "decomp/rules/registry.hpp"
#include "repl/support/files.hpp"
#include "repl/support/rulesets.hpp"
#include "repl/support/running/interrupt.hpp"

namespace cgt::repl {

std::string stored_name(const std::string& game) {
  if (const RulesetEntry* entry = find_ruleset(game)) return entry->path;
  const std::string file = script_file(game);
  std::string out = file;
  bool text = false;
  for (const char c : file.empty() ? in_the_language(game) : game.substr(file.size())) {
    if (c == '"') text = !text;
    if (text || (c != ' ' && c != '\t')) out += c;
  }
  if (file.empty()) return out;
  const std::string script = read_file(file);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(script.data());
  return fmt::format("{}#{:016x}", out, hash_bytes({bytes, script.size()}, 0x736372697074));
}

KnownGames::KnownGames(const std::string& file, bool quiet) : quiet_(quiet) {
  if (!file.empty()) file_.emplace(db::Database::open(file, db::Database::Access::kRead));
}
KnownGames::~KnownGames() = default;

const db::Table* KnownGames::operator()(const std::string& game) {
  if (!file_) return nullptr;
  const std::lock_guard lock(mutex_);
  const std::string name = stored_name(game);
  std::unique_ptr<const db::Table>& table = tables_[name];
  if (table == nullptr) {
    Budget budget({}, &interrupt_flag());
    table = std::make_unique<const db::Table>(*file_, name, db::kKinds, [&] { budget.charge(); });
    if (table->size() == 0 && !quiet_) {
      std::cerr << fmt::format("{} knows nothing of {}\n", file_->path(), name);
    }
  }
  return table->size() == 0 ? nullptr : table.get();
}

}  // namespace cgt::repl
