// Nothing is there for tests alone: every header is met by a person who uses the program, writes a
// script, or reads an example of the library.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/files.hpp"

namespace reach_test {

namespace {

namespace fs = std::filesystem;

// Headers that only tests include, and why.
const std::map<std::string, std::string> kExceptions{
    {"decomp/rules/echess.hpp", "the registry makes its rulesets by their entries"},
    {"decomp/rules/hackenbush_strings.hpp", "the same"},
    {"decomp/rules/turning.hpp", "the same"},
};

// What each file includes of this repository, by paths from the root.
using Includes = std::map<std::string, std::vector<std::string>>;

std::vector<std::string> quoted(const std::string& text) {
  static const std::regex pattern(R"re([ \t]*#[ \t]*include[ \t]*"([^"]+)".*)re");
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, pattern)) out.push_back(match[1]);
  }
  return out;
}

Includes read_all(const std::vector<std::string>& folders) {
  const fs::path root = cgt::testing::source_root();
  Includes out;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      out[fs::relative(entry.path(), root).generic_string()] =
          quoted(cgt::testing::read_file(entry.path()));
    }
  }
  return out;
}

bool begins(const std::string& path, const std::string& folder) {
  return path.compare(0, folder.size(), folder) == 0;
}

// All headers that are not included by a file of `roots`, nor by one that these include, and so on;
// who includes a header gets the source beside it, too.
std::vector<std::string> out_of_reach(const Includes& includes,
                                      const std::vector<std::string>& roots) {
  std::set<std::string> seen;
  std::vector<std::string> open;
  const auto reach = [&](const std::string& path) {
    if (includes.contains(path) && seen.insert(path).second) open.push_back(path);
  };
  for (const auto& [path, _] : includes) {
    const bool root = std::any_of(roots.begin(), roots.end(),
                                  [&](const std::string& r) { return begins(path, r); });
    if (root && path.ends_with(".cpp")) reach(path);
  }
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    for (const std::string& included : includes.at(path)) reach(included);
    if (!path.ends_with(".hpp")) continue;
    const std::string stem = path.substr(0, path.size() - 4);
    reach(stem + ".cpp");
    // Or in a folder of the same name.
    for (auto at = includes.lower_bound(stem + '/'); at != includes.end(); ++at) {
      if (!begins(at->first, stem + '/')) break;
      if (at->first.ends_with(".cpp")) reach(at->first);
    }
    // Or in sources without a header of their own, which include it first.
    for (const auto& [source, included] : includes) {
      if (!source.ends_with(".cpp") || included.empty() || included.front() != path) continue;
      if (!includes.contains(source.substr(0, source.size() - 3) + "hpp")) reach(source);
    }
  }
  std::vector<std::string> out;
  for (const auto& [path, _] : includes) {
    if (path.ends_with(".hpp") && !seen.contains(path)) out.push_back(path);
  }
  return out;
}

}  // namespace

TEST_CASE("no header is for tests alone", "[structure]") {
  const Includes includes = read_all({"cgt", "decomp", "lang", "repl", "examples"});
  REQUIRE(includes.size() > 300);
  std::vector<std::string> unmet;
  for (const std::string& path : out_of_reach(includes, {"repl/", "lang/", "examples/"})) {
    if (!kExceptions.contains(path)) unmet.push_back(path);
  }
  INFO("give it a row of the language, a program in examples/embed, or a place in tests/");
  CHECK(unmet == std::vector<std::string>{});
}

TEST_CASE("the check sees headers that nobody meets", "[structure]") {
  Includes includes{{"repl/main.cpp", {"lang/a.hpp"}},
                    {"lang/a.hpp", {}},
                    {"lang/a.cpp", {"lang/a.hpp", "decomp/b.hpp"}},
                    {"decomp/b.hpp", {}},
                    {"decomp/c.hpp", {"decomp/b.hpp"}},
                    {"decomp/c.cpp", {"decomp/c.hpp"}}};
  CHECK(out_of_reach(includes, {"repl/"}) == std::vector<std::string>{"decomp/c.hpp"});
  includes["examples/embed/d.cpp"] = {"decomp/c.hpp"};
  CHECK(out_of_reach(includes, {"repl/", "examples/"}).empty());
  // Without its examples the library has headers that nothing else needs.
  CHECK_FALSE(
      out_of_reach(read_all({"cgt", "decomp", "lang", "repl", "examples"}), {"repl/"}).empty());
}

}  // namespace reach_test
