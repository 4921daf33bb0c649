// `cgt go` as a program: JSON keys, exit codes, drawings, generated boards.
#include <catch2/catch.hpp>
#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_go_test {

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

namespace {

// Two areas of nine points between walls that live: one cheap, one dear. Composed for this test.
const std::string kTwoAreas =
    "X.X.XXXXXXXXX/XXXXXXXXXXXXX/O...XXXXXXXXX/O...XXXXXXXXX/O...XXXXXXXXX/OOOOXXXXXXXXX/"
    "OXXXXXXXXXXXX/O.........XXX/OXXXXXXXXXXXX/OOOOOOOOOOOOO/O.O.OOOOOOOOO";
// A wide open board between two groups that live, as in the middle of a real game: no search solves
// it.
const std::string kOpen =
    "X.X.XX....OO.O.O/XXXXXX....OOOOOO/................/................/................/"
    "................/................/................/................/................/"
    "................/................/................/................/................/"
    "................";

// Eight subgames; published scores 4 and 3, four best moves of thirteen for Black.
const std::string kNine =
    "X.XXX.XXX/XXXOXXX.X/X.X.XOX.X/X.X.X.X.X/XOOOOOOOO/XXXXXXXXO/O.O.O.O.O/OOO.OXOOO/O.OOOOO.O";

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

bool integer_or_fraction(const Json& value) {
  return value.is_number_integer() ||
         (value.is_string() && value.get<std::string>().find('/') != std::string::npos);
}

}  // namespace

TEST_CASE("JSON of a solved endgame", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--json"});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  std::set<std::string> keys;
  for (const auto& [key, _] : json.items()) keys.insert(key);
  CHECK(keys == std::set<std::string>{"size", "fixed_score", "subgames", "score", "to_play",
                                      "best_moves", "line", "stats", "assumptions"});
  CHECK(json["size"] == 9);
  CHECK(json["to_play"] == "B");
  CHECK(json["score"] == Json({{"black_first", 4}, {"white_first", 3}}));
  CHECK(json["fixed_score"].is_number_integer());
  REQUIRE(json["subgames"].size() == 8);
  for (const Json& subgame : json["subgames"]) {
    CHECK(subgame["points"].is_array());
    CHECK(subgame["value"].is_string());
    CHECK(subgame["chilled"].is_string());
    CHECK(integer_or_fraction(subgame["mean"]));
    CHECK(integer_or_fraction(subgame["temperature"]));
    CHECK(subgame["exact"] == true);
  }
  CHECK(json["best_moves"].size() == 4);
  CHECK(json["line"].size() >= 9);
  CHECK(json["line"][0]["colour"] == "B");
  CHECK(json["line"][1]["colour"] == "W");
  CHECK_FALSE(json["assumptions"].empty());
  CHECK(json["stats"]["local_positions"].is_number_integer());
}

TEST_CASE("the player to move can be chosen", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--json", "--to-play", "w"});
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["to_play"] == "W");
  CHECK(json["line"][0]["colour"] == "W");
  CHECK(run_cgt({"go", board.path(), "--to-play", "green"}).exit_code == 2);
}

TEST_CASE("the table names what the JSON names", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto table = run_cgt({"go", board.path()});
  CHECK(table.exit_code == 0);
  for (const char* text : {"9x9", "the file does not say", "Black first: B+4", "White first: B+3",
                           "(4 of 13)", "Optimal line: ", "Assumed: "}) {
    INFO(text);
    CHECK(table.out.find(text) != std::string::npos);
  }
}

