#include "decomp/htn/hddl/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "decomp/htn/hddl/relaxed_model.hpp"

namespace cgt::htn::hddl {
namespace {

constexpr std::size_t kMostReasons = 4;
constexpr std::size_t kMostNoted = 200;
// Tasks that are looked at on the way down.
constexpr std::size_t kMostTasks = 2000;

// The relaxed problem, from the tasks down to what cannot be done.
class Descent {
 public:
  Descent(const Model& model, Budget& budget)
      : model_(model),
        budget_(budget),
        domain_(model, relaxing_options(model, budget)),
        changes_(changed_predicates(model)) {}

  // Nothing if all can be done, or the problem is too large.
  Explanation run() {
    if (!build(domain_, {}, budget_, relaxed_)) return {};
    reach_.emplace(relaxed_, domain_.state(), budget_);
    const TaskId task = domain_.initial_tasks()[0];
    Explanation out;
    out.relaxed = !reach_->solves(task);
    if (!out.relaxed) return out;
    reach_facts();
    const Index root = task < relaxed_.number.size() ? relaxed_.number[task] : Relations::kNone;
    if (root == Relations::kNone) {
      without_instance(task, {});
    } else if (!reach_->done(root)) {
      descend(root);
    } else {
      for (const Index fact : relaxed_.goal) {
        if (!(*reach_)[fact]) literal_fails("the goal", fact);
      }
    }
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    if (out_.size() > kMostReasons) out_.resize(kMostReasons);
    for (Ranked& ranked : out_) out.because.push_back(std::move(ranked.reason));
    return out;
  }

 private:
  // In the order of the page: what no action can change, what never comes true, the rest.
  enum class Rank : std::uint8_t { kMissing, kNeverMade, kOther };
  struct Ranked {
    Rank rank;
    Reason reason;
  };

  const Model& model_;
  Budget& budget_;
  RelationalDomain domain_;
  std::vector<bool> changes_;
  RelaxedModel relaxed_;
  std::optional<RelaxedReach> reach_;
  std::vector<Ranked> out_;

  void say(Rank rank, std::string owner, std::string what, std::string text) {
    const auto same = [&](const Ranked& ranked) { return ranked.reason.text == text; };
    if (out_.size() == kMostNoted || std::any_of(out_.begin(), out_.end(), same)) return;
    const Fault fault = rank != Rank::kMissing ? Fault::kNone
                        : owner.empty()        ? Fault::kDomain
                                               : Fault::kProblem;
    out_.push_back({rank, {fault, std::move(owner), std::move(what), std::move(text)}});
  }
  void say(Rank rank, const std::string& owner, const std::string& what, Index predicate,
           bool negated) {
    say(rank, owner, negated ? "(not " + what + ")" : what,
        owner + ": " + never(predicate, negated, what));
  }

  // Puts all facts into the state that actions may ever make, so that queries see them.
  void reach_facts() {
    for (Index i = 0; i < relaxed_.tasks.size(); ++i) {
      const TaskId task = relaxed_.tasks[i];
      const Index symbol = domain_.symbol(task);
      if (!model_.is_primitive(symbol) || !reach_->done(i)) continue;
      std::vector<Index> values(model_.actions[symbol].variables.size());
      const auto arguments = domain_.arguments(task);
      std::copy(arguments.begin(), arguments.end(), values.begin());
      for (const Effect& effect : model_.actions[symbol].effects) {
        if (effect.kind == Effect::Kind::kAdd) add(model_.actions[symbol], effect, 0, values);
      }
    }
    domain_.state().commit();  // queries make indices
  }
  void add(const Action& action, const Effect& effect, std::size_t variable,
           std::vector<Index>& values) {
    if (variable < effect.variables.size()) {
      const Index v = effect.variables[variable];
      const Objects::Range range = domain_.objects().of_type(action.variables[v].type);
      for (Index o = range.from(range.first); o < range.last; o = range.from(o + 1)) {
        values[v] = o;
        add(action, effect, variable + 1, values);
      }
      return;
    }
    budget_.charge();
    std::vector<Index> objects;
    for (const Term& term : domain_.compiler().terms(effect.terms)) {
      objects.push_back(term.is_variable ? values[term.index] : term.index);
    }
    Relations& state = domain_.state();
    const Index tuple = state.intern(effect.symbol, objects);
    if (!state.holds(effect.symbol, tuple)) state.add(effect.symbol, tuple);
  }

