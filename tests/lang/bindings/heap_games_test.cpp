// Heap games of scripts, and what is made of heap games, against the native ones and against the
// definitions.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::heap_games_test {
namespace {

struct Talk {
  Talk() { add_all_packages(session); }
  std::string operator()(const std::string& text) {
    const Result result = session.evaluate(text, kLimits);
    INFO(text << "\n" << result.diagnostics << result.trace);
    CHECK(result.ok());
    return result.text;
  }
  std::string refused(const std::string& text) {
    const Result result = session.evaluate(text, kLimits);
    CHECK_FALSE(result.ok());
    return result.diagnostics;
  }
  Session session;
};

constexpr const char* kKayles =
    "singleton class OwnKayles extends game.heap.HeapRuleset override def HeapOptions(n as "
    "Integer) := [[a, "
    "n - k - "
    "a] for k from 1 to 2 where k <= n for a from 0 to n - k]; end";

TEST_CASE("heap rulesets of scripts have the misere quotients of the native ones",
          "[heap_games][misere]") {
  Talk talk;
  talk(kKayles);
  for (const int heaps : {0, 1, 3, 7, 12, 20}) {
    const std::string n = std::to_string(heaps);
    CAPTURE(heaps);
    for (const char* what : {"Order", "POrder", "Idempotents", "Relations", "PPortion"}) {
      CHECK(talk("OwnKayles.MisereQuotient(" + n + ")." + what) ==
            talk("game.heap.Kayles.MisereQuotient(" + n + ")." + what));
    }
  }
  CHECK(talk("OwnKayles.MisereQuotient(20)") ==
        "MisereQuotient(OwnKayles, Order => 24, POrder => 8, Heaps => 20)");
  std::mt19937_64 random(12);
  talk("q := OwnKayles.MisereQuotient(14)");
  for (int i = 0; i < 40; ++i) {
    std::string sum = std::to_string(1 + random() % 6);
    for (auto more = random() % 3; more > 0; --more) sum += "+" + std::to_string(1 + random() % 6);
    CAPTURE(sum);
    // The quotient, the native ruleset, and the canonical forms of positions of the script.
    const std::string answer = talk("game.heap.Kayles(\"" + sum + "\").MisereOutcomeClass");
    CHECK(talk("q.OutcomeClass(\"" + sum + "\")") == answer);
    std::string positions;
    for (const char c : sum) {
      positions += c == '+' ? std::string(" + ") : "OwnKayles(" + std::string(1, c) + ")";
    }
    CHECK(talk("(" + positions + ").MisereOutcomeClass") == answer);
  }
  CHECK(talk("[OwnKayles(n).Genus for n from 1 to 9]") ==
        talk("[game.heap.Kayles(n).Genus for n from 1 to 9]"));
  CHECK(talk("[OwnKayles(n).MisereCanonicalForm for n from 1 to 9]") ==
        talk("[game.heap.Kayles(n).MisereCanonicalForm for n from 1 to 9]"));
  CHECK(talk.refused("MisereQuotient(3)").find("not an impartial heap game") != std::string::npos);
  CHECK(talk.refused("OwnKayles.MisereQuotient").find("proved of finite codes") !=
        std::string::npos);
  talk(
      "singleton class Back extends game.heap.HeapRuleset override def HeapOptions(n as Integer) "
      ":= [[n]]; "
      "end");
  CHECK(talk.refused("Back.MisereQuotient(3)").find("smaller ones") != std::string::npos);
}

TEST_CASE("lists of games have misere quotients", "[heap_games][misere]") {
  Talk talk;
  for (const char* code : {"0.77", "0.75", "0.15", "0.4"}) {
    for (const int heaps : {1, 4, 8}) {
      CAPTURE(code, heaps);
      const std::string r = "game.heap.TakeAndBreak(\"" + std::string(code) + "\")";
      const std::string n = std::to_string(heaps);
      talk("q := MisereQuotient([" + r + "(n) for n from 1 to " + n + "])");
      for (const char* what : {"Order", "POrder", "Idempotents", "KernelOrder", "Involutions"}) {
        CHECK(talk(std::string("q.") + what) == talk(r + ".MisereQuotient(" + n + ")." + what));
      }
      CHECK(talk("q.OutcomeClass([" + r + "(1), " + r + "(" + n + "), " + r + "(1)])") ==
            talk(r + "(\"1+1+" + n + "\").MisereOutcomeClass"));
    }
  }
  CHECK(talk("MisereQuotient([]).Order") == "1");
  CHECK(talk("MisereQuotient([*]).Order") == "2");
  CHECK(talk("MisereQuotient([*4]).Order") == "10");
  CHECK(talk("MisereQuotient([*[2]]).Generators") == "[*[1],*[2]]");
  // A board beside heaps, and a position of a script beside both.
  talk(kKayles);
  CHECK(
      talk("MisereQuotient([game.grid.Cram(\"...|...\"), OwnKayles(5), *2]).OutcomeClass("
           "[game.grid.Cram(\"...|...\"), OwnKayles(5), *2])") ==
      talk("(game.grid.Cram(\"...|...\").MisereCanonicalForm + OwnKayles(5).MisereCanonicalForm + "
           "*[2]).MisereOutcomeClass"));
  // Copies, written out and as a multiple; 10^12 + 1 copies of * are one.
  std::string copies = "OwnKayles(2)";
  for (int n = 2; n <= 6; ++n) {
    copies += " + OwnKayles(2)";
    const std::string multiple = std::to_string(n) + "*OwnKayles(2)";
    CAPTURE(multiple);
    for (const char* asked : {".Order", ".Generators"}) {
      CHECK(talk("MisereQuotient([" + multiple + "])" + asked) ==
            talk("MisereQuotient([" + copies + "])" + asked));
    }
  }
  CHECK(talk("MisereQuotient([(10^12 + 1)*OwnKayles(1)]).Generators") == "[*[1]]");
  CHECK(talk("MisereQuotient([10^12*OwnKayles(1)]).Order") == "1");
  CHECK(talk.refused("MisereQuotient([1])").find("not an impartial game") != std::string::npos);
  CHECK(talk.refused("MisereQuotient([*2]).Element(*3)").find("not a follower") !=
        std::string::npos);
}

TEST_CASE("joins and products of heap games follow from their definitions", "[heap_games]") {
  Talk talk;
  talk(kKayles);
  talk(
      "def LeastMissing(values) := begin var x := 0; while values Contains x do x := x + 1 end; x "
      "end");
  // Join: as a set of numbers that may be taken, native and of a script.
  CHECK(
      talk(
          "game.heap.Subtraction([1,4]).Join(game.heap.Subtraction([4,6])).NimValueSequence(60)") ==
      talk("game.heap.Subtraction([1,4,6]).NimValueSequence(60)"));
  CHECK(talk("{h for h in OwnKayles.Join(game.heap.Nim).HeapOptions(4)}") ==
        talk("{h for h in game.heap.Kayles.Join(game.heap.Nim).HeapOptions(4)}"));
  CHECK(talk("OwnKayles.Join(game.heap.Nim).NimValueSequence(15)") ==
        talk("game.heap.Kayles.Join(game.heap.Nim).NimValueSequence(15)"));
  // PartizanJoin: as the partizan subtraction game.
  CHECK(talk("game.heap.Subtraction([1,3]).PartizanJoin(game.heap.Subtraction([2,3]))."
             "GameValueSequence"
             "(12)") == talk("game.heap.PartizanSubtraction([1,3],[2,3]).GameValueSequence(12)"));
  CHECK(talk("OwnKayles.PartizanJoin(game.heap.DawsonsKayles).GameValueSequence(8)") ==
        talk("game.heap.Kayles.PartizanJoin(game.heap.DawsonsKayles).GameValueSequence(8)"));
  // DirectProduct: nim products (the tartan theorem), for games with different values.
  talk(
      "a := game.heap.Kayles.NimValueSequence(6); b := "
      "game.heap.Subtraction([1,2]).NimValueSequence(6)");
  CHECK(talk("[[game.heap.Kayles.DirectProduct(game.heap.Subtraction([1,2]))((m,n)).NimValue for n "
             "from 1 "
             "to 6] for m from 1 to 6]") ==
        talk("[[a[m].NimProduct(b[n]) for n from 1 to 6] for m from 1 to 6]"));
  CHECK(talk("[OwnKayles.DirectProduct(OwnKayles)((m,5)).NimValue for m from 1 to 6]") ==
        talk("[a[m].NimProduct(a[5]) for m from 1 to 6]"));
  // AcrosticProduct: the recursion itself, for games that leave one heap.
  talk(
      "def Coins(m, n) := LeastMissing({0} Union {Coins(i, n) for i from 1 to m - 1} Union "
      "{Coins(m, j) for "
      "j from "
      "1 to n - 1})");
  CHECK(
      talk(
          "[[game.heap.Nim.AcrosticProduct(game.heap.Nim)((m,n)).NimValue for n from 1 to 5] for m "
          "from 1 to 5]") == talk("[[Coins(m, n) for n from 1 to 5] for m from 1 to 5]"));
  CHECK(talk("game.heap.Nim.AcrosticProduct(game.heap.Nim)((0,5)).Options.Size") == "5");
  CHECK(talk("game.heap.Nim.DirectProduct(game.heap.Nim)((0,5)).Options.Size") == "0");
  CHECK(talk("OwnKayles.CakeProduct(game.heap.Kayles)((3,4)).CanonicalForm") ==
        talk("game.heap.Kayles.CakeProduct(game.heap.Kayles)((3,4)).CanonicalForm"));
  // A large heap costs what is asked of it.
  CHECK(talk("FunctionalHeapRuleset(n -> [[0]]).Join(game.heap.Subtraction([1]))(90000000)"
             ".Options.Size") == "2");
  // Searches that know no values, and others that may not ask the script, but say so.
  CHECK(talk("OwnKayles.Join(game.heap.Nim)(5).SearchOutcome") == "N");
  CHECK(talk("OwnKayles.PartizanJoin(game.heap.Nim)(4).SearchThermograph") ==
        talk("game.heap.Kayles.PartizanJoin(game.heap.Nim)(4).CanonicalForm.Thermograph"));
  CHECK(talk("MisereUniverse.All.Compare(OwnKayles.Join(game.heap.Nim)(3), "
             "game.heap.Kayles.Join(game.heap.Nim)(3))") == "\"=\"");
  CHECK(talk.refused("game.heap.Nim.Join(3)").find("not an impartial heap game") !=
        std::string::npos);
}

TEST_CASE("sensible lines end at the options of the value", "[heap_games][positions]") {
  Talk talk;
  int reversed = 0;
  for (const char* position :
       {"game.grid.Clobber(\"xox|o.o\")", "game.grid.Domineering(\"....|....\")",
        "game.grid.Domineering(\"...|...|...\")", "game.strip.ToadsAndFrogs(\"tt..ff\")",
        "game.strip.ToadsAndFrogs(\"t.t.f.f\")", "game.grid.Clobber(\"xoxo|oxox\")",
        "game.heap.Kayles(7)", "game.grid.Konane(\"xo.o.|oxoxo\")"}) {
    for (const char* player : {"Left", "Right"}) {
      CAPTURE(position, player);
      talk("g := " + std::string(position));
      talk("l := g.SensibleLines(" + std::string(player) + ")");
      CHECK(talk("{x[x.Length].CanonicalForm for x in l}") ==
            talk("{o for o in g.CanonicalForm.Options(" + std::string(player) + ")}"));
      CHECK(talk("{x for x in l where not (g.SensibleOptions(" + std::string(player) +
                 ") Contains x[1])}") == "{}");
      // Each step is a move, and each answer reverses the move before it.
      CHECK(talk("{x for x in l where x.Length > 2 and not (x[1].Options(" + std::string(player) +
                 ".Opponent) Contains x[2])}") == "{}");
      if (talk("{x.Length for x in l where x.Length > 1}") != "{}") ++reversed;
    }
  }
  CHECK(reversed > 0);
}

TEST_CASE("plots show each number once", "[heap_games][plots]") {
  Talk talk;
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
      ++n;
    return n;
  };
  CHECK(count(talk("game.heap.Kayles.NimValueSequence(120).ScatterPlot.Svg"), "<circle") == 120);
  CHECK(count(talk("[].ScatterPlot.Svg"), "<circle") == 0);
  const std::string points = talk("[(0,0),(10,5),(10,0)].ScatterPlot.Svg");
  CHECK(count(points, "<circle") == 3);
  CHECK(count(points, ">10</text>") == 1);
  const std::string shades = talk("Table([[0,1,2],[3,*,4]]).IntensityPlot(5).Svg");
  CHECK(count(shades, "<rect") == 5);
  CHECK(count(shades, "#000000") == 1);
  CHECK(count(shades, "#ffffff") == 1);
  CHECK(talk.refused("[*].ScatterPlot").find("ScatterPlot") != std::string::npos);
  CHECK(talk.refused("Table([[1]]).IntensityPlot(0)").find("1 to 1000") != std::string::npos);
}

