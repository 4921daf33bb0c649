// The par against the auction itself: every call of four players who see all cards.
#include "decomp/labs/bridge/par.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <tuple>

#include "decomp/labs/bridge/pbn.hpp"
#include "decomp/labs/bridge/view.hpp"
#include "tests/files.hpp"
#include "tests/testing.hpp"

namespace cgt::bridge::par_test {
namespace {

TrickTable random_tricks(std::mt19937& random) {
  TrickTable out{};
  for (auto& strain : out.by_strain) {
    const int ours = static_cast<int>(random() % 14);
    // Partners take about as many, and the sides about all between them.
    for (std::size_t seat = 0; seat < 4; ++seat) {
      const int tricks = (seat % 2 == 0 ? ours : 13 - ours) + static_cast<int>(random() % 3) - 1;
      strain[seat] = std::clamp(tricks, 0, 13);
    }
  }
  return out;
}

// Calls are passes, higher bids and doubles; three passes end the auction, four if nobody has bid. Of a side, who
// takes more tricks declares.
class Auction {
 public:
  Auction(const TrickTable& tricks, unsigned vulnerable)
      : tricks_(tricks), vulnerable_(vulnerable) {}

  // What North-South score; `bid` is 0 before the first one.
  int value(int turn, int bid, int holder, bool doubled, int passes) {
    if (passes == (bid == 0 ? 4 : 3)) return bid == 0 ? 0 : score_of(bid, holder, doubled);
    const auto key = std::make_tuple(turn, bid, holder, doubled, passes);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    const int side = turn & 1;
    const int next = (turn + 1) & 3;
    int best = value(next, bid, holder, doubled, passes + 1);
    const auto take = [&](int other) {
      best = side == 0 ? std::max(best, other) : std::min(best, other);
    };
    for (int higher = bid + 1; higher <= 35; ++higher) take(value(next, higher, side, false, 0));
    if (bid > 0 && holder != side && !doubled) take(value(next, bid, holder, true, 0));
    return known_[key] = best;
  }

