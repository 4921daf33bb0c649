#include "decomp/solve/bridge/exact/open_cards.hpp"

#include <algorithm>

#include "cgt/support/contract.hpp"
#include "cgt/support/memory/hash.hpp"
#include "decomp/solve/bridge/play/view.hpp"

namespace cgt::bridge {
namespace {

constexpr std::size_t kMostKnown = std::size_t{1} << 18U;  // entries; then the table is begun anew

}  // namespace

std::size_t OpenCards::KeyHash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(key.owners, key.rest));
}

bool OpenCards::beats(Card card, Card best) const {
  return suit_of(card) == suit_of(best) ? card > best : suit_of(card) == trump_;
}

OpenCards::Trick OpenCards::trick_of(const Table& table, const Hands& hands) {
  trump_ = table.trump();
  declarer_ = table.declarer();
  Trick out;
  out.hands = hands;
  out.leader = table.leader();
  for (int i = 0; i < table.size(); ++i) {
    out.cards[static_cast<std::size_t>(i)] = table.on_table(i);
    if (i > 0 && beats(table.on_table(i), table.on_table(out.winner))) out.winner = i;
  }
  out.size = table.size();
  // The player whose turn it is has not played to this trick.
  out.left = count(hands[static_cast<std::size_t>(table.turn())]);
  CGT_EXPECTS(out.left >= 1 && out.left <= kMostTricks, "the last tricks");
  return out;
}

OpenCards::Trick OpenCards::played(const Trick& t, Card card) const {
  Trick out = t;
  const int seat = (t.leader + t.size) & 3;
  out.hands[static_cast<std::size_t>(seat)] &= ~bit(card);
  out.cards[static_cast<std::size_t>(t.size)] = card;
  if (t.size == 0) {
    out.winner = 0;
  } else if (beats(card, t.cards[static_cast<std::size_t>(t.winner)])) {
    out.winner = t.size;
  }
  if (++out.size < 4) return out;
  out.leader = (t.leader + out.winner) & 3;
  out.size = 0;
  --out.left;
  return out;
}

OpenCards::Key OpenCards::key_of(const Trick& t) const {
  const Cards odd = t.hands[1] | t.hands[3];
  const Cards high = t.hands[2] | t.hands[3];
  const Cards all = odd | high | t.hands[0];
  Key key;
  for (Cards rest = all; rest != 0; rest &= rest - 1) {
    const Card card = lowest(rest);
    key.owners = key.owners << 2U | (high >> card & 1U) << 1U | (odd >> card & 1U);
  }
  for (int suit = 0; suit < 4; ++suit)
    key.rest = key.rest << 4U | static_cast<std::uint64_t>(length(all, suit));
  key.rest = key.rest << 2U | static_cast<std::uint64_t>(t.leader);
  key.rest = key.rest << 3U | static_cast<std::uint64_t>(trump_);
  key.rest = key.rest << 1U | static_cast<std::uint64_t>(declarer_ & 1);
  return key;
}

// Tricks that the hand on lead can cash one after the other: its cards above all others of a suit, as
// long as no opponent ruffs them.
int OpenCards::winners_on_lead(const Trick& t) const {
  const auto seat = static_cast<std::size_t>(t.leader);
  const Cards mine = t.hands[seat];
  const Cards left = t.hands[(seat + 1) & 3];
  const Cards right = t.hands[(seat + 3) & 3];
  const Cards others = left | right | t.hands[seat ^ 2];
  int out = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const Cards held = in_suit(mine, suit);
    if (held == 0) continue;
    const Cards theirs = in_suit(others, suit);
    int top = theirs == 0 ? count(held) : count(held & ~(bit(highest(theirs)) * 2 - 1));
    if (trump_ != kNotrump && suit != trump_) {
      for (const Cards opponent : {left, right}) {
        if (in_suit(opponent, trump_) != 0) top = std::min(top, length(opponent, suit));
      }
    }
    out += top;
  }
  return out;
}

// Tricks that the side that is not on lead takes with the highest trumps of one hand.
int OpenCards::trumps_behind(const Trick& t) const {
  if (trump_ == kNotrump) return 0;
  const Cards all = in_suit(t.hands[0] | t.hands[1] | t.hands[2] | t.hands[3], trump_);
  if (all == 0) return 0;
  for (const int seat : {(t.leader + 1) & 3, (t.leader + 3) & 3}) {
    const Cards hand = in_suit(t.hands[static_cast<std::size_t>(seat)], trump_);
    if (!has(hand, highest(all))) continue;
    const Cards theirs = all & ~hand;
    return theirs == 0 ? count(hand) : count(hand & ~(bit(highest(theirs)) * 2 - 1));
  }
  return 0;
}

