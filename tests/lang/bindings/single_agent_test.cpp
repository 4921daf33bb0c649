// game.search.AStar and its like on puzzles of scripts, and chance with exact fractions.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "decomp/search/games/eight_puzzle.hpp"
#include "lang/bindings/bindings.hpp"
#include "tests/lang/script.hpp"
#include "tests/testing.hpp"

namespace cgt::lang::testing::single_agent_script_test {
namespace {

// The 8-puzzle: tiles row by row, 0 is the blank; a move names the cell whose tile slides.
constexpr const char* kTray = R"(class Tray(tiles)
  def Blank := [i for i from 1 to 9 where tiles[i] == 0][1];
  def Solved := tiles == [1,2,3,4,5,6,7,8,0];
  def Moves := [i for i from 1 to 9 where Near(i, Blank)];
  def Near(i, j) := (i - j) ^ 2 == 9 or ((i - j) ^ 2 == 1 and Row(i) == Row(j));
  def Row(i) := (i - 1 - (i - 1) % 3) / 3;
  def Play(move) := Tray([if i == Blank then tiles[move] elseif i == move then 0 else tiles[i] end
    for i from 1 to 9]);
  def Away(i, j) := (Row(i) - Row(j)).Abs + (((i - 1) % 3) - ((j - 1) % 3)).Abs;
  def Estimate := [Away(i, tiles[i]) for i from 1 to 9 where tiles[i] > 0].Sum;
end;)";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("puzzles of scripts: the 8-puzzle as the native one", "[search]") {
  Script s;
  s.text(kTray);
  std::mt19937 random(31);
  for (int i = 0; i < 6; ++i) {
    search::EightPuzzle tray;
    std::vector<search::EightPuzzle::Move> moves;
    const unsigned length = 6 + random() % 9;
    for (unsigned k = 0; k < length; ++k) {
      moves.clear();
      tray.moves(moves);
      tray.play(moves[random() % moves.size()]);
    }
    std::string list;
    for (const int tile : tray.tiles()) list += (list.empty() ? "" : ",") + std::to_string(tile);
    s.text("t := Tray([" + list + "]);");
    static const search::EightPuzzleSpace space;
    const std::string truth = std::to_string(space.distance(space.number(tray)));
    CHECK(s.text("game.search.AStar(t).Value") == truth);
    CHECK(s.text("game.search.IdaStar(t).Value") == truth);
    CHECK(s.text("game.search.AStar(t).Line.Size") == truth);
    CHECK(s.text("game.search.AStar(t).IsExact") == "true");
    CHECK(s.text(
              "u := t; for m in game.search.AStar(t, 3/2).Line do u := u.Play(m); end; u.Solved") ==
          "true");
  }
  CHECK(s.text("game.search.BreadthFirst(Tray([1,2,3,4,0,6,7,5,8])).Line") == "[8,9]");
  CHECK(s.text("game.search.AStar(Tray([8,6,7,2,5,4,3,0,1]), 1, 20)") ==
        "Search.Result(Nothing, node budget spent)");
}

TEST_CASE("puzzles of scripts: costs, dead ends and lists of ways", "[search]") {
  Script s;
  s.text(R"(class Stairs(at)
  def Solved := at == 10;
  def Moves := [k for k from 1 to 3 where at + k <= 10];
  def Play(k) := Stairs(at + k);
  def Cost(k) := k * k;
  def Estimate := if at == 9 then Nothing else 10 - at end;
end;)");
  // Steps of one are cheapest, but nobody gets on from 9: a step of two at the end.
  CHECK(s.text("r := game.search.AStar(Stairs(0)); [r.Value, r.Line.Size]") == "[12,9]");
  CHECK(s.text("game.search.IdaStar(Stairs(0)).Value") == "12");
  CHECK(s.text("game.search.BreadthFirst(Stairs(0)).Value") == "4");
  CHECK(s.text("game.search.AStar(Stairs(9))") == "Search.Result(Nothing, there is no way)");
  CHECK(s.text("game.search.AStar(Stairs(10))") == "Search.Result(0, solved)");
  CHECK(s.text("w := game.search.Ways([[1,2,3],[1,2,1],[2,4,0],[1,4,2]], 1, [4]); "
               "[game.search.AStar(w).Value, game.search.AStar(w).Line, "
               "game.search.BreadthFirst(w).Value]") == "[1,[2,4],1]");
  CHECK(s.text("game.search.AStar(game.search.Ways([], 1, [2]))") ==
        "Search.Result(Nothing, there is no way)");
  CHECK(contains(s.error("game.search.AStar(7)"), "needs a state of a puzzle"));
  CHECK(contains(s.error("game.search.AStar(w, 1/2)"), "1 or more"));
  CHECK(contains(s.error("game.search.AStar(game.search.Ways([[1,2,-1]], 1, [2]))"),
                 "a move costs -1"));
  CHECK(contains(s.error("game.search.Ways([[1,2]], 1, [2])"), "a way is [from, to, cost]"));
  s.text("class Odd(x) def Solved := x; def Moves := [1]; def Play(m) := 5; end;");
  CHECK(contains(s.error("game.search.AStar(Odd(1))"), "neither true nor false"));
  CHECK(contains(s.error("game.search.AStar(Odd(false))"), "not a state of the puzzle"));
}

