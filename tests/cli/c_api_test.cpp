// The face in C beside the program: the same answers, the names that the shared library shows, and its
// documentation as it is run.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lang/c/cgt.h"
#include "repl/command_line/exit_code.hpp"
#include "tests/cli/need.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/lang/c/handles.hpp"

namespace c_api_test {

namespace {

namespace fs = std::filesystem;
using cgt::testing::binary_root;
using cgt::testing::Handle;
using cgt::testing::read_file;
using cgt::testing::run;
using cgt::testing::run_cgt;
using cgt::testing::source_root;
using cgt::testing::text_of;
using Json = nlohmann::json;

std::string header() { return read_file(fs::path(source_root()) / "lang/c/cgt.h"); }

std::set<std::string> declared_functions() {
  std::set<std::string> declared;
  const std::string text = header();
  static const std::regex name(R"re(CGT_C_API [^;(]*\b(cgt_\w+)\()re");
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
    declared.insert((*at)[1]);
  }
  return declared;
}

// Without what a clock tells.
Json answer(const std::string& text) {
  Json json = Json::parse(text);
  for (const char* time : {"partition_ms", "local_ms", "sum_ms", "total_ms"}) {
    REQUIRE(json["stats"].contains(time));
    json["stats"].erase(time);
  }
  return json;
}

// The blocks of a page that are in a language, in order.
std::vector<std::string> blocks(const std::string& page, const std::string& language) {
  std::vector<std::string> found;
  std::istringstream lines(page);
  bool inside = false;
  bool wanted = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside;
      wanted = inside && line == "```" + language;
      if (wanted) found.emplace_back();
    } else if (wanted) {
      found.back() += line + "\n";
    }
  }
  return found;
}

std::string manual() { return read_file(fs::path(source_root()) / "docs/c.md"); }

// The page names the folder of the release build.
std::string in_this_build(const std::string& text) {
  return std::regex_replace(text, std::regex("build/release"), binary_root());
}

}  // namespace

TEST_CASE("C: header, library and program are of one version", "[c]") {
  const std::string version = std::to_string(CGT_VERSION_MAJOR) + "." +
                              std::to_string(CGT_VERSION_MINOR) + "." +
                              std::to_string(CGT_VERSION_PATCH);
  CHECK(cgt::repl::version_line() == "cgt " + version);
  CHECK(std::string(cgt_version()) == version);
  CHECK(CGT_VERSION == 10000 * CGT_VERSION_MAJOR + 100 * CGT_VERSION_MINOR + CGT_VERSION_PATCH);
  // The same lines as in C++.
  static const std::regex line(R"re(#define CGT_VERSION\w* [^\n]*)re");
  const auto defined = [](const std::string& text) {
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
      found.push_back(at->str());
    }
    return found;
  };
  const auto numbers = defined(header());
  CHECK(numbers.size() == 4);
  CHECK(numbers == defined(read_file(fs::path(source_root()) / "cgt/version.hpp")));
}

TEST_CASE("C: cgt_go_solve() answers what cgt go --json prints", "[c]") {
  const Handle handle;
  for (const char* name : {"examples/go/comb9.sgf", "examples/go/S9.sgf"}) {
    INFO(name);
    const std::string text = read_file(fs::path(source_root()) / name);
    for (const int to_play : {-1, static_cast<int>(CGT_LEFT), static_cast<int>(CGT_RIGHT)}) {
      for (const int area : {0, 1}) {
        std::vector<std::string> words{"go", (fs::path(source_root()) / name).string(), "--json"};
        if (to_play != -1) {
          words.insert(words.end(), {"--to-play", to_play == CGT_LEFT ? "B" : "W"});
        }
        if (area == 1) words.insert(words.end(), {"--rules", "area"});
        const auto printed = run_cgt(words);
        REQUIRE(printed.exit_code == 0);
        // A store of its own, as the statistics count what is found for the first time.
        const Handle fresh;
        const cgt_go_options options{sizeof(cgt_go_options), to_play, area, 0};
        std::size_t needed = 0;
        REQUIRE(cgt_go_solve(fresh.store, text.c_str(), &options, nullptr, 0, &needed) == CGT_OK);
        std::string solved(needed, ' ');
        REQUIRE(cgt_text_again(fresh.store, solved.data(), needed, nullptr) == CGT_OK);
        solved.pop_back();
        CHECK(answer(solved) == answer(printed.out));
      }
    }
  }
}

TEST_CASE("C: a Go board that no budget suffices for is answered with bounds", "[c]") {
  const Handle handle;
  const std::string text = read_file(fs::path(source_root()) / "examples/go/comb19.sgf");
  const cgt_budget budget{sizeof(cgt_budget), 3000, CGT_UNLIMITED, CGT_UNLIMITED};
  REQUIRE(cgt_store_set_budget(handle.store, &budget) == CGT_OK);
  std::size_t needed = 0;
  CHECK(cgt_go_solve(handle.store, text.c_str(), nullptr, nullptr, 0, &needed) == CGT_BUDGET);
  REQUIRE(needed > 0);
  std::string bounds(needed, ' ');
  REQUIRE(cgt_text_again(handle.store, bounds.data(), needed, nullptr) == CGT_OK);
  bounds.pop_back();
  CHECK(Json::parse(bounds).contains("stopped"));
  // With more of it, the same call answers.
  REQUIRE(cgt_store_set_budget(handle.store, nullptr) == CGT_OK);
  REQUIRE(cgt_go_solve(handle.store, text.c_str(), nullptr, nullptr, 0, &needed) == CGT_OK);
}

