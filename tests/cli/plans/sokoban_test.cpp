// `cgt sokoban` as a program.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_sokoban_test {

namespace {

using cgt::testing::ProcessInput;
using cgt::testing::ProcessResult;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

const std::string kLevels = cgt::testing::source_root() + "/examples/sokoban/four.xsb";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what sokoban solve prints, sokoban verify accepts", "[cli][sokoban]") {
  for (const std::vector<std::string>& how :
       {std::vector<std::string>{}, {"--best"}, {"--method", "weighted"}, {"--method", "scalar"}}) {
    std::vector<std::string> words{"sokoban", "solve", kLevels, "--all", "--quiet"};
    words.insert(words.end(), how.begin(), how.end());
    const ProcessResult solved = run_cgt(words);
    CHECK(solved.exit_code == 0);
    const TemporaryFile file(solved.out);
    const ProcessResult verified = run_cgt({"sokoban", "verify", kLevels, file.path()});
    CHECK(verified.exit_code == 0);
    CHECK(contains(verified.out, "level 4: valid: "));
    CHECK_FALSE(contains(verified.out, "refused"));
    if (!how.empty() && how[0] == "--best")
      CHECK(contains(verified.out, "level 4: valid: 33 pushes, "));
  }
}

TEST_CASE("sokoban: a level, its rooms, faults and exit codes", "[cli][sokoban]") {
  const ProcessResult best =
      run_cgt({"sokoban", "solve", kLevels, "--level", "2", "--best", "--method", "ida"});
  CHECK(best.exit_code == 0);
  CHECK(contains(best.out, "3 pushes"));
  CHECK(contains(best.out, "fewest pushes"));
  const ProcessResult pareto = run_cgt({"sokoban", "solve", kLevels, "--level", "1", "--pareto"});
  CHECK(pareto.exit_code == 0);
  CHECK(contains(pareto.out, "8 pushes, 33 moves"));
  CHECK(contains(pareto.out, "proved"));
  const ProcessResult rooms = run_cgt({"sokoban", "show", kLevels, "--level", "4", "--rooms"});
  CHECK(rooms.exit_code == 0);
  CHECK(contains(rooms.out, "door"));
  CHECK(run_cgt({"sokoban", "show", kLevels, "--level", "5"}).exit_code == 1);
  CHECK(run_cgt({"sokoban", "solve", "no-such-file"}).exit_code == 2);
  ProcessInput input;
  input.text = "#####\n#@$ #\n#####\n";
  const ProcessResult faulty = run_cgt({"sokoban", "solve", "-"}, input);
  CHECK(faulty.exit_code == 3);
  CHECK(contains(faulty.err, "<stdin>:1:1: error: 1 box and 0 goals"));
  input.text = "######\n#@ $ #\n# . ##\n######\n";
  const ProcessResult none = run_cgt({"sokoban", "solve", "-"}, input);
  CHECK(none.exit_code == 1);
  CHECK(contains(none.out, "no solution"));
  input.text = "1 rux";
  const ProcessResult unread = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(unread.exit_code == 3);
  CHECK(contains(unread.err, "<stdin>:1:5: error: no move is written so"));
  input.text = "1 d\n";
  const ProcessResult refused = run_cgt({"sokoban", "verify", kLevels, "-"}, input);
  CHECK(refused.exit_code == 1);
  CHECK(contains(refused.out, "refused"));
  const ProcessResult spent = run_cgt(
      {"sokoban", "solve", cgt::testing::source_root() + "/tests/labs/sokoban/data/microban.xsb",
       "--level", "144", "--method", "astar", "--budget-nodes", "2000"});
  CHECK(spent.exit_code == 4);
  CHECK(contains(spent.out, "unknown: node budget spent; at least"));
}

}  // namespace cli_sokoban_test
