// Manual pages: what --help says, all of it and nothing else, in roff that man reads without a
// warning.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "repl/package/package.hpp"
#include "repl/request.hpp"
#include "tests/cli/need.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace manual_test {

namespace {

namespace fs = std::filesystem;
using cgt::repl::CommandEntry;
using cgt::repl::ManualPage;
using cgt::testing::lines_of;
using cgt::testing::need;
using cgt::testing::run;
using cgt::testing::run_cgt;
using Words = std::vector<std::string>;

std::vector<ManualPage> pages() {
  return cgt::repl::manual_pages(cgt::repl::command_table(), "cgt 0.1.0");
}

// The text that a reader sees, without fonts.
std::string plain(std::string text) {
  const std::map<std::string, std::string> seen{
      {"\\fB", ""},   {"\\fI", ""},   {"\\fR", ""},   {"\\&", ""},     {"\\-", "-"}, {"\\(ha", "^"},
      {"\\(ti", "~"}, {"\\(aq", "'"}, {"\\(ga", "`"}, {"\\(dq", "\""}, {"\\e", "\\"}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto it = std::find_if(seen.begin(), seen.end(), [&](const auto& pair) {
      return text.compare(i, pair.first.size(), pair.first) == 0;
    });
    if (it == seen.end()) {
      out += text[i++];
    } else {
      out += it->second;
      i += it->first.size();
    }
  }
  return out;
}

// Title and lines of each .SH; of a .SS within OPTIONS with "OPTIONS cgt db build".
std::vector<std::pair<std::string, Words>> sections_of(const std::string& page) {
  std::vector<std::pair<std::string, Words>> sections;
  for (const std::string& line : lines_of(page)) {
    if (line.rfind(".SH ", 0) == 0) {
      sections.emplace_back(line.substr(4), Words{});
    } else if (line.rfind(".SS ", 0) == 0) {
      sections.emplace_back("OPTIONS " + plain(line.substr(4)), Words{});
    } else if (!sections.empty()) {
      sections.back().second.push_back(line);
    }
  }
  return sections;
}

// The heads of the items of a part of a page: the lines behind .TP.
std::set<std::string> heads(const Words& lines) {
  std::set<std::string> found;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (lines[i] == ".TP") found.insert(plain(lines[i + 1]));
  }
  return found;
}

// The names of the options that --help lists: "-q, --quiet" of "  -q,--quiet     No banner".
std::set<std::string> options_of_help(const std::string& help) {
  std::set<std::string> found;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (line == "Options:" || line == "Positionals:") {
      inside = true;
    } else if (line.empty()) {
      inside = false;
    } else if (inside && line.rfind("  ", 0) == 0 && line[2] != ' ') {
      // What is too long for its column has a line of its own.
      std::string head = line.substr(2, std::min(line.find("  ", 2), line.size()) - 2);
      if (head.size() > 28 && line.size() > 30) head = line.substr(2, 28);
      while (head.ends_with(' ')) head.pop_back();
      for (std::size_t comma = head.find(",--"); comma != std::string::npos;
           comma = head.find(",--", comma + 1))
        head.insert(comma + 1, " ");
      found.insert(head);
    }
  }
  return found;
}

std::string name_of_page(const CommandEntry& command) {
  return (command.words.size() == 1 ? "cgt" : "cgt-" + command.words[1]) + ".1";
}

}  // namespace

TEST_CASE("there is a page for the program and for each command, with all sections", "[package]") {
  const Words expected{"NAME",        "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS",
                       "ENVIRONMENT", "FILES",    "EXAMPLES",    "SEE ALSO"};
  const auto found = pages();
  CHECK(found.size() == 1 + cgt::repl::command_table().commands.size());
  CHECK(found.size() > 10);
  for (const ManualPage& page : found) {
    INFO(page.name);
    Words titles;
    for (const auto& [title, lines] : sections_of(page.text)) {
      INFO(title);
      CHECK_FALSE(lines.empty());
      if (title.rfind("OPTIONS ", 0) != 0) titles.push_back(title);
    }
    CHECK(titles == expected);
  }
}

