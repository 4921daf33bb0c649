// Alpha-mu against the exact solver of endings, against a search without any bound, and against
// perfect-information sampling, which it is with one move.
#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cgt/support/error.hpp"
#include "decomp/solve/bridge/exact/ending.hpp"
#include "decomp/solve/bridge/improved/improved.hpp"
#include "decomp/solve/bridge/players.hpp"
#include "decomp/solve/bridge/rivals/alpha_mu.hpp"
#include "decomp/solve/bridge/rivals/rivals.hpp"
#include "tests/testing.hpp"

namespace bridge_alpha_mu_test {

using namespace cgt;
using namespace cgt::bridge;

constexpr int kAll = 99;  // moves: more than there are

// North-South declare; some cards of the deck, dealt at random, and some of the layouts that fit.
struct SampledEnding {
  EndingProblem problem;
  Table table;
  std::vector<Hands> worlds;
};

SampledEnding sampled_ending(Random& random, int cards, std::size_t most_worlds) {
  SampledEnding out;
  std::vector<Card> deck;
  each_card(kDeck, [&](Card card) { deck.push_back(card); });
  const auto take = [&] {
    std::swap(deck[random.below(static_cast<std::uint32_t>(deck.size()))], deck.back());
    const Card card = deck.back();
    deck.pop_back();
    return card;
  };
  // Few suits and high cards make for decisions.
  std::erase_if(deck, [](Card card) { return rank_of(card) < 7 || suit_of(card) >= 2; });
  Hands hands{};
  for (Cards& hand : hands) {
    for (int i = 0; i < cards; ++i) hand |= bit(take());
  }
  EndingProblem& p = out.problem;
  p.trump = random.below(2) == 0 ? kNotrump : static_cast<int>(random.below(2));
  p.leader = random.below(2) == 0 ? 0 : 2;
  p.north = hands[0];
  p.south = hands[2];
  p.hidden = hands[1] | hands[3];
  p.worlds = all_worlds(p, {});
  while (p.worlds.size() > most_worlds) {
    p.worlds.erase(p.worlds.begin() + random.below(static_cast<std::uint32_t>(p.worlds.size())));
  }
  out.table = Table(hands, p.trump, 2, p.leader);
  for (const Cards west : p.worlds)
    out.worlds.push_back({p.north, p.hidden & ~west, p.south, west});
  return out;
}

int most_worlds(const Front& front) {
  int out = 0;
  for (const WorldSet& set : front.sets()) out = std::max(out, set.size());
  return out;
}

// All cards of all players in all worlds: no bound, no table, nothing merged, no double dummy.
Front every_line(const Table& t, const std::vector<Hands>& worlds, const WorldSet& given,
                 Cards gone, int need) {
  if (given.empty() || t.won() >= need) return Front(given);
  const Cards ours = t.hand(t.declarer()) | t.hand(t.dummy());
  const auto in_world = [&](std::size_t w) {
    Table out = t;
    out.set_hand(1, worlds[w][1] & ~gone);
    out.set_hand(3, worlds[w][3] & ~gone);
    return out;
  };
  if (t.size() == 0 && ours == 0) return Front(WorldSet{});
  if (t.our_turn()) {
    Front out(WorldSet{});
    each_card(t.legal(), [&](Card card) {
      Table next = t;
      next.play(card);
      out.unite(every_line(next, worlds, given, gone, need));
    });
    return out;
  }
  Front out(given);
  for (int number = 0; number < 64; ++number) {
    const auto card = static_cast<Card>(number);
    WorldSet having;
    Table next;
    given.each([&](std::size_t w) {
      const Table here = in_world(w);
      if (!has(here.legal(), card)) return;
      having.insert(w);
      next = here;
    });
    if (having.empty()) continue;
    next.play(card);
    out = out.meet(
        every_line(next, worlds, having, gone | bit(card), need).with(given.without(having)));
  }
  return out;
}

bool same_sets(const Front& a, const Front& b) {
  const auto covered = [](const Front& x, const Front& y) {
    return std::all_of(x.sets().begin(), x.sets().end(),
                       [&](const WorldSet& set) { return y.has_superset(set); });
  };
  return covered(a, b) && covered(b, a);
}

TEST_CASE("alpha-mu: with enough moves fronts are those of every line of play", "[bridge]") {
  if (!DoubleDummy::available()) return;
  CardSolver solver;
  Budget budget;
  Random random(20261125);
  std::uint64_t decisions = 0;  // where looking at worlds one at a time is not enough
  const std::size_t cases = testing::scaled(120);
  for (std::size_t i = 0; i < cases; ++i) {
    const SampledEnding e = sampled_ending(random, i % 3 == 0 ? 2 : 3, i % 3 == 0 ? 6 : 5);
    AlphaMu search(e.table, e.worlds, solver);
    const WorldSet all = WorldSet::first(e.worlds.size());
    each_card(e.table.legal(), [&](Card card) {
      Table next = e.table;
      next.play(card);
      for (int need = 1; need <= e.table.left(); ++need) {
        INFO("ending " << i << ", " << card_text(card) << " for " << need);
        const Front exact = every_line(next, e.worlds, all, 0, need);
        CHECK(same_sets(search.front(card, need, kAll, budget), exact));
        decisions += most_worlds(search.front(card, need, 1, budget)) > most_worlds(exact) ? 1 : 0;
      }
    });
  }
  testing::expect_share(decisions, cases, 0.01);  // 0.05
}

TEST_CASE("alpha-mu: each move more is worth no more, and all are exact", "[bridge]") {
  if (!DoubleDummy::available()) return;
  CardSolver solver;
  Budget budget;
  Random random(7);
  std::uint64_t lower = 0;
  const std::size_t cases = testing::scaled(24);
  for (std::size_t i = 0; i < cases; ++i) {
    SampledEnding e = sampled_ending(random, 4, 10);
    AlphaMu search(e.table, e.worlds, solver);
    for (int need = 1; need <= 4; ++need) {
      e.problem.need = need;
      const EndingAnswer answer = solve_ending(e.problem, budget);
      for (const EndingAnswer::Lead& lead : answer.cards) {
        INFO("ending " << i << ", " << card_text(lead.card) << " for " << need);
        const auto worlds = static_cast<double>(e.worlds.size());
        Front before = search.front(lead.card, need, 1, budget);
        CHECK(most_worlds(before) / worlds == Approx(lead.dd));
        for (const int moves : {2, 3, 5, kAll}) {
          const Front front = search.front(lead.card, need, moves, budget);
          for (const WorldSet& set : front.sets()) CHECK(before.has_superset(set));
          before = front;
        }
        CHECK(most_worlds(before) / worlds == Approx(lead.best));
        lower += lead.best < lead.dd ? 1 : 0;
      }
    }
  }
  testing::expect_share(lower, cases, 0.1);  // 0.29
}

TEST_CASE("alpha-mu: one move is perfect-information sampling, more see a guess", "[bridge]") {
  if (!DoubleDummy::available()) return;
  const auto defence = make_seeing_defender(0);
  const auto rule = make_rule_declarer();
  const auto pimc = make_pimc(12, 3, 0);
  const auto one = make_alpha_mu(1, 12, 3, 0);
  const auto three = make_alpha_mu(3, 12, 3, 0);
  const auto again = make_alpha_mu(3, 12, 3, 0);
  int differ = 0;
  for (std::uint64_t board = 1; board <= 6; ++board) {
    const Deal deal = random_deal(23, static_cast<int>(board));
    Game game(deal.hands, contract_by_points(deal), false);
    for (Player* player : {pimc.get(), one.get(), three.get(), again.get()}) player->begin(board);
    while (!game.table().finished()) {
      const bool ours = game.table().our_turn();
      if (!ours || game.table().left() > 8) {
        game.play((ours ? *rule : *defence).choose(game.view(!ours)));
        continue;
      }
      const View view = game.view();
      const Card sampled = pimc->choose(view);
      CHECK(one->choose(view) == sampled);
      const Card line = three->choose(view);
      CHECK(has(game.table().legal(), line));
      CHECK(again->choose(view) == line);  // what is random depends on seed and board
      differ += line == sampled ? 0 : 1;
      game.play(sampled);
    }
  }
  CHECK(differ > 0);
  // A queen that may lie on either side, and a heart that gives the lead away: who leads back
  // resolves the guess, which a line of all cards sees.
  EndingProblem p;
  p.trump = 3;
  p.north = *parse_hand("KJ2.3..5");
  p.south = *parse_hand("AT3.4..6");
  p.hidden = *parse_hand("Q987654.AKQ..");
  std::vector<HiddenCondition> conditions;
  for (const char* given : {"W:S9", "W:S8", "W:S7", "E:S6", "E:S5", "E:S4"})
    conditions.push_back(parse_condition(given));
  std::vector<Hands> worlds;
  for (const Cards west : all_worlds(p, conditions))
    worlds.push_back({p.north, p.hidden & ~west, p.south, west});
  REQUIRE(worlds.size() == 6);
  CardSolver solver;
  Budget budget;
  AlphaMu search(Table(worlds[0], 3, 2, 2), worlds, solver);
  CHECK(most_worlds(search.front(*parse_card("S3"), 4, 1, budget)) == 6);
  CHECK(most_worlds(search.front(*parse_card("S3"), 4, kAll, budget)) == 4);
  CHECK(most_worlds(search.front(*parse_card("ST"), 4, kAll, budget)) == 3);
  CHECK(most_worlds(search.front(*parse_card("H4"), 4, kAll, budget)) == 6);
}

// Four cards a hand, the first trick diamonds that South wins; then South plays as the exact solver of
// endings does, though it is switched off.
TEST_CASE("players give a card up when they are told to, and play on after begin()", "[bridge]") {
  if (!DoubleDummy::available()) return;
  const Deal deal = random_deal(29, 1);
  const std::atomic<bool> stop{true};
  for (const char* name : {"pimc:20", "alphamu:2,20", "improved"}) {
    CAPTURE(name);
    // Ten tricks are left, and seven.
    for (const int left : {10, 7}) {
      Game game(deal.hands, contract_by_points(deal), false);
      const auto rule = make_rule_declarer();
      while (game.table().left() > left || !game.table().our_turn() ||
             count(game.table().legal()) < 3) {
        const bool ours = game.table().our_turn();
        game.play(ours ? rule->choose(game.view()) : lowest(game.table().legal()));
      }
      const auto player = make_declarer(name, 1, 0);
      const auto other = make_declarer(name, 1, 0);
      player->begin(1);
      other->begin(1);
      Budget stopped({}, &stop);
      CHECK_THROWS_AS(player->choose(game.view(), stopped), BudgetExhausted);
      player->begin(1);
      CHECK(player->choose(game.view()) == other->choose(game.view()));
    }
  }
}

TEST_CASE("improved: no more layouts where one card is never worse", "[bridge]") {
  if (!DoubleDummy::available()) return;
  // Every trick is won whatever is played.
  const Hands hands{*parse_hand("AKQ.AKQ.AKQ.AKQJ"), *parse_hand("432.432.432.5432"),
                    *parse_hand("JT9.JT9.JT9.T987"), *parse_hand("8765.8765.8765.6")};
  Contract contract;
  contract.level = 7;
  contract.declarer = 2;
  Game game(hands, contract, false);
  while (game.table().left() > 11 || !game.table().our_turn())
    game.play(lowest(game.table().legal()));
  ImprovedOptions options;
  const auto racing = make_improved(options, 1, 0);
  options.racing = false;
  const auto all = make_improved(options, 1, 0);
  racing->begin(1);
  all->begin(1);
  CHECK(racing->choose(game.view()) == all->choose(game.view()));
  CHECK(racing->layouts() == 14);  // of 28 at most
  CHECK(all->layouts() == 14);
}

TEST_CASE("improved: lines of play find the best card of an ending", "[bridge]") {
  if (!DoubleDummy::available()) return;
  ImprovedOptions options;
  options.endings = false;
  options.lines = true;
  const auto lines = make_improved(options, 1, 0);
  options.lines = false;
  const auto plans = make_improved(options, 1, 0);
  Random random(1911);
  const std::size_t cases = testing::scaled(60);
  std::uint64_t choices = 0;
  std::uint64_t missed = 0;  // by plans, which look one decision ahead
  for (std::size_t i = 0; i < cases; ++i) {
    SampledEnding e = sampled_ending(random, 3, 20);
    e.problem.leader = 2;
    Contract contract;
    contract.strain = e.problem.trump;
    contract.declarer = 2;
    Hands hands = e.table.hands();
    const std::array<const char*, 4> diamonds{"D3", "D4", "DA", "D2"};
    for (std::size_t seat = 0; seat < 4; ++seat) hands[seat] |= bit(*parse_card(diamonds[seat]));
    Game game(hands, contract, false);
    for (const std::size_t seat : {3, 0, 1, 2}) game.play(*parse_card(diamonds[seat]));
    std::array<double, 64> value{};  // tricks from now on, by the best line for each number
    Cards distinct = 0;
    for (e.problem.need = 1; e.problem.need <= 3; ++e.problem.need) {
      Budget budget;
      for (const EndingAnswer::Lead& lead : solve_ending(e.problem, budget).cards) {
        value[lead.card] += lead.best;
        distinct |= bit(lead.card);
      }
    }
    double best = 0;
    double worst = 3;
    each_card(distinct, [&](Card card) {
      best = std::max(best, value[card]);
      worst = std::min(worst, value[card]);
    });
    lines->begin(i);
    plans->begin(i);
    const Card card = lines->choose(game.view());
    INFO("ending " << i << ", " << card_text(card) << ": " << lines->reason());
    CHECK(value[card] == Approx(best));
    choices += best > worst + 1e-9 ? 1 : 0;
    missed += value[plans->choose(game.view())] < best - 1e-9 ? 1 : 0;
  }
  testing::expect_share(choices, cases, 0.3);  // 0.5
  CHECK(missed <= choices);
}

}  // namespace bridge_alpha_mu_test
