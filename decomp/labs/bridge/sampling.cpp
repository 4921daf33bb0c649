#include <array>

#include "decomp/labs/bridge/open_cards.hpp"
#include "decomp/labs/bridge/players.hpp"

namespace cgt::bridge {
namespace {

class PimcPlayer final : public Player {
 public:
  PimcPlayer(int samples, std::uint64_t seed, unsigned slot)
      : samples_(samples), seed_(seed), random_(seed), solver_(slot) {}

  void begin(std::uint64_t board) override { random_ = random_of_board(seed_, board); }

  Card choose(const View& view, Budget& budget) override {
    const Cards legal = view.table.legal();
    if ((legal & (legal - 1)) == 0) return lowest(legal);
    const Sampler sampler(view);
    std::array<int, 64> sum{};
    for (int i = 0; i < samples_; ++i) {
      budget.poll();
      const DoubleDummy::Scores scores = solver_.solve(view.table, sampler.draw(random_));
      each_card(legal, [&](Card card) { sum[card] += scores.tricks[card]; });
    }
    return card_with_most(legal, sum);
  }
  std::string reason() const override { return "most tricks on average"; }
  std::uint64_t nodes() const override { return solver_.solves(); }

 private:
  int samples_;
  std::uint64_t seed_;
  Random random_;
  CardSolver solver_;
};

class SeeingDefender final : public Player {
 public:
  explicit SeeingDefender(unsigned slot) : solver_(slot) {}
  bool sees_all() const override { return true; }
  Card choose(const View& view, Budget& /*budget*/) override {
    const Cards legal = view.table.legal();
    if ((legal & (legal - 1)) == 0) return lowest(legal);
    Card best = kNoCard;
    each_card(solver_.best_cards(view.table, view.table.hands()), [&](Card card) {
      if (best == kNoCard || before_in_ties(card, best)) best = card;
    });
    return best;
  }
  std::string reason() const override { return "keeps the double-dummy value"; }
  std::uint64_t nodes() const override { return solver_.solves(); }

 private:
  CardSolver solver_;
};

class RuleDeclarer final : public Player {
 public:
  Card choose(const View& view, Budget& /*budget*/) override {
    const Table& t = view.table;
    const Cards legal = t.legal();
    if (t.size() == 0) return lead(view);
    const Card best = t.winning_card();
    const bool partner_wins = t.ours(t.winner());
    const Cards winning = beating(t, legal);
    if (t.size() == 3) {
      if (partner_wins || winning == 0) return cheapest(view, legal);
      return cheapest(view, winning);
    }
    if (partner_wins && is_high(view, best)) return cheapest(view, legal);
    if (t.size() == 1) return cheapest(view, legal);  // second hand low
    if (winning != 0) {
      // Third hand: what is sure, else a finesse with what beats the table.
      Cards sure = 0;
      each_card(winning, [&](Card c) {
        if (is_high(view, c)) sure |= bit(c);
      });
      if (partner_wins && sure == 0) return cheapest(view, legal);
      return cheapest(view, sure != 0 ? sure : winning);
    }
    return cheapest(view, legal);
  }

 private:
  static Cards beating(const Table& t, Cards cards) {
    Cards out = 0;
    each_card(cards, [&](Card c) {
      if (t.beats(c, t.winning_card())) out |= bit(c);
    });
    return out;
  }
  static bool is_high(const View& view, Card card) {
    const Cards rest = in_suit(view.unseen, suit_of(card));
    return rest == 0 || highest(rest) < card;
  }
  static Card cheapest(const View& view, Cards cards) {
    Card best = kNoCard;
    each_card(cards, [&](Card c) {
      const bool trump = suit_of(c) == view.table.trump();
      const bool best_trump = best != kNoCard && suit_of(best) == view.table.trump();
      if (best == kNoCard || (best_trump && !trump) ||
          (trump == best_trump && before_in_ties(c, best)))
        best = c;
    });
    return best;
  }
  static Card lead(const View& view) {
    const Table& t = view.table;
    const Cards hand = t.hand(t.turn());
    const int trump = t.trump();
    if (trump != kNotrump && in_suit(view.unseen, trump) != 0 && in_suit(hand, trump) != 0)
      return highest(in_suit(hand, trump));
    // Winners, then the longest suit of both hands.
    Card winner = kNoCard;
    each_card(hand, [&](Card c) {
      if (suit_of(c) != trump && is_high(view, c)) winner = c;
    });
    if (winner != kNoCard) return winner;
    int suit = -1;
    int longest = -1;
    for (int s = 0; s < 4; ++s) {
      if (in_suit(hand, s) == 0 || s == trump) continue;
      const int both = length(hand, s) + length(t.hand(t.turn() ^ 2), s);
      if (both > longest) {
        longest = both;
        suit = s;
      }
    }
    return suit < 0 ? highest(hand) : lowest(in_suit(hand, suit));
  }
};

}  // namespace

std::unique_ptr<Player> make_rule_declarer() { return std::make_unique<RuleDeclarer>(); }
std::unique_ptr<Player> make_pimc(int samples, std::uint64_t seed, unsigned slot) {
  return std::make_unique<PimcPlayer>(samples, seed, slot);
}
std::unique_ptr<Player> make_seeing_defender(unsigned slot) {
  return std::make_unique<SeeingDefender>(slot);
}

}  // namespace cgt::bridge
