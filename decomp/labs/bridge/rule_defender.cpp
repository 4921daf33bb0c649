// A defender by rules of thumb, without a solver of 13 tricks.
#include <algorithm>
#include <array>

#include "decomp/labs/bridge/open_cards.hpp"
#include "decomp/labs/bridge/players.hpp"

namespace cgt::bridge {
namespace {

constexpr int kLayouts = 32;  // that the last cards are compared in
constexpr int kTen = 10;

class RuleDefender final : public Player {
 public:
  explicit RuleDefender(std::uint64_t seed) : seed_(seed), random_(seed) {}

  void begin(std::uint64_t board) override { random_ = random_of_board(seed_, board); }
  std::string reason() const override { return "rules of thumb"; }
  std::uint64_t nodes() const override { return solver_.nodes(); }

  Card choose(const View& view, Budget& budget) override {
    const Cards legal = view.table.legal();
    if (count(legal) == 1) return lowest(legal);
    if (view.left() <= OpenCards::kFewTricks) return by_layouts(view, legal, budget);
    if (view.table.size() == 0) return lead(view);
    return suit_of(lowest(legal)) == view.table.suit_led() ? follow(view, legal)
                                                           : discard(view, legal);
  }

 private:
  Card by_layouts(const View& view, Cards legal, Budget& budget) {
    const Sampler sampler(view);
    Layouts layouts(sampler, kLayouts);
    std::array<int, 64> sum{};
    for (int i = 0; i < layouts.size(); ++i) {
      budget.poll();
      const DoubleDummy::Scores scores = solver_.solve(view.table, layouts.next(random_));
      each_card(legal, [&](Card card) { sum[card] += scores.tricks[card]; });
    }
    return card_with_most(legal, sum);
  }

  // Cards of others that the defender knows of or that are hidden.
  static Cards others(const View& view) {
    Cards out = view.unseen;
    for (int seat = 0; seat < 4; ++seat)
      if (seat != view.table.turn()) out |= view.table.hand(seat);
    return out;
  }
  static bool is_master(const View& view, Card card) {
    const Cards rest = in_suit(others(view), suit_of(card));
    return rest == 0 || highest(rest) < card;
  }
  // The lowest of the cards of a hand that are as good as this one.
  static Card lowest_equal(const View& view, Cards mine, Card card) {
    Card best = card;
    each_card(in_suit(mine, suit_of(card)) & (bit(card) - 1), [&](Card low) {
      if ((others(view) & (bit(card) - bit(low))) == 0 && low < best) best = low;
    });
    return best;
  }

  // --- leads ---

  // The top of touching honours, fourth best of a long suit, the top of worthless cards, else the lowest.
  static Card lead_of(Cards suit) {
    const Card top = highest(suit);
    const bool touching = count(suit) > 1 && has(suit, static_cast<Card>(top - 1));
    if (rank_of(top) >= kTen && touching) return top;
    if (count(suit) <= 2 || rank_of(top) < kTen) return top;
    Cards rest = suit;
    for (int i = 0; i < 3 && count(rest) > 1; ++i) rest &= ~bit(highest(rest));
    return highest(rest);
  }
  // The suit that partner led first; -1: none.
  static int partners_suit(const View& view) {
    for (std::size_t i = 0; i < view.history.size(); i += 4)
      if (view.history[i].seat == (view.table.turn() ^ 2)) return suit_of(view.history[i].card);
    return -1;
  }
  static int merit(const View& view, Cards hand, int suit) {
    const Table& t = view.table;
    const Cards mine = in_suit(hand, suit);
    const Card top = highest(mine);
    const bool touching = count(mine) > 1 && has(mine, static_cast<Card>(top - 1));
    const bool trumps = t.trump() != kNotrump;
    if (trumps && suit == t.trump()) return 0;
    int out = trumps ? count(mine) : 4 * count(mine);
    if (rank_of(top) >= kTen && touching) out += trumps ? 12 : 6;
    if (trumps && count(mine) == 1 && in_suit(hand, t.trump()) != 0) out += 9;
    if (trumps && rank_of(top) == 14 && !touching) out -= 8;  // not away from an ace
    if (suit == partners_suit(view)) out += 10;
    if (!view.history.empty()) {
      if (is_master(view, top)) out += trumps ? 8 : 4;
      // Up to weakness that plays last, through strength that plays next.
      const int strength = points(in_suit(t.hand(t.dummy()), suit));
      if (t.dummy() == ((t.turn() + 3) & 3)) out -= 2 * strength;
      if (t.dummy() == ((t.turn() + 1) & 3)) out += strength;
    }
    return out;
  }
  static Card lead(const View& view) {
    const Cards hand = view.table.hand(view.table.turn());
    int best = -1;
    for (int suit = 0; suit < 4; ++suit) {
      if (in_suit(hand, suit) == 0) continue;
      if (best < 0 || merit(view, hand, suit) > merit(view, hand, best)) best = suit;
    }
    const Cards mine = in_suit(hand, best);
    const bool cash = !view.history.empty() && is_master(view, highest(mine));
    return cash ? highest(mine) : lead_of(mine);
  }

