#include "lang/session.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>

#include "lang/bindings/bindings.hpp"
#include "lang/registry.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::session_test {
namespace {

// The example of lang.hpp.
Package demo_package() {
  Package package{"demo", "An example.", {}, {}};
  package.builtins.push_back({"", "demo.Twice(g)", "g + g.", "demo.Twice(^) --> ^^",
                              [](Context& c, std::span<const Value> a) {
                                const GameId g = c.game(a[0], "Twice");
                                return c.wrap(c.store().add(g, g));
                              }});
  return package;
}

TEST_CASE("a package extends the language", "[session]") {
  Session session;
  session.add(demo_package());
  CHECK(session.evaluate("demo.Twice(*2)").text == "0");
  CHECK(session.evaluate("demo.Twice(g => {1|0}) == 1 + {1|0}+{0|-1}").text == "true");
  CHECK_THAT(session.evaluate("demo.Twice([])").diagnostics, Catch::Contains("Twice needs a game"));
  CHECK_THAT(session.evaluate("demo.Twicf(1)").diagnostics,
             Catch::Contains("did you mean 'demo.Twice'"));
  CHECK(session.help("demo.Twice").has_value());
}

// Every row says in one line what it is for and shows a true example: "statements --> what they
// print", or "--> !!message" of an error.
TEST_CASE("every row of the registry has a line and an example that is true", "[session]") {
  Session session;
  add_all_packages(session);
  session.set_directory(cgt::testing::source_root());
  for (const auto& row : session.registry().builtins()) {
    const std::size_t arrow = row->example.rfind(" --> ");
    INFO(row->owner << "." << row->signature << ": " << row->doc << "\n" << row->example);
    CHECK(!row->doc.empty());
    CHECK(row->doc.find('\n') == std::string::npos);
    CHECK(type_doc(row->owner) != "");
    REQUIRE(arrow != std::string::npos);
    const std::string expected = row->example.substr(arrow + 5);
    if (!row->setup.empty()) {
      const Result prepared = session.evaluate(row->setup, kLimits);
      INFO(row->setup << "\n" << prepared.diagnostics);
      REQUIRE(prepared.ok());
      CHECK(prepared.output + prepared.text == "");
    }
    const Result result = session.evaluate(row->example.substr(0, arrow), kLimits);
    INFO(result.diagnostics);
    if (expected.starts_with("!!")) {
      CHECK_THAT(first_line(result.diagnostics), Catch::Contains(expected.substr(2)));
      continue;
    }
    CHECK(result.ok());
    std::string printed = result.output + result.text;
    if (printed.ends_with('\n')) printed.pop_back();
    CHECK(printed == expected);
  }
  CHECK(session.registry().builtins().size() > 400);
  for (const std::string& name : session.registry().class_names()) {
    INFO(name);
    CHECK((type_doc(name) != "" || session.help(name)));  // rulesets are told in their own page
  }
}

TEST_CASE("rows of one owner are added to a package", "[session]") {
  Package package;
  package.name = "demo";
  const Rows functions(package, "");
  const Rows pairs = Rows(package, "Demo.Pair").on("demo.Pair(1, 2)");
  const auto nothing = [](Context&, std::span<const Value>) { return Value(); };
  functions.add("demo.Pair(a, b)", "Two.", "demo.Pair(1, 2) --> Nothing", nothing);
  pairs.add("First", "The first.", "First --> Nothing", nothing);
  pairs.after("p := 1;").add("Second", "The second.", "Second --> Nothing", nothing);
  pairs.add("Sum", "Both.", "Sum --> Nothing", nothing);
  REQUIRE(package.builtins.size() == 4);
  CHECK(package.builtins[0].owner.empty());
  CHECK(package.builtins[0].example == "demo.Pair(1, 2) --> Nothing");
  CHECK(package.builtins[1].owner == "Demo.Pair");
  CHECK(package.builtins[1].signature == "First");
  CHECK(package.builtins[1].example == "demo.Pair(1, 2).First --> Nothing");
  CHECK(package.builtins[1].setup.empty());
  CHECK(package.builtins[2].setup == "p := 1;");
  CHECK(package.builtins[2].example == "demo.Pair(1, 2).Second --> Nothing");
  CHECK(package.builtins[3].setup.empty());
}

TEST_CASE("help shows what an example begins with", "[session]") {
  Session session;
  add_all_packages(session);
  const auto help = session.help("Htn.Plan.Steps");
  REQUIRE(help.has_value());
  CHECK_THAT(*help,
             Catch::Contains("  Before:  d := htn.Domain([\"time\"]);\n           walk := "));
  CHECK_THAT(*help, Catch::Contains("  Example: d.First().Plan.Steps --> [walk(3)]\n"));
}

TEST_CASE("docs/language/reference.md is what the registry says", "[session]") {
  Session session;
  add_all_packages(session);
  INFO("./dev docs writes it anew");
  const std::string page = reference_page(session.registry());
#ifdef CGT_LABS  // without the laboratories the page lacks their rows
  CHECK(cgt::testing::read_file(cgt::testing::source_root() + "/docs/language/reference.md") ==
        page);
#endif
  for (const auto& row : session.registry().builtins()) {
    INFO(row->signature << ": its section is missing in lang/session/reference.cpp");
    CHECK(page.find(row->signature + "`") != std::string::npos);
  }
}

TEST_CASE("docs/language/rulesets.md is what the registry of rulesets says", "[session]") {
  INFO("./dev docs writes it anew");
  CHECK(cgt::testing::read_file(cgt::testing::source_root() + "/docs/language/rulesets.md") ==
        rulesets_page());
}

TEST_CASE("results are recalled by number", "[session]") {
  Session session;
  session.set_history(true);
  CHECK(session.evaluate("3").history == 1);
  CHECK(session.evaluate("4;").history == 0);
  CHECK(session.evaluate("% + %1").text == "6");
  CHECK(session.evaluate("%% * 10").text == "30");
  CHECK(session.evaluate("_").text == "30");
  CHECK(session.evaluate("17 % 5").text == "2");
  CHECK(session.evaluate("%99").status == Status::kRuntimeError);
}

TEST_CASE("a failed evaluation keeps what was assigned", "[session]") {
  Session session;
  CHECK(session.evaluate("a := 1; b := a + []").status == Status::kRuntimeError);
  CHECK(session.evaluate("a").text == "1");
  CHECK(session.evaluate("b").status == Status::kSyntaxError);
  session.fresh_scope();
  CHECK(session.evaluate("a").status == Status::kSyntaxError);
}

TEST_CASE("a cleared session has its memory back and knows as much as a new one",
          "[session][long]") {
  Session session;
  add_all_packages(session);
  const std::string work =
      "g := Sum(+-n for n from 1 to 9); f := '{g|*}':1; [g.Temperature, f.CanonicalForm, f, g:g]";
  const auto first = session.evaluate(work);
  REQUIRE(first.ok());
  const std::string expected = first.text;
  for (int round = 0; round < 5; ++round) {
    CHECK(session.store().statistics().games > 100);
    session.clear();
    CHECK(session.store().statistics().games == 0);
    CHECK(session.evaluate("g").status == Status::kSyntaxError);
    CHECK(session.evaluate(work).text == expected);
  }
}

TEST_CASE("completion offers names and methods", "[session]") {
  Session session;
  add_all_packages(session);
  session.evaluate("goal := [1,2]");
  const auto offers = [&](const char* line, const char* word) {
    const auto found = session.complete(line);
    return std::find(found.begin(), found.end(), word) != found.end();
  };
  CHECK(offers("2 + go", "goal"));
  CHECK(offers("x := Su", "Sum"));
  CHECK(offers("goal.So", "Sorted"));
  CHECK_FALSE(offers("goal.Te", "Temperature"));
  CHECK(offers("{1|0}.Te", "Temperature"));
  CHECK(offers("game.go.Re", "game.go.Region"));
  CHECK(offers("Player.", "Player.Left"));
  CHECK(offers("whi", "while"));
}

TEST_CASE("documentation comments are the help on classes of scripts", "[session]") {
  Session session;
  const std::string text = R"(/** Counts [[Grid]]s.
  * In two lines. */
class Doc(n as Integer ? 1)
  /** The double, as [[Integer#Abs][there]]. */
  private def Double(k ? 2) := k*n;
  /** One more. */
  def Next := n + 1;
  // No documentation.
  def Plain := n;
end
/* No documentation either. */
class Bare end;)";
  REQUIRE(session.evaluate(SourceText("text", text), kLimits).ok());
  CHECK(session.help("Doc").value_or("") ==
        "Doc(n?)\n  Counts Grids.\n  In two lines.\n"
        "  Double(k?)                   The double, as there (Integer.Abs).\n"
        "  Next                         One more.\n");
  CHECK(session.help("Doc.Next").value_or("") == "Doc.Next\n  One more.\n");
  CHECK_FALSE(session.help("Doc.Plain"));
  CHECK_FALSE(session.help("Bare"));
  REQUIRE(session.evaluate("/** Sides. */ enum Way(n) Up(1), Down(-1); end", kLimits).ok());
  CHECK(session.help("Way").value_or("") == "Way\n  Sides.\n");
  session.clear();
  CHECK_FALSE(session.help("Doc"));
}

