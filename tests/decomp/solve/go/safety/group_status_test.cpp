#include "decomp/solve/go/safety/group_status.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "decomp/rules/go/record/problem.hpp"
#include "decomp/solve/go/safety/safety_search.hpp"

namespace cgt::go::group_status_test {
namespace {

// Of the block at `stone`, where the block at `wall` is assumed to live.
std::string status_of(const char* diagram, Point stone, Point wall) {
  const Board board = parse_board(diagram).board;
  Budget budget;
  const std::vector<Point> assumed{wall};
  const Safety safe = searched_safety(board, assumed, budget);
  return name(group_status(board, stone, safe, assumed, budget));
}

TEST_CASE("groups in the corner", "[safety]") {
  const Point stone = Point::at(0, 2);
  const Point wall = Point::at(0, 3);
  // Three points in a row: who plays the middle decides.
  CHECK(status_of("...OX/OOOOX/OXXXX/XX...", Point::at(0, 1), wall) == "unsettled");
  // Four in a row live, two die, and so does a square of four.
  CHECK(status_of("....OX/OOOOOX/XXXXXX/XX....", Point::at(0, 1), Point::at(0, 2)) == "alive");
  CHECK(status_of("..OX/OOOX/XXXX/....", Point::at(0, 1), Point::at(0, 2)) == "dead");
  CHECK(status_of("..OX/..OX/OOOX/XXXX/....", stone, wall) == "dead");
  // So does White around two stones in six points, though he takes them first.
  CHECK(status_of("..OX/XXOX/..OX/OOOX/XXXX/....", Point::at(0, 3), Point::at(3, 0)) == "dead");
}

TEST_CASE("seki of a group around stones of the enemy", "[safety]") {
  // Whoever plays first loses: White's liberties are the two ends, and four points in a row live.
  CHECK(status_of(".XXX.OX/OOOOOOX/XXXXXXX/X......", Point::at(0, 1), Point::at(6, 0)) == "seki");
  // Three points in a row do not.
  CHECK(status_of(".XX.OX/OOOOOX/XXXXXX/X.....", Point::at(0, 1), Point::at(5, 0)) == "dead");
}

TEST_CASE("bent four in the corner is a ko", "[safety]") {
  // Played out: without threats White is dead, and Black may wait until there are none.
  CHECK(status_of("XX.OXXXXX/XOOOX.X.X/.OXXXXXXX/OOX....../XXX......", Point::at(3, 0),
                  Point::at(4, 0)) == "ko");
}

TEST_CASE("safe, dead and open groups need no search", "[safety]") {
  const Board board = parse_board(".X.X./XXXXX/.O..O/...O./.....").board;
  Budget budget;
  const Safety safe = searched_safety(board, {}, budget);
  CHECK(group_status(board, Point::at(1, 0), safe, {}, budget) == GroupStatus::kAlive);
  CHECK(group_status(board, Point::at(1, 2), safe, {}, budget, 1) == GroupStatus::kUnknown);
}

}  // namespace
}  // namespace cgt::go::group_status_test
