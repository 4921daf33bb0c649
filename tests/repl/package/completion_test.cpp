// Completions, asked of the shells themselves where they are installed; bash always is.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/need.hpp"
#include "tests/cli/process.hpp"
#include "tests/files.hpp"
#include "tests/scratch.hpp"

namespace completion_test {

namespace {

namespace fs = std::filesystem;
using cgt::testing::lines_of;
using cgt::testing::need;
using cgt::testing::run;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;
using Words = std::vector<std::string>;

TemporaryFile completion_for(const char* shell, const char* ending) {
  const auto script = run_cgt({"docs", "completions", shell});
  REQUIRE(script.exit_code == 0);
  REQUIRE(script.out.size() > 500);
  return TemporaryFile(script.out, ending);
}

// Shells ask the program.
cgt::testing::ProcessInput beside_cgt() {
  const char* path = std::getenv("PATH");
  const std::string folder = fs::path(cgt::testing::program()).parent_path().string();
  return {.text = "", .environment = {"PATH=" + folder + ":" + (path == nullptr ? "" : path)}};
}

std::string in_quotes(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// What bash offers for the last of these words, in a folder with some files.
class Bash {
 public:
  Bash() : script_(completion_for("bash", ".bash")) {
    for (const char* name : {"one.cgs", "two.sgf", "three.txt", "four.svg", "a name.sgf"})
      std::ofstream(folder_ / name) << "\n";
    fs::create_directory(folder_ / "inner");
  }

  Words offers(const Words& words) const {
    std::string line = "cd " + in_quotes(folder_.path()) + " && source " +
                       in_quotes(script_.path()) + " && COMP_WORDS=(";
    for (const std::string& word : words) line += in_quotes(word) + ' ';
    line += ") && COMP_CWORD=" + std::to_string(words.size() - 1) +
            " && _cgt && printf '%s\\n' \"${COMPREPLY[@]}\"";
    const auto result = run({"bash", "--norc", "-c", line}, beside_cgt());
    INFO(result.err);
    CHECK(result.err.empty());
    Words found = lines_of(result.out);
    std::erase(found, "");
    std::sort(found.begin(), found.end());
    return found;
  }
  const std::string& script() const { return script_.path(); }

 private:
  TemporaryFile script_;
  cgt::testing::Scratch folder_;
};

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Words kKeys{"birthday", "mean", "outcome", "temperature", "value"};

}  // namespace

TEST_CASE("bash completes commands, options, values and files", "[package]") {
  const Bash bash;
  CHECK(bash.offers({"cgt", "eval", "dom"}) == Words{"domineering"});
  CHECK(bash.offers({"cgt", "census", "--by", ""}) == kKeys);
  CHECK(bash.offers({"cgt", "census", "kayles", "0..9", "--by", "m"}) == Words{"mean"});
  CHECK(bash.offers({"cgt", "--format", ""}) == Words{"json", "latex", "svg", "text"});
  // "=" is a word of its own.
  CHECK(bash.offers({"cgt", "--format", "=", "j"}) == Words{"json"});
  CHECK(bash.offers({"cgt", "--format", "="}) == Words{"json", "latex", "svg", "text"});
  CHECK(bash.offers({"cgt", "go", "generate", "--kinds", "ups,t"}) == Words{"ups,tinies"});
  CHECK(bash.offers({"cgt", "db", ""}) == Words{"build", "export", "info", "merge", "verify"});
  CHECK(bash.offers({"cgt", "eval", "--on"}) == Words{"--only"});
  CHECK(bash.offers({"cgt", "ce"}) == Words{"census"});
  // A value is not a command, and a number has no completion.
  CHECK(bash.offers({"cgt", "--budget-ms", ""}).empty());
  CHECK(contains(bash.offers({"cgt", "--budget-ms", "5", ""}), "eval"));
  CHECK(bash.offers({"cgt", "--notation", "eval", "dom"}).empty());
  // Files by their endings, folders on the way.
  CHECK(bash.offers({"cgt", "on"}) == Words{"one.cgs"});
  CHECK(bash.offers({"cgt", "go", ""}) ==
        Words{"a name.sgf", "generate", "inner", "three.txt", "two.sgf"});
  CHECK(bash.offers({"cgt", "go", "two.sgf", "--svg", ""}) == Words{"four.svg", "inner"});
  CHECK(bash.offers({"cgt", "docs", "gr"}) == Words{"grammar"});
  CHECK(bash.offers({"cgt", "pathology", "figure", "9", "--out", ""}) == Words{"inner"});
}

TEST_CASE("completions are scripts that their shells accept", "[package]") {
  const TemporaryFile bash = completion_for("bash", ".bash");
  const auto parsed = run({"bash", "-n", bash.path()});
  CHECK(parsed.exit_code == 0);
  CHECK(parsed.err.empty());
  need("shellcheck");
  const auto checked = run({"shellcheck", bash.path()});
  INFO(checked.out);
  CHECK(checked.exit_code == 0);
  need("zsh");
  const TemporaryFile zsh = completion_for("zsh", ".zsh");
  const auto by_zsh = run({"zsh", "-f", "-n", zsh.path()});
  INFO(by_zsh.err);
  CHECK(by_zsh.exit_code == 0);
  need("fish");
  const TemporaryFile fish = completion_for("fish", ".fish");
  const auto by_fish = run({"fish", "--no-config", "-n", fish.path()});
  INFO(by_fish.err);
  CHECK(by_fish.exit_code == 0);
}

TEST_CASE("fish completes", "[package]") {
  need("fish");
  const TemporaryFile fish = completion_for("fish", ".fish");
  const auto offers = [&](const std::string& line) {
    const auto result = run(
        {"fish", "--no-config", "-c", "source " + fish.path() + "; complete -C " + in_quotes(line)},
        beside_cgt());
    INFO(result.err);
    CHECK(result.err.empty());
    Words found;
    for (const std::string& offer : lines_of(result.out))
      found.push_back(offer.substr(0, offer.find('\t')));
    std::sort(found.begin(), found.end());
    return found;
  };
  CHECK(offers("cgt eval dom") == Words{"domineering"});
  CHECK(offers("cgt census --by ") == kKeys);
  CHECK(offers("cgt --format ") == Words{"json", "latex", "svg", "text"});
  CHECK(offers("cgt db b") == Words{"build"});
  CHECK(offers("cgt go generate --kinds ups,t") == Words{"ups,tinies"});
}

TEST_CASE("zsh completes", "[package]") {
  need("zsh");
  const auto probe = run({"zsh", "-f", "-c", "zmodload zsh/zpty && zpty t true"});
  if (probe.exit_code != 0) {
    WARN("skipped: zsh has no pseudo-terminal here");
    return;
  }
  const TemporaryFile zsh = completion_for("zsh", ".zsh");
  // A shell on a terminal of its own, which says on lines that begin with END what its line has
  // become.
  const std::string script =
      "zmodload zsh/zpty\n"
      "zpty z zsh -f -i\n"
      "ask() { zpty -w -n z \"$1\"; zpty -r -m z line \"*SEEN:cgt*:DONE*\"; print -r -- \"$line\"; "
      "}\n"
      "zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source " +
      zsh.path() +
      "; show() { print \"\\nSEEN:$BUFFER:DONE\"; BUFFER=; }; zle -N show; bindkey \"^X\" show; "
      "print RE\"\"ADY'\n"
      "zpty -r -m z line \"*READY*\"\n"
      "ask $'cgt eval domin\\t\\C-x'\n"
      "ask $'cgt census --by birt\\t\\C-x'\n"
      "ask $'cgt --format js\\t\\C-x'\n"
      "ask $'cgt db bu\\t\\C-x'\n"
      "zpty -d z\n";
  const auto result = run({"timeout", "60", "zsh", "-f", "-c", script}, beside_cgt());
  INFO(result.out << result.err);
  for (const char* line : {"SEEN:cgt eval domineering", "SEEN:cgt census --by birthday",
                           "SEEN:cgt --format json", "SEEN:cgt db build"}) {
    INFO(line);
    CHECK(result.out.find(line) != std::string::npos);
  }
}

TEST_CASE("there is no completion for other shells", "[package]") {
  const auto other = run_cgt({"docs", "completions", "csh"});
  CHECK(other.exit_code == 2);
  CHECK(other.err == "error: csh is none of bash, zsh, fish\n");
  CHECK(run_cgt({"docs", "completions"}).exit_code == 2);
}

}  // namespace completion_test
