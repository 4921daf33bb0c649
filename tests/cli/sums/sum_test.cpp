// `cgt sum` as a program.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace sum_test {

using cgt::testing::ProcessInput;
using cgt::testing::run_cgt;
using cgt::testing::Scratch;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) out.push_back(part);
  return out;
}

// With `text` on standard input.
cgt::testing::ProcessResult run_on(const std::string& text, std::vector<std::string> words) {
  ProcessInput input;
  input.text = text;
  return run_cgt(std::move(words), input);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The cells of a table without its header.
std::vector<std::vector<std::string>> rows(const std::string& text) {
  std::vector<std::vector<std::string>> out;
  for (const std::string& line : split(text, '\n')) out.push_back(split(line, '\t'));
  REQUIRE_FALSE(out.empty());
  CHECK(out.front() == std::vector<std::string>{"sum", "left_first", "right_first", "outcome",
                                                "left_moves", "right_moves"});
  out.erase(out.begin());
  return out;
}

// Too large for a moment.
const std::string kLarge = "amazons:X.....|......|......|......|......|.....O";

const std::string kMixed =
    "# outcomes that are known without search\n"
    "\n"
    "0\n"
    "^*\n"
    "  domineering:.|. + -domineering:.|.\n"
    "-1/2 + ^\n"
    "{3|-5} + domineering:..|..\n"
    "clobber:xoxo|oxox + domineering:...#|.... + ^*\n"
    "3*clobber:xox - clobber:oxo + {1|-1}\n"
    "game.heap.Subtraction([1,2]):5 + *2\n";

TEST_CASE("cgt sum --scores plays for the score", "[cli][sum]") {
  const auto all = run_cgt({"sum", "go:BBBB|W..B|BBBB + {3|-5}", "--scores", "--moves"});
  REQUIRE(all.exit_code == 0);
  CHECK(contains(all.out, "Left first   3 by 1 move\n             term 2, {3|-5} -> 3\n"));
  CHECK(contains(all.out, "Right first  -4 by 1 move\n             term 2, {3|-5} -> -5\n"));
  const Json one =
      Json::parse(run_cgt({"sum", "{3|-5}", "--scores", "--first", "L", "--json"}).out);
  CHECK(one["left_first"]["score"] == "3");
  CHECK(one["left_first"]["move"]["to"] == "3");
  CHECK_FALSE(one.contains("right_first"));
  CHECK_FALSE(one.contains("outcome"));
  // Nobody has to move in a number; a ko leaves bounds.
  CHECK(contains(run_cgt({"sum", "1/2", "--scores"}).out, "Left first   1/2\n"));
  const auto ko = run_cgt({"sum", "go:#BW#|B.XW|#BW#", "--scores", "--json"});
  CHECK(Json::parse(ko.out)["left_first"]["bounds"] == Json::array({"0", "1"}));
  CHECK(Json::parse(ko.out)["left_first"]["score"].is_null());
  // One a line.
  const auto lines = run_on("{3|-5}\n1/2\n", {"sum", "-", "--scores"});
  CHECK(rows(lines.out)[0][1] == "3");
  CHECK(rows(lines.out)[0][3] == "-");
  CHECK(contains(lines.err, "2 sums: 2 with scores, 0 unknown\n"));
  // A spent budget is unknown.
  const auto spent = run_cgt(
      {"sum", "go:BBBBBB|W....B|BBBBBB", "--scores", "--budget-nodes", "1", "--first", "L"});
  CHECK(spent.exit_code == 4);
  CHECK(contains(spent.out, "Left first   unknown (node budget spent)\n"));
  CHECK(run_cgt({"sum", "0", "--scores", "--certificate", "x.json"}).exit_code == 2);
}

TEST_CASE("cgt sum --db takes over what is known, and answers the same", "[cli][sum][db]") {
  const Scratch folder;
  const std::string db = folder / "known.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "1x8", "--out", db, "-q"}).exit_code == 0);
  REQUIRE(run_cgt({"db", "build", "game.grid.Clobber.ImpartialVariant", "1x6", "--out", db, "-q"})
              .exit_code == 0);
  for (const char* sum :
       {"clobber:xoxoxoxoxoxoxoxo + ^*", "clobber:xoxo + clobber:xxox + domineering:...|...",
        "anti-clobber:xox + clobber:xoxoxoxoxo"}) {
    CAPTURE(sum);
    Json plain = Json::parse(run_cgt({"sum", sum, "--json"}).out);
    Json known = Json::parse(run_cgt({"sum", sum, "--json", "--db", db}).out);
    CHECK(known["outcome"] == plain["outcome"]);
    CHECK(known["components_known"] > 0);
    CHECK(known["positions_evaluated"] < plain["positions_evaluated"]);
  }
  // Impartial boards are known by themselves, not by the boards of the partizan game.
  const auto nim = run_on("{version 1.7} [impartial clobber_1xn] XOXOXOXO {N}",
                          {"sum", "--mcgs", "-", "-q", "--db", db});
  CHECK(nim.out.substr(0, 5) ==
        run_on("{version 1.7} [impartial clobber_1xn] XOXOXOXO {N}", {"sum", "--mcgs", "-", "-q"})
            .out.substr(0, 5));
  // A game has one name in a file, however the sum writes it.
  const std::string toads = "game.strip.GenToadsAndFrogs(1,2,1,false)";
  REQUIRE(run_cgt({"db", "build", toads, "1x5", "--out", db, "-q"}).exit_code == 0);
  for (const std::string& sum :
       {toads + ":tt.ff", std::string("gen-toads-and-frogs(1, 2, 1, false):tt.ff")}) {
    const auto known = run_cgt({"sum", sum, "--json", "--db", db});
    CHECK(known.err.empty());
    CHECK(Json::parse(known.out)["components_known"] > 0);
  }
  const auto strip =
      run_on("{version 1.7} [gen_toads] (1,2,1,0:XX.OO) {B}", {"sum", "--mcgs", "-", "--db", db});
  CHECK_FALSE(contains(strip.err, "knows nothing"));
  // What the file does not know is said once, and does no harm.
  const auto other = run_on("amazons:x.o\namazons:x..o\n", {"sum", "-", "-q", "--db", db});
  CHECK(other.exit_code == 0);
  CHECK(other.err.empty());
  const auto told = run_cgt({"sum", "amazons:x.o + amazons:x..o", "--db", db});
  CHECK(told.err == db + " knows nothing of game.grid.Amazons\n");
  CHECK(contains(told.out, "known        0 components\n"));
  CHECK(run_cgt({"sum", "0", "--db", db + ".missing"}).exit_code == 2);
}

}  // namespace

