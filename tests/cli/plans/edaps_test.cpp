// `cgt edaps` as a program.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace cli_edaps_test {

using cgt::testing::ProcessInput;
using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

namespace {

const std::string kFolder = cgt::testing::source_root() + "/examples/edaps";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string file(const std::string& name) { return kFolder + "/" + name; }

// The T lines: setup and run of each operation.
std::vector<std::string> totals(const std::string& out) {
  std::vector<std::string> rows;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    if (line.size() < 29 || line.compare(3, 3, " T ") != 0) continue;
    std::istringstream cells(line.substr(0, 29));
    std::string row;
    for (std::string cell; cells >> cell;) row += (row.empty() ? "" : " ") + cell;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

TEST_CASE("cgt edaps: the plan of RM1", "[cli][edaps]") {
  const auto result = run_cgt({"edaps", file("designs/RM1.edaps")});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  // Figures 7.20 to 7.33 of Smith (1997).
  CHECK(totals(result.out) ==
        std::vector<std::string>{
            "001 T VMC1 2.20 1.20", "002 T PC1 0.00 45.00", "003 T PC2 30.00 45.50",
            "004 T EC1 90.00 62.89", "005 T VMC1 2.50 4.87", "006 T MC1 90.00 19.21",
            "007 T AC1 60.00 11.50", "008 T MC1 45.00 30.93", "009 T TC1 0.00 35.00",
            "010 T HSC1 0.00 1.86", "011 T TC1 0.00 64.67", "999 T 319.70 322.63"});
  for (const char* line : {
           "001 B  VMC1     0.10     0.43  01  Install 0.30 drill bit\n",
           "                               03  Finish-drill at (1.25,-0.50) to depth 1.00\n",
           "001 C  VMC1     0.10     0.77  01  ",
           "                               02  Rough-drill at (0.00,4.88) to depth 1.00\n",
           "004 A  EC1      0.00    32.29  01  ",
           "004 B  EC1     30.00     0.40  01  ",
           "004 C  EC1     30.00     2.20  01  ",
           "004 D  EC1     30.00    28.00  01  ",
           "005 B  VMC1     0.10     0.34  01  Install 0.15 side-milling tool\n",
           "  02  Rough side-mill at (-0.25,1.25)",
           "  05  Finish side-mill at (-0.25,3.00)",
           "005 C  VMC1     0.10     1.54  01  Install 0.08 end-milling tool\n",
           "005 D  VMC1     0.10     1.24  01  Install 0.08 slot-milling tool\n",
           "  02  Rough slot-mill at (2.85,0.00)",
           "005 E  VMC1     0.10     1.54  01  Install 0.40 drill bit\n",
           "005 F  VMC1     0.10     0.22  01  Install 0.15 drill bit\n",
           "  05  Finish-drill at (-0.05,3.15)",
           "006 C  MC1     30.00     7.50  01  Set up\n",
           "  02  Put solder paste at (3.35,1.23) by hand\n",
           "  28  Put solder paste at (0.32,4.30) by hand\n",
           "  31  Put solder paste at (3.52,4.00) by hand\n",
           "007 B  AC1     30.00     0.00  01  Set up\n",
           "008 D  MC1      0.00     7.00  01  Solder L1 at (1.00,-0.15) by hand\n",
           "  02  Solder L2 at (1.20,0.50) by hand\n",
           "008 E  MC1      0.00    11.43  01  ",
           "011 B  TC1      0.00    29.67  01  ",
           "\nlead time 642.33 minutes, 3732 nodes\n",
           // the echo
           "The board is 4 in long, 6 in wide and 1 in thick, of Teflon.\n",
           "A via at (0.25,5.875): diameter 0.2 in, depth 1 in, tolerance +-10 mils.\n",
           "A milling feature at (1.2,4.2): 0.3 in by 0.4 in, depth 0.5 in, corner radius 0.075 in",
           "The FET FET at (3.1,1): 0.5 in by 0.75 in by 0.5 in, preformed, fit for machines, "
           "glued "
           "and soldered by hand, pins at (0,0.35), (0.5,0.1) and (0.5,0.5).\n",
       }) {
    INFO(line);
    CHECK(contains(result.out, line));
  }
  CHECK(contains(run_cgt({"edaps", file("designs/RM1.edaps"), "--no-pruner", "--no-echo"}).out,
                 "lead time 642.33 minutes, 11078 nodes"));
  CHECK(contains(run_cgt({"edaps", file("designs/RM1.edaps"), "--tree", "--no-echo"}).out,
                 "because +-10 mils need no finishing") == false);
  CHECK(contains(run_cgt({"edaps", file("designs/RM1.edaps"), "--tree", "--no-echo"}).out,
                 "[because 10 mils need no finishing]"));
}

TEST_CASE("cgt edaps: the script beside the tables says the same", "[cli][edaps]") {
  const auto built_in = run_cgt({"edaps", file("designs/RM1.edaps")});
  CHECK(run_cgt({"edaps", file("designs/RM1.edaps"), "--library", kFolder}).out == built_in.out);
  CHECK(run_cgt({file("plan.cgs"), "designs/RM1.edaps"}).out == built_in.out);
  ProcessInput input;
  input.text = read_file(file("designs/RM1.edaps"));
  CHECK(run_cgt({"edaps", "-"}, input).out == built_in.out);
}

TEST_CASE("cgt edaps: a design that cannot be made", "[cli][edaps]") {
  for (const bool pruner : {true, false}) {
    std::vector<std::string> words{"edaps", "--no-echo", file("designs/RUM1.edaps")};
    if (!pruner) words.emplace_back("--no-pruner");
    const auto result = run_cgt(words);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err,
                   "RUM1.edaps:21:1: error: a tolerance of 1.5000 mils cannot be "
                   "achieved for the hole at (0.20,2.40) of diameter 0.1500; the "
                   "smallest achievable tolerance is 2.0000 mils\n"));
    CHECK(contains(result.out, "no plan after 148 nodes"));
    // With a tolerance of 2 mils the hole is drilled twice, as in RM1.
    CHECK(contains(result.out, "achievable tolerances the lead time is 642.33 minutes"));
  }
}

