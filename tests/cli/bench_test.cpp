// The counts of the kernel's benchmark, which no machine and no day may change.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/cli/process.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

namespace bench_test {

using cgt::testing::run_cgt;
using cgt::testing::Scratch;

namespace {

// Results by "table board".
std::map<std::string, std::string> records(const std::string& out) {
  std::map<std::string, std::string> found;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line) && !line.empty();) {
    std::istringstream cells(line);
    std::string table;
    std::string board;
    std::string result;
    cells >> table >> board >> result;
    found[table + " " + board] = result;
  }
  return found;
}

// What stands after the rows: the words of the tables.
std::string words(const std::string& out) { return out.substr(out.find("\n\n")); }

}  // namespace

TEST_CASE("the signature of the kernel", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__  // minutes under sanitizers, and the counts are the same
  // A change that moves it changed how much work the kernel does: say so where you change it.
  const auto run = run_cgt({"bench", "kernel", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature 5e9f07fab1520079\n");
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

TEST_CASE("the signature of sums", "[cli][bench]") {
#ifndef __SANITIZE_ADDRESS__
  // Answers and counts of the rows that MCGS solves in a second: a change that moves it changed how sums are
  // searched, or what a ruleset knows.
  const auto run = run_cgt({"bench", "sums", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature 338c9d6f24101746\n");
#endif
}

TEST_CASE("the signature of bridge", "[cli][bench]") {
  // Nodes and answers of suits, endings, open cards and plans.
  const auto run = run_cgt({"bench", "bridge", "--signature"});
  CHECK(run.exit_code == 0);
  CHECK(run.out == "signature fe504985d5f36ab2\n");
}

TEST_CASE("declarers of bridge that are none are refused", "[cli]") {
  const Scratch scratch;
  const std::string deals = scratch / "deals.pbn";
  CHECK(run_cgt({"bridge", "deal", "--boards", "1", "--seed", "7", "--out", deals}).exit_code == 0);
  for (const char* name :
       {"alphamu:2,20", "pimc", "pimc:0", "pimc:2,20", "pimc:x", "improved-plans"}) {
    INFO(name);
    const auto run = run_cgt({"bridge", "explain", deals, "--declarer", name});
    CHECK(run.exit_code == 1);
    CHECK(run.err.find(std::string("\"") + name + "\"") != std::string::npos);
    CHECK(run.err.find("hint: ") != std::string::npos);
  }
}

TEST_CASE("records agree with what is in print", "[cli][bench]") {
  const auto run = run_cgt({"bench", "records", "domineering:12", "cram:12", "misere-cram:9",
                            "clobber:14", "toads:4", "-q"});
  CHECK(run.exit_code == 0);
  auto found = records(run.out);
  // Nim values of Cram, and misere ones, of 1 x 2, 1 x 3, ...
  const std::string cram[] = {"1", "1", "2", "0", "3", "1", "1", "0"};
  const std::string misere[] = {"0", "0", "2", "1", "3", "0", "0", "1"};
  for (std::size_t i = 0; i < 8; ++i) {
    const std::string board = "1x" + std::to_string(i + 2);
    CHECK(found["cram " + board] == cram[i]);
    CHECK(found["misere-cram " + board] == misere[i]);
  }
  CHECK(found["cram 3x4"] == "1");
  CHECK(found["misere-cram 3x3"] == "1");
  CHECK(found["misere-cram 2x3"] == "0");
  // Left places vertical dominoes; 2 x n goes N N N R L N ... (Lachmann, Moore, Rapaport 2002).
  CHECK(found["domineering 2x2"] == "N");
  CHECK(found["domineering 2x3"] == "N");
  CHECK(found["domineering 2x4"] == "R");
  CHECK(found["domineering 2x5"] == "L");
  CHECK(found["domineering 2x6"] == "N");
  CHECK(found["domineering 3x3"] == "N");
  CHECK(found["clobber 1x6"] == "P");
  CHECK(found["clobber 1x8"] == "N");
  CHECK(found["toads 1-1-1"] == "0");
}

TEST_CASE("tables of values are checked in a second way", "[cli][bench]") {
  const auto run = run_cgt({"bench", "records", "domineering-values:9", "clobber-values:6",
                            "clobber-strip-values:6", "konane-values:9", "amazons-values:6",
                            "nogo-values:4", "-q"});
  CHECK(run.exit_code == 0);
  CHECK(run.out.find("  no ") == std::string::npos);
  const auto holds = [&](const std::string& board, const std::string& cells) {
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with(board)) return line.find(cells) != std::string::npos;
    }
    return false;
  };
  // Winning Ways (Berlekamp, Conway, Guy 1982), chapter 5: +-1 both.
  CHECK(holds("domineering-values 2x2 ", " 0  1  1 | -1  +-1  4  yes "));
  CHECK(holds("domineering-values 3x3 ", " 0  1  1 | -1  +-1  4  yes "));
  // By hand: any move of xo and of xox ends the game.
  CHECK(holds("clobber-strip-values 1x2 ", " N  0  *  2  yes "));
  CHECK(holds("clobber-strip-values 1x3 ", " N  0  *  2  yes "));
}

// The nim values that the authors of MCGS have printed (November 2025).
TEST_CASE("impartial NoGo agrees with what is in print", "[cli][bench]") {
  const auto run =
      run_cgt({"bench", "records", "impartial-nogo:12", "impartial-nogo-boards:12", "-q"});
  CHECK(run.exit_code == 0);
  auto found = records(run.out);
  const std::string strips[] = {"0", "1", "0", "1", "2", "0", "1", "0", "1", "2", "3", "1"};
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(found["impartial-nogo 1x" + std::to_string(i + 1)] == strips[i]);
  }
  const std::string two_rows[] = {"1", "1", "0", "0", "0"};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(found["impartial-nogo-boards 2x" + std::to_string(i + 2)] == two_rows[i]);
  }
  CHECK(found["impartial-nogo-boards 3x3"] == "0");
  CHECK(found["impartial-nogo-boards 3x4"] == "0");
}

TEST_CASE("records are published as tables of Markdown", "[cli][bench]") {
  const auto run =
      run_cgt({"bench", "records", "cram:4", "nogo:3", "domineering-values:4", "--publish", "-q"});
  CHECK(run.exit_code == 0);
  CHECK(
      run.out.starts_with("**cram**: nim values of m x n boards.\n5 of 5 rows known, signature "));
  CHECK(run.out.find("\n| m \\ n | 1 | 2 | 3 | 4 |\n|---|---|---|---|---|\n"
                     "| 1 | 0 | 1 | 1 | 2 |\n| 2 |  | 0 |  |  |\n") != std::string::npos);
  CHECK(run.out.find("| 0 | P | N | N |  |  |  |  |  |  |  |\n") != std::string::npos);
  CHECK(run.out.find("| 2x2 | 0 | 1 | 1 \\| -1 | +-1 | 4 | yes |\n") != std::string::npos);
  // Rows that were computed without it are taken over.
  const Scratch scratch;
  const std::vector<std::string> kept{"bench", "records", "cram:4",
                                      "-q",    "--state", scratch / "state"};
  CHECK(run_cgt(kept).exit_code == 0);
  std::vector<std::string> again = kept;
  again.emplace_back("--publish");
  CHECK(run.out.starts_with(run_cgt(again).out));
}

TEST_CASE("records go on where they stopped, and tell what is wrong", "[cli][bench]") {
  const Scratch scratch;
  const std::string state = scratch / "state";
  const auto spent =
      run_cgt({"bench", "records", "nogo:12", "-q", "--budget-nodes", "100", "--state", state});
  CHECK(spent.exit_code == 4);
  const auto first = records(spent.out);
  CHECK(first.at("nogo 1x12") == "?");
  CHECK(first.at("nogo 1x4") == "P");
  // The rows that are known are taken from the file, the others tried again.
  const auto again =
      run_cgt({"bench", "records", "nogo:12", "-q", "--budget-nodes", "100", "--state", state});
  CHECK(again.exit_code == 4);
  const auto whole = run_cgt({"bench", "records", "nogo:12", "-q"});
  CHECK(whole.exit_code == 0);
  CHECK(records(whole.out).at("nogo 1x12") == "N");
  CHECK(words(whole.out).find("12 of 12 rows known") != std::string::npos);

  std::vector<std::string> merge{"merge"};
  for (const char* share : {"1/3", "2/3", "3/3"}) {
    merge.push_back(scratch / std::string(1, share[0]));
    const auto part =
        run_cgt({"bench", "records", "nogo:12", "-q", "--shard", share, "--state", merge.back()});
    CHECK(part.exit_code == 0);
    CHECK(part.out.empty());
  }
  const auto merged = run_cgt(merge);
  CHECK(merged.exit_code == 0);
  CHECK(records(merged.out) == records(whole.out));
  CHECK(words(merged.out) == words(whole.out));

  const auto unknown = run_cgt({"bench", "records", "chess"});
  CHECK(unknown.exit_code != 0);
  CHECK(unknown.err.find("tables are domineering") != std::string::npos);
  CHECK(run_cgt({"bench", "records", "nogo:0"}).exit_code != 0);
  const auto none = run_cgt({"bench", "records", "toads:1"});
  CHECK(none.exit_code != 0);
  CHECK(none.err.find("toads:1 has no rows") != std::string::npos);
  CHECK(run_cgt({"bench", "records", "nogo:3x"}).exit_code != 0);
}

TEST_CASE("the bench of MCGS files has a line a file and totals", "[cli][bench][mcgs]") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "deep");
  std::ofstream(scratch / "b.test") << "{version 1.7} [kayles] 4 3 {N 2, N} [nimber] 1 {B win}\n";
  std::ofstream(scratch / "deep/a.test") << "{version 1.7} [switch_game] (1 -1) {B win, W win}\n";
  std::ofstream(scratch / "notes.txt") << "no test\n";
  const auto right = run_cgt({"bench", "mcgs", scratch / "", "-q"});
  CHECK(right.exit_code == 0);
  std::istringstream lines(right.out);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; cells >> cell;) rows.back().push_back(cell);
  }
  REQUIRE(rows.size() == 4);
  // file, commands, as expected, different, unknown, refused, not compared, seconds
  rows[1].pop_back();
  rows[2].pop_back();
  rows[3].pop_back();
  CHECK(rows[1] == std::vector<std::string>{"b.test", "3", "2", "0", "0", "0", "1"});
  CHECK(rows[2] == std::vector<std::string>{"deep/a.test", "2", "2", "0", "0", "0", "0"});
  CHECK(rows[3] ==
        std::vector<std::string>{"2", "files,", "3", "sums", "5", "4", "0", "0", "0", "1"});

  std::ofstream(scratch / "wrong.test") << "{version 1.7} [switch_game] (1 -1) {B loss}\n";
  CHECK(run_cgt({"bench", "mcgs", scratch / "wrong.test", "-q"}).exit_code == 1);
  CHECK(run_cgt({"bench", "mcgs"}).exit_code == 2);
  CHECK(run_cgt({"bench", "mcgs", scratch / "nowhere"}).exit_code == 2);
}

}  // namespace bench_test
