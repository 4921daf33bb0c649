// The documentation is run. In README.md, ARCHITECTURE.md, CONTRIBUTING.md and docs/**/*.md:
//
//   ```console   lines "$ command" are run by the shell, with the built program in PATH and the
//                repository as working folder; what follows each is its whole output;
//   ```cgt       lines "cgt> input" (and "...> input") are one session; what follows is its output;
//   ```cgt continued   the same session as the block before;
//   <!-- file NAME -->      above a block: the reader saves it as NAME, and so does the test;
//   <!-- cgt ... FILE -->   below a picture: the command that draws it.
//
// "build/release" in a command stands for the build that is tested.
//
// In an expected line that tells milliseconds (" ms"), "..." stands for any text; nowhere else.
// Every examples/*.cgs and examples/htn/*.cgs must succeed and print the text of the .out file
// beside it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace transcripts_test {

namespace {

namespace fs = std::filesystem;
using cgt::testing::lines_of;
using cgt::testing::ProcessInput;
using cgt::testing::read_file;
using Lines = std::vector<std::string>;

bool matches(const std::string& expected, const std::string& actual) {
  const std::size_t gap = expected.find("...");
  if (gap == std::string::npos || expected.find(" ms") == std::string::npos) {
    return expected == actual;
  }
  const std::string before = expected.substr(0, gap);
  const std::string rest = expected.substr(gap + 3);
  if (actual.rfind(before, 0) != 0) return false;
  for (std::size_t i = before.size(); i <= actual.size(); ++i) {
    const std::string tail = actual.substr(i);
    if (rest.find("...") != std::string::npos ? matches(rest + " ms", tail + " ms")
                                              : rest == tail) {
      return true;
    }
  }
  return false;
}

bool matches(const Lines& expected, const Lines& actual) {
  if (expected.size() != actual.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!matches(expected[i], actual[i])) return false;
  }
  return true;
}

struct Block {
  std::string language;
  std::string file;  // "": not to be saved
  std::size_t line = 0;
  Lines body;
};

std::vector<Block> blocks_of(const std::string& markdown) {
  std::vector<Block> blocks;
  bool inside = false;
  const Lines lines = lines_of(markdown);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind("```", 0) == 0) {
      inside = !inside;
      static const std::regex saved("<!-- file (build/[^ ]+) -->");
      std::smatch name;
      if (inside && i > 0 && std::regex_match(lines[i - 1], name, saved)) {
        blocks.push_back({lines[i].substr(3), name[1], i + 1, {}});
      } else if (inside) {
        blocks.push_back({lines[i].substr(3), "", i + 1, {}});
      }
    } else if (inside) {
      blocks.back().body.push_back(lines[i]);
    }
  }
  return blocks;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// Removes blank lines at the end, which only space a document.
