// The corpus of the fuzzer, and every prefix of its lines: half a line is what a person types.
#include <catch2/catch.hpp>

#include <fstream>

#include "tests/files.hpp"
#include "tests/fuzz/replay.hpp"

namespace cgt::lang::testing::corpus_test {
namespace {

TEST_CASE("the corpus of the fuzzer is replayed", "[limits]") {
  std::ifstream in(cgt::testing::test_data() + "/fuzz/corpus.txt");
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    INFO(line);
    CHECK(replay(line) == "");
  }
  CHECK(lines > 300);
}

TEST_CASE("every prefix of the corpus is parsed", "[limits]") {
  std::ifstream in(cgt::testing::test_data() + "/fuzz/corpus.txt");
  const Session session;
  for (std::string line; std::getline(in, line);) {
    for (std::size_t size = 0; size < line.size(); ++size) {
      const Result result = session.check(SourceText("text", line.substr(0, size)));
      if (result.status != Status::kSyntaxError && result.status != Status::kIncomplete &&
          result.status != Status::kOk) {
        FAIL(line.substr(0, size));
      }
    }
  }
}

}  // namespace
}  // namespace cgt::lang::testing::corpus_test
