#include "decomp/htn/hddl/solve.hpp"

#include "decomp/htn/hddl/composition.hpp"
#include "decomp/htn/hddl/interleaving_search.hpp"
#include "decomp/htn/hddl/list_guide.hpp"
#include "decomp/htn/planner/queue_search.hpp"

namespace cgt::htn::hddl {
namespace {

// The longest that the relaxed composition may take to be built, of the time that is left.
constexpr double kShareOfGrounding = 0.4;
// Of partial order, the longest that searches in the order of the text may take at a time, of what
// is left.
constexpr double kShareOfOrder = 0.5;
// With care, depth-first search goes astray more seldom: in the first round it is worth more nodes.
constexpr std::uint64_t kShareOfCare = 8;
// Of the relaxed composition, in a round.
constexpr std::uint64_t kFewestEstimates = 1'000;
constexpr std::uint64_t kMostEstimates = 6'000;

std::uint64_t fourfold(std::uint64_t first, std::uint32_t round) {
  return first << std::min(2 * round, 20U);
}

// In the first round.
std::uint64_t estimates_of(const RelaxedModel& relaxed, const SolveOptions& options) {
  return std::clamp(options.operations / std::max<std::size_t>(1, relaxed.head.size()),
                    kFewestEstimates, kMostEstimates);
}

// A domain, and what guides a depth-first search through it.
struct Guided {
  std::unique_ptr<RelationalDomain> domain;
  std::unique_ptr<ListGuide> guide;
};

// How a depth-first search chooses: in the order of the text, without a guide or with one, with care, or
// at random.
enum class Way : std::uint8_t { kUnguided, kPlain, kCareful, kShuffled };

class Solver {
 public:
  Solver(const Model& model, const SolveOptions& options) : model_(model), options_(options) {}

  // Counts are those of this run. If its budget was spent, the next one goes on with the round in
  // which that was; after an answer, there is no next one.
  Solution run(Budget& budget) {
    budget_ = &budget;
    out_ = {};
    // With more time it may be built.
    if (!relaxed_) relaxing_tried_ = false;
    try {
      while (!rounds_end(round_)) ++round_;
      if (!out_.result.plans.empty() && options_.windows) improve();
    } catch (const BudgetExhausted& spent) {
      out_.result.stop = spent.reason();
      out_.result.plans.clear();
      // It may have lost some of what it was to look at.
      queue_.reset();
    }
    return std::move(out_);
  }

 private:
  const Model& model_;
  const SolveOptions& options_;
  Budget* budget_ = nullptr;
  std::uint32_t round_ = 0;
  Solution out_;
  Guided by_text_;
  Guided by_recursion_;
  std::unique_ptr<CompositionEstimator> relaxed_;
  bool relaxing_tried_ = false;
  std::uint64_t estimates_ = 0;  // by it, in the first round
  // Best-first search by it, which goes on from round to round with a guide of its own.
  std::unique_ptr<ListGuide> queue_guide_;
  std::unique_ptr<QueueSearch> queue_;

  // True if there is an answer.
  bool rounds_end(std::uint32_t round) {
    // Where methods are good recipes, the guide would take longer to build than the plan to find.
    const std::uint64_t unguided = std::min(options_.unguided_nodes, options_.few_nodes);
    if (round == 0 && unguided > 0 &&
        !depth_first(by_text_, "depth first", round, unguided, Way::kUnguided)) {
      return true;
    }
    const std::uint64_t nodes =
        round == 0 ? options_.few_nodes : fourfold(options_.many_nodes, round - 1);
    const bool again = depth_first(by_text_, "depth first", round, nodes, Way::kPlain);
    if (!again) return true;
    // If all was seen, another order would see the same.
    const bool other = out_.result.stop != StopReason::kExhausted;
    if (other) {
      if (!depth_first(by_recursion_, "recursion first", round, nodes, Way::kPlain)) return true;
      if (!depth_first(by_text_, "shuffled", round, nodes, Way::kShuffled)) return true;
    }
    // Best-first search finds the shorter plans, so it has its turn before care takes many nodes.
    if (!composition(round)) return true;
    const std::uint64_t careful = round == 0 ? kShareOfCare * nodes : nodes;
    return other && !depth_first(by_text_, "careful", round, careful, Way::kCareful);
  }

  // How many nodes windows of a plan with so many nodes of its tree may take.
  std::uint64_t window_nodes(std::size_t size) const {
    // A short plan has few windows, and is found in no time: it is not worth many. Longer ones are
    // worth what two passes over the windows of one size may take (WindowOptions::nodes_each), and very
    // long ones no more than that: their steps alone take as long.
    constexpr std::uint64_t kShortPlan = 128;
    constexpr std::uint64_t kMostEach = 32;
    constexpr std::uint64_t kMost = 1U << 16U;
    const std::uint64_t nodes = std::min<std::uint64_t>(size, kMost);
    const std::uint64_t each = std::min(nodes * nodes / (kShortPlan * kShortPlan), kMostEach);
    return options_.window_nodes +
           static_cast<std::uint64_t>(options_.window_share * static_cast<double>(out_.nodes)) +
           std::min(each * nodes, kMost);
  }

