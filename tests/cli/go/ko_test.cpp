// `cgt ko` as a program: JSON, drawings, files, errors and exit codes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cgt/ko/rows.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace ko_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::ordered_json;

namespace {

// A knot, and the mast of a ko of one point.
Json wall(const char* t, const char* value) {
  return Json::array({Json::array({t, value}), Json::array({"1/3", "1/3"})});
}

}  // namespace

TEST_CASE("JSON of a ko", "[cli][ko]") {
  const auto result = run_cgt({"ko", "A: B | 0; B: 1 | A", "--json"});
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
  const Json one = {{"mast", "1/3"},
                    {"temperature", "1/3"},
                    {"left_wall", wall("-1", "3")},
                    {"right_wall", wall("-1", "-1")}};
  Json right = one;
  right["left_wall"] = wall("-1", "-1");
  const Json expected = {{"game", "A: B | 0; B: 1 | A"},
                         {"none", one},
                         {"L", one},
                         {"R", right},
                         {"class", "placid"},
                         {"proved", true}};
  CHECK(result.out == expected.dump() + "\n");
  const auto left = run_cgt({"ko", "A: B | 0; B: 1 | A", "--json", "--komaster", "R"});
  const Json alone = {
      {"game", "A: B | 0; B: 1 | A"}, {"R", right}, {"class", "placid"}, {"proved", true}};
  CHECK(left.out == alone.dump() + "\n");
}

TEST_CASE("a file of kos, as JSON", "[cli][ko]") {
  std::string text = "# rows from outside\n\n";
  for (const auto& row : cgt::testing::ko_rows()) text += row.game + "\n";
  const TemporaryFile file(text);
  const auto result = run_cgt({"ko", "--file", file.path(), "--json"});
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
  std::istringstream lines(result.out);
  std::string line;
  for (const auto& row : cgt::testing::ko_rows()) {
    REQUIRE(std::getline(lines, line));
    const Json json = Json::parse(line);
    INFO(row.name << " " << line);
    CHECK(json["game"] == row.game);
    const Json& found = json[name(row.komaster)];
    CHECK(found["mast"] == row.mast);
    CHECK(found["temperature"] == row.temperature);
    for (const cgt::Player player : cgt::kPlayers) {
      std::string knots;
      for (const Json& knot : found[player == cgt::Player::kLeft ? "left_wall" : "right_wall"]) {
        knots += (knots.empty() ? "" : " ") + knot[0].get<std::string>() + ":" +
                 knot[1].get<std::string>();
      }
      CHECK(knots == row.walls[player]);
    }
    if (row.kind != "-") CHECK(json["class"] == row.kind);
  }
  CHECK(!std::getline(lines, line));
}

TEST_CASE("irregular cycles are refused by name", "[cli][ko]") {
  const std::string game = "A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C";
  const auto result = run_cgt({"ko", game, "--json"});
  CHECK(result.exit_code == 1);
  const char* why = "double ko at A, B, C, D";
  const Json refused = {
      {"game", game}, {"refused", why}, {"proved", false}, {"because", Json::array({why})}};
  CHECK(result.out == refused.dump() + "\n");
  CHECK(run_cgt({"ko", game}).out == game + "\nrefused: double ko at A, B, C, D\n");
}

TEST_CASE("kos in the wrong form have a place and a hint", "[cli][ko]") {
  const auto result = run_cgt({"ko", "A: B | C; B: 1 | A"});
  CHECK(result.exit_code == 3);
  CHECK(result.err ==
        "<game>:1:8: error: there is no node \"C\"\n  A: B | C; B: 1 | A\n         ^\n"
        "hint: write it: C: ... | ...\n");
  const TemporaryFile file("A: B | 0; B: 1 | A\n\nA: B | 0\n");
  const auto second = run_cgt({"ko", "--file", file.path()});
  CHECK(second.exit_code == 3);
  CHECK(second.out.empty());
  CHECK(second.err.find(":3:4: error: there is no node \"B\"") != std::string::npos);
  CHECK(run_cgt({"ko", "#BW#/B?XW"}).exit_code == 3);
  CHECK(run_cgt({"ko"}).exit_code == 2);
  CHECK(run_cgt({"ko", "A: 1 | 0", "--komaster", "X"}).exit_code == 2);
  CHECK(run_cgt({"ko", "--file", "no such file"}).exit_code == 2);
}

