// The rulesets of examples/rulesets, found by name as a script beside them would find them.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "lang/bindings/bindings.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::rulesets_test {
namespace {

const std::string kRulesets = cgt::testing::source_root() + "/examples/rulesets";

TEST_CASE("rulesets in scripts have the values that CGSuite prints", "[rulesets]") {
  Session session;
  add_all_packages(session);
  session.set_style({Notation::kCgsuite, 0});
  session.set_directory(kRulesets);
  std::map<std::string, int> checked;
  for (const Row& row : read_rows("rulesets.tsv")) {
    const Result result = session.evaluate(row.expression, kLimits);
    INFO(row.expression << "\n" << result.diagnostics << result.trace);
    CHECK(result.text == row.expected);
    ++checked[row.category];
  }
  CHECK(checked["run.clobber.random"] > 40);
  CHECK(checked["run.topplingdominoes"] > 80);
  CHECK(checked["run.toadsandfrogs.start"] > 20);
  CHECK(checked["run.domineering.3x3"] > 80);
}

// The library: what its headers say, wherever the script is that asks.
TEST_CASE("the rulesets of the library say who made them, and have the values that they give",
          "[rulesets]") {
  const cgt::testing::Scratch nowhere;
  Session session;
  add_all_packages(session);
  session.set_directory(nowhere.path());
  std::size_t files = 0;
  for (const auto& [name, text] : session.registry().scripts()) {
    INFO(name);
    CHECK(text.starts_with("// "));
    const std::string page = session.help(name).value_or("");
    CHECK_THAT(page, Catch::Contains("\n  Author:    ") && Catch::Contains("\n  Source:    "));
    std::size_t values = 0;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("  In print:  ") && !line.starts_with("  Computed:  ")) continue;
      const std::size_t arrow = line.find(" --> ");
      REQUIRE(arrow != std::string::npos);
      const Result result = session.evaluate(line.substr(13, arrow - 13), kLimits);
      INFO(line << "\n" << result.diagnostics << result.trace);
      CHECK(result.text == line.substr(arrow + 5));
      ++values;
    }
    CHECK(values == 1);
    CHECK(!session.apropos(name).empty());
    ++files;
  }
  CHECK(files >= 39);
  CHECK(session.help("Timber") == session.help("rulesets.Timber"));
  CHECK(session.complete("rulesets.Tim") == std::vector<std::string>{"rulesets.Timber"});
  CHECK_THAT(session.evaluate("Timber(\"l\")", kLimits).diagnostics,
             Catch::Contains("its full name is rulesets.Timber"));
  // A file of the user goes before it.
  std::filesystem::create_directory(nowhere / "rulesets");
  cgt::testing::write_bytes(nowhere / "rulesets/Nim.cgs", "class Nim(n) def Mine := n; end");
  Session other;
  add_all_packages(other);
  other.set_directory(nowhere.path());
  CHECK(other.evaluate("rulesets.Nim(3).Mine", kLimits).text == "3");
  CHECK(other.evaluate("rulesets.LaskersNim(3).NimValue", kLimits).text == "4");
}

// Each against the recursion that defines the value, in the language itself.
TEST_CASE("rulesets in scripts have the values of plain recursion", "[rulesets][long]") {
  Session session;
  add_all_packages(session);
  session.set_directory(kRulesets);
  session.evaluate(
      "def Plain(g) := {Plain(h) for h in g.Options(Left) | Plain(h) for h in "
      "g.Options(Right)}");
  for (const char* position :
       {"Clobber(\"xox|o.o\")", "Konane(\"xo.o.\")", "Konane(\"xo.|oxo|.ox\")",
        "Hoppers(\"x.x|.o.|...|o.o\")", "Hoppers(\"xx|..|oo\")", "ToadsAndFrogs(\"tt..ff\")",
        "Snort(\"..r...l.\")"}) {
    const std::string g = position;
    const Result result = session.evaluate("[" + g + ".CanonicalForm, Plain(" + g + ")]", kLimits);
    INFO(position << " " << result.text << "\n" << result.diagnostics << result.trace);
    CHECK(result.ok());
    CHECK(session.evaluate(g + ".CanonicalForm == Plain(" + g + ")", kLimits).text == "true");
  }
}

