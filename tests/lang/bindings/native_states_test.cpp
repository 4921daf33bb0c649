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

TEST_CASE("the order of moves changes the work alone, values that are exact leave moves out",
          "[search]") {
  Script s;
  // Ends are drawn by the state; a move is worth (what it leads to, its place) or (any number, any).
  s.text(R"(class Drawn(path, seed, exact)
  def ToMove := if path.Size == 4 then Nothing elseif path.Size % 2 == 0 then Left else Right end;
  def Moves := [1,2,3];
  def Play(m) := Drawn(path.Concat([m]), seed, exact);
  def Hash := (seed * 7919 + path.Size * 31 + Sum(path[i] * 5^i for i from 1 to path.Size)) ^ 3 % 1009;
  def Utility := Hash % 21 - 10;
  def True := if path.Size == 4 then Utility elseif path.Size % 2 == 0 then [Play(m).True for m in Moves].Max
    else [Play(m).True for m in Moves].Min end;
  def Sign := if path.Size % 2 == 0 then 1 else -1 end;
  def MoveValue(m) := if exact then [Sign * Play(m).True] elseif m == 2 then Nothing else [Play(m).Hash % 5, m] end;
end;)");
  for (int seed = 0; seed < 40; ++seed) {
    const std::string root = "Drawn([]," + std::to_string(seed);
    const std::string truth = s.text("game.search.AlphaBeta(" + root + ",false)).Value");
    CHECK(s.text("game.search.AlphaBeta(game.search.Ordered(" + root +
                 ",false), game.pob.Vectors(2))).Value") == truth);
    CHECK(s.text("r := game.search.Minimax(game.search.Ordered(" + root +
                 ",true), game.pob.Vectors(1), true)); [r.Value, r.Leaves]") ==
          "[" + truth + ",1]");
  }
  CHECK(s.text("game.search.Ordered(Drawn([],1,false), game.pob.Vectors(2)).Moves.Size") == "3");
  CHECK(contains(s.error("game.search.Ordered(Drawn([],1,false), 3)"), "partial order"));
}

TEST_CASE("quiescence and estimates of games with chance", "[search]") {
  Script s;
  // A capture now, and its answer: estimates count material, and are wrong in between.
  s.text(R"(class Swap(ply, material)
  def ToMove := if ply == 5 then Nothing elseif ply % 2 == 0 then Left else Right end;
  def Moves := ["quiet","take"];
  def Play(m) := Swap(ply + 1, material + if m == "quiet" then 0 elseif ply % 2 == 0 then 3 else -5 end);
  def Utility := material;
  def Estimate := material;
  def Quiet := ply % 2 == 0;
end;
class Restless(ply, material)
  def ToMove := Swap(ply, material).ToMove;
  def Moves := ["quiet","take"];
  def Play(m) := Restless(ply + 1, Swap(ply, material).Play(m).material);
  def Utility := material;
  def Estimate := material;
end;)");
  for (const char* search : {"AlphaBeta", "Minimax", "Mtd"}) {
    const std::string call = std::string("game.search.") + search;
    CHECK(s.text(call + "(Restless(0,0), 1).Value") == "3");
    CHECK(s.text(call + "(Swap(0,0), 1).Value") == "-2");
    CHECK(s.text(call + "(Swap(0,0), 2).Value") == "-2");
    CHECK(s.text(call + "(Swap(0,0)).Value") == s.text(call + "(Restless(0,0)).Value"));
  }
  s.text(R"(class Dice(throws, sum)
  def ToMove := if throws == 0 then Nothing else "Chance" end;
  def Moves := [1,2,3];
  def Probability(m) := m / 6;
  def Play(m) := Dice(throws - 1, sum + m);
  def Utility := sum;
  def Estimate := sum + 7/3 * throws;
end;)");
  for (int depth = 1; depth <= 4; ++depth) {
    CHECK(s.text("r := game.search.Expectiminimax(Dice(4, 0), depth => " + std::to_string(depth) +
                 "); [r.Value, r.IsExact, r.Stop]") ==
          (depth < 4 ? "[28/3,false,\"depth limit reached\"]" : "[28/3,true,\"solved\"]"));
  }
  CHECK(contains(s.error("game.search.Expectiminimax(Dice(4, 0), depth => 0)"), "0 plies"));
}

TEST_CASE("tables of chess endgames mate as soon as they say", "[search]") {
  Script s;
  s.text(R"(t := game.search.Endgame("KQK"); p := game.search.Chess("w Ka1 Qc2 ke5");)");
  CHECK(s.text(
            "n := 0; while p.ToMove != Nothing do "
            "if t.Plies(p.Play(t.Best(p)[1])) != t.Plies(p) - 1 then error(\"later\") end; "
            "p := p.Play(t.Best(p)[1]); n := n + 1; end; [n, p.Utility, t.Plies(p), t.Value(p)]") ==
        s.text("[t.Plies(game.search.Chess(\"w Ka1 Qc2 ke5\")), 1, 0, 1]"));
  CHECK(s.text("t.Counts") == "[345404,0,23048]");
  CHECK(s.text("game.search.Endgame(\"KRK\").Longest") == "32");
  CHECK(s.text("p := game.search.Chess(\"b Ka1 Qb3 kb4\"); q := p.Play(\"b4b3\"); "
               "[t.Value(p), t.Plies(p), q, q.ToMove, t.Value(q)]") ==
        "[0,Nothing,game.search.Chess(\"w Ka1 kb3\"),Nothing,0]");
  CHECK(contains(s.error("game.search.Chess(\"w Ka1 Rb2 kb8\")"), "is in check"));
  CHECK(contains(s.error("game.search.Chess(\"w Ka1 Rb2\")"), "each colour has a king"));
  CHECK(contains(s.error("t.Value(game.search.Chess(\"w Ka1 Rc2 kb8\"))"), "not in this table"));
  CHECK(contains(s.error("game.search.Endgame(\"KNK\")"), "is not an endgame"));
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

TEST_CASE("what searches of scripts refuse, and roots that are solved", "[search]") {
  Script s;
  // An end and a view of the same name would be one move.
  s.text(R"(class Twice(k, phase)
  def ToMove := if phase == 3 then Nothing else Left end;
  def Moves := [1];
  def Play(m) := Twice(k, if k == 1 then 3 else phase + 1 end);
  def Utility := k;
  def Information := if phase == 0 then "start" else "end" end;
  def Players := 1;
end;)");
  CHECK(contains(s.error("game.search.Belief([Twice(1, 0), Twice(2, 0)]).Play(1).Moves"),
                 "what belief calls an end"));
  s.text(R"(class Trip(at)
  def Solved := at == 4;
  def Moves := [1];
  def Play(step) := Trip(at + step);
  def Cost(step) := [3, 1];
  def Estimate := [3 * (4 - at), 0];
end;)");
  CHECK(s.text("game.search.NamoaStar(Trip(4)).Value") == "[[[0,0],[]]]");
  CHECK(s.text("game.search.IdmoaStar(Trip(4)).Value") == "[[[0,0],[]]]");
  CHECK(s.text("game.search.NamoaStar(game.search.Ways([[2,3,[1,4]]], 1, [1])).Value") ==
        "[[[0,0],[]]]");
  CHECK(
      contains(s.error("game.search.Weights([[[1,0],[]], [[0,1],6]])"), "2 features, and 0 next"));
  CHECK(contains(s.error("game.search.Weights([[[],1]])"), "has no features"));
  CHECK(contains(s.error("game.search.Chess(\"w Ka1 {b2 kc8\")"), "a man is a letter"));
}

}  // namespace cgt::lang::testing::native_states_test
