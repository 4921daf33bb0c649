// Searches of decomp for rulesets in scripts, against those of the native rulesets of the same game.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cgt/text/text.hpp"
#include "decomp/db/maintain.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/census/build.hpp"
#include "decomp/solve/census/census.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "lang/bindings/bindings.hpp"
#include "lang/bindings/scripts/running.hpp"
#include "tests/files.hpp"
#include "tests/lang/evaluate.hpp"
#include "tests/scratch.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::script_searches_test {
namespace {

using cgt::testing::Scratch;

const std::string kRulesets = cgt::testing::source_root() + "/examples/rulesets";

struct Pair {
  const char* script;
  const char* native;  // path
  const char* name;    // of the registry
  const char* cells;
  int rows;
  int columns;
};
// Everything small, and more of what has hot positions.
const std::vector<Pair> kPairs{
    {"Clobber", "game.grid.Clobber", "clobber", ".xo", 2, 3},
    {"Domineering", "game.grid.Domineering", "domineering", ".#", 3, 3},
    {"ToadsAndFrogs", "game.strip.ToadsAndFrogs", "toads-and-frogs", ".tf", 1, 6}};

std::vector<std::string> all_boards(const std::string& cells, int rows, int columns) {
  std::vector<std::string> boards{""};
  for (int i = 0; i < rows * columns; ++i) {
    std::vector<std::string> longer;
    for (const std::string& board : boards) {
      for (const char c : cells) {
        longer.push_back(board + (i > 0 && i % columns == 0 ? "|" : "") + c);
      }
    }
    boards = std::move(longer);
  }
  return boards;
}

std::unique_ptr<Session> new_session() {
  auto session = std::make_unique<Session>();
  add_all_packages(*session);
  session->set_directory(kRulesets);
  return session;
}

std::shared_ptr<const Ruleset> script_called(const std::string& expression) {
  std::shared_ptr<Session> session = new_session();
  const Result made = session->evaluate(expression, kLimits);
  INFO(made.diagnostics);
  REQUIRE(made.ok());
  return script_ruleset(session, made.value, {}, nullptr);
}

std::shared_ptr<const Ruleset> native_called(const std::string& name) {
  return find_ruleset(name)->make({});
}

TEST_CASE("outcomes and thermographs of scripts are those of native rulesets", "[scripts]") {
  for (const Pair& pair : kPairs) {
    const auto session = new_session();
    const Result defined = session->evaluate(
        fmt::format("def Same(b) := begin p := {}(b); q := {}(b); t := q.CanonicalForm.Thermograph;"
                    "  [p.SearchOutcome == q.CanonicalForm.OutcomeClass,"
                    "   q.SearchOutcome == q.CanonicalForm.OutcomeClass,"
                    "   p.SearchThermograph == t, q.SearchThermograph == t,"
                    "   (-p).SearchThermograph == (-q).CanonicalForm.Thermograph,"
                    "   (p + {{1|-1}}).SearchOutcome == (q + {{1|-1}}).OutcomeClass,"
                    "   p.CanonicalForm == q.CanonicalForm]; end",
                    pair.script, pair.native),
        kLimits);
    INFO(defined.diagnostics);
    REQUIRE(defined.ok());
    std::size_t boards = 0;
    for (const std::string& board : all_boards(pair.cells, pair.rows, pair.columns)) {
      const Result result = session->evaluate("Same(\"" + board + "\")", kLimits);
      INFO(pair.script << " " << board << "\n" << result.diagnostics);
      CHECK(result.text == "[true,true,true,true,true,true,true]");
      ++boards;
    }
    CHECK(boards >= 512);
  }
}

TEST_CASE("searches of outcomes and thermographs make no canonical forms", "[scripts]") {
  const auto session = new_session();
  const std::string board = "Domineering(\"....|....|...#\")";
  const Result found = session->evaluate(
      "p := " + board +
          "; [p.SearchOutcome, p.SearchThermograph.Mean, p.SearchThermograph.Temperature]",
      kLimits);
  INFO(found.diagnostics);
  CHECK(session->store().statistics().games < 10);
  CHECK(session->evaluate("[p.OutcomeClass, p.Mean, p.Temperature]", kLimits).text == found.text);
  CHECK(session->store().statistics().games > 20);
}

TEST_CASE("sums of positions of scripts are searched, not added up", "[scripts]") {
  const auto session = new_session();
  std::mt19937_64 random(3);
  std::size_t won = 0;
  std::size_t lost = 0;
  for (std::size_t i = 0; i < cgt::testing::scaled(300); ++i) {
    const auto board = [&](const std::string& cells, int rows, int columns) {
      std::string out;
      for (int k = 0; k < rows * columns; ++k) {
        if (k > 0 && k % columns == 0) out += '|';
        out += cells[random() % cells.size()];
      }
      return out;
    };
    const std::string a = board("xo", 2, 3);
    const std::string b = board(".x.o", 2, 3);
    const std::string c = board("..#", 2, 3);
    for (const std::string first : {"Left", "Right"}) {
      const Result result = session->evaluate(
          fmt::format(
              "p := Clobber(\"{0}\"); q := -Clobber(\"{1}\"); r := Domineering(\"{2}\"); "
              "n := game.grid.Clobber(\"{0}\") - game.grid.Clobber(\"{1}\") + "
              "game.grid.Domineering(\"{2}\") + {{2|-1}};"
              "w := n.OutcomeClass == OutcomeClass.N or "
              "n.OutcomeClass == OutcomeClass.{4};"
              "t := [p, q, r, {{2|-1}}];"
              "[game.sums.Wins(t, {3}) == w, game.sums.Wins([p + q, r + {{2|-1}}], {3}) == w,"
              " game.sums.WinningMoves(t, {3}).IsEmpty != w, w]",
              a, b, c, first, first == "Left" ? "L" : "R"),
          kLimits);
      INFO(a << " " << b << " " << c << " " << first << "\n" << result.diagnostics);
      const bool win = result.text == "[true,true,true,true]";
      CHECK((win || result.text == "[true,true,true,false]"));
      ++(win ? won : lost);
    }
  }
  cgt::testing::expect_share(won, won + lost, 0.5);    // 0.88
  cgt::testing::expect_share(lost, won + lost, 0.05);  // 0.12
  const auto text = [&](const std::string& question) {
    const Result result = session->evaluate(question, kLimits);
    return result.diagnostics + result.text;
  };
  CHECK(text("game.sums.WinningMoves([Clobber(\"xo\"), *2], Left)") == "[[2,*]]");
  CHECK(text("game.sums.WinningMoves([Clobber(\"xox\") + ^, 0], Right)") ==
        text("[[1,m] for m in (Clobber(\"xox\") + ^).Options(Right) "
             "where (m.OutcomeClass == OutcomeClass.R or m.OutcomeClass == OutcomeClass.P)]"));
  CHECK(text("game.sums.Score([Domineering(\"...|...\"), {2|-1}], Left)") ==
        text("game.sums.Score([game.grid.Domineering(\"...|...\"), {2|-1}], Left)"));
}

TEST_CASE("what searches ask may search itself", "[scripts]") {
  const auto session = new_session();
  // A heap becomes any smaller one that the next player loses: all but the empty one are *.
  for (const std::string question :
       {"Low(k).CanonicalForm == 0", "Low(k).SearchOutcome == OutcomeClass.P",
        "Low(k).SearchThermograph.Temperature < 0", "not game.sums.Wins([Low(k)], Left)"}) {
    const Result defined = session->evaluate(
        "class Low(n) extends Game override def Options(player as Player) := "
        "[Low(k) for k from 0 to n - 1 where " +
            question + "]; end",
        kLimits);
    INFO(question << "\n" << defined.diagnostics);
    REQUIRE(defined.ok());
    const auto text = [&](const std::string& asked) {
      const Result result = session->evaluate(asked, kLimits);
      return result.diagnostics + result.text;
    };
    CHECK(text("[Low(n).CanonicalForm for n from 0 to 4]") == "[0,*,*,*,*]");
    CHECK(text("[Low(n).SearchOutcome for n from 0 to 4]") == "[P,N,N,N,N]");
    CHECK(text("[Low(n).SearchThermograph.Temperature for n from 0 to 4]") == "[-1,0,0,0,0]");
    CHECK(text("[game.sums.Wins([Low(n), Low(2)], Left) for n from 0 to 3]") ==
          "[true,false,false,false]");
  }
}

TEST_CASE("searches of scripts fail as scripts do", "[scripts]") {
  const auto session = new_session();
  const char* const kClasses = R"(class Broken(n) extends Game
  override def Options(player as Player) :=
    if n == 0 then error("broken") else [Broken(n - 1)] end;
end;
class Round(n) extends Game
  override def Options(player as Player) := [Round((n + 1) % 3)];
end;
// It comes back at once, and goes on for ever besides.
class Both(n) extends Game
  override def Options(player as Player) := [Both(0), Both(n + 1)];
end;
class Circle(n) extends Game
  override def Options(player as Player) := [];
  override def Decomposition := [Circle(1 - n)];
end;
class Endless(n) extends Game
  override def Options(player as Player) := [Endless(n + 1)];
end;
class Slow(n) extends Game
  override def Options(player as Player) begin while true do end end
end;)";
  REQUIRE(session->evaluate(SourceText("classes", kClasses), kLimits).ok());
  const std::atomic<bool> stop{true};
  for (const std::string what : {"{}.CanonicalForm", "{}.SearchOutcome", "{}.SearchThermograph",
                                 "game.sums.Wins([{}], Left)", "({} + ^).SearchOutcome"}) {
    INFO(what);
    const auto asked = [&](const std::string& position, const Budget::Limits& limits = kLimits) {
      return session->evaluate(fmt::format(fmt::runtime(what), position), limits);
    };
    const Result broken = asked("Broken(3)");
    CHECK(broken.status == Status::kRuntimeError);
    CHECK_THAT(broken.diagnostics, Catch::Contains("classes:3:"));
    CHECK_THAT(broken.trace, Catch::Contains("Options"));
    CHECK(asked("Broken(3)").diagnostics == broken.diagnostics);
    const Result round = asked("Round(0)");
    const Result both = asked("Both(0)", {20'000, Budget::kUnlimited, Budget::kUnlimited});
    if (what.starts_with("game.sums")) {
      // Sums have loopy values: this one is drawn, so Left does not win. Both has no end of positions.
      CHECK(round.text == "false");
      CHECK(both.status == Status::kOutOfBudget);
    } else {
      CHECK_THAT(round.diagnostics, Catch::Contains("loopy"));
      CHECK_THAT(both.diagnostics, Catch::Contains("loopy"));
    }
    CHECK_THAT(asked("Circle(0)").diagnostics, Catch::Contains("leads back to it"));
    const Budget::Limits few{2'000, Budget::kUnlimited, Budget::kUnlimited};
    CHECK(asked("Endless(0)", few).status == Status::kOutOfBudget);
    CHECK(asked("Slow(0)", few).status == Status::kOutOfBudget);
    session->set_stop_flag(&stop);
    CHECK(asked("Slow(0)").status == Status::kInterrupted);
    session->set_stop_flag(nullptr);
    CHECK(asked("Clobber(\"xo\")").ok());
  }
  CHECK(
      session->evaluate("(1000000*Clobber(\"xo\") + 3*Domineering(\"..\")).SearchOutcome", kLimits)
          .text == "R");
}

TEST_CASE("a session without packages values positions by their forms", "[scripts]") {
  Session session;
  session.set_directory(kRulesets);
  const auto packages = new_session();
  for (const std::string position :
       {"Clobber(\"xox|o.o\")", "Domineering(\"...|.#.\")", "ToadsAndFrogs(\"tt.ff\")",
        "(Clobber(\"xoxo\") - 3*Domineering(\"..|..\") + ^)", "(Domineering(\"..\"):1)"}) {
    INFO(position);
    const Result result = session.evaluate(position + ".CanonicalForm", kLimits);
    CHECK(result.ok());
    CHECK(result.text == packages->evaluate(position + ".CanonicalForm", kLimits).text);
  }
  CHECK(session.statistics().positions > 0);
}

// value or temperature: boards.
std::map<std::string, std::uint64_t> census_of(const std::shared_ptr<const Ruleset>& game,
                                               const Pair& pair) {
  Store store;
  const solve::BoardSpace boards(game, "game", {pair.rows, pair.columns}, pair.cells, false);
  solve::Census census(store, boards);
  CHECK_FALSE(census.run({}, nullptr, 1));
  std::map<std::string, std::uint64_t> out;
  for (const solve::CensusGroup& group : census.values()) {
    out[to_text(store, group.value)] = group.count.boards;
  }
  return out;
}

TEST_CASE("a census of a script finds what that of the native ruleset finds", "[scripts]") {
  for (const Pair& pair : kPairs) {
    INFO(pair.script);
    const auto native = census_of(native_called(pair.name), pair);
    CHECK(native.size() > 5);
    CHECK(census_of(script_called(pair.script), pair) == native);
  }
  // Classes under the symmetries that the parts show.
  const auto symmetries = [](const std::string& script) {
    return solve::BoardSpace(script_called(script), "game", {2, 2}, "", true).symmetries();
  };
  CHECK(symmetries("Clobber") == 8);
  CHECK(symmetries("Domineering") == 4);
  CHECK(symmetries("Konane") == 1);  // its class takes nothing apart
}

TEST_CASE("heaps of scripts have a census", "[scripts]") {
  Store store;
  for (const auto& [script, native] : std::map<std::string, std::string>{
           {"Nim", "nim"},
           {"FunctionalHeapRuleset(n -> [[a, n - t - a] for t in [1, 2] for a from 0 to n - t])",
            "kayles"}}) {
    const solve::HeapSpace ours(script_called(script), "game", 0, 12);
    const solve::HeapSpace theirs(native_called(native), "game", 0, 12);
    solve::Census found(store, ours);
    solve::Census known(store, theirs);
    CHECK_FALSE(found.run({}, nullptr, 1));
    CHECK_FALSE(known.run({}, nullptr, 1));
    CHECK(found.list() == known.list());
    CHECK(found.list().size() == 13);
  }
}

TEST_CASE("databases of scripts hold what the rules say", "[scripts][db]") {
  for (const Pair& pair : {Pair{"Clobber", "", "clobber", ".xo", 2, 3},
                           Pair{"Domineering", "", "domineering", ".#", 3, 3}}) {
    for (const solve::DatabaseContent wanted :
         {solve::DatabaseContent::kValues, solve::DatabaseContent::kThermographs,
          solve::DatabaseContent::kOutcomes}) {
      INFO(pair.script);
      const Scratch scratch;
      const auto game = script_called(pair.script);
      Store store;
      {
        db::Database file = db::Database::create(scratch / "a.db");
        const solve::BoardSpaces boards(game, {pair.rows, pair.columns}, "");
        solve::DatabaseBuild build(
            store, file, boards,
            {"script", wanted, "test", "test", std::chrono::duration<double>(0.001)});
        CHECK_FALSE(build.run({}, nullptr, 1));
        CHECK(build.without() == 0);
        CHECK(build.progress().records > 20);
      }
      const db::Database file = db::Database::open(scratch / "a.db", db::Database::Access::kRead);
      Budget budget;
      const solve::Recomputation native = solve::recompute(
          store, file, [&](const std::string&) { return game; }, {}, 1, budget);
      CHECK(native.records > 20);
      CHECK(native.problems.empty());
      const db::Table table(file, "script");
      solve::Evaluator evaluator(store);
      evaluator.set_known(&table);
      solve::Evaluator other(store);
      const auto theirs = native_called(pair.name);
      for (const std::string& board : all_boards(pair.cells, pair.rows, pair.columns)) {
        INFO(board);
        const AnyPosition ours = game->position(board);
        switch (wanted) {
          case solve::DatabaseContent::kValues:
            CHECK(evaluator.value(ours, budget) == other.value(theirs->position(board), budget));
            break;
          case solve::DatabaseContent::kThermographs:
            CHECK(evaluator.thermograph(ours, budget) ==
                  other.thermograph(theirs->position(board), budget));
            break;
          case solve::DatabaseContent::kOutcomes:
            CHECK(evaluator.outcome(ours, budget) ==
                  other.outcome(theirs->position(board), budget));
            break;
        }
      }
      CHECK(evaluator.known() > 20);
      if (wanted == solve::DatabaseContent::kValues) CHECK(evaluator.components() == 0);
    }
  }
}

// Positions lead to games and to sums, which have records, too.
TEST_CASE("games that positions lead to are components", "[scripts][db]") {
  const Scratch scratch;
  const auto game = script_called(
      "singleton class Sale extends StripRuleset"
      "  class Position(strip as Strip) extends StripGame"
      "    override def Options(player as Player) := [Position(strip.Updated({i => 0})) +"
      "      (if player == Left then {i|-1/2} else 1 - i end)"
      "      for i in strip.FindAll(player.Ordinal)];"
      "  end "
      "end; Sale");
  Store store;
  db::Database file = db::Database::create(scratch / "a.db");
  const solve::BoardSpaces boards(game, {1, 4}, "");
  solve::DatabaseBuild build(store, file, boards,
                             {"sale", solve::DatabaseContent::kValues, "test", "test",
                              std::chrono::duration<double>(0.001)});
  CHECK_FALSE(build.run({}, nullptr, 1));
  std::size_t games = 0;
  for (const db::StoredRuleset& ruleset : file.rulesets()) {
    file.for_each(ruleset, [&](const db::Row& row) { games += row.component[0] == '=' ? 1 : 0; });
  }
  CHECK(games >= 4);
  Budget budget;
  const solve::Recomputation again = solve::recompute(
      store, file, [&](const std::string&) { return game; }, {}, 1, budget);
  for (const std::string& problem : again.problems) CHECK(problem == "");
  CHECK(again.records == build.progress().records);
}

TEST_CASE("rulesets of scripts read their positions from text", "[scripts]") {
  const auto clobber = script_called("Clobber");
  CHECK(clobber->class_name() == "Clobber");
  CHECK(clobber->char_map() == ".xo");
  const AnyPosition board = clobber->position("xo|..");
  CHECK(board.text() == "xo|..");
  CHECK(board == clobber->position("xo|.."));
  CHECK_FALSE(board == clobber->position("xo|.x"));
  CHECK(board.options(Player::kLeft).size() == 1);
  CHECK(board.options(Player::kLeft)[0].position.text() == ".x|..");
  CHECK_THROWS_WITH(clobber->position("xz"), Catch::Contains("'z' is not a cell"));
  CHECK(clobber->position("={3|-5}").text() == "={3|-5}");
  CHECK_THROWS_WITH(clobber->position("=[1]"), Catch::Contains("is not a value"));
  const auto nim = script_called("Nim");
  CHECK(nim->char_map().empty());
  CHECK(nim->position("5").text() == "5");
  CHECK(nim->position("5") ==
        nim->position(RulesetArguments({{"", RulesetArgument(std::int64_t{5})}})));
  CHECK_THROWS_WITH(nim->position("\"a\""), Catch::Contains("needs an Integer"));
  CHECK_THROWS_WITH(nim->position("1 +"), Catch::Contains(""));
  CHECK(is_script_ruleset(*nim));
  CHECK_FALSE(is_script_ruleset(*native_called("nim")));
  const std::shared_ptr<Session> session = new_session();
  const Value number = session->evaluate("3", kLimits).value;
  CHECK(script_ruleset(session, number, {}, nullptr) == nullptr);
}

TEST_CASE("one thread searches sums with rulesets in scripts, however many there are",
          "[scripts]") {
  const auto script = script_called("Clobber");
  const auto native = native_called("clobber");
  Store store;
  solve::SumOutcome solver(store, {solve::SumMethod::kProofNumbers, {}, {}, true, 3});
  const std::string board = "xoxo|oxox|xoxo";
  const auto sum = [&](const Ruleset& game) {
    return solve::Sum{{game.position(board), game.class_name(), board}};
  };
  for (const Player first : kPlayers) {
    Budget budget;
    const solve::Verdict of_native = solver.solve(sum(*native), first, budget).verdict;
    CHECK(solver.solve(sum(*script), first, budget).verdict == of_native);
    CHECK(solver.solve(sum(*native), first, budget).verdict == of_native);
  }
}

TEST_CASE("errors of scripts in searches of a program tell their place", "[scripts]") {
  const auto broken = script_called(
      "singleton class Broken extends StripRuleset\n"
      "  class Position(strip as Strip) extends StripGame\n"
      "    override def Options(player as Player) :=\n"
      "      if strip[1] == 1 then error(\"not here\") else [] end;\n"
      "  end\n"
      "end; Broken");
  Store store;
  solve::Evaluator evaluator(store);
  Budget budget;
  CHECK(evaluator.value(broken->position(".."), budget) == kZero);
  CHECK_THROWS_WITH(evaluator.value(broken->position("x."), budget),
                    Catch::Contains("not here (<input>:4:"));
  CHECK_THROWS_WITH(evaluator.outcome(broken->position("x."), budget),
                    Catch::Contains("not here (<input>:4:"));
  CHECK(evaluator.outcome(broken->position(".x"), budget) == OutcomeClass::kPrevious);
}

}  // namespace
}  // namespace cgt::lang::testing::script_searches_test
