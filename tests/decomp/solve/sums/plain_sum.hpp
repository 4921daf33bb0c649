// Who wins a sum, by nothing but the rules: every move in every term, full width, sums remembered
// as they stand. No values, no splitting, no symmetry, no cancelling: to check the solvers that use
// them. For small sums.
#pragma once

#include <cstdint>
#include <string>

#include "cgt/store/store.hpp"
#include "cgt/support/budget.hpp"
#include "cgt/support/containers.hpp"
#include "decomp/solve/sums/sum.hpp"

namespace cgt::solve {

class PlainSumSearch {
 public:
  // The store must outlive the search.
  explicit PlainSumSearch(Store& store) : store_(store) {}

  // Does `first` win by moving first? Throws BudgetExhausted, one node a sum; Error for loops.
  bool wins(const Sum& sum, Player first, Budget& budget);

  std::uint64_t sums() const { return known_.size(); }

 private:
  Store& store_;
  FlatMap<std::string, bool> known_;  // by the terms as text and the player to move
};

}  // namespace cgt::solve
