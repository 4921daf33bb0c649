// game.search.Play and Belief, states of native code, and strategies for games of scripts that hide something.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "tests/lang/script.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::native_states_test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("positions played out are won by whom their outcomes name", "[search]") {
  Script s;
  s.text(R"(def wins(p, first) := game.search.AlphaBeta(game.search.Play(p, first)).Value;)");
  std::mt19937 random(5);
  std::size_t hot = 0;
  for (int i = 0; i < 60; ++i) {
    std::string board;
    for (int cell = 0; cell < 8; ++cell) {
      board += "xo."[random() % 3];
      if (cell == 3) board += '|';
    }
    s.text("p := game.grid.Clobber(\"" + board + "\");");
    const std::string by_search = s.text("[wins(p, Left), wins(p, Right)]");
    const std::string outcome = s.text("p.OutcomeClass");
    const std::string truth = outcome == "L"   ? "[1,1]"
                              : outcome == "R" ? "[-1,-1]"
                              : outcome == "N" ? "[1,-1]"
                                               : "[-1,1]";
    CHECK(by_search == truth);
    hot += outcome == "N" ? 1 : 0;
    CHECK(s.text("game.search.DfPn(game.search.Play(p, Left), 1).Value") ==
          (truth[1] == '1' ? "true" : "false"));
  }
  CHECK(hot > 5);
  CHECK(
      s.text("g := game.search.Play({2|*}, Right, true); [g.ToMove, g.Moves, g.Play(*).ToMove]") ==
      "[Right,[*],Left]");
  CHECK(s.text("game.search.Play(*, Left) == game.search.Play(*, Left)") == "true");
  CHECK(s.text("game.search.Play(*, Left) == game.search.Play(*, Left, true)") == "false");
  CHECK(s.text("game.search.AlphaBeta(game.search.Play(*, Left, true)).Value") == "-1");
  CHECK(s.text("game.search.Retrograde(game.search.Play(*3, Left)).Value("
               "game.search.Play(*, Right))") == "-1");
  CHECK(contains(s.error("game.search.Play(*2, Left).Play(3)"), "3 is not a move"));
  CHECK(contains(s.error("game.search.Play(*2, Left).Utility"), "play has not ended"));
  CHECK(contains(s.error("game.search.Play(\"*\", Left)"), "a position or a game"));
}

TEST_CASE("strategies of scripts: values, bounds, refusals", "[search]") {
  Script s;
  // A card out of three for player 1, who may raise; player 2 knows the card if it is 1.
  s.text(R"(class Leak(card, raised, called)
  def ToMove := if card == 0 then "Chance" elseif raised == 0 then Left elseif raised == 2 and called == 0 then Right else Nothing end;
  def Moves := if card == 0 then [1,2,3] elseif raised == 0 then [1,2] else [1,2] end;
  def Probability(m) := [1/2,1/4,1/4][m];
  def Play(m) := if card == 0 then Leak(m, 0, 0) elseif raised == 0 then Leak(card, m, 0) else Leak(card, raised, m) end;
  def Utility := (card - 2) * (if called == 2 then 3 else 1 end) + (if called == 1 then 1 else 0 end);
  def Information := if raised == 0 then card else [raised, card == 1] end;
end;)");
  CHECK(
      s.text("r := game.search.Equilibrium(Leak(0,0,0)); [r.Value, r.Bounds, r.Promise, r.Stop]") ==
      "[1/4,[1/4,1/4],1/4,\"solved\"]");
  CHECK(s.text("r.Strategy(Left)") == "{1 => [[1,1]], 2 => [[2,1]], 3 => [[2,1]]}");
  CHECK(s.text("c := game.search.Cfr(Leak(0,0,0), 300); c.Bounds[1] <= 1/4 and 1/4 <= c.Bounds[2] "
               "and c.Bounds[2] - c.Bounds[1] < 1/10") == "true");
  CHECK(s.text("d := game.search.Clairvoyance(Leak(0,0,0)); d.Bounds[1] <= 1/4 and 1/4 <= "
               "d.Bounds[2]") == "true");
  CHECK(contains(s.error("game.search.AlphaBeta(Leak(0,0,0))"), "perfect information"));
  CHECK(contains(s.error("game.search.AlphaBeta(Leak(1,0,0))"), "perfect information"));
  s.text(R"(class Forgetful(a, b)
  def ToMove := if b == 0 then Left else Nothing end;
  def Moves := [1,2];
  def Play(m) := if a == 0 then Forgetful(m, 0) else Forgetful(a, m) end;
  def Utility := a * b;
  def Information := 0;
end;)");
  CHECK(contains(s.error("game.search.Equilibrium(Forgetful(0,0))"),
                 "player 1 has come by different"));
  CHECK(contains(s.error("game.search.AlphaBeta(Forgetful(0,0))"), "needs perfect information"));
  CHECK(s.text("game.search.AlphaBeta(game.search.Belief(Forgetful(0,0))).Value") == "4");
  CHECK(contains(s.error("game.search.Belief([])"), "a state at least"));
  CHECK(contains(s.error("game.search.Belief(Forgetful(0,0)).Play(7)"), "7 is not a move"));
}

}  // namespace cgt::lang::testing::native_states_test
