#include "decomp/go/safety/partition.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "decomp/go/record/problem.hpp"
#include "decomp/go/safety/living.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::go::partition_test {
namespace {

constexpr const char* kS9 =
    "X.XXX.XXX/XXXOXXX.X/X.X.XOX.X/X.X.X.X.X/XOOOOOOOO/XXXXXXXXO/O.O.O.O.O/OOO.OXOOO/O.OOOOO.O";
constexpr const char* kS13 =
    "XXX.XXXXXXX.X/X.XXXXXOXXXXX/X.XOX.XOXXXXX/X.X.X.X.XOX.X/X.X.X.X.X.X.X/XOOOOOOOOOOOO/"
    "XX.OXX.OXX.OO/XXXXXXXXXXXXO/O.O.O.O.O.O.O/O.O.O.O.OXO.O/O.OXO.O.OXOOO/OOOOO.OXOOOOO/"
    "O.OOOOOOOOO.O";
constexpr const char* kS19C =
    "X.XXXXXXXXXXXXXXX.X/XXXXXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXOXXX/XOXXXXX.XOX.XOXOXXX/"
    "XOXOXXXOXOX.X.XOXOX/X.XOX.X.XOX.X.XOXOX/X.X.X.X.X.X.X.X.X.X/X.X.X.X.X.X.X.X.X.X/"
    "XOOOOOOOOOOOOOOOOOO/XO.O.O.O.O.O.O.O.OO/XXXXXXXXXXXXXXXXXXO/O.O.O.O.O.O.O.O.O.O/"
    "O.O.O.O.O.O.O.O.O.O/OXO.OXO.O.OXO.OXO.O/OXO.OXO.O.OXOXOXOOO/OOOXO.O.O.OOOOO.OOO/"
    "OOOOOOO.O.OOOOOOOOO/OOOOOOOOOOOOOOOOOOO/O.OOOOOOOOOOOOOOO.O";
constexpr const char* kS19D =
    "X.XXXXXXXXXXXXXXX.X/XXXXXXXXXXXXXXXXXXX/XXXXXXXXXXXXXXXXXXX/XXXXXXXXXXXXXOXXXOX/"
    "XOXOX.XXXOXXXOXXXOX/X.X.XOXOXOXXX.XXX.X/XOX.XOXOX.X.X.XOX.X/X.X.X.X.X.X.X.X.X.X/"
    "XOOOOOOOOOOOOOOOOOO/XX.X.X.X.X.X.X.X.XO/XXXXXXXXXXXXXXXXXXO/O.O.O.O.O.O.O.O.O.O/"
    "OXO.OXOXOXO.OXO.O.O/OXO.O.O.O.OOOOOXO.O/OXO.O.OOOXOOOOOOOXO/OOOOO.OOOOOOOOOOOXO/"
    "OOOOOOOOOOOOOOOOOOO/OOOOOOOOOOOOOOOOOOO/O.OOOOOOOOOOOOOOO.O";
// Spight's 9x9, where White to play and win is claimed.
constexpr const char* kSpight =
    "O.O...XO./.OOX.XXOO/OOXXXXXO./.XXOXOOOO/.XX.OOXXX/.XOOOX.X./.XXXOXXXX/.XOOOOOOO/.X.......";

// Every open point lies in exactly one part, no two parts touch, the regions show the board.
void require_consistent(const Board& board, const Partition& found) {
  std::set<Point> seen;
  std::vector<int> part_of(static_cast<std::size_t>(board.size()), -1);
  for (std::size_t n = 0; n < found.parts.size(); ++n) {
    const Part& part = found.parts[n];
    REQUIRE(std::is_sorted(part.points.begin(), part.points.end()));
    REQUIRE(part.region.points() == static_cast<int>(part.points.size()));
    REQUIRE(part.region.empties() == part.empties);
    REQUIRE(part.region.parts().size() <= 1);
    for (const Point p : part.points) {
      REQUIRE(seen.insert(p).second);
      REQUIRE(found.owner[board.index(p)] == Colour::kEmpty);
      part_of[board.index(p)] = static_cast<int>(n);
    }
    for (std::size_t i = 0; i < part.region.size(); ++i) {
      const Region::Cell cell = part.region[i];
      if (cell == Region::kOutside) continue;
      const Point p = part.point_of(static_cast<std::uint32_t>(i));
      REQUIRE(part_of[board.index(p)] == static_cast<int>(n));
      const Colour shown = (cell & Region::kContents) == Region::kEmpty        ? Colour::kEmpty
                           : (cell & Region::kContents) == Region::kBlackStone ? Colour::kBlack
                                                                               : Colour::kWhite;
      REQUIRE(shown == board[p]);
    }
  }
  std::size_t settled = 0;
  for (const Player player : kPlayers) {
    settled += found.safe_stones[player].size() + found.territory[player].size();
  }
  REQUIRE(settled + seen.size() == static_cast<std::size_t>(board.size()));
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    for (const Point q : board.neighbours(board.point(i))) {
      const int other = part_of[board.index(q)];
      REQUIRE((part_of[i] < 0 || other < 0 || other == part_of[i]));
    }
  }
}