  // Breadth first, so that the tasks of the problem come before those far below.
  void descend(Index root) {
    std::vector<std::vector<Index>> by_head(relaxed_.tasks.size());
    for (Index i = 0; i < relaxed_.head.size(); ++i) by_head[relaxed_.head[i]].push_back(i);
    std::vector<bool> seen(relaxed_.tasks.size());
    std::vector<Index> open{root};
    seen[root] = true;
    for (std::size_t at = 0; at < open.size() && at < kMostTasks; ++at) {
      const Index task = open[at];
      without_instance(relaxed_.tasks[task], by_head[task]);
      for (const Index operation : by_head[task]) {
        for (const Index fact : relaxed_.needed[operation]) {
          if ((*reach_)[fact]) continue;
          if (fact < relaxed_.literals.size()) {
            literal_fails(domain_.task_text(relaxed_.tasks[task]), fact);
            continue;
          }
          const Index below = fact - static_cast<Index>(relaxed_.literals.size());
          if (!seen[below]) open.push_back(below);
          seen[below] = true;
        }
      }
    }
  }

  // "OWNER: (at t1 a) never comes true".
  void literal_fails(const std::string& owner, Index fact) {
    const RelaxedModel::Literal& literal = relaxed_.literals[fact];
    std::vector<Index> of_model;
    for (const Index object : domain_.state().tuple(literal.predicate, literal.tuple)) {
      of_model.push_back(domain_.objects().of_model(object));
    }
    say(changes_[literal.predicate] ? Rank::kNeverMade : Rank::kMissing, owner,
        call_text(model_, model_.predicates[literal.predicate].name, of_model), literal.predicate,
        literal.negated);
  }

  std::string never(Index predicate, bool negated, const std::string& fact) const {
    if (changes_[predicate]) {
      return (negated ? "(not " + fact + ")" : fact) + " never comes true";
    }
    return fact + (negated ? " holds, and no action undoes it"
                           : " is missing in :init, and no action makes it");
  }

  // What keeps methods, or the action, from having one: those that have none of these operations.
  void without_instance(TaskId task, const std::vector<Index>& operations) {
    const Index symbol = domain_.symbol(task);
    const std::span<const Index> arguments = domain_.arguments(task);
    if (model_.is_primitive(symbol)) {
      if (!operations.empty()) return;
      const Action& action = model_.actions[symbol];
      Conjunction condition;
      domain_.compiler().split(action.precondition, false, condition);
      std::vector<Index> values(action.variables.size(), Relations::kNone);
      std::copy(arguments.begin(), arguments.end(), values.begin());
      condition_fails(domain_.task_text(task), condition.literals, action.variables, values);
      return;
    }
    const std::vector<Index>& rules = domain_.hierarchy().symbols[symbol].rules;
    if (rules.empty()) {
      const std::string name = domain_.task_text(task);
      say(Rank::kMissing, "", name, fmt::format("task {} has no method", name));
    }
    for (const Index r : rules) {
      if (std::any_of(operations.begin(), operations.end(),
                      [&](Index operation) { return relaxed_.rule[operation] == r; })) {
        continue;
      }
      const Rule& rule = domain_.hierarchy().rules[r];
      std::vector<Index> values(rule.variables.size(), Relations::kNone);
      bool fits = true;
      for (std::size_t i = 0; fits && i < rule.head.size(); ++i) {
        const Term& term = rule.head[i];
        const Index value = term.is_variable ? values[term.index] : term.index;
        fits = value == Relations::kNone || value == arguments[i];
        if (term.is_variable) values[term.index] = arguments[i];
      }
      const std::string owner =
          rule.method == Rule::kInitial
              ? "the problem"
              : fmt::format("method {} of {}", domain_.method_name(r), domain_.task_text(task));
      if (fits) {
        condition_fails(owner, rule.own.literals, rule.variables, values);
      } else {
        say(Rank::kOther, owner, domain_.task_text(task), owner + " is for other arguments");
      }
    }
  }

