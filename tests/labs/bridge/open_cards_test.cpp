// The solver of the last tricks against plain minimax, and against libdds where it is installed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "decomp/labs/bridge/open_cards.hpp"
#include "tests/testing.hpp"

namespace bridge_open_cards_test {

using namespace cgt;
using namespace cgt::bridge;
using cgt::bridge::Game;
using cgt::bridge::Player;  // not cgt::Player

// Hands of one size from a deck of so many ranks of each suit, and up to three cards on the table.
Table sampled_table(Random& random, int cards, int lowest_rank) {
  std::vector<Card> deck;
  each_card(kDeck, [&](Card card) {
    if (rank_of(card) >= lowest_rank) deck.push_back(card);
  });
  Hands hands{};
  for (Cards& hand : hands) {
    for (int i = 0; i < cards; ++i) {
      std::swap(deck[random.below(static_cast<std::uint32_t>(deck.size()))], deck.back());
      hand |= bit(deck.back());
      deck.pop_back();
    }
  }
  const auto seat = [&] { return static_cast<int>(random.below(4)); };
  const int trump = static_cast<int>(random.below(5));
  const int declarer = seat();
  Table table(hands, trump, declarer, seat());
  for (int i = seat(); i > 0; --i) {
    Cards legal = table.legal();
    for (auto k = random.below(static_cast<std::uint32_t>(count(legal))); k > 0; --k)
      legal &= legal - 1;
    table.play(lowest(legal));
  }
  return table;
}

// Tricks of declarer's side from now on; every card.
int plain(const Table& table) {
  if (table.finished()) return 0;
  int best = table.our_turn() ? -1 : 99;
  each_card(table.legal(), [&](Card card) {
    Table next = table;
    next.play(card);
    const int tricks = next.won() - table.won() + plain(next);
    best = table.our_turn() ? std::max(best, tricks) : std::min(best, tricks);
  });
  return best;
}

TEST_CASE("open cards: each card is worth what plain minimax says", "[bridge]") {
  Random random(20261125);
  OpenCards solver;
  const std::size_t cases = testing::scaled(3000);
  std::uint64_t choices = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const Table table = sampled_table(random, i % 20 == 0 ? 4 : 1 + static_cast<int>(i % 3), 8);
    const int left = count(table.hand(table.turn()));
    const DoubleDummy::Scores scores = solver.solve(table, table.hands());
    int best = 0;
    int worst = 99;
    for (int number = 0; number < 64; ++number) {
      const auto card = static_cast<Card>(number);
      if (!has(table.legal(), card)) {
        CHECK(scores.tricks[card] == -1);
        continue;
      }
      Table next = table;
      next.play(card);
      const int ours = next.won() - table.won() + plain(next);
      const int expected = table.our_turn() ? ours : left - ours;
      CHECK(scores.tricks[card] == expected);
      best = std::max(best, expected);
      worst = std::min(worst, expected);
    }
    CHECK(scores.best == best);
    choices += best > worst ? 1 : 0;
  }
  testing::expect_share(choices, cases, 0.08);  // 0.14
}

TEST_CASE("open cards: as libdds, with one table for all", "[bridge]") {
  if (!DoubleDummy::available()) return;
  Random random(8);
  DoubleDummy other;
  OpenCards solver;
  const std::size_t cases = testing::scaled(600);
  for (std::size_t i = 0; i < cases; ++i) {
    const int cards = i % 50 == 0 ? 10 : i % 10 == 0 ? 8 : 4 + static_cast<int>(i % 4);
    const Table table = sampled_table(random, cards, 2 + static_cast<int>(random.below(4)));
    INFO("case " << i << ", " << cards << " cards");
    const DoubleDummy::Scores scores = other.solve(table, table.hands());
    CHECK(solver.solve(table, table.hands()).tricks == scores.tricks);
    Cards best = 0;
    each_card(table.legal(), [&](Card card) {
      if (scores.tricks[card] == scores.best) best |= bit(card);
    });
    CHECK(solver.best_cards(table, table.hands()) == best);
    CHECK(other.best_cards(table, table.hands()) == best);
  }
  CHECK(solver.nodes() > cases);
}

TEST_CASE("open cards: whole deals as libdds", "[bridge][long]") {
  if (!DoubleDummy::available()) return;
  DoubleDummy other;
  Budget budget;
  DealSolver solver(budget, false);
  const int cases = static_cast<int>(testing::scaled(4));
  for (int i = 0; i < cases; ++i) {
    const Deal deal = random_deal(static_cast<std::uint64_t>(i) + 20261130);
    const Table table(deal.hands, {.strain = i % 5, .declarer = i % 4});
    CAPTURE(i);
    CHECK(solver.best(table, deal.hands) == other.best(table, deal.hands));
  }
  // A limit ends it.
  Budget few({.nodes = 2000});
  DealSolver limited(few, false);
  const Deal deal = random_deal(20261130);
  CHECK_THROWS_AS(limited.best(Table(deal.hands, {}), deal.hands), BudgetExhausted);
}

// What is known of one layout is used for the next: wrong sets of positions would show here.
TEST_CASE("open cards: layouts of two hands, with one table for all and each with its own",
          "[bridge]") {
  Random random(20261127);
  OpenCards shared;
  const std::size_t cases = testing::scaled(60);
  std::uint64_t choices = 0;
  std::uint64_t layouts = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const int cards = 5 + static_cast<int>(i % 3);
    Table table = sampled_table(random, cards, 14 - cards + static_cast<int>(random.below(2)));
    const std::size_t one = random.below(2);
    for (int layout = 0; layout < 60; ++layout) {
      OpenCards own;
      const DoubleDummy::Scores scores = shared.solve(table, table.hands());
      CHECK(scores.tricks == own.solve(table, table.hands()).tricks);
      Cards best = 0;
      each_card(table.legal(), [&](Card card) {
        if (scores.tricks[card] == scores.best) best |= bit(card);
      });
      CHECK(shared.best_cards(table, table.hands()) == best);
      choices += best != table.legal() ? 1 : 0;
      ++layouts;
      // The hands of one side exchange a card.
      const Cards left = table.hand(static_cast<int>(one));
      const Cards right = table.hand(static_cast<int>(one) + 2);
      const auto any = [&](Cards hand) {
        for (auto k = random.below(static_cast<std::uint32_t>(count(hand))); k > 0; --k)
          hand &= hand - 1;
        return bit(lowest(hand));
      };
      const Cards x = any(left);
      const Cards y = any(right);
      table.set_hand(static_cast<int>(one), (left & ~x) | y);
      table.set_hand(static_cast<int>(one) + 2, (right & ~y) | x);
    }
  }
  testing::expect_share(choices, layouts, 0.2);
}

}  // namespace bridge_open_cards_test
