// `cgt eval` as a program.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Json = nlohmann::json;

TEST_CASE("cgt eval prints the value of a board", "[cli][eval]") {
  const auto result = run_cgt({"eval", "domineering", "....|...."});
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "Domineering  ....|....\nvalue        Miny(2)\noutcome      R (Right wins)\n"
        "mean         0\ntemperature  0\nstops        0 | 0\n"
        "searched     7 components, 6 games\n");
  const auto several = run_cgt({"eval", "clobber", "xo", "xoxo|oxox", "xo.|oxo|xox"});
  CHECK(several.out == "xo\t*\nxoxo|oxox\t*\nxo.|oxo|xox\t" +
                           run_cgt({"-e", "game.grid.Clobber(\"xo.|oxo|xox\").CanonicalForm"}).out);
  const auto threads =
      run_cgt({"eval", "clobber", "xo", "xoxo|oxox", "xo.|oxo|xox", "--threads", "3"});
  CHECK(threads.out == several.out);
  const auto parameters = run_cgt({"eval", "game.heap.Subtraction([1,3])", "7"});
  CHECK(parameters.out.find("value        *\n") != std::string::npos);
}

TEST_CASE("cgt eval --json and --moves", "[cli][eval]") {
  const auto result = run_cgt({"eval", "clobber", "xox", "--json", "--moves"});
  REQUIRE(result.exit_code == 0);
  const Json json = Json::parse(result.out);
  CHECK(json["value"] == "*");
  CHECK(json["outcome"] == "N");
  CHECK(json["mean"] == "0");
  CHECK(json["left"].size() == 2);
  CHECK(json["left"][0]["position"] == ".xx");
  CHECK(json["left"][0]["sensible"] == true);
}

TEST_CASE("cgt eval finds outcomes and thermographs alone", "[cli][eval]") {
  CHECK(run_cgt({"eval", "domineering", "....|...|....", "--only", "outcome"}).exit_code == 3);
  const auto outcome = run_cgt({"eval", "domineering", "....|....|....", "--only", "outcome"});
  CHECK(outcome.out.find("outcome      R") != std::string::npos);
  const auto thermograph =
      run_cgt({"eval", "domineering", "...|...|...", "--only", "thermograph", "--json"});
  CHECK(Json::parse(thermograph.out)["thermograph"]["temperature"] == "1");
}

TEST_CASE("cgt eval draws", "[cli][eval]") {
  const TemporaryFile folder("");
  const std::string base = folder.path();
  const auto drawn = run_cgt({"eval", "clobber", "xo|ox", "--tree", base + ".svg", "--positions",
                              base + ".json", "--thermograph", base + "-t.svg"});
  CHECK(drawn.exit_code == 0);
  CHECK(read_file(base + ".svg").find("</svg>") != std::string::npos);
  CHECK(read_file(base + "-t.svg").find("</svg>") != std::string::npos);
  const Json tree = Json::parse(read_file(base + ".json"));
  CHECK(tree["complete"] == true);
  CHECK(tree["nodes"][0]["position"] == "xo|ox");
  CHECK(tree["nodes"][0]["value"] == "*");
  for (const char* end : {".svg", "-t.svg", ".json"}) std::filesystem::remove(base + end);
}

TEST_CASE("cgt eval says what is wrong", "[cli][eval]") {
  const auto unknown = run_cgt({"eval", "clober", "xo"});
  CHECK(unknown.exit_code == 1);
  CHECK(unknown.err.find("did you mean \"clobber\"?") != std::string::npos);
  const auto cell = run_cgt({"eval", "clobber", "xz|ooo"});
  CHECK(cell.exit_code == 3);
  CHECK(cell.err.find("<Clobber>:1:2: error") != std::string::npos);
  CHECK(cell.err.find("  xz|ooo\n   ^\n") != std::string::npos);
  CHECK(run_cgt({"eval", "domineering"}).exit_code == 2);
  const auto spent = run_cgt({"eval", "domineering", "......|......|......|......|......|......",
                              "--budget-nodes", "500"});
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("unknown") != std::string::npos);
  const auto list = run_cgt({"eval", "--list"});
  CHECK(list.out.find("game.grid.Domineering") != std::string::npos);
}
