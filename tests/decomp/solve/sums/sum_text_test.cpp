#include "decomp/solve/sums/sum_text.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/testing.hpp"

namespace sum_text_test {

namespace {

using namespace cgt;
using namespace cgt::solve;

std::string refusal(const std::string& text) {
  Store store;
  try {
    parse_sum(store, text);
  } catch (const InputError& error) {
    return std::to_string(error.place().line) + ":" + std::to_string(error.place().column) + ": " +
           error.message();
  }
  return "read";
}

GameId value_of(Store& store, const std::string& text) {
  Evaluator evaluator(store);
  Budget budget;
  GameId value = kZero;
  for (const SumTerm& term : parse_sum(store, text)) {
    const auto* position = std::get_if<AnyPosition>(&term.game);
    value = store.add(value, position == nullptr ? std::get<GameId>(term.game)
                                                 : evaluator.value(*position, budget));
  }
  return value;
}

// "ruleset:text" of each term.
std::vector<std::string> terms(const std::string& text) {
  Store store;
  std::vector<std::string> out;
  for (const SumTerm& term : parse_sum(store, text)) out.push_back(term.ruleset + ":" + term.text);
  return out;
}

}  // namespace

TEST_CASE("a sum is positions and values joined by + and -", "[sums]") {
  Store store;
  const Sum sum = parse_sum(store,
                            "clobber:XOXO|OXOX + domineering:....|.... + nogo:...... + {3|-5} "
                            "+ 3/4 + ^*");
  REQUIRE(sum.size() == 6);
  CHECK(sum[0].ruleset == "clobber");
  CHECK(sum[0].text == "XOXO|OXOX");
  CHECK(std::get<AnyPosition>(sum[0].game).text() == "xoxo|oxox");
  CHECK(sum[1].ruleset == "domineering");
  CHECK(sum[3].ruleset.empty());
  CHECK(sum[3].text == "{3|-5}");
  CHECK(std::get<GameId>(sum[3].game) == parse_value(store, "{3|-5}"));
  CHECK(std::get<GameId>(sum[5].game) == parse_value(store, "^*"));

  using List = std::vector<std::string>;
  CHECK(terms("game.grid.Clobber:xo") == List{"clobber:xo"});
  CHECK(terms(" 1+*  ") == List{":1", ":*"});
  CHECK(terms("(1+*) - {1+*|2 - 3}") == List{":(1+*)", ":-({1+*|2 - 3})"});
  CHECK(terms("+-1 + +-{2|1}") == List{":+-1", ":+-{2|1}"});
  CHECK(terms("^<2>+v3*2") == List{":^<2>", ":v3*2"});
  CHECK(terms("1+clobber:xo") == List{":1", "clobber:xo"});
  CHECK(terms("1 -clobber:xo") == List{":1", "clobber:-(xo)"});
  CHECK(terms("nim:3+5 + kayles: 7 ") == List{"nim:3+5", "kayles:7"});
  CHECK(terms("sheep:0, -1 | 2 -3\n+ sheep:2 0\n+\n0") ==
        List{"sheep:0, -1 | 2 -3", "sheep:2 0", ":0"});
  CHECK(terms("gen-clobber:xo + turning:th") == List{"gen-clobber:xo", "turning:th"});
  CHECK(terms("king-dirt:1,1,0:x.|.o + 1") == List{"king-dirt:1,1,0:x.|.o", ":1"});
  CHECK(terms("3*clobber:xo + 2.nim:1 - 2 * nim:2 + 0*nim:9 + 3*2") ==
        List{"clobber:xo", "clobber:xo", "clobber:xo", "nim:1", "nim:1", "nim:-(2)", "nim:-(2)",
             ":3*2"});
}

TEST_CASE("signs of terms negate them", "[sums]") {
  Store store;
  CHECK(value_of(store, "domineering:.|. + 1/2 - 3") == parse_value(store, "-3/2"));
  CHECK(value_of(store, "-domineering:.|.") == store.integer(-1));
  CHECK(value_of(store, "- - domineering:.|.") == store.integer(1));
  CHECK(value_of(store, "1 - -domineering:.|.") == store.integer(2));
  CHECK(value_of(store, "1 - -2") == store.integer(3));
  CHECK(value_of(store, "1 + -2") == store.integer(-1));
  CHECK(value_of(store, "- 3 + 1-1") == store.integer(-3));
  CHECK(value_of(store, "^ - v") == parse_value(store, "^2"));
  for (const char* position :
       {"clobber:xoxox|oxoxo", "domineering:...|...|.#.", "toads-and-frogs:tt..f.f",
        "amazons:x..|.o.|..#", "sheep:0, 3, 0 | -2, 0, 0", "king-dirt:1,0,1:x..|.o.",
        "nogo:..x|...|o..", "nim:3+5"}) {
    CAPTURE(position);
    const std::string text = position;
    CHECK(value_of(store, "-" + text) == store.negate(value_of(store, text)));
    CHECK(value_of(store, "2*" + text + " - " + text + " - " + text) == kZero);
  }
}

TEST_CASE("rulesets take their arguments in brackets", "[sums]") {
  Store store;
  CHECK(value_of(store, "subtraction([1,2]):5 + *2") == kZero);
  CHECK(value_of(store, "game.heap.Subtraction([1,2], allbut => true):7") ==
        value_of(store, "subtraction(allbut => true, removals => [2,1]):7"));
  CHECK(terms("subtraction([1,2]):5 - gen-clobber([(1,0)]):xo") ==
        std::vector<std::string>{"subtraction([1,2]):5", "gen-clobber([(1,0)]):-(xo)"});
}

TEST_CASE("negatives of positions have exchanged moves and know their base", "[sums]") {
  Store store;
  const AnyPosition base = std::get<AnyPosition>(parse_sum(store, "clobber:xxo|o.x")[0].game);
  const AnyPosition minus = std::get<AnyPosition>(parse_sum(store, "-clobber:xxo|o.x")[0].game);
  REQUIRE(minus.as<Negative>() != nullptr);
  CHECK(minus.as<Negative>()->base() == base);
  CHECK(negative(minus) == base);
  CHECK_FALSE(minus == base);
  for (const Player player : kPlayers) {
    const auto ours = minus.options(player);
    const auto theirs = base.options(opponent(player));
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      CHECK(ours[i].move == theirs[i].move);
      CHECK(negative(ours[i].position) == theirs[i].position);
    }
  }
  const AnyPosition heap = std::get<AnyPosition>(parse_sum(store, "-nim:5")[0].game);
  CHECK(heap.as<Negative>() == nullptr);
}

