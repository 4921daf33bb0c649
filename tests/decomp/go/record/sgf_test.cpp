#include <algorithm>
#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>

#include "cgt/support/diagnostic.hpp"
#include "decomp/go/record/annotate.hpp"
#include "decomp/go/record/problem.hpp"
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

Refusal refusal(const std::string& text, MoveCount play_moves = 0) {
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
  CHECK(refusal("(;KM[0.1])").message == "komi \"0.1\" is not a dyadic number");
}

TEST_CASE("the main line is the first variation everywhere") {
  const Problem p = parse_sgf("(;SZ[9](;B[aa];W[](;B[tt];W[bb])(;B[cc]))(;W[dd];B[zz]))", "r", 0);
  REQUIRE(p.moves.size() == 4);
  CHECK(p.moves[0] == Problem::Move{Player::kLeft, Point::at(0, 0)});
  CHECK(p.moves[1] == Problem::Move{Player::kRight, std::nullopt});
  CHECK(p.moves[2] == Problem::Move{Player::kLeft, std::nullopt});
  CHECK(p.moves[3] == Problem::Move{Player::kRight, Point::at(1, 1)});
  CHECK(p.to_play == Player::kLeft);
  CHECK(p.board == Board(9, 9));
  // tt is a point of large boards.
  CHECK(parse_sgf("(;SZ[21];B[tt])", "r", 0).moves[0].point == Point::at(19, 19));
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
  CHECK(refusal(record, 5) == Refusal{1, 32, "move 5 asked for, but the line has 4"});
  // What was taken on the way.
  CHECK(parse_sgf(record, "r", 2).prisoners == PerPlayer<int>{});
  CHECK(three.prisoners == PerPlayer<int>{{1, 0}});
  CHECK(all.prisoners == PerPlayer<int>{{1, 0}});
}

TEST_CASE("a game means its last position, a problem its first") {
  const std::string record = "(;SZ[3];B[ba];W[aa];B[ab];W[cc])";
  const Problem last = parse_sgf(record);
  CHECK(rows(last) == ".X./X../..O");
  CHECK(last.played == 4);
  CHECK(last.last == Move{Player::kRight, Point::at(2, 2)});
  CHECK(last.to_play == Player::kLeft);
  const Problem before = parse_sgf(record, "r", -2);
  CHECK(before.board == parse_sgf(record, "r", 2).board);
  CHECK(before.moves.size() == 2);
  CHECK_THROWS_WITH(parse_sgf(record, "r", -5),
                    Catch::Contains("5 moves before the end asked for, but the line has 4"));
  CHECK(rows(parse_sgf("(;SZ[3]AB[aa]AW[cc];B[bb])")) == "X../.../..O");
  CHECK(parse_sgf("(;SZ[3]AB[aa]AW[cc];B[bb])").moves.size() == 1);
  // Handicap stones belong to a game.
  CHECK(rows(parse_sgf("(;SZ[3]HA[2]AB[aa][cc];W[bb])")) == "X../.O./..X");
  CHECK(parse_sgf("(;SZ[3])").board == Board(3, 3));
}

TEST_CASE("text in Latin-1 becomes UTF-8") {
  CHECK(parse_sgf("(;GN[M\xFCller])").name == "M\xC3\xBCller");
  CHECK(parse_sgf("(;CA[UTF-8]GN[M\xC3\xBCller])").name == "M\xC3\xBCller");
  CHECK(parse_sgf("(;GN[\xC3\xBC]CA[ISO-8859-1])").name == "\xC3\x83\xC2\xBC");
  CHECK(parse_sgf("(;GN[a\\\nb\nc])").name == "ab c");
}

// The warnings without their lines and hints.
std::vector<std::string> warnings(const Problem& problem) {
  std::vector<std::string> out;
  for (const std::string& text : problem.warnings) out.push_back(text.substr(0, text.find('\n')));
  return out;
}
using Warnings = std::vector<std::string>;

