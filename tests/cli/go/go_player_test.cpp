// `cgt go` on a player's own game: its end, its rules, what is told dead, another program's eyes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_go_player_test {

using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

// Fourteen moves on five lines: Black lives on the left with three points, White on the right with
// three, five dame are left between them.
std::string game(const std::string& properties, const std::string& last = "") {
  return "(;GM[1]SZ[5]KM[0.5]" + properties +
         ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[ab];W[eb];B[ad];W[ed]" +
         last + ")";
}

// Two walls with nine dame between and open board behind them: nothing is proved. White has three stones
// behind Black's wall. If the walls live, Black has 15 points there and three dead stones, White 36.
const std::string kWalls =
    "..X.O..../O.X.O..../..X.O..../O.X.O..../..X.O..../O.X.O..../..X.O..../..X.O..../..X.O....";

const std::string kGame9 = cgt::testing::source_root() + "/examples/go/games/game9.sgf";

Json json_of(std::vector<std::string> words, int exit_code) {
  words.insert(words.begin(), "go");
  words.emplace_back("--json");
  const auto result = run_cgt(std::move(words));
  INFO(result.err);
  REQUIRE(result.exit_code == exit_code);
  return Json::parse(result.out);
}

// The small engine of these tests.
std::string engine(const std::string& dialect, const std::string& dead,
                   const std::string& seki = "") {
  return "sh '" + cgt::testing::source_root() + "/tests/cli/go/life_engine.sh' " + dialect + " ' " +
         dead + " ' ' " + seki + " '";
}

}  // namespace

TEST_CASE("a game is solved at its end, by the rules it names", "[cli][go]") {
  const TemporaryFile japanese(game("RU[Japanese]"), ".sgf");
  const auto table = run_cgt({"go", japanese.path()});
  CHECK(table.exit_code == 0);
  CHECK(
      table.out.find(": 5x5, komi 1/2, after move 14 of 14 (White E2), Black to play (as the file "
                     "says), territory scoring (RU[Japanese])\n") != std::string::npos);
  CHECK(table.out.find("Black first: W+1/2      White first: W+1/2\n") != std::string::npos);
  CHECK(table.out.find("Estimate:") == std::string::npos);
  const TemporaryFile chinese(game("RU[Chinese]"), ".sgf");
  const Json area = json_of({chinese.path()}, 0);
  CHECK(area["status"] == "exact");
  CHECK(area["rules"] == "area");
  CHECK(area["score"] == Json({{"black_first", "1/2"}, {"white_first", "-3/2"}}));
  CHECK(run_cgt({"go", chinese.path(), "--prisoners", "1,2"}).err.find("--rules territory") !=
        std::string::npos);
  // What is asked for comes before what the record says.
  const Json asked = json_of({chinese.path(), "--rules", "territory"}, 0);
  CHECK(asked["score"]["black_first"] == "-1/2");
  const TemporaryFile silent(game(""), ".sgf");
  CHECK(run_cgt({"go", silent.path()}).out.find("territory scoring (the file does not say") !=
        std::string::npos);
}

TEST_CASE("--moves counts from either end", "[cli][go]") {
  const TemporaryFile record(game(""), ".sgf");
  const auto before = run_cgt({"go", record.path(), "--moves", "-2", "--budget-nodes", "20000"});
  CHECK(before.out.find("after move 12 of 14 (White E4), Black to play") != std::string::npos);
  const auto same = run_cgt({"go", record.path(), "--moves", "12", "--budget-nodes", "20000"});
  CHECK(same.out.substr(0, same.out.find("Took")) == before.out.substr(0, before.out.find("Took")));
  const auto far = run_cgt({"go", record.path(), "--moves", "-15"});
  CHECK(far.exit_code != 0);
  CHECK(far.err.find("15 moves before the end asked for, but the line has 14") !=
        std::string::npos);
  // A problem is asked at its beginning.
  const TemporaryFile problem(
      "(;SZ[5]AB[ba][bb][bc][bd][be][ab][ad]AW[da][db][dc][dd][de][eb][ed];"
      "B[ca])",
      ".sgf");
  CHECK(run_cgt({"go", problem.path()}).out.find("after move") == std::string::npos);
}

TEST_CASE("what is told dead is counted dead, on the user's word", "[cli][go]") {
  const TemporaryFile board(kWalls);
  const Json told = json_of({board.path(), "--dead", "A8,A6 A4"}, 0);
  CHECK(told["score"] == Json({{"black_first", -15}, {"white_first", -15}}));
  CHECK(told["status"] == "exact");
  REQUIRE(told["if"].size() == 3);
  CHECK(told["if"][2].get<std::string>().find("A8 A6 A4") != std::string::npos);
  CHECK_FALSE(told.contains("estimated"));
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--dead", "A1"}, {"--dead", "A8", "--assume", "C9"}, {"--dead", "Z9"}}) {
    std::vector<std::string> words{"go", board.path()};
    words.insert(words.end(), wrong.begin(), wrong.end());
    CHECK(run_cgt(words).exit_code >= 2);
  }
  // The same by the marks of a record that was counted.
  std::string moves;
  for (int y = 0; y < 9; ++y) {
    const char row = static_cast<char>('a' + y);
    moves += std::string(";B[c") + row + "];W[e" + row + "]";
  }
  moves += ";B[];W[ab];B[];W[ad];B[];W[af]";
  const TemporaryFile marked("(;SZ[9]" + moves + "TB[aa:bi]TW[fa:ii])", ".sgf");
  const Json counted = json_of({marked.path()}, 0);
  CHECK(counted["score"] == told["score"]);
  CHECK(counted["if"] == told["if"]);
}

