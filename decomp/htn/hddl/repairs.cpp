// What one fact or one method more would be enough for a plan.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/explain.hpp"
#include "decomp/htn/hddl/relaxed_model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"

namespace cgt::htn::hddl {
namespace {

constexpr std::size_t kMostFacts = 5;       // of one predicate
constexpr std::size_t kMostPredicates = 5;  // with such facts
constexpr std::size_t kMostLacking = 4;     // tasks that lack a method
constexpr std::size_t kMostTried = 400;     // facts of one predicate
constexpr std::size_t kMostTries = 40;      // of them, by search
constexpr std::size_t kMostCandidates = 10'000;
constexpr std::size_t kMostLines = 4;
constexpr std::size_t kMostInstances = 100'000;
constexpr std::uint64_t kNodesEach = 20'000;
constexpr std::uint64_t kFewNodes = 500;  // before best-first search has its turn

void note_asked(const Formula& formula, bool negated, std::vector<bool>& asked) {
  if (formula.kind == Formula::Kind::kAtom && !negated) asked[formula.predicate] = true;
  const bool other = (formula.kind == Formula::Kind::kNot) != negated;
  for (const Formula& part : formula.parts) note_asked(part, other, asked);
}

// Predicates that some condition asks for; those that no action changes first.
std::vector<Index> asked_predicates(const Model& model) {
  std::vector<bool> asked(model.predicates.size());
  for (const Method& method : model.methods) note_asked(method.precondition, false, asked);
  for (const Action& action : model.actions) note_asked(action.precondition, false, asked);
  note_asked(model.initial.precondition, false, asked);
  note_asked(model.goal.precondition, false, asked);
  const std::vector<bool> changed = changed_predicates(model);
  std::vector<Index> out;
  for (const bool want : {false, true}) {
    for (Index p = 0; p < asked.size(); ++p) {
      if (asked[p] && changed[p] == want) out.push_back(p);
    }
  }
  return out;
}

// How likely it is that a fact was left out: in how many columns its object stands in no given fact
// of the predicate. Facts that people list say something of each object.
class Gaps {
 public:
  Gaps(const Model& model, Index predicate) : seen_(model.predicates[predicate].parameters.size()) {
    for (std::vector<bool>& column : seen_) column.resize(model.objects.size());
    for (const Fact& fact : model.facts) {
      if (fact.symbol != predicate) continue;
      for (std::size_t c = 0; c < seen_.size(); ++c) seen_[c][fact.objects[c]] = true;
    }
  }
  // Objects as numbered in the model.
  std::size_t of(const std::vector<Index>& objects) const {
    std::size_t out = 0;
    for (std::size_t c = 0; c < seen_.size(); ++c) out += seen_[c][objects[c]] ? 0 : 1;
    return out;
  }

 private:
  std::vector<std::vector<bool>> seen_;  // by column and object
};

std::vector<Index> of_model(const RelationalDomain& domain, std::span<const Index> objects) {
  std::vector<Index> out;
  for (const Index object : objects) out.push_back(domain.objects().of_model(object));
  return out;
}

// Those that lead to fewer of the others first.
void lowest_first(const Model& model, std::vector<Index>& tasks) {
  const std::vector<std::vector<bool>> leads = tasks_below(model);
  const auto others = [&](Index task) {
    return std::count_if(tasks.begin(), tasks.end(), [&](Index t) { return leads[task][t]; });
  };
  std::map<Index, std::ptrdiff_t> rank;
  for (const Index task : tasks) rank[task] = others(task);
  std::stable_sort(tasks.begin(), tasks.end(), [&](Index a, Index b) { return rank[a] < rank[b]; });
}

// For each of the tasks a method more, with which any actions do it; these methods come last, in
// the order of the tasks.
Model with_free_methods(const Model& model, const std::vector<Index>& tasks, bool repeat) {
  Model out = model;
  const auto any = static_cast<Index>(out.tasks.size());
  out.tasks.push_back({"any", {}, {}});
  const auto arguments = [](std::size_t count) {
    std::vector<Term> terms;
    for (Index i = 0; i < count; ++i) terms.push_back({true, i});
    return terms;
  };
  for (Index a = 0; a < model.actions.size(); ++a) {
    Method method;
    method.name = model.tasks[a].name;
    method.task = any;
    method.parameters = static_cast<Index>(model.tasks[a].parameters.size());
    method.variables = model.actions[a].variables;
    method.precondition = model.actions[a].precondition;
    method.subtasks.push_back({a, arguments(method.parameters), "", {}});
    if (repeat) method.subtasks.push_back({any, {}, "", {}});
    out.methods.push_back(std::move(method));
  }
  Method nothing;
  nothing.task = any;
  out.methods.push_back(nothing);
  for (const Index task : tasks) {
    Method method;
    method.name = model.tasks[task].name;
    method.task = task;
    method.parameters = static_cast<Index>(model.tasks[task].parameters.size());
    method.variables = model.tasks[task].parameters;
    method.terms = arguments(method.parameters);
    method.subtasks.push_back({any, {}, "", {}});
    out.methods.push_back(std::move(method));
  }
  return out;
}

class RelaxedRepairs {
 public:
  RelaxedRepairs(const Model& model, Budget& budget)
      : model_(model), budget_(budget), domain_(model, relaxing_options(model, budget)) {}

