#include <catch2/catch.hpp>

#include "lang/bindings/bindings.hpp"
#include "tests/lang/evaluate.hpp"

namespace cgt::lang::testing {
namespace {

TEST_CASE("game.go values regions", "[go]") {
  Session session;
  add_all_packages(session);
  const auto text = [&](const char* script) {
    const Result result = session.evaluate(script, kLimits);
    INFO(script << "\n" << result.diagnostics);
    CHECK(result.ok());
    return result.text;
  };
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
}  // namespace cgt::lang::testing
