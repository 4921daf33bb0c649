#include <catch2/catch.hpp>

#include "cgt/support/error.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"
#include "tests/decomp/rules/rows.hpp"

namespace fox_test {

namespace {

using cgt::Player;
using namespace cgt::testing;
using Square = std::pair<int, int>;

// The squares in reading order, the fox last.
std::set<std::string> moves(const std::string& text, Player player, int range, int width = 8) {
  if (text == "escaped") {
    return player == Player::kRight ? std::set<std::string>{text} : std::set<std::string>{};
  }
  std::set<Square> geese;
  Square fox;
  for (std::size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
    const Square square{std::stoi(text.substr(at + 1)),
                        std::stoi(text.substr(text.find(',', at) + 1))};
    if (text.find('(', at + 1) == std::string::npos) {
      fox = square;
    } else {
      geese.insert(square);
    }
  }
  std::set<std::string> out;
  const auto add = [&](const std::set<Square>& g, Square f) {
    std::string after;
    const auto write = [](Square s) {
      return "(" + std::to_string(s.first) + "," + std::to_string(s.second) + ")";
    };
    for (const Square& goose : g) after += write(goose) + ";";
    out.insert(g.rbegin()->first < f.first ? "escaped" : after + write(f));
  };
  const auto free = [&](Square s) {
    return s.first >= 1 && s.second >= 1 && s.second <= width && geese.count(s) == 0;
  };
  if (player == Player::kLeft) {
    for (const Square& goose : geese) {
      for (const int side : {-1, 1}) {
        const Square to{goose.first - 1, goose.second + side};
        if (!free(to) || to == fox) continue;
        std::set<Square> after = geese;
        after.erase(goose);
        after.insert(to);
        add(after, fox);
      }
    }
    return out;
  }
  for (const int up : {-1, 1}) {
    for (const int side : {-1, 1}) {
      Square to = fox;
      for (int step = 0; step < range; ++step) {
        to = {to.first + up, to.second + side};
        if (!free(to)) break;
        add(geese, to);
      }
    }
  }
  return out;
}

const std::vector<std::string> kStarts{"(3,1);(3,3);(3,5);(3,7);(1,3)",
                                       "(4,2);(4,4);(4,6);(4,8);(2,6)", "(2,2);(3,3);(1,1)"};

}  // namespace

TEST_CASE("Fox and Geese keeps the laws of moves", "[fox][laws]") {
  check_laws({"fox-and-geese",
              kStarts,
              [](const std::string& text, Player player) { return moves(text, player, 1); },
              {},
              {},
              2000,
              0});
  check_laws({"ceylonese-fox-and-geese",
              kStarts,
              [](const std::string& text, Player player) { return moves(text, player, 2); },
              {},
              {},
              2000,
              0});
  check_laws({"gen-fox-and-geese",
              {"(3,1);(3,5);(4,6);(1,3)", "(5,1);(4,2);(4,4);(2,2)", "(2,2);(3,3);(1,1)"},
              [](const std::string& text, Player player) { return moves(text, player, 3, 6); },
              {},
              {},
              10'000,
              0,
              parameters("boardWidth=6;foxRange=3")});
  CHECK(count_lines("fox-and-geese", "(3,1);(3,3);(3,5);(3,7);(1,3)", 4) ==
        std::vector<std::uint64_t>{1, 7, 10, 44, 106});
}

TEST_CASE("Fox and Geese is evaluated where it does not go in circles", "[fox]") {
  cgt::Store store;
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("game.grid.FoxAndGeese")->make({});
  // Trapped, and nobody moves any more.
  CHECK(evaluator.value(game->position("(1,3);(2,2);(1,1)"), budget) == cgt::kZero);
  CHECK_THROWS_AS(evaluator.value(game->position("(4,2);(4,4);(4,6);(4,8);(2,2)"), budget),
                  cgt::Error);
  CHECK_THROWS_AS(evaluator.value(game->position("escaped"), budget), cgt::Error);
}

TEST_CASE("Wrong squares of Fox and Geese are refused", "[fox]") {
  const auto game = cgt::find_ruleset("game.grid.FoxAndGeese")->make({});
  CHECK(game->position(parameters("(4,2)(4,4);fox=(2,2)")) == game->position("(4,4);(4,2);(2,2)"));
  for (const char* wrong :
       {"", "(1,6)", "(3,1);(3,3);(1,6)", "(3,1);(2,5);(1,1)", "(3,9);(1,1)", "(0,2);(1,1)",
        "(3,3);(3,3);(1,1)", "(1,1);(1,1)", "(3,1)(1,1)", "(3,);(1,1)", "(3,1"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(game->position(wrong), cgt::Error);
  }
  const auto* general = cgt::find_ruleset("game.grid.GenFoxAndGeese");
  CHECK_THROWS_AS(general->make(parameters("foxRange=0")), cgt::Error);
  CHECK(general->make(parameters("boardWidth=10"))->position("(3,1);(3,9);(1,9)").text() ==
        "(3,1);(3,9);(1,9)");
}

}  // namespace fox_test
