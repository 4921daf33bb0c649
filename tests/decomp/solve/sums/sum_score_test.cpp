#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cgt/support/error.hpp"
#include "cgt/text/text.hpp"
#include "decomp/go/board/region.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/decomp/go/endgame/go_local.hpp"
#include "tests/decomp/solve/sums/small_terms.hpp"
#include "tests/testing.hpp"

namespace cgt::solve::sum_score_test {
namespace {

using testing::SmallTerm;

SumTerm go_term(const std::string& rows) {
  return {AnyPosition(go::Region::parse(rows)), "go", rows};
}

// Local positions of Go whose values do not depend on ko.
std::vector<SmallTerm> go_terms(Store& store) {
  std::vector<SmallTerm> out;
  for (const testing::GoLocal& row : testing::go_local()) {
    if (row.status == "exact")
      out.push_back({go_term(row.diagram), parse_value(store, row.unchilled), 1});
  }
  return out;
}

// What it comes to when `move` is made, by canonical forms alone. Where a ko matters after it, the
// mover's bound of that.
Dyadic after(Store& store, const GameId total, const SmallTerm& term, const SumMove& move,
             Evaluator& evaluator) {
  Budget budget;
  GameId sum = store.add(store.subtract(total, term.value), move.gained);
  if (const auto* known = std::get_if<GameId>(&move.after)) {
    sum = store.add(sum, *known);
  } else {
    const LocalValue value = evaluator.bounds(std::get<AnyPosition>(move.after), budget);
    sum = store.add(sum, move.player == Player::kLeft ? value.upper : value.lower);
  }
  return store.stop(sum, opponent(move.player));
}

TEST_CASE("scores of sums are the stops of their canonical sums", "[sums][score]") {
  Store store;
  std::mt19937_64 random(4711);
  std::vector<SmallTerm> pool = go_terms(store);
  REQUIRE(pool.size() > 150);
  const std::size_t go = pool.size();
  for (SmallTerm& term : testing::small_terms(store, 3, random).terms) pool.push_back(term);
  SumOutcome solver(store);
  Evaluator evaluator(store);
  Budget budget;
  std::size_t moved = 0;
  const auto rounds = testing::scaled(600);
  for (std::size_t round = 0; round < rounds; ++round) {
    Sum sum;
    std::vector<const SmallTerm*> drawn;
    GameId total = kZero;
    for (std::size_t terms = 1 + random() % 4; terms > 0; --terms) {
      const SmallTerm& term = pool[random() % (terms % 2 == 0 ? go : pool.size())];
      drawn.push_back(&term);
      sum.push_back(term.term);
      total = store.add(total, term.value);
    }
    for (const SumTerm& term : sum) UNSCOPED_INFO(term.ruleset << ':' << term.text);
    for (const Player first : kPlayers) {
      const Dyadic stop = store.stop(total, first);
      REQUIRE(solver.score(sum, first, budget) == SumScore{stop, stop});
      const std::vector<SumMove> best = solver.best_moves(sum, first, true, budget);
      std::size_t keep = 0;
      for (std::size_t term = 0; term < sum.size(); ++term) {
        for (const SumMove& move : moves_in(store, sum, term, first)) {
          keep += after(store, total, *drawn[term], move, evaluator) == stop ? 1 : 0;
        }
      }
      REQUIRE(best.size() == keep);
      const std::vector<SumMove> one = solver.best_moves(sum, first, false, budget);
      REQUIRE(one.size() == std::min<std::size_t>(keep, 1));
      if (keep > 0) {
        REQUIRE(one[0].term == best[0].term);
        REQUIRE(one[0].text == best[0].text);
      }
      for (const SumMove& move : best) {
        REQUIRE(after(store, total, *drawn[move.term], move, evaluator) == stop);
      }
      moved += keep;
    }
  }
  testing::expect_share(moved, 2 * rounds, 0.8);  // 1.6
}

TEST_CASE("positions of Go are terms of sums under normal play", "[sums][score]") {
  Store store;
  std::mt19937_64 random(4712);
  const std::vector<SmallTerm> pool = go_terms(store);
  SumOutcome solver(store);
  Budget budget;
  for (std::size_t round = 0; round < testing::scaled(300); ++round) {
    Sum sum;
    GameId total = kZero;
    for (int i = 0; i < 3; ++i) {
      const SmallTerm& term = pool[random() % pool.size()];
      sum.push_back(term.term);
      total = store.add(total, term.value);
    }
    // Near the balance.
    const GameId shift = store.negate(store.number(store.mean(total)));
    sum.push_back({shift, "", ""});
    total = store.add(total, shift);
    for (const SumTerm& term : sum) UNSCOPED_INFO(term.ruleset << ':' << term.text);
    for (const Player first : kPlayers) {
      const bool wins = store.left_wins(total, first) == (first == Player::kLeft);
      REQUIRE(solver.solve(sum, first, budget).verdict ==
              (wins ? Verdict::kWins : Verdict::kLoses));
    }
  }
}

TEST_CASE("a ko that matters bounds the score, and may be refused under normal play",
          "[sums][score]") {
  Store store;
  Budget budget;
  SumOutcome solver(store);
  std::size_t bounded = 0;
  std::size_t refused = 0;
  std::size_t answered = 0;
  for (const testing::GoLocal& row : testing::go_local()) {
    if (row.status == "exact") continue;
    const Sum sum{go_term(row.diagram)};
    for (const Player first : kPlayers) {
      const SumScore score = solver.score(sum, first, budget);
      CAPTURE(row.diagram);
      CHECK(score.lower <= score.upper);
      bounded += score.exact() ? 0 : 1;
      // Under normal play the winner is known only where both bounds have the same one.
      const LocalValue value = Evaluator(store).bounds(std::get<AnyPosition>(sum[0].game), budget);
      const bool left_wins = store.left_wins(value.lower, first);
      if (left_wins != store.left_wins(value.upper, first)) {
        CHECK_THROWS_AS(solver.solve(sum, first, budget), LoopySum);
        ++refused;
        continue;
      }
      CHECK(solver.solve(sum, first, budget).verdict ==
            (left_wins == (first == Player::kLeft) ? Verdict::kWins : Verdict::kLoses));
      ++answered;
    }
  }
  CHECK(bounded > 0);
  CHECK(refused > 0);
  CHECK(answered > refused);
}

TEST_CASE("a spent budget leaves the score unknown and the tables valid", "[sums][score]") {
  const SourceText text("sum", "go:BBBBBB|W....B|BBBBBB + {3|-5} + go:BBBB|W..B|BBBB");
  Budget budget;
  std::size_t spent = 0;
  std::size_t known = 0;
  for (std::uint64_t nodes = 1; nodes < 400; nodes += 7) {
    Store store;
    SumOutcome solver(store);
    const Sum sum = parse_sum(store, text, registered_ruleset);
    const Dyadic stop = 5;
    Budget small({.nodes = nodes});
    try {
      const SumScore found = solver.score(sum, Player::kLeft, small);
      CHECK(found == SumScore{stop, stop});
      ++known;
    } catch (const BudgetExhausted&) {
      ++spent;
    }
    CHECK(solver.score(sum, Player::kLeft, budget) == SumScore{stop, stop});
  }
  CHECK(spent > 2);
  CHECK(known > 2);
}

}  // namespace
}  // namespace cgt::solve::sum_score_test
