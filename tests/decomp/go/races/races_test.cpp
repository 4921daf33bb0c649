// Races as they are told: against the full capture search, which knows neither formulas nor blocks that
// are essential by themselves; and those that are found on boards.
#include "decomp/go/races/races.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/races/examples.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/search/games/liberty_race.hpp"
#include "tests/decomp/go/races/rows.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::go::semeai::races_test {
namespace {

RaceReport described(std::string_view diagram) {
  Budget budget;
  return describe(parse_problem(diagram), budget);
}

// Does the winner of a race win it still if the other blocks have so many outside liberties more? By search
// that knows no formulas and leaves out no moves.
std::optional<bool> still_wins(const RaceReport& race, int more) {
  const Player loser = opponent(*race.winner);
  Solver plain(race.problem, {.formulas = false, .prune = false, .line = false},
               Layout(race.problem).with_outside(loser, more));
  Budget budget({.nodes = 20'000});
  const auto outcome = plain.solve(loser, budget).outcome();
  if (!outcome) return std::nullopt;
  return *outcome ==
         (*race.winner == Player::kLeft ? Outcome::kAttackerCaptures : Outcome::kDefenderCaptures);
}

}  // namespace

TEST_CASE("a race is told with liberties, class, winner and lead", "[semeai]") {
  const RaceReport race = described("WWWWWWW/WXXX..W/WX.XXXW/WXX..OB/BOOOOOB/B.B.B.B/BBBBBBB");
  const RaceSide& black = race.sides[Player::kLeft];
  const RaceSide& white = race.sides[Player::kRight];
  CHECK(black.stones.size() == 9);
  CHECK(black.outside == std::vector<Point>{Point::at(4, 1), Point::at(5, 1)});
  CHECK(black.eye == std::vector<Point>{Point::at(2, 2)});
  CHECK(black.eye_status == 1);
  CHECK(white.outside_liberties == 3);
  CHECK(white.eye_status == 0);
  CHECK(race.shared == std::vector<Point>{Point::at(3, 3), Point::at(4, 3)});
  CHECK(race.open.empty());
  CHECK(race.kind == RaceClass::kEyeAgainstNone);
  CHECK(race.by_formula[Player::kLeft]);
  CHECK(race.winner == Player::kLeft);
  CHECK(race.ahead == 2);
  CHECK(summary_text(race) == "Black is 2 moves ahead");
  CHECK(verdict_text(race, Player::kRight) == "Black takes White's block");
  // Figure 5 of Mueller (1999): three liberties against two.
  const RaceReport three = described("WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB");
  CHECK(three.kind == RaceClass::kNoEyes);
  CHECK(summary_text(three) == "Black is 1 move ahead");
  CHECK(summary_text(described("WWWWW/W..WW/WXXXW/BOOOB/B.B.B/BBBBB")) == "who moves first wins");
  const RaceReport seki = described("WWWWWW/WXXXXW/WX..OB/BOOOOB/BBBBBB");
  CHECK(seki.seki());
  CHECK(summary_text(seki) == "seki, whoever moves first");
  CHECK(described("WWWW.WW/WXXX.XW/WXXXXXW/WX..OOB/BOOOOOB/B.B.B.B/BBBBBBB").kind ==
        RaceClass::kOpen);
}

TEST_CASE("what is told of random races is what the full capture search finds", "[semeai]") {
  std::mt19937 random(31);
  const std::size_t wanted = testing::scaled(testing::sized(1'000, 300));
  std::size_t done = 0;
  std::size_t led = 0;
  std::size_t counted = 0;
  while (done < wanted) {
    const std::string diagram =
        cgt::testing::random_diagram(random, 3 + random() % 4, 3 + random() % 3,
                                     random() % 2 == 0 ? "...XXXOOOBW" : "..XXXOOOBBWW");
    Problem problem;
    try {
      problem = parse_problem(diagram);
    } catch (const Error&) {
      continue;
    }
    if (std::ranges::count(diagram, '.') > 5) continue;
    auto oracle = testing::capture_oracle(problem);
    PerPlayer<std::optional<int>> truth;
    for (const Player first : kPlayers)
      truth[first] = oracle.solve(testing::letter_of(first), 50'000);
    if (!truth[Player::kLeft] || !truth[Player::kRight]) continue;
    INFO(diagram);
    Budget budget;
    RaceReport race = describe(problem, budget);
    for (const Player first : kPlayers) {
      ++done;
      REQUIRE(race.answers[first].outcome());
      CHECK(static_cast<int>(*race.answers[first].outcome()) == *truth[first]);
      if (done % 8 != 0) continue;
      Budget more;
      CHECK(confirm(race, first, more) == true);
    }
    const bool same = *truth[Player::kLeft] == *truth[Player::kRight];
    CHECK(race.seki() == (same && *truth[Player::kLeft] == 0));
    CHECK(race.winner.has_value() == (same && *truth[Player::kLeft] != 0));
    counted += race.kind != RaceClass::kOpen ? 1 : 0;
    if (!race.ahead || *race.ahead > 2 || led >= wanted / 20) continue;
    const auto with_fewer = still_wins(race, *race.ahead - 1);
    const auto with_all = still_wins(race, *race.ahead);
    if (!with_fewer || !with_all) continue;
    ++led;
    CHECK(*with_fewer);
    CHECK_FALSE(*with_all);
  }
  testing::expect_share(led, done, 0.02);
  testing::expect_share(counted, done, 0.004);  // 0.011: the others have blocks in between
}

TEST_CASE("leads by formula are those of the abstract race", "[semeai]") {
  // Three columns of outside liberties and a strip of shared ones.
  for (int black = 1; black <= 4; ++black) {
    for (int white = 1; white <= 4; ++white) {
      std::string top = "W";
      std::string low = "B";
      for (int i = 0; i < 4; ++i) {
        top += i < black ? '.' : 'W';
        low += i < white ? '.' : 'B';
      }
      const std::string diagram = "WWWWWW/" + top + "W/WXXXXW/BOOOOB/" + low + "B/BBBBBB";
      INFO(diagram);
      const RaceReport race = described(diagram);
      if (black == white) {
        CHECK(summary_text(race) == "who moves first wins");
        continue;
      }
      CHECK(race.winner == (black > white ? Player::kLeft : Player::kRight));
      CHECK(race.ahead == std::abs(black - white));
    }
  }
}

TEST_CASE("a contradiction with plain search withdraws the verdict of a race", "[semeai]") {
  RaceReport race = described("WWWWW/W...W/WXXXW/BOOOB/B.B.B/BBBBB");
  Answer& planted = race.answers[Player::kLeft];
  planted.lower = planted.upper = Outcome::kNeither;
  Budget budget;
  CHECK(confirm(race, Player::kLeft, budget) == false);
  CHECK_FALSE(planted.outcome());
  CHECK(planted.upper == Outcome::kAttackerCaptures);
  CHECK_FALSE(race.winner);
  CHECK(verdict_text(race, Player::kLeft).starts_with("withdrawn"));
}

TEST_CASE("races are found on boards, and no others", "[semeai]") {
  const auto races_on = [](const std::string& rows) {
    const go::Problem problem = go::parse_board(rows);
    Budget budget({.nodes = 2'000'000});
    const Safety safety = searched_safety(problem.board, problem.assumed, budget);
    return find_races(problem.board, safety, problem.assumed, {}, budget);
  };
  int boards = 0;
  for (const Example& example : kExamples) {
    INFO(example.name);
    if (example.name == "large eyes") continue;  // its area has more than 64 points
    std::vector<RaceReport> found;
    try {
      found = races_on(std::string(example.diagram));
    } catch (const Error&) {
      continue;  // its walls have no liberties on a board
    }
    ++boards;
    const RaceReport whole = described(example.diagram);
    // Where a side lives by itself there is no race.
    if (found.empty()) {
      CHECK((whole.kind == RaceClass::kLife || whole.kind == RaceClass::kOpen));
      continue;
    }
    REQUIRE(found.size() == 1);
    CHECK(found[0].sides[Player::kLeft].stones == whole.sides[Player::kLeft].stones);
    CHECK(found[0].sides[Player::kRight].stones == whole.sides[Player::kRight].stones);
    CHECK(summary_text(found[0]) == summary_text(whole));
  }
  CHECK(boards >= 6);
  // A dead stone in a territory, and a settled board.
  CHECK(races_on("X.XXOO.O/XXX.OOOO/XXX...OO/XXXXOOOO/X.XXOO.O").empty());
}

}  // namespace cgt::go::semeai::races_test
