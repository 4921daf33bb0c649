#include "repl/support/rulesets.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "decomp/rules/explicit.hpp"
#include "decomp/rules/registry.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "lang/lang.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"

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

BoardSize parse_board_size(const std::string& text) {
  BoardSize size;
  std::string_view rest = text;
  const auto take = [&](std::string_view sign) {
    const bool there = rest.starts_with(sign);
    if (there) rest.remove_prefix(sign.size());
    return there;
  };
  auto first = take_number<std::uint32_t>(rest);
  size.board = take("x");
  const bool one = !size.board && rest.empty();
  const auto last = one                        ? std::exchange(first, 0)
                    : size.board || take("..") ? parse_number<std::uint32_t>(rest)
                                               : std::nullopt;
  if (!first || !last || std::max(*first, *last) > 1'000'000'000) {
    throw Error(fmt::format("expected a size; found \"{}\"", text),
                "ROWSxCOLUMNS of a board, such as 4x4 or 1x10, or heaps: 0..20 or 20");
  }
  size.first = *first;
  size.last = *last;
  if (size.board && std::max(size.first, size.last) > 1000) {
    throw Error("the boards are too large");
  }
  return size;
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

namespace {

bool is_written_game(std::string_view name) {
  return name.ends_with(".json") || name.ends_with(".txt");
}

// {"a": {"left": ["b"], "right": []}}, {"a": [["b"], []]}, or {"a": ["b", "c"]} where both players have the same
// moves, as game.graph.Explicit has it.
std::string written_json(const SourceText& source) {
  using Json = nlohmann::ordered_json;
  const auto refuse = [&](const std::string& what) {
    throw InputError(source, {{Severity::kError,
                               what,
                               "write {\"a\": {\"left\": [\"b\"], \"right\": []}, \"b\": ...}",
                               {}}});
  };
  std::set<std::string> names;
  Json json;
  try {
    json = Json::parse(source.text(), [&](int depth, Json::parse_event_t event, const Json& key) {
      if (depth == 1 && event == Json::parse_event_t::key &&
          !names.insert(key.get<std::string>()).second)
        refuse(fmt::format("\"{}\" stands there twice", key.get<std::string>()));
      return true;
    });
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(source.text().size(), std::max<std::size_t>(error.byte, 1) - 1);
    throw InputError(source, {{Severity::kError, "this is not JSON", "", {at, 1}}});
  }
  if (!json.is_object() || json.empty())
    refuse("expected an object with the moves of each position");
  const auto list = [&](const std::string& name, const Json& moves) {
    if (!moves.is_array()) refuse(fmt::format("expected a list of moves of \"{}\"", name));
    std::string out;
    for (const Json& move : moves) {
      if (move.is_string() ? !names.contains(move.get<std::string>()) : !move.is_number_integer())
        refuse(fmt::format(
            "a move of \"{}\" is {}, which is neither a position of this file nor an integer", name,
            json_line(move)));
      out += " " + (move.is_string() ? move.get<std::string>() : move.dump());
    }
    return out;
  };
  bool sides = false;
  for (const auto& [name, moves] : json.items()) {
    if (!explicit_game::is_name(name)) refuse(fmt::format("\"{}\" is not a name", name));
    sides = sides || moves.is_object() ||
            (moves.is_array() &&
             std::ranges::any_of(moves, [](const Json& m) { return m.is_array(); }));
  }
  std::string out;
  for (const auto& [name, moves] : json.items()) {
    if (!sides) {
      out += fmt::format("{}:{}\n", name, list(name, moves));
    } else if (moves.is_object()) {
      for (const auto& [key, side] : moves.items()) {
        if (key != "left" && key != "right")
          refuse(fmt::format("expected \"left\" and \"right\" in \"{}\"; found \"{}\"", name, key));
      }
      out += fmt::format("{}:{} |{}\n", name, list(name, moves.value("left", Json::array())),
                         list(name, moves.value("right", Json::array())));
    } else {
      if (!moves.is_array() || moves.size() != 2)
        refuse(fmt::format("expected two lists of moves of \"{}\", Left's and Right's", name));
      out += fmt::format("{}:{} |{}\n", name, list(name, moves[0]), list(name, moves[1]));
    }
  }
  return out;
}

std::shared_ptr<const Ruleset> written_game(const std::string& file) {
  std::string text = read_file(file);
  text.erase(0, byte_order_mark(text));
  const std::string_view begin = trimmed(text);
  const bool json = file.ends_with(".json") || begin.starts_with('{');
  return explicit_game::ruleset(json ? written_json(SourceText(file, text)) : text, file);
}

}  // namespace

std::shared_ptr<const Ruleset> ruleset_called(const std::string& given,
                                              const CommonOptions& common) {
  const std::string name = without_mark(given);
  if (is_written_game(name)) return written_game(name);
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
  if (!result.ok()) throw UsageError("this is not a game\n" + result.diagnostics);
  if (auto found = lang::native_ruleset(result.value)) return found;
  if (auto found = lang::script_ruleset(session, result.value, common.limits, &interrupt_flag())) {
    return found;
  }
  throw UsageError(fmt::format("{} is not a ruleset", name), "cgt eval --list shows all games");
}

std::string ruleset_expression(lang::Session& session, const std::string& name) {
  if (const RulesetEntry* entry = find_ruleset(name)) return entry->path;
  if (is_written_game(name))
    throw UsageError(fmt::format("{} has neither cells nor pictures", name));
  const std::string file = script_file(name);
  return file.empty() ? in_the_language(name) : open_script(session, file, name);
}

std::string picture_called(const std::string& given, const std::string& position,
                           const CommonOptions& common) {
  const std::string name = without_mark(given);
  lang::Session session;
  prepare(session, common);
  const std::string text = ruleset_expression(session, name);
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

void prepare(lang::Session& session, const CommonOptions& common) {
  lang::add_all_packages(session);
  session.set_style({common.notation, common.max_length.value_or(0)});
  session.set_format(common.format);
  session.set_read_everywhere(common.allow_read);
  session.set_write_folder(common.allow_write);
  session.set_stop_flag(&interrupt_flag());
  session.set_output([](std::string_view line) { std::cout << line << '\n'; });
}

std::string stored_name(const std::string& game) {
  if (const RulesetEntry* entry = find_ruleset(game)) return entry->path;
  const std::string file = is_written_game(game) ? game : script_file(game);
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

GameTables::GameTables(const std::string& file, bool quiet) : quiet_(quiet) {
  if (!file.empty()) file_.emplace(db::Database::open(file, db::Database::Access::kRead));
}
GameTables::~GameTables() = default;

const db::Table* GameTables::operator()(const std::string& game) {
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