TEST_CASE("cgt edaps: what an edit changes", "[cli][edaps]") {
  const auto result =
      run_cgt({"edaps", "--no-echo", file("designs/RM1.edaps"), "--edit", "7=G .03"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  // Wider gaps allow painting (24/300) in the place of spinning (4/10), and paste from a screen
  // (30 pins / 8 + 1/60) in the place of paste by hand (30 pins / 4).
  CHECK(contains(result.out, "line 7: G .015  becomes  G .03\n"));
  CHECK(contains(result.out, "EC1     152.89   152.57    -0.32\n"));
  CHECK(contains(result.out, "lead    642.33   638.27    -4.05\n"));
  CHECK(contains(run_cgt({"edaps", file("designs/RM1.edaps"), "--edit", "700=G .03"}).err,
                 "84 lines"));
  CHECK(run_cgt({"edaps", file("designs/RM1.edaps"), "--edit", "x"}).exit_code == 2);
  const auto wrong = run_cgt({"edaps", file("designs/RM1.edaps"), "--no-echo", "--edit", "7=G x"});
  CHECK(wrong.exit_code == 3);
  CHECK(contains(wrong.err, "RM1.edaps:7:3: error: 'x' is not the least gap of the couplers"));
}

TEST_CASE("cgt edaps: tables can be edited", "[cli][edaps]") {
  namespace fs = std::filesystem;
  const TemporaryFile place("", ".folder");
  const fs::path folder = place.path() + ".d";
  fs::copy(kFolder, folder);
  std::string table = read_file((folder / "operations.tsv").string());
  const std::string row = "PostCapTesting\tTC1\t0\t-\t35\t";
  const std::size_t at = table.find(row);
  REQUIRE(at != std::string::npos);
  table.replace(at, row.size(), "PostCapTesting\tTC1\t0\t-\t40.5\t");
  std::ofstream(folder / "operations.tsv", std::ios::binary) << table;
  CHECK(contains(run_cgt({"edaps", file("designs/RM1.edaps"), "--library", folder.string()}).out,
                 "lead time 647.83 minutes, 3732 nodes"));
  table.replace(table.find("40.5"), 4, "long");
  std::ofstream(folder / "operations.tsv", std::ios::binary) << table;
  const auto wrong = run_cgt({"edaps", file("designs/RM1.edaps"), "--library", folder.string()});
  CHECK(wrong.exit_code == 1);
  CHECK(contains(wrong.err,
                 "operations.tsv: 'long' in the column 'fixed' is not a number; expected"));
  fs::remove_all(folder);
}

TEST_CASE("cgt edaps: errors of the input, and usage", "[cli][edaps]") {
  const TemporaryFile bad("D 4 6 1\nG .015\nR .0014\nH 1 1 1\nX\n", ".edaps");
  const auto result = run_cgt({"edaps", bad.path()});
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK(result.err == bad.path() +
                          ":4:8: error: the line ends too early for H; expected a number > 0 "
                          "(diameter)\n" +
                          bad.path() +
                          ":5:1: error: there is no command 'X'; expected one of B CO CY D E F G H "
                          "I M N O P R T W Y Z\n");
  const TemporaryFile deep("D 4 6 1\nG .015\nR .0014\nM 1 1 0 1.5 .4 .3 .15 2\nH 1 1 1 .4 10\n",
                           ".edaps");
  const auto too_deep = run_cgt({"edaps", deep.path()});
  CHECK(too_deep.exit_code == 3);
  CHECK(too_deep.err == deep.path() +
                            ":4:1: error: the milling feature is 1.5 deep; expected at most 1, the "
                            "thickness of the board\n");
  CHECK(run_cgt({"edaps"}).exit_code == 2);
  CHECK(run_cgt({"edaps", "/nowhere/at.all"}).exit_code == 2);
  CHECK(run_cgt({"edaps", "--budget-nodes", "2000", file("designs/RM1.edaps")}).exit_code == 4);
}

}  // namespace cli_edaps_test
