// Best play of one suit against best defence, exactly.
//
// Declarer picks one strategy by the cards seen, the defenders see everything and know it (Frank and
// Basin 1998). Best is the chance of a number of tricks, or the tricks on average. Equal cards of the defenders are one, so that a layout is a number of each kind with
// West; its odds are those of two hands of 13 with no other card known. Mixed strategies are outside
// of the model.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cgt/support/budget.hpp"

namespace cgt::bridge {

struct SuitProblem {
  unsigned north = 0;  // bits 2 .. 14
  unsigned south = 0;
  // How often North can be reached outside of the suit; -1: as often as is wanted. South always.
  int entries = -1;
  int tricks = 1;
  // Most tricks on average instead of the best chance of `tricks`.
  bool average = false;
};

struct SuitAnswer {
  double best = 0;   // probability; tricks, if `average`
  double smith = 0;  // of the same strategy if each card lies with either defender by a coin
  double dd = 0;     // of a declarer who sees all hands
  // The best after each first card: 'N' or 'S', rank.
  struct Lead {
    char hand;
    int rank;
    double best;
  };
  std::vector<Lead> leads;
  // If `average`: of 0, 1, ... tricks or more, by the strategy of `line`.
  std::vector<double> at_least;
  std::string line;  // one best strategy along low cards
  std::size_t layouts = 0;
  std::uint64_t nodes = 0;
};

// "AJT"; "" and "-" are not a card. Nothing if a letter is not a rank or comes twice.
std::optional<unsigned> parse_ranks(std::string_view text);

// Throws Error if both hands hold a card, or neither any; BudgetExhausted.
SuitAnswer solve_suit(const SuitProblem& problem, Budget& budget);

}  // namespace cgt::bridge
