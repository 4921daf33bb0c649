#include <algorithm>
#include <cmath>

#include "decomp/htn/hddl/list_guide.hpp"
#include "decomp/htn/hddl/solve.hpp"

namespace cgt::htn::hddl {
namespace {

// Of windows in the first round, for each node that they have.
constexpr std::uint64_t kWindowsEach = 64;

class BestSearch {
 public:
  BestSearch(const Model& model, const SolveOptions& options, std::uint32_t nested, Budget& budget,
             const OnBetter& on_better)
      : model_(model), options_(options), nested_(nested), budget_(budget), on_better_(on_better) {}

  Solution run() {
    try {
      Budget building = budget_.part(Budget::kUnlimited);
      DomainOptions domain_options;
      domain_options.budget = &building;
      out_.domain = std::make_unique<RelationalDomain>(model_, domain_options);
      if (!branch_and_bound(options_.bounded_nodes)) {
        rounds();
      } else if (best_ && options_.windows && out_.result.statistics.nested_cuts > 0) {
        // They know no such limit.
        windows(options_.round_nodes, kWindowsEach);
      }
    } catch (const BudgetExhausted& spent) {
      out_.result.stop = spent.reason();
    }
    if (out_.result.plans.empty() && best_) out_.result.plans.push_back(std::move(*best_));
    return std::move(out_);
  }

 private:
  const Model& model_;
  const SolveOptions& options_;
  std::uint32_t nested_;
  Budget& budget_;
  const OnBetter& on_better_;
  Solution out_;  // without the plan
  std::optional<Plan> best_;
  std::unique_ptr<ListGuide> guide_;

  void keep(Plan plan) {
    if (best_ && !better(plan)) return;
    best_ = std::move(plan);
    if (on_better_) on_better_(*out_.domain, *best_);
  }
  bool better(const Plan& plan) const {
    const Better direction = out_.domain->attributes()[0].better;
    return !no_worse(direction, best_->values[0], plan.values[0]);
  }

  // True if that is the answer: what is kept is best.
  bool branch_and_bound(std::uint64_t nodes) {
    PlannerOptions options;
    options.nested = nested_;
    options.shuffle =
        out_.searches > 1 ? std::optional(mix(options_.seed, out_.searches)) : std::nullopt;
    options.guide = guide_.get();
    Planner planner(*out_.domain, options);
    planner.on_plan([&](const Plan& plan, const Statistics&) {
      keep(plan);
      return true;
    });
    Budget part = budget_.part(std::min(nodes, left()));
    const bool bounded = best_.has_value();
    const double known = bounded ? best_->values[0] : 0;
    const Better direction = out_.domain->attributes()[0].better;
    // Better by more than sums in another order differ.
    const double slack = 1e-9 * std::max(1.0, std::abs(known));
    const UpSet wanted = [&](std::span<const double> values) {
      return direction == Better::kLess ? values[0] < known - slack : values[0] > known + slack;
    };
    PlanResult found = bounded ? planner.reach({}, wanted, part) : planner.best(0, part);
    out_.result.statistics = found.statistics;
    out_.result.stop = found.stop;
    out_.search = "branch and bound";
    ++out_.searches;
    out_.nodes += found.statistics.nodes;
    if (found.stop == StopReason::kExhausted) return true;
    budget_.charge(found.statistics.nodes);
    budget_.poll();
    return false;
  }

  std::uint64_t left() const { return budget_.limits().nodes - budget_.used_nodes(); }

  void rounds() {
    first_plan();
    for (std::uint32_t round = 0;; ++round) {
      const std::uint64_t nodes = options_.round_nodes << std::min(2 * round, 30U);
      if (options_.windows && best_ && windows(nodes, kWindowsEach << std::min(2 * round, 30U))) {
        return;
      }
      if (branch_and_bound(nodes)) return;
    }
  }

  // The plan of the searches for a first one; its domain takes the place of this.
  void first_plan() {
    Budget part = budget_.part(left(), best_ ? 0.25 : 1);
    Solution first = find_plan(model_, options_, part);
    out_.add_counts(first);
    if (!first.result.plans.empty() && (!best_ || better(first.result.plans[0]))) {
      out_.domain = std::move(first.domain);
      keep(std::move(first.result.plans[0]));
    }
    budget_.charge(first.nodes);
    budget_.poll();
    Budget building = budget_.part(Budget::kUnlimited);
    guide_ = std::make_unique<ListGuide>(*out_.domain, GuideOptions{}, &building);
  }

  // True if that proved the plan to be best.
  bool windows(std::uint64_t nodes, std::uint64_t nodes_each) {
    if (!Windows::fits(*out_.domain, *best_)) return false;
    Windows windows(*out_.domain, *best_);
    WindowOptions options;
    options.nodes = std::min(nodes, left());
    options.nodes_each = nodes_each;
    Budget part = budget_.part(Budget::kUnlimited);
    try {
      windows.improve(options, part);
    } catch (const BudgetExhausted&) {
      out_.windows.add(windows.counts());
      keep(windows.plan());
      budget_.poll();
      throw;
    }
    out_.windows.add(windows.counts());
    keep(windows.plan());
    out_.nodes += windows.counts().nodes;
    if (windows.counts().proved) {
      out_.result.stop = StopReason::kExhausted;
      out_.result.statistics.nested_cuts = 0;
      out_.search = "windows";
      return true;
    }
    budget_.charge(windows.counts().nodes);
    budget_.poll();
    return false;
  }
};

}  // namespace

Solution find_best(const Model& model, const SolveOptions& options, std::uint32_t nested,
                   Budget& budget, const OnBetter& on_better) {
  return BestSearch(model, options, nested, budget, on_better).run();
}

}  // namespace cgt::htn::hddl
