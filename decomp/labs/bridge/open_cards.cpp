#include "decomp/labs/bridge/open_cards.hpp"

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {
namespace {

// Entries; then the table is begun anew.
constexpr std::size_t kMostKnown = std::size_t{1} << 18U;
constexpr std::size_t kMostKnownOfDeals = std::size_t{1} << 21U;

constexpr int kAllTricks = 13;

// Where the second suit of a half of Owners begins, behind 13 cards of the first one.
constexpr unsigned kHeartsAt = 26;

std::uint64_t one_card(int seat, int suit) {
  return std::uint64_t{1} << static_cast<unsigned>(16 * seat + 4 * suit);
}

// The most tricks, up to `left`, that reached(tricks) holds for, by guesses that begin with `guess`. Requires that it
// holds for less if it does for more.
template <class Reached>
int most_reached(int left, int guess, const Reached& reached) {
  int least = 0;
  while (least < left) {
    const int tricks = std::clamp(guess, least + 1, left);
    if (reached(tricks)) {
      least = tricks;
      guess = tricks + 1;
    } else {
      left = tricks - 1;
      guess = left;
    }
  }
  return least;
}

}  // namespace

std::size_t OpenCards::KeyHash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(key.lengths, key.rest));
}

OpenCards::Owners OpenCards::owners_of(const Hands& hands) {
  const Cards odd = hands[1] | hands[3];
  const Cards high = hands[2] | hands[3];
  const Cards all = odd | high | hands[0];
  Owners out{};
  for (int suit = 0; suit < 4; ++suit) {
    std::uint64_t& half = out[static_cast<std::size_t>(suit / 2)];
    std::uint64_t of_suit = 0;
    for (Cards rest = in_suit(all, suit); rest != 0; rest &= rest - 1) {
      const Card card = lowest(rest);
      of_suit = of_suit << 2U | (high >> card & 1U) << 1U | (odd >> card & 1U);
    }
    half |= of_suit << (suit % 2 == 0 ? 0U : kHeartsAt);
  }
  return out;
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
  for (int seat = 0; seat < 4; ++seat) {
    each_card(hands[static_cast<std::size_t>(seat)],
              [&](Card card) { out.lengths += one_card(seat, suit_of(card)); });
  }
  // The player whose turn it is has not played to this trick.
  out.left = count(hands[static_cast<std::size_t>(table.turn())]);
  CGT_EXPECTS(out.left >= 1, "a card is left");
  most_known_ = out.left > kFewTricks ? kMostKnownOfDeals : kMostKnown;
  return out;
}

OpenCards::Trick OpenCards::played(const Trick& t, Card card) const {
  Trick out = t;
  const int seat = (t.leader + t.size) & 3;
  out.hands[static_cast<std::size_t>(seat)] &= ~bit(card);
  out.lengths -= one_card(seat, suit_of(card));
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
  Key key;
  key.lengths = t.lengths;
  key.rest = static_cast<std::uint64_t>(t.leader) << 4U | static_cast<std::uint64_t>(trump_) << 1U |
             static_cast<std::uint64_t>(declarer_ & 1);
  return key;
}

// Tricks that the hand on lead can cash one after the other: its cards above all others of a suit, as
// long as no opponent ruffs them.
int OpenCards::winners_on_lead(const Trick& t, Cards& relevant) const {
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
    Cards winners = theirs == 0 ? held : held & ~(bit(highest(theirs)) * 2 - 1);
    int top = count(winners);
    if (top == 0) continue;
    if (trump_ != kNotrump && suit != trump_) {
      for (const Cards opponent : {left, right}) {
        if (in_suit(opponent, trump_) != 0) top = std::min(top, length(opponent, suit));
      }
    }
    out += top;
    // Where nobody else has a card of the suit, ranks do not count.
    if (theirs == 0) continue;
    for (int more = count(winners) - top; more > 0; --more) winners &= winners - 1;
    relevant |= winners;
  }
  return out;
}

// Tricks that the side that is not on lead takes with the highest trumps of one hand.
int OpenCards::trumps_behind(const Trick& t, Cards& relevant) const {
  if (trump_ == kNotrump) return 0;
  const Cards all = in_suit(t.hands[0] | t.hands[1] | t.hands[2] | t.hands[3], trump_);
  if (all == 0) return 0;
  for (const int seat : {(t.leader + 1) & 3, (t.leader + 3) & 3}) {
    const Cards hand = in_suit(t.hands[static_cast<std::size_t>(seat)], trump_);
    if (!has(hand, highest(all))) continue;
    const Cards theirs = all & ~hand;
    if (theirs == 0) return count(hand);
    const Cards winners = hand & ~(bit(highest(theirs)) * 2 - 1);
    relevant |= winners;
    return count(winners);
  }
  return 0;
}

