// Exit codes and the shape of the command line.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace options_test {

using cgt::testing::lines_of;
using cgt::testing::ProcessInput;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

TEST_CASE("version and help", "[cli]") {
  const auto version = run_cgt({"--version"});
  CHECK(version.exit_code == 0);
  CHECK(version.out == "cgt 0.1.0\n");
  const auto help = run_cgt({"--help"});
  CHECK(help.exit_code == 0);
  for (const char* word : {"batch", "go", "bench", "--budget-ms", "--notation", "Exit codes"}) {
    INFO(word);
    CHECK(help.out.find(word) != std::string::npos);
  }
  CHECK(run_cgt({"go", "--help"}).exit_code == 0);
}

namespace {

using Words = std::vector<std::string>;

std::string joined(const Words& words) {
  std::string out = "cgt";
  for (const std::string& word : words) out += ' ' + word;
  return out;
}

// The lines of a part of --help: those after its title, up to an empty one.
std::vector<std::string> part_of(const std::string& help, const std::string& title) {
  std::vector<std::string> part;
  bool inside = false;
  for (const std::string& line : lines_of(help)) {
    if (inside && line.empty()) break;
    if (inside) part.push_back(line);
    inside = inside || line == title;
  }
  return part;
}

// The lines about commands, whatever their heading.
std::vector<std::string> inner_commands(const std::string& help) {
  std::vector<std::string> found;
  for (const char* title : {"Subcommands:", "Values:", "Positions and sums:", "Go:",
                            "Play and look:", "Research:", "Planning:", "Files:"}) {
    const std::vector<std::string> part = part_of(help, title);
    found.insert(found.end(), part.begin(), part.end());
  }
  return found;
}

// The words of a line.
Words words_of(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Every command of the program by its words, the program itself first, from its own lists.
std::vector<Words> all_commands() {
  std::vector<Words> commands{{}};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    Words ask = commands[i];
    ask.emplace_back("--help");
    for (const std::string& line : inner_commands(run_cgt(ask).out)) {
      if (line.size() < 3 || line[2] == ' ') continue;  // the description goes on
      Words inner = commands[i];
      inner.push_back(words_of(line).front());
      commands.push_back(inner);
    }
  }
  return commands;
}

void check_text_of_help(const std::string& help) {
  for (const std::string& line : lines_of(help)) {
    INFO(line);
    CHECK(line.size() <= 100);
    for (const char c : line) {
      INFO("a byte " << static_cast<int>(c));
      CHECK((c >= ' ' && c <= '~'));
    }
    // What CLI11 says of names that stand for numbers: {json->2,text->0} OR {2,0}.
    CHECK(line.find(" OR {") == std::string::npos);
    for (char digit = '0'; digit <= '9'; ++digit)
      CHECK(line.find(std::string("->") + digit) == std::string::npos);
  }
}

// They call this command, and with options that it has.
void check_examples(const Words& command, const std::string& help) {
  int examples = 0;
  for (const std::string& line : part_of(help, "Examples:")) {
    INFO(line);
    if (line.rfind("  cgt", 0) != 0) continue;  // what the line above does
    ++examples;
    CHECK((line + ' ').rfind("  " + joined(command) + ' ', 0) == 0);
    // An outer command shows inner ones.
    if (!inner_commands(help).empty()) continue;
    for (const std::string& word : words_of(line)) {
      if (word.size() < 2 || word[0] != '-') continue;
      INFO(word);
      const auto options = part_of(help, "Options:");
      CHECK(std::any_of(options.begin(), options.end(), [&](const std::string& option) {
        const std::string names = ',' + words_of(option).front() + ',';
        return names.find(',' + word + ',') != std::string::npos;
      }));
    }
  }
  CHECK(examples > 0);
}

}  // namespace

TEST_CASE("--help of every command is legible and shows examples of that command", "[cli]") {
  const std::vector<Words> commands = all_commands();
  for (const Words& command : commands) {
    INFO(joined(command) << " --help");
    Words ask = command;
    ask.emplace_back("--help");
    const auto help = run_cgt(ask);
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    check_text_of_help(help.out);
    check_examples(command, help.out);
  }
  for (const Words& known : {Words{"eval"}, Words{"go", "generate"}, Words{"db", "merge"},
                             Words{"htn", "plan"}, Words{"pathology", "win-loss"}}) {
    INFO(joined(known));
    CHECK(std::find(commands.begin(), commands.end(), known) != commands.end());
  }
}