TEST_CASE("help and apropos read the registry", "[session]") {
  const Session session;
  CHECK_THAT(session.help("Cool").value_or(""), Catch::Contains("Game.Cool(t)"));
  CHECK_THAT(session.help("List").value_or(""), Catch::Contains("Sorted"));
  CHECK(session.help("for").has_value());
  CHECK_FALSE(session.help("Colo").has_value());
  CHECK_FALSE(session.apropos("thermograph").empty());
  for (const HelpEntry& entry : session.help_entries()) CHECK_FALSE(entry.doc.empty());
}

TEST_CASE("canonical notation reads back", "[session]") {
  Session session;
  for (const char* text :
       {"3+*", "1/2+^", "^3+*2", "+-(1/2)", "5+Tiny(3)", "{2|1||0|-1}", "[1,{2,^},\"a\\\"b\"]",
        "{1 => {3|1}}", "1..9..2", "Tiny({2|1})", "-7/8", "2/3", "(3,-4)", "'{*|*}'", "'{*|*}':1",
        "-2*'{|-1}'", "'{1|0}'-*", "-('{1|0}' OrdinalProduct 2)", "* ConjunctiveSum ^"}) {
    const std::string once = session.evaluate(text).text;
    INFO(text << " -> " << once);
    CHECK_FALSE(once.empty());
    CHECK(session.evaluate("(" + once + ") == (" + text + ")").text == "true");
    CHECK(session.evaluate(once).text == once);
  }
}

