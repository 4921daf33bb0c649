// The examples of headers are compiled: CONTRIBUTING.md says what is one. The tool
// tests/tools/collect_examples.cpp finds them by walking through lines, the tests here by patterns
// over whole comments.
#include "tests/headers/examples.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iostream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/files.hpp"

namespace {

namespace fs = std::filesystem;
using cgt::testing::read_file;

struct Header {
  std::string path;  // from the root
  std::string text;
};

std::vector<Header> headers() {
  std::vector<Header> out;
  const fs::path root = cgt::testing::source_root();
  for (const char* module : {"cgt", "decomp", "lang", "repl"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / module)) {
      if (entry.path().extension() != ".hpp") continue;
      out.push_back({fs::relative(entry.path(), root).generic_string(), read_file(entry.path())});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const Header& a, const Header& b) { return a.path < b.path; });
  return out;
}

// "path:line" of the first block of each comment in which a line ends in ");" or "};".
std::vector<std::string> examples_of(const Header& header) {
  static const std::regex block(R"re((?:[ ]*//   [^\n]*\n)(?:[ ]*//(?:   [^\n]*)?\n)*)re");
  static const std::regex code(R"re([)}];[ ]*(?: //[^\n]*)?\n)re");
  std::vector<std::string> out;
  std::size_t line = 1;
  std::string lines;
  std::istringstream text(header.text + "\n");
  const auto end_comment = [&] {
    const auto begin = std::sregex_iterator(lines.begin(), lines.end(), block);
    const auto found = std::find_if(begin, std::sregex_iterator(), [&](const std::smatch& match) {
      const std::string words = match.str();
      return std::regex_search(words, code);
    });
    if (found != std::sregex_iterator()) {
      const auto before = lines.begin() + found->position();
      const auto all = std::count(lines.begin(), lines.end(), '\n');
      const auto above = std::count(lines.begin(), before, '\n');
      out.push_back(header.path + ":" +
                    std::to_string(line - static_cast<std::size_t>(all - above)));
    }
    lines.clear();
  };
  for (std::string one; std::getline(text, one); ++line) {
    static const std::regex commented(R"re([ ]*//.*)re");
    if (std::regex_match(one, commented)) {
      lines += one + "\n";
    } else {
      end_comment();
    }
  }
  return out;
}

std::string as_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    out += line.empty() ? "//\n" : "//   " + line + "\n";
  return out;
}

}  // namespace

TEST_CASE("every example of a header is compiled", "[headers]") {
  std::vector<std::string> found;
  std::set<std::string> with_example;
  for (const Header& header : headers()) {
    for (const std::string& place : examples_of(header)) {
      found.push_back(place);
      with_example.insert(header.path);
    }
  }
  CHECK(found == cgt::testing::compiled_examples());
  // 46 headers have one.
  CHECK(with_example.size() >= 40);
}

TEST_CASE("examples are told from other blocks", "[headers]") {
  const auto places = [](const std::string& text) { return examples_of({"a", text}); };
  using Places = std::vector<std::string>;
  CHECK(places("// Text.\n//   Store store;\n//   f(store);  // 3\n//\n//   g(1);\n") ==
        Places{"a:2"});
  CHECK(places("// Text.\n//   first   a list; no code\n//   second  ends in (so);\n// More.\n") ==
        Places{"a:2"});
  CHECK(places("int x;\n  //   struct A {\n  //   };\n  int y;\n//   f();\n") ==
        Places{"a:2", "a:5"});
  CHECK(places("//   a   a list;\n//   b   of two.\n// f();\nint f();  //   g();\n").empty());
}

TEST_CASE("the manuals show their examples and what these print", "[headers]") {
  const fs::path root = cgt::testing::source_root();
  const auto shows = [&](const char* header, const char* example, int (*run)()) {
    INFO(header);
    const std::string manual = read_file(root / header);
    const std::string program = read_file(root / example);
    CHECK(manual.find(as_comment(program.substr(program.find("#include")))) != std::string::npos);
    std::ostringstream output;
    auto* const console = std::cout.rdbuf(output.rdbuf());
    const int status = run();
    std::cout.rdbuf(console);
    CHECK(status == 0);
    CHECK(manual.find("prints\n//\n" + as_comment(output.str())) != std::string::npos);
  };
  shows("cgt/cgt.hpp", "examples/embed/values.cpp", cgt::cgt_cgt_hpp::main);
  shows("decomp/decomp.hpp", "examples/embed/positions.cpp", cgt::decomp_decomp_hpp::main);
}
