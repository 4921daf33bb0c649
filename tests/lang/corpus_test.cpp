// The corpus of the fuzzer, and every prefix of its lines: half a line is what a person types.
#include <catch2/catch.hpp>

#include <fstream>
#include <string>

#include "tests/files.hpp"
#include "tests/fuzz/edaps_replay.hpp"
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

// The bytes that a line of the corpus stands for: \n, \t, \\ and \xNN are escapes.
std::string bytes_of(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      out += line[i];
      continue;
    }
    REQUIRE(++i < line.size());
    if (line[i] == 'x') {
      REQUIRE(i + 2 < line.size());
      out += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      out += line[i] == 'n' ? '\n' : line[i] == 't' ? '\t' : '\\';
    }
  }
  return out;
}

TEST_CASE("the corpus of designs for EDAPS is replayed, and what is cut off", "[limits]") {
  EdapsReplay replay(cgt::testing::source_root() + "/examples/edaps");
  std::ifstream in(cgt::testing::test_data() + "/fuzz/edaps_corpus.txt");
  std::size_t lines = 0;
  std::size_t designs = 0;
  std::size_t complaints = 0;
  const auto check = [&](const std::string& text) {
    INFO(text);
    CHECK(replay(text) == "");
    ++(replay.said().find("error: ") == std::string::npos ? designs : complaints);
  };
  for (std::string line; std::getline(in, line); ++lines) {
    const std::string text = bytes_of(line);
    check(text);
    check(text.substr(0, text.size() / 2));
    check(text.substr(text.size() / 2));
  }
  for (const char* name : {"RM1", "RUM1", "URM1"}) {
    const std::string path =
        cgt::testing::source_root() + "/examples/edaps/designs/" + name + ".edaps";
    const std::string text = cgt::testing::read_file(path);
    check(text);
    // One character less anywhere.
    for (std::size_t i = 0; i < text.size(); i += 97) check(text.substr(0, i) + text.substr(i + 1));
  }
  CHECK(lines > 30);
  CHECK(designs > 10);
  CHECK(complaints > 50);
}

}  // namespace
}  // namespace cgt::lang::testing::corpus_test
