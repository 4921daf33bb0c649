#include "decomp/labs/bridge/endplays.hpp"

#include <algorithm>
#include <array>

#include "cgt/support/containers.hpp"
#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {
namespace {

// Tricks of declarer's side until the first hand is empty, if all see all cards. One hand may hold a card more than the
// others, which it keeps: that is what a blank card instead of it is worth.
class LastTricks {
 public:
  LastTricks(int trump, int declarer, Budget& budget)
      : trump_(trump), declarer_(declarer), budget_(budget) {}

  struct Position {
    Hands hands{};
    std::array<Card, 4> cards{};  // of the trick; kNoCard: a blank one
    int size = 0;
    int leader = 0;
  };

  int value(const Position& p) {
    if (p.size == 4) return end_of_trick(p);
    if (p.size > 0) return best(p);
    for (const Cards hand : p.hands)
      if (hand == 0) return 0;
    const Key key{p.hands, p.leader};
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    budget_.charge();
    const int found = best(p);
    known_.emplace(key, found);
    return found;
  }

  Cards legal(const Position& p) const {
    const Cards hand = p.hands[at((p.leader + p.size) & 3)];
    if (p.size == 0) return hand;
    const Cards suit = in_suit(hand, suit_of(p.cards[0]));
    return suit != 0 ? suit : hand;
  }
  static Position played(Position p, Card card) {
    if (card != kNoCard) p.hands[at((p.leader + p.size) & 3)] &= ~bit(card);
    p.cards[at(p.size++)] = card;
    return p;
  }

 private:
  struct Key {
    Hands hands;
    int leader;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = static_cast<std::uint64_t>(key.leader);
      for (const Cards hand : key.hands) h = mix(h, hand);
      return static_cast<std::size_t>(h);
    }
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  bool ours(int seat) const { return ((seat ^ declarer_) & 1) == 0; }

  int best(const Position& p) {
    const int seat = (p.leader + p.size) & 3;
    int most = 0;
    // Tricks that are left, this one included.
    int left = 14;
    for (const Cards hand : p.hands) left = std::min(left, count(hand) + (p.size > 0 ? 1 : 0));
    int least = left + 1;
    // Cards that are neighbours among those that matter are equal.
    Cards others = 0;
    for (int other = 0; other < 4; ++other)
      if (other != seat) others |= p.hands[at(other)];
    for (int i = 0; i < p.size; ++i)
      if (p.cards[at(i)] != kNoCard) others |= bit(p.cards[at(i)]);
    each_distinct_card(legal(p), others, [&](Card card) {
      if (ours(seat) ? most == left : least == 0) return;
      const int tricks = value(played(p, card));
      most = std::max(most, tricks);
      least = std::min(least, tricks);
    });
    return ours(seat) ? most : least;
  }

  int end_of_trick(const Position& p) {
    int winner = -1;
    for (int i = 0; i < 4; ++i) {
      const Card card = p.cards[at(i)];
      if (card == kNoCard) continue;
      const bool beats =
          winner < 0 || (suit_of(card) == suit_of(p.cards[at(winner)]) ? card > p.cards[at(winner)]
                                                                       : suit_of(card) == trump_);
      if (beats) winner = i;
    }
    Position next;
    next.hands = p.hands;
    next.leader = (p.leader + winner) & 3;
    return (ours(next.leader) ? 1 : 0) + value(next);
  }

  int trump_;
  int declarer_;
  Budget& budget_;
  FlatMap<Key, int, KeyHash> known_;
};

std::uint8_t suits_of(Cards cards) {
  std::uint8_t out = 0;
  for (int suit = 0; suit < 4; ++suit)
    if (in_suit(cards, suit) != 0)
      out |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(suit));
  return out;
}

}  // namespace

std::vector<Endplay> endplays(const Hands& hands, const Contract& contract,
                              const std::vector<Card>& play, Budget& budget) {
  std::vector<Endplay> out;
  Table table(hands, contract);
  LastTricks last(contract.strain, contract.declarer, budget);
  Card led = kNoCard;     // to the trick before, or to this one
  bool ours_led = false;  // that card
  for (std::size_t i = 0; i < play.size(); ++i) {
    const int seat = table.turn();
    const Cards legal = table.legal();
    if (table.left() <= kEndplayTricks && table.left() > 1 && !table.ours(seat)) {
      LastTricks::Position p;
      p.hands = table.hands();
      p.leader = table.leader();
      for (; p.size < table.size(); ++p.size)
        p.cards[static_cast<std::size_t>(p.size)] = table.on_table(p.size);
      // What declarer's side takes with that hand on lead instead, all cards of the trick back in their hands.
      const auto led_by = [&](int leader) {
        LastTricks::Position other;
        other.hands = table.hands();
        for (int k = 0; k < table.size(); ++k)
          other.hands[static_cast<std::size_t>((table.leader() + k) & 3)] |= bit(table.on_table(k));
        other.leader = leader;
        return last.value(other);
      };
      const auto only_trumps = [&](int hand) {
        return contract.strain != kNotrump &&
               table.hand(hand) == in_suit(table.hand(hand), contract.strain);
      };
      const auto note = [&](Endplay::Kind kind, int otherwise) {
        const int tricks = last.value(p) - otherwise;
        if (tricks > 0) out.push_back({kind, i, seat, led, tricks, suits_of(legal)});
      };
      if (table.size() == 0) {
        if (led != kNoCard && ours_led) {
          note(Endplay::Kind::kThrowIn,
               std::max(led_by(contract.declarer), led_by(contract.declarer ^ 2)));
        }
      } else if (in_suit(legal, table.suit_led()) == 0) {
        const int behind = (seat + 1) & 3;
        if (table.size() == 1 && only_trumps(seat) && only_trumps(behind)) {
          note(Endplay::Kind::kTrumpCoup, led_by(behind));
        } else if (!only_trumps(seat)) {  // who must ruff discards nothing
          note(Endplay::Kind::kSqueeze, last.value(LastTricks::played(p, kNoCard)));
        }
      }
    }
    if (table.size() == 0) {
      led = play[i];
      ours_led = table.ours(seat);
    }
    table.play(play[i]);
  }
  return out;
}

}  // namespace cgt::bridge
