// Recipes for package managers that are not here: their syntax, where an interpreter for it is, and their
// version and options, which CMakeLists.txt must know.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "cgt/version.hpp"
#include "tests/cli/need.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace ports_test {

namespace {

using cgt::testing::need;
using cgt::testing::read_file;
using cgt::testing::run;

const std::string kPorts = "repl/package/ports/";

std::set<std::string> options_of(const std::string& text) {
  static const std::regex option("CGT_[A-Z]+(?=[=\"])");
  std::set<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at)
    out.insert(at->str());
  return out;
}

}  // namespace

TEST_CASE("recipes for package managers have the version of the library", "[package]") {
  const auto vcpkg = nlohmann::json::parse(read_file(kPorts + "vcpkg/cgt/vcpkg.json"));
  CHECK(vcpkg.at("version") == cgt::version());
  const std::string version = std::string("version \"") + cgt::version() + "\"";
  CHECK(read_file(kPorts + "cgt.rb").find(version) != std::string::npos);
  // That of Conan reads it.
  const std::string conan = read_file(kPorts + "conanfile.py");
  const std::regex pattern(R"(#define CGT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+))");
  CHECK(conan.find(R"(#define CGT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+))") != std::string::npos);
  const std::string header = read_file("cgt/version.hpp");
  std::string read;
  for (std::sregex_iterator at(header.begin(), header.end(), pattern), end; at != end; ++at)
    read += (read.empty() ? "" : ".") + (*at)[1].str();
  CHECK(read == cgt::version());
}

TEST_CASE("recipes for package managers are well formed", "[package]") {
  CHECK(run({"/usr/bin/python3", "-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())",
             kPorts + "conanfile.py"})
            .exit_code == 0);
  need("ruby");
  CHECK(run({"ruby", "-c", kPorts + "cgt.rb"}).exit_code == 0);
  std::string cmake = read_file("CMakeLists.txt") + read_file("lang/python/CMakeLists.txt");
  for (const char* name : {"conanfile.py", "cgt.rb", "vcpkg/cgt/portfile.cmake"}) {
    const std::set<std::string> options = options_of(read_file(kPorts + name));
    CHECK(options.contains("CGT_TESTS"));
    for (const std::string& option : options) {
      INFO(name << ": " << option);
      const bool known = cmake.find("option(" + option + " ") != std::string::npos;
      CHECK((known || option == "CGT_ARCHIVE"));
    }
  }
}

}  // namespace ports_test