TEST_CASE("results are written in other formats", "[session]") {
  Session session;
  const auto text = [&](Format format, const char* script) {
    session.set_format(format);
    const Result result = session.evaluate(script, kLimits);
    INFO(script << "\n" << result.diagnostics);
    CHECK(result.ok());
    return result.text;
  };
  CHECK(text(Format::kLatex, "[1/3,{1,2},\"a_b\",Left]") ==
        "\\left[\\frac{1}{3}, \\left\\{1, 2\\right\\}, \\text{a\\_b}, \\mathrm{Left}\\right]");
  CHECK(text(Format::kLatex, "-1/3") == "-\\frac{1}{3}");
  CHECK(text(Format::kJson, "[1/3,2^70,true,Nothing,\"a\\\"b\",Left,{1 => 2}]") ==
        "[\"1/3\",\"1180591620717411303424\",true,null,\"a\\\"b\",\"Left\",[[\"1\",\"2\"]]]");
  // What Json writes, FromJson reads.
  CHECK(text(Format::kText, "g := {3||2+^|1,*}; FromJson(g.Json) == g") == "true");
}

TEST_CASE("the picture of a value is what its method Svg answers", "[session]") {
  Session session;
  add_all_packages(session);
  const auto drawn = [&](const std::string& script) {
    session.set_format(Format::kSvg);
    const Result result = session.evaluate(script, kLimits);
    INFO(script << "\n" << result.diagnostics);
    CHECK(result.ok());
    // The same bytes again.
    CHECK(session.evaluate(script, kLimits).text == result.text);
    return result.text;
  };
  const auto asked = [&](const std::string& script) {
    session.set_format(Format::kText);
    const Result result = session.evaluate(script, kLimits);
    REQUIRE(result.ok());
    return result.value.as_string();
  };
  for (const char* value : {"{3|1}", "5", "on", "{3|1}.Thermograph",
                            "game.ko.Graph(\"A: B | 0; B: 30 | A\").Thermograph(Left)",
                            "game.grid.Domineering(\"..|..\")", "game.heap.Nim(3)"}) {
    CHECK(drawn(value).starts_with("<svg"));
    CHECK(drawn(value) == asked(std::string("(") + value + ").Svg"));
  }
  CHECK(drawn("{3|1}.Svg") == drawn("{3|1}"));
  CHECK(drawn("Nothing").empty());
  CHECK(drawn("{3|1};").empty());
  CHECK(drawn("class Flag()\n  def Svg := \"<svg/>\";\nend\nFlag()") == "<svg/>");
  for (const char* value : {"[{3|1}]", "\"text\"", "true"}) {
    INFO(value);
    const Result refused = session.evaluate(value, kLimits);
    CHECK(refused.status == Status::kRuntimeError);
    CHECK_THAT(refused.diagnostics, Catch::Contains("has no picture") && Catch::Contains("hint: "));
  }
  const Result value = session.evaluate("{2|1}", kLimits);
  CHECK(session.text(value.value).text == value.text);
}

