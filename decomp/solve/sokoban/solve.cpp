#include "decomp/solve/sokoban/solve.hpp"

#include <algorithm>

#include "decomp/solve/sokoban/search/feature_search.hpp"
#include "decomp/solve/sokoban/search/optimal.hpp"

namespace cgt::sokoban {
namespace {

// Units of work of the first attempts of kAuto: some seconds each.
constexpr std::uint64_t kFirstAttempt = 5'000'000;

struct Attempt {
  Method method;
  unsigned variant = 0;  // of the packing plan
  bool links = false;
};

Solution attempt(const Board& board, const Ideas& ideas, const Attempt& how, Budget& budget) {
  const Method method = how.method;
  if (method == Method::kAbstract || method == Method::kScalar) {
    FeatureOptions options;
    options.packing = ideas.packing;
    options.partial = ideas.any_packing;
    options.corral_tests = ideas.corral_tests;
    options.variant = how.variant;
    options.links = how.links;
    options.vector = method == Method::kAbstract;
    return solve_by_features(board, options, budget);
  }
  OptimalOptions options;
  options.tunnels = ideas.tunnels;
  options.corrals = ideas.corrals;
  options.iterative = method == Method::kIda;
  options.weight = method == Method::kWeighted ? 5 : 1;
  return solve_by_pushes(board, options, budget);
}

void add_counts(SolveCounts& to, const SolveCounts& from) {
  to.nodes += from.nodes;
  to.states += from.states;
  to.dead += from.dead;
  to.forced += from.forced;
  to.corrals += from.corrals;
  to.room_dead += from.room_dead;
}

// What a later attempt adds to an answer.
void merge(Solution& answer, Solution&& found) {
  add_counts(answer.counts, found.counts);
  answer.lower = std::max(answer.lower, found.lower);
  answer.stop = found.stop;
  if (found.pushes && found.upper < answer.upper) {
    answer.pushes = std::move(found.pushes);
    answer.upper = found.upper;
  }
}

// Each attempt is a part of the budget; longer ones follow.
void by_all_means(const Board& board, const Ideas& ideas, Budget& budget, Solution& answer) {
  constexpr Attempt kAttempts[] = {{Method::kAbstract},    {Method::kWeighted},
                                   {Method::kAbstract, 1}, {Method::kScalar},
                                   {Method::kAbstract, 2}, {Method::kAbstract, 0, true}};
  std::uint64_t units = kFirstAttempt;
  for (;; units *= 3) {
    for (const Attempt& one : kAttempts) {
      if (one.links && !ideas.links) continue;
      // A part may be larger than what is left.
      const std::uint64_t left =
          budget.limits().nodes - std::min(budget.limits().nodes, budget.used_nodes());
      Budget part = budget.part(std::min(units, std::max<std::uint64_t>(left, 1)));
      merge(answer, attempt(board, ideas, one, part));
      if (answer.pushes || answer.lower >= kNoPushes) return;
      budget.settle(part);
    }
  }
}

}  // namespace

Solution solve(const Board& board, const SolveOptions& options, Budget& budget) {
  Solution answer;
  try {
    if (options.method == Method::kAuto) {
      by_all_means(board, options.ideas, budget, answer);
    } else {
      answer = attempt(board, options.ideas, {options.method}, budget);
    }
    if (options.best && answer.pushes && !answer.optimal())
      merge(answer, attempt(board, options.ideas, {Method::kAStar}, budget));
  } catch (const BudgetExhausted& spent) {
    answer.stop = spent.reason();
  }
  return answer;
}

}  // namespace cgt::sokoban