TEST_CASE("cgt sum tells who wins, and how", "[cli][sum]") {
  const auto result = run_cgt({"sum", "clobber:XOXO|OXOX + domineering:....|.... + {3|-5} + ^*"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const std::vector<std::string> lines = split(result.out, '\n');
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "sum          clobber:XOXO|OXOX + domineering:....|.... + {3|-5} + ^*");
  CHECK(lines[1] == "Left first   wins: term 3, {3|-5} -> 3");
  CHECK(lines[2] == "Right first  wins: term 3, {3|-5} -> -5");
  CHECK(lines[3] == "outcome      N (the first player wins)");
  CHECK(contains(lines[4], "terms        4, "));

  // 1 - 1 is a zero game; moving first loses.
  const auto zero = run_cgt({"sum", "domineering:.|. - domineering:.|."});
  CHECK(contains(zero.out, "Left first   loses\nRight first  loses\noutcome      P (the second"));
  // The only question asked is the only one answered.
  const auto right = run_cgt({"sum", "^", "--first", "R"});
  CHECK(contains(right.out, "Right first  loses\n"));
  CHECK_FALSE(contains(right.out, "Left first"));
  CHECK_FALSE(contains(right.out, "outcome"));
}

TEST_CASE("cgt sum --moves names every winning move", "[cli][sum]") {
  // * + *2 is won by taking *2 to *; both may.
  const auto nim = run_cgt({"sum", "* + *2", "--moves", "--json"});
  REQUIRE(nim.exit_code == 0);
  const Json json = Json::parse(nim.out);
  CHECK(json["sum"] == "* + *2");
  CHECK(json["outcome"] == "N");
  for (const char* side : {"left_first", "right_first"}) {
    CHECK(json[side]["verdict"] == "wins");
    CHECK(json[side]["moves"] == Json::array({{{"term", 2}, {"from", "*2"}, {"to", "*"}}}));
  }
  // Both capture: two moves in a board, none in the number.
  const auto clobber = run_cgt({"sum", "clobber:xox + 0", "--moves", "--first", "L"});
  CHECK(contains(clobber.out,
                 "Left first   wins by 2 moves\n"
                 "             term 1, clobber:xox -> clobber:.xx\n"
                 "             term 1, clobber:xox -> clobber:xx.\n"));
  const auto lost = run_cgt({"sum", "clobber:xo + *", "--moves", "--json"});
  CHECK(Json::parse(lost.out)["left_first"]["moves"] == Json::array());
  // A negative is played on its board.
  const auto negative = run_cgt({"sum", "--first", "L", "--", "-domineering:..|#."});
  CHECK(contains(negative.out, "wins: term 1, -domineering:..|#. -> -domineering:##|#.\n"));
}

TEST_CASE("both methods of cgt sum agree", "[cli][sum]") {
  const TemporaryFile file(kMixed);
  const auto proof = run_cgt({"sum", "--file", file.path(), "--method", "proof-numbers"});
  const auto alpha = run_cgt({"sum", "--file", file.path(), "--method", "alpha-beta"});
  CHECK(proof.exit_code == 0);
  const auto a = rows(proof.out);
  const auto b = rows(alpha.out);
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i][3] == b[i][3]);
  CHECK(run_cgt({"sum", "0", "--method", "guessing"}).exit_code == 2);
}