TEST_CASE("the composed boards fall into their subgames") {
  struct Expected {
    const char* diagram;
    std::size_t parts;
    int empties;
  };
  for (const Expected& expected :
       {Expected{kS9, 8, 13}, {kS13, 15, 32}, {kS19C, 26, 67}, {kS19D, 26, 48}}) {
    const Board board = parse_board(expected.diagram).board;
    const Partition found = partition(board);
    require_consistent(board, found);
    CHECK(found.parts.size() == expected.parts);
    int empties = 0;
    for (const Part& part : found.parts) {
      empties += part.empties;
      CHECK_FALSE(part.dependent);
      CHECK(part.note.empty());
    }
    CHECK(empties == expected.empties);
    CHECK(found.fixed_score == 0);
    CHECK_FALSE(found.nothing_safe);
  }
}

TEST_CASE("a part shows its place on the board") {
  const Board board = parse_board(kS9).board;
  const Partition found = partition(board);
  const Part& first = found.parts.front();
  REQUIRE(first.points.size() == 3);
  CHECK(board.name(first.points.front()) == "D8");
  CHECK(first.origin == first.points.front());
  CHECK(first.region == Region::parse("#B#/BOB/B.B/B.B/#W#"));
  CHECK(board.name(first.point_of(2)) == "D6");
}

TEST_CASE("dead stones count two, territory one") {
  const Partition found = partition(parse_board(".X.XO./XXXXXX/....../.O....").board);
  // White's stone at E4 is dead in Black's second eye; the lone one at B1 is not settled.
  CHECK(found.fixed_score == 2 + 1 + 2);
  CHECK(found.dead[Player::kRight] == std::vector<Point>{Point::at(4, 0)});
  CHECK(found.territory[Player::kLeft].size() == 4);
  CHECK(found.parts.size() == 1);
}

TEST_CASE("a dame between safe stones is a part of its own") {
  const Partition found = partition(parse_board(kS13).board);
  int single = 0;
  for (const Part& part : found.parts) single += part.points.size() == 1 ? 1 : 0;
  CHECK(single >= 3);
}

TEST_CASE("Spight's position is not split, and is reported as dependent") {
  const Board board = parse_board(kSpight).board;
  const Partition found = partition(board);
  require_consistent(board, found);
  REQUIRE(found.parts.size() == 1);
  CHECK(found.safe_stones[Player::kLeft].size() == 9);
  CHECK(found.fixed_score == -2);
  const Part& part = found.parts.front();
  CHECK(part.dependent);
  CHECK(part.areas >= 3);
  CHECK(part.couplers.size() == 1);
  CHECK(part.note ==
        "the life of the black stones around G9 depends on 3 areas at once, with E9, "
        "A5 and D6");
}

TEST_CASE("capturable stones inside one enclosure couple areas but are not a dependence") {
  // A corridor of Black's with a white stone in the middle: two areas, one coupler.
  const Board board = parse_board(
                          "X.XXXXX.X/XXXXXXXXX/XXXXXXXXX/X.O.XXXXX/X.XXXXXXX/XOOOOOOOO/XXXXXXXXO/"
                          "OOOOOOOOO/O.OOOOO.O")
                          .board;
  const Partition found = partition(board);
  REQUIRE(found.parts.size() == 1);
  CHECK(found.parts[0].areas == 2);
  CHECK(found.parts[0].couplers == std::vector<Point>{Point::at(2, 3)});
  CHECK_FALSE(found.parts[0].dependent);
}

TEST_CASE("boards without anything safe") {
  const Partition empty = partition(Board(9, 9));
  CHECK(empty.nothing_safe);
  REQUIRE(empty.parts.size() == 1);
  CHECK(empty.parts[0].empties == 81);
  CHECK_FALSE(empty.parts[0].dependent);
  CHECK(empty.fixed_score == 0);
  const Board scattered = parse_board("X..O./..X../.O..X/X.O../..XO.").board;
  const Partition found = partition(scattered);
  CHECK(found.nothing_safe);
  require_consistent(scattered, found);
}

Partition assumed_partition(const Problem& problem) {
  Budget budget;
  PartitionOptions options;
  options.assumed = problem.assumed;
  return partition(problem.board, options, budget);
}

TEST_CASE("assumed life: areas next to one colour are settled, others are parts") {
  // Black's side with a dead stone and an own one in it, a dame column, White's side.
  const Problem problem = parse_board("..B.W../.OB.W../.XB.W.X/..B.W..");
  CHECK(problem.assumed.size() == 8);
  const Partition found = assumed_partition(problem);
  require_consistent(problem.board, found);
  REQUIRE(found.parts.size() == 1);
  CHECK(found.parts[0].empties == 4);
  CHECK_FALSE(found.nothing_safe);
  // Six empty points and a dead stone for Black, seven and one for White; Black's own stone: none.
  CHECK(found.fixed_score == 6 + 2 - (7 + 2));
  CHECK(found.dead[Player::kLeft] == std::vector<Point>{Point::at(6, 2)});
  CHECK(found.dead[Player::kRight] == std::vector<Point>{Point::at(1, 1)});
  // Its own stone hangs together with the wall, so it is of the block.
  CHECK(found.assumed_stones[Player::kLeft].size() == 5);
  CHECK(found.assumed_territory[Player::kLeft].size() == 7);
  CHECK(found.contradicted.empty());
  // Nothing of it is proved.
  CHECK(found.proved.claims.empty());
  CHECK(partition(problem.board).nothing_safe);
}

