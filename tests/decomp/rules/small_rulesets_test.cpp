// Rulesets that are tables or sets: Explicit, PosetGame, SylverCoinage; impartial Cannibal Clobber.
#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "decomp/rules/explicit.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/rules/variant.hpp"
#include "decomp/solve/values/evaluator.hpp"

namespace small_rulesets_test {

namespace {

using namespace cgt;

std::string value(const Ruleset& rules, const std::string& position) {
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  const GameId found = evaluator.value(rules.position(position), budget);
  return to_text(store, found);
}

std::string refused(const std::string& ruleset) {
  try {
    registered_ruleset(ruleset);
  } catch (const Error& error) {
    return std::string(error.what()) + " / " + error.hint();
  }
  return {};
}

}  // namespace

TEST_CASE("a game that is written down has the values of its moves", "[rules]") {
  const auto rules = explicit_game::ruleset(
      "# from a\n a: b c | d; b: d | a1\na1: | ; c: 2 | -1, b\nd: |", "<test>");
  CHECK(explicit_game::positions(*rules) == std::vector<std::string>{"a", "b", "a1", "c", "d"});
  CHECK(value(*rules, "d") == "0");
  CHECK(value(*rules, "b") == "*");
  CHECK(value(*rules, "c") == "{2|-1}");
  CHECK(value(*rules, "a") == "v");
  const auto nim = explicit_game::ruleset("x: y z; y: z; z:", "<test>");
  CHECK(value(*nim, "x") == "*2");
  CHECK(nim->position("x").impartial());
  CHECK(explicit_game::positions(*registered_ruleset("domineering")).empty());
}

TEST_CASE("what is wrong with a game that is written down is said at its place", "[rules]") {
  const auto at = [](const std::string& text) {
    const std::string said = refused("game.graph.Explicit(\"" + text + "\")");
    return said.substr(0, said.find('\n')) + said.substr(said.rfind(" / "));
  };
  CHECK(at("a: b | ; c: | ").find("\"b\" has no line of its own") != std::string::npos);
  CHECK(at("start: | ; a: strat | ").find("did you mean \"start\"?") != std::string::npos);
  CHECK(at("a: | ; a: |").find("has two lines") != std::string::npos);
  CHECK(at("a: | |").find("one bar") != std::string::npos);
  CHECK(at("a: b; b: |").find("expected a bar") != std::string::npos);
  CHECK(at("a: 2").find("an integer is not impartial") != std::string::npos);
  CHECK(at("3: |").find("the name 3 is an integer") != std::string::npos);
  CHECK(at("a b").find("expected a colon behind \"a\"") != std::string::npos);
  CHECK(at("").find("expected at least one position") != std::string::npos);
}

// Winning Ways, chapter 18: the replies to two numbers.
TEST_CASE("answers of Sylver Coinage are those of Winning Ways", "[rules]") {
  const auto rules = registered_ruleset("sylver");
  for (const char* lost :
       {"2,3", "4,5,11", "4,7,13", "4,9,19", "5,6,19", "5,7,8", "5,9,31", "6,7,16"})
    CHECK(value(*rules, lost) == "0");
  CHECK(rules->position("11,5,4,9").text() == "4,5,11");
  CHECK(value(*rules, "1,7") == "0");
  CHECK_THROWS_WITH(rules->position("6,4"), Catch::Contains("multiples of 2"));
  CHECK_THROWS_WITH(rules->position("5,x"), Catch::Contains("expected positive numbers"));
  CHECK(rules->position("4,5,1000000000").text() == "4,5");
  CHECK_THROWS_WITH(rules->position("2001,2000"), Catch::Contains("too many gaps"));
}

TEST_CASE("Chomp in a box is Chomp", "[rules]") {
  const auto flat = registered_ruleset("chomp");
  const auto box = registered_ruleset("game.graph.PosetGame(\"3x4\")");
  std::mt19937_64 random(7);
  for (int i = 0; i < 40; ++i) {
    // Rows that do not grow downwards.
    std::string board;
    std::string left;
    std::uint64_t length = 3;
    for (int r = 0; r < 4; ++r) {
      length = std::min(length, random() % 4);
      if (r == 0) length = std::max<std::uint64_t>(length, 1);
      board += (r == 0 ? "" : "|") + std::string(length, 'x') + std::string(3 - length, '.');
      for (std::uint64_t c = 0; c < length; ++c) {
        if (r + c > 0) left += std::to_string(c) + "." + std::to_string(r) + " ";
      }
    }
    INFO(board);
    CHECK(value(*flat, board) == value(*box, left.empty() ? "none" : left));
  }
  CHECK(value(*registered_ruleset("game.graph.PosetGame(\"3x3x3\")"), "all") == "*4");
  CHECK(refused("game.graph.PosetGame(\"a<b, b<a\")").find("above each other") !=
        std::string::npos);
  for (const char* wrong : {"3 x 3", "3x0", "3X3", "a<", "a<,b", "a<a", "all<b"}) {
    INFO(wrong);
    CHECK_FALSE(refused(std::string("game.graph.PosetGame(\"") + wrong + "\")").empty());
  }
  CHECK(refused("game.graph.PosetGame(\"9x9\")").find("at most 64") != std::string::npos);
}

TEST_CASE("whose a stone is does not matter in impartial Cannibal Clobber", "[rules]") {
  const auto rules =
      variant::variant(registered_ruleset("cannibal-clobber"), variant::Kind::kImpartial);
  std::mt19937_64 random(8);
  for (int i = 0; i < 50; ++i) {
    std::string board(11, '|');
    std::string other = board;
    for (std::size_t k = 0; k < board.size(); ++k) {
      if (k % 4 == 3) continue;
      board[k] = ".xo"[random() % 3];
      other[k] = board[k] == '.' ? '.' : "xo"[random() % 2];
    }
    INFO(board);
    CHECK(value(*rules, board) == value(*rules, other));
  }
}

}  // namespace small_rulesets_test