// The same rules in a script and in C++: random boards of up to twelve cells.
TEST_CASE("rulesets in scripts have the values of the native ones", "[rulesets]") {
  struct Pair {
    const char* script;
    const char* native;
    const char* cells;
    std::size_t rows;
    std::size_t columns;
  };
  Session session;
  add_all_packages(session);
  session.set_directory(kRulesets);
  std::mt19937_64 random(11);
  for (const Pair& pair : {Pair{"Clobber", "game.grid.Clobber", ".xo", 3, 4},
                           Pair{"Domineering", "game.grid.Domineering", ".#", 3, 4},
                           Pair{"Konane", "game.grid.Konane", ".xo", 3, 4},
                           Pair{"ToadsAndFrogs", "game.strip.ToadsAndFrogs", ".tf", 1, 9},
                           Pair{"TopplingDominoes", "game.strip.TopplingDominoes", "lr", 1, 7}}) {
    const std::string cells = pair.cells;
    for (std::size_t i = 0; i < cgt::testing::scaled(40); ++i) {
      std::string board;
      for (std::size_t cell = 0; cell < pair.rows * pair.columns; ++cell) {
        if (cell > 0 && cell % pair.columns == 0) board += '|';
        board += cells[random() % cells.size()];
      }
      const std::string question = std::string(pair.script) + "(\"" + board +
                                   "\").CanonicalForm == " + pair.native + "(\"" + board +
                                   "\").CanonicalForm";
      const Result result = session.evaluate(question, kLimits);
      INFO(question << "\n" << result.diagnostics);
      CHECK(result.text == "true");
    }
  }
  CHECK(session
            .evaluate("[Nim(n).NimValue - game.heap.Nim(n).NimValue for n from 0 to 8].Distinct",
                      kLimits)
            .text == "[0]");
}

// Every point is counted when the street is sold out, instead of cutting it at Right's parcels.
TEST_CASE("blockbusting counts neighbouring parcels", "[rulesets]") {
  Session session;
  add_all_packages(session);
  session.set_directory(kRulesets);
  CHECK(session
            .evaluate("def Points(s) := Sum(if s[i] == 1 and s[i+1] == 1 then 1 else 0 end "
                      "for i from 1 to s.Length);"
                      "def Sold(s) := if s.FindAll(0).IsEmpty then Points(s) else "
                      "{Sold(s.Updated({i => 1})) for i in s.FindAll(0) |"
                      " Sold(s.Updated({i => 2})) for i in s.FindAll(0)} end",
                      kLimits)
            .ok());
  for (const char* street : {".", "..", "x.", "x.o.x", "....", ".x...", "o....", "....."}) {
    const std::string text = std::string("\"") + street + "\"";
    INFO(street);
    CHECK(session
              .evaluate("Blockbusting(" + text + ").CanonicalForm == Sold(Strip.Parse(" + text +
                            ", \".xo\"))",
                        kLimits)
              .text == "true");
  }
}

TEST_CASE("the clock gives a seed that prints, and is another one each time",
          "[rulesets][random]") {
  Session session;
  add_all_packages(session);
  const Result made = session.evaluate("r := Random()", kLimits);
  CHECK(made.text.starts_with("Random("));
  const std::string draw = "[s.NextInteger(1000000) for k from 1 to 5]";
  const std::string again = session.evaluate("s := " + made.text + "; " + draw, kLimits).text;
  CHECK(session.evaluate("s := r; " + draw, kLimits).text == again);
  CHECK(session.evaluate("Random()", kLimits).text != made.text);
}

TEST_CASE("nim is nim", "[rulesets]") {
  Session session;
  add_all_packages(session);
  session.set_directory(kRulesets);
  CHECK(session.evaluate("Nim.NimValueSequence(6)", kLimits).text == "[1,2,3,4,5,6]");
  CHECK(session.evaluate("(Nim(9) + Nim(3) + Nim(10)).OutcomeClass", kLimits).text == "P");
}