Lines trimmed(Lines lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void compare(const Lines& expected, const std::string& actual) {
  INFO("expected:\n" << joined(expected) << "actual:\n" << actual);
  CHECK(matches(trimmed(expected), trimmed(lines_of(actual))));
}

// What the command prints where the pages are.
std::string run_in_root(const std::string& command) {
  const std::string folder = fs::path(cgt::testing::program()).parent_path().string();
  ProcessInput input;
  input.merge_errors = true;
  input.environment = {"PATH=" + folder + ":" + std::getenv("PATH"), "XDG_STATE_HOME=/nonexistent",
                       "XDG_CONFIG_HOME=/nonexistent"};
  const std::string here =
      std::regex_replace(command, std::regex("build/release"), cgt::testing::binary_root());
  return cgt::testing::run({"/bin/sh", "-c", "cd '" + cgt::testing::source_root() + "' && " + here},
                           input)
      .out;
}

void run_console(const Block& block) {
  for (std::size_t i = 0; i < block.body.size();) {
    REQUIRE(block.body[i].rfind("$ ", 0) == 0);
    const std::string command = block.body[i++].substr(2);
    Lines expected;
    while (i < block.body.size() && block.body[i].rfind("$ ", 0) != 0) {
      expected.push_back(block.body[i++]);
    }
    INFO("$ " << command);
    compare(expected, run_in_root(command));
  }
}

void run_session(const Block& block) {
  ProcessInput input;
  input.merge_errors = true;
  Lines expected;
  for (const std::string& line : block.body) {
    const bool prompt = line.rfind("cgt> ", 0) == 0 || line.rfind("...> ", 0) == 0;
    if (prompt) {
      input.text += line.substr(5) + "\n";
    } else if (!line.empty()) {
      expected.push_back(line);
    }
  }
  REQUIRE_FALSE(input.text.empty());
  INFO(input.text);
  compare(expected, cgt::testing::run_cgt({"--keep-going"}, input).out);
}

std::vector<fs::path> documents() {
  const fs::path root = cgt::testing::source_root();
  std::vector<fs::path> found;
  for (const char* name : {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}) {
    if (fs::exists(root / name)) found.push_back(root / name);
  }
  if (fs::exists(root / "docs")) {
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  return found;
}

}  // namespace

TEST_CASE("every transcript of the documentation runs as printed", "[transcripts][long]") {
  std::size_t run = 0;
  for (const fs::path& path : documents()) {
    // Blocks that continue a session are one session with it.
    std::vector<Block> joint;
    for (const Block& block : blocks_of(read_file(path))) {
      if (block.language == "cgt continued") {
        INFO(path.string() << ":" << block.line);
        const auto last = std::find_if(joint.rbegin(), joint.rend(),
                                       [](const Block& b) { return b.language == "cgt"; });
        REQUIRE(last != joint.rend());
        last->body.insert(last->body.end(), block.body.begin(), block.body.end());
      } else if (block.language == "console" || block.language == "cgt" || !block.file.empty()) {
        joint.push_back(block);
      }
    }
    for (const Block& block : joint) {
      INFO(path.string() << ":" << block.line);
      if (!block.file.empty()) {
        const fs::path file = fs::path(cgt::testing::source_root()) / block.file;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << joined(block.body);
      } else if (block.language == "console") {
        run_console(block);
      } else {
        run_session(block);
      }
      ++run;
    }
  }
  CHECK(run >= 3);
}

TEST_CASE("every picture of a page is what the command below it draws", "[transcripts][long]") {
  const fs::path root = cgt::testing::source_root();
  std::size_t found = 0;
  for (const fs::path& path : documents()) {
    const Lines lines = lines_of(read_file(path));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      static const std::regex comment(R"re(<!-- (cgt .* )(\S+) -->)re");
      std::smatch parts;
      if (!std::regex_match(lines[i], parts, comment)) continue;
      INFO(path.string() << ":" << i + 1 << ": " << lines[i]);
      const fs::path picture = root / parts[2].str();
      const std::string link = fs::relative(picture, path.parent_path()).generic_string();
      CHECK(lines[i - 1].find("](" + link + ")") != std::string::npos);
      const cgt::testing::TemporaryFile drawn("", ".svg");
      INFO(run_in_root(parts[1].str() + drawn.path()));
      CHECK(read_file(drawn.path()) == read_file(picture));
      ++found;
    }
  }
  CHECK(found >= 5);
}

TEST_CASE("the C++ of the README is the example that is compiled", "[transcripts]") {
  const fs::path root = cgt::testing::source_root();
  std::size_t found = 0;
  for (const Block& block : blocks_of(read_file(root / "README.md"))) {
    if (block.language != "cpp") continue;
    CHECK(joined(block.body) == read_file(root / "examples/embed/values.cpp"));
    ++found;
  }
  CHECK(found == 1);
}