TEST_CASE("functions of scripts are parameters of native rulesets", "[heap_games]") {
  Talk talk;
  for (const int slack : {1, 2, 4}) {
    CAPTURE(slack);
    const std::string s = std::to_string(slack);
    CHECK(talk("[[game.heap.GenWythoff(x -> x + " + s +
               ")((m,n)).NimValue for n from 0 to 8] for m from 0 "
               "to 8]") == talk("[[game.heap.GenWythoff(" + s +
                                ")((m,n)).NimValue for n from 0 to 8] for m from 0 to 8]"));
  }
  // A function that asks for values itself, of native games and of the same kind.
  talk(
      "f := k -> k + 1 + game.heap.Kayles(k).NimValue + game.heap.GenWythoff(1)((k,2)).NimValue % "
      "2");
  talk(
      "def Plain(m, n) := begin var s := {Plain(m - k, n) for k from 1 to m} Union {Plain(m, n - "
      "k) "
      "for k from 1 to n} "
      "Union {Plain(m - k, n - l) for k from 1 to m for l from 1 to n where "
      "[k,l].Max < f([k,l].Min)}; var x := 0; while s Contains x do x := x + 1 end; x end");
  for (const char* at : {"0,3", "1,2", "2,3", "3,3", "4,2"}) {
    CAPTURE(at);
    CHECK(talk("game.heap.GenWythoff(f)((" + std::string(at) + ")).NimValue") ==
          talk("Plain(" + std::string(at) + ")"));
  }
}

}  // namespace
}  // namespace cgt::lang::testing::heap_games_test
