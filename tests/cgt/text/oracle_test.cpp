// Facts from outside: values printed by another system, and published ones.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "cgt/store/uptimal.hpp"
#include "cgt/text/text.hpp"
#include "cgt/thermo/temperature.hpp"
#include "tests/cgt/games.hpp"
#include "tests/files.hpp"

namespace cgt::text_oracle_test {
namespace {

const PrintStyle kOther{Notation::kCgsuite, 0};

std::string set_text(Store& store, const GameList& games) {
  std::vector<GameId> sorted(games.begin(), games.end());
  sort_for_print(store, sorted);
  std::string out = "{";
  for (const GameId g : sorted) out += (out.size() > 1 ? "," : "") + to_text(store, g, kOther);
  return out + "}";
}

bool holds(Relation relation, const std::string& op) {
  const bool less = relation == Relation::kLess;
  const bool equal = relation == Relation::kEqual;
  const bool greater = relation == Relation::kGreater;
  if (op == "<") return less;
  if (op == "<=") return less || equal;
  if (op == "==") return equal;
  if (op == ">=") return greater || equal;
  if (op == ">") return greater;
  REQUIRE((op == "<>" || op == "||"));
  return relation == Relation::kFuzzy;
}

std::string outcome_letter(OutcomeClass outcome) {
  switch (outcome) {
    case OutcomeClass::kLeft: return "L";
    case OutcomeClass::kRight: return "R";
    case OutcomeClass::kNext: return "N";
    case OutcomeClass::kPrevious: return "P";
  }
  return "?";
}

std::string evaluate(Store& store, const std::vector<std::string>& row) {
  const std::string& op = row[0];
  const GameId g = parse_value(store, row[1]);
  const auto text = [&](GameId x) {
    // Whatever is printed in either notation reads back as the same value.
    CHECK(parse_value(store, to_text(store, x)) == x);
    CHECK(parse_value(store, to_text(store, x, kOther)) == x);
    return to_text(store, x, kOther);
  };
  if (op == "Value") return text(g);
  if (op == "Mean") return store.mean(g).to_string();
  if (op == "Temperature") return store.temperature(g).to_string();
  if (op == "LeftStop") return store.stop(g, Player::kLeft).to_string();
  if (op == "RightStop") return store.stop(g, Player::kRight).to_string();
  if (op == "Thermograph") return to_text(store.thermograph(g));
  if (op == "Freeze") return text(store.freeze(g));
  if (op == "Birthday") return std::to_string(store.birthday(g));
  if (op == "FollowerCount") return std::to_string(store.follower_count(g));
  if (op == "OutcomeClass") return outcome_letter(store.outcome(g));
  if (op == "LeftOptions") return set_text(store, store.options(g, Player::kLeft));
  if (op == "RightOptions") return set_text(store, store.options(g, Player::kRight));
  if (op == "LeftIncentives") {
    return set_text(store, undominated_incentives(store, g, Player::kLeft));
  }
  if (op == "RightIncentives") {
    return set_text(store, undominated_incentives(store, g, Player::kRight));
  }
  if (op == "IsUptimal") return is_uptimal(store, g) ? "true" : "false";
  if (op == "UptimalExpansion") {
    const auto expansion = uptimal_expansion(store, g);
    return expansion ? to_text(*expansion) : "!!error";
  }
  const auto number = [&](GameId x) { return store.number_value(x); };
  if (op == "Cool") return text(store.cool(g, number(parse_value(store, row[2]))));
  if (op == "Heat") return text(store.heat(g, parse_value(store, row[2])));
  if (op == "Times") return text(store.multiple(number(g), parse_value(store, row[2])));
  REQUIRE(op == "Compare");
  const Relation relation = store.compare(g, parse_value(store, row[3]));
  return holds(relation, row[2]) ? "true" : "false";
}

}  // namespace

TEST_CASE("values print as CGSuite prints them", "[oracle]") {
  Store store;
  const auto rows = testing::read_rows(cgt::testing::test_data() + "/cgt/data/cgsuite_values.tsv");
  CHECK(rows.size() == 2113);
  for (const auto& row : rows) {
    std::string given;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) given += row[i] + "  ";
    INFO(given);
    CHECK(evaluate(store, row) == row.back());
  }
}

TEST_CASE("published values", "[oracle]") {
  Store store;
  // There 2* is 2 + *, and ^3 is three ups: the notation that is glued.
  const auto value = [&](const std::string& text) { return parse_value(store, text); };
  const auto pair = [&](const std::string& text, const std::string& separator) {
    const std::size_t at = text.find(separator);
    REQUIRE(at != std::string::npos);
    return std::pair{value(text.substr(0, at)), value(text.substr(at + separator.size()))};
  };
  std::size_t checked = 0;
  for (const auto& row : testing::read_rows(cgt::testing::test_data() + "/cgt/data/facts.tsv")) {
    const std::string& kind = row[0];
    const std::string& input = row[1];
    const std::string& expected = row[2];
    INFO(kind << "  " << input);
    ++checked;
    if (kind == "canonical" || kind == "sum") {
      CHECK(value(input) == value(expected));
    } else if (kind == "compare") {
      const auto [g, h] = pair(input, " ? ");
      CHECK(holds(store.compare(g, h), expected));
    } else if (kind == "cool") {
      const auto [g, t] = pair(input, " by ");
      CHECK(store.cool(g, store.number_value(t)) == value(expected));
    } else if (kind == "heat") {
      const auto [g, t] = pair(input, " by ");
      CHECK(store.heat(g, t) == value(expected));
    } else if (kind == "freeze") {
      CHECK(store.freeze(value(input)) == value(expected));
    } else if (kind == "thermal.mean") {
      CHECK(store.mean(value(input)).to_string() == expected);
    } else if (kind == "thermal.temperature") {
      CHECK(store.temperature(value(input)).to_string() == expected);
    } else if (kind == "birthday") {
      CHECK(std::to_string(store.birthday(value(input))) == expected);
    } else if (kind == "follower-count") {
      CHECK(std::to_string(store.follower_count(value(input))) == expected);
    } else if (kind == "stops.left-right") {
      const GameId g = value(input);
      CHECK(store.stop(g, Player::kLeft).to_string() + " " +
                store.stop(g, Player::kRight).to_string() ==
            expected);
    } else if (kind == "incentives.maximal") {
      GameList all = incentives(store, value(input), Player::kLeft);
      const GameList others = incentives(store, value(input), Player::kRight);
      all.insert(all.end(), others.begin(), others.end());
      const GameList best = undominated(store, all);
      if (expected == "(none)") {
        CHECK(best.empty());
      } else {
        REQUIRE(best.size() == 1);
        CHECK(best[0] == value(expected));
      }
    } else {
      FAIL("no check for this kind");
    }
  }
  CHECK(checked == 86);
}

}  // namespace cgt::text_oracle_test