TEST_CASE("what other editors open is read with a warning") {
  const Problem twice = parse_sgf("(;SZ[3]AB[aa]AB[ba]AW[ac]AB[bb])", "r");
  CHECK(rows(twice) == "XX./.X./O..");
  CHECK(warnings(twice) ==
        Warnings{"r:1:14: warning: AB is given twice", "r:1:26: warning: AB is given twice"});
  CHECK(twice.warnings[0] ==
        "r:1:14: warning: AB is given twice\n"
        "  (;SZ[3]AB[aa]AB[ba]AW[ac]AB[bb])\n"
        "               ^~\n"
        "hint: read as one list");
  const Problem values = parse_sgf("(;SZ[3]CA[UTF-8][UTF-8]RU[Japanese][Chinese])", "r");
  CHECK(values.rules == "Japanese");
  CHECK(warnings(values) == Warnings{"r:1:18: warning: CA has one value only",
                                     "r:1:37: warning: RU has one value only"});
  CHECK(parse_sgf("(;SZ[3][3];B[aa][aa])", "r").board[Point::at(0, 0)] == Colour::kBlack);
  const Problem bare = parse_sgf("(SZ[3]AB[aa](B[bb];W[cc])(;B[cc]))", "r");
  CHECK(rows(bare) == "X../.X./..O");
  CHECK(warnings(bare) == Warnings{"r:1:2: warning: a variation starts with ';'",
                                   "r:1:14: warning: a variation starts with ';'"});
  const std::string late = "(;SZ[3];B[ba];AW[aa];B[cc];W[bc])";
  const Problem before = parse_sgf(late, "r", 0);
  CHECK(warnings(before) == Warnings{"r:1:15: warning: set-up stones after move 1"});
  CHECK(before.moves.size() == 1);
  const Problem after = parse_sgf(late, "r", 1);
  CHECK(rows(after) == "OX./.../...");
  CHECK(after.moves.size() == 2);
  CHECK(warnings(after) == Warnings{"r:1:15: warning: set-up stones after move 1"});
  CHECK(rows(parse_sgf(late, "r", kAllMoves)) == "OX./.../.OX");
  const Problem info = parse_sgf("(;SZ[3]KM[1]RU[Japanese];KM[2]SZ[9]GM[3])", "r");
  CHECK(info.komi == Dyadic(1));
  CHECK(info.board.width() == 3);
  CHECK(warnings(info) == Warnings{"r:1:26: warning: KM is given twice",
                                   "r:1:31: warning: SZ belongs to the first node",
                                   "r:1:36: warning: GM belongs to the first node"});
  CHECK(parse_sgf("(;SZ[3]AB[aa];W[bb])").warnings.empty());
  // Two colours for a point in one node.
  const Problem both = parse_sgf("(;SZ[3]AB[aa][bb]AW[bb]AE[aa])", "r");
  CHECK(rows(both) == ".../.O./...");
  CHECK(warnings(both) == Warnings{"r:1:21: warning: two stones on B2",
                                   "r:1:27: warning: A3 is set both to a stone and to empty"});
  // A property of FF[1] whose name has a digit.
  CHECK(parse_sgf("(;SZ[3]M1[x]GN[a])", "r").name == "a");
  // A flood of them is counted.
  std::string many = "(;SZ[3]";
  for (int i = 0; i < 100; ++i) many += "AB[aa]";
  const Problem flood = parse_sgf(many + ")", "r");
  CHECK(flood.warnings.size() == 17);
  CHECK(flood.warnings.back() == "r: 83 more warnings");
}

