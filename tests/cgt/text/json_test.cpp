#include "cgt/text/json.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "cgt/support/diagnostic.hpp"
#include "cgt/text/text.hpp"
#include "tests/cgt/games.hpp"
#include "tests/testing.hpp"

namespace cgt::json_test {
namespace {

// What a reader says of a text that it refuses.
template <class Read>
std::string refusal(Read read) {
  try {
    read();
    return "read";
  } catch (const InputError& error) {
    return error.message() + " @" + std::to_string(error.diagnostics().front().span.offset);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string value_refusal(const std::string& text) {
  Store store;
  return refusal([&] { value_from_json(store, text); });
}

std::string games(const std::string& list, const std::string& root = "1") {
  return R"({"format":"cgt-value","version":1,"root":)" + root + R"(,"games":[)" + list + "]}";
}

}  // namespace

TEST_CASE("JSON of a value", "[json]") {
  Store store;
  CHECK(to_json(store, parse_value(store, "+-1")) ==
        R"({"format":"cgt-value","version":1,"root":2,"games":[{"id":0,"name":"1"},)"
        R"({"id":1,"name":"-1"},{"id":2,"name":"+-1","left":[0],"right":[1]}],)"
        R"("mean":"0","temperature":"1","left_stop":"1","right_stop":"-1"})");
  CHECK(to_json(store, store.up(3, 5), {-1, 80, false}) ==
        R"({"format":"cgt-value","version":1,"root":0,"games":[{"id":0,"name":"^3+*5"}],)"
        R"("left_stop":"0","right_stop":"0"})");
  CHECK(to_json(store.thermograph(parse_value(store, "{2|1||0}"))) ==
        R"({"format":"cgt-thermograph","version":1,"mean":"3/4","temperature":"3/4",)"
        R"("left":{"mast":"3/4","critical":["3/4","1/2"],"slopes":[0,-1,0]},)"
        R"("right":{"mast":"3/4","critical":["3/4"],"slopes":[0,1]}})");
  // A long name is left out, and nothing is lost with it.
  const std::string json = to_json(store, parse_value(store, "{2|1||0}"), {2, 4, true});
  CHECK(json.find("{2|1||0}") == std::string::npos);
  CHECK(json.find("\n  \"root\"") != std::string::npos);
  CHECK(to_json(store, parse_value(store, "{2|1||0}"), {2, 0, true}) == json);
  CHECK(value_from_json(store, json) == parse_value(store, "{2|1||0}"));
}

TEST_CASE("JSON reads back as the same value and thermograph", "[json]") {
  Store store;
  std::mt19937_64 random(51);
  std::vector<GameId> all = testing::born_by_day(store, 2);
  const auto day3 = testing::born_by_day(store, 3);
  for (std::size_t i = 0; i < day3.size(); i += 3) all.push_back(day3[i]);
  for (std::size_t i = 0; i < testing::scaled(200); ++i) {
    all.push_back(testing::random_game(store, random, 3, 3));
  }
  all.push_back(parse_value(store, "^[20]+^<3>"));
  all.push_back(store.number(Dyadic(mpz_class("123456789012345678901234567890"), 70U)));
  Store other;
  for (const GameId g : all) {
    const std::string json = to_json(store, g);
    REQUIRE(value_from_json(store, json) == g);
    REQUIRE(to_text(other, value_from_json(other, json)) == to_text(store, g));
    const Thermograph& thermograph = store.thermograph(g);
    REQUIRE(thermograph_from_json(to_json(thermograph)) == thermograph);
  }
}

TEST_CASE("JSON from elsewhere need not be canonical", "[json]") {
  Store store;
  const std::string text =
      games(R"({"id":-5,"name":"1"},{"id":7,"left":[-5,-5],"right":[]},{"id":1,"left":[7,-5],)"
            R"("right":[7]})");
  CHECK(value_from_json(store, text) == parse_value(store, "{2|2}"));
}

TEST_CASE("JSON that is not a value", "[json]") {
  CHECK(value_refusal("") == "this is not JSON @0");
  CHECK(value_refusal("{\"format\": }") == "this is not JSON @11");
  CHECK(value_refusal("[1,2") == "this is not JSON @4");
  CHECK(value_refusal("\xff\xfe") == "this is not JSON @0");
  CHECK(value_refusal("[]") == "the document is not an object");
  CHECK(value_refusal("{}") == "the document has no \"format\"");
  CHECK(value_refusal(R"({"format":1})") == "format is not a string");
  CHECK(value_refusal(R"({"format":"png","version":1})") ==
        "the document is not in the format cgt-value");
  CHECK(value_refusal(R"({"format":"cgt-value","version":2})") == "version is not known here");
  CHECK(value_refusal(R"({"format":"cgt-value","version":1,"root":0})") ==
        "the document has no \"games\"");
  CHECK(value_refusal(games("")) == "root is not the id of an earlier game");
  CHECK(value_refusal(games("7")) == "games[0] is not an object");
  CHECK(value_refusal(games(R"({"name":"0"})")) == "games[0] has no \"id\"");
  CHECK(value_refusal(games(R"({"id":1})")) == "games[0] has no \"name\"");
  CHECK(value_refusal(games(R"({"id":1.5,"name":"0"})")) ==
        "games[0].id is not an integer that a word holds");
  CHECK(value_refusal(games(R"({"id":18446744073709551615,"name":"0"})")) ==
        "games[0].id is not an integer that a word holds");
  CHECK(value_refusal(games(R"({"id":1,"name":"0"},{"id":1,"name":"1"})")) ==
        "games[1].id names two games");
  CHECK(value_refusal(games(R"({"id":1,"name":"^[99999]"})")) ==
        "games[0].name is not the name of a number-up-star");
  CHECK(value_refusal(games(R"({"id":1,"name":"+-1"})")) ==
        "games[0].name is not the name of a number-up-star");
  CHECK(value_refusal(games(R"({"id":1,"name":"1/3"})")) ==
        "games[0].name is not a value: this is not the value of a short game");
  CHECK(value_refusal(games(R"({"id":1,"left":[]})")) == "games[0] has no \"right\"");
  CHECK(value_refusal(games(R"({"id":1,"left":0,"right":[]})")) == "games[0].left is not a list");
  CHECK(value_refusal(games(R"({"id":1,"left":["0"],"right":[]})")) ==
        "games[0].left[0] is not an integer that a word holds");
  // Cycles, of one game and of two.
  CHECK(value_refusal(games(R"({"id":1,"left":[1],"right":[]})")) ==
        "games[0].left[0] is not the id of an earlier game");
  CHECK(value_refusal(games(R"({"id":1,"left":[2],"right":[]},{"id":2,"left":[1],"right":[]})")) ==
        "games[0].left[0] is not the id of an earlier game");
}

TEST_CASE("JSON that is not a thermograph", "[json]") {
  const auto wall = [](const std::string& mast, const std::string& critical,
                       const std::string& slopes) {
    return R"({"mast":")" + mast + R"(","critical":[)" + critical + R"(],"slopes":[)" + slopes +
           "]}";
  };
  const auto refused = [&](const std::string& left, const std::string& right) {
    return refusal([&] {
      thermograph_from_json(R"({"format":"cgt-thermograph","version":1,"left":)" + left +
                            R"(,"right":)" + right + "}");
    });
  };
  const std::string good = wall("1", "", "0");
  CHECK(refused(good, good) == "read");
  CHECK(refused(good, wall("2", "", "0")) == "the document has walls with different masts");
  CHECK(refused(wall("*", "", "0"), good) == "left.mast is not a number");
  CHECK(refused(wall("1", R"("1","2")", "0,1,0"), good) ==
        "left.critical[1] is not below the one before, or not above -1");
  CHECK(refused(wall("1", R"("-1")", "0,1"), good) ==
        "left.critical[0] is not below the one before, or not above -1");
  CHECK(refused(wall("1", R"("1")", "0"), good) ==
        "left.slopes has not one entry more than \"critical\"");
  CHECK(refused(wall("1", "", "1"), good) == "left.slopes[0] is not the mast's 0");
  CHECK(refused(wall("1", R"("1")", "0,0"), good) == "left.slopes[1] repeats the slope before");
  CHECK(refused(wall("1", R"("1")", "0,9"), good) == "left.slopes[1] is not -1, 0 or 1");
  CHECK(refused(good, "[]") == "right is not an object");
}

TEST_CASE("hostile JSON ends quickly in a message", "[json]") {
  constexpr std::size_t kMany = 1'000'000;
  CHECK(value_refusal(std::string(kMany, '[')).starts_with("this is not JSON"));
  CHECK(value_refusal(std::string(kMany, '[') + std::string(kMany, ']')) ==
        "the document is not an object");
  std::string keys = "{";
  for (int i = 0; i < 200'000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
  CHECK(value_refusal(keys + "\"z\":0}") == "the document has no \"format\"");
  // Any change of one byte gives a value or a message.
  Store store;
  const std::string good = to_json(store, parse_value(store, "{2|1||0,^[2]}"));
  std::mt19937_64 random(52);
  const std::string alphabet = "0123456789[]{},:\"-^*ab\\\x80";
  for (std::size_t i = 0; i < testing::scaled(3'000); ++i) {
    std::string text = good;
    text[random() % text.size()] = alphabet[random() % alphabet.size()];
    Store fresh;
    try {
      const GameId g = value_from_json(fresh, text);
      CHECK(value_from_json(fresh, to_json(fresh, g)) == g);
    } catch (const Error& error) {
      CHECK_FALSE(std::string(error.what()).empty());
    }
  }
}

}  // namespace cgt::json_test