// The facts that stand behind "known so far".
std::string known_after(Session& session, const std::string& script, const Budget::Limits& limits) {
  const Result result = session.evaluate(script, limits);
  INFO(script << "\n" << result.diagnostics);
  CHECK(result.status == Status::kOutOfBudget);
  REQUIRE(result.problems.size() == 1);
  const std::string& hint = result.problems[0].hint;
  CHECK((hint.empty() || hint.starts_with("known so far")));
  if (!hint.empty()) CHECK_THAT(result.diagnostics, Catch::EndsWith("unknown\n" + hint));
  return hint;
}

TEST_CASE("a spent budget tells what is known so far", "[session]") {
  Session session;
  add_all_packages(session);
  const Budget::Limits few{.nodes = 40};
  // A sum of values: stops, mean and temperature follow from its terms.
  CHECK(session.evaluate("g := Sum(+-n for n in 1..30) + {5|1};", {.nodes = 10'000'000}).ok());
  const std::string sum = known_after(session, "g + {100|50||1/4}", few);
  CHECK_THAT(sum, Catch::StartsWith("known so far of the sum: Left stop "));
  CHECK_THAT(sum, Catch::Contains("mean 321/8") || Catch::Contains("mean "));
  // Positions, and sums of them with values.
  const std::string board = "game.grid.Domineering(\"......|......|......|......\")";
  const std::string position = known_after(session, board + ".CanonicalForm", few);
  CHECK_THAT(position, Catch::StartsWith("known so far of game.grid.Domineering(\"......|"));
  CHECK_THAT(position, Catch::Contains("-12 <= value <= 12") && Catch::Contains("Left stop in ["));
  CHECK_THAT(known_after(session, "(" + board + " + 50).CanonicalForm", few),
             Catch::Contains("38 <= value <= 62") && Catch::Contains("outcome L"));
  CHECK_THAT(known_after(session, "(3*" + board + " - 1).CanonicalForm", few),
             Catch::Contains("-37 <= value <= 35"));
  CHECK_THAT(known_after(session, board + ".SearchOutcome", few),
             Catch::Contains("-12 <= value <= 12"));
  CHECK_THAT(known_after(session, "game.grid.Cram(\".......|.......|.......\").CanonicalForm", few),
             Catch::Contains("value a nimber, at most *10"));
  CHECK_THAT(known_after(session, "game.go.Region(\"BBBBBBB/W.....B/W.....B/BBBBBBB\").Value", few),
             Catch::Contains("of the region: ") && Catch::Contains(" <= value <= "));
  // Nothing is known of a loop, and nothing is said.
  CHECK(known_after(session, "for i from 1 to 10^12 do i end", few).empty());
  // What a question within a question knows is told.
  CHECK_THAT(known_after(session, "[" + board + ".Mean for i from 1 to 3]", few),
             Catch::StartsWith("known so far of game.grid.Domineering("));
}

