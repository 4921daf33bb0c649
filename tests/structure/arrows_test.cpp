// The arrows of ARCHITECTURE.md, read from the includes themselves.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/files.hpp"

namespace {

namespace fs = std::filesystem;
using cgt::testing::read_file;
using Modules = std::set<std::string>;

// What each module may include beside itself, directly or through others. A <- B in the
// architecture page is "B: {A}" here.
const std::map<std::string, Modules> kArrows{
    {"cgt/support", {}},
    {"cgt", {"cgt/support"}},
    {"decomp/position", {"cgt"}},
    {"decomp/rules", {"decomp/position"}},
    {"decomp/search", {"decomp/position"}},
    {"decomp/db", {"decomp/position"}},
    {"decomp/pob", {"decomp/search"}},
    {"decomp/htn", {"cgt/support"}},
    {"decomp/solve", {"decomp/rules", "decomp/search", "decomp/pob", "decomp/htn", "decomp/db"}},
    {"lang", {"cgt"}},
    {"lang/bindings", {"lang", "decomp/solve"}},
    {"repl", {"lang/bindings"}},
};

Modules reachable(const std::string& module) {
  Modules seen{module};
  std::vector<std::string> open{module};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    for (const std::string& below : kArrows.at(next)) {
      if (seen.insert(below).second) open.push_back(below);
    }
  }
  return seen;
}

// The module that a path of the repository belongs to: the longest name that is a folder of it.
std::optional<std::string> module_of(const std::string& path) {
  std::optional<std::string> best;
  for (const auto& [module, _] : kArrows) {
    const bool inside = path.rfind(module + "/", 0) == 0;
    if (inside && (!best || module.size() > best->size())) best = module;
  }
  return best;
}

struct Include {
  std::string target;
  bool quoted = false;
};

std::vector<Include> includes_of(const std::string& text) {
  static const std::regex pattern(R"re(^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"])re");
  std::vector<Include> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_search(line, match, pattern)) found.push_back({match[2], match[1] == "\""});
  }
  return found;
}

// "" if the file `path` may include `include`, else what is wrong.
std::string objection(const std::string& path, const Include& include) {
  const auto from = module_of(path);
  if (!from) return "belongs to no module";
  if (!include.quoted) {
    const bool readline = include.target.rfind("readline/", 0) == 0;
    if (readline && *from != "repl") return "only repl may use readline";
    return include.target == "sqlite3.h" && *from != "decomp/db" ? "only decomp/db may use SQLite"
                                                                 : "";
  }
  const auto to = module_of(include.target);
  if (!to)
    return "includes \"" + include.target + "\", which is not a path from the repository root";
  if (!reachable(*from).contains(*to)) return *from + " must not include " + include.target;
  const bool internal = include.target.rfind("cgt/detail/", 0) == 0;
  if (internal && path.rfind("cgt/", 0) != 0) return include.target + " is internal to cgt";
  return "";
}

