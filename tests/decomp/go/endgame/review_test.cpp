// Reviews of games: what a move loses by the scores before and after it, against what the sum of
// values says of the same move.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

#include "decomp/go/record/problem.hpp"
#include "decomp/go/report/review.hpp"
#include "decomp/go/safety/living.hpp"
#include "tests/files.hpp"
#include "tests/slow.hpp"

namespace cgt::go::review_test {
namespace {

go::Problem s9() {
  return go::load_sgf(
      (std::filesystem::path(cgt::testing::source_root()) / "examples/go/S9.sgf").string());
}

TEST_CASE("each first move loses what the sum of values says") {
  for (const Player player : kPlayers) {
    go::Problem problem = s9();
    problem.moves.clear();
    Store store;
    Budget budget;
    GoEndgame endgame(store, problem);
    REQUIRE(endgame.solve(budget));
    const auto moves = endgame.moves(player, budget);
    REQUIRE(moves.size() == 13);
    for (const MoveReport& move : moves) {
      INFO(problem.board.name(move.point));
      problem.moves = {{player, move.point}};
      const Review found = review(problem, {}, budget);
      REQUIRE(found.decided == 0);
      REQUIRE(found.losses[0].has_value());
      CHECK(*found.losses[0] == move.loss);
      CHECK(found.lost[player] == move.loss);
      CHECK(found.mistakes[player] == (move.loss.is_zero() ? 0U : 1U));
      CHECK(*found.positions[1].scores[opponent(player)].lower == move.score);
      const auto& best = found.positions[0].best;
      CHECK((std::find(best.begin(), best.end(), move.point) != best.end()) == move.loss.is_zero());
    }
  }
}

TEST_CASE("an optimal line loses nothing, and what is lost adds up") {
  go::Problem problem = s9();
  problem.moves.clear();
  Store store;
  Budget budget;
  GoEndgame endgame(store, problem);
  REQUIRE(endgame.solve(budget));
  for (const LineMove& move : endgame.line(Player::kLeft, budget)) {
    problem.moves.push_back({move.player, move.point});
  }
  const Review perfect = review(problem, {}, budget);
  CHECK(perfect.positions.size() == 10);
  CHECK(perfect.decided == 0);
  for (const auto& loss : perfect.losses) CHECK(loss == Dyadic(0));
  CHECK(perfect.positions[0].temperature == Dyadic(1));
  CHECK(perfect.positions[0].parts.size() == 8);
  CHECK(perfect.positions[9].scores[Player::kRight].lower == Dyadic(4));

  // Black passes for ever: the score of the end is that of the beginning less what he lost.
  go::Problem lazy = s9();
  lazy.moves.clear();
  Player mover = Player::kLeft;
  for (int i = 0; i < 16; ++i, mover = opponent(mover)) {
    Store fresh;
    GoEndgame now(fresh, [&] {
      go::Problem board = lazy;
      for (const go::Move& move : lazy.moves) {
        if (move.point) board.board.play(move.player, *move.point);
      }
      return board;
    }());
    REQUIRE(now.solve(budget));
    const auto best = now.best_moves(mover, budget);
    const bool pass = mover == Player::kLeft || best.empty();
    lazy.moves.push_back({mover, pass ? std::nullopt : std::optional(best.front())});
  }
  const Review lost = review(lazy, {}, budget);
  REQUIRE(lost.decided == 0);
  CHECK(lost.lost[Player::kRight] == Dyadic(0));
  CHECK(lost.mistakes[Player::kLeft] > 2);
  CHECK(*lost.positions[16].scores[Player::kLeft].lower ==
        *lost.positions[0].scores[Player::kLeft].lower - lost.lost[Player::kLeft]);
}

TEST_CASE("a game that proves nothing is reviewed without an answer") {
  go::Problem open;
  open.board = go::Board(9, 9);
  open.moves = {{Player::kLeft, go::Point::at(4, 4)}, {Player::kRight, std::nullopt}};
  Budget budget;
  const Review found = review(open, {}, budget);
  CHECK_FALSE(found.decided.has_value());
  CHECK(found.positions.size() == 3);
  CHECK_FALSE(found.losses[0].has_value());
  CHECK(found.positions[2].to_play == Player::kLeft);
  open.moves.push_back({Player::kLeft, go::Point::at(4, 4)});
  // What is not legal is made all the same, and loses what nobody can tell.
  const Review odd = review(open, {}, budget);
  CHECK(odd.positions.size() == 4);
  CHECK_FALSE(odd.losses[2].has_value());
}

TEST_CASE("a move that is not legal loses nothing that could be told") {
  go::Problem problem = s9();
  const std::size_t count = problem.moves.size();
  // On top of the last stone that was put.
  const auto last = std::find_if(problem.moves.rbegin(), problem.moves.rend(),
                                 [](const go::Move& move) { return move.point.has_value(); });
  problem.moves.push_back({Player::kLeft, last->point});
  Budget budget;
  const Review found = review(problem, {}, budget);
  CHECK(found.losses[0] == Dyadic(0));
  CHECK_FALSE(found.losses[count].has_value());
}

TEST_CASE("a review counts by the rules that it is told") {
  const go::Problem problem = s9();
  Budget budget;
  ReviewOptions area;
  area.rules.scoring = Scoring::kArea;
  const Review counted = review(problem, area, budget);
  REQUIRE(counted.decided == 0);
  // Each position by itself, with the area rules.
  go::Problem now = problem;
  for (std::size_t i = 0; i <= problem.moves.size(); ++i) {
    Store store;
    GoEndgame endgame(store, now, {}, area.rules);
    REQUIRE(endgame.solve(budget));
    for (const Player player : kPlayers) {
      CHECK(counted.positions[i].scores[player].lower == endgame.score(player, budget).lower);
    }
    if (i < problem.moves.size() && problem.moves[i].point) {
      now.board.play(problem.moves[i].player, *problem.moves[i].point);
    }
  }
  for (const auto& loss : counted.losses) CHECK(loss->sign() >= 0);
}

TEST_CASE("a review of real play if the groups that live at its end live") {
  // Sanitizers look at the last twelve moves only.
  const std::size_t before = testing::sized(0, 23);
  const go::Problem record = go::load_sgf(testing::source_root() + "/examples/go/games/game9.sgf",
                                          static_cast<MoveCount>(before));
  go::Board last = record.board;
  for (const go::Move& move : record.moves) {
    if (move.point) last.play(move.player, *move.point);
  }
  Budget budget;
  CHECK_FALSE(review(record, {}, budget).decided.has_value());
  ReviewOptions options;
  options.partition.assumed = go::living_stones(last);
  const Review found = review(record, options, budget);
  CHECK(found.conditional);
  REQUIRE(found.decided);
  CHECK(*found.decided + before <= 28);
  std::size_t told = 0;
  for (const auto& loss : found.losses) {
    if (!loss) continue;
    ++told;
    CHECK(loss->sign() >= 0);
  }
  CHECK(told >= 7);
  // From there on the score changes by what is lost.
  const auto& from = found.positions[*found.decided];
  CHECK(*from.scores[from.to_play].lower - found.lost[Player::kLeft] + found.lost[Player::kRight] ==
        *found.positions.back().scores[found.positions.back().to_play].lower);
}

TEST_CASE("a spent budget leaves positions that are not reached") {
  go::Problem problem = s9();
  problem.moves = {{Player::kLeft, std::nullopt}, {Player::kRight, std::nullopt}};
  Budget budget({.nodes = 1});
  const Review found = review(problem, {}, budget);
  CHECK_FALSE(found.positions[0].reached);
}

}  // namespace
}  // namespace cgt::go::review_test
