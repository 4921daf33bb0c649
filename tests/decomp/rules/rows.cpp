#include "tests/decomp/rules/rows.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <optional>
#include <sstream>

#include "cgt/text/parse.hpp"
#include "cgt/text/print.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/evaluator.hpp"

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

std::size_t check_rows(const std::string& file) {
  std::ifstream in(std::string(CGT_TEST_DATA) + "/decomp/rules/data/" + file);
  REQUIRE(in);
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> row = fields(line, '\t');
    REQUIRE(row.size() >= 3);
    row.resize(4);
    const RulesetEntry* entry = find_ruleset(row[0]);
    CAPTURE(line);
    REQUIRE(entry != nullptr);
    const std::shared_ptr<const Ruleset> game = entry->make(parameters(row[3]));
    const AnyPosition position =
        row[1][0] == '(' ? game->position(parameters(row[1])) : game->position(row[1]);
    const GameId value = evaluator.value(position, budget);
    const std::string text = to_text(store, value, {Notation::kCgsuite});
    CAPTURE(text);
    CHECK((text == row[2] || value_of(store, row[2]) == value));
    ++rows;
  }
  return rows;
}

std::size_t check_outcomes(const std::string& file) {
  std::ifstream in(std::string(CGT_TEST_DATA) + "/decomp/rules/data/" + file);
  REQUIRE(in);
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  std::size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> row = fields(line, '\t');
    CAPTURE(line);
    REQUIRE(row.size() == 3);
    const RulesetEntry* entry = find_ruleset(row[0]);
    REQUIRE(entry != nullptr);
    const OutcomeClass outcome = evaluator.outcome(entry->make({})->position(row[1]), budget);
    CHECK(std::string(1, "LRNP"[static_cast<std::size_t>(outcome)]) == row[2]);
    ++rows;
  }
  return rows;
}

}  // namespace cgt::testing
