// The counts of the kernel's benchmark, which no machine and no day may change.
#include <catch2/catch.hpp>

#include "tests/cli/process.hpp"

using cgt::testing::run_cgt;

TEST_CASE("the signature of the kernel", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__  // minutes under sanitizers, and the counts are the same
  // A change that moves it changed how much work the kernel does: say so where you change it.
  const auto run = run_cgt({"bench", "kernel", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature a6c20265a8fe002a\n");
#endif
  CHECK(run_cgt({"bench", "nothing"}).exit_code == 2);
}
