// What the program prints, the language reads back as the same value.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cgt/text/text.hpp"
#include "lang/lang.hpp"
#include "tests/testing.hpp"

namespace round_trip_test {

TEST_CASE("every value prints as an expression of the language", "[round-trip]") {
  cgt::lang::Session session;
  cgt::Store& store = session.store();
  std::vector<cgt::GameId> games{cgt::kZero};
  for (const char* text :
       {"^<2>", "v<3>*", "^[2]", "v[3]*5", "{0|v*}", "{^|*}", "^3*2", "5+^[2]", "1/2", "-3/4",
        "+-(1/2)", "+-{1,1+*}", "3+-1", "Tiny(2)", "-(2+Tiny(1/4))", "{2|1||0|-1}"}) {
    const auto result = session.evaluate(text);
    INFO(text);
    REQUIRE(result.status == cgt::lang::Status::kOk);
    games.push_back(cgt::parse_value(store, text));
    CHECK(result.value == cgt::lang::Value::game(store, games.back()));
  }
  std::mt19937 random(4);
  for (std::size_t i = 0; i < cgt::testing::scaled(1500); ++i) {
    std::vector<cgt::GameId> left;
    std::vector<cgt::GameId> right;
    for (std::size_t k = 1 + random() % 2; k > 0; --k)
      left.push_back(games[random() % games.size()]);
    for (std::size_t k = 1 + random() % 2; k > 0; --k)
      right.push_back(games[random() % games.size()]);
    const cgt::GameId g = store.construct(left, right);
    const std::string text = to_text(store, g);
    if (text.size() > 400) continue;
    const auto result = session.evaluate(text);
    INFO(text);
    REQUIRE(result.status == cgt::lang::Status::kOk);
    CHECK(result.value == cgt::lang::Value::game(store, g));
    games.push_back(g);
  }
}

}  // namespace round_trip_test