TEST_CASE("cgt sum solves a file line by line", "[cli][sum]") {
  const TemporaryFile file(kMixed);
  const auto one = run_cgt({"sum", "--file", file.path()});
  REQUIRE(one.exit_code == 0);
  const auto table = rows(one.out);
  REQUIRE(table.size() == 8);
  const std::vector<std::string> outcomes{"P", "N", "P", "R", "N", "", "", ""};
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(table[i][0]);
    CHECK(table[i][3] == outcomes[i]);
  }
  // 5 mod 3 = 2, and *2 + *2 = 0.
  CHECK(table[7][3] == "P");
  CHECK(contains(one.err, "8 sums: "));
  CHECK(contains(one.err, " 0 unknown\n"));
  CHECK(run_cgt({"sum", "--file", file.path(), "-q"}).err.empty());

  // The number of threads changes nothing, in both formats; nor does the way the file is given.
  for (const char* format : {"", "--json"}) {
    std::vector<std::string> words{"sum", "--file", file.path(), "--moves"};
    if (*format != '\0') words.emplace_back(format);
    const auto single = run_cgt(words);
    words.insert(words.end(), {"--threads", "2"});
    const auto threads = run_cgt(words);
    CHECK(single.out == threads.out);
    CHECK(single.err == threads.err);
  }
  CHECK(run_on(kMixed, {"sum", "-"}).out == one.out);
  // A line on its own gives the same answer as in the file.
  for (const auto& row : table) {
    const Json json = Json::parse(run_cgt({"sum", row[0], "--json"}).out);
    CHECK(json["outcome"] == row[3]);
  }
  const auto timed = run_on("0\n", {"sum", "-", "--time"});
  CHECK(contains(timed.out, "\tcpu_ms\n"));
  CHECK(run_on("# nothing\n", {"sum", "-"}).exit_code == 0);
}

