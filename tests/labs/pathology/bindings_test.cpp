// game.search.Lookahead: what scripts see of experiments on lookahead.
#include <catch2/catch.hpp>
#include <string>

#include "tests/lang/script.hpp"

namespace cgt::lang::testing::lookahead_test {
namespace {

// Nim with heaps; who takes the last token wins.
constexpr const char* kNim = R"(class Heaps(heaps, maxMoves)
  def Empty := heaps.Max == 0;
  def ToMove := if Empty then Nothing elseif maxMoves then Left else Right end;
  def Moves := [[h,k] for h from 1 to heaps.Size for k from 1 to heaps[h]];
  def Play(move) := Heaps(
    [if h == move[1] then heaps[h] - move[2] else heaps[h] end for h from 1 to heaps.Size],
    not maxMoves);
  def Utility := if maxMoves then -1 else 1 end;
  def Estimate := 0;
  def Outcome := if Empty then [Utility] else Nothing end;
end;)";

TEST_CASE("games of scripts: how often searches to two depths decide wrongly", "[search]") {
  Script s;
  s.text(kNim);
  // A search to the end never errs; one that sees noise alone does.
  s.text("starts := [Heaps([a,b], true) for a from 1 to 3 for b from 1 to 3];");
  CHECK(s.text("game.search.Lookahead(starts, 9, 9, 100)") == "[0,0,Nothing]");
  CHECK(s.text("e := game.search.Lookahead(starts, 9, 1, 100); e[1] == 0 and e[2] > 1/5") ==
        "true");
  CHECK(s.text("game.search.Lookahead(starts, 9, 1, 100)[3]") == "0");
  // Without noise no depth errs, whatever the buckets; the same seed shows the same noise.
  CHECK(s.text("game.search.Lookahead(starts, 2, 1, 0, 2, [-1,1])") == "[0,0,Nothing]");
  CHECK(s.text("game.search.Lookahead(starts, 3, 2, 1, 5, [-2,2], 7) == "
               "game.search.Lookahead(starts, 3, 2, 1, 5, [-2,2], 7)") == "true");
  CHECK(s.error("game.search.Lookahead(starts, 0, 1, 1)").find("1 to 1000") != std::string::npos);
  CHECK(s.error("game.search.Lookahead(starts, 2, 1, -1)").find("not negative") !=
        std::string::npos);
  CHECK(s.error("game.search.Lookahead(starts, 2, 1, 1, 5, [1])").find("[lowest, highest]") !=
        std::string::npos);
}

}  // namespace
}  // namespace cgt::lang::testing::lookahead_test
