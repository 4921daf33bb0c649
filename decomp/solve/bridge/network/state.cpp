#include "decomp/solve/bridge/network/state.hpp"

#include <algorithm>
#include <cmath>

#include "decomp/htn/domains/information.hpp"

namespace cgt::bridge {

PlanState::PlanState(const View& view)
    : table_(view.table),
      out_(view.unseen),
      contract_(view.contract),
      vulnerable_(view.vulnerable),
      left_(static_cast<std::int8_t>(view.left())) {
  start_ = left_;
  for (int seat = 0; seat < 4; ++seat) {
    if (!ours(seat)) excluded_[at(seat)] = out_ & ~view.possible(seat);
  }
  for (std::size_t i = 0; i < view.history.size(); ++i) {
    const auto& [seat, card] = view.history[i];
    const Card led = view.history[i - i % 4].card;
    if (i % 4 == 0) ++rounds[static_cast<std::size_t>(suit_of(card))];
    if (ours(seat) && suit_of(card) != suit_of(led) && suit_of(card) != trump())
      ++discards[static_cast<std::size_t>(suit_of(card))];
    if (i % 4 == 3) note_finesse(view, i - 3);
  }
}

// A trick that we led and that third hand won with a card that was not the highest out, while fourth
// hand followed: the finesse held.
void PlanState::note_finesse(const View& view, std::size_t first) {
  const auto& history = view.history;
  const Card led = history[first].card;
  const Card third = history[first + 2].card;
  if (!ours(history[first].seat)) return;
  const int suit = suit_of(led);
  if (suit_of(third) != suit || suit_of(history[first + 3].card) != suit) return;
  if (third < led || third < history[first + 1].card || third < history[first + 3].card) return;
  const Cards still = out(suit);
  if (still != 0 && highest(still) > third) held = static_cast<std::uint8_t>(held | 1U << suit);
}

Card PlanState::top(int seat, int suit) const {
  const Cards cards = in_suit(hand(seat), suit);
  return cards == 0 ? kNoCard : highest(cards);
}
Card PlanState::low(int seat, int suit) const {
  const Cards cards = in_suit(hand(seat), suit);
  return cards == 0 ? kNoCard : lowest(cards);
}
bool PlanState::is_winner(Card card) const {
  const Cards rest = out(suit_of(card));
  return rest == 0 || highest(rest) < card;
}
int PlanState::cards_above(Card card) const {
  int n = 0;
  each_card(out(suit_of(card)), [&](Card theirs) { n += theirs > card ? 1 : 0; });
  return n;
}
int PlanState::high_cards(int seat, int suit) const {
  int n = 0;
  each_card(in_suit(hand(seat), suit), [&](Card card) { n += is_winner(card) ? 1 : 0; });
  return n;
}
bool PlanState::has_entry(int seat) const {
  if (turn() == seat) return true;
  for (int suit = 0; suit < 4; ++suit) {
    if (length(hand(seat ^ 2), suit) > 0 && high_cards(seat, suit) > 0) return true;
  }
  return false;
}
bool PlanState::has_winner(int seat, int suit) const {
  const Card card = top(seat, suit);
  return card != kNoCard && is_winner(card);
}

int PlanState::winners(int suit) const {
  const Cards theirs = out(suit);
  const Cards mine = in_suit(both(), suit);
  const int longest =
      std::max(length(hand(table_.declarer()), suit), length(hand(table_.dummy()), suit));
  if (theirs == 0) return longest;
  const Card best = highest(theirs);
  int n = 0;
  each_card(mine, [&](Card card) { n += card > best ? 1 : 0; });
  return std::min(n, longest);
}

int PlanState::losers(int seat, int suit) const {
  return suit_losers(length(hand(seat), suit), suit);
}
bool PlanState::discard_helps(int seat, int suit) const {
  const int n = length(hand(seat), suit);
  return n > 0 && suit_losers(n - 1, suit) < suit_losers(n, suit);
}

// Rounds are played as long as the hand has cards; the best card of both hands meets the best that is
// out, and each side throws its lowest card under the other's winner.
int PlanState::suit_losers(int rounds_left, int suit) const {
  Cards mine = in_suit(both(), suit);
  Cards theirs = out(suit);
  int lost = 0;
  for (int i = 0; i < rounds_left && theirs != 0; ++i) {
    if (mine != 0 && highest(mine) > highest(theirs)) {
      mine &= ~bit(highest(mine));
      theirs &= theirs - 1;
    } else {
      ++lost;
      theirs &= ~bit(highest(theirs));
      if (mine != 0) mine &= mine - 1;
    }
    if (mine != 0 && count(mine) > rounds_left - 1 - i) mine &= mine - 1;
    if (theirs != 0) theirs &= theirs - 1;
  }
  return lost;
}

bool PlanState::trumps_drawn() const {
  if (trump() == kNotrump) return true;
  const Cards theirs = out(trump());
  if (theirs == 0) return true;
  const Cards mine = in_suit(both(), trump());
  return mine == 0 || lowest(theirs) > highest(mine);
}

int PlanState::master_hand() const {
  const int a = table_.declarer();
  const int b = table_.dummy();
  if (trump() == kNotrump) return a;
  return length(hand(a), trump()) >= length(hand(b), trump()) ? a : b;
}

double PlanState::ruff_odds(int suit) const {
  const int t = trumps_out();
  if (t == 0 || suit == trump()) return 0;
  const int k = count(out(suit));
  double uneven = 0;
  for (int seat = 0; seat < 4; ++seat) {
    if (ours(seat)) continue;
    if (is_void(seat, suit)) {
      if (is_void(seat, trump())) continue;
      uneven = 1;
    } else if (uneven < 1) {
      uneven += std::pow(0.5, k);
    }
  }
  if (k == 0) return uneven > 0 ? 1 : 0;
  // (h - 1) / (2 h - k): Smith's program has one place too few (his 8/14 should be 9/14), h cards a
  // hand when the plan was made. It is kept, since his figures rest on it.
  const double places = std::max(1, 2 * start_ - k);
  const double share = std::min(1.0, (start_ - 1) / places);
  return uneven * (1 - std::pow(1 - share, t));
}

double PlanState::even_odds(int suit, int rounds_won) const {
  const int k = count(out(suit));
  double sum = 0;
  for (int i = 0; i <= k; ++i) {
    if (std::max(i, k - i) <= rounds_won) sum += htn::split_probability(k, i);
  }
  return sum;
}

Card PlanState::discard(int seat, int wanted_suit) const {
  Card best = kNoCard;
  int cost = 1 << 20;
  for (int suit = 0; suit < 4; ++suit) {
    const Card card = low(seat, suit);
    if (card == kNoCard) continue;
    int price = rank_of(card) + 4 * length(hand(seat), suit);
    if (suit == trump()) price += 4000;
    if (is_winner(card)) price += 400;
    // A card that has as many low ones beside it as there are higher cards out keeps its guard.
    if (const int higher = cards_above(top(seat, suit));
        higher > 0 && higher <= 3 && length(hand(seat), suit) == higher + 1) {
      price += 60;
    }
    if (discard_helps(seat, suit)) price -= 24;
    if (suit == wanted_suit) price -= 1000;
    if (price < cost) {
      cost = price;
      best = card;
    }
  }
  return best;
}

PlanState::Round PlanState::cash_round(int suit) const {
  const int p = turn();
  const int d = p ^ 2;
  const Card mine = top(p, suit);
  const Card other = top(d, suit);
  if (mine == kNoCard || other == kNoCard) return {mine, kNoCard};
  const bool mine_wins = is_winner(mine);
  const bool other_wins = is_winner(other);
  const bool short_first = length(hand(p), suit) <= length(hand(d), suit);
  if (mine_wins && (!other_wins || short_first)) return {mine, low(d, suit)};
  return {low(p, suit), other};
}

void PlanState::play(Card card) {
  const int seat = turn();
  if (!ours(seat)) table_.set_hand(seat, bit(card));
  const bool last = table_.size() == 3;
  if (table_.size() == 0) ++rounds[static_cast<std::size_t>(suit_of(card))];
  if (ours(seat) && table_.size() > 0 && suit_of(card) != table_.suit_led() &&
      suit_of(card) != trump())
    ++discards[static_cast<std::size_t>(suit_of(card))];
  if (!ours(seat)) {
    if (table_.size() > 0 && suit_of(card) != table_.suit_led())
      exclude(seat, suit_mask(table_.suit_led()));
    out_ &= ~bit(card);
    for (int s = 0; s < 4; ++s) {
      known_[at(s)] &= ~bit(card);
      excluded_[at(s)] &= ~bit(card);
    }
  }
  table_.play(card);
  if (!ours(seat)) table_.set_hand(seat, 0);
  if (last) --left_;
}

// With trumps: what the hand with more trumps loses, suit by suit, but for what the other hand ruffs.
// Notrump: the winners of the side on lead, then those of the other, and the tricks that neither has
// yet are shared; a hand that cannot be reached has none.
int PlanState::half_tricks_if_stopped() const {
  const int rest = left_;
  if (rest <= 0) return 2 * won();
  if (trump() != kNotrump && in_suit(both(), trump()) != 0) {
    const int master = master_hand();
    int lost = 0;
    int ruffs = length(hand(master ^ 2), trump());
    for (int suit = 0; suit < 4; ++suit) {
      const int of_suit = losers(master, suit);
      lost += of_suit;
      if (suit == trump() || length(hand(master ^ 2), suit) > 0) continue;
      const int ruffed = std::min(of_suit, ruffs);
      lost -= ruffed;
      ruffs -= ruffed;
    }
    return 2 * (won() + std::clamp(rest - lost, 0, rest));
  }
  int mine = 0;
  int theirs = 0;
  const bool both_ways = has_entry(table_.declarer()) && has_entry(table_.dummy());
  const int reached = has_entry(table_.declarer()) ? table_.declarer() : table_.dummy();
  for (int suit = 0; suit < 4; ++suit) {
    const int top_winners = both_ways ? winners(suit) : high_cards(reached, suit);
    const Cards outside = out(suit);
    const int k = count(outside);
    const int longest =
        std::max(length(hand(table_.declarer()), suit), length(hand(table_.dummy()), suit));
    // Long cards are winners once all that is out has fallen, in the worst split.
    const int whole = both_ways ? longest : length(hand(reached), suit);
    mine += k <= top_winners ? whole : top_winners;
    const Cards ours_there = in_suit(both(), suit);
    int masters = 0;
    each_card(outside,
              [&](Card card) { masters += ours_there == 0 || card > highest(ours_there) ? 1 : 0; });
    const int their_length = (k * 3 + 4) / 5;
    const int stoppers = longest - suit_losers(longest, suit);
    theirs += stoppers <= 0 ? their_length : std::min(masters, their_length);
  }
  // The side on lead takes its winners before the other side does.
  if (!ours(turn())) {
    theirs = std::min(theirs, rest);
    mine = std::min(mine, rest - theirs);
  }
  mine = std::min(mine, rest);
  return 2 * (won() + mine) + std::max(0, rest - mine - theirs);
}

double PlanState::score_if_stopped() const {
  const int halves = half_tricks_if_stopped();
  const int low = score(contract_, vulnerable_, halves / 2);
  return halves % 2 == 0 ? low : 0.5 * (low + score(contract_, vulnerable_, halves / 2 + 1));
}

}  // namespace cgt::bridge