TEST_CASE("a budget stops the search of positions and leaves it usable", "[rulesets]") {
  Session session;
  add_all_packages(session);
  session.set_directory(kRulesets);
  const Budget::Limits few{20'000, Budget::kUnlimited, Budget::kUnlimited};
  CHECK(session.evaluate("Clobber(\"xoxox|oxoxo|xoxox\").CanonicalForm", few).status ==
        Status::kOutOfBudget);
  CHECK(session.evaluate("Clobber(\"xox|ox.\").CanonicalForm == {^^+*|*,v}", kLimits).text ==
        "true");
}

TEST_CASE("class files are watched", "[rulesets]") {
  const cgt::testing::Scratch folder;
  const auto write = [&](const std::string& name, const std::string& text) {
    cgt::testing::write_bytes(folder / name, text);
  };
  Session session;
  add_all_packages(session);
  session.set_directory(folder.path());
  const auto text = [&](const std::string& source) {
    return session.evaluate(source, kLimits).text;
  };
  write("Base.cgs", "class Base(n as Integer) def Twice := 2 * n; end");
  write("Own.cgs", "class Own(n as Integer) extends Base(n) static var Calls := 0; end");
  CHECK(text("old := Own(3); [old.Twice, Own(4).Twice]") == "[6,8]");
  CHECK(text("Own.Calls := 5") == "5");
  CHECK(text("Own.Calls") == "5");
  // The base is longer now: what extends it is read again, too; what exists stays as it is.
  write("Base.cgs", "class Base(n as Integer) def Twice := n + n + 100; end");
  CHECK(text("[old.Twice, Own(4).Twice, Own.Calls]") == "[6,108,0]");
  CHECK(text("old is Own") == "false");
  write("Own.cgs", "class Own(n as Integer) extends Base(n) static var Calls := ; end");
  const Result broken = session.evaluate("Own(4).Twice", kLimits);
  CHECK(broken.status == Status::kSyntaxError);
  CHECK_THAT(broken.diagnostics, Catch::Contains("Own.cgs:1:"));
  write("Own.cgs", "class Own(n as Integer) extends Base(n) def Thrice := 3 * n; end");
  CHECK(text("[Own(4).Twice, Own(4).Thrice]") == "[108,12]");
  std::filesystem::remove(folder / "Own.cgs");
  CHECK(session.evaluate("Own(4)", kLimits).status == Status::kSyntaxError);
  CHECK(text("[old.Twice, Base(1).Twice]") == "[6,102]");
  // Rulesets: positions of before have their values from before.
  const std::string ruleset =
      "singleton class Heap extends game.heap.HeapRuleset override def HeapOptions(n as Integer) "
      ":= "
      "[[n - k] for k from 1 to ";
  write("Heap.cgs", ruleset + "2 where k <= n]; end");
  CHECK(text("seven := Heap(7); [Heap(n).NimValue for n from 0 to 7]") == "[0,1,2,0,1,2,0,1]");
  write("Heap.cgs", ruleset + "10 where k <= n]; end");
  CHECK(text("[seven.NimValue, Heap(7).NimValue]") == "[1,7]");
}

// Class files in the manner of CGSuite. The last line of each compares it with a native ruleset:
// `// equal: x in LIST: EXPRESSION == EXPRESSION`.
TEST_CASE("class files have the values of the native rulesets", "[rulesets]") {
  namespace fs = std::filesystem;
  const std::string folder = cgt::testing::test_data() + "/lang/data/class_files";
  const std::string mark = "// equal: ";
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cgs") continue;
    INFO(entry.path().string());
    std::ifstream in(entry.path());
    std::string equal;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(mark)) equal = line.substr(mark.size());
    }
    const std::size_t colon = equal.find("]: ");
    const std::size_t sign = equal.find(" == ");
    REQUIRE(colon < sign);
    REQUIRE(sign != std::string::npos);
    const std::string cases = " for " + equal.substr(0, colon + 1) + "]";
    Session session;
    add_all_packages(session);
    session.set_directory(folder);
    const Result own =
        session.evaluate("[" + equal.substr(colon + 3, sign - colon - 3) + cases, kLimits);
    CHECK(own.diagnostics + own.trace == "");
    const Result native = session.evaluate("[" + equal.substr(sign + 4) + cases, kLimits);
    CHECK(native.diagnostics + native.trace == "");
    CHECK(own.text == native.text);
    // Another value for another position: the comparison says something.
    CHECK(session
              .evaluate("({" + equal.substr(colon + 3, sign - colon - 3) + " for " +
                            equal.substr(0, colon + 1) + "}).Size > 1",
                        kLimits)
              .text == "true");
    ++files;
  }
  CHECK(files >= 42);
}

TEST_CASE("errors in class files are shown where they are", "[rulesets]") {
  Session session;
  add_all_packages(session);
  session.set_directory(cgt::testing::test_data() + "/lang/data/packages");
  const Result syntax = session.evaluate("BadSyntax(3)", kLimits);
  CHECK(syntax.status == Status::kSyntaxError);
  CHECK_THAT(syntax.diagnostics, Catch::Contains("BadSyntax.cgs:3:"));
  CHECK(session.evaluate("BadSyntax(3)", kLimits).status == Status::kSyntaxError);
  const Result failing = session.evaluate("shapes.Square(\"a\").Area", kLimits);
  CHECK(failing.status == Status::kRuntimeError);
  CHECK_THAT(failing.diagnostics, Catch::Contains("Square.cgs:"));
  CHECK_THAT(failing.trace, Catch::Contains("at top level"));
  CHECK(session.evaluate("[shapes.Square(3).Area, shapes.Square(3).Twice.Area]", kLimits).text ==
        "[9,36]");
  CHECK(session.evaluate("shapes.Square(3)", kLimits).text == "shapes.Square(3)");
  CHECK(session.evaluate("shapes.Circle(3)", kLimits).status == Status::kSyntaxError);
  CHECK_THAT(session.evaluate("Ring1()", kLimits).diagnostics, Catch::Contains("extends itself"));
}

}  // namespace
}  // namespace cgt::lang::testing::rulesets_test
