#include <catch2/catch.hpp>

#include "cgt/support/error.hpp"
#include "decomp/rules/turning.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace turning_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

// Every way to turn one to three coins.
std::set<std::string> moves(const std::string& text, Player) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k <= j; ++k) {
        if (text[i] != 'h' || (j == k && j != i)) continue;
        std::string after = text;
        for (const std::size_t coin : std::set<std::size_t>{i, j, k}) {
          after[coin] = after[coin] == 'h' ? 't' : 'h';
        }
        out.insert(after);
      }
    }
  }
  return out;
}

// Every set of coins of these sizes, as the bits of a number.
std::set<std::string> turned_sets(const std::string& text, const std::set<int>& sizes) {
  std::set<std::string> out;
  for (unsigned coins = 1; coins < 1U << text.size(); ++coins) {
    std::string after = text;
    int turned = 0;
    char last = 't';
    for (std::size_t i = 0; i < text.size(); ++i) {
      if ((coins >> i & 1U) == 0) continue;
      after[i] = text[i] == 'h' ? 't' : 'h';
      last = text[i];
      ++turned;
    }
    if (last == 'h' && sizes.count(turned) != 0) out.insert(after);
  }
  return out;
}

}  // namespace

TEST_CASE("Coin turning keeps the laws of rulesets", "[turning][laws]") {
  check_laws({"turning", {"htththh", "tttth", "hhhh", "t"}, moves, {}, {}, 2000, 200});
  const std::vector<std::pair<std::string, std::set<int>>> codes{
      {"\"1\"", {1}}, {"\"2\"", {2}}, {"\"1,3\"", {1, 3}}, {"\"3+\"", {3, 4, 5, 6, 7}}};
  for (const auto& [code, sizes] : codes) {
    const auto naive = [&sizes = sizes](const std::string& text, Player) {
      return turned_sets(text, sizes);
    };
    check_laws({"turning",
                {"htththh", "tttth", "hhhh", "thhtth"},
                naive,
                {},
                {},
                2000,
                200,
                parameters(code)});
  }
  CHECK(count_lines("turning", "hth", 3) == std::vector<std::uint64_t>{1, 5, 10, 10});
}

TEST_CASE("Coin turning has the values of others", "[turning]") {
  CHECK(check_rows("turning.tsv") == 23);
}

TEST_CASE("Codes of coin turning read, and wrong ones are refused", "[turning]") {
  using cgt::turning::rules_of;
  CHECK(rules_of("1-3") == rules_of("1,2,3"));
  CHECK(rules_of("0-1") == rules_of("1"));
  CHECK(rules_of("2+").may_turn(900));
  CHECK_FALSE(rules_of("2+").may_turn(1));
  CHECK(rules_of("5+,2").may_turn(2));
  CHECK_FALSE(rules_of("5+,2").may_turn(3));
  CHECK(rules_of("2+,7") == rules_of("2+"));
  for (const char* wrong : {"", "x", "3-1", "1-", "1,,2", "1 2", "1001"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(rules_of(wrong), cgt::InputError);
  }
}

}  // namespace turning_test
