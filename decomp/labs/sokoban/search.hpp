// Solutions, and searches for them that can be interrupted and go on where they were, so that several take turns
// without doing anything twice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
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
// that improve one of the features are tried first, the others cost units of weight: the more, the
// more pushes the boxes are from home. (Feature space search: Shoham and Schaeffer 2020.) With one
// cell for all states it is a best-first search on the weighted sum, which is what the vector is
// compared with.
struct FeatureOptions {
  unsigned variant = 0;    // of the packing plan
  bool vector = true;      // false: one open list
  bool links = false;      // how many tunnels hold boxes is a feature, too
  bool homewards = false;  // the step after which boxes are nearest home is among the first, too
  // Backwards, from all solved positions by pulls to that of the level. Requires as many boxes as goals.
  Way way = Way::kForwards;
  // Steps after which a solution would have more pushes are left out. A state is looked at once, with
  // the pushes that led to it first: that there is no such solution is not proved.
  int most_pushes = kNoPushes;
};

// The board must outlive it.
std::unique_ptr<Search> feature_search(const Board& board, const FeatureOptions& options);

// A level cut into rooms and tunnels.
//
// A corridor is a square with walls on both sides of exactly one axis. A tunnel is a straight run
// of corridors, a door a tunnel of one square; it splits the level if nothing else joins its ends. A
// room is a connected part of the squares that are left. (Botea, Mueller, Schaeffer 2002.)

struct Part {
  bool tunnel = false;
  bool splits = false;          // of tunnels
  std::vector<Square> squares;  // in the order of their numbers
  std::vector<int> next;        // parts that it touches, in order
  int goals = 0;
};

struct Partition {
  std::vector<Part> parts;
  std::vector<int> part_of;  // by square
};

Partition partition(const Board& board);

// The level with rooms as letters and tunnels as '-' and '|', then a line for each part.
std::string describe(const Board& board, const Level& level, const Partition& partition);

// Solutions that no other beats in pushes and moves together.
//
// Multi-objective A* (Stewart, White 1991): a state, here with the exact square of the player, keeps
// an antichain of costs (pushes, moves); labels are expanded in lexicographic order and dropped where
// a solution is at least as good in both. The bound of both costs is the matching of boxes to
// goals, as every push is a move.

// Costs, the less the lower: a partial order for decomp/pob.
struct PushesAndMoves {
  using Element = std::pair<int, int>;
  bool less_equal(const Element& a, const Element& b) const {
    return a.first <= b.first && a.second <= b.second;
  }
};

struct ParetoSolution {
  std::vector<Push> pushes;
  PushesAndMoves::Element cost;
};

struct ParetoAnswer {
  // Ascending in pushes, descending in moves; with stop kSolved, all undominated costs, one
  // solution for each. After a spent budget those of fewest pushes so far.
  std::vector<ParetoSolution> solutions;
  SolveCounts counts;
  StopReason stop = StopReason::kSolved;
};

ParetoAnswer solve_pareto(const Board& board, Budget& budget);

// Solving a level of Sokoban, by one method or by all that fit.
//
//   const SourceText source("one.xsb", "#######\n#@ $ .#\n#######\n");
//   const Board board(read_levels(source)[0]);
//   Budget budget;
//   const Solution found = solve(board, {.best = true}, budget);
//   found.optimal();              // true: 2 pushes, and no way with fewer
//   lurd(board, *found.pushes);   // "rRR"
//
// Every solution is a list of legal pushes; play() of level.hpp checks them without any solver.

enum class Method : std::uint8_t {
  kAuto,  // kAbstract with several packing plans and backwards, kScalar and kWeighted, taking turns
  kAStar,     // fewest pushes
  kIda,       // fewest pushes, depth first
  kWeighted,  // A* with 5 times the bound
  kAbstract,  // steps of whole boxes, cells of features
  kScalar,    // the same steps in one open list
};

struct SolveOptions {
  Method method = Method::kAuto;
  // Go on after the first solution: fewest pushes, or bounds of them when the budget is spent.
  bool best = false;
};

// counts are those of all attempts together.
Solution solve(const Board& board, const SolveOptions& options, Budget& budget);

}  // namespace cgt::sokoban
