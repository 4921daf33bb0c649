// What a player knows, and layouts of the rest that fit.
//
// A view holds no card that its player cannot know, so that no player can look at one: declarer sees
// both hands of the side, a defender his own and dummy's, the opening leader his own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

struct PlayedCard {
  std::int8_t seat;
  Card card;
};

struct View {
  Table table;  // hands that are not seen are empty
  Contract contract;
  bool vulnerable = false;
  std::array<bool, 4> seen{};
  std::array<std::int8_t, 4> held{};    // cards in each hand
  std::array<std::uint8_t, 4> voids{};  // bit s: has shown out of suit s
  Cards unseen = 0;
  std::vector<PlayedCard> history;

  int left() const {
    return held[static_cast<std::size_t>(table.leader())] + (table.size() > 0 ? 1 : 0);
  }
  int needed() const { return contract.tricks() - table.won(); }
  bool is_void(int seat, int suit) const {
    return (voids[static_cast<std::size_t>(seat)] >> suit & 1U) != 0;
  }
  // Unseen cards that the seat may hold.
  Cards possible(int seat) const {
    Cards out = unseen;
    for (int suit = 0; suit < 4; ++suit) {
      if (is_void(seat, suit)) out &= ~suit_mask(suit);
    }
    return out;
  }
};

// A deal that is played, and all that was seen of it.
class Game {
 public:
  Game(const Hands& hands, const Contract& contract, bool vulnerable);
  const Table& table() const { return table_; }
  const std::vector<PlayedCard>& history() const { return view_.history; }
  // Of the side whose turn it is; `all`: of one who sees everything.
  View view(bool all = false) const;
  void play(Card card);

 private:
  Table table_;
  View view_;
};

class Sampler {
 public:
  explicit Sampler(const View& view);
  Hands draw(Random& random) const;
  // The number of layouts if two hands are unseen.
  double layouts() const;
  // All of them. Requires that two hands are unseen.
  std::vector<Hands> all() const;

 private:
  friend class BalancedSampler;
  Hands fixed_{};           // what each seat has for sure
  std::vector<Card> open_;  // what may lie with any of the unseen seats
  std::vector<int> seats_;  // those that still need cards
  std::array<int, 4> need_{};
};

// Layouts that together have each card about as often with either unseen hand as chance would in the long run:
// of eight layouts drawn at random the one that makes up best for those before. So fewer tell as much, since
// where a card lies is most of what layouts differ in. Cards are not told apart, so each layout by itself is
// uniform. Keeps the sampler.
class BalancedSampler {
 public:
  explicit BalancedSampler(const Sampler& sampler)
      : sampler_(&sampler), excess_(sampler.open_.size(), 0) {}
  Hands draw(Random& random);

 private:
  // The excess of card i with these hands, too.
  int after(std::size_t i, const Hands& hands) const;
  const Sampler* sampler_;
  // By card that may lie with either: how often the first hand had it, less how often it should have, times the
  // number of such cards.
  std::vector<int> excess_;
};

// The layouts to compare cards in, one after the other: all if there are at most `most`, else `most` that are drawn
// balanced. Requires most > 0, and two unseen hands. Keeps the sampler.
class Layouts {
 public:
  Layouts(const Sampler& sampler, int most);
  int size() const { return size_; }
  // Requires that fewer than size() came before.
  Hands next(Random& random);

 private:
  BalancedSampler balancer_;
  std::vector<Hands> all_;  // empty if they are drawn
  int size_;
  std::size_t next_ = 0;
};

// Cards that are equal are one: the lowest of each group in which the player's cards are neighbours
// among all cards that are still held or on the table.
template <class F>
void each_distinct_card(Cards legal, Cards others, F f) {
  Card last = kNoCard;
  each_card(legal, [&](Card card) {
    const bool neighbour = last != kNoCard && suit_of(last) == suit_of(card) &&
                           (others & (bit(card) - bit(last))) == 0;
    if (!neighbour) f(card);
    last = card;
  });
}

// Of cards that are as good, the one of the lowest rank; of one rank clubs, diamonds, hearts, spades.
bool before_in_ties(Card a, Card b);
// The card with the greatest sum. Of several `preferred`, else the one that comes first in ties. Requires a card.
Card card_with_most(Cards cards, const std::array<int, 64>& sum, Card preferred = kNoCard);

// What a player draws from on a board.
inline Random random_of_board(std::uint64_t seed, std::uint64_t board) {
  return Random(seed * 1000003 + board);
}

class Player {
 public:
  virtual ~Player() = default;
  // Before a deal; what is random depends on the board only.
  virtual void begin(std::uint64_t /*board*/) {}
  // A legal card. Polls the budget between layouts and plans, and charges nothing to it: nodes() tells. Throws
  // BudgetExhausted; after that begin() comes before the next card.
  virtual Card choose(const View& view, Budget& budget) = 0;
  Card choose(const View& view) {
    Budget unlimited;
    return choose(view, unlimited);
  }
  // Why: of the last card.
  virtual std::string reason() const { return {}; }
  virtual bool sees_all() const { return false; }
  virtual std::uint64_t nodes() const { return 0; }
};

}  // namespace cgt::bridge