TEST_CASE("the drawing is a complete SVG", "[cli][go]") {
  const TemporaryFile board(kNine);
  const TemporaryFile drawing("", ".svg");
  REQUIRE(run_cgt({"go", board.path(), "--svg", drawing.path()}).exit_code == 0);
  const std::string svg = read_file(drawing.path());
  CHECK(svg.rfind("<svg xmlns=", 0) == 0);
  CHECK(svg.substr(svg.size() - 7) == "</svg>\n");
  CHECK(count(svg, "<svg") == count(svg, "</svg>"));
  CHECK(count(svg, "<g>") + count(svg, "<g ") == count(svg, "</g>"));
  CHECK(svg.find("Thermograph of the sum") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(run_cgt({"go", board.path(), "--svg", "/nonexistent/x.svg"}).exit_code == 2);
}

TEST_CASE("--verify checks the answers", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--verify", "--budget-ms", "3000"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("Check: ") != std::string::npos);
}

TEST_CASE("a spent memory budget is out of budget, not a refusal", "[cli][go]") {
  const TemporaryFile board(".......\n.......\n.......\n.......\n.......\n.......\n.......\n",
                            ".txt");
  const auto result = run_cgt({"go", board.path(), "--budget-mb", "30"});
  CHECK(result.exit_code == 4);
  CHECK(result.out.find("memory budget spent") != std::string::npos);
}

TEST_CASE("a budget that is too small says what is known", "[cli][go]") {
  const TemporaryFile board(kNine);
  const auto result = run_cgt({"go", board.path(), "--budget-nodes", "1", "--json"});
  CHECK(result.exit_code == 4);
  const Json json = Json::parse(result.out);
  CHECK(json["line"].is_null());
  CHECK(json["fixed_score"].is_number_integer());
  CHECK(json.contains("stopped"));
}

TEST_CASE("a spent budget leaves what was solved by then", "[cli][go]") {
  const TemporaryFile board(kTwoAreas);
  const std::vector<std::string> words{"go", board.path(), "--json"};
  const auto whole = run_cgt(words);
  REQUIRE(whole.exit_code == 0);
  const Json all = Json::parse(whole.out);
  REQUIRE(all["subgames"].size() == 2);
  auto few = words;
  few.insert(few.end(), {"--budget-nodes", "12000"});
  const auto partly = run_cgt(few);
  CHECK(partly.exit_code == 4);
  const Json some = Json::parse(partly.out);
  CHECK(some["stopped"] == "node budget spent");
  CHECK_FALSE(some.contains("default_limit_ms"));
  // The dear area comes first on the board; it does not take all.
  CHECK(some["subgames"][0]["value"].is_null());
  CHECK(some["subgames"][0]["note"] == "node budget spent");
  CHECK(some["subgames"][1]["value"] == all["subgames"][1]["value"]);
  CHECK(some["subgames"][1]["exact"] == true);
  CHECK(some["fixed_score"] == all["fixed_score"]);
  CHECK(some["score"]["black_first"].is_null());
  CHECK(some["line"].is_null());
}

TEST_CASE("an open board ends by itself, and says why", "[cli][go][long]") {
  const TemporaryFile board(kOpen);
  auto told = std::async(std::launch::async, [&] {
    return run_cgt({"go", board.path(), "--json"});
  });
  const auto table = run_cgt({"go", board.path()});
  const auto json = told.get();
  CHECK(table.exit_code == 4);
  CHECK(table.out.find(
            "Stopped: time budget spent. What is missing is unknown.\n"
            "The limit is 10 s unless --budget-ms N sets another; --budget-ms 0 lifts it.\n") !=
        std::string::npos);
  CHECK(json.exit_code == 4);
  CHECK(Json::parse(json.out)["stopped"] == "time budget spent");
  CHECK(Json::parse(json.out)["default_limit_ms"] == 10000);
}

TEST_CASE("a limit of the user's own replaces that of the program, and 0 lifts it", "[cli][go]") {
  const TemporaryFile open(kOpen);
  const auto soon = run_cgt({"go", open.path(), "--budget-ms", "200"});
  CHECK(soon.exit_code == 4);
  CHECK(soon.out.find("Stopped: time budget spent") != std::string::npos);
  CHECK(soon.out.find("lifts it") == std::string::npos);
  const TemporaryFile solved(kNine);
  const auto unlimited = run_cgt({"go", solved.path(), "--budget-ms", "0", "--json"});
  CHECK(unlimited.exit_code == 0);
  CHECK_FALSE(Json::parse(unlimited.out).contains("stopped"));
}

TEST_CASE("a board without safe stones says so", "[cli][go]") {
  const TemporaryFile board("...../.X.O./...../.O.X./.....");
  const auto result = run_cgt({"go", board.path(), "--budget-ms", "500"});
  CHECK(result.exit_code != 0);
  CHECK(result.out.find("unconditionally alive") != std::string::npos);
}

TEST_CASE("a board whose regions hang together is refused, not split", "[cli][go]") {
  // Spight: the eyes of one group couple the regions around it.
  const TemporaryFile board(
      "O.O...XO./.OOX.XXOO/OOXXXXXO./.XXOXOOOO/.XX.OOXXX/.XOOOX.X./.XXXOXXXX/.XOOOOOOO/.X.......");
  const auto result = run_cgt({"go", board.path(), "--budget-ms", "2000"});
  CHECK(result.exit_code != 0);
  CHECK(result.out.find("depend") != std::string::npos);
}

TEST_CASE("generated boards are reproducible and solvable", "[cli][go]") {
  const auto first = run_cgt({"go", "generate", "--size", "13", "--seed", "7"});
  CHECK(first.exit_code == 0);
  CHECK(first.out == run_cgt({"go", "generate", "--size", "13", "--seed", "7"}).out);
  CHECK(first.out != run_cgt({"go", "generate", "--size", "13", "--seed", "8"}).out);
  for (const char* kind : {"numbers", "ups", "tinies", "hot", "forks"}) {
    INFO(kind);
    const TemporaryFile record("", ".sgf");
    REQUIRE(run_cgt({"go", "generate", "--size", "13", "--seed", "3", "--kinds", kind, "--out",
                     record.path()})
                .exit_code == 0);
    CHECK(run_cgt({"go", record.path()}).exit_code == 0);
  }
  CHECK(run_cgt({"go", "generate", "--size", "53"}).exit_code == 2);
  CHECK(run_cgt({"go", "generate", "--kinds", "cold"}).exit_code != 0);
}

}  // namespace cli_go_test