// Paths from the repository root of all sources in `folders`.
std::vector<std::string> sources_in(const std::vector<std::string>& folders) {
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    const fs::path root = fs::path(cgt::testing::source_root()) / folder;
    if (!fs::exists(root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const fs::path extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".hpp") continue;
      paths.push_back(fs::relative(entry.path(), cgt::testing::source_root()).generic_string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

TEST_CASE("includes follow the arrows", "[structure]") {
  const auto paths = sources_in({"cgt", "decomp", "lang", "repl"});
  REQUIRE(paths.size() > 20);
  for (const std::string& path : paths) {
    for (const Include& include :
         includes_of(read_file(fs::path(cgt::testing::source_root()) / path))) {
      INFO(path << " includes " << include.target);
      CHECK(objection(path, include).empty());
    }
  }
}

TEST_CASE("the arrow check sees forbidden includes", "[structure]") {
  const auto refused = [](const std::string& path, const std::string& line) {
    const auto includes = includes_of(line + "\n");
    REQUIRE(includes.size() == 1);
    return !objection(path, includes.front()).empty();
  };
  CHECK(refused("cgt/support/budget.hpp", "#include \"cgt/store/store.hpp\""));
  CHECK(refused("cgt/store/store.cpp", "#include \"decomp/position/position.hpp\""));
  CHECK(refused("decomp/rules/go/board.cpp", "#include \"decomp/search/table.hpp\""));
  CHECK(refused("decomp/search/table.cpp", "  #  include \"decomp/rules/go/board.hpp\""));
  CHECK(refused("decomp/htn/planner/planner.cpp", "#include \"cgt/store/store.hpp\""));
  CHECK(refused("decomp/pob/poset.cpp", "#include \"decomp/solve/play/incentive_play.hpp\""));
  CHECK(refused("lang/syntax/parser/parser.cpp", "#include \"lang/bindings/go.hpp\""));
  CHECK(refused("lang/machine/vm.cpp", "#include \"decomp/solve/go/endgame.hpp\""));
  CHECK(refused("lang/bindings/go/go.cpp", "#include \"repl/command_line/command.hpp\""));
  CHECK(refused("lang/session/session.cpp", "#include <readline/readline.h>"));
  CHECK(refused("decomp/solve/values/evaluator.cpp", "#include <sqlite3.h>"));
  CHECK(refused("decomp/db/table.cpp", "#include \"decomp/solve/values/evaluator.hpp\""));
  CHECK(refused("decomp/rules/registry.cpp", "#include \"decomp/db/database.hpp\""));
  CHECK(refused("decomp/solve/play/incentive_play.cpp", "#include \"cgt/detail/raw.hpp\""));
  CHECK(refused("repl/main.cpp", "#include \"options.hpp\""));

  CHECK_FALSE(refused("repl/session/line_editor.cpp", "#include <readline/readline.h>"));
  CHECK_FALSE(refused("decomp/db/detail/sqlite.cpp", "#include <sqlite3.h>"));
  CHECK_FALSE(refused("cgt/store/store.cpp", "#include \"cgt/detail/raw.hpp\""));
  CHECK_FALSE(refused("decomp/htn/planner/planner.cpp", "#include \"cgt/support/budget.hpp\""));
  CHECK_FALSE(
      refused("lang/bindings/go/go.cpp", "#include \"decomp/rules/go/record/problem.hpp\""));
}

TEST_CASE("every header is guarded by #pragma once", "[structure]") {
  for (const std::string& path : sources_in({"cgt", "decomp", "lang", "repl", "tests"})) {
    if (fs::path(path).extension() != ".hpp") continue;
    INFO(path);
    CHECK(read_file(fs::path(cgt::testing::source_root()) / path).find("#pragma once") !=
          std::string::npos);
  }
}

TEST_CASE("a source includes its own header first, which proves that the header is complete",
          "[structure]") {
  for (const std::string& path : sources_in({"cgt", "decomp", "lang", "repl"})) {
    const std::string header = path.substr(0, path.size() - 3) + "hpp";
    const fs::path root = cgt::testing::source_root();
    if (fs::path(path).extension() != ".cpp" || !fs::exists(root / header)) continue;
    INFO(path);
    const auto includes = includes_of(read_file(root / path));
    REQUIRE_FALSE(includes.empty());
    CHECK(includes.front().target == header);
  }
}

TEST_CASE("every source file is part of a target", "[structure]") {
  const std::string commands =
      read_file(fs::path(cgt::testing::binary_root()) / "compile_commands.json");
  for (const std::string& path :
       sources_in({"cgt", "decomp", "lang", "repl", "tests", "examples"})) {
    if (fs::path(path).extension() != ".cpp") continue;
    INFO(path << " is compiled by no target");
    CHECK(commands.find("/" + path + "\"") != std::string::npos);
  }
}

TEST_CASE("sources are clean text", "[structure]") {
  for (const std::string& path :
       sources_in({"cgt", "decomp", "lang", "repl", "tests", "examples"})) {
    INFO(path);
    const std::string text = read_file(fs::path(cgt::testing::source_root()) / path);
    CHECK(text.find('\t') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
    CHECK(text.find(" \n") == std::string::npos);
    const bool ends_in_one_newline =
        text.size() > 1 && text.back() == '\n' && text[text.size() - 2] != '\n';
    CHECK(ends_in_one_newline);
  }
}