TEST_CASE("a komi that is not a number is read as far as it is one") {
  const auto read = [](const std::string& komi) {
    const Problem problem = parse_sgf("(;SZ[9]KM[" + komi + "])", "r");
    REQUIRE(problem.warnings.size() == 1);
    CHECK(problem.warnings[0].find("r:1:11: warning: komi \"" + komi.substr(0, 20)) == 0);
    return problem.komi;
  };
  CHECK(read("6,5") == Dyadic(13, 1));
  CHECK(read("-0,5") == Dyadic(-1, 1));
  CHECK(read("6.5 points") == Dyadic(13, 1));
  for (const char* none : {".", "1-2", "3 3/4", "points", "6.5 or 7.5", "1,000,000", "0,1"}) {
    CHECK(read(none) == Dyadic(0));
  }
  CHECK(read(std::string(70, '1')) == Dyadic(0));
  // Hundredths of points, as some servers write.
  const Problem large = parse_sgf("(;SZ[19]KM[375])", "r");
  CHECK(large.komi == Dyadic(375));
  CHECK(warnings(large) ==
        Warnings{"r:1:12: warning: komi \"375\" is more than half of the board"});
  CHECK(parse_sgf("(;KM[-180])").warnings.empty());
}

TEST_CASE("moves that are not legal are made as they are told") {
  const Problem occupied = parse_sgf("(;SZ[3];B[ba];W[ba])", "r", kAllMoves);
  CHECK(rows(occupied) == ".O./.../...");
  CHECK(occupied.prisoners == PerPlayer<int>{});
  CHECK(warnings(occupied) == Warnings{"r:1:17: warning: move 2 is not legal: B3 is occupied"});
  const Problem suicide = parse_sgf("(;SZ[3]AB[ca][bb][ab]AW[ba];W[aa])", "r", 1);
  CHECK(rows(suicide) == "..X/XX./...");
  CHECK(suicide.prisoners == PerPlayer<int>{{2, 0}});
  CHECK(warnings(suicide) == Warnings{"r:1:31: warning: move 1 is not legal: A3 is suicide"});
  // A stone on top of another may take, too.
  const Problem taken = parse_sgf("(;SZ[3]AW[aa]AB[ab];B[ba]AW[cc];B[aa])", "r", 1);
  CHECK(rows(taken) == ".X./X../..O");
  CHECK(taken.prisoners == PerPlayer<int>{{1, 0}});
  // No sequence of such moves leaves a block without liberty.
  std::uint64_t state = 7;
  std::size_t broken = 0;
  for (int game = 0; game < 50; ++game) {
    Board board(4, 4);
    PerPlayer<int> prisoners{};
    for (int move = 0; move < 60; ++move) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      const Player player = (state >> 40U) % 2 == 0 ? Player::kLeft : Player::kRight;
      const Point at = board.point((state >> 45U) % 16);
      const Board before = board;
      const PerPlayer<int> had = prisoners;
      const bool legal = play_recorded(board, {player, at}, prisoners);
      broken += legal ? 0 : 1;
      REQUIRE_FALSE(board.stone_without_liberty().has_value());
      Board again = before;
      const PlayResult played = again.play(player, at);
      REQUIRE(played.legal == legal);
      if (legal) REQUIRE(again == board);
      if (legal) REQUIRE(prisoners[player] == had[player] + played.captured);
    }
  }
  CHECK(broken > 100);
}

TEST_CASE("a record that is cut off is read as far as it goes, and closed where it is annotated") {
  const Problem cut = parse_sgf("(;SZ[9]\n(;B[aa]\n", "r", 0);
  CHECK(cut.moves.size() == 1);
  CHECK(warnings(cut) ==
        Warnings{"r:3:1: warning: the file ends inside a game: 2 '(' without ')'"});
  CHECK(parse_sgf("(;SZ[9](;B[aa])(;B[bb];W[cc]", "r", {.path = {2}}).played == 2);
  SgfNote note;
  note.comment = "n";
  const std::vector<SgfNote> notes{note, note};
  CHECK(annotated_sgf("(;SZ[9](;B[aa]", "r", {}, notes) == "(;SZ[9]C[n](;B[aa]C[n]))");
  const std::vector<SgfLine> lines{{1, {{{Player::kRight, std::nullopt}, {}}}}};
  CHECK(annotated_sgf("(;SZ[9](;B[aa]", "r", {}, {}, lines) == "(;SZ[9](;B[aa];W[]))");
}