TEST_CASE("cgt help tells of a command, and slips get a hint", "[cli]") {
  CHECK(run_cgt({"help", "db", "build"}).out == run_cgt({"db", "build", "--help"}).out);
  CHECK(run_cgt({"help"}).out == run_cgt({"--help"}).out);
  CHECK(run_cgt({"help", "evl"}).exit_code == 2);
  const auto slip = run_cgt({"evl"});
  CHECK(slip.exit_code == 2);
  CHECK(slip.err.find("hint: did you mean cgt eval?") != std::string::npos);
  const auto sum = run_cgt({"1+1"});
  CHECK(sum.exit_code == 2);
  CHECK(sum.err.find("cgt -e 1+1") != std::string::npos);
}

TEST_CASE("errors are JSON where --json was given", "[cli]") {
  const auto run = run_cgt({"info", "/nonexistent", "--json"});
  CHECK(run.exit_code == 2);
  CHECK(run.err.empty());
  CHECK(run.out ==
        "{\"error\":{\"message\":\"cannot read /nonexistent: No such file or directory\","
        "\"exit_code\":2}}\n");
  CHECK(run_cgt({"eval", "domineering", "--json"}).out.starts_with("{\"error\":"));
  const auto unknown = run_cgt({"eval", "domin", "..", "--json"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.out.find("did you mean") != std::string::npos);
}

TEST_CASE("a wrong value of an option is refused with what it may be", "[cli]") {
  const auto refused = [](const Words& words, const std::string& reason) {
    INFO(joined(words));
    const auto result = run_cgt(words);
    CHECK(result.exit_code == 2);
    INFO(result.err);
    CHECK(result.err.find(reason) != std::string::npos);
  };
  refused({"--notation", "roman", "-e", "1"}, "roman is none of canonical, cgsuite");
  refused({"census", "kayles", "0..9", "--by", "size"}, "size is none of value, outcome");
  refused({"go", "generate", "--kinds", "ups,downs"}, "downs is none of numbers, ups");
  refused({"go", "generate", "--size", "8"}, "8 is not a number from 9 to 52");
  refused({"go", "generate", "--size", "nine"}, "nine is not a number from 9 to 52");
  refused({"census", "kayles", "0..9", "--save-every", "0"}, "0 is not a number from 0.01 to");
  refused({"pathology", "win-loss", "--trees", "0"}, "0 is not a number > 0");
  refused({"census", "kayles", "0..9", "--by", "mean", "--unique"}, "excludes");
  refused({"go"}, "FILE is required");
  refused({"eval"}, "GAME is required");
  refused({"eval", "clobber"}, "POSITION is required");
  refused({"sum"}, "SUM, --file or --mcgs is required");
  refused({"db"}, "A subcommand is required");
}

TEST_CASE("-e prints values and stops at the first error", "[cli]") {
  const auto two = run_cgt({"-e", "1+1", "-e", "^ + *"});
  CHECK(two.exit_code == 0);
  CHECK(two.out == "2\n^*\n");
  const auto stopped = run_cgt({"-e", "0/0", "-e", "5"});
  CHECK(stopped.exit_code == 1);
  CHECK(stopped.out.empty());
  CHECK(stopped.err.find("error: ") != std::string::npos);
  const auto going = run_cgt({"--keep-going", "-e", "0/0", "-e", "5"});
  CHECK(going.exit_code == 1);
  CHECK(going.out == "5\n");
}

TEST_CASE("an expression in square brackets is one expression", "[cli]") {
  const auto list = run_cgt({"-e", "[1,2]", "-e", "[n*^ for n from 1 to 3]"});
  CHECK(list.exit_code == 0);
  CHECK(list.out == "[1,2]\n[^,^^,^3]\n");
}

TEST_CASE("the exit code tells the kind of failure", "[cli]") {
  CHECK(run_cgt({"-e", "0/0"}).exit_code == 1);
  CHECK(run_cgt({"-e", "(1+"}).exit_code == 3);
  CHECK(run_cgt({"-e", "1 )"}).exit_code == 3);
  CHECK(run_cgt({"--budget-nodes", "100", "-e", "for i from 1 to 1000000 do i end"}).exit_code ==
        4);
  CHECK(run_cgt({"--budget-ms=50", "-e", "for i from 1 to 1000000000 do i end"}).exit_code == 4);
  CHECK(run_cgt({"--no-such-option"}).exit_code == 2);
  CHECK(run_cgt({"--notation", "roman", "-e", "1"}).exit_code == 2);
  CHECK(run_cgt({"--budget-ms", "soon", "-e", "1"}).exit_code == 2);
  CHECK(run_cgt({"batch"}).exit_code == 2);
  CHECK(run_cgt({"go"}).exit_code == 2);
  CHECK(run_cgt({"bench", "no-such-benchmark"}).exit_code == 2);
}

TEST_CASE("files that cannot be read are a usage error with a reason", "[cli]") {
  for (const char* command : {"", "batch", "go"}) {
    std::vector<std::string> words;
    if (*command != '\0') words.emplace_back(command);
    words.emplace_back("/nonexistent/file.cgs");
    const auto missing = run_cgt(words);
    INFO(command);
    CHECK(missing.exit_code == 2);
    CHECK(missing.err.find("/nonexistent/file.cgs: No such file") != std::string::npos);
    words.back() = "/tmp";
    const auto folder = run_cgt(words);
    CHECK(folder.exit_code == 2);
    CHECK(folder.err.find("it is a directory") != std::string::npos);
  }
  if (geteuid() != 0) {
    const TemporaryFile secret("1");
    std::filesystem::permissions(secret.path(), std::filesystem::perms::none);
    CHECK(run_cgt({secret.path()}).exit_code == 2);
  }
}

TEST_CASE("scripts from a file and from standard input", "[cli]") {
  const TemporaryFile script("#!/usr/bin/env cgt\nx := 3;\nx + ^\n", ".cgs");
  const auto file = run_cgt({script.path()});
  CHECK(file.err.empty());
  CHECK(file.exit_code == 0);
  CHECK(file.out == "3+^\n");

  ProcessInput input;
  input.text = "x := 3;\nx + ^\n";
  CHECK(run_cgt({"-"}, input).out == "3+^\n");
  CHECK(run_cgt({}, input).out == "3+^\n");

  const TemporaryFile broken("1 +\n", ".cgs");
  CHECK(run_cgt({broken.path()}).exit_code == 3);
  const TemporaryFile failing("Left + 1\n", ".cgs");
  CHECK(run_cgt({failing.path()}).exit_code == 1);
}

TEST_CASE("words after a script belong to the script", "[cli]") {
  const TemporaryFile script("args\n", ".cgs");
  const auto result = run_cgt({script.path(), "19", "--fast", "-e"});
  CHECK(result.exit_code == 0);
  CHECK(result.out == "[\"19\",\"--fast\",\"-e\"]\n");
}

TEST_CASE("a pipe is a session without prompts", "[cli]") {
  ProcessInput input;
  input.text = "g := {2|-1};\ng.Mean\n{1||\n0|-1}\n0/0\n7\n";
  const auto stopped = run_cgt({}, input);
  CHECK(stopped.exit_code == 1);
  CHECK(stopped.out == "1/2\n{1||0|-1}\n");
  const auto going = run_cgt({"--keep-going"}, input);
  CHECK(going.exit_code == 1);
  CHECK(going.out == "1/2\n{1||0|-1}\n7\n");
  input.text = "(1 + 2";
  const auto open = run_cgt({}, input);
  CHECK(open.exit_code == 3);
  CHECK_FALSE(open.err.empty());
}

TEST_CASE("notations", "[cli]") {
  CHECK(run_cgt({"-e", "3 + *"}).out == "3+*\n");
  CHECK(run_cgt({"--notation=cgsuite", "-e", "3 + *"}).out == "3*\n");
}

TEST_CASE("formats", "[cli]") {
  CHECK(run_cgt({"--format=json", "-e", "[1/3, true]"}).out == "[\"1/3\",true]\n");
  CHECK(run_cgt({"--format", "latex", "-e", "1/3"}).out == "\\frac{1}{3}\n");
  CHECK(run_cgt({"--format", "roman", "-e", "1"}).exit_code == 2);
  const char* const sum = "Sum(+-n for n from 1 to 8)";
  const std::string whole = run_cgt({"-e", sum}).out;
  CHECK(whole.size() > 100);
  const std::string cut = run_cgt({"--max", "50", "-e", sum}).out;
  CHECK(cut.find("followers") != std::string::npos);
  CHECK(cut.size() < whole.size());
  ProcessInput input;
  input.text = std::string(sum) + "\n1/3\n";
  CHECK(run_cgt({"batch", "--max=50", "--format=text", "-"}, input).out == cut + "1/3\n");
}

TEST_CASE("settings are shown, changed and checked", "[cli]") {
  const auto says = [](const std::string& text) {
    ProcessInput input;
    input.text = text;
    return run_cgt({"--keep-going"}, input).out;
  };
  CHECK(says(":notation cgsuite\n3 + *\n:set notation\n") == "3*\nnotation cgsuite\n");
  CHECK(says(":format json\n1/3\n:format text\n1/3\n") == "\"1/3\"\n1/3\n");
  CHECK(says(":set max 50\n:max\n:max off\n:max\n") == "max 50\nmax off\n");
  CHECK(says(":max 5\n{3||2|1}\n:all\n").find("{3||2|1}") != std::string::npos);
  const std::string list = says(":set\n:help\n");
  for (const char* word :
       {"notation", "canonical", "format", "latex", "max", "off", ":plot EXPR"}) {
    INFO(word);
    CHECK(list.find(word) != std::string::npos);
  }
  for (const char* wrong : {":set max 0\n", ":set max x\n", ":set max -3\n", ":format roman\n",
                            ":set colour red\n", ":plot\n", ":plot [1]\n", ":plot 1/\n"}) {
    ProcessInput input;
    input.text = wrong;
    INFO(wrong);
    CHECK(run_cgt({}, input).exit_code != 0);
  }
}

TEST_CASE("thermographs are plotted", "[cli]") {
  ProcessInput input;
  input.text = ":plot {3||2|1}\n";
  const auto command = run_cgt({}, input);
  CHECK(command.exit_code == 0);
  CHECK(std::count(command.out.begin(), command.out.end(), '\n') > 5);
  CHECK(command.out.find("9/4") != std::string::npos);
  const auto method = run_cgt({"-e", "{3||2|1}.Thermograph.Plot(60, 12);"});
  CHECK(std::count(method.out.begin(), method.out.end(), '\n') == 12);
}

TEST_CASE("commands of the session work from a pipe", "[cli]") {
  ProcessInput input;
  input.text = ":version\n:set notation cgsuite\n3 + *\n:quit\n5\n";
  const auto result = run_cgt({}, input);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "cgt 0.1.0\n3*\n");
  input.text = ":lod x\n";
  const auto typo = run_cgt({}, input);
  CHECK(typo.exit_code == 2);
  CHECK(typo.err.find("did you mean :load") != std::string::npos);
}

TEST_CASE("cgt docs writes the reference", "[cli]") {
  const auto page = run_cgt({"docs", "reference"});
  CHECK(page.exit_code == 0);
  CHECK(page.out.rfind("# Reference\n", 0) == 0);
  CHECK(page.out.find("- `Cool(t)`: ") != std::string::npos);
  CHECK(run_cgt({"docs", "no-such-page"}).exit_code == 2);
  CHECK(run_cgt({"docs"}).exit_code == 2);
}

TEST_CASE("? explains types and shows topics on one line", "[cli]") {
  ProcessInput input;
  input.text = "?Trajectory\n?HeapRuleset\n?*thermostrat\n";
  const auto result = run_cgt({}, input);
  CHECK(result.out.find("One wall of a thermograph") != std::string::npos);
  CHECK(result.out.find("class HeapRuleset extends Ruleset") != std::string::npos);
  CHECK(result.out.find("PlayOut(L") == std::string::npos);
}

}  // namespace options_test