  void facts(std::vector<Repair>& out) {
    std::size_t predicates = 0;
    for (const Index p : asked_predicates(model_)) {
      if (predicates == kMostPredicates) return;
      const std::size_t before = out.size();
      Budget part = budget_.part(20 * kNodesEach, 0.3);
      try {
        facts_of(p, part, out);
      } catch (const BudgetExhausted&) {
      }
      budget_.settle(part);
      if (out.size() > before) ++predicates;
    }
  }

  void tasks(std::vector<Repair>& out) {
    RelaxedModel relaxed;
    if (!build(domain_, {}, budget_, relaxed)) return;
    const RelaxedReach reach(relaxed, domain_.state(), budget_);
    std::vector<Index> open;            // symbols with a task that cannot be done
    std::map<Index, std::string> such;  // one of them
    for (Index i = 0; i < relaxed.tasks.size(); ++i) {
      const TaskId task = relaxed.tasks[i];
      const Index symbol = domain_.symbol(task);
      if (!domain_.is_of_model(task) || model_.is_primitive(symbol) || reach.done(i)) continue;
      if (such.emplace(symbol, domain_.task_text(task)).second) open.push_back(symbol);
    }
    const Model freed = with_free_methods(model_, open, false);
    RelationalDomain domain(freed, relaxing_options(freed, budget_));
    if (!build(domain, {}, budget_, relaxed)) return;
    const Index first = static_cast<Index>(freed.methods.size() - open.size());
    std::vector<Index> enough;
    for (Index t = 0; t < open.size(); ++t) {
      std::vector<bool> off(relaxed.head.size());
      for (std::size_t i = 0; i < off.size(); ++i) {
        if (relaxed.rule[i] == Relations::kNone) continue;
        const Index method = domain.hierarchy().rules[relaxed.rule[i]].method;
        off[i] = method != Rule::kInitial && method >= first && method != first + t;
      }
      const RelaxedReach with(relaxed, domain.state(), budget_, off);
      if (with.solves(domain.initial_tasks()[0])) enough.push_back(open[t]);
    }
    lowest_first(model_, enough);
    for (const Index symbol : enough) {
      if (out.size() == kMostLacking) return;
      out.push_back({Fault::kDomain, such[symbol]});
    }
  }

 private:
  const Model& model_;
  Budget& budget_;
  RelationalDomain domain_;