  // --- following ---

  static Card follow(const View& view, Cards legal) {
    const Table& t = view.table;
    const Card best = t.winning_card();
    const bool partner_wins = !t.ours(t.winner());
    Cards winning = 0;
    each_card(legal, [&](Card card) {
      if (t.beats(card, best)) winning |= bit(card);
    });
    if (winning == 0) return lowest(legal);
    if (t.size() == 3) return partner_wins ? lowest(legal) : lowest(winning);
    if (t.size() == 1) {
      // Low, but an honour is covered by the next one.
      const bool covers = rank_of(best) >= kTen && rank_of(lowest(winning)) > 11;
      return covers ? lowest(winning) : lowest(legal);
    }
    // Third hand: no more than fourth hand forces, if that is dummy; else as high as it can.
    const int fourth = (t.turn() + 1) & 3;
    if (fourth == t.dummy()) {
      const Cards dummys = in_suit(t.hand(fourth), t.suit_led());
      if (partner_wins && (dummys == 0 || highest(dummys) < best)) return lowest(legal);
      Card cheap = kNoCard;
      each_card(winning, [&](Card card) {
        if (cheap == kNoCard && (dummys == 0 || card > highest(dummys))) cheap = card;
      });
      if (cheap != kNoCard) return cheap;
      return partner_wins ? lowest(legal) : lowest_equal(view, legal, highest(winning));
    }
    if (partner_wins && is_master(view, best)) return lowest(legal);
    return lowest_equal(view, legal, highest(winning));
  }

  // Ruffs if that wins the trick and partner does not; else the lowest card of the longest suit.
  static Card discard(const View& view, Cards legal) {
    const Table& t = view.table;
    const bool partner_wins = !t.ours(t.winner());
    if (t.trump() != kNotrump && !partner_wins) {
      Card ruff = kNoCard;
      each_card(in_suit(legal, t.trump()), [&](Card card) {
        if (ruff == kNoCard && t.beats(card, t.winning_card())) ruff = card;
      });
      if (ruff != kNoCard) return ruff;
    }
    int suit = -1;
    for (int s = 0; s < 4; ++s) {
      if (in_suit(legal, s) == 0 || (s == t.trump() && legal != in_suit(legal, s))) continue;
      if (suit < 0 || length(legal, s) > length(legal, suit)) suit = s;
    }
    return lowest(in_suit(legal, suit));
  }

  std::uint64_t seed_;
  Random random_;
  OpenCards solver_;
};

}  // namespace

std::unique_ptr<Player> make_rule_defender(std::uint64_t seed) {
  return std::make_unique<RuleDefender>(seed);
}

}  // namespace cgt::bridge
