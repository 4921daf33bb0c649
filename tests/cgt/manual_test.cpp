// The worked example of cgt/cgt.hpp is examples/embed/values.cpp, and prints what it says there.
#include <catch2/catch.hpp>
#include <iostream>
#include <sstream>

// Before `main` means something else.
#include "cgt/cgt.hpp"
#include "tests/files.hpp"

#define main embedded_main
#include "examples/embed/values.cpp"  // NOLINT: the program is the fixture
#undef main

namespace {

std::string read(const std::string& path) {
  return cgt::testing::read_file(cgt::testing::source_root() + "/" + path);
}

std::string as_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += line.empty() ? "//\n" : "//   " + line + "\n";
  return out;
}

}  // namespace

TEST_CASE("the manual shows the example and its output", "[manual]") {
  const std::string manual = read("cgt/cgt.hpp");
  const std::string program = read("examples/embed/values.cpp");
  CHECK(manual.find(as_comment(program.substr(program.find("#include")))) != std::string::npos);
  std::ostringstream output;
  auto* const console = std::cout.rdbuf(output.rdbuf());
  const int status = embedded_main();
  std::cout.rdbuf(console);
  CHECK(status == 0);
  CHECK(manual.find("prints\n//\n" + as_comment(output.str())) != std::string::npos);
}