// Cards of all but the player whose turn it is, those on the table included.
Cards OpenCards::others_than_turn(const Trick& t) const {
  Cards out = t.hands[0] | t.hands[1] | t.hands[2] | t.hands[3];
  out &= ~t.hands[static_cast<std::size_t>((t.leader + t.size) & 3)];
  for (int i = 0; i < t.size; ++i) out |= bit(t.cards[static_cast<std::size_t>(i)]);
  return out;
}

Cards OpenCards::legal(const Trick& t) const {
  const Cards mine = t.hands[static_cast<std::size_t>((t.leader + t.size) & 3)];
  const Cards follow = t.size > 0 ? in_suit(mine, suit_of(t.cards[0])) : 0;
  return follow != 0 ? follow : mine;
}

// Cards to try, the likeliest first; of cards that are equal the lowest.
std::size_t OpenCards::choices(const Trick& t, std::array<Card, 16>& out) const {
  const int seat = (t.leader + t.size) & 3;
  const Cards others = others_than_turn(t);
  std::size_t n = 0;
  each_distinct_card(legal(t), others, [&](Card card) { out[n++] = card; });
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

bool OpenCards::after(const Trick& t, Card card, int tricks, Cards& relevant) {
  constexpr std::uint64_t kCharged = 1024;
  if (++nodes_ % kCharged == 0 && budget_ != nullptr) budget_->charge(kCharged);
  const Trick next = played(t, card);
  if (next.size > 0) return reach_by_play(next, tricks, relevant);
  const bool out = reach(next, tricks - (is_ours(next.leader) ? 1 : 0), relevant);
  // The rank of the card that won counts if it won against another one of its suit.
  const int last = (t.leader + 3) & 3;
  const auto card_of_seat = [&](int seat) {
    return seat == last ? card : t.cards[static_cast<std::size_t>((seat - t.leader) & 3)];
  };
  const Card best = card_of_seat(next.leader);
  for (int other = 1; other < 4; ++other) {
    if (suit_of(card_of_seat((next.leader + other) & 3)) == suit_of(best)) relevant |= bit(best);
  }
  return out;
}

bool OpenCards::after(const Trick& t, Card card, int tricks) {
  Cards relevant = 0;
  return after(t, card, tricks, relevant);
}

// Of equal cards the lowest is tried for all. Where a higher one counts, the higher ones may be played only because
// the lower ones are as good: so these count, too.
Cards OpenCards::equals_that_count(const Trick& t, Cards relevant) const {
  const Cards others = others_than_turn(t);
  const Cards mine = legal(t);
  Cards out = 0;
  for (int suit = 0; suit < 4; ++suit) {
    const Cards some = in_suit(relevant, suit);
    if (some == 0) continue;
    const Cards below = in_suit(mine, suit) & (bit(lowest(some)) - 1);
    const Cards above = in_suit(mine, suit) & ~below;
    if (below == 0 || above == 0) continue;
    Card low = lowest(above);
    for (Cards rest = below; rest != 0 && (others & (bit(low) - bit(highest(rest)))) == 0;) {
      low = highest(rest);
      rest &= ~bit(low);
      out |= bit(low);
    }
  }
  return out;
}

bool OpenCards::reach_by_play(const Trick& t, int tricks, Cards& relevant) {
  std::array<Card, 16> cards;
  const std::size_t n = choices(t, cards);
  const bool ours = is_ours(t.leader + t.size);
  Cards failed = 0;  // cards that are no better than one that was tried
  Cards all = 0;     // that count after any of them
  for (std::size_t i = 0; i < n; ++i) {
    const Card card = cards[i];
    if (has(failed, card)) continue;
    Cards one = 0;
    if (after(t, card, tricks, one) == ours) {
      relevant |= one;
      return ours;
    }
    all |= one;
    // Cards below all of its suit that count are one as good as the other.
    const Cards suit = in_suit(one, suit_of(card));
    const Cards below = suit == 0 ? suit_mask(suit_of(card)) : bit(lowest(suit)) - 1;
    if (has(below, card)) failed |= in_suit(below, suit_of(card));
  }
  relevant |= all | equals_that_count(t, all);
  return !ours;
}

bool OpenCards::reach(const Trick& t, int tricks, Cards& relevant) {
  if (tricks <= 0) return true;
  if (tricks > t.left) return false;
  Cards winners = 0;
  Cards trumps = 0;
  const int sure = winners_on_lead(t, winners);
  const int lost = trumps_behind(t, trumps);
  const bool ours = is_ours(t.leader);
  if (ours ? sure >= tricks : t.left - sure < tricks) {
    relevant |= winners;
    return ours;
  }
  if (ours ? t.left - lost < tricks : lost >= tricks) {
    relevant |= trumps;
    return !ours;
  }
  if (t.left == 1) return reach_by_play(t, tricks, relevant);
  const Key key = key_of(t);
  const Owners owners = owners_of(t.hands);
  const Cards all = t.hands[0] | t.hands[1] | t.hands[2] | t.hands[3];
  const auto first = first_.find(key);
  for (std::uint32_t at = first == first_.end() ? kNone : first->second; at != kNone;) {
    const Known& known = known_[at];
    at = known.next;
    if (((known.owners[0] ^ owners[0]) & known.mask[0]) != 0) continue;
    if (((known.owners[1] ^ owners[1]) & known.mask[1]) != 0) continue;
    if (known.least < tricks && known.most >= tricks) continue;
    for (int suit = 0; suit < 4; ++suit) {
      const int tops = known.tops[static_cast<std::size_t>(suit)];
      if (tops == 0) continue;
      Cards held = in_suit(all, suit);
      for (int more = count(held) - tops; more > 0; --more) held &= held - 1;
      relevant |= held;
    }
    return known.least >= tricks;
  }
  Cards mine = 0;
  const bool out = reach_by_play(t, tricks, mine);
  relevant |= mine;
  keep(key, owners, all, mine, tricks, out);
  return out;
}

void OpenCards::keep(const Key& key, const Owners& owners, Cards all, Cards relevant, int tricks,
                     bool reached) {
  Known fresh{};
  for (int suit = 0; suit < 4; ++suit) {
    const Cards some = in_suit(relevant, suit);
    if (some == 0) continue;
    const int tops = count(in_suit(all, suit) & ~(bit(lowest(some)) - 1));
    fresh.tops[static_cast<std::size_t>(suit)] = static_cast<std::uint8_t>(tops);
    const std::uint64_t bits = (std::uint64_t{1} << (2 * tops)) - 1;
    fresh.mask[static_cast<std::size_t>(suit / 2)] |= bits << (suit % 2 == 0 ? 0U : kHeartsAt);
  }
  for (const std::size_t half : {0U, 1U}) fresh.owners[half] = owners[half] & fresh.mask[half];
  fresh.least = static_cast<std::int8_t>(reached ? tricks : 0);
  fresh.most = static_cast<std::int8_t>(reached ? kAllTricks : tricks - 1);
  if (known_.size() >= most_known_) {
    known_.clear();
    first_.clear();
  }
  std::uint32_t& first = first_.try_emplace(key, kNone).first->second;
  for (std::uint32_t at = first; at != kNone; at = known_[at].next) {
    Known& old = known_[at];
    if (old.mask != fresh.mask || old.owners != fresh.owners) continue;
    old.least = std::max(old.least, fresh.least);
    old.most = std::min(old.most, fresh.most);
    return;
  }
  fresh.next = first;
  first = static_cast<std::uint32_t>(known_.size());
  known_.push_back(fresh);
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
    guess = most_reached(t.left, guess, [&](int tricks) { return after(t, cards[i], tricks); });
    const int mine = ours ? guess : t.left - guess;
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

int OpenCards::best(const Table& table, const Hands& hands) {
  const Trick t = trick_of(table, hands);
  guess_ = most_reached(t.left, guess_, [&](int tricks) {
    Cards relevant = 0;
    return reach_by_play(t, tricks, relevant);
  });
  return table.our_turn() ? guess_ : t.left - guess_;
}

Cards OpenCards::best_cards(const Table& table, const Hands& hands) {
  const Trick t = trick_of(table, hands);
  const bool ours = table.our_turn();
  std::array<Card, 16> cards;
  const std::size_t n = choices(t, cards);
  // Tricks of declarer's side after the best card so far; each card is asked only whether it is better, or as
  // good. The first one begins from what is worse than all.
  int value = ours ? 0 : t.left;
  Cards best = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto is_as_good = [&](int tricks) {
      return ours ? after(t, cards[i], tricks) : !after(t, cards[i], tricks + 1);
    };
    const int step = ours ? 1 : -1;
    bool better = false;
    while (value + step >= 0 && value + step <= t.left && is_as_good(value + step)) {
      value += step;
      better = true;
    }
    if (better) {
      best = bit(cards[i]);
    } else if (is_as_good(value)) {
      best |= bit(cards[i]);
    }
  }
  // And those that are equal to one of these.
  Card last = kNoCard;
  Cards out = 0;
  each_card(table.legal(hands[static_cast<std::size_t>(table.turn())]), [&](Card card) {
    const bool tried = std::find(cards.begin(), cards.begin() + n, card) != cards.begin() + n;
    if (tried ? has(best, card) : has(out, last)) out |= bit(card);
    last = card;
  });
  return out;
}

}  // namespace cgt::bridge
