// cgt mpi: any number of ranks prints what one process prints; what dies is gone on with.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
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
  const std::string await =
      "await() { " + cgt::testing::source_root() + "/examples/cluster/unstick.sh $1 & wait $1; }\n";
  return cgt::testing::run({"/bin/bash", "-c", await + command}, input);
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
        "; do kill -0 $job 2> /dev/null || break; sleep .02; done; " + end + "; await $job";
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
      {"clobber --max 2x3", {"1", "4"}}, {"nogo --max 2x2 --only outcome", {"2", "10"}}};
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
  const auto heaps = shell("cgt mpi db build kayles --max 9 --out heaps.db");
  CHECK(heaps.exit_code != 0);
  CHECK(heaps.err.find("each rests on smaller ones") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists("heaps.db"));
}

// Twenty of them with CGT_TEST_MULTIPLIER=4.
TEST_CASE("a build survives deaths of ranks", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string build = "mpi db build clobber --max 3x3 -q --save-every 0.01 --out ";
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "--max", "3x3", "--out", alone}).exit_code == 0);
  const std::string expected = exported(alone);
  // One after another, so that each goes on where the last was killed; a new file when one is finished.
  // All in one shell, which ends of itself: each run is waited for.
  const std::string path = scratch / "killed";
  const auto run = shell(
      "deaths=0; finished=0; RANDOM=9\n"
      "for trial in $(seq " +
      std::to_string(cgt::testing::scaled(5)) +
      "); do\n"
      "  mpirun -n 3 cgt " +
      build + path +
      "-$finished.db > /dev/null 2>&1 & job=$!\n"
      "  sleep 0.$((20 + RANDOM % 60))\n"
      "  kill -9 $(pgrep -P $job | sed -n $((1 + RANDOM % 3))p) 2> /dev/null && deaths=$((deaths + "
      "1))\n"
      "  await $job; code=$?\n"
      "  case $code in\n"
      "    0) finished=$((finished + 1));;\n"
      "    1 | 137) ;;\n"
      "    *) echo \"code $code\";;\n"
      "  esac\n"
      "done\n"
      "mpirun -n 2 cgt " +
      build + path +
      "-$finished.db > /dev/null || echo not finished\n"
      "echo deaths $((deaths > 0)); echo $finished");
  INFO(run.out + run.err);
  REQUIRE(run.out.starts_with("deaths 1\n"));
  const int files = 1 + std::stoi(run.out.substr(9));
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
  const auto run = shell("KILL='0.3 0.2' bash " + script + " clobber 3x3 " + path + " 3");
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("complete") != std::string::npos);
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "--max", "3x3", "--out", alone}).exit_code == 0);
  CHECK(exported(path) == exported(alone));
  CHECK(shell("bash " + script + " nothing 3x3 " + path + " 2").exit_code != 0);
}

TEST_CASE("a run that outlives its ranks is ended, one without ranks yet is not", "[cli]") {
  // The child of the first is never waited for; the second has none.
  const std::string script = cgt::testing::source_root() + "/examples/cluster/unstick.sh";
  CHECK(
      shell("(sleep .5 & exec sleep 1000) & job=$!; " + script + " $job 1 & wait $job").exit_code ==
      137);
  CHECK(shell("sleep 3 & job=$!; " + script + " $job 1 & wait $job").exit_code == 0);
  CHECK(shell("(sleep 3 & wait) & job=$!; " + script + " $job 1 & wait $job").exit_code == 0);
}