  void facts_of(Index predicate, Budget& budget, std::vector<Repair>& out) {
    RelaxedModel relaxed;
    RelaxedLimits limits;
    limits.instances = kMostInstances;
    limits.assumed = predicate;
    if (!build(domain_, limits, budget, relaxed)) return;
    const RelaxedReach before(relaxed, domain_.state(), budget);
    const TaskId root = domain_.initial_tasks()[0];
    RelaxedReach all = before;
    std::vector<Index> missing;
    for (Index i = 0; i < relaxed.literals.size(); ++i) {
      const RelaxedModel::Literal& literal = relaxed.literals[i];
      if (literal.predicate != predicate || literal.negated || before[i]) continue;
      missing.push_back(i);
      all.add(i, budget);
    }
    if (!all.solves(root)) return;
    const auto objects = [&](Index fact) {
      return of_model(domain_, domain_.state().tuple(predicate, relaxed.literals[fact].tuple));
    };
    const Gaps gaps(model_, predicate);
    std::stable_sort(missing.begin(), missing.end(),
                     [&](Index a, Index b) { return gaps.of(objects(a)) > gaps.of(objects(b)); });
    std::size_t found = 0;
    if (missing.size() > kMostTried) missing.resize(kMostTried);
    for (const Index fact : missing) {
      budget.charge(1 + relaxed.head.size() / 256);
      RelaxedReach with = before;
      with.add(fact, budget);
      if (!with.solves(root)) continue;
      out.push_back(
          {Fault::kProblem, call_text(model_, model_.predicates[predicate].name, objects(fact))});
      if (++found == kMostFacts) return;
    }
  }
};

// Leaves out atoms of the predicate, whether they are to hold or not.
void forget(Formula& formula, Index predicate) {
  const Formula& atom =
      formula.kind == Formula::Kind::kNot ? formula.parts[0] : std::as_const(formula);
  if (atom.kind == Formula::Kind::kAtom && atom.predicate == predicate) {
    formula = Formula{};
    return;
  }
  for (Formula& part : formula.parts) forget(part, predicate);
}

Model without_condition(const Model& model, Index predicate) {
  Model out = model;
  for (Action& action : out.actions) forget(action.precondition, predicate);
  for (Method& method : out.methods) forget(method.precondition, predicate);
  forget(out.initial.precondition, predicate);
  forget(out.goal.precondition, predicate);
  return out;
}

class SearchedRepairs {
 public:
  SearchedRepairs(const Model& model, Budget& budget, Explanation& out)
      : model_(model), budget_(budget), out_(out) {}

  void facts() {
    std::vector<Reason> ways;
    std::size_t predicates = 0;
    for (const Index p : asked_predicates(model_)) {
      if (predicates == kMostPredicates) return;
      const std::string& name = model_.predicates[p].name;
      const Model easier = without_condition(model_, p);
      const Solution found = plan_for(easier);
      if (found.result.plans.empty()) continue;
      std::size_t count = 0;
      for (const std::vector<Index>& objects : candidates(p)) {
        Model with = model_;
        with.facts.push_back({p, objects});
        if (plan_for(with).result.plans.empty()) continue;
        out_.enough.push_back({Fault::kProblem, call_text(model_, name, objects), true});
        if (++count == kMostFacts) break;
      }
      if (count > 0) {
        ++predicates;
        continue;
      }
      const PlanVerdict verdict =
          verify(model_, written(*found.domain, found.result.plans[0]), budget_);
      ways.push_back({Fault::kNone, "", "(" + name + ")",
                      fmt::format("({}) stands in the way: without it there is a plan, of which {}",
                                  name, verdict.reason)});
    }
    if (predicates > 0) return;
    if (ways.size() > kMostLines) ways.resize(kMostLines);
    out_.because = std::move(ways);
  }

  void tasks() {
    std::vector<Index> lacking = dead_ends();
    const std::vector<std::vector<bool>> leads = tasks_below(model_);
    const auto is_led_to = [&](Index task) {
      return std::any_of(
          model_.initial.subtasks.begin(), model_.initial.subtasks.end(),
          [&](const Subtask& first) { return first.task == task || leads[first.task][task]; });
    };
    const std::size_t met = lacking.size();
    for (auto t = static_cast<Index>(model_.actions.size()); t < model_.tasks.size(); ++t) {
      const auto known = lacking.begin() + static_cast<std::ptrdiff_t>(met);
      if (is_led_to(t) && std::find(lacking.begin(), known, t) == known) lacking.push_back(t);
    }
    std::vector<Index> enough;
    for (std::size_t i = 0; i < lacking.size() && enough.size() < kMostLacking; ++i) {
      const Model freed = with_free_methods(model_, {lacking[i]}, true);
      if (!plan_for(freed, i < met ? kNodesEach : kNodesEach / 4).result.plans.empty()) {
        enough.push_back(lacking[i]);
      }
    }
    lowest_first(model_, enough);
    for (const Index task : enough) {
      std::string text = "(" + model_.tasks[task].name;
      for (const Typed& parameter : model_.tasks[task].parameters) text += " " + parameter.name;
      out_.enough.push_back({Fault::kDomain, text + ")", true});
    }
  }

 private:
  const Model& model_;
  Budget& budget_;
  Explanation& out_;