TEST_CASE("handicap stones are those of the file, or the customary ones") {
  const Problem counted = parse_sgf("(;SZ[9]HA[2];W[ee])", "r", 0);
  CHECK(counted.handicap == 2);
  CHECK(
      rows(counted) ==
      "........./........./......X../........./........./........./..X....../........./.........");
  CHECK(warnings(counted) == Warnings{"r:1:14: warning: HA[2] without stones"});
  CHECK(rows(parse_sgf("(;SZ[3]HA[2]AB[aa][cc])")) == "X../.../..X");
  CHECK(parse_sgf("(;SZ[3]HA[2]AB[aa][cc])").to_play == Player::kRight);
  CHECK(parse_sgf("(;SZ[3]HA[2]AB[aa][cc]PL[B])").to_play == Player::kLeft);
  // The first moves of Black are his handicap.
  CHECK(parse_sgf("(;SZ[9]HA[2];B[ee];B[cc])", "r", 0).board == Board(9, 9));
  CHECK(parse_sgf("(;SZ[9]HA[none];W[ee])").handicap == 0);
}

TEST_CASE("games of a collection and variations are chosen") {
  const std::string file =
      "(;SZ[3]GN[a];B[aa])junk(;SZ[4]GN[b](;B[aa])(;B[bb](;W[cc])(;W[dd]C[)(])))";
  const auto read = [&](SgfOptions options) { return parse_sgf(file, "r", options); };
  CHECK(read({}).name == "a");
  CHECK(read({.game = 2}).name == "b");
  CHECK(read({.game = 2}).played == 1);
  const Problem other = read({.moves = kAllMoves, .game = 2, .path = {2, 2}});
  CHECK(rows(other) == "..../.X../..../...O");
  CHECK(other.played == 2);
  CHECK(rows(read({.moves = kAllMoves, .game = 2, .path = {2}})) == "..../.X../..O./....");
  CHECK_THROWS_WITH(read({.game = 3}), Catch::Contains("game 3 asked for, but the file has 2"));
  CHECK_THROWS_WITH(read({.game = 2, .path = {3}}),
                    Catch::Contains("variation 3 asked for, but there are 2"));
  CHECK_THROWS_WITH(read({.game = 2, .path = {1, 1}}),
                    Catch::Contains("a path of 2 variations asked for, but the line branches 1"));
}

TEST_CASE("texts in the character sets of CA become UTF-8") {
  // "You" in the sets of China, Taiwan, Japan and Korea, and a sign whose second byte is ']' or '\\'.
  CHECK(parse_sgf("(;CA[GB2312]GN[\xC4\xE3])").name == "\xE4\xBD\xA0");
  CHECK(parse_sgf("(;GN[\xA7\x41]CA[Big5])").name == "\xE4\xBD\xA0");
  CHECK(parse_sgf("(;CA[Shift_JIS]GN[\x83\x5C])").name == "\xE3\x82\xBD");
  CHECK(parse_sgf("(;CA[EUC-KR]GN[\xB0\xA1])").name == "\xEA\xB0\x80");
  CHECK(parse_sgf("(;CA[windows-1252]GN[\x80])").name == "\xE2\x82\xAC");
  std::string wide = "\xFF\xFE";
  for (const char c : std::string("(;SZ[2]AB[aa])")) wide += std::string{c, '\0'};
  CHECK(rows(parse_sgf(wide)) == "X./..");
  const Problem unknown = parse_sgf("(;CA[Klingon]GN[\xFC])", "r");
  CHECK(unknown.name == "\xC3\xBC");
  CHECK(unknown.warnings ==
        Warnings{"r: warning: character set \"Klingon\" is not known: text is read as Latin-1"});
  const Problem bad = parse_sgf("(;CA[EUC-JP]GN[a\xFF z])", "r");
  CHECK(bad.name == "a\xEF\xBF\xBD z");
  CHECK(bad.warnings ==
        Warnings{"r: warning: 1 bytes are not text in the character set \"EUC-JP\""});
}

