// Runs scripts/<feature>/*.cgs. A script is fed line by line, as a person types it: an incomplete
// line is continued by the next. `// expect: text` at the end of the (last) line of a statement is
// what it prints, `// expect error: part` a part of the first line of its diagnostics, `// expect
// output: a; b` its Print() lines. A statement without a comment must succeed.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "lang/bindings/bindings.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::scripts_test {
namespace {

std::string after(const std::string& line, const std::string& mark) {
  const std::size_t at = line.find(mark);
  return at == std::string::npos ? "" : line.substr(at + mark.size());
}

std::string joined(std::string lines) {
  if (!lines.empty()) lines.pop_back();
  for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at)) {
    lines.replace(at, 1, "; ");
  }
  return lines;
}

void run_script(const std::filesystem::path& path) {
  Session session;
  add_all_packages(session);
  session.set_history(true);
  std::ifstream in(path);
  std::string pending;
  std::size_t number = 0;
  std::size_t expectations = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    pending += line + '\n';
    const Result result = session.evaluate(SourceText("script", pending), kLimits);
    const std::string error = after(line, "// expect error: ");
    if (result.status == Status::kIncomplete && error.empty()) continue;
    pending.clear();
    INFO(path.string() << ":" << number << ": " << line << "\n" << result.diagnostics);
    const std::string text = after(line, "// expect: ");
    const std::string output = after(line, "// expect output: ");
    expectations += text.empty() && output.empty() && error.empty() ? 0 : 1;
    if (!error.empty()) {
      CHECK_FALSE(result.ok());
      CHECK_THAT(first_line(result.diagnostics), Catch::Contains(error));
      continue;
    }
    CHECK(result.ok());
    if (!text.empty()) CHECK(result.text == text);
    if (!output.empty()) CHECK(joined(result.output) == output);
  }
  INFO(path.string());
  CHECK(pending.empty());
  CHECK(expectations > 0);
}

TEST_CASE("every script meets its expectations", "[scripts]") {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(cgt::testing::test_data() + "/lang/scripts")) {
    if (entry.path().extension() == ".cgs") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() >= 8);
  for (const auto& path : paths) run_script(path);
}

}  // namespace
}  // namespace cgt::lang::testing::scripts_test