  // The plan stays if a limit is reached.
  void improve() {
    Plan& plan = out_.result.plans[0];
    if (!Windows::fits(*out_.domain, plan)) return;
    WindowOptions options;
    options.nodes = window_nodes(plan.nodes.size());
    options.patience = options_.window_nodes + options_.window_patience * plan.nodes.size();
    Windows windows(*out_.domain, std::move(plan));
    Budget part = budget_->part(Budget::kUnlimited);
    try {
      windows.improve(options, part);
    } catch (const BudgetExhausted&) {
    }
    out_.windows = windows.counts();
    plan = std::move(windows).take();
  }

  void prepare(Guided& guided, bool recursion_first) {
    if (guided.domain) return;
    DomainOptions options;
    options.hierarchy.recursion_first = recursion_first;
    // What is built takes time and is not a node.
    Budget building = budget_->part(Budget::kUnlimited);
    options.budget = &building;
    guided.domain = std::make_unique<RelationalDomain>(model_, options);
  }

  std::unique_ptr<ListGuide> new_guide(RelationalDomain& domain) const {
    Budget building = budget_->part(Budget::kUnlimited);
    return std::make_unique<ListGuide>(domain, GuideOptions{}, &building);
  }

  // False if that is the answer.
  bool note(PlanResult result, std::string_view search, std::uint64_t nodes_before) {
    out_.result = std::move(result);
    const Statistics& now = out_.result.statistics;
    const std::uint64_t nodes = now.nodes - nodes_before;
    ++out_.searches;
    out_.search = search;
    out_.nodes += nodes;
    if (!out_.result.plans.empty()) return false;
    if (out_.result.stop == StopReason::kExhausted && now.nested_cuts == 0) return false;
    budget_->charge(nodes);
    budget_->poll();
    return true;
  }

  // The answer, if there is one, belongs to this domain.
  bool answered(Guided& guided) {
    out_.domain = std::move(guided.domain);
    return false;
  }

  bool depth_first(Guided& guided, std::string_view name, std::uint32_t round, std::uint64_t nodes,
                   Way way) {
    prepare(guided, &guided == &by_recursion_);
    PlannerOptions options;
    options.nested = (1U << std::min(round, 31U)) - 1;
    if (way != Way::kUnguided) {
      if (!guided.guide) guided.guide = new_guide(*guided.domain);
      options.guide = guided.guide.get();
    }
    options.careful = way == Way::kCareful;
    if (way == Way::kShuffled) options.shuffle = mix(options_.seed, round);
    Planner planner(*guided.domain, options);
    const std::uint64_t left = budget_->limits().nodes - budget_->used_nodes();
    Budget part = budget_->part(std::min(nodes, left));
    return note(planner.first(part), name, 0) || answered(guided);
  }

  // The relaxed composition, once, if the problem is not too large to be made ground.
  void relax() {
    if (relaxing_tried_) return;
    relaxing_tried_ = true;
    RelaxedLimits limits;
    limits.instances = static_cast<std::size_t>(options_.instances);
    Budget part = budget_->part(Budget::kUnlimited, kShareOfGrounding);
    RelaxedModel relaxed;
    bool fits = false;
    try {
      fits = build(*by_text_.domain, limits, part, relaxed);
      if (fits) {
        relaxed = reachable_part(relaxed, by_text_.domain->state(),
                                 by_text_.domain->initial_tasks()[0], part);
      }
    } catch (const BudgetExhausted&) {
      budget_->poll();
    }
    if (!fits) return;
    estimates_ = estimates_of(relaxed, options_);
    relaxed_ = std::make_unique<CompositionEstimator>(*by_text_.domain, std::move(relaxed));
  }

  bool composition(std::uint32_t round) {
    relax();
    if (!relaxed_) return true;
    if (!queue_) {
      if (!queue_guide_) {
        queue_guide_ = new_guide(*by_text_.domain);
        queue_guide_->start();
        // With one or none, all nodes that are open have the same.
        if (queue_guide_->landmarks() > 1) relaxed_->count_landmarks(*queue_guide_);
      }
      PlannerOptions options;
      options.guide = queue_guide_.get();
      queue_ = std::make_unique<QueueSearch>(*by_text_.domain, options, *relaxed_);
    }
    const std::uint64_t nodes_before = queue_->statistics().nodes;
    Budget part = budget_->part(budget_->limits().nodes - budget_->used_nodes());
    return note(queue_->first(by_text_.domain->initial_tasks(), fourfold(estimates_, round), part),
                "composition", nodes_before) ||
           answered(by_text_);
  }
};

// Tasks in the order of the text, and interleaved, in turns.
class InterleavedSolver {
 public:
  InterleavedSolver(const Model& model, const SolveOptions& options, Budget& budget)
      : model_(model), options_(options), budget_(budget), in_text_order_(model, options) {}

