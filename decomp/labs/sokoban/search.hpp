// A search for a solution that can be interrupted and goes on where it was, so that several take turns
// without doing anything twice.
#pragma once

#include "cgt/support/budget.hpp"
#include "decomp/labs/sokoban/solution.hpp"

namespace cgt::sokoban {

class Search {
 public:
  Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  virtual ~Search() = default;

  // Searches on until it has ended or used about so many units of the budget. Throws BudgetExhausted;
  // then it can only be asked what it knows.
  virtual void go_on(Budget& budget, std::uint64_t units) = 0;

  // What is known so far; `stop` is left to the caller unless the search has ended.
  const Solution& solution() const { return solution_; }
  bool ended() const { return over_ || solution_.pushes.has_value() || solution_.impossible(); }
  // What its tables hold.
  virtual std::uint64_t bytes() const = 0;

 protected:
  void no_solution() {
    solution_.lower = kNoPushes;
    solution_.stop = StopReason::kExhausted;
  }

  // Of what the budget counts: where a turn of so many units ends.
  static std::uint64_t end_of_turn(const Budget& budget, std::uint64_t units) {
    const std::uint64_t used = budget.used_nodes();
    return units > Budget::kUnlimited - used ? Budget::kUnlimited : used + units;
  }

  Solution solution_;
  bool over_ = false;  // nothing is left to look at
};

// Goes on to the end of the search or of the budget.
Solution run(Search& search, Budget& budget);

}  // namespace cgt::sokoban
