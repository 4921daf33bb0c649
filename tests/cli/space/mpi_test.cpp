// cgt mpi: any number of ranks prints what one process prints; what dies is gone on with.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

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
// `await` waits for an mpirun whose ranks may die, and ends one that outlives them, with 137.
cgt::testing::ProcessResult shell(const std::string& command) {
  const std::string programs = std::filesystem::path(cgt::testing::program()).parent_path();
  cgt::testing::ProcessInput input;
  input.environment = {"PATH=" + programs + ":" + std::getenv("PATH"), "OMPI_ALLOW_RUN_AS_ROOT=1",
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "OMPI_MCA_rmaps_base_oversubscribe=1"};
  const std::string await = "await() { " + cgt::testing::source_root() +
                            "/examples/cluster/unstick.sh $1 > /dev/null 2>&1 & wait $1; }\n";
  return cgt::testing::run({"/bin/bash", "-c", await + command}, input);
}

// What three ranks of `command` end with when `signal` goes to the `rank`-th as soon as `marker` holds. A run that
// was faster than that begins anew, from what `prepare` leaves.
cgt::testing::ProcessResult cut_short(const std::string& command, const std::string& prepare,
                                      const std::string& marker, const std::string& signal,
                                      const std::string& rank) {
  return shell("for run in $(seq 20); do\n" + prepare + "; mpirun -n 3 cgt mpi " + command +
               " > /dev/null & job=$!\n"
               "  until " +
               marker +
               " || ! kill -0 $job 2> /dev/null; do sleep .02; done\n"
               "  kill -" +
               signal + " $(pgrep -P $job | sed -n " + rank +
               ") 2> /dev/null\n"
               "  await $job; code=$?\n"
               "  [ $code -eq 0 ] || break\n"
               "done; exit $code");
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
  const std::string marker =
      "{ [ " + state + " -nt " + state + ".then ] && grep -qs '^value ' " + state + "; }";
  const std::string prepare = "touch " + state + ".then";
  const std::string work = census + " --state " + state + " --save-every 0.02";
  const auto dead = cut_short(work, prepare, marker, "KILL", "2p");
  INFO(dead.err);
  CHECK((dead.exit_code == 137 || dead.exit_code == 1));
  CHECK(run_cgt({"info", state}).exit_code == 0);
  // All have handlers by now. 137: mpirun outlived its ranks.
  const auto ended = cut_short(work, prepare + "; rm -f " + state, marker, "TERM", "1,3p");
  INFO(ended.err);
  CHECK((ended.exit_code == 130 || ended.exit_code == 137));
  CHECK(run_cgt({"info", state}).exit_code == 0);
  const auto whole = shell("mpirun -n 2 cgt mpi " + census + " --state " + state);
  INFO(whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(whole.out == shell("cgt " + census).out);
  // Another number of ranks, or none, reads the same file.
  CHECK(shell("cgt " + census + " --state " + state).out == whole.out);
}

namespace {

std::string exported(const std::string& path) {
  const auto run = run_cgt({"db", "export", path});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  return run.out;
}

}  // namespace

TEST_CASE("ranks build the database that one process builds", "[cli][mpi]") {
  if (!is_built()) return;
  // More than eight ranks pass their records on through a tree, fewer to rank 0 at once.
  const std::vector<std::pair<std::string, std::vector<std::string>>> builds{
      {"clobber 2x3", {"1", "4"}}, {"nogo 2x2 --only outcome", {"2", "10"}}};
  for (const auto& [what, counts] : builds) {
    const Scratch scratch;
    const auto alone = shell("cgt db build " + what + " --out " + (scratch / "alone.db"));
    REQUIRE(alone.exit_code == 0);
    for (const std::string& ranks : counts) {
      const std::string path = scratch / (ranks + ".db");
      const std::string command = "mpirun -n " + ranks + " cgt mpi db build " + what + " --out ";
      const auto run = shell(command + path);
      INFO(run.err);
      CHECK(run.exit_code == 0);
      CHECK(exported(path) == exported(scratch / "alone.db"));
      CHECK(run.err.find(ranks + " ranks: ") != std::string::npos);
      CHECK(run_cgt({"db", "verify", path}).exit_code == 0);
    }
    // It is finished, which all ranks are told.
    const auto again = shell("mpirun -n 3 cgt mpi db build " + what + " --out " +
                             (scratch / (counts.back() + ".db")));
    INFO(again.err);
    CHECK(again.exit_code == 0);
  }
  const auto heaps = shell("cgt mpi db build kayles 9 --out heaps.db");
  CHECK(heaps.exit_code != 0);
  CHECK(heaps.err.find("each rests on smaller ones") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists("heaps.db"));
}

// Twelve of them with CGT_TEST_MULTIPLIER=4.
TEST_CASE("a build survives deaths of ranks", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string build = "mpi db build clobber 3x4 -q --save-every 0.01 --out ";
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "3x4", "--out", alone}).exit_code == 0);
  const std::string expected = exported(alone);
  // One after another, so that each goes on where the last was killed, when the file has grown by some
  // bytes; a new file when one is finished. All in one shell, which ends of itself: each run is waited for.
  const std::string path = scratch / "killed";
  const std::string deaths = std::to_string(cgt::testing::scaled(3));
  const auto run =
      shell("bytes() { cat " + path + "-$finished.db* 2> /dev/null | wc -c; }\n" +
            "deaths=0; finished=0; RANDOM=9\n"
            "while [ $deaths -lt " +
            deaths +
            " ] && [ $finished -lt 20 ]; do\n"
            "  enough=$(($(bytes) + RANDOM * 20))\n"
            "  mpirun -n 3 cgt " +
            build + path +
            "-$finished.db > /dev/null 2>&1 & job=$!\n"
            "  until [ $(bytes) -ge $enough ] || ! kill -0 $job 2> /dev/null; do sleep .02; done\n"
            "  kill -9 $(pgrep -P $job | sed -n $((1 + RANDOM % 3))p) 2> /dev/null\n"
            "  await $job; code=$?\n"
            "  case $code in\n"
            "    0) finished=$((finished + 1));;\n"
            "    1 | 137) deaths=$((deaths + 1));;\n"
            "    *) echo \"code $code\"; break;;\n"
            "  esac\n"
            "done\n"
            "mpirun -n 2 cgt " +
            build + path +
            "-$finished.db > /dev/null || echo not finished\n"
            "echo deaths $deaths; echo $finished");
  INFO(run.out + run.err);
  const std::string told = "deaths " + deaths + "\n";
  REQUIRE(run.out.starts_with(told));
  const int files = 1 + std::stoi(run.out.substr(told.size()));
  for (int i = 0; i < files; ++i) {
    const std::string file = path + "-" + std::to_string(i) + ".db";
    CHECK(run_cgt({"db", "verify", file}).exit_code == 0);
    CHECK(exported(file) == expected);
  }
}

