#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>

#include "cgt/support/diagnostic.hpp"
#include "decomp/rules/go/record/problem.hpp"
#include "tests/testing.hpp"

namespace cgt::go::sgf_test {
namespace {

struct Refusal {
  std::size_t line = 0;
  std::size_t column = 0;
  std::string message = "accepted";
};

bool operator==(const Refusal& a, const Refusal& b) {
  return a.line == b.line && a.column == b.column && a.message == b.message;
}

std::ostream& operator<<(std::ostream& out, const Refusal& r) {
  return out << r.line << ':' << r.column << ": " << r.message;
}

Refusal refusal(const std::string& text, std::size_t play_moves = 0) {
  try {
    parse_sgf(text, "test.sgf", play_moves);
  } catch (const InputError& error) {
    return {error.place().line, error.place().column, error.message()};
  }
  return {};
}

std::string rows(const Problem& problem) { return to_diagram(problem.board, '/'); }

TEST_CASE("set-up stones, player, komi, name, rules") {
  const Problem p =
      parse_sgf("(;FF[4]GM[1]SZ[3]KM[6.5]RU[Japanese]GN[a \\] b \\\\ c]PL[W]AB[aa][ba]AW[ac])");
  CHECK(rows(p) == "XX./.../O..");
  CHECK(p.komi == Dyadic(13, 1));
  CHECK(p.rules == "Japanese");
  CHECK(p.name == "a ] b \\ c");
  CHECK(p.to_play == Player::kRight);
  CHECK(p.moves.empty());
}

TEST_CASE("properties come in any order and nodes of set-up add up") {
  CHECK(rows(parse_sgf("(;AB[ca]SZ[3];AW[cc]AE[ca];AB[bb])")) == ".../.X./..O");
  CHECK(rows(parse_sgf("(;AB[dd:ea]SZ[5])")) == "...XX/...XX/...XX/...XX/.....");
  CHECK(rows(parse_sgf("(;SZ[3:2]AB[ca][ab])")) == "..X/X..");
  CHECK(rows(parse_sgf("(;AddBlack[aa]SiZe[2])")) == "X./..");
  CHECK(parse_sgf("(;)").board == Board(19, 19));
  CHECK(rows(parse_sgf("(;SZ[2]AE[]AB[])")) == "../..");
  CHECK(parse_sgf("(;SZ[52]AB[ZZ])").board[Point::at(51, 51)] == Colour::kBlack);
}

TEST_CASE("komi is exact") {
  CHECK(parse_sgf("(;KM[0.375])").komi == Dyadic(3, 3));
  CHECK(parse_sgf("(;KM[-7])").komi == Dyadic(-7));
  CHECK(parse_sgf("(;KM[+.50])").komi == Dyadic(1, 1));
  CHECK(parse_sgf("(;KM[ 5. ])").komi == Dyadic(5));
  CHECK(parse_sgf("(;KM[])").komi == Dyadic(0));
  CHECK(refusal("(;KM[0.1])") == Refusal{1, 6, "komi \"0.1\" is not a dyadic number"});
  CHECK(refusal("(;KM[6,5])") == Refusal{1, 6, "komi \"6,5\" is not a decimal number"});
  CHECK(refusal("(;KM[.])") == Refusal{1, 6, "komi \".\" is not a decimal number"});
  CHECK(refusal("(;KM[1-2])").message == "komi \"1-2\" is not a decimal number");
}

TEST_CASE("the main line is the first variation everywhere") {
  const Problem p = parse_sgf("(;SZ[9](;B[aa];W[](;B[tt];W[bb])(;B[cc]))(;W[dd];B[zz]))");
  REQUIRE(p.moves.size() == 4);
  CHECK(p.moves[0] == Problem::Move{Player::kLeft, Point::at(0, 0)});
  CHECK(p.moves[1] == Problem::Move{Player::kRight, std::nullopt});
  CHECK(p.moves[2] == Problem::Move{Player::kLeft, std::nullopt});
  CHECK(p.moves[3] == Problem::Move{Player::kRight, Point::at(1, 1)});
  CHECK(p.to_play == Player::kLeft);
  CHECK(p.board == Board(9, 9));
  // tt is a point of large boards.
  CHECK(parse_sgf("(;SZ[21];B[tt])").moves[0].point == Point::at(19, 19));
}

TEST_CASE("moves are played on demand") {
  const std::string record = "(;SZ[3];B[ba];W[aa];B[ab];W[cc])";
  CHECK(rows(parse_sgf(record, "r", 2)) == "OX./.../...");
  const Problem three = parse_sgf(record, "r", 3);
  CHECK(rows(three) == ".X./X../...");
  CHECK(three.to_play == Player::kRight);
  REQUIRE(three.moves.size() == 1);
  CHECK(three.moves[0].point == Point::at(2, 2));
  const Problem all = parse_sgf(record, "r", kAllMoves);
  CHECK(rows(all) == ".X./X../..O");
  CHECK(all.to_play == Player::kLeft);
  CHECK_THROWS_AS(parse_sgf(record, "r", 5), Error);
  CHECK(refusal("(;SZ[3];B[ba];W[ba])", kAllMoves) ==
        Refusal{1, 17, "move 2 is not legal: B3 is occupied"});
  CHECK(refusal("(;SZ[3]AB[ba][ab];W[aa])", 1) ==
        Refusal{1, 21, "move 1 is not legal: A3 is suicide"});
  CHECK(refusal("(;SZ[3];B[ba];AW[aa])") == Refusal{1, 15, "set-up stones after the first move"});
  CHECK(rows(parse_sgf("(;SZ[3];B[ba];AW[aa])", "r", 1)) == "OX./.../...");
}

TEST_CASE("text in Latin-1 becomes UTF-8") {
  CHECK(parse_sgf("(;GN[M\xFCller])").name == "M\xC3\xBCller");
  CHECK(parse_sgf("(;CA[UTF-8]GN[M\xC3\xBCller])").name == "M\xC3\xBCller");
  CHECK(parse_sgf("(;GN[\xC3\xBC]CA[ISO-8859-1])").name == "\xC3\x83\xC2\xBC");
  CHECK(refusal("(;CA[GB2312]GN[\xC4\xE3])") == Refusal{1, 16, "text in character set \"GB2312\""});
  CHECK(parse_sgf("(;GN[a\\\nb\nc])").name == "ab c");
}

TEST_CASE("what is before the game and after it does not count") {
  CHECK(rows(parse_sgf("\xEF\xBB\xBF"
                       "From: (someone)\n\n( ;SZ[1])junk(;SZ[99])")) == ".");
}

TEST_CASE("bad files are refused at the place") {
  CHECK(refusal("") == Refusal{1, 1, "the file is empty"});
  CHECK(refusal(" \n\n").message == "the file is empty");
  CHECK(refusal("hello") == Refusal{1, 1, "no game found"});
  CHECK(refusal(std::string("\x00\x01\xFF\x7F", 4)).message == "no game found");
  CHECK(refusal("(;SZ[9]AB[aa]") ==
        Refusal{1, 14, "the file ends inside a game: 1 '(' without ')'"});
  CHECK(refusal("(;SZ[9]\n(;B[aa]\n") ==
        Refusal{3, 1, "the file ends inside a game: 2 '(' without ')'"});
  CHECK(refusal("(;SZ[9]\nAB[aa") ==
        Refusal{2, 3, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;C[x\\]") == Refusal{1, 4, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;C[x\\") == Refusal{1, 4, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;SZ") == Refusal{1, 3, "the file ends after a property name"});
  CHECK(refusal("(;SZ 9)") == Refusal{1, 3, "a property name without value"});
  CHECK(refusal("(;sz[9])") == Refusal{1, 3, "property names have capital letters"});
  CHECK(refusal("(;SZ[9]!)") == Refusal{1, 8, "expected ';', '(' or ')' between nodes"});
  CHECK(refusal("(;SZ[9](AB[aa]))") == Refusal{1, 9, "a variation starts with ';'"});
  CHECK(refusal("(;SZ[9]SZ[9])") == Refusal{1, 8, "SZ is given twice"});
  CHECK(refusal("(;SZ[9];SZ[9])") == Refusal{1, 9, "SZ belongs to the first node"});
  CHECK(refusal("(;KM[1];KM[1])") == Refusal{1, 9, "KM is given twice"});
  CHECK(refusal("(;SZ[0])") == Refusal{1, 6, "board size \"0\" is out of range"});
  CHECK(refusal("(;SZ[53])") == Refusal{1, 6, "board size \"53\" is out of range"});
  CHECK(refusal("(;SZ[9:53])") == Refusal{1, 6, "board size \"9:53\" is out of range"});
  CHECK(refusal("(;SZ[19x19])") == Refusal{1, 6, "board size \"19x19\" is not a number"});
  CHECK(refusal("(;SZ[])") == Refusal{1, 6, "board size \"\" is not a number"});
  CHECK(refusal("(;GM[2])") == Refusal{1, 6, "game number \"2\" is not Go"});
  CHECK(refusal("(;PL[X])") == Refusal{1, 6, "\"X\" is not a player"});
  CHECK(refusal("(;SZ[9]\n;AB[aa][zz])") == Refusal{2, 9, "point \"zz\" is off the board"});
  CHECK(refusal("(;SZ[9]AB[a])") == Refusal{1, 11, "\"a\" is not a point"});
  CHECK(refusal("(;SZ[9]AB[aa:zz])") == Refusal{1, 14, "point \"zz\" is off the board"});
  CHECK(refusal("(;SZ[9];B[jj])") == Refusal{1, 11, "point \"jj\" is off the board"});
  CHECK(refusal("(;SZ[9];B[aa][bb])") == Refusal{1, 15, "B has one value only"});
  CHECK(refusal("(;SZ[9]AB[aa][bb]AW[bb])") == Refusal{1, 21, "two stones on B8"});
  CHECK(refusal("(;SZ[9]AB[aa][bb]AE[bb])") ==
        Refusal{1, 21, "B8 is set both to a stone and to empty"});
  CHECK(refusal("(;SZ[2]AB[aa]\nAW[ba][ab])") ==
        Refusal{1, 11, "the black stones at A2 have no liberty"});
}

TEST_CASE("an error shows file, line and caret") {
  try {
    parse_sgf("(;SZ[9]\n;AB[aa][zz])", "game.sgf");
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "game.sgf:2:9: error: point \"zz\" is off the board\n"
          "  ;AB[aa][zz])\n"
          "          ^~\n"
          "hint: a board of 9 columns and 9 rows has points aa to ii");
  }
}

TEST_CASE("deep nesting and long lines cost no memory of the reader") {
  CHECK(refusal(std::string(1'000'000, '(')) == Refusal{1, 1, "no game found"});
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "(;";
  CHECK(refusal(deep) ==
        Refusal{1, 400'001, "the file ends inside a game: 200000 '(' without ')'"});
  CHECK(refusal("(;C[" + std::string(1'000'000, 'x') + "]AB[zz])").column == 1'000'009);
}

TEST_CASE("files that cannot be read") {
  CHECK_THROWS_AS(load_sgf("no/such/file.sgf"), Error);
  CHECK_THROWS_WITH(load_sgf("."), ". is a directory");
}

TEST_CASE("a file gives its name to a nameless problem") {
  const auto path = std::filesystem::temp_directory_path() / "cgt_sgf_test_nameless.sgf";
  std::ofstream(path) << "(;SZ[9])";
  CHECK(load_sgf(path.string()).name == "cgt_sgf_test_nameless");
  std::filesystem::remove(path);
}

TEST_CASE("what is written reads back") {
  Problem p =
      parse_sgf("(;SZ[7:5]KM[-0.625]GN[a\\]b\\\\]RU[NZ]PL[W]AB[aa:ce]AW[fe:ge];AE[bb])", "x");
  p.moves = {{Player::kRight, Point::at(3, 3)}, {Player::kLeft, std::nullopt}};
  const Problem q = parse_sgf(to_sgf(p));
  CHECK(q.board == p.board);
  CHECK(q.komi == p.komi);
  CHECK(q.name == p.name);
  CHECK(q.rules == p.rules);
  CHECK(q.to_play == p.to_play);
  CHECK(q.moves == p.moves);
  CHECK(to_sgf(q) == to_sgf(p));
}

TEST_CASE("every damaged file is read or refused") {
  const std::string good =
      "(;FF[4]GM[1]SZ[9]KM[6.5]CA[UTF-8]PL[B]AB[aa][ca:ea]AW[db][fc];B[dd](;W[fd];B[])(;W[tt]))";
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33U) % below;
  };
  constexpr std::string_view kBytes = "()[];:\\aAbBwWzZ019.-\n\x00\xFF";
  std::size_t refused = 0;
  const std::size_t rounds = testing::scaled(5000);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string text = good;
    for (std::uint64_t edits = 1 + random(3); edits > 0 && !text.empty(); --edits) {
      const auto at = static_cast<std::size_t>(random(text.size()));
      const char byte = kBytes[static_cast<std::size_t>(random(kBytes.size()))];
      switch (random(4)) {
        case 0: text[at] = byte; break;
        case 1: text.insert(at, 1, byte); break;
        case 2: text.erase(at, 1); break;
        default: text.resize(at + 1); break;
      }
    }
    try {
      const Problem p = parse_sgf(text, "fuzz", random(2) == 0 ? 0 : kAllMoves);
      REQUIRE_FALSE(p.board.stone_without_liberty().has_value());
    } catch (const InputError& error) {
      ++refused;
      REQUIRE(error.place().line >= 1);
    }
  }
  testing::expect_share(refused, rounds, 0.4);  // 0.86
}

TEST_CASE("TR and MA mark the stones that are assumed to live") {
  const std::string text = "(;SZ[5]AB[aa][bb]AW[ca]TR[aa][ee]MA[ca:cb]CR[bb];B[dd];W[ee]TR[bb])";
  // The marks of the node of the position; those on empty points mean nothing.
  CHECK(parse_sgf(text).assumed == std::vector<Point>{Point::at(0, 0), Point::at(2, 0)});
  CHECK(parse_sgf(text, "one", 1).assumed.empty());
  CHECK(parse_sgf(text, "two", 2).assumed == std::vector<Point>{Point::at(1, 1)});
  // Marks that other programs write are no errors.
  CHECK(parse_sgf("(;SZ[5]AB[aa]TR[zz][][a]TR[aa])").assumed ==
        std::vector<Point>{Point::at(0, 0)});
  // They are written again.
  const Problem problem = parse_sgf(text);
  CHECK(parse_sgf(to_sgf(problem)).assumed == problem.assumed);
}

}  // namespace
}  // namespace cgt::go::sgf_test