  // Tasks that nothing could be done with in the states of a search, the most frequent first: where
  // conditions are asked as soon as they can be, and where they stand in the text.
  std::vector<Index> dead_ends() {
    std::map<Index, std::pair<std::size_t, std::string>> ends;
    for (const DomainOptions& building : {DomainOptions(), relaxing_options(model_, budget_)}) {
      RelationalDomain domain(model_, building);
      PlannerOptions options;
      options.nested = 0;
      Planner planner(domain, options);
      planner.on_dead_end([&](TaskId task, const Statistics&) {
        if (task == kNil || !domain.is_of_model(task)) return true;
        const Index symbol = domain.symbol(task);
        if (model_.is_primitive(symbol)) return true;
        auto& [count, text] = ends[symbol];
        if (count++ == 0) text = domain.task_text(task);
        return true;
      });
      Budget part = budget_.part(kNodesEach);
      budget_.charge(planner.first(part).statistics.nodes);
    }
    std::vector<Index> out;
    for (const auto& [symbol, end] : ends) out.push_back(symbol);
    std::stable_sort(out.begin(), out.end(),
                     [&](Index a, Index b) { return ends[a].first > ends[b].first; });
    for (std::size_t i = 0; i < out.size() && i < kMostLines; ++i) {
      const auto& [count, text] = ends[out[i]];
      out_.because.push_back({Fault::kNone, text, text,
                              fmt::format("{}: no method applied in {} that a search met", text,
                                          counted(count, "state"))});
    }
    return out;
  }

  Solution plan_for(const Model& model, std::uint64_t nodes = kNodesEach) {
    SolveOptions options;
    options.windows = false;
    options.few_nodes = kFewNodes;
    options.instances = 30'000;
    Budget part = budget_.part(nodes);
    Solution found;
    try {
      found = find_plan(model, options, part);
    } catch (const BudgetExhausted&) {
      throw;
    } catch (const Error&) {
      // What the problem never does may have effects without a value.
    }
    budget_.charge(found.nodes + 1);
    return found;
  }

  // Facts that are not given, likely ones first.
  std::vector<std::vector<Index>> candidates(Index predicate) {
    std::vector<std::vector<Index>> out{{}};
    for (const Typed& parameter : model_.predicates[predicate].parameters) {
      std::vector<std::vector<Index>> longer;
      for (const std::vector<Index>& fact : out) {
        for (Index o = 0; o < model_.objects.size(); ++o) {
          if (!model_.is_subtype(model_.objects[o].type, parameter.type)) continue;
          longer.push_back(fact);
          longer.back().push_back(o);
        }
      }
      out = std::move(longer);
      if (out.size() > kMostCandidates) return {};
    }
    std::erase_if(out, [&](const std::vector<Index>& fact) {
      return std::any_of(model_.facts.begin(), model_.facts.end(), [&](const Fact& given) {
        return given.symbol == predicate && given.objects == fact;
      });
    });
    const Gaps gaps(model_, predicate);
    std::stable_sort(out.begin(), out.end(),
                     [&](const auto& a, const auto& b) { return gaps.of(a) > gaps.of(b); });
    if (out.size() > kMostTries) out.resize(kMostTries);
    return out;
  }
};

// Each may end before it is done.
void in_halves(const Budget& budget, const std::function<void(Budget&)>& first,
               const std::function<void(Budget&)>& second) {
  for (const auto& work : {first, second}) {
    Budget half = budget.half();
    try {
      work(half);
    } catch (const BudgetExhausted&) {
    }
  }
}

}  // namespace

// Half of the nodes for each, so that none keeps the other from being looked for.
std::vector<Repair> relaxed_repairs(const Model& model, Budget& budget) {
  std::vector<Repair> facts;
  std::vector<Repair> tasks;
  in_halves(
      budget, [&](Budget& half) { RelaxedRepairs(model, half).tasks(tasks); },
      [&](Budget& half) { RelaxedRepairs(model, half).facts(facts); });
  facts.insert(facts.end(), tasks.begin(), tasks.end());
  return facts;
}

void searched_repairs(const Model& model, Budget& budget, Explanation& out) {
  Explanation tasks;
  in_halves(
      budget, [&](Budget& half) { SearchedRepairs(model, half, tasks).tasks(); },
      [&](Budget& half) { SearchedRepairs(model, half, out).facts(); });
  out.because.insert(out.because.begin(), tasks.because.begin(), tasks.because.end());
  out.enough.insert(out.enough.end(), tasks.enough.begin(), tasks.enough.end());
}

}  // namespace cgt::htn::hddl
