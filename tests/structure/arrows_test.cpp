// The arrows of ARCHITECTURE.md, read from the includes themselves.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/files.hpp"

namespace arrows_test {

namespace {

namespace fs = std::filesystem;
using cgt::testing::binary_root;
using cgt::testing::read_file;
using cgt::testing::source_root;
using Modules = std::set<std::string>;

// What each module may include beside itself, directly or through others. A <- B in the
// architecture page is "B: {A}" here.
const std::map<std::string, Modules> kArrows{
    {"cgt/support", {}},
    {"cgt/number", {"cgt/support"}},
    {"cgt/store", {"cgt/number"}},
    {"cgt/thermo", {"cgt/store"}},
    {"cgt/misere", {"cgt/store"}},
    {"cgt/algebra", {"cgt/thermo", "cgt/misere"}},
    {"cgt/loopy", {"cgt/algebra"}},
    {"cgt/ko", {"cgt/number"}},
    {"cgt/text", {"cgt/loopy", "cgt/ko"}},
    {"cgt/pictures", {"cgt/text"}},
    // The insides of all rooms, which nobody outside cgt includes.
    {"cgt/detail", {"cgt/pictures"}},
    {"cgt", {"cgt/pictures"}},
    {"decomp/position", {"cgt"}},
    {"decomp/go/board", {"decomp/position"}},
    {"decomp/go/safety", {"decomp/go/board"}},
    {"decomp/go/record", {"decomp/go/safety"}},
    {"decomp/rules", {"decomp/go/board"}},
    {"decomp/search", {"decomp/position"}},
    {"decomp/db", {"decomp/position"}},
    {"decomp/pob", {"decomp/search"}},
    {"decomp/htn", {"cgt/support"}},
    {"decomp/solve", {"decomp/rules", "decomp/search", "decomp/pob", "decomp/htn", "decomp/db"}},
    {"decomp/go", {"decomp/solve", "decomp/go/record"}},
    {"decomp/decomp.hpp", {"decomp/go"}},
    {"decomp/boxes", {"cgt/support"}},
    {"decomp/labs", {"decomp/search", "decomp/pob", "decomp/htn"}},
    // The rooms of the language. Its five public headers are the lowest floor and the roof.
    {"lang/value.hpp", {"cgt"}},
    {"lang/context.hpp", {"lang/value.hpp"}},
    {"lang/registry.hpp", {"lang/context.hpp"}},
    {"lang/values", {"lang/registry.hpp"}},
    {"lang/syntax", {"lang/values"}},
    {"lang/machine", {"lang/syntax"}},
    {"lang/library", {"lang/values"}},
    {"lang/session.hpp", {"lang/machine", "lang/library"}},
    {"lang/lang.hpp", {"lang/session.hpp"}},
    {"lang/session", {"lang/session.hpp"}},
    {"lang/bindings", {"lang/lang.hpp", "decomp/boxes", "decomp/go", "decomp/labs"}},
    // The face in C. Programs may use it; nothing of the program does.
    {"lang/c", {"lang/bindings"}},
    {"lang/python", {"lang/bindings"}},
    {"lang/cpp", {"lang/bindings"}},
    // That as a module for JavaScript.
    {"lang/npm", {"lang/c"}},
    // The rooms of the program.
    {"repl/command_line", {"lang/bindings", "lang/session"}},
    {"repl/support", {"repl/command_line"}},
    {"repl/session", {"repl/support"}},
    {"repl/chart", {"repl/support"}},
    {"repl/commands", {"repl/session", "repl/chart"}},
    {"repl/labs", {"repl/commands"}},
    {"repl/bench", {"repl/labs"}},
    {"repl/package", {"repl/support"}},
    // Programs of their own: notebooks, and the page in the browser.
    {"repl/kernel", {"repl/commands"}},
    {"repl/explorer", {"repl/labs"}},
    {"repl", {"repl/bench", "repl/package"}},
    {"repl/mpi", {"repl"}},
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
    const bool inside = path == module || path.rfind(module + "/", 0) == 0;
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
    if (readline && path.rfind("repl/session/prompt/", 0) != 0)
      return "only repl/session/prompt may use readline";
    if (include.target.rfind("xeus/", 0) == 0 && *from != "repl/kernel")
      return "only repl/kernel may use xeus";
    if (include.target == "mpi.h" && *from != "repl/mpi") return "only repl/mpi may use MPI";
    if (include.target == "httplib.h" && *from != "repl/explorer")
      return "only repl/explorer may use cpp-httplib";
    return include.target == "sqlite3.h" && *from != "decomp/db" ? "only decomp/db may use SQLite"
                                                                 : "";
  }
  if (include.target.rfind("repl/session/prompt/", 0) == 0 &&
      (*from == "repl/kernel" || *from == "repl/explorer"))
    return "notebooks and pages have no terminal";
  const auto to = module_of(include.target);
  if (!to)
    return "includes \"" + include.target + "\", which is not a path from the repository root";
  if (*to == "cgt/detail")
    return path.rfind("cgt/", 0) == 0 ? "" : include.target + " is internal to cgt";
  if (!reachable(*from).contains(*to)) return *from + " must not include " + include.target;
  return "";
}

// Paths from the repository root of all sources in `folders`.
std::vector<std::string> sources_in(const std::vector<std::string>& folders) {
  std::vector<std::string> paths;
  for (const std::string& folder : folders) {
    const fs::path root = fs::path(source_root()) / folder;
    if (!fs::exists(root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      static const std::set<std::string> kSources{".cpp", ".hpp", ".c", ".h"};
      if (!kSources.contains(entry.path().extension().string())) continue;
      paths.push_back(fs::relative(entry.path(), source_root()).generic_string());
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
    for (const Include& include : includes_of(read_file(fs::path(source_root()) / path))) {
      INFO(path << " includes " << include.target);
      CHECK(objection(path, include).empty());
    }
  }
}

TEST_CASE("no two folders include each other", "[structure]") {
  std::map<std::pair<std::string, std::string>, std::string> seen;  // from, to: an include
  // A folder called detail is the inside of those around it.
  const auto folder_of = [](const std::string& path) {
    const std::string folder = fs::path(path).parent_path().generic_string();
    const std::string inside = "/detail";
    return folder.ends_with(inside) ? folder.substr(0, folder.size() - inside.size()) : folder;
  };
  const auto root = [](const std::string& path) {
    return std::set<std::string>{"lang", "repl", "cgt/detail"}.contains(
        fs::path(path).parent_path());
  };
  for (const std::string& path : sources_in({"cgt", "decomp", "lang", "repl"})) {
    for (const Include& include : includes_of(read_file(fs::path(source_root()) / path))) {
      // The headers at the root of lang are its lowest floor and its roof: the arrows tell. The insides of
      // cgt are of all its rooms.
      if (!include.quoted || root(path) || root(include.target)) continue;
      const std::string from = folder_of(path);
      const std::string to = folder_of(include.target);
      if (from == to) continue;
      seen.emplace(std::pair{from, to}, path + " includes " + include.target);
    }
  }
  REQUIRE(seen.size() > 60);
  for (const auto& [pair, include] : seen) {
    const auto back = seen.find({pair.second, pair.first});
    INFO(include << ", but " << (back == seen.end() ? "" : back->second));
    CHECK(back == seen.end());
  }
}

TEST_CASE("the arrow check sees forbidden includes", "[structure]") {
  const auto refused = [](const std::string& path, const std::string& line) {
    const auto includes = includes_of(line + "\n");
    REQUIRE(includes.size() == 1);
    return !objection(path, includes.front()).empty();
  };
  CHECK(refused("cgt/support/budget.hpp", "#include \"cgt/store/store.hpp\""));
  CHECK(refused("cgt/thermo/temperature.cpp", "#include \"cgt/text/text.hpp\""));
  CHECK(refused("cgt/loopy/sides.cpp", "#include \"cgt/ko/graph.hpp\""));
  CHECK(refused("decomp/rules/go.cpp", "#include \"decomp/go/endgame/endgame.hpp\""));
  CHECK(refused("decomp/solve/sums/sum.cpp", "#include \"decomp/go/endgame/endgame.hpp\""));
  CHECK(refused("decomp/go/races/semeai.cpp", "#include \"decomp/labs/bridge/cards.hpp\""));
  CHECK(refused("cgt/store/store.cpp", "#include \"decomp/position/position.hpp\""));
  CHECK(refused("decomp/go/board/board.cpp", "#include \"decomp/search/table.hpp\""));
  CHECK(refused("decomp/search/table.cpp", "  #  include \"decomp/go/board/board.hpp\""));
  CHECK(refused("decomp/htn/planner/planner.cpp", "#include \"cgt/store/store.hpp\""));
  CHECK(refused("decomp/pob/poset.cpp", "#include \"decomp/solve/play/incentive_play.hpp\""));
  CHECK(refused("lang/syntax/parser.cpp", "#include \"lang/bindings/go.hpp\""));
  CHECK(refused("lang/values/value.cpp", "#include \"lang/syntax/lexer.hpp\""));
  CHECK(refused("lang/values/export.cpp", "#include \"lang/library/core.hpp\""));
  CHECK(refused("lang/library/game.cpp", "#include \"lang/machine/vm.hpp\""));
  CHECK(refused("lang/value.hpp", "#include \"lang/values/class.hpp\""));
  CHECK(refused("repl/command_line/options.cpp", "#include \"repl/support/files.hpp\""));
  CHECK(refused("repl/support/rulesets.cpp", "#include \"repl/session/settings.hpp\""));
  CHECK(refused("repl/commands/go/command.cpp", "#include \"repl/bench/bench.hpp\""));
  CHECK(refused("repl/package/manual.cpp", "#include \"repl/commands/go/go.hpp\""));
  CHECK(refused("lang/machine/vm.cpp", "#include \"decomp/go/endgame/endgame.hpp\""));
  CHECK(refused("lang/bindings/go/go.cpp", "#include \"repl/command_line/command.hpp\""));
  CHECK(refused("lang/session/session.cpp", "#include <readline/readline.h>"));
  CHECK(refused("decomp/solve/values/evaluator.cpp", "#include <sqlite3.h>"));
  CHECK(refused("decomp/db/table.cpp", "#include \"decomp/solve/values/evaluator.hpp\""));
  CHECK(refused("decomp/rules/registry.cpp", "#include \"decomp/db/database.hpp\""));
  CHECK(refused("decomp/solve/play/incentive_play.cpp", "#include \"cgt/detail/raw.hpp\""));
  CHECK(refused("repl/main.cpp", "#include \"options.hpp\""));
  CHECK(refused("lang/c/go.cpp", "#include \"repl/commands/go/go.hpp\""));
  CHECK(refused("lang/bindings/go/go.cpp", "#include \"lang/c/cgt.h\""));
  CHECK(refused("repl/main.cpp", "#include \"lang/c/cgt.h\""));
  CHECK(refused("repl/main.cpp", "#include \"repl/kernel/interpreter.hpp\""));
  CHECK(refused("repl/main.cpp", "#include <xeus/xkernel.hpp>"));
  CHECK(refused("repl/main.cpp", "#include <httplib.h>"));
  CHECK(refused("repl/main.cpp", "#include \"repl/explorer/api/api.hpp\""));
  CHECK(refused("repl/explorer/main.cpp", "#include \"repl/session/prompt/prompt.hpp\""));
  CHECK(refused("repl/kernel/interpreter.cpp", "#include \"repl/session/prompt/prompt.hpp\""));
  CHECK(refused("repl/session/run_script.cpp", "#include <readline/readline.h>"));

  CHECK_FALSE(refused("repl/session/prompt/line_editor.cpp", "#include <readline/readline.h>"));
  CHECK_FALSE(refused("decomp/db/detail/sqlite.cpp", "#include <sqlite3.h>"));
  CHECK_FALSE(refused("cgt/store/store.cpp", "#include \"cgt/detail/raw.hpp\""));
  CHECK_FALSE(refused("decomp/htn/planner/planner.cpp", "#include \"cgt/support/budget.hpp\""));
  CHECK_FALSE(refused("lang/values/positions.cpp", "#include \"lang/values/collections.hpp\""));
  CHECK_FALSE(refused("lang/bindings/go/go.cpp", "#include \"decomp/go/record/problem.hpp\""));
  CHECK_FALSE(refused("lang/c/go.cpp", "#include \"decomp/go/report/json.hpp\""));
  CHECK_FALSE(refused("lang/c/session.cpp", "#include \"lang/bindings/bindings.hpp\""));
}

// What a program that includes these headers reads, each with the header that names it first.
std::map<std::string, std::string> all_included_by(const std::vector<std::string>& headers) {
  std::map<std::string, std::string> named_by;
  std::vector<std::string> open;
  for (const std::string& header : headers) {
    if (named_by.emplace(header, "a program").second) open.push_back(header);
  }
  while (!open.empty()) {
    const std::string header = open.back();
    open.pop_back();
    for (const Include& include :
         includes_of(read_file(fs::path(cgt::testing::source_root()) / header))) {
      if (!named_by.emplace(include.target, header).second) continue;
      if (include.quoted) open.push_back(include.target);
    }
  }
  return named_by;
}

bool is_of_boost(const std::string& include) { return include.rfind("boost/", 0) == 0; }
bool is_internal(const std::string& include) {
  return include.find("/detail/") != std::string::npos;
}

// Installed headers must not need Boost, whose versions exclude each other; what is in detail/ is
// not installed.
TEST_CASE("the public headers of cgt reach neither Boost nor detail/", "[structure]") {
  std::vector<std::string> headers;
  for (const std::string& path : sources_in({"cgt"})) {
    if (fs::path(path).extension() == ".hpp" && !is_internal(path)) headers.push_back(path);
  }
  REQUIRE(headers.size() > 30);
  const auto manual = all_included_by({"cgt/cgt.hpp"});
  REQUIRE(manual.contains("cgt/number/rational.hpp"));
  REQUIRE(manual.contains("cgt/support/small_vector.hpp"));
  for (const auto& [include, by] : all_included_by(headers)) {
    INFO(by << " includes " << include);
    CHECK_FALSE(is_of_boost(include));
    CHECK_FALSE(is_internal(include));
  }
}

TEST_CASE("the walk over includes finds Boost and detail/ where they are", "[structure]") {
  // By way of store_impl.hpp.
  const auto by_source = all_included_by({"cgt/store/store.cpp"});
  CHECK(by_source.contains("cgt/detail/tables.hpp"));
  CHECK(by_source.at("cgt/detail/tables.hpp") == "cgt/detail/store_impl.hpp");
  const auto by_domineering = all_included_by({"decomp/rules/domineering.cpp"});
  CHECK(std::any_of(by_domineering.begin(), by_domineering.end(),
                    [](const auto& entry) { return is_of_boost(entry.first); }));
}

// Declarations of a header at the left margin, where those of a namespace stand: classes up to their brace,
// functions up to theirs or to the semicolon.
std::vector<std::string> declarations_of(const std::string& text) {
  std::vector<std::string> found;
  std::string open;
  for (std::string line : cgt::testing::lines_of(text)) {
    line = line.substr(0, line.find("//"));
    while (line.ends_with(' ')) line.pop_back();
    const bool begins = !line.empty() && (std::isalpha(line.front()) != 0 || line.front() == '[');
    if (open.empty() ? !begins : line.empty()) continue;
    open += (open.empty() ? "" : " ") + line;
    if (!line.ends_with(';') && !line.ends_with('{') && !line.ends_with('}')) continue;
    found.push_back(std::exchange(open, ""));
  }
  return found;
}

// Would a program that uses it look for it in the library, where only CGT_API shows it?
bool lacks_mark(const std::string& declaration) {
  static const std::regex unseen(
      "(template|inline|constexpr|using|namespace|enum|typedef|concept|static_assert|static)\\b.*");
  static const std::regex class_pattern("(class|struct) [^;{(]*\\{.*");
  static const std::regex name_alone("(class|struct|union) [A-Za-z_:]+;");
  if (std::regex_match(declaration, unseen) || std::regex_match(declaration, name_alone))
    return false;
  const bool marked = declaration.find("CGT_API ") != std::string::npos;
  if (std::regex_match(declaration, class_pattern)) return !marked;
  return declaration.ends_with(';') && !marked;
}

TEST_CASE("installed headers mark what the library shows", "[structure]") {
  const std::string list = read_file(fs::path(source_root()) / "lang/cpp/CMakeLists.txt");
  const std::size_t begin = list.find("set(CGT_ENTRY_POINTS");
  REQUIRE(begin != std::string::npos);
  std::istringstream words(list.substr(begin, list.find(')', begin) - begin));
  std::vector<std::string> headers;
  for (std::string word; words >> word;) {
    if (word.ends_with(".hpp")) headers.push_back(word);
  }
  REQUIRE(headers.size() > 30);
  std::size_t marked = 0;
  for (const auto& [header, by] : all_included_by(headers)) {
    if (!fs::exists(fs::path(source_root()) / header)) continue;
    for (const std::string& declaration :
         declarations_of(read_file(fs::path(source_root()) / header))) {
      INFO(header << ": " << declaration);
      CHECK_FALSE(lacks_mark(declaration));
      marked += declaration.find("CGT_API ") != std::string::npos ? 1 : 0;
    }
  }
  CHECK(marked > 400);
}

TEST_CASE("the check of marks knows what needs one", "[structure]") {
  const auto lacking = [](const std::string& text) {
    std::vector<std::string> found;
    for (const std::string& one : declarations_of(text)) {
      if (lacks_mark(one)) found.push_back(one);
    }
    return found.size();
  };
  CHECK(lacking("class Store {\n public:\n  int size() const;\n};") == 1);
  CHECK(lacking("class CGT_API Store {\n};\nstruct Other final : Base {\n};") == 1);
  CHECK(lacking("std::string name(Store& store,\n                 int n);  // text") == 1);
  CHECK(lacking("[[noreturn]] void stop();\nextern const int kSize;") == 2);
  CHECK(lacking("CGT_API int f();\nclass Store;\nenum class Kind { kA };\nusing A = int;") == 0);
  CHECK(lacking("template <class T>\nclass Box {\n  int f();\n};\ninline int f() { return 1; }") ==
        0);
}

TEST_CASE("every header is guarded by #pragma once", "[structure]") {
  for (const std::string& path : sources_in({"cgt", "decomp", "lang", "repl", "tests"})) {
    if (fs::path(path).extension() != ".hpp") continue;
    INFO(path);
    CHECK(read_file(fs::path(source_root()) / path).find("#pragma once") != std::string::npos);
  }
}

TEST_CASE("a source includes its own header first, which proves that the header is complete",
          "[structure]") {
  for (const std::string& path : sources_in({"cgt", "decomp", "lang", "repl"})) {
    const std::string header = path.substr(0, path.size() - 3) + "hpp";
    const fs::path root = source_root();
    if (fs::path(path).extension() != ".cpp" || !fs::exists(root / header)) continue;
    INFO(path);
    const auto includes = includes_of(read_file(root / path));
    REQUIRE_FALSE(includes.empty());
    CHECK(includes.front().target == header);
  }
}

TEST_CASE("sources are clean text", "[structure]") {
  for (const std::string& path :
       sources_in({"cgt", "decomp", "lang", "repl", "tests", "examples"})) {
    INFO(path);
    const std::string text = read_file(fs::path(source_root()) / path);
    CHECK(text.find('\t') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
    CHECK(text.find(" \n") == std::string::npos);
    const bool ends_in_one_newline =
        text.size() > 1 && text.back() == '\n' && text[text.size() - 2] != '\n';
    CHECK(ends_in_one_newline);
  }
}

}  // namespace arrows_test
