// A plan made better part by part.
//
// A window is a part of a plan: tasks that follow each other, with all that is below them. It is
// planned again by A* (Hart, Nilsson, Raphael 1968) from the state in which it begins, for less of
// attribute 0 than it has. Two ends are right: the state in which the window ended, so that
// whatever comes later is as it was; or another one in which the rest of the plan is still
// possible, method for method and step for step, and the domain accepts its end. The tree of the
// plan is changed in the window only.
//
//   Windows windows(domain, plan);                    // the domain is where the plan begins
//   windows.improve({.nodes = 1000}, budget);
//   const Plan better = std::move(windows).take();
//
// Small windows come first: what they cost is known to be least soon. Limits are nodes of the
// searches, each step that is done to get from window to window counted as one.
//
// Thread rule: that of the domain.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

struct CGT_API WindowOptions {
  // Of all windows together.
  std::uint64_t nodes = 100'000;
  // No further, once so many of them in a row have bettered nothing.
  std::uint64_t patience = std::numeric_limits<std::uint64_t>::max();
  // Of one window: so many for each node that it has.
  std::uint64_t nodes_each = 16;
  // And never more: some hundred bytes each.
  std::uint64_t most_nodes = 4'000'000;
  // Try ends in other states, too.
  bool other_ends = true;
};

struct CGT_API WindowCounts {
  std::uint64_t windows = 0;   // searched
  std::uint64_t improved = 0;  // for the better
  std::uint64_t nodes = 0;
  bool proved = false;  // the last search over the whole plan ended: no plan costs less

  // The windows of another plan, too. What they prove is not of this one.
  void add(const WindowCounts& other) {
    windows += other.windows;
    improved += other.improved;
    nodes += other.nodes;
  }
};

class CGT_API Windows {
 public:
  // Attribute 0 must be a monotone sum that is to be small, states must be comparable, and no task of
  // the plan kNil: see fits(). `plan` begins in the present state of the domain.
  Windows(Domain& domain, Plan plan);
  static bool fits(const Domain& domain, const Plan& plan);

  // One pass over windows of each size, from small ones to the whole plan, until no pass finds
  // anything or a limit is reached. True if all windows were searched to the end, without finding
  // anything. After BudgetExhausted, which it throws, the plan is the best so far. The domain is left
  // as it was.
  bool improve(const WindowOptions& options, Budget& budget);
  const WindowCounts& counts() const { return counts_; }
  const Plan& plan() const { return plan_; }
  Plan take() && { return std::move(plan_); }

 private:
  enum class Outcome : std::uint8_t { kImproved, kKept, kLimit };

  Domain& domain_;
  Plan plan_;
  WindowCounts counts_;
  std::uint64_t limit_ = 0;                    // on counts_.nodes, later once something is found
  std::vector<std::uint32_t> ends_;            // of the subtrees
  std::vector<std::uint32_t> steps_before_;    // by node, and for the end of the plan
  std::vector<double> costs_;                  // before each step, and at the end
  std::vector<Hash128> states_;                // the same
  std::vector<Word> marks_;                    // of the steps that the domain has done
  std::vector<std::vector<TaskId>> subtasks_;  // by node, as far as asked for
  Values contribution_;                        // scratch

  // A* within a window.
  class Search;

  void measure();
  void replay(std::size_t to);
  bool passes(const WindowOptions& options, Budget& budget);
  void go_to(std::size_t step);
  std::uint32_t window_end(std::uint32_t first, std::size_t size) const;
  Outcome improve(std::uint32_t first, std::uint32_t last, Search& search,
                  const WindowOptions& options, Budget& budget);
  bool rest_serves(std::uint32_t node, double cost, std::uint64_t& nodes, Budget& budget);
};

}  // namespace cgt::htn
