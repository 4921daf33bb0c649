// The counts of the kernel's benchmark, which no machine and no day may change.
#include <catch2/catch.hpp>

#include "tests/cli/process.hpp"

namespace bench_test {

using cgt::testing::run_cgt;

TEST_CASE("the signature of the kernel", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__  // minutes under sanitizers, and the counts are the same
  // A change that moves it changed how much work the kernel does: say so where you change it.
  const auto run = run_cgt({"bench", "kernel", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature 8dae9682c010371b\n");
#endif
  CHECK(run_cgt({"bench", "nothing"}).exit_code == 2);
}

TEST_CASE("the signatures of the rulesets", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__
  const auto run = run_cgt({"bench", "rulesets", "--signature"});
  CHECK(run.exit_code == 0);
  // Components and games of the quick positions of each game.
  CHECK(run.out ==
        "domineering 7ae8d26745f83155\n"
        "clobber 1fa6b8591781a0f6\n"
        "amazons 33861d9d7bf61f63\n");
#endif
}

TEST_CASE("the signature of the searches", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__
  // Nodes and answers of the table of the quick searches.
  const auto run = run_cgt({"bench", "search", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature dffeac75c5ad4dbf\n");
#endif
}

}  // namespace bench_test