TEST_CASE("rulesets with parameters are made by whoever knows how", "[sums]") {
  Store store;
  std::vector<std::string> asked;
  const RulesetCalled called = [&](const std::string& name) {
    asked.push_back(name);
    if (name.find('(') == std::string::npos) return registered_ruleset(name);
    return find_ruleset("take-and-break")->make(RulesetArguments({{"", std::string("0.77")}}));
  };
  const Sum sum = parse_sum(store,
                            "game.heap.TakeAndBreak(\"0.77\"):12 + take-and-break(\"0.77\") : 3 "
                            "- 2*clobber:xo",
                            called);
  REQUIRE(sum.size() == 4);
  CHECK(sum[0].ruleset == "game.heap.TakeAndBreak(\"0.77\")");
  CHECK(sum[0].text == "12");
  CHECK(sum[1].text == "3");
  CHECK(asked == std::vector<std::string>{"game.heap.TakeAndBreak(\"0.77\")",
                                          "game.heap.TakeAndBreak(\"0.77\")", "clobber"});
}

TEST_CASE("malformed sums are refused at the place", "[sums]") {
  CHECK(refusal("") == "1:1: a sum is missing here");
  CHECK(refusal(" \n ") == "2:2: a sum is missing here");
  CHECK(refusal("clober:xo") == "1:1: there is no game \"clober\"");
  CHECK(refusal("1 + clober:xo") == "1:5: there is no game \"clober\"");
  CHECK(refusal("subtraction:5") == "1:1: subtraction needs its parameters");
  CHECK(refusal("splittles:5") == "1:1: splittles needs its parameters");
  CHECK(refusal("clobber") == "1:1: a position is missing here");
  CHECK(refusal("clobber:") == "1:9: a position is missing here");
  CHECK(refusal("clobber: + 1") == "1:9: a position is missing here");
  CHECK(refusal("1 +\nclobber:xo|xy + 1") == "2:13: no cell of Clobber is written so");
  CHECK(refusal("clobber:xo+1") == "1:11: no cell of Clobber is written so");
  CHECK(refusal("clobber:xo +") == "1:12: a term is missing after this");
  CHECK(refusal("3 -  ") == "1:3: a term is missing after this");
  CHECK(refusal("+") == "1:1: a value is missing here");
  CHECK(refusal("1 + 2:3") == "1:6: this colon belongs to no term");
  CHECK(refusal("1 clobber:xo") == "1:10: this colon belongs to no term");
  CHECK(refusal("kayles:x").starts_with("1:8: "));
  CHECK(refusal("1 + kayles:5+x") == "1:14: the size of a heap is missing here");
  CHECK(refusal("* + {1|2") == "1:5: this bracket is never closed");
  CHECK(refusal("* + 1/3") == "1:7: this is not the value of a game");
  CHECK(refusal("* + 1}").starts_with("1:6: "));
  CHECK(refusal("king-dirt:1,1,0:x.|.y + 1") == "1:21: no cell of KingDirt is written so");
  CHECK(refusal("1 + 9999999*nim:1") == "1:5: these are too many copies");
  CHECK(refusal("1 + 99999999999999999999999*nim:1") == "1:5: these are too many copies");
  CHECK(refusal("1 + game.heap.TakeAndBrake(\"0.77\"):12") ==
        "1:5: there is no game \"game.heap.TakeAndBrake\"");
  CHECK(refusal("1 + subtraction([1,x]):12") == "1:5: an argument is missing here");
  Store store;
  try {
    parse_sum(store, "^* + clober:xo");
    FAIL("read");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "<sum>:1:6: error: there is no game \"clober\"\n"
          "  ^* + clober:xo\n"
          "       ^~~~~~\n"
          "hint: did you mean \"clobber\"?");
  }
}

