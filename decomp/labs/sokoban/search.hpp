// Solutions, and searches for them that can be interrupted and go on where they were, so that several take turns
// without doing anything twice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/stop_reason.hpp"
#include "decomp/labs/sokoban/board.hpp"

namespace cgt::sokoban {

struct Push {
  Square box;  // before the push
  std::uint8_t direction;
  friend bool operator==(const Push&, const Push&) = default;
};

// Deterministic: equal calls give equal counts.
struct SolveCounts {
  std::uint64_t nodes = 0;    // states expanded
  std::uint64_t states = 0;   // different states met
  std::uint64_t dead = 0;     // states called dead: frozen, without a matching, a corral
  std::uint64_t forced = 0;   // pushes that a tunnel made
  std::uint64_t corrals = 0;  // states where only the boxes of a PI-corral were pushed
  int packed = 0;             // most goals filled in the order of the packing plan
  bool planned = false;       // the packing plan is complete
};

// lower <= least pushes <= upper; kNoPushes: none are known, or there is no solution.
inline constexpr int kNoPushes = 1 << 28;

struct Solution {
  std::optional<std::vector<Push>> pushes;
  int lower = 0;
  int upper = kNoPushes;
  bool optimal() const { return pushes.has_value() && lower >= upper; }
  // Proved to have none.
  bool impossible() const { return !pushes && lower >= kNoPushes; }
  SolveCounts counts;
  StopReason stop = StopReason::kSolved;
};

// The pushes with shortest walks between them, as LURD. The pushes must be legal.
std::string lurd(const Board& board, const std::vector<Push>& pushes);

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

// Fewest pushes: A* and IDA* with a matching bound, and weighted A* for any solution.
//
// All three prunings keep an optimal solution: dead squares with freeze tests, tunnels (a box in a
// one-wide passage that cuts the board in two, off the goals, has one push left, which is made at
// once), and PI-corrals.
struct OptimalOptions {
  int weight = 1;          // of the estimate; above 1, solutions need not be optimal
  bool iterative = false;  // IDA*
};

// The board must outlive it. IDA* does not stop before its end or that of the budget.
std::unique_ptr<Search> push_search(const Board& board, const OptimalOptions& options);

// Any solution of a level, guided by a vector of features instead of one number.
//
// A step carries one box as far as it goes while all others stay. States fall into cells by their
// features; each cell has an open list of its own, and the cells take turns. Of a state, the steps
// that improve one of the features are tried first, the others cost one unit of weight. (Feature
// space search: Shoham and Schaeffer 2020.) With one cell for all states it is a best-first search
// on the weighted sum, which is what the vector is compared with.
struct FeatureOptions {
  unsigned variant = 0;  // of the packing plan
  bool vector = true;    // false: one open list
  bool links = false;    // how many tunnels hold boxes is a feature, too
  // Steps after which a solution would have more pushes are left out. A state is looked at once, with
  // the pushes that led to it first: that there is no such solution is not proved.
  int most_pushes = kNoPushes;
};

// The board must outlive it.
std::unique_ptr<Search> feature_search(const Board& board, const FeatureOptions& options);

}  // namespace cgt::sokoban
