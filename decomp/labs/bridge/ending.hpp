// The last tricks of a deal against best defence, exactly.
//
// The model is that of world_sets.hpp: the defenders see all cards and know the strategy. Cards of the
// defenders are never merged, since which of two equals wins decides who leads.
#pragma once

#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "decomp/labs/bridge/table.hpp"

namespace cgt::bridge {

struct EndingProblem {
  int trump = kNotrump;
  int leader = 2;           // of the trick that is played
  std::vector<Card> trick;  // what lies on the table; North or South is to play
  int need = 1;
  Cards north = 0;
  Cards south = 0;
  Cards hidden = 0;           // of both defenders together
  std::vector<Cards> worlds;  // West's hands; see all_worlds()
};

// What is known of single cards and suits: "W:SK" West holds it, "E:H=2" East has two hearts.
struct HiddenCondition {
  bool west = true;
  bool is_length = false;
  Card card = 0;
  int suit = 0;
  int length = 0;
};
// Throws Error.
HiddenCondition parse_condition(const std::string& text);
// All hands of West that fit.
std::vector<Cards> all_worlds(const EndingProblem& problem,
                              const std::vector<HiddenCondition>& conditions);

struct EndingAnswer {
  double best = 0;  // share of the worlds that the best strategy wins
  double dd = 0;    // of the worlds, those that a declarer who sees all wins
  struct Lead {
    Card card;
    double best;  // after this card
    double dd;
    double tricks;  // double dummy, on average
  };
  std::vector<Lead> cards;
  std::string line;  // the first card, and the plan in words of cards
  std::uint64_t nodes = 0;
};

// Throws Error if hands are of different sizes, cards come twice, it is not the turn of North or South,
// or there are no worlds or more than 256; BudgetExhausted.
EndingAnswer solve_ending(const EndingProblem& problem, Budget& budget);

}  // namespace cgt::bridge
