#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>

#include "cgt/store/store.hpp"
#include "cgt/text/text.hpp"
#include "decomp/rules/hackenbush_strings.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"

namespace hackenbush_strings_test {

namespace {

using cgt::Dyadic;
using cgt::Player;
using cgt::hackenbush::String;
using namespace cgt::testing;

std::set<std::string> moves(const std::string& text, Player player) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == 'e' || text[i] == (player == Player::kLeft ? 'l' : 'r')) {
      out.insert(i == 0 ? "0" : text.substr(0, i));
    }
  }
  return out;
}

// Calls visit(text) for all strings of up to so many of these letters.
void each_string(const std::string& letters, std::size_t most,
                 const std::function<void(const std::string&)>& visit) {
  std::vector<std::string> last{""};
  for (std::size_t length = 1; length <= most; ++length) {
    std::vector<std::string> longer;
    for (const std::string& text : last) {
      for (const char c : letters) longer.push_back(text + c);
    }
    for (const std::string& text : longer) visit(text);
    last = std::move(longer);
  }
}

std::string random_string(std::mt19937_64& random, const std::string& letters, std::size_t length) {
  std::string out;
  while (out.size() < length) out += letters[random() % letters.size()];
  return out;
}

}  // namespace

TEST_CASE("strings of Hackenbush keep the laws of rulesets", "[hackenbush][laws]") {
  check_laws({"hackenbush-string",
              {"lrle", "eelr", "lrlrrlle", "rrerl", "eeee", "reelrle"},
              moves,
              {},
              {[](const std::string& text) { return exchanged(text, 'l', 'r'); }},
              1000,
              100});
  CHECK(count_lines("hackenbush-string", "lrlrle", 3) == std::vector<std::uint64_t>{1, 4, 5, 7});
}

TEST_CASE("strings of Hackenbush are worth what plain search and graphs find", "[hackenbush]") {
  cgt::Store store;
  cgt::solve::Evaluator strings(store);
  cgt::solve::Evaluator graphs(store);
  const auto string = cgt::find_ruleset("hackenbush-string")->make({});
  const auto graph = cgt::find_ruleset("hackenbush")->make({});
  std::map<std::string, cgt::GameId> plain{{"0", cgt::kZero}};
  std::size_t checked = 0;
  each_string("lre", 7, [&](const std::string& text) {
    cgt::PerPlayer<std::vector<cgt::GameId>> options;
    for (const Player player : cgt::kPlayers) {
      for (const std::string& after : moves(text, player)) {
        options[player].push_back(plain.at(after));
      }
    }
    const cgt::GameId expected = store.construct(options[Player::kLeft], options[Player::kRight]);
    plain[text] = expected;
    cgt::Budget budget;
    const cgt::AnyPosition position = string->position(text);
    if (strings.value(position, budget) != expected) FAIL_CHECK(text);
    if (graphs.value(graph->position(text), budget) != expected) FAIL_CHECK(text);
    if (strings.outcome(position, budget) != store.outcome(expected)) FAIL_CHECK(text);
    if (strings.thermograph(position, budget) != store.thermograph(expected)) FAIL_CHECK(text);
    ++checked;
  });
  CHECK(checked == 3 + 9 + 27 + 81 + 243 + 729 + 2187);
}

// Berlekamp's rule from the top of the string down: an edge of Left's below x is worth
// 1 : x = (x + p) / 2^(p-1), with the least p >= 1 for which x + p > 1.
TEST_CASE("long strings of Hackenbush are worth what stands on each edge", "[hackenbush]") {
  std::mt19937_64 random(5);
  for (const std::size_t length : {1U, 2U, 63U, 64U, 65U, 500U, 3000U}) {
    for (const std::string letters : {"lr", "llllllr", "lrrrrrr"}) {
      const std::string text = random_string(random, letters, length);
      Dyadic x;
      for (std::size_t i = text.size(); i-- > 0;) {
        const bool left = text[i] == 'l';
        if (!left) x = -x;
        const Dyadic p = std::max(Dyadic(1), (Dyadic(1) - x).floor() + Dyadic(1));
        x = (x + p).scaled(1 - p.small_numerator());
        if (!left) x = -x;
      }
      const auto known = String(text).known_value();
      REQUIRE(known);
      CHECK(known->is_number());
      CHECK(known->number == x);
    }
  }
}

TEST_CASE("strings of a million edges have values at once", "[hackenbush]") {
  const auto string = cgt::find_ruleset("hackenbush-string")->make({});
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  constexpr std::size_t kEdges = 1'000'000;
  const auto value = [&](const std::string& text) {
    return evaluator.value(string->position(text), budget);
  };
  CHECK(value(std::string(kEdges, 'e')) == store.nimber(kEdges));
  CHECK(value(std::string(kEdges, 'r')) == store.integer(-std::int64_t{kEdges}));
  // 1 - 1/2 + 1/4 - ... is 2/3 but for 2^-(n-1) / 3: three times it differs from 2 by 2^-(n-1).
  std::string turns;
  while (turns.size() < kEdges) turns += "lr";
  const cgt::GameId two_thirds = value(turns);
  const Dyadic number = store.number_value(two_thirds);
  CHECK(number.exponent() == kEdges - 1);
  CHECK(number + number + number == Dyadic(2) - Dyadic(1).scaled(1 - std::int64_t{kEdges}));
  // The negative is the string of the other colours.
  std::string exchanged_turns = exchanged(turns, 'l', 'r');
  CHECK(value(exchanged_turns) == store.negate(two_thirds));
  CHECK(evaluator.outcome(string->position(turns), budget) == cgt::OutcomeClass::kLeft);
}

TEST_CASE("strings of Hackenbush tell what is wrong with a text", "[hackenbush]") {
  const auto string = cgt::find_ruleset("hackenbush-string")->make({});
  CHECK_THROWS_AS(string->position("lrx"), cgt::InputError);
  try {
    string->position("lrx");
  } catch (const cgt::InputError& error) {
    CHECK(std::string(error.what()).find("1:3") != std::string::npos);
  }
  // What is left of a string can be told from no text at all.
  CHECK(string->position("").text() == "0");
  CHECK(string->position("0") == string->position(""));
  CHECK_THROWS_AS(string->position("0l"), cgt::InputError);
}

}  // namespace hackenbush_strings_test