TEST_CASE("notes are put into the nodes of a line") {
  SgfNote root;
  root.comment = "begin";
  SgfNote first;
  first.comment = "a [b] c";
  first.value = Dyadic(-3, 1);
  first.labels = {{Point::at(0, 0), "1/2"}};
  first.triangles = {Point::at(1, 0), Point::at(2, 0)};
  const std::vector<SgfNote> notes{root, first, {}, first};
  CHECK(annotated_sgf("(;SZ[9];B[ee];W[dd]\n;B[cc]C[old \\] text]LB[aa:x])", "r", {}, notes) ==
        "(;SZ[9]C[begin];B[ee]V[-1.5]TR[ba][ca]LB[aa:1/2]C[a [b\\] c];W[dd]\n"
        ";B[cc]C[old \\] text\n\na [b\\] c]LB[aa:x]V[-1.5]TR[ba][ca])");
  // The line of a variation; the rest stays as it is.
  CHECK(annotated_sgf("(;SZ[9](;B[ee]C[])(;B[dd]C[]))tail", "r", {.path = {2}}, {{root, root}}) ==
        "(;SZ[9]C[begin](;B[ee]C[])(;B[dd]C[begin]))tail");
  CHECK(annotated_sgf("(;CA[GB2312]GN[\xC4\xE3])", "r", {}, {}) == "(;CA[UTF-8]GN[\xE4\xBD\xA0])");
  CHECK(annotated_sgf("(;GN[\xFC];C[CA[x\\]])", "r", {}, {}) ==
        "(;CA[UTF-8]GN[\xC3\xBC];C[CA[x\\]])");
}

