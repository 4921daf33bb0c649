// What a board is worth if all see all cards: tricks of each declarer in each strain, the par score of the auction,
// and what each card of a record gave away.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/double_dummy.hpp"

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
TrickTable trick_table(const Hands& hands, DoubleDummy& solver);

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
                     DoubleDummy& solver, Budget& budget);

}  // namespace cgt::bridge
