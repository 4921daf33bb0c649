// The algebra against values that another system printed, and against published ones.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "cgt/cgt.hpp"
#include "tests/cgt/algebra/boards.hpp"
#include "tests/cgt/games.hpp"
#include "tests/files.hpp"

namespace cgt::algebra_oracle_test {
namespace {

// Splits at `separator` outside of braces.
std::vector<std::string> split_top(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == separator && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// A value, or '{left|right}'.
Form parse_form(Forms& forms, const std::string& text) {
  if (text.front() != '\'') return parse_value(forms.store(), text);
  REQUIRE(text.size() > 4);
  const auto sides = split_top(text.substr(2, text.size() - 4), '|');
  REQUIRE(sides.size() == 2);
  PerPlayer<std::vector<Form>> options;
  for (const Player player : kPlayers) {
    const std::string& side = sides[index(player)];
    if (side.empty()) continue;
    for (const std::string& option : split_top(side, ',')) {
      options[player].push_back(parse_value(forms.store(), option));
    }
  }
  return forms.make(options[Player::kLeft], options[Player::kRight]);
}

std::string letter(OutcomeClass outcome) {
  switch (outcome) {
    case OutcomeClass::kLeft: return "L";
    case OutcomeClass::kRight: return "R";
    case OutcomeClass::kNext: return "N";
    case OutcomeClass::kPrevious: return "P";
  }
  return "?";
}

std::string evaluate_pair(Forms& forms, const std::string& op, Form a, Form b) {
  Store& store = forms.store();
  using Make = Form (*)(Forms&, Form, Form);
  using Direct = GameId (*)(Store&, GameId, GameId);
  const std::map<std::string, std::pair<Make, Direct>> kOperations{
      {"Sum",
       {[](Forms& f, Form x, Form y) { return f.sum(x, y); },
        [](Store& s, GameId x, GameId y) { return s.add(x, y); }}},
      {"OrdinalSum", {[](Forms& f, Form x, Form y) { return f.ordinal_sum(x, y); }, ordinal_sum}},
      {"OrdinalProduct",
       {[](Forms& f, Form x, Form y) { return f.ordinal_product(x, y); }, ordinal_product}},
      {"ConwayProduct",
       {[](Forms& f, Form x, Form y) { return f.conway_product(x, y); }, conway_product}},
      {"ConjunctiveSum",
       {[](Forms& f, Form x, Form y) { return f.conjunctive_sum(x, y); }, conjunctive_sum}},
      {"SelectiveSum",
       {[](Forms& f, Form x, Form y) {
          return f.selective_sum(x, y, SelectiveRule::kFirstMoveOnly);
        },
        [](Store& s, GameId x, GameId y) {
          return selective_sum(s, x, y, SelectiveRule::kFirstMoveOnly);
        }}},
  };
  const auto& [make, direct] = kOperations.at(op);
  const GameId value = forms.value(make(forms, a, b));
  if (a.is_game() && b.is_game()) {
    CHECK(direct(store, a.game(), b.game()) == value);
    // The same through forms that the store knows nothing of.
    const Form written = make(forms, forms.explicit_form(a.game()), b);
    if (!store.is_nus(a.game())) CHECK(forms.value(written) == value);
  }
  return to_text(store, value);
}

std::string evaluate(Forms& forms, const std::vector<std::string>& row) {
  Store& store = forms.store();
  const std::string& op = row[0];
  const auto text = [&](GameId g) { return to_text(store, g); };
  const auto truth = [](bool b) { return std::string(b ? "true" : "false"); };
  if (op == "Clobber.AtomicWeight") {
    return text(atomic_weight(store, testing::clobber(store, row[1])));
  }
  if (op == "Toads.StopCount") return to_string(stop_count(store, testing::toads(store, row[1])));
  if (row.size() == 4 && op != "Subordinate" && op != "NortonProduct") {
    return evaluate_pair(forms, op, parse_form(forms, row[1]), parse_form(forms, row[2]));
  }
  const GameId g = parse_value(store, row[1]);
  if (op == "Subordinate") return text(subordinate(forms, g, parse_form(forms, row[2])));
  if (op == "NortonProduct") return text(norton_multiply(store, g, parse_value(store, row[2])));
  if (op == "Overheat") {
    return text(overheat(store, g, parse_value(store, row[2]), parse_value(store, row[3])));
  }
  if (op == "AtomicWeight") return text(atomic_weight(store, g));
  if (op == "Companion") return text(companion(store, g));
  if (op == "ReducedCanonicalForm") return text(reduced_canonical_form(store, g));
  if (op == "StopCount") return to_string(stop_count(store, g));
  if (op == "MisereOutcomeClass") return letter(misere_outcome(store, g));
  if (op == "IsAllSmall") return truth(is_all_small(store, g));
  if (op == "IsAtomic") return truth(is_atomic(store, g));
  if (op == "IsEven") return truth(tree_parity(store, g) == Parity::kEven);
  if (op == "IsOdd") return truth(tree_parity(store, g) == Parity::kOdd);
  if (op == "IsEvenTempered") return truth(temper(store, g) == Parity::kEven);
  if (op == "IsOddTempered") return truth(temper(store, g) == Parity::kOdd);
  if (op == "IsIdempotent") return truth(is_idempotent(store, g));
  if (op == "IsInfinitesimal") return truth(is_infinitesimal(store, g));
  if (op == "IsNimber") return truth(is_nimber(store, g));
  if (op == "IsNumberTiny") return truth(is_number_tiny(store, g));
  REQUIRE(op == "IsNumberish");
  return truth(is_numberish(store, g));
}

// Is the result a game? Games are compared as values: their options print in more than one order.
bool is_value(const std::string& op) {
  return op.rfind("Is", 0) != 0 && op != "MisereOutcomeClass";
}

}  // namespace

TEST_CASE("the algebra agrees with CGSuite", "[algebra][oracle]") {
  Store store;
  Forms forms(store);
  const auto rows = testing::read_rows(cgt::testing::test_data() + "/cgt/data/cgsuite_algebra.tsv");
  CHECK(rows.size() == 1064);
  for (const auto& row : rows) {
    std::string given;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) given += row[i] + "  ";
    INFO(given);
    if (row.back() == "!!error") {
      CHECK_THROWS_AS(evaluate(forms, row), Error);
    } else if (is_value(row[0])) {
      CHECK(parse_value(store, evaluate(forms, row)) == parse_value(store, row.back()));
    } else {
      CHECK(evaluate(forms, row) == row.back());
    }
  }
}

TEST_CASE("published values of the algebra", "[algebra][oracle]") {
  Store store;
  const auto value = [&](const std::string& text) { return parse_value(store, text); };
  const auto pair = [&](const std::string& text, const std::string& separator) {
    const std::size_t at = text.find(separator);
    REQUIRE(at != std::string::npos);
    return std::pair{value(text.substr(0, at)), value(text.substr(at + separator.size()))};
  };
  std::size_t checked = 0;
  for (const auto& row :
       testing::read_rows(cgt::testing::test_data() + "/cgt/data/facts_algebra.tsv")) {
    const std::string& kind = row[0];
    const std::string& input = row[1];
    const std::string& expected = row[2];
    INFO(kind << "  " << input);
    ++checked;
    if (kind == "stop-count") {
      CHECK(to_string(stop_count(store, value(input))) == expected);
    } else if (kind == "atomic-weight") {
      CHECK(atomic_weight(store, value(input)) == value(expected));
    } else if (kind == "reduced-canonical-form") {
      CHECK(reduced_canonical_form(store, value(input)) == value(expected));
    } else if (kind == "norton-product") {
      const auto [g, u] = pair(input, " . ");
      CHECK(norton_multiply(store, g, u) == value(expected));
    } else if (kind == "conway-product") {
      const auto [g, h] = pair(input, " x ");
      CHECK(conway_product(store, g, h) == value(expected));
    } else if (kind == "conjunctive-sum") {
      const auto [g, h] = pair(input, " and ");
      CHECK(conjunctive_sum(store, g, h) == value(expected));
    } else if (kind == "selective-sum") {
      const auto [g, h] = pair(input, " or ");
      CHECK(selective_sum(store, g, h) == value(expected));
    } else {
      REQUIRE(kind == "temper");
      const Parity parity = temper(store, value(input));
      CHECK((parity == Parity::kEven  ? "even"
             : parity == Parity::kOdd ? "odd"
                                      : "none") == expected);
    }
  }
  CHECK(checked == 49);
}

}  // namespace cgt::algebra_oracle_test
