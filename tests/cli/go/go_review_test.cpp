// `cgt go --review` and what chooses a position of a record, as a program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_go_review_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

// S9 with other moves: Black loses a point by the first, one more by passing.
std::string mistaken() {
  const std::string root = cgt::testing::source_root();
  const std::string text = read_file(std::filesystem::path(root) / "examples/go/S9.sgf");
  return text.substr(0, text.find(";B[dd]")) + ";B[bd]C[hm];W[dd](;B[hd];W[fg];B[])(;B[fg]))";
}

}  // namespace

TEST_CASE("a review tells what was decided and what moves lost", "[cli][go]") {
  const TemporaryFile game(mistaken(), ".sgf");
  const TemporaryFile notes("", ".sgf");
  const TemporaryFile strip("", ".svg");
  const auto result = run_cgt(
      {"go", game.path(), "--review", "--json", "--sgf", notes.path(), "--svg", strip.path()});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["decided"] == 0);
  CHECK(json["lost"]["black"] == 2);
  CHECK(json["lost"]["white"] == 0);
  CHECK(json["mistakes"]["black"] == 2);
  REQUIRE(json["positions"].size() == 6);
  CHECK(json["positions"][0]["bounds"]["black_first"] == Json{4, 4});
  CHECK(json["positions"][1]["loss"] == 1);
  CHECK(json["positions"][1]["played"] == "B6");
  CHECK(json["positions"][5]["played"] == "pass");
  // B6 is in the gote {1|*}, D6 in {3||2|0}, where White's move is sente.
  CHECK(json["positions"][1]["worth"] ==
        Json({{"temperature", "1/2"}, {"deiri", 1}, {"kind", "gote"}}));
  CHECK(json["positions"][2]["worth"] ==
        Json({{"temperature", 1}, {"deiri", 1}, {"kind", "sente"}}));
  CHECK(json["positions"][5]["worth"].is_null());
  CHECK(json["positions"][5]["bounds"]["white_first"] == Json{2, 2});

  // The record with notes is read back: the same game, its comment and variation kept.
  const std::string annotated = read_file(notes.path());
  CHECK(annotated.find("C[hm\n\ncgt: B+3 with best play, White to play") != std::string::npos);
  CHECK(annotated.find("This move loses 1.") != std::string::npos);
  CHECK(annotated.find("(;B[fg])") != std::string::npos);
  CHECK(annotated.find("V[4]TR[dd][fd][hd][fg]LB[") != std::string::npos);
  const auto again = run_cgt({"go", notes.path(), "--review", "--json"});
  CHECK(again.exit_code == 0);
  CHECK(Json::parse(again.out) == json);

  const std::string svg = read_file(strip.path());
  CHECK(svg.rfind("<svg", 0) == 0);
  std::size_t exact = 0;
  for (std::size_t at = svg.find("class=\"exact\""); at != std::string::npos;
       at = svg.find("class=\"exact\"", at + 1)) {
    ++exact;
  }
  CHECK(exact == 6);
  CHECK(svg.find("move 1 by Black loses 1") != std::string::npos);

  const auto other = run_cgt({"go", game.path(), "--review", "--path", "2"});
  CHECK(other.out.find("   3  B F3        -") != std::string::npos);
}

TEST_CASE("a review assumes and counts as it is told", "[cli][go]") {
  const std::string game = cgt::testing::source_root() + "/examples/go/games/game9.sgf";
  const TemporaryFile notes("", ".sgf");
  const auto result = run_cgt({"go", game, "--review", "--assume", "C9,C7,E7,C5,F4,D3,E9,G8,F7,J2",
                               "--json", "--sgf", notes.path(), "--budget-ms", "0"});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  REQUIRE(json["decided"].is_number());
  CHECK(json["if"].size() == 2);
  CHECK(read_file(notes.path()).find("to play, if the assumed groups live") != std::string::npos);
  const auto told =
      run_cgt({"go", game, "--review", "--assume", "D8 E9", "--komi", "0", "--budget-ms", "0"});
  CHECK(told.exit_code == 0);
  CHECK(told.out.find("komi 0, 35 moves") != std::string::npos);
  CHECK(told.out.find("Assumed: if these live at the end: the white blocks of E9\n") !=
        std::string::npos);
  const auto nobody = run_cgt({"go", game, "--review", "--assume", "A1"});
  CHECK(nobody.exit_code == 3);
  CHECK(nobody.err.find("--assume:1:1: error: there is no stone at A1") != std::string::npos);
}

