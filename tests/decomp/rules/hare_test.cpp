#include <catch2/catch.hpp>

#include "cgt/support/error.hpp"
#include "cgt/text/loopy_text.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/rules/laws.hpp"

namespace hare_test {

namespace {

using cgt::Player;
using namespace cgt::testing;

// The lines of the small board, point by point, as pairs of (row, column) from the drawing of the board.
const std::vector<std::string> kSmallLines{"10-01", "10-11", "10-21", "01-11", "11-21", "01-02",
                                           "11-12", "21-22", "01-12", "21-12", "02-12", "12-22",
                                           "02-03", "12-13", "22-23", "12-03", "12-23", "03-13",
                                           "13-23", "03-14", "13-14", "23-14"};

std::set<std::string> small_board_moves(const std::string& text, Player player) {
  if (text == "escaped")
    return player == Player::kRight ? std::set<std::string>{text} : std::set<std::string>{};
  std::set<std::string> out;
  const char mine = player == Player::kLeft ? 'x' : 'o';
  const auto try_move = [&](int r, int c, int to_r, int to_c) {
    std::vector<std::string> rows = rows_of(text);
    if (rows[r][c] != mine || rows[to_r][to_c] != '.') return;
    if (player == Player::kLeft && to_c < c) return;
    rows[to_r][to_c] = mine;
    rows[r][c] = '.';
    std::size_t hare = 0;
    std::size_t hound = 9;
    for (const std::string& row : rows) {
      if (row.find('o') != std::string::npos) hare = row.find('o');
      hound = std::min(hound, row.find('x'));
    }
    out.insert(hare <= hound ? "escaped" : joined(rows));
  };
  for (const std::string& line : kSmallLines) {
    try_move(line[0] - '0', line[1] - '0', line[3] - '0', line[4] - '0');
    try_move(line[3] - '0', line[4] - '0', line[0] - '0', line[1] - '0');
  }
  return out;
}

}  // namespace

TEST_CASE("Hare and Hounds keeps the laws of moves", "[hare][laws]") {
  check_laws({"hare-and-hounds",
              {"#x..#|x...o|#x..#", "#.x.#|x..o.|#.x.#", "#.x.#|..x.o|#.x.#"},
              small_board_moves,
              {},
              {},
              5000,
              0});
  CHECK(count_lines("hare-and-hounds", "#x..#|x...o|#x..#", 4) ==
        std::vector<std::uint64_t>{1, 7, 21, 133, 443});
}

TEST_CASE("The hounds win on the small board, whoever begins", "[hare][loopy][long]") {
  cgt::Store store;
  cgt::LoopyGames games(store);
  cgt::solve::Evaluator evaluator(store);
  cgt::Budget budget;
  const auto game = cgt::find_ruleset("hare-and-hounds")->make({});
  const auto value = [&](const char* text) {
    return evaluator.loopy_value(game->position(text), games, budget);
  };
  // Even if play without end is the hare's (Berlekamp, Conway, Guy 1982, chapter 21).
  for (const char* start : {"#x..#|x...o|#x..#", "#x..#|x.o..|#x..#"}) {
    const cgt::LoopyValue g = value(start);
    CHECK(games.equal(g, cgt::parse_loopy(games, "on & over")));
    CHECK(games.outcome(g).offside == cgt::OutcomeClass::kLeft);
  }
  CHECK(games.equal(value("#..x#|...xo|#..x#"), cgt::LoopyValue(cgt::kZero)));
  CHECK(games.equal(value("escaped"), cgt::LoopyValue(games.off())));
  CHECK(games.equal(value("#..o#|...x.|#...#"), cgt::LoopyValue(games.off())));
  CHECK(games.equal(value("#x#|x.o|#x#"), cgt::LoopyValue(games.over())));
  CHECK(games.equal(value("#x..#|x...o|#.x.#"), value("#.x.#|x...o|#x..#")));
}

TEST_CASE("Wrong boards of Hare and Hounds are refused", "[hare]") {
  const auto game = cgt::find_ruleset("hare-and-hounds")->make({});
  CHECK(game->position("#x..#|x...o|#x..#").text() == "#x..#|x...o|#x..#");
  CHECK(game->position("escaped").text() == "escaped");
  CHECK(game->position("#..x#|o...x|#..x#").text() == "escaped");
  for (const char* wrong :
       {"", "#x.#|x..o|#x.#", "x|o|.", "#x..#|x....|#x..#", "#x..#|x.o.o|#x..#",
        "#...#|....o|#...#", ".x..#|x...o|#x..#", "#x#.#|x...o|#x..#", "xo", "#x..#|x...z|#x..#"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(game->position(wrong), cgt::Error);
  }
}

}  // namespace hare_test
