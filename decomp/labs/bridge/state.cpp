#include "decomp/labs/bridge/state.hpp"

#include <cmath>

#include "decomp/htn/information.hpp"

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
  return rounds_lost(rounds_left, in_suit(both(), suit), out(suit));
}
int PlanState::rounds_lost(int rounds_left, Cards mine, Cards theirs) {
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

PlanState::Round PlanState::losing_round(int suit) const {
  const int p = turn();
  const int d = p ^ 2;
  const Cards mine = in_suit(hand(p), suit);
  const Cards other = in_suit(hand(d), suit);
  if (mine == 0 || other == 0) return {top(p, suit), kNoCard};
  Cards theirs = out(suit);
  if (theirs != 0) theirs &= ~bit(highest(theirs));
  if (theirs != 0) theirs &= theirs - 1;
  // What the suit is worth after the round.
  const auto worth = [&](const Round& r) {
    const Cards a = mine & ~bit(r.lead);
    const Cards b = other & ~bit(r.follow);
    const int longest = std::max(count(a), count(b));
    return longest - rounds_lost(longest, a | b, theirs);
  };
  const Round led{highest(mine), lowest(other)};
  const Round led_to{lowest(mine), highest(other)};
  const int by_leader = worth(led);
  const int by_other = worth(led_to);
  if (by_leader != by_other) return by_leader > by_other ? led : led_to;
  return led.lead > led_to.follow ? led : led_to;
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

// Quarters of a trick by which the losers of a suit, counted with the best card of both hands in each
// round, are too few: a lone high honour with its guard wins in one layout of two, and a tenace that is
// led up to loses less. Both are known where the higher card is.
int PlanState::honour_quarters(int suit, int seat, int lost) const {
  const Cards mine = in_suit(hand(seat), suit);
  const Cards partners = in_suit(hand(seat ^ 2), suit);
  Cards all = mine | partners | out(suit);
  std::array<Card, 4> top{};  // the highest cards in play
  int n = 0;
  for (; n < 4 && all != 0; ++n) {
    top[static_cast<std::size_t>(n)] = highest(all);
    all &= ~bit(highest(all));
  }
  const int rounds = count(mine);
  if (n < 3 || rounds < 2) return 0;
  const auto theirs = [&](std::size_t i) { return has(out_, top[i]); };
  // The higher card may be in front of the hand with the honour only, in either, or behind only.
  const auto by_place = [&](std::size_t higher, int in_front, int open, int behind) {
    const int holder = has(mine, top[higher + 1]) ? seat : seat ^ 2;
    if (!may_have((holder + 1) & 3, top[higher])) return in_front;
    return may_have((holder + 3) & 3, top[higher]) ? open : behind;
  };
  const bool long_enough = rounds > 2 && n > 3;
  if (theirs(0)) {
    if (!theirs(1)) return theirs(2) ? by_place(0, 0, 2, 4) : 0;
    return long_enough && !theirs(2) && theirs(3) ? 2 : 0;
  }
  if (partners == 0 || lost == 0) return 0;
  if (theirs(1)) return theirs(2) ? 0 : by_place(1, -4, -1, 0);
  return long_enough && theirs(2) && !theirs(3) ? by_place(2, -4, -1, 0) : 0;
}

// With trumps, what the hand loses, suit by suit, but for what its partner ruffs.
double PlanState::losers_with_trumps(int seat) const {
  const int partner = seat ^ 2;
  const int t = trumps_out();
  // Who is on lead may lead a trump.
  int ruffs = length(hand(partner), trump());
  if (!ours(turn()) && t > 0) ruffs = std::max(0, ruffs - 1);
  int quarters = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const int rounds = length(hand(seat), suit);
    const int of_suit = losers(seat, suit);
    quarters += 4 * of_suit + honour_quarters(suit, seat, of_suit);
    // Rounds that the partner follows to come first; where one of them is lost, trumps may be led.
    const int followed = length(hand(partner), suit);
    if (suit == trump() || followed >= rounds) continue;
    const int first = suit_losers(followed, suit);
    const int ruffed = std::min(of_suit - first, ruffs - (t > 0 ? first : 0));
    if (ruffed <= 0) continue;
    ruffs -= ruffed;
    quarters -= ruffed * (first > 0 ? 2 : 4);
  }
  // With no more trumps than one defender may have, the hand is forced to ruff and loses control.
  if (t > 0 && length(hand(seat), trump()) <= (t + 1) / 2) quarters += 4;
  return 0.25 * quarters;
}

// With trumps: what the hand with more of them loses, or the other if that is less and it can be
// reached.
// Notrump: the winners of the side on lead, then those of the other, and the tricks that neither has
// yet are shared; a hand that cannot be reached has none.
double PlanState::expected_tricks_if_stopped() const {
  const int rest = left_;
  if (rest <= 0) return won();
  if (trump() != kNotrump && in_suit(both(), trump()) != 0) {
    const int other = master_hand() ^ 2;
    double lost = losers_with_trumps(other ^ 2);
    if (in_suit(hand(other), trump()) != 0 && has_entry(other))
      lost = std::min(lost, losers_with_trumps(other));
    return won() + std::clamp(rest - lost, 0.0, static_cast<double>(rest));
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
  return won() + mine + 0.5 * std::max(0, rest - mine - theirs);
}

double PlanState::score_if_stopped() const {
  double expected = expected_tricks_if_stopped();
  // Of plans that are worth the same, the one that leaves the lead to the defenders.
  constexpr double kTie = 1e-6;
  if (!ours(turn()) && expected + 0.01 < won() + left_) expected += kTie;
  const int whole = static_cast<int>(expected);
  const double low = score(contract_, vulnerable_, whole);
  const double part = expected - whole;
  return part == 0 ? low : (1 - part) * low + part * score(contract_, vulnerable_, whole + 1);
}

}  // namespace cgt::bridge
