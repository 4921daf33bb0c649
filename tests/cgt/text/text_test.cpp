#include <catch2/catch.hpp>
#include <random>

#include "cgt/store/uptimal.hpp"
#include "cgt/support/diagnostic.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::text_test {
namespace {

const PrintStyle kOther{Notation::kCgsuite, 0};

struct Refusal {
  std::string message;
  std::size_t offset = 0;
  friend bool operator==(const Refusal&, const Refusal&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Refusal& r) {
    return out << r.message << " @" << r.offset;
  }
};

Refusal refusal(const std::string& text) {
  Store store;
  try {
    const GameId g = parse_value(store, text);
    return {"read as " + to_text(store, g), 0};
  } catch (const InputError& error) {
    return {error.message(), error.diagnostics().front().span.offset};
  }
}

// One that has a name in print.
GameId random_uptimal(Store& store, std::mt19937_64& random) {
  const std::uint32_t power = 2 + static_cast<std::uint32_t>(random() % 9);
  const Player rising = kPlayers[random() % 2];
  UptimalExpansion e = random() % 2 == 0 ? UptimalExpansion::powers_to(power, rising)
                                         : UptimalExpansion::power(power, rising);
  e.number = random() % 2 == 0 ? Dyadic() : Dyadic(static_cast<int>(random() % 9) - 4, 1U);
  e.nimber = random() % 2 == 0 ? 0 : static_cast<std::uint32_t>(random() % 8);
  return uptimal(store, e);
}

}  // namespace

TEST_CASE("names of powers of up", "[text]") {
  Store store;
  const auto text = [&](const char* value) {
    return to_text(store, parse_value(store, value), kOther);
  };
  CHECK(text("^<2>+^<3>") == "{^<2>|v*}");
  CHECK(text("^[2]+^") == "{^^|^*}");
  CHECK(text("^<2>+^<2>") == "{0||0,v*|vv}");
  CHECK(text("^<1>") == "^");
  CHECK(text("v[1]") == "v");
  CHECK(text("{0|*||*|||*||||*}") == "^[4]");
  CHECK(to_text(store, parse_value(store, "5^[2]")) == "5+^[2]");
  CHECK(to_text(store, parse_value(store, "-1/2v<3>*2")) == "-1/2+v<3>+*2");
  CHECK(text("+-(2^<2>)") == "+-(2^<2>)");
  CHECK(text("+-(^^)") == "+-^^");
  CHECK(to_text(store, parse_value(store, "+-^^")) == "+-(^^)");
}

TEST_CASE("what is printed reads back", "[text]") {
  Store store;
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < testing::scaled(1500); ++i) {
    GameId g = testing::random_game(store, random, 3, 3);
    if (i % 4 == 0) g = store.add(g, random_uptimal(store, random));
    if (i % 4 == 1)
      g = store.construct({g, kZero}, {store.negate(g), random_uptimal(store, random)});
    if (i % 4 == 2)
      g = store.construct({store.integer(2)}, {store.construct({store.integer(2)}, {g})});
    for (const Notation notation : {Notation::kCanonical, Notation::kCgsuite}) {
      const std::string text = to_text(store, g, {notation, 0});
      INFO(text);
      CHECK(parse_value(store, text) == g);
      CHECK(to_text(store, parse_value(store, text), {notation, 0}) == text);
    }
  }
}

TEST_CASE("everything of day 3 reads back", "[text]") {
  Store store;
  const auto games = testing::born_by_day(store, 3);
  REQUIRE(games.size() == 1474);
  for (const GameId g : games) {
    for (const Notation notation : {Notation::kCanonical, Notation::kCgsuite}) {
      const std::string text = to_text(store, g, {notation, 0});
      INFO(text);
      REQUIRE(parse_value(store, text) == g);
    }
  }
}

TEST_CASE("the text of a value does not depend on the history of its store", "[text]") {
  std::mt19937_64 random(8);
  Store one;
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    const std::string text = to_text(one, testing::random_game(one, random, 3, 3));
    Store two;
    parse_value(two, "{5|{3|1},{*2|-3}}");
    CHECK(to_text(two, parse_value(two, text)) == text);
  }
}

TEST_CASE("notation", "[text]") {
  Store store;
  const auto value = [&](const char* text) { return parse_value(store, text); };
  const auto same = [&](const char* a, const char* b) { return value(a) == value(b); };
  CHECK(same("3*2", "3+*2"));
  CHECK(same("-1^", "-1+^"));
  CHECK(same("-^*", "-(^*)"));
  CHECK(same("2-1^", "1+v"));
  CHECK(same("2--1^", "2-(-1+^)"));
  CHECK(same("1/2^3*2", "1/2+^3+*2"));
  CHECK(same("-5Tiny(-1+3)", "-5+Tiny(2)"));
  CHECK(same("-Tiny(2)", "Miny(2)"));
  CHECK(same("vvv", "v3"));
  CHECK(same("+-1", "{1|-1}"));
  CHECK(same("+-{1,1*}", "{1,1*|-1,-1*}"));
  CHECK(same("2+-1", "{3|1}"));
  CHECK(same("{|}", "0"));
  CHECK(same("{ 1 , 2 | }", "3"));
  CHECK(same("{2|1||0}", "{{2|1}|0}"));
  CHECK(same("{2|1||0|||-1|-2}", "{{{2|1}|0}|{-1|-2}}"));
  CHECK(same("(((3)))-((1))", "2"));
  CHECK(same(" \t\n7\r\n", "7"));
  CHECK(same("4/8", "1/2"));
  CHECK(same("100000000000000000000-99999999999999999999", "1"));
}