TEST_CASE("a spent budget of cgt sum is an answer", "[cli][sum][long]") {
  const auto result = run_cgt({"sum", kLarge, "--budget-nodes", "2000"});
  CHECK(result.exit_code == 4);
  CHECK(contains(result.out, "Left first   unknown (node budget spent)\n"));
  CHECK(contains(result.out, "outcome      unknown\n"));
  const auto json = run_cgt({"sum", kLarge, "--budget-nodes", "2000", "--json"});
  CHECK(json.exit_code == 4);
  CHECK(Json::parse(json.out)["outcome"].is_null());
  CHECK(Json::parse(json.out)["left_first"]["verdict"].is_null());
  CHECK(Json::parse(json.out)["left_first"]["stopped"] == "node budget spent");
  // Each line has the whole budget: those around it are solved.
  const auto lines =
      run_on("*\n" + kLarge + "\n0\n", {"sum", "-", "--budget-nodes", "2000", "--threads", "2"});
  CHECK(lines.exit_code == 4);
  CHECK(lines.out ==
        "sum\tleft_first\tright_first\toutcome\tleft_moves\tright_moves\n"
        "*\twins\twins\tN\t1: * -> 0\t1: * -> 0\n" +
            kLarge +
            "\tunknown\tunknown\t?\t?\t?\n"
            "0\tloses\tloses\tP\t-\t-\n");
  CHECK(lines.err == "3 sums: 0 L, 0 R, 1 N, 1 P, 1 unknown\n");
}

TEST_CASE("cgt sum says what is wrong and where", "[cli][sum]") {
  const auto cell = run_cgt({"sum", "^ + clobber:xz|oo"});
  CHECK(cell.exit_code == 3);
  CHECK(cell.out.empty());
  CHECK(contains(cell.err, "<sum>:1:14: error: "));
  CHECK(contains(cell.err, "  ^ + clobber:xz|oo\n               ^\n"));
  const auto name = run_cgt({"sum", "clober:xo"});
  CHECK(name.exit_code == 3);
  CHECK(contains(name.err, "did you mean \"clobber\"?"));
  // Nothing is solved before the whole file is read.
  const TemporaryFile file("^\n\n  * + {1|\n");
  const auto line = run_cgt({"sum", "--file", file.path()});
  CHECK(line.exit_code == 3);
  CHECK(line.out.empty());
  CHECK(contains(line.err, ":3:"));
  CHECK(contains(line.err, "  * + {1|\n"));
  CHECK(run_cgt({"sum"}).exit_code == 2);
  CHECK(run_cgt({"sum", "0", "--first", "W"}).exit_code == 2);
  CHECK(run_cgt({"sum", "0", "--file", file.path()}).exit_code == 2);
  CHECK(run_cgt({"sum", "--file", "/nonexistent/sums"}).exit_code == 2);
}