TEST_CASE("the C++ of docs/library.md stands in the examples that are compiled", "[transcripts]") {
  const fs::path root = cgt::testing::source_root();
  std::vector<std::string> programs;
  for (const auto& entry : fs::directory_iterator(root / "examples/embed")) {
    if (!entry.is_regular_file()) continue;  // c/
    programs.push_back(read_file(entry.path()));
  }
  std::size_t found = 0;
  for (const Block& block : blocks_of(read_file(root / "docs/library.md"))) {
    if (block.language != "cpp") continue;
    INFO("docs/library.md:" << block.line);
    const std::string text = "\n" + joined(block.body);
    CHECK(std::any_of(programs.begin(), programs.end(), [&](const std::string& program) {
      return program.find(text) != std::string::npos;
    }));
    ++found;
  }
  CHECK(found >= 2);
}

TEST_CASE("every page of docs is linked from its index, and every link leads to a file",
          "[transcripts]") {
  const fs::path root = cgt::testing::source_root();
  const std::string index = read_file(root / "docs/README.md");
  for (const fs::path& path : documents()) {
    const std::string name = fs::relative(path, root / "docs").generic_string();
    INFO(name);
    // The manual of the language has an index of its own.
    if (name.rfind("..", 0) != 0 && name.rfind("language/", 0) != 0 && name != "README.md") {
      CHECK(index.find("](" + name + ")") != std::string::npos);
    }
    const std::string text = read_file(path);
    static const std::regex link(R"re(\]\(([^)\s#]+)(#[^)]*)?\))re");
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.find("://") != std::string::npos) continue;
      INFO(target);
      CHECK(fs::exists(path.parent_path() / target));
    }
  }
}

TEST_CASE("every page of docs has a picture, or says why it has none, and ends before line 300",
          "[transcripts]") {
  const fs::path root = cgt::testing::source_root();
  for (const auto& entry : fs::directory_iterator(root / "docs")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".md" || name == "README.md") continue;
    INFO(name);
    const std::string text = read_file(entry.path());
    CHECK(std::regex_search(text, std::regex(R"re(!\[|No\s+picture|no picture)re")));
    if (name != "measurements.md") CHECK(lines_of(text).size() <= 300);
  }
}

TEST_CASE("every term of the glossary leads to a page, or to the header that defines it",
          "[transcripts]") {
  std::size_t terms = 0;
  std::string last;
  for (const std::string& row :
       lines_of(read_file(fs::path(cgt::testing::source_root()) / "docs/glossary.md"))) {
    if (row.rfind("## ", 0) == 0) last.clear();
    if (row.rfind("| **", 0) != 0) continue;
    INFO(row);
    CHECK(std::regex_search(row, std::regex(R"re(\| \[[^\]]+\]\([^)]+\) \|$)re")));
    std::string term = row.substr(4, row.find("**", 4) - 4);
    for (char& c : term) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    CHECK(last < term);  // one finds a term by its letter
    last = term;
    ++terms;
  }
  CHECK(terms >= 60);
}

TEST_CASE("transcript lines match as documented", "[transcripts]") {
  CHECK(matches("a", "a"));
  CHECK_FALSE(matches("a", "a "));
  CHECK(matches("took ... ms", "took 1.5 ms"));
  CHECK(matches("took ... ms: ... in all", "took 1.5 ms: 7 in all"));
  CHECK_FALSE(matches("took ... ms: ... in all", "took 1.5 ms: 7 in part"));
  CHECK_FALSE(matches("B...W", "BWWWW"));
  CHECK_FALSE(matches(Lines{"a"}, Lines{"a", "b"}));
}

TEST_CASE("every example script prints what is recorded", "[transcripts]") {
  for (const char* folder : {"examples", "examples/htn", "examples/search"}) {
    for (const auto& entry :
         fs::directory_iterator(fs::path(cgt::testing::source_root()) / folder)) {
      if (entry.path().extension() != ".cgs") continue;
      INFO(entry.path().string());
      fs::path recorded = entry.path();
      recorded.replace_extension(".out");
      const auto result = cgt::testing::run_cgt({entry.path().string()});
      CHECK(result.err.empty());
      CHECK(result.exit_code == 0);
      compare(lines_of(read_file(recorded)), result.out);
    }
  }
}

}  // namespace transcripts_test
