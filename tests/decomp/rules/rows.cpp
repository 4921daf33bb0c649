#include "tests/decomp/rules/rows.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

#include "cgt/text/loopy_text.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/files.hpp"

namespace cgt::testing {
namespace {

std::vector<std::string> fields(const std::string& line, char separator) {
  std::vector<std::string> out;
  std::stringstream in(line);
  for (std::string field; std::getline(in, field, separator);) out.push_back(field);
  return out;
}

RulesetArgument argument(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (text[0] == '"') return text.substr(1, text.size() - 2);
  if (text[0] != '(') return static_cast<std::int64_t>(std::stoll(text));
  std::vector<Coordinate> list;
  for (const std::string& pair : fields(text.substr(1), '(')) {
    list.emplace_back(std::stoll(pair), std::stoll(pair.substr(pair.find(',') + 1)));
  }
  return list;
}

// Empty where CGSuite prints a value in a way that does not read back.
std::optional<GameId> value_of(Store& store, const std::string& text) {
  try {
    return parse_value(store, text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<RulesetParameter> parameters(const std::string& text) {
  std::vector<RulesetParameter> out;
  for (const std::string& item : fields(text, ';')) {
    const std::size_t equals = item.find('=');
    const bool named = equals != std::string::npos;
    out.push_back(
        {named ? item.substr(0, equals) : "", argument(named ? item.substr(equals + 1) : item)});
  }
  return out;
}

namespace {

// Calls visit(row) for every line of the file that is not a comment; returns how many there are.
std::size_t each_row(const std::string& file,
                     const std::function<void(const std::vector<std::string>&)>& visit) {
  std::ifstream in(cgt::testing::test_data() + "/decomp/rules/data/" + file);
  REQUIRE(in);
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    CAPTURE(line);
    visit(fields(line, '\t'));
    ++rows;
  }
  return rows;
}

std::shared_ptr<const Ruleset> ruleset_of(const std::string& name, const std::string& arguments) {
  const RulesetEntry* entry = find_ruleset(name);
  REQUIRE(entry != nullptr);
  return entry->make(parameters(arguments));
}

}  // namespace

std::size_t check_rows(const std::string& file) {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  return each_row(file, [&](const std::vector<std::string>& row) {
    REQUIRE(row.size() >= 3);
    const auto game = ruleset_of(row[0], row.size() > 3 ? row[3] : "");
    const AnyPosition position =
        row[1][0] == '(' ? game->position(parameters(row[1])) : game->position(row[1]);
    const GameId value = evaluator.value(position, budget);
    const std::string text = to_text(store, value, {Notation::kCgsuite});
    CAPTURE(text);
    CHECK((text == row[2] || value_of(store, row[2]) == value));
  });
}

std::size_t check_loopy_rows(const std::string& file) {
  Store store;
  LoopyGames games(store);
  solve::Evaluator evaluator(store);
  Budget budget;
  return each_row(file, [&](const std::vector<std::string>& row) {
    REQUIRE(row.size() >= 3);
    const AnyPosition position = ruleset_of(row[0], row.size() > 3 ? row[3] : "")->position(row[1]);
    const LoopyValue value = evaluator.loopy_value(position, games, budget);
    const std::string text = to_text(games, value);
    CAPTURE(text);
    CHECK(games.equal(value, parse_loopy(games, row[2])));
  });
}

std::size_t check_outcomes(const std::string& file) {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  return each_row(file, [&](const std::vector<std::string>& row) {
    REQUIRE(row.size() == 3);
    const OutcomeClass outcome =
        evaluator.outcome(ruleset_of(row[0], "")->position(row[1]), budget);
    CHECK(std::string(1, "LRNP"[static_cast<std::size_t>(outcome)]) == row[2]);
  });
}

}  // namespace cgt::testing
