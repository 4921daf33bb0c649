// What a plan of the network is made in: an information set of declarer, changed by cards and by
// assumptions.
//
// Literals are those of Smith (1997, 4.3): for each seat and card, "has it" is known to hold, known
// not to hold, or open (52 bits of known_ and of excluded_ a seat, 208 in all).
#pragma once

#include <array>
#include <cstdint>

#include "decomp/labs/bridge/view.hpp"

namespace cgt::bridge {

class PlanState {
 public:
  PlanState() = default;
  explicit PlanState(const View& view);

  // --- what is known ---

  const Table& table() const { return table_; }
  int trump() const { return table_.trump(); }
  int turn() const { return table_.turn(); }
  bool ours(int seat) const { return table_.ours(seat); }
  Cards hand(int seat) const { return table_.hand(seat); }  // of ours
  Cards both() const { return hand(table_.declarer()) | hand(table_.dummy()); }
  Cards out() const { return out_; }  // unseen cards
  Cards out(int suit) const { return in_suit(out_, suit); }
  int left() const { return left_; }
  int won() const { return table_.won(); }
  // Has the plan played a trick to its end?
  bool has_begun() const { return left_ < start_; }
  bool knows_has(int seat, Card card) const { return bridge::has(known_[at(seat)], card); }
  bool knows_not(int seat, Card card) const { return bridge::has(excluded_[at(seat)], card); }
  bool may_have(int seat, Card card) const {
    return bridge::has(out_, card) && !knows_not(seat, card);
  }
  // Can the defender have no card of the suit, as far as is known?
  bool is_void(int seat, int suit) const { return (out(suit) & ~excluded_[at(seat)]) == 0; }

  // --- macros ---

  Card top(int seat, int suit) const;
  Card low(int seat, int suit) const;
  // Higher than every card of the suit that the defenders still hold.
  bool is_winner(Card card) const;
  bool has_winner(int seat, int suit) const;
  // Cards of its suit that are out and higher.
  int cards_above(Card card) const;
  // Winners of one hand, and whether the other can lead to one of them. A hand on lead needs no entry.
  int high_cards(int seat, int suit) const;
  bool has_entry(int seat) const;
  // Of both hands, how many rounds from the top are ours.
  int winners(int suit) const;
  // Rounds of the suit that a hand would lose, with the cards of both hands.
  int losers(int seat, int suit) const;
  // Does throwing a low card of the suit away save a trick?
  bool discard_helps(int seat, int suit) const;
  // No trump is out, or only masters.
  bool trumps_drawn() const;
  int trumps_out() const { return trump() == kNotrump ? 0 : count(out(trump())); }
  // The hand of ours with more trumps: losers are counted there.
  int master_hand() const;
  // The probability that somebody ruffs the next round of a suit of which both may still have cards,
  // in Smith's model: cards lie by a coin; the share of the vacant places is that of the source.
  double ruff_odds(int suit) const;
  // Of an even enough split: nobody has more than `rounds` of the cards that are out.
  double even_odds(int suit, int rounds) const;
  // Card of ours that loses least when thrown away from the seat.
  Card discard(int seat, int wanted_suit = -1) const;
  // A round of a suit from the top, led by the hand on lead: the cards of both hands. The short hand's
  // winners go first.
  struct Round {
    Card lead;
    Card follow;  // kNoCard: void
  };
  Round cash_round(int suit) const;
  // A round that a higher card of theirs wins, so that ours become winners: the top of one hand and the
  // lowest of the other, so that no two high cards fall together.
  Round losing_round(int suit) const;

  // --- what a plan that ends here is worth ---

  int tricks_if_stopped() const { return static_cast<int>(expected_tricks_if_stopped()); }
  // Between two whole numbers of tricks, between their scores.
  double score_if_stopped() const;
  // Tricks that may be lost from now on if the contract is to be made.
  int spare_tricks() const { return left_ - (contract_.tricks() - won()); }

  // --- changes ---

  // Ours: from the hand; theirs: any card that is out.
  void play(Card card);
  void exclude(int seat, Cards cards) { excluded_[at(seat)] |= cards & out_; }

  // Plain memory of the plan.
  std::uint8_t tried = 0;  // suits of which the length was tried
  std::uint8_t waits = 0;  // times that the defenders were waited for
  std::uint8_t crosses = 0;
  std::uint8_t schemes = 0;    // on the path so far
  std::int8_t stop_left = -1;  // the plan ends when so many tricks are left
  bool stopped = false;
  std::array<std::uint8_t, 4> discards{};  // from each suit of ours so far
  std::array<std::uint8_t, 4> rounds{};    // tricks in which the suit was led
  std::uint8_t held = 0;                   // suits of which a finesse held
  bool finessed(int suit) const { return (held >> suit & 1U) != 0; }

 private:
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }
  int suit_losers(int rounds, int suit) const;
  static int rounds_lost(int rounds, Cards mine, Cards theirs);
  int honour_quarters(int suit, int seat, int lost) const;
  double losers_with_trumps(int seat) const;
  double expected_tricks_if_stopped() const;
  void note_finesse(const View& view, std::size_t first);

  Table table_;
  Cards out_ = 0;
  std::array<Cards, 4> known_{};
  std::array<Cards, 4> excluded_{};
  Contract contract_;
  bool vulnerable_ = false;
  std::int8_t left_ = 0;
  std::int8_t start_ = 0;  // cards a hand when the plan was made
};

}  // namespace cgt::bridge
