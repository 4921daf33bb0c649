// What becomes of blocks: proof before what is told, what is told before an engine and playouts.
#include "decomp/go/report/judgement.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/report/report.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::go::judgement_test {
namespace {

Judgement judged(const Board& board, const JudgeOptions& options) {
  Budget budget({.nodes = kJudgeNodes});
  return judge(board, Player::kLeft, options, budget);
}

const JudgedBlock& block_at(const Judgement& judgement, Point p) {
  const auto found = std::ranges::find_if(judgement.blocks, [&](const JudgedBlock& block) {
    return std::ranges::find(block.stones, p) != block.stones.end();
  });
  REQUIRE(found != judgement.blocks.end());
  return *found;
}

// Ownership as an engine tells it that takes all stones to live.
std::vector<float> stones_live(const Board& board) {
  std::vector<float> owners(static_cast<std::size_t>(board.size()), 0);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const Colour colour = board[board.point(i)];
    if (colour != Colour::kEmpty) owners[i] = static_cast<float>(sign(player_of(colour)));
  }
  return owners;
}

// Black lives by two eyes on the left, with a dead white stone in the upper one; White on the right.
const char* const kProved = "OXXO./.X.OO/XX.O./.X.OO/XX.O.";

TEST_CASE("what is proved is not overruled", "[go]") {
  const Board board = parse_board(kProved).board;
  const Point dead = Point::at(0, 0);
  const Point black = Point::at(1, 1);
  // Told and by an engine: the dead stone lives, and all of Black's are dead.
  std::vector<float> owners = stones_live(board);
  for (float& owner : owners) owner = -owner;
  const Judgement found =
      judged(board, {.living = {dead}, .dead = {black}, .seki = {black}, .owners = owners});
  for (const JudgedBlock& block : found.blocks) CHECK(block.proved());
  CHECK(block_at(found, dead).status == GroupStatus::kDead);
  CHECK(block_at(found, black).status == GroupStatus::kAlive);
  CHECK(found.dead() == std::vector<Point>{dead});
  // Black has two points and a dead stone, White three points; four dame are between them.
  CHECK(found.count(board, Scoring::kTerritory) == 2 + 2 - 3);
  CHECK(found.doubts(board).empty());
}

TEST_CASE("what is told comes before an engine, and an engine before playouts", "[go]") {
  // Two walls with all of the board between them and behind them: no search settles it.
  std::string rows;
  for (int y = 0; y < 9; ++y) rows += y == 0 ? "...X..O.." : "/...X..O..";
  const Board board = parse_board(rows).board;
  const Point black = Point::at(3, 0);
  const Point white = Point::at(6, 0);
  std::vector<float> owners = stones_live(board);
  const Judgement plain = judged(board, {.owners = owners});
  for (const JudgedBlock& block : plain.blocks) {
    CHECK(block.by == JudgedBy::kEngine);
    CHECK(block.status == GroupStatus::kAlive);
    CHECK(block.percent == 100);
    CHECK(block.assumable);
  }
  CHECK(plain.count(board, Scoring::kTerritory) == 27 - 18);
  const Judgement told = judged(board, {.dead = {black}, .owners = owners});
  CHECK(block_at(told, black).by == JudgedBy::kTold);
  CHECK(told.dead() == board.block(black).stones);
  CHECK(told.living() == std::vector<Point>{white});
  // All is White's, and nine prisoners.
  CHECK(told.count(board, Scoring::kTerritory) == -(81 - 9 + 9));
  const Judgement seki = judged(board, {.seki = {black, white}, .owners = owners});
  CHECK(block_at(seki, white).status == GroupStatus::kSeki);
  CHECK(seki.living().empty());
  CHECK(seki.count(board, Scoring::kTerritory) == 0);
  CHECK(seki.count(board, Scoring::kArea) == 27 - 18);
  // An engine that is of two minds: nothing is assumed, and the doubt is told.
  for (const Point p : board.block(white).stones) owners[board.index(p)] = -0.2F;
  const Judgement unsure = judged(board, {.owners = owners});
  CHECK(block_at(unsure, white).doubtful());
  CHECK(block_at(unsure, white).percent == 60);
  CHECK(unsure.living() == std::vector<Point>{black});
  REQUIRE(unsure.doubts(board).size() == 1);
  CHECK(unsure.doubts(board).front() ==
        "the white stones at G9: 60 % sure, says the engine, that they live");
}

