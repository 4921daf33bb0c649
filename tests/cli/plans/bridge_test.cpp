// cgt bridge dd and mistakes, as programs and files see them.
#include <catch2/catch.hpp>
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

}  // namespace cgt::testing::bridge_cli_test
