#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/process.hpp"

namespace diagnostics_test {

using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

TEST_CASE("--diagnostics=json writes one object a line", "[cli]") {
  const TemporaryFile script("x := ;\ny := 3 4;\nz := 1", ".cgs");
  const auto result = run_cgt({"--diagnostics=json", script.path()});
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  std::istringstream lines(result.err);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    const nlohmann::json problem = nlohmann::json::parse(line);
    CHECK(problem.at("file") == script.path());
    CHECK(problem.at("line") == number + 1);
    CHECK(problem.at("severity") == "error");
    CHECK_FALSE(problem.at("message").get<std::string>().empty());
  }
  CHECK(number == 2);
  const auto failed = run_cgt({"--diagnostics", "json", "-e", "[1][2]"});
  CHECK(failed.exit_code == 1);
  CHECK(nlohmann::json::parse(failed.err).at("hint") == "indices go from 1 to 1");
  CHECK(run_cgt({"--diagnostics=yaml", "-e", "1"}).exit_code == 2);
}

TEST_CASE("scripts read elsewhere with --allow-read only", "[cli]") {
  const TemporaryFile record("(;GM[1]SZ[9]AB[aa])", ".sgf");
  const std::string load = "game.go.Load(\"" + record.path() + "\").Size";
  const auto refused = run_cgt({"-e", load});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.find("--allow-read") != std::string::npos);
  CHECK(run_cgt({"--allow-read", "-e", load}).out == "(9,9)\n");
}

}  // namespace diagnostics_test
