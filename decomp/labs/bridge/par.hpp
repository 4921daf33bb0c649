// What a board is worth if all see all cards: tricks of each declarer in each strain, the par score of the auction,
// and what each card of a record gave away, or would on average for who sees two hands.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/open_cards.hpp"

namespace cgt::bridge {

// Tricks of declarer.
struct TrickTable {
  std::array<std::array<int, 4>, 5> by_strain{};
  int& of(int strain, int seat) {
    return by_strain[static_cast<std::size_t>(strain)][static_cast<std::size_t>(seat)];
  }
  int of(int strain, int seat) const {
    return by_strain[static_cast<std::size_t>(strain)][static_cast<std::size_t>(seat)];
  }
  int of(const Contract& contract) const { return of(contract.strain, contract.declarer); }
};
TrickTable trick_table(const Hands& hands, DealSolver& solver);

// The auction of two sides that see all cards, by backward induction: each bids what suits it best, and doubles what
// goes down.
struct Par {
  int score = 0;  // of North-South
  // Contracts that score this and that no further bid improves, for each strain and declarer one: a part score at
  // the level that is made, a game as low as may be. Empty: all pass.
  std::vector<Contract> contracts;
};
Par par(const TrickTable& tricks, int dealer, unsigned vulnerable);

// A card after which its side takes fewer tricks than before, if all others play their best.
struct Mistake {
  std::size_t at = 0;  // cards played before it
  int seat = 0;
  Card card = kNoCard;
  int tricks = 0;    // given away
  Cards better = 0;  // the cards that gave away none
};
// Requires legal play. `declarer_tricks`: of declarer's side before the lead.
struct Mistakes {
  int declarer_tricks = 0;
  std::vector<Mistake> mistakes;
};
Mistakes mistakes_of(const Hands& hands, const Contract& contract, const std::vector<Card>& play,
                     DealSolver& solver, Budget& budget);

// A card after which its side takes fewer tricks on average, over the layouts that fit what the player of it had seen:
// his hand, dummy, the cards played, who showed out. The auction is not looked at. In each layout all others, and he
// himself from his next card on, see all cards, so that this is an estimate: it knows no guess and no deception.
struct DoubtfulCard {
  std::size_t at = 0;  // cards played before it
  int seat = 0;
  Card card = kNoCard;
  Card better = kNoCard;
  double tricks = 0;      // fewer than by `better`, on average
  double half_width = 0;  // of the 95 % interval of that; 0: these are all layouts
  int layouts = 0;        // in which the two were compared
};
// Up to `layouts` of them for each card, or all if there are fewer. Of a sample one half chooses the better card, the
// other compares, so that the best of many is not taken for better by chance; cards stay out if the interval has 0.
// Requires legal play and layouts > 1.
std::vector<DoubtfulCard> single_dummy_mistakes(const Hands& hands, const Contract& contract,
                                                const std::vector<Card>& play, int layouts,
                                                std::uint64_t seed, CardSolver& solver,
                                                Budget& budget);

}  // namespace cgt::bridge