TEST_CASE("texts that are not values", "[text]") {
  CHECK(refusal("") == Refusal{"a value is missing here", 0});
  CHECK(refusal("1+") == Refusal{"a value is missing here", 1});
  CHECK(refusal("{1|2") == Refusal{"this bracket is never closed", 0});
  CHECK(refusal("1}") == Refusal{"this bracket closes nothing", 1});
  CHECK(refusal("(1}") == Refusal{"this bracket closes nothing", 2});
  CHECK(refusal("{1|2)") == Refusal{"this bracket closes nothing", 4});
  CHECK(refusal("{3|2|1}") == Refusal{"two bars of the same length do not nest", 4});
  CHECK(refusal("{3||2|1||0}") == Refusal{"two bars of the same length do not nest", 7});
  CHECK(refusal("{1}") == Refusal{"a game needs a bar", 0});
  CHECK(refusal("1|2") == Refusal{"a bar outside braces", 1});
  CHECK(refusal("1,2") == Refusal{"a comma outside braces", 1});
  CHECK(refusal("{1,|2}") == Refusal{"a value is missing before this", 3});
  CHECK(refusal("{1|2,}") == Refusal{"a value is missing before this", 5});
  CHECK(refusal("{,1|2}").message == "a value is missing here");
  CHECK(refusal("1/3") == Refusal{"this is not the value of a short game", 2});
  CHECK(refusal("1/0") == Refusal{"this is not the value of a short game", 2});
  CHECK(refusal("+-+-1") == Refusal{"+- cannot follow +-", 2});
  CHECK(refusal("+--1") == Refusal{"put the value after +- in parentheses", 2});
  CHECK(refusal("+-").message == "a value is missing here");
  CHECK(refusal("1 2") == Refusal{"an operator is missing before this", 2});
  CHECK(refusal("{1|2}{3|4}") == Refusal{"an operator is missing before this", 5});
  CHECK(refusal("1 ^") == Refusal{"an operator is missing before this", 2});
  CHECK(refusal("^99999999999999999999") == Refusal{"this count is too large", 1});
  CHECK(refusal("*4294967296") == Refusal{"this count is too large", 1});
  CHECK(refusal("^<99999999999>") == Refusal{"this count is too large", 2});
  CHECK(refusal("^<999999999>") == Refusal{"this power is too large", 2});
  CHECK(refusal("^<0>") == Refusal{"powers of up count from 1", 2});
  CHECK(refusal("^[2>") == Refusal{"this power of up is not closed", 1});
  CHECK(refusal("^[on]") == Refusal{"a power of up is a number", 2});
  CHECK(refusal("spam") == Refusal{"this does not belong to a value", 0});
  CHECK(refusal("Tiny(1").message == "this bracket is never closed");
  CHECK(refusal("Tiny()").message == "a value is missing here");
  CHECK(refusal("{1|" + std::string(2000, '|') + "2}").message == "too many bars in a row");
  CHECK(refusal("1\n+\n1/3") == Refusal{"this is not the value of a short game", 6});
}

TEST_CASE("hostile texts end quickly in a message", "[text]") {
  constexpr std::size_t kMany = 1'000'000;
  CHECK(refusal(std::string(kMany, '{')).message == "this bracket is never closed");
  CHECK(refusal(std::string(kMany, '(') + "1").message == "this bracket is never closed");
  CHECK(refusal(std::string(kMany, '}')) == Refusal{"this bracket closes nothing", 0});
  CHECK(refusal(std::string(10 * kMany, '@')) == Refusal{"this does not belong to a value", 0});
  constexpr std::size_t kNested = 200'000;
  std::string nested(kNested, '{');
  for (std::size_t i = 0; i < kNested; ++i) nested += "|}";
  CHECK(refusal(nested).message == "read as 199999");
  std::string chain;
  for (std::size_t i = 0; i < kMany; ++i) chain += "-";
  CHECK(refusal(chain + "3").message == "read as 3");
  std::mt19937_64 random(11);
  const std::string alphabet = "0123/^v*{}|,()+-<>[] Tiny";
  for (std::size_t i = 0; i < testing::scaled(5'000); ++i) {
    std::string text;
    for (std::size_t n = random() % 24; n > 0; --n) text += alphabet[random() % alphabet.size()];
    Store store;
    try {
      const GameId g = parse_value(store, text);
      INFO(text);
      CHECK(parse_value(store, to_text(store, g)) == g);
    } catch (const InputError& error) {
      CHECK(error.diagnostics().front().span.offset <= text.size());
    } catch (const Error&) {
      SUCCEED("a count that no word holds");
    }
  }
}

}  // namespace cgt::text_test