TEST_CASE("puzzles of scripts whose moves have several costs", "[search][pob]") {
  Script s;
  // By bus or on foot, [minutes, fare]; a ticket lasts for three stops.
  s.text(R"(class Trip(at, ticket)
  def Solved := at == 4;
  def Moves := ["walk","bus"];
  def Play(how) := Trip(at + 1, if how == "walk" then 0 elseif ticket == 0 then 2 else ticket - 1 end);
  def Cost(how) := if how == "walk" then [9,0] elseif ticket == 0 then [3,2] else [3,0] end;
  def Estimate := [3 * (4 - at), 0];
end;)");
  s.text("r := game.search.NamoaStar(Trip(0, 0));");
  CHECK(s.text("[w[1] for w in r.Value]") == "[[12,4],[18,2],[36,0]]");
  CHECK(s.text("[r.IsExact, r.Value[3][2]]") == "[true,[\"walk\",\"walk\",\"walk\",\"walk\"]]");
  // A fare is worth between 1 and 2 minutes; then money first.
  CHECK(s.text("[w[1] for w in game.search.NamoaStar(Trip(0, 0), "
               "game.pob.Weighted([[1,1],[1,2]])).Value]") == "[[12,4]]");
  CHECK(s.text("[w[1] for w in game.search.NamoaStar(Trip(0, 0), "
               "game.pob.Weighted([[1,2],[1,4]])).Value]") == "[[12,4],[18,2]]");
  CHECK(s.text("game.search.NamoaStar(Trip(0, 0), game.pob.Lexicographic(2)).Value.Size") == "1");
  // Two ways from one place to another are two moves.
  CHECK(s.text("w := game.search.Ways([[1,2,[1,4]],[1,2,[3,1]],[1,2,[4,1]],[2,3,[0,0]]], 1, [3]); "
               "game.search.NamoaStar(w).Value") == "[[[1,4],[2,3]],[[3,1],[2,3]]]");
  CHECK(s.text("game.search.NamoaStar(game.search.Ways([[1,2,7]], 1, [2])).Value") ==
        "[[[7],[2]]]");
  CHECK(s.text("game.search.NamoaStar(game.search.Ways([], 1, [2]))") ==
        "Search.Result([], there is no way)");
  CHECK(s.text("game.search.NamoaStar(Trip(0, 0), Nothing, 3).IsExact") == "false");
  CHECK(contains(s.error("game.search.AStar(w)"), "expected one cost, found 2"));
  CHECK(
      contains(s.error("game.search.NamoaStar(game.search.Ways([[1,2,[1,2]],[2,3,[1]]], 1, [3]))"),
               "a move costs [1]"));
  CHECK(
      contains(s.error("game.search.NamoaStar(w, game.pob.Weighted([[1,-1]]))"), "is not at most"));
  // An estimate that is too high is noticed on the ways that are found.
  s.text(
      "class Far(at) def Solved := at == 2; def Moves := [1]; def Play(m) := Far(at + 1); "
      "def Cost(m) := [1,1]; def Estimate := if at == 1 then [1,2] else [0,0] end; end;");
  CHECK(s.text("game.search.NamoaStar(Far(0)).IsExact") == "false");
}

TEST_CASE("games of scripts with chance have exact values", "[search]") {
  Script s;
  // A die of three sides that may be thrown again once; the second throw counts.
  s.text(R"(class Dice(phase, seen)
  def ToMove := if phase == 0 or phase == 2 then "Chance" elseif phase == 1 then Left else Nothing end;
  def Moves := if phase == 1 then ["keep","again"] else [1,2,3] end;
  def Probability(side) := if side == 1 then 1/2 elseif side == 2 then 1/3 else 1/6 end;
  def Play(move) := if move == "keep" then Dice(3, seen) elseif move == "again" then Dice(2, 0)
    else Dice(phase + 1, move) end;
  def Utility := seen / 7;
end;)");
  // A throw is 5/3 on average: 2 and 3 are kept. 1/2 * 5/3 + 1/3 * 2 + 1/6 * 3 = 2.
  CHECK(s.text("game.search.Expectiminimax(Dice(0, 0)).Value") == "2/7");
  CHECK(s.text("game.search.Expectiminimax(Dice(1, 1)).Best") == "[\"again\"]");
  CHECK(s.text("game.search.Expectiminimax(Dice(1, 2)).Line") == "[\"keep\"]");
  CHECK(contains(s.error("game.search.AlphaBeta(Dice(0, 0))"), "knows no chance nodes"));
  CHECK(contains(s.error("game.search.DfPn(Dice(0, 0), 1)"), "knows no chance nodes"));
  // Trees without chance: minimax in another way.
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    std::string tree = "[";
    for (int a = 0; a < 3; ++a) {
      tree += a == 0 ? "[" : ",[";
      for (int b = 0; b < 3; ++b) tree += (b == 0 ? "" : ",") + std::to_string(random() % 20);
      tree += "]";
    }
    s.text("t := game.search.Tree(" + tree + "]);");
    CHECK(s.text("game.search.Expectiminimax(t).Value == game.search.Minimax(t).Value") == "true");
  }
  s.text(R"(class Wrong(at)
  def ToMove := if at == 0 then "Chance" else Nothing end;
  def Moves := [1,2];
  def Probability(m) := 1/3;
  def Play(m) := Wrong(m);
  def Utility := at;
end;
class Loop(at)
  def ToMove := Left;
  def Moves := [1];
  def Play(m) := Loop(1 - at);
end;
class Unsaid(at)
  def ToMove := "Chance";
  def Moves := [1];
end;)");
  CHECK(contains(s.error("game.search.Expectiminimax(Wrong(0))"), "do not add up to 1"));
  CHECK(contains(s.error("game.search.Expectiminimax(Loop(0))"), "comes back"));
  CHECK(contains(s.error("game.search.Expectiminimax(Unsaid(0))"), "no member 'Probability'"));
  CHECK(s.text("game.search.Expectiminimax(Dice(0, 0), 3)") ==
        "Search.Result(Nothing, node budget spent)");
}

}  // namespace cgt::lang::testing::single_agent_script_test