TEST_CASE("assumed life: one stone of a block stands for all, and empty points for nothing") {
  Problem problem = parse_board("..B.W../.OB.W../.XB.W.X/..B.W..");
  const Partition all = assumed_partition(problem);
  problem.assumed = {Point::at(2, 3), Point::at(4, 0), Point::at(0, 0)};
  const Partition some = assumed_partition(problem);
  CHECK(some.owner == all.owner);
  CHECK(some.fixed_score == all.fixed_score);
  CHECK(some.assumed_stones == all.assumed_stones);
}

TEST_CASE("assumed life: with living stones of one colour only nothing is settled by agreement") {
  // Else one word about Black would kill all of White.
  const Partition found = assumed_partition(parse_board("..B.O../..B.O../..B.O.X/..B.O.."));
  CHECK(found.territory[Player::kLeft].empty());
  REQUIRE(found.parts.size() == 2);
}

TEST_CASE("assumed life: living enemies are not territory, and proofs that deny it are named") {
  // White's block in Black's eye is dead, for Black's wall lives: unless we are told otherwise.
  Problem problem = parse_board("X.XXXX/XXX..X/.XXOOX/XXXXXX/XOOOOO/O.O.O.");
  REQUIRE(partition(problem.board).dead[Player::kRight].size() >= 2);
  problem.assumed = {Point::at(3, 2), Point::at(1, 4)};
  const Partition found = assumed_partition(problem);
  CHECK(found.contradicted == std::vector<Point>{Point::at(3, 2), Point::at(4, 2)});
  CHECK(found.owner[problem.board.index(Point::at(3, 2))] == Colour::kWhite);
  CHECK(found.dead[Player::kRight].empty());
}

TEST_CASE("assumed life never makes what is proved disappear") {
  // Any blocks of boards that fall apart, assumed besides: settled points stay with their owners
  // unless the assumption contradicts the proof.
  std::mt19937_64 random(5);
  std::size_t more = 0;
  std::size_t tries = 0;
  for (const char* text : {kS9, kS13, kSpight}) {
    const Board board = parse_board(text).board;
    const Partition plain = partition(board);
    for (std::size_t round = 0; round < cgt::testing::scaled(60); ++round) {
      PartitionOptions options;
      for (std::size_t i = 0; i < static_cast<std::size_t>(board.size()); ++i) {
        if (random() % 16 == 0) options.assumed.push_back(board.point(i));
      }
      Budget budget;
      const Partition found = partition(board, options, budget);
      require_consistent(board, found);
      CHECK(found.proved.stones == plain.proved.stones);
      for (const Point p : options.assumed) {
        if (board[p] != Colour::kEmpty) CHECK(found.owner[board.index(p)] == board[p]);
      }
      ++tries;
      if (!found.contradicted.empty()) continue;
      for (std::size_t i = 0; i < plain.owner.size(); ++i) {
        if (plain.owner[i] != Colour::kEmpty) REQUIRE(found.owner[i] == plain.owner[i]);
      }
      more += found.parts.size() != plain.parts.size() ? 1 : 0;
    }
  }
  cgt::testing::expect_share(more, tries, 0.1);
}

TEST_CASE("blocks that look alive") {
  // The walls of a played-out board, not the stones that are caught in it.
  const Board board = parse_board(
                          "...XO..../.X.XO..X./...XO..../..XXO.O../.X.XOO.../...XXO.../.O..XO..O/"
                          ".XXXXOOO./....XO...")
                          .board;
  const std::vector<Point> living = living_stones(board);
  const auto lives = [&](const char* name) {
    return std::ranges::binary_search(living, *board.point(name));
  };
  CHECK(lives("D9"));
  CHECK(lives("E9"));
  CHECK_FALSE(lives("H8"));
  CHECK_FALSE(lives("B3"));
  CHECK(living_stones(Board(9, 9)).empty());
}

TEST_CASE("the example boards can be read and fall apart") {
  const auto folder = std::filesystem::path(cgt::testing::source_root()) / "examples/go";
  int boards = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".sgf") continue;
    CAPTURE(entry.path().string());
    const Problem problem = load_sgf(entry.path().string());
    const Partition found = partition(problem.board);
    require_consistent(problem.board, found);
    CHECK(found.parts.size() >= 8);
    for (const Part& part : found.parts) CHECK_FALSE(part.dependent);
    ++boards;
  }
  CHECK(boards >= 7);
}

}  // namespace
}  // namespace cgt::go::partition_test