  // Tells the condition that has no solution: one alone, or with those before it.
  void condition_fails(const std::string& owner, const std::vector<Literal>& literals,
                       const std::vector<Typed>& variables, const std::vector<Index>& values) {
    std::vector<Literal> asked;
    for (const Literal& literal : literals) {
      const bool open =
          literal.kind == Literal::Kind::kAtom && literal.negated && changes_[literal.symbol];
      if (!open) asked.push_back(literal);
    }
    bool any = false;
    for (const Literal& literal : asked) {
      if (holds({literal}, variables, values)) continue;
      any = true;
      fails(owner, literal, variables, values, false);
    }
    for (std::size_t count = 2; !any && count <= asked.size(); ++count) {
      const std::vector<Literal> first(asked.begin(),
                                       asked.begin() + static_cast<std::ptrdiff_t>(count));
      if (holds(first, variables, values)) continue;
      any = true;
      fails(owner, first.back(), variables, values, true);
    }
  }

  void fails(const std::string& owner, const Literal& literal, const std::vector<Typed>& variables,
             const std::vector<Index>& values, bool together) {
    const std::string what = text(literal, variables, values);
    const bool atom = literal.kind == Literal::Kind::kAtom;
    if (!atom) {
      say(Rank::kOther, owner, what, owner + ": " + what);
    } else if (together) {
      say(Rank::kOther, owner, what,
          fmt::format("{}: {}{} never holds together with the conditions before it", owner,
                      literal.negated ? "not " : "", what));
    } else {
      const Rank rank = changes_[literal.symbol] ? Rank::kNeverMade : Rank::kMissing;
      say(rank, owner, what, literal.symbol, literal.negated);
    }
  }

  bool holds(const std::vector<Literal>& literals, const std::vector<Typed>& variables,
             std::vector<Index> values) {
    Conjunction all;
    all.literals = literals;
    std::vector<bool> bound(variables.size());
    std::vector<Index> wanted;
    for (const Literal& literal : literals) {
      for (const Term& term : literal.terms) {
        if (term.is_variable && values[term.index] == Relations::kNone)
          wanted.push_back(term.index);
      }
    }
    for (std::size_t v = 0; v < variables.size(); ++v) bound[v] = values[v] != Relations::kNone;
    const Query query = domain_.compiler().compile(all, variables, bound, wanted);
    return domain_.runner().exists(query, values.data());
  }

  std::string name_of(const Term& term, const std::vector<Typed>& variables,
                      const std::vector<Index>& values) const {
    const Index value = term.is_variable ? values[term.index] : term.index;
    return value == Relations::kNone ? variables[term.index].name
                                     : model_.objects[domain_.objects().of_model(value)].name;
  }

  std::string text(const Literal& literal, const std::vector<Typed>& variables,
                   const std::vector<Index>& values) const {
    const auto name = [&](const Term& term) { return name_of(term, variables, values); };
    if (literal.kind == Literal::Kind::kType) {
      return fmt::format("{} is {}of type {}", name(literal.terms[0]),
                         literal.negated ? "" : "not ", model_.types[literal.symbol].name);
    }
    if (literal.kind == Literal::Kind::kEqual) {
      return fmt::format("{} and {} are {}the same", name(literal.terms[0]), name(literal.terms[1]),
                         literal.negated ? "" : "not ");
    }
    std::string out = "(" + model_.predicates[literal.symbol].name;
    for (const Term& term : literal.terms) out += " " + name(term);
    return out + ")";
  }
};

}  // namespace

std::string_view name_of(Fault fault) {
  switch (fault) {
    case Fault::kNone: return "";
    case Fault::kProblem: return "problem";
    case Fault::kDomain: return "domain";
  }
  return "";
}

Explanation impossible(const Model& model, Budget& budget) {
  try {
    return Descent(model, budget).run();
  } catch (const BudgetExhausted&) {
    return {};
  }
}

Explanation explain(const Model& model, Budget& budget) {
  Explanation out = impossible(model, budget);
  if (out.relaxed) {
    out.enough = relaxed_repairs(model, budget);
  } else {
    searched_repairs(model, budget, out);
  }
  return out;
}

}  // namespace cgt::htn::hddl
