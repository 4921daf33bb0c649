#include <catch2/catch.hpp>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing::lang_go_test {
namespace {

std::string text_of(Session& session, const char* script) {
  const Result result = session.evaluate(script, kLimits);
  INFO(script << "\n" << result.diagnostics);
  CHECK(result.ok());
  return result.text;
}

TEST_CASE("game.go values regions", "[go]") {
  Session session;
  add_all_packages(session);
  const auto text = [&](const char* script) { return text_of(session, script); };
  // Blocked corridors (Berlekamp and Wolfe 1994): chilled n - 2 + 2^(1-n).
  CHECK(text("game.go.Region(\"BBB/W.B/BBB\").Value") == "*");
  CHECK(text("r := game.go.Region(\"BBBB/W..B/BBBB\"); r.Value") == "{1|*}");
  CHECK(text("r.Chilled") == "1/2");
  CHECK(text("[r.Mean, r.Temperature, r.LeftStop, r.RightStop, r.IsExact]") ==
        "[1/2,1/2,1,0,true]");
  CHECK(text("r.Thermograph.Mast") == "1/2");
  CHECK(text("game.go.Region(r.Diagram) == r") == "true");
  CHECK(text("game.go.Black") == "Left");
  CHECK(session.evaluate("game.go.Region(\"?\")", kLimits).status == Status::kRuntimeError);
  CHECK(session.evaluate("game.go.Load(\"no such file.sgf\")", kLimits).status ==
        Status::kRuntimeError);
}

TEST_CASE("positions tell mean and temperature by play beside coupons", "[thermograph]") {
  Session session;
  add_all_packages(session);
  const auto text = [&](const char* script) { return text_of(session, script); };
  CHECK(text("d := game.grid.Domineering(\"....|....|...#\").Discover; [d.Mean, d.Temperature, "
             "d.IsExact, d.Step, d.Depth]") == "[[-3/4,-3/4],[5/4,5/4],true,1/4,Nothing]");
  CHECK(text("(game.grid.Domineering(\"...|.#.\") + {5|1/2}).Discover(1/2)") ==
        "Discovery(mean 5/2 to 3, temperature 2 to 5/2)");
  CHECK(text("game.grid.Domineering(\"....|....\").Discover(1, 100).IsExact") == "false");
  for (const char* wrong :
       {"game.grid.Domineering(\"..\").Discover(1/3)", "game.grid.Domineering(\"..\").Discover(2)",
        "game.grid.Domineering(\"..\").Discover(1, 0)"}) {
    CHECK(session.evaluate(wrong, kLimits).status == Status::kRuntimeError);
  }
}

TEST_CASE("game.environment plays sums beside coupons", "[ko]") {
  Session session;
  add_all_packages(session);
  const auto text = [&](const char* script) { return text_of(session, script); };
  text(
      "s := game.environment.Sum([game.ko.Graph(\"A: B | 0; B: 30 | A\"), +-5], [12, 4, 3], "
      "Right, 1);");
  CHECK(text("s") ==
        "game.environment.Sum([game.ko.Graph(\"A: B | 0; B: 30 | A\"),+-5],[12,4,3],Right,1)");
  CHECK(text("s.Moves(Left)") == "[[1,\"B\"],[2,5],\"coupon\"]");
  CHECK(text("s.Moves(Right)") == "[[1,0],[2,-5],\"threat\",\"coupon\"]");
  CHECK(text("s.Score(Left) - s.Score(Right)") != "0");
  CHECK(text("s.Score(Left)") == text("s.Bounds(Left)[1]"));
  CHECK(text("t := s.Play(Left, [1,\"B\"]); [t.Terms, t.Coupons, t.Points, t.Threats]") ==
        "[[\"B\",+-5],[12,4,3],0,1]");
  // The ko may not be taken back now, but after a threat.
  CHECK(text("t.Moves(Right)") == "[[2,-5],\"threat\",\"coupon\"]");
  CHECK(text("t.Play(Right, \"threat\").Moves(Right)") == "[[1,\"A\"],[2,-5],\"coupon\"]");
  CHECK(text("t.Play(Right, \"coupon\").Points") == "-12");
  CHECK(text("s.BestMoves(Left).Contains(s.Line(Left)[1][2])") == "true");
  CHECK(text("n := s; for m in s.Line(Right) do n := n.Play(m[1], m[2]); end; n.Points == "
             "s.Score(Right)") == "true");
  CHECK(text("game.environment.Stack(5, 2)") == "[5/2,2,3/2,1,1/2]");
  // The same as of one graph.
  CHECK(text("game.environment.Sum([game.ko.Graph(\"A: B | 0; B: 30 | A\")], "
             "game.environment.Stack(48, 4)).Score(Left)") == "16");
  CHECK(text("game.environment.Sum([+-1,+-2,{3|-1}], []).Score(Left)") == "2");
  CHECK(text("game.environment.Sum([game.go.Region(\"#BW#/B.XW/#BW#\"), {4|1}], [1,2]).Terms") ==
        "[\"P0\",{4|1}]");
  CHECK(text("game.environment.Sum([{9|4||-5|-9},{8|1||-5|-7},{7|3||-3|-9}], "
             "game.environment.Stack(24, 2)).Bounds(Left, 10)[1] <= 30") == "true");
  for (const char* wrong :
       {"game.environment.Sum([+-1], [0])", "game.environment.Sum([+-1], [1], Left)",
        "game.environment.Sum([\"x\"], [1])", "s.Play(Left, \"pass\")", "s.Play(Left, [1,\"A\"])",
        "game.environment.Stack(-1, 2)", "game.environment.Sum([on], [1])"}) {
    INFO(wrong);
    CHECK(session.evaluate(wrong, kLimits).status == Status::kRuntimeError);
  }
}

TEST_CASE("game.ko and kos of regions", "[go][ko]") {
  Session session;
  add_all_packages(session);
  const auto text = [&](const char* script) { return text_of(session, script); };
  CHECK(text("g := game.ko.Graph(\"A: B | 0; B: 30 | A\")") ==
        "game.ko.Graph(\"A: B | 0; B: 30 | A\")");
  CHECK(text("[g.Mast(Left), g.Mean(Right), g.Temperature(\"none\"), g.Class]") ==
        "[10,10,10,\"placid\"]");
  CHECK(text("g.Thermograph(Right)") ==
        "game.ko.Graph(\"A: B | 0; B: 30 | A\").Thermograph(Right)");
  CHECK(text("g.Thermograph(\"L\") == g.Thermograph(Left)") == "true");
  CHECK(text("g.Thermograph(Right).LeftWall == g.RightWall(Right)") == "true");
  CHECK(text("g.Negative.Negative == g") == "true");
  // At temperature 6 Left takes the ko, which she wins: her wall 18 and half of the largest coupon.
  CHECK(text("g.Score(Left, 24, 4, \"none\")") == "21");
  CHECK(text("g.Discover(Left)") == "[[79/8,81/8],[79/8,81/8]]");
  CHECK(text("game.go.Region(\"#BW#/B.XW/#BW#\").KoGraph.Discover(\"none\")[1]") ==
        "[-11/24,-5/24]");
  CHECK(text("game.ko.Graph(\"A: B, C | 0; B: 9 | A; C: 5 | A\").Irregular") ==
        "\"double ko at A, B, C\"");
  CHECK(text("r := game.go.Region(\"#BW#/B.XW/#BW#\"); [r.KoThermograph(\"none\").Mast, "
             "r.KoClass, r.KoThermograph(Left).Temperature]") == "[-1/3,\"placid\",1/3]");
  const auto error = [&](const char* script) {
    const Result result = session.evaluate(script, kLimits);
    CHECK(result.status == Status::kRuntimeError);
    return result.diagnostics;
  };
  CHECK(error("g.Thermograph").find("komaster") != std::string::npos);
  CHECK(error("g.Thermograph()").find("lacks the argument 'komaster'") != std::string::npos);
  CHECK(error("r.KoThermograph()").find("hint: KoThermograph(komaster): ") != std::string::npos);
  CHECK(error("g.Mast(3)").find("the komaster is Left, Right or \"none\"") != std::string::npos);
  CHECK(error("game.ko.Graph(\"A: B | 0\")").find("there is no node \"B\"") != std::string::npos);
  CHECK(error("game.ko.Graph(\"A: B, C | 0; B: 9 | A; C: 5 | A\").Mast(Left)")
            .find("double ko at A, B, C") != std::string::npos);
}

TEST_CASE("game.go solves boards", "[go]") {
  Session session;
  add_all_packages(session);
  // Two living groups with one dame between them: four eyes against two.
  const Result result = session.evaluate(
      "p := game.go.Board(\".X.XO.O/XXXXOOO/.X.XO.O/XXX.OOO\"); "
      "[p.Size, p.Subgames.Size, p.FixedScore, p.Score(Left), p.Score(Right), p.BestMoves(Left), "
      "p.Line(Right)]",
      kLimits);
  INFO(result.diagnostics);
  CHECK(result.text == "[(7,4),1,2,2,2,[\"D1\"],[\"W D1\"]]");
}

}  // namespace
}  // namespace cgt::lang::testing::lang_go_test