// Cards to try, the likeliest first; of cards that are equal the lowest.
std::size_t OpenCards::choices(const Trick& t, std::array<Card, 16>& out) const {
  const int seat = (t.leader + t.size) & 3;
  const Cards mine = t.hands[static_cast<std::size_t>(seat)];
  Cards others = 0;
  for (int other = 0; other < 4; ++other) {
    if (other != seat) others |= t.hands[static_cast<std::size_t>(other)];
  }
  Cards legal = mine;
  for (int i = 0; i < t.size; ++i) others |= bit(t.cards[static_cast<std::size_t>(i)]);
  if (t.size > 0) {
    const Cards follow = in_suit(mine, suit_of(t.cards[0]));
    if (follow != 0) legal = follow;
  }
  std::size_t n = 0;
  each_distinct_card(legal, others, [&](Card card) { out[n++] = card; });
  if (n < 2) return n;
  if (t.size == 0) {
    // Highest cards of a suit first, then what partner can win.
    const Cards partner = t.hands[static_cast<std::size_t>(seat ^ 2)];
    const auto worth = [&](Card card) {
      const Cards theirs = in_suit(others, suit_of(card));
      if (theirs == 0 || highest(theirs) < card) return 0;
      return has(partner, highest(theirs)) ? 1 : 2;
    };
    std::stable_sort(out.begin(), out.begin() + n,
                     [&](Card a, Card b) { return worth(a) < worth(b); });
    return n;
  }
  // Where partner does not win, the lowest card that does.
  const bool partner_wins = t.size >= 2 && t.winner == t.size - 2;
  if (partner_wins && t.size == 3) return n;
  const Card best = t.cards[static_cast<std::size_t>(t.winner)];
  std::stable_partition(out.begin(), out.begin() + n,
                        [&](Card card) { return beats(card, best) != partner_wins; });
  return n;
}

bool OpenCards::after(const Trick& t, Card card, int tricks) {
  ++nodes_;
  const Trick next = played(t, card);
  if (next.size > 0) return reach_by_play(next, tricks);
  return reach(next, tricks - (is_ours(next.leader) ? 1 : 0));
}

bool OpenCards::reach_by_play(const Trick& t, int tricks) {
  std::array<Card, 16> cards;
  const std::size_t n = choices(t, cards);
  const bool ours = is_ours(t.leader + t.size);
  for (std::size_t i = 0; i < n; ++i) {
    if (after(t, cards[i], tricks) == ours) return ours;
  }
  return !ours;
}

bool OpenCards::reach(const Trick& t, int tricks) {
  if (tricks <= 0) return true;
  if (tricks > t.left) return false;
  const int sure = winners_on_lead(t);
  const int lost = trumps_behind(t);
  if (is_ours(t.leader)) {
    if (sure >= tricks || t.left - lost < tricks) return sure >= tricks;
  } else if (t.left - sure < tricks || lost >= tricks) {
    return lost >= tricks;
  }
  if (t.left == 1) return reach_by_play(t, tricks);
  const Key key = key_of(t);
  const auto known = known_.find(key);
  if (known != known_.end()) {
    if (known->second.least >= tricks) return true;
    if (known->second.most < tricks) return false;
  }
  const bool out = reach_by_play(t, tricks);
  if (known_.size() >= kMostKnown) known_.clear();
  Bounds& bounds =
      known_.try_emplace(key, Bounds{0, static_cast<std::int8_t>(t.left)}).first->second;
  if (out) {
    bounds.least = std::max(bounds.least, static_cast<std::int8_t>(tricks));
  } else {
    bounds.most = std::min(bounds.most, static_cast<std::int8_t>(tricks - 1));
  }
  return out;
}

bool OpenCards::reaches(const Table& table, const Hands& hands, int tricks) {
  const Trick t = trick_of(table, hands);
  if (tricks <= 0) return true;
  if (tricks > t.left) return false;
  return t.size == 0 ? reach(t, tricks) : reach_by_play(t, tricks);
}

// A card of declarer's side can only lower the value, one of a defender only raise it.
int OpenCards::given_away(const Table& start, std::span<const Card> record) {
  CGT_EXPECTS(start.size() == 0, "a record begins with a trick");
  if (start.finished()) return 0;
  Trick t = trick_of(start, start.hands());
  int value = 0;  // tricks of declarer's side from here on
  while (value < t.left && reach(t, value + 1)) ++value;
  int out = 0;
  for (const Card card : record) {
    const int seat = (t.leader + t.size) & 3;
    t = played(t, card);
    if (t.left == 0) break;
    if (t.size == 0 && is_ours(t.leader)) --value;
    const auto reaches_after = [&](int tricks) {
      return t.size == 0 ? reach(t, tricks) : tricks <= 0 || reach_by_play(t, tricks);
    };
    if (is_ours(seat)) {
      while (value > 0 && !reaches_after(value)) --value;
    } else {
      for (; value < t.left && reaches_after(value + 1); ++value) ++out;
    }
  }
  return out;
}

DoubleDummy::Scores OpenCards::solve(const Table& table, const Hands& hands) {
  const Trick t = trick_of(table, hands);
  const bool ours = table.our_turn();
  DoubleDummy::Scores out;
  out.tricks.fill(-1);
  std::array<Card, 16> cards;
  const std::size_t n = choices(t, cards);
  int guess = t.left / 2;
  for (std::size_t i = 0; i < n; ++i) {
    // What declarer's side takes: the first guess is what the card before was worth.
    int least = 0;
    int most = t.left;
    while (least < most) {
      const int tricks = std::clamp(guess, least + 1, most);
      if (after(t, cards[i], tricks)) {
        least = tricks;
        guess = tricks + 1;
      } else {
        most = tricks - 1;
        guess = most;
      }
    }
    guess = least;
    const int mine = ours ? least : t.left - least;
    out.tricks[cards[i]] = static_cast<std::int8_t>(mine);
    out.best = std::max(out.best, mine);
  }
  // Cards that are equal to one that was tried.
  Card last = kNoCard;
  each_card(table.legal(hands[static_cast<std::size_t>(table.turn())]), [&](Card card) {
    if (out.tricks[card] < 0) out.tricks[card] = out.tricks[last];
    last = card;
  });
  return out;
}

}  // namespace cgt::bridge