TEST_CASE("nothing proved: an estimate, with its reasons, and no exit code 0", "[cli][go]") {
  const Json json = json_of({kGame9, "--budget-nodes", "400000"}, 4);
  CHECK(json["status"] == "bounds");
  CHECK(json["estimated"]["score"] == Json({{"black_first", "27/2"}, {"white_first", "27/2"}}));
  CHECK(json["if_these_live"]["bounds"]["black_first"][0] == "27/2");
  CHECK(json["if_these_live"]["if"].size() == 3);
  CHECK(json["estimated"]["owners"].size() == 9);
  for (const Json& block : json["estimated"]["blocks"]) {
    CHECK((block["status"] == "alive" || block["status"] == "dead" ||
           block["status"] == "unsettled"));
  }
  // The estimate is within what is proved.
  CHECK(json["score"]["black_first"].is_null());
  const Json assumed = json_of({kGame9, "--budget-nodes", "400000", "--assume", "auto"}, 4);
  CHECK(assumed["status"] == "estimated");
  CHECK(assumed["bounds"]["black_first"][0] == "27/2");
  const auto table = run_cgt({"go", kGame9, "--budget-nodes", "400000"});
  CHECK(table.exit_code == 4);
  CHECK(table.out.find("Estimate:       Black first: B+27/2      White first: B+27/2\n"
                       "If these live:  Black first: B+27/2 to B+") != std::string::npos);
  CHECK(table.out.find("\nProved:         Black first: W+") != std::string::npos);
}

TEST_CASE("an estimate keeps within what follows from proofs and from the user's word",
          "[cli][go]") {
  // The walls live by their letters, and integers are proved; playouts would have all of it Black's.
  const TemporaryFile gap("BBBBBBBB/B...XO.W/B...XO.W/B.....BW/BBBBBBBW");
  const Json json = json_of({gap.path(), "--budget-nodes", "100000"}, 4);
  for (const char* first : {"black_first", "white_first"}) {
    const int score = json["estimated"]["score"][first].get<int>();
    CHECK(json["bounds"][first][0].get<int>() <= score);
    CHECK(score <= json["bounds"][first][1].get<int>());
  }
}

TEST_CASE("another program's eyes, in each dialect", "[cli][go]") {
  const TemporaryFile board(kWalls);
  for (const std::string dialect : {"raw", "analyze", "list"}) {
    INFO(dialect);
    const Json json = json_of(
        {board.path(), "--budget-nodes", "20000", "--life-from", engine(dialect, "A8 A6 A4")}, 4);
    const Json& estimated = json["estimated"];
    CHECK(estimated["score"] == Json({{"black_first", -15}, {"white_first", -15}}));
    CHECK(estimated["reasons"][0] == "life and death as Oracle 1 says");
    std::size_t dead = 0;
    for (const Json& block : estimated["blocks"]) {
      CHECK(block["by"] == "engine");
      dead += block["status"] == "dead" ? 1 : 0;
    }
    CHECK(dead == 3);
    CHECK(json["if_these_live"]["bounds"]["white_first"] == Json({-15, -15}));
    CHECK(json["bounds"]["white_first"][0].get<int>() <= -15);
    CHECK(json["bounds"]["white_first"][1].get<int>() >= -15);
  }
  const Json seki = json_of(
      {board.path(), "--budget-nodes", "20000", "--life-from", engine("list", "", "E9")}, 4);
  const auto& blocks = seki["estimated"]["blocks"];
  CHECK(std::ranges::count_if(blocks,
                              [](const Json& block) { return block["status"] == "seki"; }) == 1);
}

TEST_CASE("an engine does not overrule proofs", "[cli][go]") {
  // Black's stones on the left live unconditionally; the engine calls them dead.
  const TemporaryFile board(
      ".X.X..O../XXXX..O../......O../......O../......O../......O../......O../......O../......O..");
  for (const std::string dialect : {"raw", "list"}) {
    const Json json = json_of({board.path(), "--budget-nodes", "20000", "--life-from",
                               engine(dialect, "B9 D9 A8 B8 C8 D8")},
                              4);
    for (const Json& block : json["estimated"]["blocks"]) {
      const bool black = block["colour"] == "B";
      CHECK(block["status"] == "alive");
      CHECK(block["by"] == (black ? "proof" : "engine"));
    }
  }
}

