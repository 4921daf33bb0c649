// Terms for random sums that searches without values can solve, too: positions of a few followers
// of every ruleset that needs no arguments, and values.
#pragma once

#include <random>
#include <vector>

#include "cgt/store/store.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::testing {

struct SmallTerm {
  solve::SumTerm term;
  GameId value;
  std::size_t positions = 1;  // that play in it can reach
};

struct SmallTerms {
  std::vector<SmallTerm> terms;
  std::size_t rulesets = 0;  // that have some; loopy ones have none
};

// About `each` positions of each ruleset, by random play from its example.
SmallTerms small_terms(Store& store, int each, std::mt19937_64& random);

}  // namespace cgt::testing