TEST_CASE("a signal to one rank of a build ends all, and all is saved", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string path = scratch / "ended.db";
  const std::string build = "cgt mpi db build clobber --max 3x3 -q --out " + path;
  // As early as may be: rank 0 may still read its file, and has no work yet.
  const std::vector<std::string> waits{"0.02", "0.1", "0.3", "0.5", "0.7"};
  // Every rank at every moment with CGT_TEST_MULTIPLIER=3: 3 and 5 have no common factor.
  for (std::size_t i = 0; i < cgt::testing::scaled(waits.size()); ++i) {
    const std::string rank = std::to_string(1 + i % 3);
    const auto run =
        shell("mpirun -n 3 " + build + " > /dev/null & job=$!; sleep " + waits[i % waits.size()] +
              "; kill -TERM $(pgrep -P $job | sed -n " + rank + "p); await $job");
    INFO(run.err);
    // 143: it had no handler yet. 0: nothing was left to do. 137: mpirun outlived its ranks.
    CHECK((run.exit_code == 130 || run.exit_code == 143 || run.exit_code == 137 ||
           run.exit_code == 1 || run.exit_code == 0));
    CHECK(run.err.find("egmentation") == std::string::npos);
    if (std::filesystem::exists(path)) CHECK(run_cgt({"db", "verify", path}).exit_code == 0);
  }
  CHECK(shell("mpirun -n 3 " + build).exit_code == 0);
  const std::string alone = scratch / "alone.db";
  REQUIRE(run_cgt({"db", "build", "clobber", "--max", "3x3", "--out", alone}).exit_code == 0);
  CHECK(exported(path) == exported(alone));
}

TEST_CASE("ranks print what one process prints of a file of sums", "[cli][mpi]") {
  if (!is_built()) return;
  const Scratch scratch;
  const std::string sums = scratch / "sums.txt";
  {
    std::ofstream file(sums);
    file << "# a comment\nclobber:xoxo + ^*\n\nnogo:....\n1 + -1\n{1|-1}\n";
    for (std::size_t i = 0; i < 40; ++i) {
      file << "nogo:" << std::string(1 + i % 7, '.') << " + clobber:xxo" << std::string(i % 5, 'x')
           << "\n";
    }
  }
  for (const std::string options : {"", " --json --moves", " --first L"}) {
    const std::string command = "sum --file " + sums + options;
    const auto alone = shell("cgt " + command);
    for (const std::string ranks : {"1", "3"}) {
      const auto run = shell("mpirun -n " + ranks + " cgt mpi " + command);
      INFO(run.err);
      CHECK(run.exit_code == alone.exit_code);
      CHECK(run.out == alone.out);
    }
  }
  // A journal that ranks began is gone on with by one process.
  const std::string state = scratch / "state";
  const std::string command = "sum --file " + sums + " --state " + state;
  CHECK(shell("mpirun -n 2 cgt mpi " + command).exit_code == 0);
  CHECK(shell("cgt " + command).out == shell("cgt sum --file " + sums).out);
  CHECK(run_cgt({"info", state}).exit_code == 0);
  CHECK(shell("cgt mpi sum").exit_code == 2);
}

TEST_CASE("ranks solve the sums that one process solves", "[cli][mpi]") {
  if (!is_built()) return;
  for (const std::string sum : {"clobber:xoxo|oxox|xoxo + ^*", "nogo:....|.... - {2|-1}", "1 + -1",
                                "kayles:7 + kayles:5", "clobber:xo + on"}) {
    const auto verdicts = [](const std::string& text) {
      std::string out;
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Left first") || line.starts_with("Right first"))
          out += line.substr(0, line.find(':')) + "\n";
        if (line.starts_with("outcome")) out += line + "\n";
      }
      return out;
    };
    const auto alone = shell("cgt sum '" + sum + "'");
    for (const std::string ranks : {"1", "3"}) {
      const auto run = shell("mpirun -n " + ranks + " cgt mpi sum '" + sum + "' --grain 20");
      INFO(run.err);
      CHECK(run.exit_code == 0);
      CHECK(verdicts(run.out) == verdicts(alone.out));
      CHECK(run.err.starts_with(ranks + " ranks: "));
    }
  }
  const auto wrong = shell("mpirun -n 2 cgt mpi sum 'clobber:xo + nothing:x'");
  CHECK(wrong.exit_code != 0);
  CHECK(wrong.err.find("nothing") != std::string::npos);
  const auto spent = shell(
      "mpirun -n 2 cgt mpi sum 'clobber:xoxoxo|oxoxox|xoxoxo|oxoxox' "
      "--budget-nodes 5000 --grain 100");
  INFO(spent.err);
  CHECK(spent.exit_code == 4);
  CHECK(spent.out.find("unknown") != std::string::npos);
}

}  // namespace cli_mpi_test