TEST_CASE("mutated sums are read or refused", "[sums][random]") {
  const std::vector<std::string> sums{
      "clobber:XOXO|OXOX + domineering:....|.... + nogo:...... + {3|-5} + 3/4 + ^*",
      "3*clobber:xo - 2.nim:1+2 - {1||2|3} + +-1 - Tiny(2) + (1+*)",
      "sheep:0, -1 | 2 -3 + -king-dirt:1,1,0:x.|.o - toads-and-frogs:t.f + v2*3",
      "hackenbush:1 + amazons:x.|.o + game.grid.Fission:.x. + ^<2> - 1/2"};
  std::mt19937_64 random(2026);
  constexpr std::string_view kSigns = "(){}[]|:+-*.,^v#xo0123456789 \n\0\xff";
  std::size_t read = 0;
  std::size_t refusals = 0;
  for (std::size_t i = 0; i < testing::scaled(2000); ++i) {
    const std::string text = testing::mutated(sums[random() % sums.size()], kSigns, random);
    Store store;
    try {
      parse_sum(store, text);
      ++read;
    } catch (const InputError& error) {
      CHECK(error.place().line >= 1);
      ++refusals;
    }
  }
  testing::expect_share(read, read + refusals, 0.01);     // 0.034
  testing::expect_share(refusals, read + refusals, 0.4);  // 0.97
}

}  // namespace sum_text_test