TEST_CASE("engines that do not answer are told", "[cli][go]") {
  const TemporaryFile board(kWalls);
  const auto asked = [&](const std::string& command) {
    return run_cgt({"go", board.path(), "--budget-ms", "1500", "--life-from", command});
  };
  const auto mute = asked(engine("mute", ""));
  CHECK(mute.exit_code == 1);
  CHECK(mute.err.find("Oracle 1 tells neither ownership nor dead stones") != std::string::npos);
  const auto gone = asked(engine("gone", ""));
  CHECK(gone.exit_code == 1);
  CHECK(gone.err.find("does not answer version") != std::string::npos);
  CHECK(asked(engine("slow", "")).err.find("does not answer name") != std::string::npos);
  CHECK(asked("exit 3").err.find("does not answer name") != std::string::npos);
  const TemporaryFile oblong("..X.O../..X.O..");
  CHECK(
      run_cgt({"go", oblong.path(), "--life-from", engine("list", "")}).err.find("square boards") !=
      std::string::npos);
}

TEST_CASE("the status of one group and the moves that decide it", "[cli][go]") {
  const TemporaryFile corner("...OX.B/OOOOXXX/OXXXX.X/XXXXXXX");
  const auto text = run_cgt({"go", corner.path(), "--status", "D4"});
  CHECK(text.exit_code == 0);
  CHECK(text.out ==
        "White D4 (6 stones): unsettled: who moves first decides\n  kills: B4\n  saves: B4\n"
        "Assumed: if these live: the blocks of E4\n");
  const auto result = run_cgt({"go", corner.path(), "--status", "D4", "--json"});
  const Json json = Json::parse(result.out)[0];
  CHECK(json["status"] == "unsettled");
  CHECK(json["kills"] == Json({"B4"}));
  CHECK(json["proved"] == false);
  CHECK(json["because"] == Json({"if these live: the blocks of E4"}));
  // Nobody says what lives, so that it is an estimate.
  const TemporaryFile plain("...OX.X/OOOOXXX/OXXXX.X/XXXXXXX");
  CHECK(run_cgt({"go", plain.path(), "--status", "D4"}).exit_code == 4);
  CHECK(run_cgt({"go", plain.path(), "--status", "B4"}).err.find("there is no stone at B4") !=
        std::string::npos);
}

TEST_CASE("races to capture by the command line", "[cli][go]") {
  const std::string race = cgt::testing::source_root() + "/examples/go/race.txt";
  const TemporaryFile drawing("", ".svg");
  const auto text = run_cgt({"semeai", race, "--verify", "--svg", drawing.path()});
  CHECK(text.exit_code == 0);
  CHECK(text.out.find("Black B6 (9 stones) against White F4 (6 stones): Black is 2 moves ahead") ==
        0);
  CHECK(text.out.find("Check: race 1, white first: confirmed by plain search") !=
        std::string::npos);
  const std::string svg = cgt::testing::read_file(drawing.path());
  CHECK(svg.rfind("<svg", 0) == 0);
  CHECK(svg.find("shared liberties") != std::string::npos);
  const auto listed = run_cgt({"semeai", race, "--at", "B6,F4", "--json"});
  REQUIRE(listed.exit_code == 0);
  const Json answer = Json::parse(listed.out);
  CHECK(answer["proved"] == false);
  CHECK(answer["because"] == Json({"if these live: the blocks of A7 G4"}));
  const Json json = answer["races"];
  REQUIRE(json.size() == 1);
  CHECK(json[0]["winner"] == "B");
  CHECK(json[0]["ahead"] == 2);
  CHECK(json[0]["class"] == "an eye against none");
  CHECK(json[0]["white"]["outside"] == Json({"B2", "D2", "F2"}));
  CHECK(json[0]["shared"] == Json({"D4", "E4"}));
  CHECK(json[0]["white_first"]["verdict"] == "kill");
  CHECK(json[0]["white_first"]["by"] == "formula");
  CHECK(json[0]["white_first"]["line"][0]["point"] == "E6");
  const Json groups =
      Json::parse(run_cgt({"go", race, "--groups", "--json", "--budget-nodes", "20000"}).out);
  REQUIRE(groups["races"].size() == 1);
  CHECK(groups["races"][0]["summary"] == "Black is 2 moves ahead");
  const TemporaryFile settled("X.XXOO.O/XXX.OOOO/XXX...OO/XXXXOOOO/X.XXOO.O");
  CHECK(run_cgt({"semeai", settled.path()}).out.find("No race was found.") == 0);
  CHECK(run_cgt({"semeai"}).exit_code == 2);
  // Out of budget is an answer.
  const auto spent = run_cgt({"semeai", race, "--budget-nodes", "1"});
  CHECK(spent.exit_code == 4);
  CHECK(spent.err.empty());
  CHECK(spent.out.find("No race was found.\nUnfinished: node budget spent") == 0);
}

}  // namespace cli_go_player_test
