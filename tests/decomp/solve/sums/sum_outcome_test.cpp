#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "cgt/support/error.hpp"
#include "cgt/text/text.hpp"
#include "decomp/position/negative.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/solve/sums/sum_outcome.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "decomp/solve/values/evaluator.hpp"
#include "tests/cgt/games.hpp"
#include "tests/decomp/solve/sums/plain_sum.hpp"
#include "tests/decomp/solve/sums/small_terms.hpp"
#include "tests/slow.hpp"
#include "tests/testing.hpp"

namespace cgt::solve::sum_outcome_test {
namespace {

using Random = std::mt19937_64;
using testing::SmallTerm;

SumTerm negated(Store& store, const SumTerm& term) {
  if (const auto* game = std::get_if<GameId>(&term.game)) return {store.negate(*game), "", ""};
  return {negative(std::get<AnyPosition>(term.game)), term.ruleset, ""};
}

// Of a sum of this value.
Verdict truth_of(Store& store, GameId value, Player first) {
  return store.left_wins(value, first) == (first == Player::kLeft) ? Verdict::kWins
                                                                   : Verdict::kLoses;
}

// With about `most` positions of play at most.
Sum random_sum(const std::vector<SmallTerm>& pool, std::size_t most, Random& random, Store& store,
               GameId& value) {
  Sum sum;
  value = kZero;
  std::size_t product = 1;
  const std::size_t terms = 1 + random() % 4;
  while (sum.size() < terms) {
    const SmallTerm& small = pool[random() % pool.size()];
    product *= small.positions;
    if (product > most && !sum.empty()) break;
    const bool minus = random() % 2 == 0;
    sum.push_back(minus ? negated(store, small.term) : small.term);
    value = minus ? store.subtract(value, small.value) : store.add(value, small.value);
    // Now and then something and its negative.
    if (random() % 12 == 0 && product * small.positions <= most) {
      product *= small.positions;
      sum.push_back(minus ? small.term : negated(store, small.term));
      value = minus ? store.add(value, small.value) : store.subtract(value, small.value);
    }
  }
  return sum;
}

TEST_CASE("the solver, plain search and canonical sums agree on random sums",
          "[sums][random][long]") {
  Store store;
  Random random(20241);
  const auto [pool, rulesets_used] = testing::small_terms(store, 12, random);
  CHECK(rulesets_used > 45);
  SumOutcome solver(store);
  SumOutcome alpha_beta(store, {SumMethod::kAlphaBeta, {}, {}});
  // Nothing valued: all by search.
  SumOutcome searcher(store, {SumMethod::kProofNumbers, {0, 0, 0, 0, 4}, {}});
  PlainSumSearch plain(store);
  Budget budget;
  const int rounds = static_cast<int>(testing::scaled(20'000));
  for (int round = 0; round < rounds; ++round) {
    GameId value;
    const Sum sum = random_sum(pool, 400, random, store, value);
    for (const Player first : kPlayers) {
      const Verdict truth = truth_of(store, value, first);
      INFO("round " << round << ", " << name(first) << " first");
      for (const SumTerm& term : sum) UNSCOPED_INFO(term.ruleset << ':' << term.text);
      REQUIRE(solver.solve(sum, first, budget).verdict == truth);
      REQUIRE(alpha_beta.solve(sum, first, budget).verdict == truth);
      REQUIRE(searcher.solve(sum, first, budget).verdict == truth);
      if (round % 4 == 0) REQUIRE(plain.wins(sum, first, budget) == (truth == Verdict::kWins));
    }
  }
}

TEST_CASE("thermographs decide no sum wrongly", "[sums][random]") {
  // Hot games, added up never, beside all small boards that nothing values.
  Store store;
  Random random(20242);
  const std::vector<GameId> pool = testing::born_by_day(store, 2);
  const std::vector<GameId> numbers{store.number(Dyadic(1, 1)), store.integer(-1),
                                    store.integer(2)};
  const std::vector<std::string> boards{"xo", "xxo", "xoxo", "xo|ox", "xxoo"};
  const auto game = find_ruleset("clobber")->make({});
  const auto pick = [&](const auto& list) { return list[random() % list.size()]; };
  ComponentOptions plain_parts{0, 0, 0, 0, 1};
  SumOutcome cutting(store, {SumMethod::kProofNumbers, plain_parts});
  SumOutcome searching(store, {SumMethod::kProofNumbers, plain_parts, {}, false});
  solve::Evaluator evaluator(store);
  Budget budget;
  std::uint64_t cuts = 0;
  std::uint64_t spared = 0;
  const int rounds = static_cast<int>(testing::scaled(3000));
  for (int round = 0; round < rounds; ++round) {
    Sum sum;
    GameId value = kZero;
    const std::size_t terms = 2 + random() % 3;
    for (std::size_t i = 0; i < terms; ++i) {
      // {x | y}, {x || y | z} and the like, with numbers between.
      GameId hot = pick(pool);
      if (random() % 2 == 0) {
        const GameId high = store.add(pick(pool), pick(numbers));
        const GameId low = store.subtract(pick(pool), pick(numbers));
        hot = random() % 2 == 0 ? store.construct({high}, {low})
                                : store.construct({high}, {store.construct({hot}, {low})});
      }
      sum.push_back({hot, "", ""});
      value = store.add(value, hot);
    }
    if (random() % 2 == 0) {
      const AnyPosition board = game->position(pick(boards));
      sum.push_back({board, "clobber", ""});
      value = store.add(value, evaluator.value(board, budget));
    }
    for (const Player first : kPlayers) {
      const bool wins = store.left_wins(value, first) == (first == Player::kLeft);
      const SumAnswer with = cutting.solve(sum, first, budget);
      const SumAnswer without = searching.solve(sum, first, budget);
      INFO("round " << round << ", " << name(first) << " first");
      REQUIRE(with.verdict == (wins ? Verdict::kWins : Verdict::kLoses));
      REQUIRE(without.verdict == with.verdict);
      REQUIRE(without.figures.cuts == 0);
      cuts += with.figures.cuts;
      if (with.figures.expansions < without.figures.expansions) ++spared;
    }
  }
  CHECK(cuts > 1000);
  CHECK(spared > 500);
}

TEST_CASE("winning moves of a sum are those that lose for the other player", "[sums]") {
  Store store;
  Random random(77);
  const std::vector<SmallTerm> pool = testing::small_terms(store, 12, random).terms;
  SumOutcome solver(store);
  PlainSumSearch plain(store);
  Budget budget;
  for (std::size_t round = 0; round < testing::scaled(300); ++round) {
    GameId value;
    const Sum sum = random_sum(pool, 300, random, store, value);
    for (const Player first : kPlayers) {
      const std::vector<SumMove> moves = solver.winning_moves(sum, first, true, budget);
      CHECK(moves.empty() == !plain.wins(sum, first, budget));
      std::size_t winning = 0;
      for (std::size_t term = 0; term < sum.size(); ++term) {
        for (const SumMove& move : moves_in(store, sum, term, first)) {
          winning += plain.wins(after_move(store, sum, move), opponent(first), budget) ? 0 : 1;
        }
      }
      CHECK(moves.size() == winning);
      const std::vector<SumMove> one = solver.winning_moves(sum, first, false, budget);
      REQUIRE(one.size() == std::min(winning, 1UL));
      if (winning > 0) CHECK(!plain.wins(after_move(store, sum, one[0]), opponent(first), budget));
    }
  }
}

TEST_CASE("one winning move of a sum just solved costs little", "[sums]") {
  Store store;
  const Sum sum = parse_sum(store, "nogo:...|...|...|... + nogo:...........");
  SumOutcome solver(store);
  for (const Player first : kPlayers) {
    Budget solving;
    REQUIRE(solver.solve(sum, first, solving).verdict == Verdict::kWins);
    Budget asking;
    const std::vector<SumMove> one = solver.winning_moves(sum, first, false, asking);
    REQUIRE(one.size() == 1);
    INFO(asking.used_nodes() << " nodes after " << solving.used_nodes());
    CHECK(asking.used_nodes() < solving.used_nodes() / 4);
    CHECK(solver.decide(after_move(store, sum, one[0]), opponent(first), asking) ==
          Verdict::kLoses);
  }
}

TEST_CASE("no budget makes the solver answer wrongly", "[sums][random]") {
  Store store;
  Random random(5);
  const std::vector<SmallTerm> pool = testing::small_terms(store, 12, random).terms;
  std::size_t unknown = 0;
  std::size_t known = 0;
  for (std::size_t round = 0; round < testing::scaled(40); ++round) {
    GameId value;
    const Sum sum = random_sum(pool, 3'000, random, store, value);
    for (const Player first : kPlayers) {
      const Verdict truth = truth_of(store, value, first);
      // One solver keeps what a spent budget left behind, the others begin anew.
      SumOutcome lasting(store, {SumMethod::kProofNumbers, {2, 64, 2, 8, 4}, {}});
      for (std::uint64_t nodes = 1; nodes <= 1'000; nodes += testing::sized(1, 3)) {
        const auto method = nodes % 2 == 0 ? SumMethod::kProofNumbers : SumMethod::kAlphaBeta;
        SumOutcome fresh(store, {method, {nodes % 3 == 0 ? 0U : 4U, 64, nodes % 3, 8, 4}, {}});
        for (SumOutcome* solver : {&fresh, &lasting}) {
          Budget budget({.nodes = nodes});
          const SumAnswer answer = solver->solve(sum, first, budget);
          REQUIRE((answer.verdict == truth || answer.verdict == Verdict::kUnknown));
          REQUIRE((answer.verdict == Verdict::kUnknown) == answer.stop.has_value());
          (answer.verdict == truth ? known : unknown) += 1;
        }
      }
    }
  }
  testing::expect_share(known, known + unknown, 0.4);      // 0.98
  testing::expect_share(unknown, known + unknown, 0.006);  // 0.019
}

// Two large games are compared at once, when their sum is met, and that takes long.
TEST_CASE("a budget spent by a comparison leaves no half-made sum behind", "[sums][random]") {
  Store store;
  Random random(16);
  std::uint64_t stopped = 0;
  for (int round = 0; round < 20; ++round) {
    const Sum sum{{testing::random_game(store, random, 4, 3), "", "g"},
                  {testing::random_game(store, random, 4, 3), "", "h"}};
    SumOutcome solver(store, {SumMethod::kProofNumbers, {8, 4096, 4, 8, 0}, {}});
    SumAnswer answer;
    for (std::uint64_t nodes = 1; answer.verdict == Verdict::kUnknown; ++nodes) {
      if (nodes > 1) ++stopped;
      Budget budget({.nodes = nodes});
      answer = solver.solve(sum, Player::kLeft, budget);
    }
    const GameId value = store.add(std::get<GameId>(sum[0].game), std::get<GameId>(sum[1].game));
    CHECK((answer.verdict == Verdict::kWins) == store.left_wins(value, Player::kLeft));
  }
  CHECK(stopped > 20);
}

// Long enough for several turns of both searches.
TEST_CASE("searches that take turns agree with each alone", "[sums][long]") {
  Store store;
  const RulesetEntry& entry = *find_ruleset("gen-toads-and-frogs");
  const auto slides = entry.make(RulesetArguments(std::vector<RulesetParameter>{
      {"minSlide", std::int64_t{1}}, {"maxSlide", std::int64_t{2}}, {"maxJump", std::int64_t{3}}}));
  const auto game = [](const char* name) { return find_ruleset(name)->make({}); };
  // Won by far, where the order of moves is all; and level ones, where proof numbers are.
  const std::vector<SumTerm> terms{
      {slides->position("..f..t....tft.t.ff.."), "gen-toads", ""},
      {game("clobber")->position("xoxoxo|oxoxox|xoxoxo"), "clobber", ""},
      {game("nogo")->position(".............."), "nogo", ""}};
  std::uint64_t turned = 0;
  for (const SumTerm& term : terms) {
    INFO(std::get<AnyPosition>(term.game).text());
    const Sum sum{term};
    Budget budget;
    for (const Player first : kPlayers) {
      SumOutcome turns(store, {SumMethod::kInTurns, {}});
      SumOutcome proof(store, {SumMethod::kProofNumbers, {}});
      SumOutcome plain(store, {SumMethod::kAlphaBeta, {}});
      const SumAnswer answer = turns.solve(sum, first, budget);
      CHECK(answer.verdict != Verdict::kUnknown);
      CHECK(proof.solve(sum, first, budget).verdict == answer.verdict);
      CHECK(plain.solve(sum, first, budget).verdict == answer.verdict);
      turned += answer.figures.expansions + answer.figures.components.evaluated > 16384 ? 1 : 0;
    }
  }
  CHECK(turned > 0);
}

TEST_CASE("threads on one sum have the answers of plain search", "[sums][random]") {
  Store store;
  Random random(20243);
  const std::vector<SmallTerm> pool = testing::small_terms(store, 12, random).terms;
  // Hardly anything is valued: more is left to share.
  SumOptions options{SumMethod::kInTurns, {0, 0, 0, 0, 4}, {}};
  SumOutcome alone(store, options);
  options.threads = 3;
  options.alone = 0;
  SumOutcome together(store, options);
  options.method = SumMethod::kProofNumbers;
  SumOutcome by_proof(store, options);
  SumOutcome valuing(store, {SumMethod::kProofNumbers, {}, {}, true, 2, 4});
  Budget budget;
  std::uint64_t taken = 0;
  // On a busy machine threads may run one after the other for long, and take nothing from each other.
  const auto goes_on = [&](std::size_t round) {
    return round < testing::scaled(300) || (taken == 0 && round < 3000);
  };
  for (std::size_t round = 0; goes_on(round); ++round) {
    GameId value;
    const Sum sum = random_sum(pool, 400, random, store, value);
    for (const Player first : kPlayers) {
      const Verdict truth = truth_of(store, value, first);
      INFO("round " << round << ", " << name(first) << " first");
      for (const SumTerm& term : sum) UNSCOPED_INFO(term.ruleset << ':' << term.text);
      for (SumOutcome* solver : {&together, &by_proof}) {
        const SumAnswer answer = solver->solve(sum, first, budget);
        taken += answer.figures.taken;
        REQUIRE(answer.verdict == truth);
      }
      REQUIRE(valuing.solve(sum, first, budget).verdict == truth);
      const auto count = [&](SumOutcome& solver) {
        return solver.winning_moves(sum, first, true, budget).size();
      };
      if (round % 8 == 0) REQUIRE(count(together) == count(alone));
    }
  }
  CHECK(taken > 0);
}

// Their texts are the same, their values are not: nothing may be shared between them.
TEST_CASE("threads keep positions of one type under different rules apart", "[sums]") {
  Store store;
  const RulesetEntry& entry = *find_ruleset("gen-toads-and-frogs");
  const auto with = [&](std::int64_t slide, std::int64_t jump) {
    return entry.make(RulesetArguments(std::vector<RulesetParameter>{
        {"minSlide", std::int64_t{1}}, {"maxSlide", slide}, {"maxJump", jump}}));
  };
  const std::vector<std::pair<std::string, std::shared_ptr<const Ruleset>>> games{
      {"short", with(1, 1)}, {"long", with(3, 2)}};
  SumOutcome together(store, {SumMethod::kInTurns, {}, {}, true, 2});
  SumOutcome searching(store, {SumMethod::kInTurns, {0, 0, 0, 0, 4}, {}, true, 2});
  Evaluator evaluator(store);
  Budget budget;
  for (const char* strip : {"tt.t..f.f", "t.tt...ff", "tt..f.f", "t.t.f..f"}) {
    const auto check = [&](const Sum& sum) {
      GameId value = kZero;
      for (const SumTerm& term : sum) {
        value = store.add(value, evaluator.value(std::get<AnyPosition>(term.game), budget));
      }
      for (const Player first : kPlayers) {
        const bool wins = store.left_wins(value, first) == (first == Player::kLeft);
        for (SumOutcome* solver : {&together, &searching}) {
          CHECK(solver->solve(sum, first, budget).verdict ==
                (wins ? Verdict::kWins : Verdict::kLoses));
        }
      }
    };
    Sum both;
    for (const auto& [name, game] : games) {
      const SumTerm term{game->position(strip), name, ""};
      check({term});
      both.push_back(term);
    }
    check(both);
  }
}

TEST_CASE("sums solved by the strongest peer have its answers", "[sums][oracle][long]") {
  // The quick rows; the others are in the benchmark.
  Store store;
  SumOutcome solver(store);
  Budget budget;
  const auto check = [&](const char* text, bool left_first, bool right_first) {
    INFO(text);
    const Sum sum = parse_sum(store, text);
    CHECK((solver.solve(sum, Player::kLeft, budget).verdict == Verdict::kWins) == left_first);
    CHECK((solver.solve(sum, Player::kRight, budget).verdict == Verdict::kWins) == right_first);
  };
  check("clobber:xoxoxo|oxoxox|xoxoxo", false, false);
  check("domineering:.....|.....|.....|.....|.....", false, false);
  check("{1|-1} + {2|-2} + 3", true, false);
  check("clobber:xoxoxox|oxoxoxo|xoxoxox", true, true);
  check("amazons:...o|....|....|x...", true, true);
  check("clobber:xoxox|oxoxo + -clobber:xoxox|oxoxo", false, false);
}

TEST_CASE("sums with cycles have loopy values", "[sums][loopy]") {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  // * + 1.
  const Sum sum = parse_sum(store, "backsliding-toads-and-frogs:tt..ff + 1");
  const SumAnswer answer = solver.solve(sum, Player::kRight, budget);
  CHECK(answer.loopy);
  CHECK(answer.verdict == Verdict::kLoses);
  // Where the value is out of reach, the budget ends it.
  Budget less({.nodes = 10'000});
  const Sum hard = parse_sum(store, "backsliding-toads-and-frogs:t.t.f.f + 1");
  CHECK(solver.solve(hard, Player::kLeft, less).stop == StopReason::kNodes);
}

TEST_CASE("nim values and thermographs of sums", "[sums]") {
  Store store;
  SumOutcome solver(store);
  Budget budget;
  CHECK(solver.nim_value(parse_sum(store, "cram:.....|.....|.....|....."), budget) == 2);
  CHECK(solver.nim_value(parse_sum(store, "cram:...|... + cram:...|... + *5"), budget) == 5);
  CHECK_THROWS_AS(solver.nim_value(parse_sum(store, "domineering:..|.."), budget), Error);
  CHECK_THROWS_AS(solver.nim_value(parse_sum(store, "^"), budget), Error);
  const Sum hot = parse_sum(store, "domineering:..|.. + {3|-1} + 2");
  GameId value = parse_value(store, "+-1 + {3|-1} + 2");
  CHECK(solver.thermograph(hot, budget) == store.thermograph(value));
}

}  // namespace
}  // namespace cgt::solve::sum_outcome_test
