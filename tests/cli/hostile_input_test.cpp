// Records that are wrong, cut off, or not records at all: an error with a position, never a crash.
#include <catch2/catch.hpp>
#include <fstream>

#include "tests/cli/process.hpp"

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
      {"cut off in a node", "(;GM[1]SZ[9]AB[aa]"},
      {"two stones on a point", "(;GM[1]SZ[9]AB[aa]AW[aa])"},
      {"point off the board", "(;GM[1]SZ[9]AB[jj])"},
      {"size 0", "(;GM[1]SZ[0])"},
      {"size 53", "(;GM[1]SZ[53])"},
      {"size that is no number", "(;GM[1]SZ[nine])"},
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

TEST_CASE("wrong diagrams are refused", "[cli][hostile]") {
  for (const char* text : {"XO?/...", "XX/X", "\x01\x02\xff"}) {
    const auto result = solve(text, ".txt");
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("error: ") != std::string::npos);
  }
}

TEST_CASE("a hundred megabytes of open brackets", "[cli][hostile]") {
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