TEST_CASE("the roff is well formed", "[package]") {
  const std::set<std::string> requests{".TH", ".SH", ".SS", ".TP", ".PP", ".br", ".\\\""};
  for (const ManualPage& page : pages()) {
    INFO(page.name);
    const Words lines = lines_of(page.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string& line = lines[i];
      INFO(i + 1 << ": " << line);
      REQUIRE_FALSE(line.empty());
      CHECK(line[0] != '\'');
      if (line[0] == '.') {
        CHECK(requests.contains(line.substr(0, line.find(' '))));
        // An item has a head and a text.
        if (line == ".TP") {
          REQUIRE(i + 2 < lines.size());
          CHECK((lines[i + 1][0] != '.' && lines[i + 2][0] != '.'));
        }
        continue;
      }
      // A bare minus is a hyphen: what is copied from the page would not run.
      for (std::size_t at = line.find('-'); at != std::string::npos; at = line.find('-', at + 1))
        CHECK((at > 0 && line[at - 1] == '\\'));
      const auto count = [&](const std::string& font) {
        std::size_t n = 0;
        for (std::size_t at = line.find(font); at != std::string::npos;
             at = line.find(font, at + 1))
          ++n;
        return n;
      };
      CHECK(count("\\fB") + count("\\fI") == count("\\fR"));
      CHECK(plain(line).find("\\f") == std::string::npos);
    }
  }
  CHECK(cgt::repl::roff("a-b \\ ^ 'x'") == "a\\-b \\e \\(ha \\(aqx\\(aq");
}

TEST_CASE("man finds nothing to warn of", "[package]") {
  need("man");
  need("groff");
  const cgt::testing::Scratch folder;
  REQUIRE(run_cgt({"docs", "man", folder.path()}).exit_code == 0);
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    ++seen;
    INFO(entry.path());
    cgt::testing::ProcessInput input;
    input.environment = {"LC_ALL=C.UTF-8", "MANROFFSEQ=", "MANWIDTH=80"};
    const auto result =
        run({"man", "--warnings", "-E", "UTF-8", "-l", "-Z", entry.path().string()}, input);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.size() > 500);
  }
  CHECK(seen > 10);
}

TEST_CASE("pages have the options of --help and no other", "[package]") {
  std::map<std::string, std::string> text;
  for (const ManualPage& page : pages()) text[page.name] = page.text;
  const CommandEntry program = cgt::repl::command_table();
  std::size_t options = 0;
  for (const CommandEntry* command : cgt::repl::all_commands(program)) {
    INFO(command->path());
    Words ask(command->words.begin() + 1, command->words.end());
    ask.emplace_back("--help");
    const std::set<std::string> expected = options_of_help(run_cgt(ask).out);
    const bool inner = command->words.size() > 2;
    const std::string title = inner ? "OPTIONS " + command->path() : "OPTIONS";
    std::set<std::string> found;
    for (const auto& [name, lines] : sections_of(text.at(name_of_page(*command)))) {
      if (name == title) found = heads(lines);
    }
    CHECK(found == expected);
    options += found.size();
  }
  CHECK(options > 150);
}

TEST_CASE("examples and exit codes are those of --help", "[package]") {
  const CommandEntry program = cgt::repl::command_table();
  for (const ManualPage& page : pages()) {
    INFO(page.name);
    for (const auto& [title, lines] : sections_of(page.text)) {
      if (title == "EXIT STATUS") {
        CHECK(heads(lines) == std::set<std::string>{"0", "1", "2", "3", "4", "130"});
      }
      if (title != "EXAMPLES") continue;
      const auto shown = heads(lines);
      CHECK_FALSE(shown.empty());
      std::set<std::string> helped;
      for (const CommandEntry* command : cgt::repl::all_commands(program)) {
        const bool on_page = name_of_page(*command) == page.name;
        if (!on_page) continue;
        Words ask(command->words.begin() + 1, command->words.end());
        ask.emplace_back("--help");
        const std::string help = run_cgt(ask).out;
        for (const std::string& example : shown) {
          if (help.find("\n  " + example) != std::string::npos) helped.insert(example);
        }
      }
      CHECK(helped == shown);
    }
  }
  const std::string help = run_cgt({"--help"}).out;
  for (const char* meaning : {"0 ok", "1 runtime error", "2 wrong usage or unreadable file",
                              "3 syntax error", "4 out of budget", "130 interrupted"}) {
    INFO(meaning);
    CHECK(help.find(meaning) != std::string::npos);
  }
}

TEST_CASE("cgt docs share writes every file where it is looked for", "[package]") {
  const cgt::testing::Scratch folder;
  REQUIRE(run_cgt({"docs", "share", folder.path()}).exit_code == 0);
  for (const char* file : {"man/man1/cgt.1", "man/man1/cgt-db.1", "bash-completion/completions/cgt",
                           "zsh/site-functions/_cgt", "fish/vendor_completions.d/cgt.fish",
                           "vim/vimfiles/syntax/cgt.vim", "vim/vimfiles/ftdetect/cgt.vim",
                           "cgt/textmate/cgt.tmLanguage.json"}) {
    INFO(file);
    CHECK(fs::file_size(folder / file) > 50);
  }
  for (const ManualPage& page : pages())
    CHECK(cgt::testing::read_file(fs::path(folder / "man/man1") / page.name) == page.text);
  CHECK(run_cgt({"docs", "man"}).exit_code == 2);
  CHECK(run_cgt({"docs", "man", "/dev/null/x"}).exit_code == 2);
}

}  // namespace manual_test