TEST_CASE("lines of play become variations of a record") {
  SgfNote end;
  end.comment = "(so [it] ends";
  const Move black{Player::kLeft, Point::at(0, 0)};
  const Move pass{Player::kRight, std::nullopt};
  const auto with = [&](const char* text, std::vector<std::size_t> after) {
    std::vector<SgfLine> lines;
    for (const std::size_t at : after) lines.push_back({at, {{black, {}}, {pass, end}}});
    return annotated_sgf(text, "r", {}, {}, lines);
  };
  const std::string line = ";B[aa];W[]C[(so [it\\] ends]";
  CHECK(with("(;SZ[9])", {0}) == "(;SZ[9]" + line + ")");
  CHECK(with("(;SZ[9] ) x", {0, 0}) == "(;SZ[9](" + line + ")(" + line + ") ) x");
  CHECK(with("(;SZ[9];B[ee]C[)];W[dd])", {0}) == "(;SZ[9](;B[ee]C[)];W[dd])(" + line + "))");
  CHECK(with("(;SZ[9];B[ee];W[dd])", {1, 0, 2}) ==
        "(;SZ[9](;B[ee](;W[dd]" + line + ")(" + line + "))(" + line + "))");
  CHECK(with("(;SZ[9](;B[ee])(;B[dd](;W[aa])(;W[bb])))", {0}) ==
        "(;SZ[9](;B[ee])(;B[dd](;W[aa])(;W[bb]))(" + line + "))");
  CHECK_THROWS_AS(with("(;SZ[9];B[ee])", {2}), Error);
  // The line of the file stays what it was, and the new one is read as its last variation.
  const std::string more = with("(;SZ[9];B[ee];W[dd])", {1});
  CHECK(parse_sgf(more, "r", 0).moves == parse_sgf("(;SZ[9];B[ee];W[dd])", "r", 0).moves);
  const SgfOptions second{.path = {2}};
  CHECK(parse_sgf(more, "r", second).played == 3);
  // With notes at the same node.
  SgfNote note;
  note.comment = "here";
  const std::vector<SgfLine> lines{{0, {{black, {}}}}};
  const std::vector<SgfNote> notes{note, note};
  CHECK(annotated_sgf("(;SZ[9];W[dd])", "r", {}, notes, lines) ==
        "(;SZ[9]C[here](;W[dd]C[here])(;B[aa]))");
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
  CHECK(refusal("(;SZ[9]\nAB[aa") ==
        Refusal{2, 3, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;C[x\\]") == Refusal{1, 4, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;C[x\\") == Refusal{1, 4, "the file ends inside a value: '[' without ']'"});
  CHECK(refusal("(;SZ") == Refusal{1, 3, "the file ends after a property name"});
  CHECK(refusal("(;SZ 9)") == Refusal{1, 3, "a property name without value"});
  CHECK(refusal("(;sz[9])") == Refusal{1, 3, "property names have capital letters"});
  CHECK(refusal("(;SZ[9]!)") == Refusal{1, 8, "expected ';', '(' or ')' between nodes"});
  CHECK(refusal("(;SZ[9]((AB[aa])))") == Refusal{1, 9, "a variation starts with ';'"});
  CHECK(refusal("(;SZ[9]SZ[9])") == Refusal{1, 8, "SZ is given twice"});
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
  CHECK(warnings(parse_sgf(deep, "r")) ==
        Warnings{"r:1:400001: warning: the file ends inside a game: 200000 '(' without ')'"});
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
      "(;FF[4]GM[1]SZ[9]KM[6.5]CA[UTF-8]PL[B]AB[aa][ca:ea]AW[db][fc]TR[aa][ca:db]MA[fc];B[dd]"
      "(;W[fd]TR[dd][fd];B[]MA[ca])(;W[tt]))";
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33U) % below;
  };
  constexpr std::string_view kBytes = "()[];:\\aAbBwWzZ019.-\n\x00\xFF";
  std::size_t refused = 0;
  std::size_t marked = 0;
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
      // Marks name stones, each once, and are written as they were read.
      for (const Point at : p.assumed) REQUIRE(p.board[at] != Colour::kEmpty);
      std::vector<Point> once = p.assumed;
      std::ranges::sort(once);
      REQUIRE(std::ranges::adjacent_find(once) == once.end());
      marked += p.assumed.empty() ? 0 : 1;
      const Problem again = parse_sgf(to_sgf(p), "again", 0);
      REQUIRE(again.assumed == p.assumed);
      REQUIRE(again.board == p.board);
    } catch (const InputError& error) {
      ++refused;
      REQUIRE(error.place().line >= 1);
    }
  }
  testing::expect_share(refused, rounds, 0.4);  // 0.86
  testing::expect_share(marked, rounds, 0.02);
}

TEST_CASE("TR and MA mark the stones that are assumed to live") {
  const std::string text = "(;SZ[5]AB[aa][bb]AW[ca]TR[aa][ee]MA[ca:cb]CR[bb];B[dd];W[ee]TR[bb])";
  // The marks of the node of the position; those on empty points mean nothing.
  CHECK(parse_sgf(text).assumed == std::vector<Point>{Point::at(0, 0), Point::at(2, 0)});
  CHECK(parse_sgf(text, "one", 1).assumed.empty());
  CHECK(parse_sgf(text, "two", 2).assumed == std::vector<Point>{Point::at(1, 1)});
  // Marks that other programs write are not errors.
  CHECK(parse_sgf("(;SZ[5]AB[aa]TR[zz][][a]TR[aa])").assumed ==
        std::vector<Point>{Point::at(0, 0)});
  // Territory when play has ended, with the dead stones in it.
  const Problem counted = parse_sgf("(;SZ[3];B[aa];W[cc]TB[aa:ab]TW[cb][cc])");
  CHECK(counted.territory[Player::kLeft] == std::vector<Point>{Point::at(0, 0), Point::at(0, 1)});
  CHECK(counted.territory[Player::kRight].size() == 2);
  CHECK(parse_sgf("(;SZ[3];B[aa]TB[ab];W[cc])").territory[Player::kLeft].empty());
  // They are written again.
  const Problem problem = parse_sgf(text);
  CHECK(parse_sgf(to_sgf(problem)).assumed == problem.assumed);
}

}  // namespace
}  // namespace cgt::go::sgf_test