TEST_CASE("C: the shared library shows the names of the header and no others", "[c]") {
  const std::set<std::string> declared = declared_functions();
  CHECK(declared.size() > 50);
  const auto listed = run({"nm", "-D", "--defined-only", binary_root() + "/lib/libcgt_c.so.0"});
  REQUIRE(listed.exit_code == 0);
  std::set<std::string> shown;
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) {
    shown.insert(line.substr(line.rfind(' ') + 1));
  }
#ifndef __SANITIZE_ADDRESS__
  CHECK(shown == declared);
#else
  // Sanitizers add names of their own.
  CHECK(std::includes(shown.begin(), shown.end(), declared.begin(), declared.end()));
#endif
}

// What callers are linked against: names, types of arguments, sizes and members of structs, numbers of
// enumerations. Only of the release build, which has what describes them.
TEST_CASE("C: callers that were linked before still run", "[c][long]") {
  if (fs::path(binary_root()).filename() != "release") return;
  cgt::testing::need("abidiff");
  const std::string known = source_root() + "/tests/abi/cgt_c.abi";
  const std::string library = binary_root() + "/lib/libcgt_c.so";
  const auto difference = [&](const std::string& before) {
    return run({"abidiff", "--exported-interfaces-only", "--drop-private-types", "--header-file2",
                source_root() + "/lang/c/cgt.h", before, library});
  };
  // The exit code is a set of bits: 1 and 2 errors, 4 a change, 8 one that breaks callers.
  const auto now = difference(known);
  INFO(
      "If callers break, raise SOVERSION in lang/c/CMakeLists.txt; ./dev abi writes the file "
      "anew.\n"
      << now.out << now.err);
  CHECK((now.exit_code & 3) == 0);
  CHECK((now.exit_code & 8) == 0);
  // New functions are the only change that callers do not notice.
  const std::string none = "Functions changes summary: 0 Removed, 0 Changed";
  CHECK((now.exit_code == 0 || now.out.rfind(none, 0) == 0));
  // The file knows all functions and is of this soname.
  const std::string text = read_file(known);
  for (const std::string& name : declared_functions()) {
    INFO(name);
    CHECK(text.find("<elf-symbol name='" + name + "'") != std::string::npos);
  }
  CHECK(text.find("soname='libcgt_c.so.0'") != std::string::npos);
  CHECK(fs::read_symlink(library).string() == "libcgt_c.so.0");
  // It would notice a function that went, and a number that is not what it was.
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    const std::size_t at = other.find(from);
    REQUIRE(at != std::string::npos);
    other.replace(at, from.size(), to);
    const cgt::testing::TemporaryFile file(other, ".abi");
    return difference(file.path()).exit_code;
  };
  CHECK((changed("<elf-symbol name='cgt_add'", "<elf-symbol name='cgt_gone'") & 8) != 0);
  CHECK((changed("<enumerator name='CGT_BUDGET' value='3'",
                 "<enumerator name='CGT_BUDGET' value='9'") &
         4) != 0);
}

TEST_CASE("C: every error of the header's table is a status, with its number", "[c]") {
  const std::string text = header();
  static const std::regex row(R"re(\n \*   (CGT_[A-Z_]+) +(\d)  )re");
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at) {
    const std::string constant = (*at)[1].str() + " = " + (*at)[2].str();
    INFO(constant);
    CHECK(text.find("\n  " + constant) != std::string::npos);
    found.insert(constant);
  }
  CHECK(found.size() == 7);
}

TEST_CASE("C: the examples of header and manual are the programs that are compiled", "[c]") {
  const fs::path folder = fs::path(source_root()) / "examples/embed/c";
  const std::string values = read_file(folder / "values.c");
  std::string commented;
  std::istringstream lines(values);
  for (std::string line; std::getline(lines, line);) {
    commented += (line.empty() ? " *" : " *   " + line) + "\n";
  }
  CHECK(header().find(commented) != std::string::npos);
  const std::vector<std::string> pieces = blocks(manual(), "c");
  REQUIRE(pieces.size() >= 2);
  CHECK(pieces.front() == values);
  std::string all;
  for (const auto& entry : fs::directory_iterator(folder)) all += "\n" + read_file(entry.path());
  for (const std::string& piece : pieces) {
    INFO(piece);
    CHECK(all.find("\n" + piece) != std::string::npos);
  }
}

// A C compiler has built these tests. Not with sanitizers, which want to be linked, too.
TEST_CASE("C: the link lines of the manual compile what they say", "[c][long]") {
  const std::vector<std::string> commands = blocks(manual(), "sh");
  const std::vector<std::string> outputs = blocks(manual(), "text");
  REQUIRE(commands.size() >= 2);
  REQUIRE(commands.size() == outputs.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    INFO(commands[i]);
    const auto result =
        run({"/bin/sh", "-c", "cd '" + source_root() + "' && " + in_this_build(commands[i])});
    CHECK(result.err.empty());
    CHECK(result.exit_code == 0);
    CHECK(result.out == outputs[i]);
  }
}

TEST_CASE("C: the lines of the manual call the library from Python", "[c][long]") {
  const char* python = "/usr/bin/python3";
  if (!fs::exists(python)) {
    WARN("not run: there is no " << python);
    return;
  }
  const std::vector<std::string> programs = blocks(manual(), "python");
  REQUIRE(programs.size() == 1);
  const auto result = run({python, "-c", in_this_build(programs.front())});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  CHECK(result.out == "{2+^|1+^||^}\n");
  CHECK(manual().find("It prints `{2+^|1+^||^}`") != std::string::npos);
  CHECK(std::count(programs.front().begin(), programs.front().end(), '\n') <= 10);
}

}  // namespace c_api_test
