// Deals, contracts, scores, and the play of the cards.
//
// Laws of Duplicate Bridge (2017): follow suit if possible; the highest trump, else the highest card
// of the suit led, wins and leads.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "decomp/labs/bridge/cards.hpp"

namespace cgt::bridge {

using Hands = std::array<Cards, 4>;

struct Contract {
  int level = 1;     // 1 .. 7
  int strain = 4;    // 0 .. 3 a trump suit, 4 notrump
  int doubled = 0;   // 0, 1, 2: undoubled, doubled, redoubled
  int declarer = 2;  // seat
  int tricks() const { return level + 6; }
  friend bool operator==(const Contract&, const Contract&) = default;
};
std::string contract_text(const Contract& contract);  // "4HX", without the declarer
// "3NT", "4HX", or as people write them: "3N", "4hx"; declarer as given. False if it is none.
bool parse_contract(std::string_view text, Contract& out);

// What declarer's side scores for so many tricks.
int score(const Contract& contract, bool vulnerable, int tricks);

struct Deal {
  Hands hands{};
  int dealer = 0;
  unsigned vulnerable = 0;  // 1: North-South, 2: East-West
  bool is_vulnerable(int seat) const { return (vulnerable >> (seat & 1) & 1U) != 0; }
  friend bool operator==(const Deal&, const Deal&) = default;
};
// Who deals and who is vulnerable on board 1, 2, ...: the cycle of 16.
int board_dealer(int board);
unsigned board_vulnerable(int board);

// Uniform; dealer and vulnerability of the board.
Deal random_deal(std::uint64_t seed, int board = 1);
// A contract for the side with more points, without an auction: the longest common suit of eight
// cards or more, majors first, else notrump; the level by the points. Declarer has more of the suit,
// or more points. For experiments only.
Contract contract_by_points(const Deal& deal);

// A deal while it is played. A small value; copies are how moves are taken back.
class Table {
 public:
  Table() = default;
  Table(const Hands& hands, const Contract& contract)
      : hands_(hands),
        trump_(static_cast<std::int8_t>(contract.strain)),
        declarer_(static_cast<std::int8_t>(contract.declarer)),
        leader_(static_cast<std::int8_t>((contract.declarer + 1) & 3)) {}
  // In the middle of play, between two tricks.
  Table(const Hands& hands, int trump, int declarer, int leader, int won = 0)
      : hands_(hands),
        trump_(static_cast<std::int8_t>(trump)),
        declarer_(static_cast<std::int8_t>(declarer)),
        leader_(static_cast<std::int8_t>(leader)),
        won_(static_cast<std::int8_t>(won)) {}

  int trump() const { return trump_; }
  int declarer() const { return declarer_; }
  int dummy() const { return declarer_ ^ 2; }
  int leader() const { return leader_; }
  int turn() const { return (leader_ + size_) & 3; }
  bool ours(int seat) const { return ((seat ^ declarer_) & 1) == 0; }
  bool our_turn() const { return ours(turn()); }
  bool finished() const { return size_ == 0 && hands_[0] == 0 && hands_[1] == 0; }
  // Tricks of declarer's side; tricks that are left, the one on the table included.
  int won() const { return won_; }
  int left() const { return count(hands_[leader_]) + (size_ > 0 ? 1 : 0); }
  // Tricks that are complete.
  int tricks() const { return tricks_; }
  const Hands& hands() const { return hands_; }
  Cards hand(int seat) const { return hands_[seat]; }
  // For those who try layouts: only seats of one side, and with as many cards as before.
  void set_hand(int seat, Cards cards) { hands_[seat] = cards; }

  int size() const { return size_; }  // cards on the table, 0 .. 3
  Card on_table(int i) const { return trick_[i]; }
  int suit_led() const { return suit_of(trick_[0]); }
  Cards legal() const { return legal(hands_[turn()]); }
  // The same for a player with other cards.
  Cards legal(Cards hand) const {
    if (size_ == 0) return hand;
    const Cards suit = in_suit(hand, suit_led());
    return suit != 0 ? suit : hand;
  }
  // Seat that wins the trick so far, and its card. Requires a card on the table.
  int winner() const;
  Card winning_card() const { return trick_[(winner() - leader_) & 3]; }
  // Does a card that is played after `best` beat it?
  bool beats(Card card, Card best) const {
    if (suit_of(card) == suit_of(best)) return card > best;
    return suit_of(card) == trump_;
  }
  // Requires a legal card.
  void play(Card card);

 private:
  Hands hands_{};
  std::array<Card, 4> trick_{};
  std::int8_t size_ = 0;
  std::int8_t trump_ = 4;
  std::int8_t declarer_ = 2;
  std::int8_t leader_ = 3;
  std::int8_t won_ = 0;
  std::int8_t tricks_ = 0;
};

}  // namespace cgt::bridge
