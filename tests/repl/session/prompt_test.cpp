// Commands of the prompt that need no terminal: those of a pipe.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/cli/process.hpp"
#include "tests/files.hpp"

namespace prompt_test {

namespace {

using cgt::testing::ProcessInput;
using cgt::testing::ProcessResult;
using cgt::testing::read_file;
using cgt::testing::run_cgt;
using cgt::testing::TemporaryFile;

ProcessResult says(const std::string& text) {
  ProcessInput input;
  input.text = text;
  input.merge_errors = true;
  return run_cgt({"--keep-going"}, input);
}

// What the program said, of a log. The first line says what the file is.
std::string comments(const std::string& log) {
  std::string out;
  std::istringstream in(log);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    if (line.rfind("// ", 0) == 0) out += line.substr(3) + '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("a log runs again and says the same", "[repl]") {
  const TemporaryFile log("", ".log");
  const std::string typed =
      "1+1\n"
      "% + 5\n"
      "{3||\n"
      "2|1}\n"
      "%3.Mean;\n"
      "0/0\n"
      "def f(x) := x.NoSuchMethod;\n"
      "f(3)\n"
      ":bt\n"
      ":set show_type on\n"
      "[%1, %2]\n"
      ":nonsense\n";
  const auto first = says(":set history on\n:log " + log.path() + "\n" + typed + ":log off\n99\n");
  const std::string text = read_file(log.path());
  INFO(text);
  CHECK(text.find("\n:set history on\n1+1\n// %1 = 2\n% + 5\n// %2 = 7\n{3||\n2|1}\n") !=
        std::string::npos);
  CHECK(text.find("99") == std::string::npos);
  CHECK(text.find("// %3 = {3||2|1}\n") != std::string::npos);
  CHECK(text.find("// error: no command :nonsense; :help lists them\n") != std::string::npos);
  const auto again = says(text);
  CHECK(again.out == comments(text));
  CHECK(first.out.find(again.out) != std::string::npos);
  const auto loaded = says(":load " + log.path() + "\n").out;
  CHECK(loaded.starts_with("%1 = 2\n%2 = 7\n"));
  CHECK(loaded.find("\n%4 = [2,7]\n") != std::string::npos);
  CHECK(loaded.find(log.path() + ":15:13: error: Integer has no method") != std::string::npos);
  CHECK(says(":log /nonexistent/log\n").out == "error: /nonexistent/log: it cannot be written\n");
}

TEST_CASE("a log begins with what was typed before it", "[repl]") {
  const TemporaryFile log("", ".log");
  const auto said =
      says("x := 3\ny := nothing\n?x\n:log " + log.path() + "\nx + 1\n:log off\n:log off\n");
  CHECK(said.out.find("\nwriting to " + log.path() + "; :log off ends it\n4\n") !=
        std::string::npos);
  CHECK(said.out.ends_with("error: there is no log; :log FILE begins one\n"));
  const std::string text = read_file(log.path());
  CHECK(text.substr(text.find('\n')) == "\nx := 3\nx + 1\n// 4\n");
  CHECK(says(":load " + log.path() + "\n:reload\nx + 7\n").out == "3\n4\n3\n4\n10\n");
}

TEST_CASE("a log that ends with :quit leaves the session that loads it", "[repl]") {
  const TemporaryFile log("", ".log");
  says(":log " + log.path() + "\n1\n:quit\n");
  CHECK(read_file(log.path()).ends_with("\n:quit\n"));
  CHECK(says(":load " + log.path() + "\n2\n").out == "1\n2\n");
}

TEST_CASE("??topic is the part of the reference about it", "[repl]") {
  const auto page = says("??Mean\n");
  CHECK(page.out.rfind("Game.Mean\n  Mean value: the mast of the thermograph.\n", 0) == 0);
  CHECK(page.out.find("\n## Game\n") != std::string::npos);
  CHECK(page.out.find("\n## Thermograph\n") != std::string::npos);
  CHECK(page.out.find("\n## Player\n") == std::string::npos);
  const auto one = says("??Thermograph.Mean\n");
  CHECK(one.out.find("\n## Thermograph\n") != std::string::npos);
  CHECK(one.out.find("\n## Game\n") == std::string::npos);
  CHECK(says("??\n").out.rfind("# Reference\n", 0) == 0);
  CHECK(says("??Trajectory\n").out.find("\n## Trajectory\n") != std::string::npos);
  CHECK(says(":page NoSuchTopic\n").out ==
        "error: no topic \"NoSuchTopic\", and nothing about it\n");
  // Words that are not a topic are searched for.
  CHECK(says("?atomic\n").out.find("\nGame.AtomicWeight  How many ups it is worth.\n") !=
        std::string::npos);
  CHECK(says("?*clobber\n").out.find("\ngame.grid.Clobber  ") != std::string::npos);
  CHECK(says("?rulesets\n").out.find("\ngame.grid.Clobber  ") != std::string::npos);
}

TEST_CASE(":reload runs the last file again", "[repl]") {
  const TemporaryFile script("n := 3;\n\"loaded\"\n", ".cgs");
  const auto result = says(":reload\n:load " + script.path() + "\nn := 5;\n:reload\nn\n");
  CHECK(result.out ==
        "error: nothing was loaded yet; :load FILE does\n\"loaded\"\n\"loaded\"\n3\n");
  CHECK(
      says("load \"" + script.path() + "\"\nn\nload  \"" + script.path() + "\";\n:reload\n").out ==
      "\"loaded\"\n3\n\"loaded\"\n\"loaded\"\n");
  CHECK(says("load \"/no/such.cgs\"\n").out ==
        "error: cannot read /no/such.cgs: No such file or directory\n");
  // Anything else that begins so is a statement.
  CHECK(says("load := 3\nload + 1\n").out == "3\n4\n");
  CHECK(says("load \"a\" + \"b\"\n").out.find("error") != std::string::npos);
}

TEST_CASE(":bt tells the calls of the last error", "[repl]") {
  const auto result =
      says(":bt\ndef inner(x) := x.NoSuchMethod;\ndef outer(x) := inner(x);\nouter(1)\n1+1\n:bt\n");
  CHECK(result.out.rfind("error: no error happened inside of a call\n", 0) == 0);
  const std::size_t behind = result.out.find("\n2\n");
  REQUIRE(behind != std::string::npos);
  const std::string trace = result.out.substr(behind + 3);
  INFO(trace);
  const std::size_t inner = trace.find("inner");
  REQUIRE(inner != std::string::npos);
  CHECK(trace.find("outer", inner) != std::string::npos);
}

TEST_CASE("## tells what the last evaluation took", "[repl]") {
  const auto result = says("##\n{7||4|*2}\n##\n");
  CHECK(result.out.rfind("error: nothing was evaluated yet\n{7||4|*2}\n", 0) == 0);
  CHECK(result.out.find(" ms (CPU ") != std::string::npos);
  CHECK(result.out.find(" new games, ") != std::string::npos);
  CHECK(result.out.find(" 0 new games") == std::string::npos);
}

TEST_CASE("types are shown and values of settings are checked", "[repl]") {
  CHECK(says(":set show_type on\n{2|1}\n1/3\n[1]\n:show_type off\n1\n").out ==
        "{2|1}\n: Game\n1/3\n: Rational\n[1]\n: List\n1\n");
  CHECK(says(":set history on\n:set show_type on\n{2|1}\n").out == "%1 = {2|1}\n%1 : Game\n");
  // The lines of a table stand below each other.
  CHECK(says(":set history on\nTable([[1,2],[3,4]])\n").out ==
        "%1 = 1 | 2\n     --+--\n     3 | 4\n");
  CHECK(says(":set show_type perhaps\n").out == "error: usage: :set show_type on|off\n");
  CHECK(says(":set max 1000000001\n").out == "error: usage: :set max 1..1000000000|off\n");
  CHECK(says(":set max 1000000000\n:max\n").out == "max 1000000000\n");
  CHECK(says(":set\n").out.find("1..1000000000|off") != std::string::npos);
}

TEST_CASE(":export writes the last plot or result", "[repl]") {
  const TemporaryFile svg("", ".svg");
  const TemporaryFile tex("", ".tex");
  const TemporaryFile json("", ".json");
  const TemporaryFile text("", ".txt");
  const auto result = says("{3||2|1}\n:export " + svg.path() + "\n:export " + tex.path() +
                           "\n:export " + json.path() + "\n:export " + text.path() + "\n");
  CHECK(result.out.starts_with("{3||2|1}\nwrote "));
  CHECK(read_file(svg.path()).rfind("<svg", 0) == 0);
  CHECK(read_file(svg.path()).find("9/4") != std::string::npos);
  CHECK(read_file(tex.path()) == run_cgt({"--format", "latex", "-e", "{3||2|1}"}).out);
  CHECK(read_file(json.path()) == run_cgt({"--format", "json", "-e", "{3||2|1}"}).out);
  CHECK(read_file(text.path()) == "{3||2|1}\n");
  // A plot is the last picture until the next result; a drawing stays as it is.
  says("1\n:plot {9|1}\n:export " + text.path() + "\n");
  CHECK(read_file(text.path()) == "{9|1}\n");
  says("{2|1}.Svg\n:export " + svg.path() + "\n");
  CHECK(read_file(svg.path()).rfind("<svg", 0) == 0);
  CHECK(read_file(svg.path()).find("Thermograph") == std::string::npos);
  CHECK(says("1\n:export out.bmp\n").out.find("usage: :export FILE.svg") != std::string::npos);
  CHECK(says("[1]\n:export /nonexistent/a.svg\n").out.find("has no thermograph") !=
        std::string::npos);
  CHECK(says("1\n:export /nonexistent/a.txt\n").out.find("/nonexistent/a.txt: ") !=
        std::string::npos);
}

TEST_CASE("results can be pictures", "[repl]") {
  const auto picture = run_cgt({"--format", "svg", "-e", "{3||2|1}.Thermograph"});
  CHECK(picture.exit_code == 0);
  CHECK(picture.out.rfind("<svg", 0) == 0);
  CHECK(picture.out == run_cgt({"--format", "svg", "-e", "{3||2|1}.Thermograph"}).out);
  CHECK(says(":set format svg\n{3||2|1}.Thermograph\n").out == picture.out);
  const auto refused = run_cgt({"--format", "svg", "-e", "[1,2]"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.find("has no picture") != std::string::npos);
  CHECK(refused.err.find("hint: ") != std::string::npos);
  const TemporaryFile text("", ".txt");
  says(":set format svg\n{2|1}\n:export " + text.path() + "\n");
  CHECK(read_file(text.path()) == "{2|1}\n");
}

TEST_CASE("what is known so far is told from a pipe, a file and -e", "[repl]") {
  const std::string question = "game.grid.Domineering(\"......|......|......\").CanonicalForm";
  const std::string wanted =
      "node budget spent: the value is unknown\n"
      "known so far of game.grid.Domineering(\"......|......|......\"): -9 <= value <= 9, ";
  const auto expression = run_cgt({"--budget-nodes", "40", "-e", question});
  CHECK(expression.exit_code == 4);
  CHECK(expression.err.rfind(wanted, 0) == 0);
  ProcessInput input;
  input.text = question + "\n";
  CHECK(run_cgt({"--budget-nodes", "40"}, input).err.rfind(wanted, 0) == 0);
  const TemporaryFile script(question + "\n", ".cgs");
  CHECK(run_cgt({"--budget-nodes", "40", script.path()}).err.rfind(wanted, 0) == 0);
  const auto json = run_cgt({"--budget-nodes", "40", "--diagnostics=json", script.path()});
  CHECK(json.err.find("\"hint\":\"known so far of game.grid.Domineering(") != std::string::npos);
}

TEST_CASE(":stats tells how full the tables are", "[repl]") {
  const auto result = says("{7||4|*2} + {3|1};\n:stats\n");
  CHECK(result.out.find("\nslots filled: games ") != std::string::npos);
  CHECK(result.out.find(", + ") != std::string::npos);
  CHECK(result.out.find(" %)\n") != std::string::npos);
}

TEST_CASE("plots can be drawn in ASCII", "[repl]") {
  const auto braille = says(":plot {3||2|1}\n");
  const auto ascii = says(":set plots ascii\n:plot {3||2|1}\n");
  const auto only_ascii = [](const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
  };
  CHECK(ascii.out.find("9/4") != std::string::npos);
  CHECK(only_ascii(ascii.out));
  CHECK_FALSE(only_ascii(braille.out));
  CHECK(says(":plots dots\n").out == "error: usage: :set plots braille|ascii\n");
}

TEST_CASE("errors of statements of a pipe are JSON on demand", "[repl]") {
  ProcessInput input;
  input.text = "1\n0/0\n{2|\n";
  const auto result = run_cgt({"--keep-going", "--diagnostics", "json"}, input);
  CHECK(result.out == "1\n");
  CHECK(result.err.rfind("{", 0) == 0);
  CHECK(result.err.find("division by zero") != std::string::npos);
  CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 2);
}

TEST_CASE("variables are topics and budgets are settings", "[repl]") {
  CHECK(says("hot := {7|3};\n?hot\n?zork\n").out ==
        "hot: Game\n  {7|3}\nerror: no topic \"zork\", and nothing about it\n");
  const auto spent = says(":set budget_nodes 1000\n:budget_nodes\nwhile true do end\n1\n");
  CHECK(spent.out.rfind("budget_nodes 1000\nnode budget spent", 0) == 0);
  CHECK(spent.out.ends_with("\n1\n"));
  // There is no screen to clear.
  CHECK(says("1\n:wipe\n2\n").out == "1\n2\n");
}

TEST_CASE("the beginning of a name is enough for a suggestion", "[repl]") {
  CHECK(run_cgt({"-e", "{2|1}.Thermogra"}).err.find("did you mean 'Thermograph'?") !=
        std::string::npos);
  CHECK(run_cgt({"-e", "Meann(1)"}).err.find("hint: did you mean the method x.Mean") !=
        std::string::npos);
  CHECK(says(":vers\n").out == "error: no command :vers; did you mean :version?\n");
  CHECK(run_cgt({"eval", "domin", ".."}).err.find("did you mean \"domineering\"?") !=
        std::string::npos);
}

}  // namespace prompt_test