  Solution run() {
    try {
      prepare();
      std::uint32_t round = 0;
      while (!round_ends(round)) ++round;
    } catch (const BudgetExhausted& spent) {
      out_.result.stop = spent.reason();
      out_.result.plans.clear();
    }
    return std::move(out_);
  }

 private:
  const Model& model_;
  const SolveOptions& options_;
  Budget& budget_;
  Solution out_;
  Solver in_text_order_;
  bool in_order_ = true;  // may have a plan
  std::unique_ptr<RelationalDomain> domain_;
  std::unique_ptr<CompositionEstimator> relaxed_;
  std::unique_ptr<InterleavingSearch> blind_;
  std::unique_ptr<InterleavingSearch> guided_;
  std::uint64_t estimates_ = 0;

  void prepare() {
    DomainOptions options;
    options.hierarchy.interleaved = true;
    Budget building = budget_.part(Budget::kUnlimited);
    options.budget = &building;
    domain_ = std::make_unique<RelationalDomain>(model_, options);
    blind_ = std::make_unique<InterleavingSearch>(*domain_);
  }

  // True if there is an answer.
  bool round_ends(std::uint32_t round) {
    if (interleaves(*blind_, fourfold(options_.few_nodes, round))) return true;
    if (round == 0 && !relax()) {
      out_.result = {};
      out_.domain = std::move(domain_);
      return true;
    }
    if (in_order_ && orders(fourfold(options_.many_nodes, round))) return true;
    return guided_ && interleaves(*guided_, fourfold(estimates_, round));
  }

  bool interleaves(InterleavingSearch& search, std::uint64_t choices) {
    const std::uint64_t before = search.statistics().nodes;
    Budget part = budget_.part(budget_.limits().nodes - budget_.used_nodes());
    out_.result = search.first(choices, part);
    const std::uint64_t nodes = search.statistics().nodes - before;
    out_.nodes += nodes;
    ++out_.searches;
    out_.search = "interleaving";
    if (!out_.result.plans.empty() || out_.result.stop == StopReason::kExhausted) {
      out_.domain = std::move(domain_);
      return true;
    }
    budget_.settle(part);
    budget_.charge(nodes);
    budget_.poll();
    return false;
  }

  // The relaxed composition, if the problem is not too large to be made ground. False if there is
  // no plan even if facts, once true, stay true.
  bool relax() {
    RelaxedLimits limits;
    limits.instances = static_cast<std::size_t>(options_.instances);
    Budget part = budget_.part(Budget::kUnlimited, kShareOfGrounding);
    try {
      RelaxedModel all;
      if (!build(*domain_, limits, part, all)) return true;
      const TaskId root = domain_->initial_tasks()[0];
      RelaxedModel relaxed = reachable_part(all, domain_->state(), root, part);
      if (!RelaxedReach(relaxed, domain_->state(), part).solves(root)) return false;
      estimates_ = estimates_of(relaxed, options_);
      relaxed_ = std::make_unique<CompositionEstimator>(*domain_, std::move(relaxed));
      guided_ = std::make_unique<InterleavingSearch>(*domain_, relaxed_.get());
    } catch (const BudgetExhausted&) {
      budget_.poll();
    }
    return true;
  }

  bool orders(std::uint64_t nodes) {
    const std::uint64_t rest = budget_.limits().nodes - budget_.used_nodes();
    Budget ordered = budget_.part(std::min(nodes, rest), kShareOfOrder);
    Solution found = in_text_order_.run(ordered);
    out_.add_counts(found);
    if (!found.result.plans.empty()) {
      out_.domain = std::move(found.domain);
      out_.result = std::move(found.result);
      out_.search = found.search;
      return true;
    }
    in_order_ = found.result.stop != StopReason::kExhausted;
    budget_.charge(found.nodes);
    budget_.poll();
    return false;
  }
};

}  // namespace

void require_total_order(const Model& model) {
  if (!model.is_partial()) return;
  throw Error("the subtasks are partially ordered: only a first plan can be searched",
              "leave the options out, or use :ordered-subtasks");
}

void Solution::add_counts(const Solution& other) {
  nodes += other.nodes;
  searches += other.searches;
  windows.add(other.windows);
}

Solution find_plan(const Model& model, const SolveOptions& options, Budget& budget) {
  if (model.is_partial()) return InterleavedSolver(model, options, budget).run();
  return Solver(model, options).run(budget);
}

}  // namespace cgt::htn::hddl
