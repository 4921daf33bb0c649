#include "decomp/go/board/board.hpp"

#include <catch2/catch.hpp>

#include "decomp/go/record/problem.hpp"

namespace cgt::go::go_board_test {
namespace {

Board board_of(const char* diagram) { return parse_board(diagram).board; }

PlayResult play(Board& board, Player player, const char* point) {
  return board.play(player, *board.point(point));
}

TEST_CASE("points have the names of Go players") {
  CHECK(point_name(Point::at(3, 3), 9) == "D6");
  CHECK(point_name(Point::at(8, 8), 9) == "J1");
  CHECK(point_name(Point::at(24, 0), 52) == "Z52");
  CHECK(point_name(Point::at(25, 0), 52) == "AA52");
  CHECK(point_name(Point::at(51, 51), 52) == "BBB1");
  for (int y = 0; y < 52; ++y) {
    for (int x = 0; x < 52; ++x) {
      const Point p = Point::at(x, y);
      REQUIRE(parse_point(point_name(p, 52), 52, 52) == p);
    }
  }
  CHECK(parse_point("d6", 9, 9) == Point::at(3, 3));
  for (const char* bad :
       {"", "A", "1", "I5", "A0", "A10", "K1", "AB1", "A1x", "AAAA1", "A01", "A-1"}) {
    CHECK_FALSE(parse_point(bad, 9, 9).has_value());
  }
}

TEST_CASE("board order is row by row") {
  CHECK(Point::at(5, 0) < Point::at(0, 1));
  CHECK(Point::at(0, 1) < Point::at(1, 1));
  const Board board(4, 3);
  for (std::size_t i = 0; i < 12; ++i) CHECK(board.index(board.point(i)) == i);
}

TEST_CASE("blocks and liberties") {
  const Board board = board_of("XX./OX./.O.");
  const Block black = board.block(*board.point("A3"));
  CHECK(black.stones == std::vector<Point>{Point::at(0, 0), Point::at(1, 0), Point::at(1, 1)});
  CHECK(black.liberties == std::vector<Point>{Point::at(2, 0), Point::at(2, 1)});
  CHECK(board.block(*board.point("A2")).liberties == std::vector<Point>{Point::at(0, 2)});
  CHECK_FALSE(board.stone_without_liberty().has_value());
}

TEST_CASE("a stone takes what it leaves without liberty") {
  Board board = board_of(".XO/XO./...");
  const PlayResult two = play(board, Player::kLeft, "C2");
  CHECK(two.legal);
  CHECK(two.captured == 1);
  CHECK(to_diagram(board, '/') == ".X./XOX/...");
  const PlayResult more = play(board, Player::kLeft, "B1");
  CHECK(more.captured == 1);
  CHECK(to_diagram(board, '/') == ".X./X.X/.X.");
}

TEST_CASE("several blocks are taken at once") {
  Board board = board_of("XO.OX/.XXX.");
  const PlayResult result = play(board, Player::kLeft, "C2");
  CHECK(result.captured == 2);
  CHECK_FALSE(result.ko.has_value());
}

TEST_CASE("suicide is illegal and changes nothing, unless it takes") {
  Board board = board_of(".X./X../...");
  const Board before = board;
  CHECK_FALSE(play(board, Player::kRight, "A3").legal);
  CHECK(board == before);
  Board group = board_of(".OX/XXX/...");
  CHECK_FALSE(play(group, Player::kRight, "A3").legal);
  Board taking = board_of(".XO/XO./O..");
  const PlayResult result = play(taking, Player::kRight, "A3");
  CHECK(result.legal);
  CHECK(result.captured == 2);
}

TEST_CASE("an occupied point is illegal") {
  Board board = board_of("X./..");
  CHECK_FALSE(play(board, Player::kRight, "A2").legal);
  CHECK_FALSE(play(board, Player::kLeft, "A2").legal);
}

TEST_CASE("simple ko") {
  Board board = board_of(".XO./XO.O/.XO.");
  const PlayResult result = play(board, Player::kLeft, "C2");
  CHECK(result.legal);
  CHECK(result.captured == 1);
  REQUIRE(result.ko.has_value());
  CHECK(board.name(*result.ko) == "B2");
  const PlayResult back = play(board, Player::kRight, "B2");
  CHECK(back.legal);
  CHECK(board.name(*back.ko) == "C2");
}

TEST_CASE("snapback: the taking stone is retaken with its block, and that is not a ko") {
  Board board = board_of("XXXO/.OXO/XXXO/OOO.");
  const PlayResult single = play(board, Player::kLeft, "A3");
  CHECK(single.captured == 1);
  CHECK_FALSE(single.ko.has_value());
  const PlayResult back = play(board, Player::kRight, "B3");
  CHECK(back.legal);
  CHECK(back.captured == 8);
}

TEST_CASE("one point boards and long thin boards") {
  Board dot(1, 1);
  CHECK_FALSE(dot.play(Player::kLeft, Point::at(0, 0)).legal);
  Board line(52, 1);
  CHECK(line.play(Player::kLeft, Point::at(51, 0)).legal);
  CHECK(line.block(Point::at(51, 0)).liberties.size() == 1);
}

}  // namespace
}  // namespace cgt::go::go_board_test
