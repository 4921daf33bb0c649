// Records that are wrong, cut off, or not records at all: an error with a position, never a crash.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/process.hpp"

namespace hostile_input_test {

using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

namespace {

cgt::testing::ProcessResult solve(const std::string& text, const std::string& suffix = ".sgf") {
  const TemporaryFile record(text, suffix);
  auto result = run_cgt({"go", record.path(), "--budget-ms", "2000"});
  const std::size_t at = result.err.find(record.path());
  if (at != std::string::npos) result.err.replace(at, record.path().size(), "FILE");
  return result;
}

}  // namespace

TEST_CASE("wrong game records are refused with a position", "[cli][hostile]") {
  struct Case {
    const char* what;
    std::string text;
  };
  std::string binary = "(;";
  for (int i = 0; i < 3000; ++i) binary += static_cast<char>((i * 2654435761U) >> 13);
  const std::vector<Case> cases{
      {"cut off in a value", "(;GM[1]SZ[9]AB[aa][b"},
      {"point off the board", "(;GM[1]SZ[9]AB[jj])"},
      {"size 0", "(;GM[1]SZ[0])"},
      {"size 53", "(;GM[1]SZ[53])"},
      {"size that is not a number", "(;GM[1]SZ[nine])"},
      {"nothing", ""},
      {"binary", binary},
      {"text", "once upon a time"},
  };
  for (const Case& test : cases) {
    INFO(test.what);
    const auto result = solve(test.text);
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.err.rfind("FILE:", 0) == 0);
    CHECK(result.err.find(": error: ") != std::string::npos);
    CHECK(result.out.empty());
    // Any input can be reported on a terminal.
    for (const char c : result.err) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 && c != '\n') FAIL("control byte in the message");
    }
  }
}

TEST_CASE("records that other editors open are read with a warning", "[cli][hostile]") {
  const std::pair<std::string, std::string> cases[]{
      {"(;GM[1]SZ[9]AB[aa]", "FILE:1:19: warning: the file ends inside a game: 1 '(' without ')'"},
      {"(;GM[1]SZ[9]AB[aa]AW[aa])", "FILE:1:22: warning: two stones on A9"}};
  for (const auto& [text, warning] : cases) {
    const auto result = solve(text);
    INFO(result.err);
    CHECK((result.exit_code == 0 || result.exit_code == 4));
    CHECK(result.err.starts_with(warning));
    CHECK(result.err.find("error: ") == std::string::npos);
    CHECK_FALSE(result.out.empty());
  }
}

TEST_CASE("wrong diagrams are refused", "[cli][hostile]") {
  for (const char* text : {"XO?/...", "XX/X", "\x01\x02\xff"}) {
    const auto result = solve(text, ".txt");
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("error: ") != std::string::npos);
  }
}

TEST_CASE("a hundred megabytes of open brackets", "[cli][hostile][long]") {
  for (const char* suffix : {".sgf", ".cgs"}) {
    const TemporaryFile flood("", suffix);
    {
      std::ofstream out(flood.path(), std::ios::binary);
      const std::string megabyte(1 << 20, '(');
      for (int i = 0; i < 100; ++i) out << megabyte;
    }
    const bool record = std::string(suffix) == ".sgf";
    const auto result = record ? run_cgt({"go", flood.path()}) : run_cgt({flood.path()});
    INFO(suffix);
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("error: ") != std::string::npos);
    CHECK(result.err.size() < 10000);
  }
}

// What grows with a heap is charged to the budget: neither the stack nor the memory is the limit.
TEST_CASE("heaps too large to play are given up in time", "[cli][hostile][long]") {
  for (const char* text : {"Nim(1000000).Genus",
                           "Nim(100000000).Options.Size",
                           "Nim(100000000).Followers.Size",
                           "Spawning(\"1+\")(1000000).Options",
                           "Spawning(\"1+\")(1000000).NimValue",
                           "Spawning(\"3S\")(100000000).Options",
                           "Spawning(\"1+S\")(1000000).Options",
                           "Spawning(\"1+C\")(1000000).Options",
                           "Spawning(\"1+F\")(1000000).Genus",
                           "TakeAndBreak(\"0.{3+}\")(1000000).Options",
                           "TakeAndBreak(\"0.7F\")(100000).NimValue",
                           "GrundysGame.NimValueSequence(5000000)",
                           "GrundysGame.GameValueSequence(5000000)",
                           "Nim.ImpartialVariant(100000000).CanonicalForm",
                           "Nim.DicoticVariant(100000000).CanonicalForm",
                           "PartizanTakeAndBreak(\"0.[3]\",\"0.[3]\")(1000000).CanonicalForm",
                           "Eatcake((1000000,1000000)).CanonicalForm",
                           "MaundyCake((999983,720720)).CanonicalForm",
                           "Wythoff((1000000,1000000)).CanonicalForm",
                           "Mem((1000000,1)).CanonicalForm",
                           "GenWythoff(9223372036854775807)((1000000,1000000)).Options",
                           "TakeAway(9223372036854775807)((1000000,1000000)).CanonicalForm"}) {
    const auto result = run_cgt({"-e", std::string("game.heap.") + text, "--budget-nodes",
                                 "2000000", "--budget-mb", "500"});
    INFO(text << '\n' << result.err);
    CHECK(result.exit_code == 4);
    CHECK(result.err.find("budget") != std::string::npos);
  }
  for (const char* text : {"Kayles.NimValueSequence(100000000000)", "Kayles(100000001)",
                           "Nim.CheckPeriodicity(-1)", "Nim.NimValueSequence(100000000)"}) {
    const auto result = run_cgt({"-e", std::string("game.heap.") + text});
    INFO(text << '\n' << result.err);
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("error: ") != std::string::npos);
  }
}

TEST_CASE("large heaps whose values follow from a theory are no trouble", "[cli][hostile]") {
  for (const auto& [text, value] : std::vector<std::pair<std::string, std::string>>{
           {"Nim(1000000).CanonicalForm", "*1000000\n"},
           {"Nim(100000000).NimValue", "100000000\n"},
           {"Nim.GameValueSequence(10000)[10000]", "*10000\n"},
           {"Kayles(100000000).NimValue", "1\n"},
           {"Kayles(100000000).OutcomeClass", "N\n"},
           {"Subtraction([1000000])(100000000).NimValue", "0\n"},
           {"PartizanSubtraction([1],[1])(100001).CanonicalForm", "*\n"}}) {
    const auto result = run_cgt({"-e", "game.heap." + text});
    INFO(text << '\n' << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out == value);
  }
}

}  // namespace hostile_input_test
