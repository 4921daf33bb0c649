#include <catch2/catch.hpp>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "cgt/support/diagnostic.hpp"
#include "decomp/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::go::diagram_test {
namespace {

struct Refusal {
  std::size_t line;
  std::size_t column;
  std::string message;
};

Refusal refusal(const std::string& text) {
  try {
    parse_board(text);
  } catch (const InputError& error) {
    return {error.place().line, error.place().column, error.message()};
  }
  return {0, 0, "accepted"};
}

std::string rows(const std::string& text) { return to_diagram(parse_board(text).board, '/'); }

TEST_CASE("plain diagrams") {
  CHECK(rows("XO./.X./...") == "XO./.X./...");
  CHECK(rows("XO.|.X.|...") == "XO./.X./...");
  CHECK(rows("XO.\n.X.\r\n...\n") == "XO./.X./...");
  CHECK(rows("x o +\n, X .") == "XO./.X.");
  CHECK(rows("+ + +\n+ X +") == ".../.X.");
  CHECK_FALSE(parse_board("...").to_play.has_value());
}

TEST_CASE("diagrams of GTP programs") {
  CHECK(rows("   A B C D\n"
             " 3 . . X . 3\n"
             " 2 . + O . 2     WHITE (O) has captured 0 stones\n"
             " 1 X . . . 1     BLACK (X) has captured 1 stones\n"
             "   A B C D\n") == "..X./..O./X...");
  // The letters of the header hold O; they are not a row.
  CHECK(parse_board("ABCDEFGHJKLMNO\nXXXXXXXXXXXXX.\n").board.height() == 1);
  CHECK(rows("12 X .\n11 . .") == "X./..");
}

TEST_CASE("diagrams of Sensei's Library") {
  const Problem problem = parse_board(
      "$$W A title: with O and 3\n"
      "$$  -------\n"
      "$$ | X O . |\n"
      "$$ | B a W |\n"
      "$$ | . , C |\n"
      "$$  -------\n");
  CHECK(to_diagram(problem.board, '/') == "XO./X.O/...");
  CHECK(problem.to_play == Player::kRight);
  CHECK(rows("$$ Any title\n$$ . X\n$$ O .") == ".X/O.");
  CHECK(rows("$$ . X\n$$ O .") == ".X/O.");
  CHECK(refusal("$$B\n$$ . 1\n").message == "a move shown as a number");
}

TEST_CASE("bad diagrams are refused at the place") {
  const Refusal ragged = refusal("XO.\n.X\n...");
  CHECK(ragged.line == 2);
  CHECK(ragged.column == 1);
  CHECK(ragged.message == "row 2 has 2 points, the rows above have 3");
  const Refusal letter = refusal("XO./.Q./...");
  CHECK(letter.line == 1);
  CHECK(letter.column == 6);
  CHECK(letter.message == "unknown character in a diagram");
  CHECK(refusal("X.\n\xE2\x97\x8F.").line == 2);
  CHECK(refusal("").message == "the diagram is empty");
  CHECK(refusal(" \n / | ").message == "the diagram is empty");
  const Refusal dead = refusal("..X/.XO/..X");
  CHECK(dead.line == 1);
  CHECK(dead.column == 7);
  CHECK(dead.message == "the white stones at C2 have no liberty");
  CHECK(refusal(std::string(53, '.')).column == 53);
  std::string tall;
  for (int i = 0; i < 53; ++i) tall += ".\n";
  CHECK(refusal(tall).line == 53);
  CHECK(refusal("X9X").message == "unknown character in a diagram");
}

TEST_CASE("the largest boards read back") {
  Board board(52, 52);
  board.set(Point::at(51, 0), Colour::kBlack);
  board.set(Point::at(0, 51), Colour::kWhite);
  CHECK(parse_board(to_diagram(board)).board == board);
}

TEST_CASE("B and W are stones that are assumed to live, but not in diagrams of Sensei's Library") {
  const Problem problem = parse_board("BX.\n.OW");
  CHECK(to_diagram(problem.board, '/') == "XX./.OO");
  CHECK(problem.assumed == std::vector<Point>{Point::at(0, 0), Point::at(2, 1)});
  CHECK(parse_board("XX./.OO").assumed.empty());
  const Problem sensei = parse_board("$$B\n$$ | B X . |\n$$ | . O W |\n");
  CHECK(sensei.board == problem.board);
  CHECK(sensei.assumed.empty());
  CHECK(refusal("bX.").message == "unknown character in a diagram");
}

TEST_CASE("every damaged diagram is read or refused, with its marks") {
  constexpr std::string_view kSources[] = {
      "BX.W\n.OWO\nX.B.\n", "4 . B X .\n3 O W . .\n2 . X B O\n1 . . . W\n  A B C D\n",
      "$$B\n$$ ---------\n$$ | B X . |\n$$ | . O W |\n"};
  std::mt19937_64 random(17);
  std::size_t refused = 0;
  std::size_t marked = 0;
  const std::size_t rounds = testing::scaled(3000);
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::string text = testing::mutated(std::string(kSources[random() % std::size(kSources)]),
                                              "XOBW.#@+-|/$ 14AD\n\t\xff", random);
    CAPTURE(text);
    try {
      const Problem p = parse_board(text);
      REQUIRE_FALSE(p.board.stone_without_liberty().has_value());
      for (const Point at : p.assumed) REQUIRE(p.board[at] != Colour::kEmpty);
      marked += p.assumed.empty() ? 0 : 1;
      REQUIRE(parse_board(to_diagram(p.board)).board == p.board);
    } catch (const InputError& error) {
      ++refused;
      REQUIRE(error.place().line >= 1);
    }
  }
  testing::expect_share(refused, rounds, 0.1);
  testing::expect_share(marked, rounds, 0.05);
}

}  // namespace
}  // namespace cgt::go::diagram_test
