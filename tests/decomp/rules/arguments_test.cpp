// Rulesets with their arguments as one text.
#include "decomp/position/ruleset.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "decomp/rules/registry.hpp"
#include "tests/testing.hpp"

namespace arguments_test {

namespace {

using namespace cgt;

// Place and message of what is wrong with a name.
std::string refusal(const std::string& name) {
  try {
    registered_ruleset(name);
  } catch (const InputError& error) {
    CHECK_FALSE(error.diagnostics().front().hint.empty());
    return std::to_string(error.place().column) + ": " + error.message();
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

std::string shown(const RulesetParameter& given) {
  std::string out = given.name + "=";
  const auto add = [&out](std::int64_t n) { out += std::to_string(n) + " "; };
  if (const auto* n = std::get_if<std::int64_t>(&given.value)) add(*n);
  if (const auto* truth = std::get_if<bool>(&given.value)) out += *truth ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&given.value)) out += '"' + *text;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&given.value)) {
    out += '[';
    for (const std::int64_t n : *list) add(n);
  }
  if (const auto* list = std::get_if<std::vector<Coordinate>>(&given.value)) {
    out += '(';
    for (const auto& [first, second] : *list) {
      add(first);
      add(second);
    }
  }
  return out;
}

std::vector<std::string> moves_of(const AnyPosition& position) {
  std::vector<std::string> out;
  for (const Player player : kPlayers) {
    for (const auto& option : position.options(player)) out.push_back(option.position.text());
    out.emplace_back("/");
  }
  return out;
}

}  // namespace

TEST_CASE("arguments of a ruleset are read as they would be given", "[rulesets]") {
  using Numbers = std::vector<std::int64_t>;
  using Pairs = std::vector<Coordinate>;
  const std::vector<std::pair<std::string, std::vector<RulesetParameter>>> cases{
      {"subtraction([1,2])", {{"", Numbers{1, 2}}}},
      {"game.heap.Subtraction( [ 1 , 4 ] , true )", {{"", Numbers{1, 4}}, {"", true}}},
      {"subtraction(allbut=>true,removals => [2])", {{"allbut", true}, {"removals", Numbers{2}}}},
      {"take-and-break(\"0.77\")", {{"", std::string("0.77")}}},
      {"gen-wythoff(3)", {{"", std::int64_t{3}}}},
      {"gen-clobber([(1,0), (-1,0)])", {{"", Pairs{{1, 0}, {-1, 0}}}}},
      {"gen-clobber((0,1))", {{"", Pairs{{0, 1}}}}},
      {"gen-clobber()", {}},
      {"gen-toads-and-frogs(-1, maxJump => 2, allowFriendlyJump => false)",
       {{"", std::int64_t{-1}}, {"maxJump", std::int64_t{2}}, {"allowFriendlyJump", false}}},
  };
  for (const auto& [text, given] : cases) {
    INFO(text);
    const auto read = parse_arguments(SourceText("<ruleset>", text), text.find('(') + 1);
    REQUIRE(read.size() == given.size());
    for (std::size_t i = 0; i < read.size(); ++i) CHECK(shown(read[i]) == shown(given[i]));
    const std::string written = "(" + argument_text(given) + ")";
    const auto again = parse_arguments(SourceText("<ruleset>", written), 1);
    REQUIRE(again.size() == given.size());
    for (std::size_t i = 0; i < again.size(); ++i) CHECK(shown(again[i]) == shown(given[i]));
    const RulesetEntry& entry = *find_ruleset(text.substr(0, text.find('(')));
    const std::string board = entry.example;
    CHECK(moves_of(registered_ruleset(text)->position(board)) ==
          moves_of(entry.make(given)->position(board)));
  }
}

TEST_CASE("arguments of a ruleset are written so that they can be read", "[rulesets]") {
  const std::string odd = "a \"b\" \\ (c, d]";
  const std::string text = "(" + argument_text({{"left", odd}, {"", std::int64_t{-3}}}) + ")";
  const auto read = parse_arguments(SourceText("<ruleset>", text), 1);
  REQUIRE(read.size() == 2);
  CHECK(shown(read[0]) == shown({"left", odd}));
  CHECK(shown(read[1]) == shown({"", std::int64_t{-3}}));
  CHECK(argument_text({{"", std::vector<std::int64_t>{1, 2}}, {"allbut", true}}) ==
        "[1,2], allbut => true");
  CHECK_THROWS_AS(argument_text({{"", GridInput{}}}), Error);
}

TEST_CASE("wrong arguments of a ruleset are refused at their place", "[rulesets]") {
  CHECK(refusal("subtraction([1,2])") == "read");
  CHECK(refusal("subtraction([1,x])") == "16: an argument is missing here");
  CHECK(refusal("subtraction([1,(2,3)])") == "16: a list has numbers or pairs, not both");
  CHECK(refusal("subtraction([1,2]") == "17: a comma or the closing bracket is missing here");
  CHECK(refusal("subtraction([1,2") == "16: a comma or ] is missing here");
  CHECK(refusal("subtraction(") == "12: an argument is missing here");
  CHECK(refusal("subtraction([1]) 7") == "18: this belongs to no argument");
  CHECK(refusal("subtraction(removals)") == "13: this word is not an argument");
  CHECK(refusal("subtraction(removals => perhaps)") == "25: this word is not an argument");
  CHECK(refusal("gen-wythoff(99999999999999999999)") == "13: this number is too large");
  CHECK(refusal("gen-clobber([(1,0,0)])") == "18: a pair has two numbers");
  CHECK(refusal("take-and-break(\"0.77)") == "16: this text is never closed");
  CHECK(refusal("subtraction") == "subtraction needs its parameters");
  CHECK(refusal("subtraction(\"x\")") == "'removals' is a list of integers");
  CHECK(refusal("subtraction([1],false,3)") == "there are too many arguments here");
  CHECK(refusal("clobber(1)") == "there are too many arguments here");
  CHECK(refusal("clober(1)") == "there is no game \"clober\"");
}

TEST_CASE("mutated arguments are read or refused", "[rulesets][random]") {
  const std::vector<std::string> names{"subtraction([1,4], allbut => true)",
                                       "take-and-break(\"0.77\")", "gen-clobber([(1,0),(0,-1)])",
                                       "gen-wythoff(3)"};
  std::mt19937_64 random(7);
  std::uint64_t read = 0;
  const std::uint64_t rounds = testing::scaled(4'000);
  for (std::uint64_t i = 0; i < rounds; ++i) {
    const std::string name =
        testing::mutated(names[random() % names.size()], "0123456789()[],\"=>-\\ truefals", random);
    INFO(name);
    try {
      registered_ruleset(name);
      ++read;
    } catch (const Error&) {
    }
  }
  testing::expect_share(read, rounds, 0.01);          // 0.020
  testing::expect_share(rounds - read, rounds, 0.2);  // 0.98
}

}  // namespace arguments_test