TEST_CASE("kos are drawn and checked", "[cli][ko]") {
  const TemporaryFile drawing("");
  const auto drawn = run_cgt({"ko", "#BW#/B.XW/#BW#", "--svg", drawing.path()});
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.out.find("Drawn to " + drawing.path()) != std::string::npos);
  CHECK(read_file(drawing.path()).find("Right is komaster") != std::string::npos);
  const auto checked = run_cgt({"ko", "A: B | 0; B: 30 | A", "--verify", "--json"});
  CHECK(checked.exit_code == 0);
  const Json json = Json::parse(checked.out);
  CHECK(json["stack"]["none"] == Json({{"agrees", true},
                                       {"threats", 0},
                                       {"passes", "free"},
                                       {"steps", {{"1/12", "1"}, {"1/24", "1"}}}}));
  CHECK(json["stack"]["L"]["agrees"] == true);
  const auto below = run_cgt({"ko", "BWBBB/WX..B/BO.OB/WBWBB", "--verify", "--json"});
  CHECK(Json::parse(below.out)["stack"]["none"]["passes"] == "costly");
  CHECK(Json::parse(below.out)["stack"]["none"]["agrees"] == true);
  const auto parted = run_cgt({"ko", "K2: K1 | K3; K1: -9 | 9, K2; K3: K2, -9 | 9", "--verify"});
  CHECK(parted.exit_code == 0);
  CHECK(parted.out.find("Left is komaster: parts from the coupon stack") != std::string::npos);
}

TEST_CASE("a budget of cgt ko is kept", "[cli][ko]") {
  const auto result = run_cgt({"ko", "....../....../......", "--budget-nodes", "2000", "--json"});
  CHECK(result.exit_code == 4);
  CHECK(Json::parse(result.out).contains("unknown"));
}

TEST_CASE("cgt go tells means and moves of kos", "[cli][go][ko]") {
  const TemporaryFile board("X.XXOO.O/XXXXOOOO/XXX.XOOO/XXXXOOOO/X.XXOO.O");
  const auto result = run_cgt({"go", board.path(), "--json"});
  CHECK(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["subgames"][0]["ko"]["none"] == Json({{"mast", "-1/3"}, {"temperature", "1/3"}}));
  CHECK(json["subgames"][0]["ko"]["class"] == "placid");
  for (const char* komaster : {"none", "L", "R"}) {
    CHECK(
        json["estimate"][komaster] ==
        Json({{"mean", "-1/3"}, {"temperature", "1/3"}, {"hotstrat", "D3"}, {"sentestrat", "D3"}}));
  }
  CHECK(json["score"] == Json({{"black_first", 0}, {"white_first", -1}}));
  CHECK(json["proved_best"] == Json::array({"D3"}));
  const auto table = run_cgt({"go", board.path()});
  CHECK(table.out.find("Estimate, komaster none: mean W+1/3, temperature 1/3, Black plays D3") !=
        std::string::npos);
}

TEST_CASE("cgt go --svg draws the thermographs of kos", "[cli][go][ko]") {
  const TemporaryFile board("X.XXOO.O/XXXXOOOO/XXX.XOOO/XXXXOOOO/X.XXOO.O");
  const TemporaryFile drawing("");
  CHECK(run_cgt({"go", board.path(), "--svg", drawing.path()}).exit_code == 0);
  const std::string svg = read_file(drawing.path());
  CHECK(svg.find("Ko of 1 at D3 (placid)") != std::string::npos);
  for (const char* title : {"no komaster", "Black is komaster", "White is komaster"}) {
    CHECK(svg.find(title) != std::string::npos);
  }
  // Three panels, and the description of all; and the label of the region.
  std::size_t panels = 0;
  for (std::size_t at = 0; (at = svg.find("mean -1/3, temperature 1/3", at)) != std::string::npos;
       ++at) {
    ++panels;
  }
  CHECK(panels == 6);
  CHECK(svg.find("1/3 (ko)") != std::string::npos);
}

