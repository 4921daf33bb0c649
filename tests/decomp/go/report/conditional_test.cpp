// What holds "if these live": no condition is against a search, and none is kept for nothing.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "decomp/go/life/safety_search.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/go/report/report.hpp"
#include "tests/testing.hpp"

namespace cgt::go::conditional_test {
namespace {

const JudgedBlock& block_at(const Judgement& judgement, Point p) {
  const auto found = std::ranges::find_if(judgement.blocks, [&](const JudgedBlock& block) {
    return std::ranges::find(block.stones, p) != block.stones.end();
  });
  REQUIRE(found != judgement.blocks.end());
  return *found;
}

Judgement judged(const Board& board, const JudgeOptions& options) {
  Budget budget({.nodes = kJudgeNodes});
  return judge(board, Player::kLeft, options, budget);
}

struct Answers {
  PerPlayer<GoEndgame::Score> living;  // if those live that the judgement says live
  PerPlayer<Dyadic> estimate;
};

Answers answers(const Board& board, Judgement judgement) {
  Store store;
  Problem problem;
  problem.board = board;
  GoEndgame endgame(store, problem);
  Budget budget({.nodes = 200'000});
  GoReport report = make_report(store, endgame, Player::kLeft, {}, false, budget);
  REQUIRE_FALSE(report.exact());
  Budget more({.nodes = 200'000});
  add_estimate(store, endgame, std::move(judgement), more, report);
  REQUIRE(report.living.has_value());
  return {report.living->scores, report.estimate->scores};
}

bool holds(const GoEndgame::Score& score, int points) {
  return *score.lower <= Dyadic(points) && Dyadic(points) <= *score.upper;
}

// Two black groups with an eye each, and White's two stones between them: who plays at C9 or E9 loses
// a group, or the stones. White's walls are told to live.
const char* const kSharedPrey =
    ".X.O.X.XO/XXXOXXXXO/XXXXOOOOO/OOOO...../........./"
    "........./XXXXXXXXX/........./.........";

TEST_CASE("nothing is dead by walls that live by its death alone", "[go]") {
  const Board board = parse_board(kSharedPrey).board;
  const std::vector<Point> groups{Point::at(1, 0), Point::at(3, 0), Point::at(5, 0)};
  const std::vector<Point> wall{Point::at(8, 0), Point::at(0, 3)};
  const Judgement found = judged(board, {.living = wall});
  for (const Point p : groups) {
    CHECK(block_at(found, p).status == GroupStatus::kSeki);
    CHECK_FALSE(block_at(found, p).assumable);
  }
  // The eyes in the seki count nothing.
  const std::vector<Colour> owner = found.territory(board, Scoring::kTerritory);
  for (const int x : {0, 2, 4, 6}) CHECK(owner[board.index(Point::at(x, 0))] == Colour::kEmpty);
  // If Black's groups are told to live, White's stones are dead among them.
  std::vector<Point> told = wall;
  told.push_back(groups[0]);
  told.push_back(groups[2]);
  CHECK(block_at(judged(board, {.living = told}), groups[1]).status == GroupStatus::kDead);
}

// Black's stone at D4 is put in atari at E4, and has to be connected at C4.
const char* const kForcing = "...X.O.../..XOOO.../..XO...../..XO.....";

TEST_CASE("what lives only if it answers pays for its answer", "[go]") {
  const Board board = parse_board(kForcing).board;
  std::vector<Point> all;
  for (std::size_t i = 0; i < 36; ++i) {
    if (board[board.point(i)] != Colour::kEmpty) all.push_back(board.point(i));
  }
  const Judgement found = judged(board, {.living = all});
  PartitionOptions options;
  options.assumed = found.living();
  Budget budget;
  const Partition settled = partition(board, options, budget);
  const PerPlayer<int> owed = answers_owed(board, found, settled, budget);
  CHECK(owed[Player::kLeft] == 1);
  CHECK(owed[Player::kRight] == 0);
  // Black has nine points, one of which he fills, and White sixteen; nobody gains at E4.
  const PerPlayer<GoEndgame::Score> scores = answers(board, found).living;
  for (const Player first : kPlayers) {
    CHECK(holds(scores[first], 8 - 16));
    CHECK(*scores[first].upper == Dyadic(9 - 16));
  }
}

TEST_CASE("an estimate keeps to what follows from its own judgement", "[go]") {
  const Board board = parse_board(".OO./...X/X.X./O..O/XX.X").board;
  const Answers found = answers(board, judged(board, {}));
  for (const Player first : kPlayers) {
    const GoEndgame::Score& living = found.living[first];
    REQUIRE((living.lower || living.upper));
    if (living.lower) CHECK(*living.lower <= found.estimate[first]);
    if (living.upper) CHECK(found.estimate[first] <= *living.upper);
  }
}

TEST_CASE("what search has found of a group is not assumed away", "[go]") {
  // Both black groups live if they answer, but not both at once: White's stones are not dead.
  const Board board = parse_board("X.X.O/XXO.O/X.X..").board;
  Budget budget({.nodes = 2'000'000});
  GoReport::Groups groups;
  groups.safety = searched_safety(board, {}, budget);
  groups.lives = all_groups(board, groups.safety, {}, budget);
  Store store;
  Problem problem;
  problem.board = board;
  const GoEndgame endgame(store, problem);
  const Judgement found = judged(board, judge_options(endgame, groups));
  for (const GroupLife& life : groups.lives) {
    const JudgedBlock& block = block_at(found, life.stones.front());
    CHECK(block.status == life.status);
    // Nor would what is assumed kill White's stones.
    CHECK_FALSE(block.assumable);
  }
  CHECK(block_at(found, Point::at(4, 0)).status == GroupStatus::kUnsettled);
}

}  // namespace
}  // namespace cgt::go::conditional_test