TEST_CASE("the script for a database goes on when a rank was killed", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string path = scratch / "drill.db";
  const std::string script = cgt::testing::source_root() + "/examples/cluster/database.sh";
  const auto run = shell("KILL='0.3 0.2' bash " + script + " clobber 3x4 " + path + " 3");
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("complete") != std::string::npos);
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "3x4", "--out", alone}).exit_code == 0);
  CHECK(exported(path) == exported(alone));
  CHECK(shell("bash " + script + " nothing 3x3 " + path + " 2").exit_code != 0);
}

TEST_CASE("a run that outlives its ranks is ended, one without ranks yet is not", "[cli]") {
  // The child of the first is never waited for; the second has none; that of the third outlives it.
  const std::string script = cgt::testing::source_root() + "/examples/cluster/unstick.sh";
  CHECK(
      shell("(sleep .5 & exec sleep 1000) & job=$!; " + script + " $job 1 & wait $job").exit_code ==
      137);
  CHECK(shell("sleep 3 & job=$!; " + script + " $job 1 & wait $job").exit_code == 0);
  CHECK(shell("(sleep 30 > /dev/null 2>&1 & exec sleep 3) & job=$!; " + script +
              " $job 1 & wait $job")
            .exit_code == 0);
}

TEST_CASE("a signal to one rank of a build ends all, and all is saved", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string path = scratch / "ended.db";
  const std::string build = "db build clobber 3x4 -q --save-every 0.01 --out " + path;
  struct Moment {
    std::string marker;
    bool has_handlers;
  };
  // Rank 0 may still read its file, and has no work yet; it has; it has written something.
  const std::vector<Moment> moments{
      {"[ -n \"$(pgrep -P $job)\" ]", false},
      {"[ -e " + path + " ]", true},
      {"[ $(cat " + path + "* 2> /dev/null | wc -c) -gt 300000 ]", true}};
  // Every rank at every moment with CGT_TEST_MULTIPLIER=3.
  for (std::size_t i = 0; i < cgt::testing::scaled(moments.size()); ++i) {
    const Moment& moment = moments[i % moments.size()];
    const std::size_t rank = 1 + (i + i / moments.size()) % 3;
    const auto run =
        cut_short(build, "rm -f " + path + "*", moment.marker, "TERM", std::to_string(rank) + "p");
    INFO(moment.marker << ": " << run.err);
    // 137: mpirun outlived its ranks. 143, 1: one had no handler yet.
    CHECK((run.exit_code == 130 || run.exit_code == 137 ||
           (!moment.has_handlers && (run.exit_code == 143 || run.exit_code == 1))));
    CHECK(run.err.find("egmentation") == std::string::npos);
    if (std::filesystem::exists(path)) CHECK(run_cgt({"db", "verify", path}).exit_code == 0);
  }
  CHECK(shell("mpirun -n 3 cgt mpi " + build).exit_code == 0);
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "3x4", "--out", alone}).exit_code == 0);
  CHECK(exported(path) == exported(alone));
}

}  // namespace cli_mpi_test
