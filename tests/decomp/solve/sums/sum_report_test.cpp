// Reports of sums, against the solver and the values.
#include "decomp/solve/sums/sum_report.hpp"

#include <catch2/catch.hpp>

#include "decomp/solve/sums/sum_text.hpp"

namespace cgt::solve::sum_report_test {

TEST_CASE("a report has the verdicts of the solver, and its moves as they are written", "[sums]") {
  Store store;
  for (const char* text :
       {"clobber:xoxo + ^*", "nogo:.... + 1 - 1", "{1|-1} + domineering:..|.."}) {
    INFO(text);
    const Sum sum = parse_sum(store, text);
    const SumReport report = report_sum(store, sum, {.all_moves = true}, {}, Budget());
    CHECK(report.terms == sum.size());
    CHECK_FALSE(report.stop());
    SumOutcome solver(store);
    Budget budget;
    CHECK(report.outcome() == solver.outcome(sum, budget));
    for (const Player first : kPlayers) {
      const SideReport& side = *report.sides[first];
      CHECK(side.verdict == solver.decide(sum, first, budget));
      CHECK(side.moves_known);
      CHECK(side.moves.empty() == (side.verdict == Verdict::kLoses));
      for (const WrittenMove& move : side.moves) {
        REQUIRE((move.term >= 1 && move.term <= sum.size()));
        const SumTerm& term = sum[move.term - 1];
        CHECK(move.from == term_text(term.ruleset, term.text));
      }
    }
  }
}

TEST_CASE("a report answers what is asked, and says what it could not", "[sums]") {
  Store store;
  const Sum sum = parse_sum(store, "{3|-1} + *");
  const SumReport left = report_sum(store, sum, {.first = Player::kLeft}, {}, Budget());
  CHECK(left.sides[Player::kLeft].has_value());
  CHECK_FALSE(left.sides[Player::kRight].has_value());
  CHECK_FALSE(left.outcome());
  CHECK(left.sides[Player::kLeft]->moves.size() == 1);
  const SumReport scores = report_sum(store, sum, {.scores = true}, {}, Budget());
  SumOutcome solver(store);
  Budget budget;
  for (const Player first : kPlayers) {
    CHECK(scores.sides[first]->score == solver.score(sum, first, budget));
  }
  const Sum large = parse_sum(store, "clobber:xoxo|oxox|xoxo");
  const SumReport spent = report_sum(store, large, {}, {}, Budget({.nodes = 1}));
  CHECK(spent.stop() == StopReason::kNodes);
  CHECK_FALSE(spent.outcome());
}

}  // namespace cgt::solve::sum_report_test
