#include "decomp/htn/hddl/solve.hpp"

#include "decomp/htn/hddl/composition.hpp"
#include "decomp/htn/hddl/list_guide.hpp"
#include "decomp/htn/planner/queue_search.hpp"

namespace cgt::htn::hddl {
namespace {

// The longest that the relaxed composition may take to be built, of the time that is left.
constexpr double kShareOfGrounding = 0.4;
// The same of partial order, where only a proof that there is no plan comes of it.
constexpr double kShareOfImpossible = 0.1;
// With care, depth-first search goes astray more seldom: in the first round it is worth more nodes.
constexpr std::uint64_t kShareOfCare = 8;
// Of the relaxed composition, in a round.
constexpr std::uint64_t kFewestEstimates = 1'000;
constexpr std::uint64_t kMostEstimates = 6'000;

std::uint64_t fourfold(std::uint64_t first, std::uint32_t round) {
  return first << std::min(2 * round, 20U);
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
    } catch (const BudgetExhausted&) {
      budget_->poll();
    }
    if (!fits) return;
    estimates_ = std::clamp(options_.operations / std::max<std::size_t>(1, relaxed.head.size()),
                            kFewestEstimates, kMostEstimates);
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

// Is there no plan even if facts, once true, stay true?
bool is_impossible(RelationalDomain& domain, const SolveOptions& options, Budget& budget) {
  RelaxedLimits limits;
  limits.instances = static_cast<std::size_t>(options.instances);
  Budget part = budget.part(Budget::kUnlimited, kShareOfImpossible);
  try {
    RelaxedModel relaxed;
    if (!build(domain, limits, part, relaxed)) return false;
    return !RelaxedReach(relaxed, domain.state(), part).solves(domain.initial_tasks()[0]);
  } catch (const BudgetExhausted&) {
    budget.poll();
    return false;
  }
}

// Tasks in the order of the text, and interleaved, in turns.
Solution find_interleaved(const Model& model, const SolveOptions& options, Budget& budget) {
  constexpr std::uint32_t kFirstDepth = 256;
  Solution out;
  bool in_order = true;  // may have a plan
  try {
    DomainOptions domain_options;
    domain_options.hierarchy.interleaved = true;
    Budget building = budget.part(Budget::kUnlimited);
    domain_options.budget = &building;
    auto domain = std::make_unique<RelationalDomain>(model, domain_options);
    Solver in_text_order(model, options);
    for (std::uint32_t round = 0;; ++round) {
      InterleavingOptions search;
      search.depth = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(fourfold(kFirstDepth, round), 0xffffffffU));
      if (round % 2 == 1) search.shuffle = mix(options.seed, round);
      const std::uint64_t left = budget.limits().nodes - budget.used_nodes();
      Budget part = budget.part(std::min(fourfold(options.few_nodes, round), left));
      out.result = interleave(*domain, search, part);
      out.nodes += out.result.statistics.nodes;
      out.search = "interleaving";
      ++out.searches;
      const Statistics& seen = out.result.statistics;
      bool none = out.result.stop == StopReason::kExhausted && seen.nested_cuts == 0;
      if (round == 0 && out.result.plans.empty() && !none) {
        none = is_impossible(*domain, options, budget);
        if (none) out.result = {};
      }
      if (none || !out.result.plans.empty()) {
        out.domain = std::move(domain);
        return out;
      }
      budget.settle(part);
      budget.charge(seen.nodes);
      budget.poll();
      if (!in_order) continue;
      const std::uint64_t rest = budget.limits().nodes - budget.used_nodes();
      Budget ordered = budget.part(std::min(fourfold(options.many_nodes, round), rest), 0.5);
      Solution found = in_text_order.run(ordered);
      out.add_counts(found);
      if (!found.result.plans.empty()) {
        out.domain = std::move(found.domain);
        out.result = std::move(found.result);
        out.search = found.search;
        return out;
      }
      in_order = found.result.stop != StopReason::kExhausted;
      budget.charge(found.nodes);
      budget.poll();
    }
  } catch (const BudgetExhausted& spent) {
    out.result.stop = spent.reason();
    out.result.plans.clear();
  }
  return out;
}

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
  if (model.is_partial()) return find_interleaved(model, options, budget);
  return Solver(model, options).run(budget);
}

}  // namespace cgt::htn::hddl