 private:
  int score_of(int bid, int side, bool doubled) const {
    constexpr std::array<int, 5> kStrains{3, 2, 1, 0, kNotrump};
    Contract contract{.level = 1 + (bid - 1) / 5,
                      .strain = kStrains[static_cast<std::size_t>((bid - 1) % 5)],
                      .doubled = doubled ? 1 : 0};
    const auto& here = tricks_.by_strain[static_cast<std::size_t>(contract.strain)];
    const auto first = static_cast<std::size_t>(side);
    const int points =
        score(contract, (vulnerable_ >> side & 1U) != 0, std::max(here[first], here[first + 2]));
    return side == 0 ? points : -points;
  }
  const TrickTable& tricks_;
  unsigned vulnerable_;
  std::map<std::tuple<int, int, int, bool, int>, int> known_;
};

}  // namespace

TEST_CASE("the par is the value of the auction", "[bridge]") {
  std::mt19937 random(1981);
  std::size_t passed = 0;
  std::size_t sacrifices = 0;
  const std::size_t rounds = testing::scaled(150);
  for (std::size_t i = 0; i < rounds; ++i) {
    const TrickTable tricks = random_tricks(random);
    const unsigned vulnerable = random() % 4;
    const int dealer = static_cast<int>(random() % 4);
    CAPTURE(i, dealer, vulnerable);
    const Par found = par(tricks, dealer, vulnerable);
    REQUIRE(found.score == Auction(tricks, vulnerable).value(dealer, 0, 0, false, 0));
    REQUIRE(found.contracts.empty() == (found.score == 0));
    passed += found.score == 0 ? 1 : 0;
    for (const Contract& contract : found.contracts) {
      const int made = tricks.of(contract);
      const int points = score(contract, (vulnerable >> (contract.declarer & 1) & 1U) != 0, made);
      REQUIRE((contract.declarer % 2 == 0 ? points : -points) == found.score);
      sacrifices += contract.doubled > 0 ? 1 : 0;
    }
  }
  CHECK(sacrifices > rounds / 20);
  INFO(passed << " passed out");
}

TEST_CASE("a table of tricks, and what a record gave away", "[bridge]") {
  const std::string file = testing::source_root() + "/examples/bridge/smith.pbn";
  const auto records = pbn::read(SourceText(file, testing::read_file(file))).records;
  Budget budget;
  DealSolver solver(budget);
  for (const pbn::Record& record : records) {
    CAPTURE(record.board);
    const TrickTable tricks = trick_table(record.deal->hands, solver);
    const Contract& contract = *record.contract;
    const Mistakes found = mistakes_of(record.deal->hands, contract, record.play, solver, budget);
    CHECK(found.declarer_tricks == tricks.of(contract));
    // Played to the end, what was given away accounts for the result.
    if (record.play.size() < 52) continue;
    int balance = found.declarer_tricks;
    for (const Mistake& m : found.mistakes)
      balance += ((m.seat ^ contract.declarer) & 1) == 0 ? -m.tricks : m.tricks;
    CHECK(balance == *record.result);
  }
}

// Tricks of declarer's side from here on, by looking at all cards of all hands.
int plain_tricks(const Table& table) {
  if (table.finished()) return 0;
  int best = table.our_turn() ? -1 : 14;
  each_card(table.legal(), [&](Card card) {
    Table next = table;
    next.play(card);
    const int tricks = next.won() - table.won() + plain_tricks(next);
    best = table.our_turn() ? std::max(best, tricks) : std::min(best, tricks);
  });
  return best;
}

TEST_CASE("single dummy mistakes at the end are those of all layouts", "[bridge]") {
  if (!DoubleDummy::available()) return;
  CardSolver solver;
  Budget budget;
  std::mt19937 random(353306);
  std::size_t decisions = 0;
  std::size_t mistakes = 0;
  for (int board = 1; board <= static_cast<int>(testing::scaled(60)); ++board) {
    // Three cards a hand: at most 20 layouts, from the lead on.
    const Deal deal = random_deal(5, board);
    Hands hands{};
    for (std::size_t seat = 0; seat < 4; ++seat) {
      while (count(hands[seat]) < 3) {
        const auto card = static_cast<Card>(random() % 64);
        if (has(deal.hands[seat], card)) hands[seat] |= bit(card);
      }
    }
    Contract contract;
    contract.strain = static_cast<int>(random() % 5);
    contract.declarer = static_cast<int>(random() % 4);
    // Random play, so that there are mistakes.
    std::vector<Card> play;
    for (Table t(hands, contract); !t.finished();) {
      Cards legal = t.legal();
      for (auto k = random() % static_cast<unsigned>(count(legal)); k > 0; --k) legal &= legal - 1;
      play.push_back(lowest(legal));
      t.play(play.back());
    }
    std::map<std::size_t, DoubtfulCard> found;
    Game game(hands, contract, false);
    for (const DoubtfulCard& m :
         single_dummy_mistakes(hands, contract, play, 50, 1, solver, budget))
      found[m.at] = m;
    game.play(play[0]);
    for (std::size_t i = 1; i < 12; ++i) {
      const View view = game.view();
      const Table& table = game.table();
      Cards hidden = 0;
      std::vector<int> seats;
      for (int seat = 0; seat < 4; ++seat) {
        if (view.seen[static_cast<std::size_t>(seat)]) continue;
        hidden |= table.hand(seat);
        seats.push_back(seat);
      }
      if (count(table.legal()) > 1 && hidden != 0) {
        std::map<Card, int> sum;
        int layouts = 0;
        for (Cards first = hidden;; first = (first - 1) & hidden) {
          const Cards second = hidden & ~first;
          if (count(first) == view.held[static_cast<std::size_t>(seats[0])] &&
              (first & ~view.possible(seats[0])) == 0 && (second & ~view.possible(seats[1])) == 0) {
            ++layouts;
            Table layout = table;
            layout.set_hand(seats[0], first);
            layout.set_hand(seats[1], second);
            each_card(layout.legal(), [&](Card card) {
              Table next = layout;
              next.play(card);
              const int ours = next.won() - layout.won() + plain_tricks(next);
              sum[card] += layout.our_turn() ? ours : layout.left() - ours;
            });
          }
          if (first == 0) break;
        }
        int best = -1;
        for (const auto& [card, tricks] : sum) best = std::max(best, tricks);
        CAPTURE(board, i);
        REQUIRE(found.count(i) == (best > sum[play[i]] ? 1 : 0));
        if (best > sum[play[i]]) {
          CHECK(found[i].layouts == layouts);
          CHECK(found[i].half_width == 0);
          CHECK(sum[found[i].better] == best);
          CHECK(found[i].tricks == Approx(static_cast<double>(best - sum[play[i]]) / layouts));
          ++mistakes;
        }
        ++decisions;
      }
      game.play(play[i]);
    }
  }
  CHECK(decisions > 100);
  CHECK(mistakes > 20);
}

}  // namespace cgt::bridge::par_test
