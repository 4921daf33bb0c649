// cgt mpi: any number of ranks prints what one process prints; what dies is gone on with.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace cli_mpi_test {

using cgt::testing::run_cgt;
using cgt::testing::Scratch;
using Words = std::vector<std::string>;

namespace {

bool is_built() {
  const std::filesystem::path program = cgt::testing::program();
  return std::filesystem::exists(program.parent_path() / "cgt-mpi");
}

// A shell command in which "cgt" is the program, and as many ranks as wanted may be started, by root too.
cgt::testing::ProcessResult shell(const std::string& command) {
  const std::string programs = std::filesystem::path(cgt::testing::program()).parent_path();
  cgt::testing::ProcessInput input;
  input.environment = {"PATH=" + programs + ":" + std::getenv("PATH"), "OMPI_ALLOW_RUN_AS_ROOT=1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1"};
  return cgt::testing::run({"/bin/bash", "-c", command}, input);
}

}  // namespace

TEST_CASE("cgt mpi says what it needs", "[cli][mpi]") {
  if (!is_built()) {
    const auto run = run_cgt({"mpi", "census", "clobber", "2x2"});
    CHECK(run.exit_code == 2);
    CHECK(run.err.find("cgt-mpi is not installed") != std::string::npos);
    return;
  }
  CHECK(shell("ldd \"$(command -v cgt)\" | grep -c libmpi").out == "0\n");
  // The licence of readline is for those alone who edit lines.
  CHECK(shell("ldd \"$(command -v cgt-mpi)\" | grep -c readline").out == "0\n");
  CHECK(shell("cgt-mpi --version").out == shell("cgt --version").out);
  const auto heaps = shell("cgt mpi census kayles 0..9");
  CHECK(heaps.exit_code != 0);
  CHECK(heaps.err.find("each heap rests on the smaller ones") != std::string::npos);
  CHECK(run_cgt({"mpi", "census", "clobber"}).exit_code == 2);
  CHECK(run_cgt({"mpi", "census", "clobber", "2x2", "--shard", "1/2"}).exit_code == 2);
}

TEST_CASE("any number of ranks prints what one process prints", "[cli][mpi]") {
  if (!is_built()) return;
  for (const std::string census : {"census clobber 3x3 --by outcome", "census clobber 1x1"}) {
    const std::string expected = shell("cgt " + census).out;
    CHECK(shell("cgt mpi " + census).out == expected);
    for (const char* ranks : {"3"}) {
      const auto run = shell(std::string("mpirun -n ") + ranks + " cgt mpi " + census);
      INFO(run.err);
      CHECK(run.exit_code == 0);
      CHECK(run.out == expected);
      CHECK(run.err.starts_with(std::string(ranks) + " ranks: "));
    }
  }
}

TEST_CASE("ranks that are killed or told to end are gone on with", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string state = scratch / "state";
  const std::string census = "census domineering 4x5 --tsv -q";
  // A rank dies, and then all are told to end, as soon as the checkpoint holds something new.
  for (const std::string end :
       {"kill -9 $(pgrep -P $job | sed -n 2p)", "kill -TERM $(pgrep -P $job)"}) {
    const std::string work =
        "touch " + state + ".then; mpirun -n 3 cgt mpi " + census + " --state " + state +
        " --save-every 0.02 > /dev/null & job=$!; "
        "until [ " +
        state + " -nt " + state + ".then ] && grep -qs '^value ' " + state +
        "; do kill -0 $job 2> /dev/null || break; sleep .02; done; " + end + "; wait $job";
    const auto run = shell(work);
    INFO(run.err);
    // Nothing is left to do if it was faster.
    CHECK((run.exit_code == 137 || run.exit_code == 143 || run.exit_code == 1 ||
           run.exit_code == 130 || run.exit_code == 0));
    CHECK(run_cgt({"info", state}).exit_code == 0);
  }
  const auto whole = shell("mpirun -n 2 cgt mpi " + census + " --state " + state);
  INFO(whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(whole.out == shell("cgt " + census).out);
  // Another number of ranks, or none, reads the same file.
  CHECK(shell("cgt " + census + " --state " + state).out == whole.out);
}

}  // namespace cli_mpi_test
