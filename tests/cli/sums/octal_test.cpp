// cgt octal as a program: rows, one long search, and its file of values.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace octal_test {

namespace {

using namespace cgt::testing;
using nlohmann::json;

json search(const std::vector<std::string>& words) {
  std::vector<std::string> all{"octal", "--json"};
  all.insert(all.end(), words.begin(), words.end());
  const auto run = run_cgt(all);
  REQUIRE(run.exit_code == 0);
  return json::parse(run.out);
}

}  // namespace

TEST_CASE("one code is one long search, whose values a file keeps", "[cli][octal]") {
  const Scratch scratch;
  const std::string file = scratch / "values";
  const json whole = search({"0.06", "--to", "30000"});
  CHECK(whole["heaps"] == 30000);
  CHECK_FALSE(whole.contains("period"));
  // In three steps, the second of them after a crash that left half a block.
  search({"0.06", "--to", "9000", "--state", file});
  json part = search({"0.06", "--to", "20000", "--state", file});
  CHECK(part["from_file"] == 9000);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);
  part = search({"0.06", "--to", "30000", "--state", file});
  CHECK(part["from_file"] == 9000);
  for (const char* key : {"heaps", "value", "sum", "largest", "heap", "sparse"}) {
    CAPTURE(key);
    CHECK(part[key] == whole[key]);
  }
  part = search({"0.06", "--to", "30000", "--state", file});
  CHECK(part["from_file"] == 30000);
  CHECK(part["sum"] == whole["sum"]);
  // A limit ends it, and what was found is kept.
  const std::string other = scratch / "other";
  auto run =
      run_cgt({"octal", "0.06", "--to", "30000", "--state", other, "--budget-nodes", "900000"});
  CHECK(run.exit_code == 4);
  CHECK(run.out.find("stopped") != std::string::npos);
  part = search({"0.06", "--to", "30000", "--state", other});
  CHECK(part["from_file"] > 2000);
  CHECK(part["sum"] == whole["sum"]);

  run = run_cgt({"octal", "0.07", "--state", file});
  CHECK(run.exit_code == 2);
  CHECK(run.err.find("does not hold the values of 0.07") != std::string::npos);
}

TEST_CASE("a long search proves what rows prove", "[cli][octal]") {
  const Scratch scratch;
  for (const char* code : {"0.07", "0.77", "0.16", "0.88", "0.9B", "0.0[3]", "4.3", "0.6"}) {
    CAPTURE(code);
    const json one = search({code, "--to", "3000"});
    const std::string file = scratch / "code";
    std::ofstream(file) << "# one\n" << code << '\n';
    const json row = search({"--file", file, "--to", "3000"});
    CHECK(one.contains("period") == row.contains("period"));
    for (const char* key : {"period", "preperiod", "saltus"}) {
      if (one.contains(key)) CHECK(one[key] == row[key]);
    }
  }
  CHECK(search({"0.9B"})["saltus"] == 4);
  auto run = run_cgt({"octal", "0.06", "--to", "100000000", "--budget-mb", "100"});
  CHECK(run.exit_code != 0);
  CHECK(run.err.find("--budget-mb allows 100") != std::string::npos);
  const std::string bad = scratch / "bad";
  std::ofstream(bad) << "0.07\n0.0z\n";
  run = run_cgt({"octal", "--file", bad});
  CHECK(run.exit_code == 3);
  CHECK(run.err.find(":2:4: error: 'z' is not a digit") != std::string::npos);
}

}  // namespace octal_test