TEST_CASE("a finished game is counted as its players counted it", "[go]") {
  const Problem game = load_sgf(testing::source_root() + "/examples/go/games/game9.sgf");
  REQUIRE(game.played == 35);
  const Judgement found = judged(game.board, {});
  // Exact if the walls live (review_test): B+27/2 with the komi.
  CHECK(Dyadic(found.count(game.board, Scoring::kTerritory)) - game.komi +
            Dyadic(game.prisoners[Player::kLeft] - game.prisoners[Player::kRight]) ==
        Dyadic(27, 1));
  CHECK(found.dead().size() == 2);
  // The same in every run.
  const Judgement again = judged(game.board, {});
  CHECK(again.owners == found.owners);
  CHECK(again.living() == found.living());
}

TEST_CASE("a spent budget says less, and never throws", "[go]") {
  const Problem game = load_sgf(testing::source_root() + "/examples/go/games/game9.sgf");
  for (const std::uint64_t nodes : {0U, 1U, 50U, 2'000U}) {
    Budget budget({.nodes = nodes});
    const Judgement found = judge(game.board, Player::kLeft, {}, budget);
    CHECK(found.owners.size() == 81);
    std::size_t stones = 0;
    for (const JudgedBlock& block : found.blocks) stones += block.stones.size();
    std::size_t all = 0;
    for (std::size_t i = 0; i < 81; ++i) all += game.board[game.board.point(i)] != Colour::kEmpty;
    CHECK(stones == all);
  }
}

// Random ownership and random tales, too.
TEST_CASE("no estimate contradicts a proof on random boards", "[go][random]") {
  std::mt19937_64 random(54);
  std::size_t proved = 0;
  std::size_t boards = 0;
  for (std::size_t round = 0; round < testing::scaled(120); ++round) {
    Board board(5, 4);
    for (std::size_t i = 0; i < 20; ++i) {
      const auto kind = random() % 10;
      if (kind < 8) board.set(board.point(i), kind < 4 ? Colour::kBlack : Colour::kWhite);
    }
    if (board.stone_without_liberty()) continue;
    ++boards;
    JudgeOptions options{.nodes = 2'000};
    for (std::size_t i = 0; i < 20; ++i) {
      options.owners.push_back(static_cast<float>(random() % 21) / 10 - 1);
      const Point p = board.point(i);
      if (board[p] == Colour::kEmpty) continue;
      const auto tale = random() % 8;
      if (tale == 0) options.living.push_back(p);
      if (tale == 1) options.dead.push_back(p);
      if (tale == 2) options.seki.push_back(p);
    }
    Budget budget({.nodes = kJudgeNodes});
    const Judgement found = judge(board, Player::kLeft, options, budget);
    Budget more({.nodes = kJudgeNodes});
    const Safety safe = searched_safety(board, {}, more, {.rounds = {300, 3'000}});
    for (const Player player : kPlayers) {
      for (const Point p : safe.stones[player]) {
        CHECK(block_at(found, p).status == GroupStatus::kAlive);
        CHECK(block_at(found, p).proved());
      }
      for (const Point p : safe.dead[player]) {
        CHECK(block_at(found, p).status == GroupStatus::kDead);
        CHECK(block_at(found, p).proved());
      }
    }
    for (const JudgedBlock& block : found.blocks) {
      if (block.proved()) ++proved;
      if (block.assumable) CHECK(board.block(block.stones.front()).liberties.size() > 1);
    }
    // Colours exchanged, with the same things said of them, the count is exchanged, too.
    Board mirrored(5, 4);
    JudgeOptions others = options;
    for (std::size_t i = 0; i < 20; ++i) {
      const Colour colour = board[board.point(i)];
      if (colour != Colour::kEmpty) {
        mirrored.set(board.point(i), colour == Colour::kBlack ? Colour::kWhite : Colour::kBlack);
      }
      others.owners[i] = -options.owners[i];
    }
    Budget third({.nodes = kJudgeNodes});
    const Judgement exchanged = judge(mirrored, Player::kRight, others, third);
    for (const Scoring scoring : {Scoring::kTerritory, Scoring::kArea}) {
      CHECK(found.count(board, scoring) == -exchanged.count(mirrored, scoring));
    }
  }
  CHECK(proved > boards);
}

TEST_CASE("rules are known by the names that records give them", "[go]") {
  for (const char* area : {"Chinese", "AGA", "cn", "Tromp-Taylor", "NZ", "New Zealand", "Ing"}) {
    CHECK(scoring_named(area) == Scoring::kArea);
  }
  for (const char* territory : {"Japanese", "japanese", "jp", "Korean", "territory"}) {
    CHECK(scoring_named(territory) == Scoring::kTerritory);
  }
  CHECK_FALSE(scoring_named("").has_value());
  CHECK_FALSE(scoring_named("chess").has_value());
}

}  // namespace
}  // namespace cgt::go::judgement_test
