// cgt bridge dd and mistakes, as programs and files see them.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cgt::testing::bridge_cli_test {

TEST_CASE("tables of tricks and mistakes go into JSON and PBN", "[cli][bridge]") {
  const std::string file = source_root() + "/examples/bridge/smith.pbn";
  const ProcessResult asked = run_cgt({"bridge", "dd", file, "--board", "353021", "--json"});
  if (asked.err.find("double-dummy solver") != std::string::npos) return;
  REQUIRE(asked.exit_code == 0);
  const auto table = nlohmann::json::parse(asked.out);
  CHECK(table["tricks"]["S"]["H"] == 9);
  CHECK(table["par"]["north_south"] == 140);
  CHECK(table["par"]["contracts"][0]["contract"] == "3H");
  const TemporaryFile written("");
  REQUIRE(run_cgt({"bridge", "dd", file, "--out", written.path()}).exit_code == 0);
  const std::string pbn = read_file(written.path());
  CHECK(pbn.find("[OptimumScore \"NS 140\"]") != std::string::npos);
  CHECK(pbn.find("[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\nN NT  8\n") !=
        std::string::npos);
  // What was written reads back, and is worth the same.
  CHECK(run_cgt({"bridge", "dd", written.path(), "--board", "353021", "--json"}).out == asked.out);
  const auto lost = nlohmann::json::parse(
      run_cgt({"bridge", "mistakes", file, "--board", "353021", "--json"}).out);
  REQUIRE(lost["mistakes"].size() == 1);
  CHECK(lost["mistakes"][0]["played"] == "D6");
  CHECK(lost["double_dummy"] == 9);
  CHECK(run_cgt({"bridge", "dd", file, "--board", "none"}).exit_code == 1);
}

TEST_CASE("suits on average, and endplays, on the command line", "[cli][bridge]") {
  const auto average =
      nlohmann::json::parse(run_cgt({"bridge", "suit", "AJT", "432", "--average", "--json"}).out);
  CHECK(average["average"] == 1.76);
  CHECK(average["at_least"] == nlohmann::json({100.0, 100.0, 76.0, 0.0}));
  CHECK(run_cgt({"bridge", "suit", "AJT", "432", "--average", "--tricks", "2"}).exit_code == 2);
  const std::string file = source_root() + "/examples/bridge/smith.pbn";
  const auto named = nlohmann::json::parse(
      run_cgt({"bridge", "endplays", file, "--board", "353021", "--json"}).out);
  CHECK(named["endplays"].empty());
  CHECK(named["proved"] == true);
}

TEST_CASE("single dummy mistakes on the command line are estimates", "[cli][bridge]") {
  const std::string file = source_root() + "/examples/bridge/smith.pbn";
  const ProcessResult asked =
      run_cgt({"bridge", "mistakes", file, "--board", "353021", "--layouts", "10", "--json"});
  if (asked.err.find("double-dummy solver") != std::string::npos) return;
  const auto found = nlohmann::json::parse(asked.out);
  CHECK(found["proved"] == false);
  for (const auto& mistake : found["mistakes"]) {
    CHECK(mistake["tricks"] > mistake["half_width"]);
    CHECK((mistake["all_layouts"] == true || mistake["layouts"] == 5));
  }
}

TEST_CASE("without libdds a record is played to its end", "[cli][bridge]") {
  const Scratch folder;
  // What the loader finds first is not a library.
  std::ofstream(folder.path() + "/libdds.so.0") << "not a library";
  ProcessInput input;
  input.environment = {"LD_LIBRARY_PATH=" + folder.path()};
  const std::string file = source_root() + "/examples/bridge/smith.pbn";
  for (const char* command : {"play", "explain"}) {
    const ProcessResult played =
        run_cgt({"bridge", command, file, "--board", "353306", "--declarer", "classic"}, input);
    CAPTURE(command, played.err);
    CHECK(played.exit_code == 0);
    CHECK((played.err.empty() || played.err.find("rules of thumb") != std::string::npos));
  }
  // Nobody has to defend where the record has all cards.
  const ProcessResult whole =
      run_cgt({"bridge", "explain", file, "--board", "353021", "--declarer", "classic"}, input);
  CHECK(whole.exit_code == 0);
  CHECK(whole.err.empty());
}

}  // namespace cgt::testing::bridge_cli_test