TEST_CASE("cgt go --line plays by a strategy", "[cli][go][ko]") {
  const TemporaryFile board("X.XXXXOOOO.O/XXXXX...OOOO/XXXXXXOOOOOO/XXXXX..XOOOO/X.XXXXOOOO.O");
  std::vector<Json> lines;
  for (const char* strategy : {"hotstrat", "sentestrat"}) {
    const auto result = run_cgt(
        {"go", board.path(), "--to-play", "W", "--line", strategy, "--after", "F4,g2", "--json"});
    CHECK(result.exit_code == 0);
    lines.push_back(Json::parse(result.out)["play_out"]);
    CHECK(lines.back()["black"] == strategy);
    CHECK(lines.back()["komaster"] == "none");
    CHECK(lines.back()["line"][1]["point"] == "G2");
  }
  CHECK(lines[0]["score"] == "-1");
  CHECK(lines[1]["score"] == "-2");
  CHECK(lines[0]["line"][2]["answer"] == false);
  CHECK(lines[1]["line"][2]["answer"] == true);
  CHECK(lines[1]["line"][2]["point"] != lines[0]["line"][2]["point"]);
  CHECK(lines[0]["ko"] == false);
  CHECK(!lines[0].contains("trouble"));
  CHECK(!lines[0].contains("score_bounds"));
  const auto text = run_cgt({"go", board.path(), "--line", "sentestrat,hotstrat"});
  CHECK(text.out.find("Played out by sentestrat against hotstrat, komaster none: ") !=
        std::string::npos);
  const auto wrong = run_cgt({"go", board.path(), "--line", "sentestrat", "--after", "F4,Z9"});
  CHECK(wrong.exit_code == 3);
  CHECK(wrong.err.find("--after:1:4: error: this is not a point of the board") !=
        std::string::npos);
  CHECK(run_cgt({"go", board.path(), "--line", "sentestrat", "--after", "A1"}).exit_code == 1);
  CHECK(run_cgt({"go", board.path(), "--after", "F4"}).exit_code == 2);
  CHECK(run_cgt({"go", board.path(), "--line", "hotstrat,hotstrat,hotstrat"}).exit_code == 2);
}

TEST_CASE("cgt go --line ends where a region has no thermograph", "[cli][go][ko]") {
  const TemporaryFile board("X.XXXXOOOO.O/XXXXOX.OOOOO/XXXXO..OOOOO/XXXXXXOOOOOO/X.XXXXOOOO.O");
  const auto result =
      run_cgt({"go", board.path(), "--to-play", "W", "--line", "sentestrat", "--json"});
  CHECK(result.exit_code == 0);
  const Json json = Json::parse(result.out)["play_out"];
  CHECK(json["score"].is_null());
  CHECK(json["score_bounds"] == Json::array({"3", "7/2"}));
  CHECK(json["ko"] == true);
  CHECK(json["trouble"].get<std::string>().find("sending two returning one") != std::string::npos);
  CHECK(json["line"].size() == 1);
}

TEST_CASE("cgt ko --discover answers by play alone", "[cli][ko]") {
  const auto direct = run_cgt({"ko", "A: B | 0; B: 30 | A", "--discover", "--komaster", "none"});
  CHECK(direct.exit_code == 0);
  CHECK(direct.out.find("no komaster: mean 79/8 to 81/8, temperature 79/8 to 81/8; by play with "
                        "coupons of 1/48, not proved\n") != std::string::npos);
  const auto twice =
      run_cgt({"ko", "A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C", "--discover", "--json"});
  CHECK(twice.exit_code == 0);
  CHECK(run_cgt({"ko", "A: B, C | 0; B: D | A; C: D | A; D: 9 | B, C"}).exit_code == 1);
  const Json json = Json::parse(twice.out);
  CHECK(json["refused"] == "double ko at A, B, C, D");
  CHECK(json["discovered"]["none"]["proved"] == false);
  CHECK(json["discovered"]["L"]["threats"] == 5);
}

}  // namespace ko_test