TEST_CASE("a search that is stopped tells the bounds that it has proved", "[session]") {
  Session session;
  add_all_packages(session);
  // Left's second move is a deep tree: the first is worth 5.
  const char* deep =
      "def Deep(n) begin r := [0, 1]; for i from 1 to n do r := [r, r] end; r end;\n"
      "t := game.search.Tree([5, Deep(40)]);";
  const Result made = session.evaluate(deep, kLimits);
  INFO(made.diagnostics);
  REQUIRE(made.ok());
  CHECK_THAT(known_after(session, "game.search.Minimax(t)", {.nodes = 20'000}),
             Catch::StartsWith("known so far of game.search.Minimax: 5 <= value"));
  // Beside coupons: bounds of the score.
  CHECK_THAT(known_after(session,
                         "s := game.environment.Sum([+-n for n in 1..12], [k/2 for k in 1..30]); "
                         "s.Score(Left)",
                         {.nodes = 30'000}),
             Catch::Contains("score"));
}

TEST_CASE("long values show their size, unless all is wanted", "[session]") {
  Session session;
  session.set_style({Notation::kCanonical, 50});
  session.evaluate("g := Sum(+-n for n from 1 to 8)");
  const std::string text = session.evaluate("g").text;
  CHECK_THAT(text, Catch::Contains("nodes") && Catch::Contains("followers"));
  const Result all = session.evaluate("g.Text");
  CHECK(all.text.size() > 100);
  CHECK(all.text ==
        "\"" + session.text(session.evaluate("g").value, cgt::PrintStyle{}).text + "\"");
}

TEST_CASE("a text has limits and a stop flag, and fails in good order", "[session]") {
  Session session;
  std::atomic<bool> stop = false;
  session.set_stop_flag(&stop);
  const Value game = session.evaluate("Sum(+-n for n from 1 to 8)").value;
  const PrintStyle style;
  const Result whole = session.text(game, style);
  REQUIRE(whole.ok());
  CHECK(whole.text.size() > 400);
  // Whatever the limit, it is the whole text or none.
  std::size_t spent = 0;
  std::size_t done = 0;
  for (std::uint64_t nodes = 1; nodes < 10'000'000 && done == 0; nodes *= 4) {
    const Result limited = session.text(game, style, {.nodes = nodes});
    if (limited.ok()) {
      ++done;
      CHECK(limited.text == whole.text);
    } else {
      ++spent;
      CHECK(limited.status == Status::kOutOfBudget);
      CHECK(limited.text.empty());
      CHECK_THAT(limited.diagnostics, Catch::Contains("node budget spent"));
    }
  }
  CHECK(spent >= 3);
  CHECK(done == 1);
  stop = true;
  const Result stopped = session.text(game);
  CHECK(stopped.status == Status::kInterrupted);
  CHECK(stopped.text.empty());
  stop = false;
  CHECK(session.text(game).ok());
}

TEST_CASE("a ToString that fails is an error of the text", "[session]") {
  const auto printed = [](const std::string& body) {
    Session session;
    const Result made =
        session.evaluate("class Odd()\n  override def ToString := " + body + ";\nend\no := Odd();");
    INFO(made.diagnostics);
    REQUIRE(made.ok());
    return session.text(session.evaluate("o;").value);
  };
  CHECK(printed("\"odd\"").text == "odd");
  const Result number = printed("5");
  CHECK(number.status == Status::kRuntimeError);
  CHECK(number.text.empty());
  CHECK_THAT(number.diagnostics, Catch::Contains("gives a Integer, not a String"));
  const Result failed = printed("[] + 1");
  CHECK(failed.status == Status::kRuntimeError);
  CHECK_THAT(failed.diagnostics, Catch::Contains("'+' is not defined for List and Integer"));
  const Result endless = [] {
    Session session;
    session.evaluate(
        "class Odd()\n  override def ToString begin while true do 1 end end;\nend\no := Odd();");
    return session.text(session.evaluate("o;").value, {.nodes = 10'000});
  }();
  CHECK(endless.status == Status::kOutOfBudget);
  const Result loud = printed("begin Print(\"hm\"); \"odd\" end");
  CHECK(loud.text == "odd");
  CHECK(loud.output == "hm\n");
}

TEST_CASE("traces name the calls, innermost first", "[session]") {
  Session session;
  session.evaluate("def inner(x) := x + []");
  session.evaluate("def outer(x) := inner(x) + 1");
  const Result result = session.evaluate("outer(3)");
  CHECK(result.status == Status::kRuntimeError);
  const std::size_t inner = result.trace.find("in inner");
  const std::size_t outer = result.trace.find("in outer");
  REQUIRE(inner != std::string::npos);
  REQUIRE(outer != std::string::npos);
  CHECK(inner < outer);
  CHECK_THAT(result.diagnostics, Catch::Contains("'+' is not defined for Integer and List"));
}

}  // namespace
TEST_CASE("packages forget their tables when the store is cleared", "[session]") {
  Session session;
  add_all_packages(session);
  const std::string questions =
      "[game.go.Region(\"BBBBB/W...B/BBBBB\").Value, "
      "game.grid.Clobber(\"xoxo|oxo.\").CanonicalForm,"
      " game.heap.Kayles(30).Genus]";
  const std::string answer = session.evaluate(questions).text;
  CHECK(answer == "[{2||1|*},0,7^57]");
  for (int i = 0; i < 3; ++i) {
    session.clear();
    CHECK(session.evaluate("{7|3||2|-5}.Mean").ok());  // takes the places of the games that went
    CHECK(session.evaluate(questions).text == answer);
  }
}

}  // namespace cgt::lang::testing::session_test
