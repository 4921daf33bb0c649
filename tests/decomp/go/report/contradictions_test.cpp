// Contradictions that are planted: no score is exact after them, and what is left holds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "decomp/go/endgame/verify.hpp"
#include "decomp/go/report/contradictions.hpp"
#include "decomp/go/report/json.hpp"

namespace cgt::go::contradictions_test {
namespace {

struct Answer {
  explicit Answer(const std::string& rows, PartitionOptions options = {}) {
    options.safety = SafetyMethod::kStatic;
    endgame = std::make_unique<GoEndgame>(store, parse_board(rows), options);
    report = again(*endgame);
  }
  GoReport again(GoEndgame& of) {
    Budget budget({.nodes = 200'000});
    GoReport out = make_report(store, of, Player::kLeft, {}, false, budget);
    Budget more({.nodes = 200'000});
    add_groups(of, more, out);
    return out;
  }
  void withdraw(std::vector<Contradiction> found) {
    go::withdraw(store, endgame, report, std::move(found),
                 [&](GoEndgame& of) { return again(of); });
  }

  Store store;
  std::unique_ptr<GoEndgame> endgame;
  GoReport report;
};

// The score before lies in what is left, which claims nothing.
void check_withdrawn(Answer& answer, std::vector<Contradiction> found, std::string_view words) {
  const PerPlayer<GoEndgame::Score> before = answer.report.scores;
  REQUIRE(before[Player::kLeft].exact());
  answer.withdraw(std::move(found));
  const GoReport& report = answer.report;
  CHECK_FALSE(report.exact());
  CHECK_FALSE(report.moves_known);
  CHECK_FALSE(report.line_known);
  for (const Player player : kPlayers) {
    REQUIRE(report.scores[player].lower);
    CHECK(*report.scores[player].lower <= *before[player].lower);
    CHECK(*report.scores[player].upper >= *before[player].upper);
  }
  const auto json = nlohmann::json::parse(go_json(report));
  CHECK(json["proved"] == false);
  CHECK(json["status"] == "bounds");
  CHECK(json["score"]["black_first"].is_null());
  CHECK(json["best_moves"].is_null());
  CHECK(json["because"][0].get<std::string>().find(words) != std::string::npos);
}

// A white stone is dead by static rules, in a territory that Benson's do not prove.
const char* const kDeadStone = "....O../.OO.OOX/OXX.OOO/X..OOO./....O..";
const char* const kSettled = "X.XXOO.O/XXX.OOOO/XXX...OO/XXXXOOOO/X.XXOO.O";

}  // namespace

TEST_CASE("a status of a group against a claim withdraws the score", "[go]") {
  Answer answer(kSettled);
  CHECK(contradictions(answer.report).empty());
  const auto plain = nlohmann::json::parse(go_json(answer.report));
  CHECK(plain["proved"] == true);
  CHECK_FALSE(plain.contains("because"));
  // Planted: White's wall is said to be dead, though it lives by Benson's proof.
  GroupLife life;
  life.stones = {Point::at(4, 0)};
  life.owner = Player::kRight;
  life.status = GroupStatus::kDead;
  answer.report.groups->lives.push_back(life);
  const std::vector<Contradiction> found = contradictions(answer.report);
  REQUIRE(found.size() == 1);
  CHECK(found[0].doubt == Doubt::kSafety);
  CHECK(found[0].text() == "the white block of E5 is proved to live; but search finds it dead");
  check_withdrawn(answer, found, "E5 is proved to live; but search finds it dead");
  CHECK(answer.endgame->options().safety == SafetyMethod::kBenson);
  CHECK(contradictions(answer.report).empty());
}

TEST_CASE("a dead stone that search finds alive withdraws the score", "[go]") {
  Answer answer(kDeadStone);
  const Partition& cut = answer.endgame->partition();
  const auto& dead = cut.proved.dead;
  INFO(dead[Player::kLeft].size() << ' ' << dead[Player::kRight].size());
  const Player owner = dead[Player::kLeft].empty() ? Player::kRight : Player::kLeft;
  if (dead[owner].empty()) SUCCEED("nothing is dead here by static rules");
  for (const Point p : dead[owner]) {
    GroupLife life;
    life.stones = answer.endgame->problem().board.block(p).stones;
    life.owner = owner;
    life.status = GroupStatus::kAlive;
    answer.report.groups->lives = {life};
    const auto found = contradictions(answer.report);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].text().find("is proved to be dead; but search finds it alive") !=
          std::string::npos);
  }
}

TEST_CASE("area scores that parity contradicts are withdrawn to bounds by counting", "[go]") {
  Answer answer(kSettled);
  answer.report.by_parity[Player::kLeft] = *answer.report.scores[Player::kLeft].lower + Dyadic(2);
  const auto found = contradictions(answer.report);
  REQUIRE(found.size() == 1);
  CHECK(found[0].doubt == Doubt::kValues);
  check_withdrawn(answer, found, "by territory and parity it is");
  // What is left was not searched.
  CHECK_FALSE(answer.endgame->options().values);
  for (const Subgame& subgame : answer.endgame->subgames()) CHECK_FALSE(subgame.searched);
}

// Random boards of the referee (tests/referee/check_go.py): walls that are taken to live and have no room
// for two eyes.
TEST_CASE("what only seems to live against a proof leaves no exact score", "[go]") {
  for (const char* const rows :
       {".OX.XBB/.OXO.BB/WWWWBBB/.WWB.BB", "BB.OB./BBXXBB/BB.OBB/BBO.BW/BB.XW./BWWWWW/WWWWWW"}) {
    INFO(rows);
    Answer answer(rows);
    // The user may say so.
    CHECK(contradictions(answer.report).empty());
    CHECK(answer.report.exact());
    const auto told = nlohmann::json::parse(go_json(answer.report));
    CHECK(told["proved"] == false);
    CHECK(told["because"].back().get<std::string>().starts_with("against a proof: "));
    answer.report.estimated = true;
    const auto found = contradictions(answer.report);
    REQUIRE(found.size() == 1);
    CHECK(found[0].doubt == Doubt::kAssumption);
    answer.withdraw(found);
    CHECK_FALSE(answer.report.exact());
    CHECK(answer.endgame->partition().contradicted.empty());
    const auto json = nlohmann::json::parse(go_json(answer.report));
    CHECK(json["proved"] == false);
    CHECK(json["because"][0].get<std::string>().starts_with("taken to live: "));
  }
}

TEST_CASE("a group that stands leaves the area open in which it was taken to be dead", "[go]") {
  Answer answer("BBBBBB/B.O..B/BBBBBB/WWWWWW/......");
  REQUIRE(contradictions(answer.report).empty());
  for (GroupLife& life : answer.report.groups->lives) life.status = GroupStatus::kUnsettled;
  const auto found = contradictions(answer.report);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].text().find("is taken to be dead; but search finds it unsettled") !=
        std::string::npos);
  const GoEndgame left = without(answer.store, *answer.endgame, found);
  CHECK_FALSE(left.options().contested.empty());
}

TEST_CASE("other ways to a score are compared with it", "[go]") {
  Answer answer(kSettled);
  Budget budget({.nodes = 1'000'000});
  const VerifyReport good = verify_others(*answer.endgame, answer.report.scores, budget);
  CHECK(good.wrong.empty());
  CHECK(good.complete);
  PerPlayer<GoEndgame::Score> planted = answer.report.scores;
  planted[Player::kRight].lower = planted[Player::kRight].upper = Dyadic(7);
  Budget more({.nodes = 1'000'000});
  const VerifyReport bad = verify_others(*answer.endgame, planted, more);
  REQUIRE_FALSE(bad.wrong.empty());
  CHECK(bad.wrong[0].claim == "white first: the score is 7");
  CHECK(std::ranges::any_of(bad.wrong, [](const Contradiction& one) {
    return one.against.starts_with("with the colours exchanged it is");
  }));
  check_withdrawn(answer, bad.wrong, "white first: the score is 7; but ");
}

}  // namespace cgt::go::contradictions_test