TEST_CASE("cgt sum answers the commands of MCGS files", "[cli][sum][mcgs]") {
  const TemporaryFile file(
      "{version 1.7}\n"
      "[clobber_1xn] XOXO (OXX)\n"
      "[integer_game] 1\n"
      "{B, W loss}\n"
      "[impartial domineering] ...|...\n"
      "{N, winning moves N}\n"
      "[nogo] .O.|.OX|...\n"
      "{thermograph L: (0, -1) R: (-2, -1) (0, 1)}\n"
      "[nimber] 1\n"
      "{B win, winning moves B None}\n");
  const auto result = run_cgt({"sum", "--mcgs", file.path()});
  CHECK(result.exit_code == 1);
  const std::vector<std::string> lines = split(result.out, '\n');
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "B: Win");
  CHECK(lines[1] == "W: Loss");
  CHECK(lines[2].starts_with("N: "));
  CHECK(lines[3].starts_with("winning moves N: "));
  CHECK(lines[4] == "thermograph: L: (0, -1) R: (-2, -1) (0, 1)");
  CHECK(lines[5] == "B: Win");
  CHECK(lines[6] == "winning moves B: *0  (expected None)");
  CHECK(result.err ==
        "\nsums               4\ncommands           7\nas expected        3\n"
        "different          1\nnot compared       3\nunknown            0\n");
  const auto threads = run_cgt({"sum", "--mcgs", file.path(), "--threads", "2"});
  CHECK(threads.out == result.out);
  CHECK(threads.err == result.err);
  // Sums share their tables: the answers are the same without.
  const auto fresh = run_cgt({"sum", "--mcgs", file.path(), "--fresh"});
  CHECK(fresh.out == result.out);
  CHECK(fresh.err == result.err);
  CHECK(run_cgt({"sum", "clobber:xo", "--fresh"}).exit_code == 2);

  const auto json = run_cgt({"sum", "--mcgs", file.path(), "--json", "-q"});
  CHECK(json.exit_code == 1);
  CHECK(json.err.empty());
  const std::vector<std::string> objects = split(json.out, '\n');
  REQUIRE(objects.size() == 7);
  const Json last = Json::parse(objects[6]);
  CHECK(last["line"] == 10);
  CHECK(last["command"] == "winning moves B");
  CHECK(last["expected"] == "None");
  CHECK(last["agrees"] == false);
  CHECK(last["result"][0]["to"] == "0");
  CHECK(last["result"][0]["move"] == "*0");
}

TEST_CASE("a wrong expectation in an MCGS file is marked", "[cli][sum][mcgs]") {
  const auto wrong =
      run_on("{version 1.7} [switch_game] (1 -1) {B loss, W win}", {"sum", "--mcgs", "-", "-q"});
  CHECK(wrong.exit_code == 1);
  CHECK(wrong.out == "B: Win  (expected Loss)\nW: Win\n");
  const auto nim =
      run_on("{version 1.7} [impartial kayles] 4 3 {N 3}", {"sum", "--mcgs", "-", "-q"});
  CHECK(nim.exit_code == 1);
  CHECK(nim.out == "N: 2  (expected 3)\n");
  const auto wall = run_on(
      "{version 1.7} [switch_game] (1 -1) "
      "{thermograph L: (1, -1) (0, 1) R: (-1, -1) (0, 1)}",
      {"sum", "--mcgs", "-", "-q"});
  CHECK(wall.exit_code == 1);
  CHECK(wall.out ==
        "thermograph: L: (2, -1) (0, 1) R: (-2, -1) (0, 1)  "
        "(expected L: (1, -1) (0, 1) R: (-1, -1) (0, 1))\n");
  const auto spent =
      run_on("{version 1.7} [amazons] X.....|......|......|......|......|.....O {B win}",
             {"sum", "--mcgs", "-", "-q", "--budget-nodes", "2000"});
  CHECK(spent.exit_code == 4);
  CHECK(spent.out == "B: unknown\n");
  const auto broken = run_on("{version 1.7}\n[clobber] XZ {B}", {"sum", "--mcgs", "-"});
  CHECK(broken.exit_code == 3);
  CHECK(contains(broken.err, ":2:12: error"));
}

TEST_CASE("the game files of MCGS that the tests hold give what they expect", "[cli][sum][mcgs]") {
  for (const char* name : {"mcgs_games.test", "mcgs_moves.test", "mcgs_nogo.test"}) {
    CAPTURE(name);
    const auto result =
        run_cgt({"sum", "--mcgs", cgt::testing::test_data() + "/decomp/solve/data/" + name});
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "different          0\n"));
  }
}

TEST_CASE("cgt bench sums finds no other winners than MCGS", "[cli][sum][bench]") {
#ifndef __SANITIZE_ADDRESS__  // the same answers, later
  const auto bench = run_cgt({"bench", "sums", "--quick", "-q", "--budget-ms", "1000"});
  CHECK(bench.exit_code == 0);
  CHECK(contains(bench.out, ", 0 wrong: "));
#endif
}

}  // namespace sum_test