TEST_CASE("stones that the moves played took are counted", "[cli][go]") {
  // Black takes A7.
  const TemporaryFile game(
      "(;GM[1]SZ[7]AB[ca][ea][ga][ab][bb][cb][db][eb][fb][gb][ac][bc][cc]AW[aa][dc][ec][fc][gc][ad]"
      "[bd][cd][dd][ed][fd][gd][ae][be][ce][de][ee][fe][ge][af][cf][ef][gf][ag][bg][cg][dg][eg][fg]"
      "[gg];B[ba];W[];B[])",
      ".sgf");
  const auto score = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"go", game.path(), "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const auto result = run_cgt(words);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out)["score"]["black_first"].get<int>();
  };
  CHECK(score({}) == 2);
  CHECK(score({"--moves", "1"}) == 1);
  CHECK(score({"--moves", "3"}) == 1);
  CHECK(score({"--moves", "3", "--prisoners", "0,0"}) == 0);
  CHECK(score({"--moves", "3", "--prisoners", "5,2"}) == 3);
  CHECK(score({"--moves", "3", "--rules", "area"}) == score({"--rules", "area"}));
  const auto review = run_cgt({"go", game.path(), "--review", "--json"});
  CHECK(Json::parse(review.out)["positions"][3]["bounds"]["black_first"] == Json{1, 1});
}

TEST_CASE("what is not a game is not reviewed", "[cli][go]") {
  const TemporaryFile open("(;SZ[9];B[ee];W[cc])", ".sgf");
  const auto nothing = run_cgt({"go", open.path(), "--review"});
  CHECK(nothing.exit_code == 0);
  CHECK(nothing.out.find("nothing is decided exactly") != std::string::npos);
  const TemporaryFile diagram("X./.O");
  CHECK(run_cgt({"go", diagram.path(), "--review"}).exit_code == 1);
  CHECK(run_cgt({"go", diagram.path(), "--game", "2"}).exit_code == 1);
  const TemporaryFile illegal("(;SZ[9];B[ee];W[ee])", ".sgf");
  const auto warned = run_cgt({"go", illegal.path(), "--review"});
  CHECK(warned.exit_code == 0);
  CHECK(warned.err.find("warning: move 2 is not legal: E5 is occupied") != std::string::npos);
  CHECK(run_cgt({"go", open.path(), "--sgf", "x.sgf"}).exit_code == 2);
  CHECK(run_cgt({"go", open.path(), "--game", "2"}).exit_code == 3);
  CHECK(run_cgt({"go", open.path(), "--game", "0"}).exit_code == 2);
  CHECK(run_cgt({"go", open.path(), "--moves", "3"}).exit_code == 3);
  CHECK(run_cgt({"go", diagram.path(), "--moves", "2"}).exit_code == 1);
  for (const char* other :
       {"--verify", "--moves=1", "--to-play=B", "--line=hotstrat", "--life-from=true"}) {
    CHECK(run_cgt({"go", open.path(), "--review", other}).exit_code == 2);
  }
  const auto path = run_cgt({"go", open.path(), "--path", "1,0"});
  CHECK(path.exit_code == 3);
  CHECK(path.err.find("this is not a number of a variation") != std::string::npos);
}

}  // namespace cli_go_review_test
