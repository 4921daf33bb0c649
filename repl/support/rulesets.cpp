#include "repl/support/rulesets.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/scripts/ruleset.hpp"
#include "lang/lang.hpp"
#include "repl/command_line/complaint.hpp"
#include "repl/support/known_games.hpp"
#include "repl/support/running/interrupt.hpp"
#include "repl/support/running/prepare.hpp"

namespace cgt::repl {
namespace {

constexpr std::string_view kScript = ".cgs";

// Names in databases end in "#" and what tells whether the script is still the same.
std::string without_mark(const std::string& name) {
  const std::size_t mark = name.rfind('#');
  if (mark == std::string::npos || script_file(name).empty()) return name;
  const std::string plain = name.substr(0, mark);
  if (stored_name(plain) != name) {
    throw Error(fmt::format("{} is not what it was when {} was written", script_file(plain), name));
  }
  return plain;
}

// A session in which the class of the file is known by its name, and the expression that makes the
// ruleset.
std::string open_script(lang::Session& session, const std::string& file, const std::string& name) {
  const std::filesystem::path path(file);
  std::error_code trouble;
  if (!std::filesystem::is_regular_file(path, trouble)) {
    throw UsageError(fmt::format("there is no file {}", file),
                     "a ruleset in a script is named by its file: FOLDER/Clobber.cgs");
  }
  session.set_directory(path.has_parent_path() ? path.parent_path().string() : ".");
  return path.stem().string() + name.substr(file.size());
}

}  // namespace

std::string script_file(const std::string& name) {
  const std::size_t end = name.find(kScript);
  if (end == std::string::npos || name.find_first_of("(\"") < end) return {};
  const std::size_t after = end + kScript.size();
  if (after < name.size() && name[after] != '(' && name[after] != '#') return {};
  return name.substr(0, after);
}

unsigned threads_for(const Ruleset& ruleset, unsigned threads) {
  return lang::is_script_ruleset(ruleset) ? 1 : threads;
}

std::string outcome_text(OutcomeClass outcome) {
  switch (outcome) {
    case OutcomeClass::kLeft: return "L (Left wins)";
    case OutcomeClass::kRight: return "R (Right wins)";
    case OutcomeClass::kNext: return "N (the first player wins)";
    case OutcomeClass::kPrevious: return "P (the second player wins)";
  }
  return {};
}

std::string outcome_text(LoopyOutcome outcome) {
  if (outcome.onside == outcome.offside) return outcome_text(outcome.onside);
  return fmt::format("{} (onside {}, offside {})", name(outcome), outcome_text(outcome.onside),
                     outcome_text(outcome.offside));
}

std::shared_ptr<const Ruleset> ruleset_called(const std::string& given,
                                              const CommonOptions& common) {
  const std::string name = without_mark(given);
  const bool expression = name.find_first_of("(.") != std::string::npos;
  if (find_ruleset(name) != nullptr) return registered_ruleset(name);
  if (!expression) {
    try {
      return registered_ruleset(name);
    } catch (const Error& unknown) {
      throw UsageError(unknown.what(), unknown.hint());
    }
  }
  const auto session = std::make_shared<lang::Session>();
  prepare(*session, common);
  const std::string file = script_file(name);
  const std::string text = file.empty() ? name : open_script(*session, file, name);
  const lang::Result result = session->evaluate(SourceText("GAME", text), common.limits);
  if (!result.ok()) throw UsageError("this is no game\n" + result.diagnostics);
  if (auto found = lang::native_ruleset(result.value)) return found;
  if (auto found = lang::script_ruleset(session, result.value, common.limits, &interrupt_flag())) {
    return found;
  }
  throw UsageError(fmt::format("{} is no ruleset", name), "cgt eval --list shows all games");
}

std::string picture_called(const std::string& given, const std::string& position,
                           const CommonOptions& common) {
  const std::string name = without_mark(given);
  lang::Session session;
  prepare(session, common);
  const std::string file = script_file(name);
  std::string text = file.empty() ? in_the_language(name) : open_script(session, file, name);
  if (const RulesetEntry* entry = find_ruleset(name)) text = entry->path;
  std::string quoted;
  for (const char c : position) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  const lang::Result result = session.evaluate(
      SourceText("GAME", fmt::format("({})(\"{}\").Svg", text, quoted)), common.limits);
  if (!result.ok()) throw Error("there is no picture of this position\n" + result.diagnostics);
  return result.value.as_string();
}

}  // namespace cgt::repl
