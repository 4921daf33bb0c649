#include "decomp/htn/hddl/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/hddl/relaxed_model.hpp"
#include "decomp/htn/hddl/solve.hpp"
#include "decomp/htn/hddl/verify.hpp"

namespace cgt::htn::hddl {
namespace {

constexpr std::size_t kMostReasons = 5;
constexpr std::size_t kMostNoted = 200;
// Tasks that are looked at on the way down.
constexpr std::size_t kMostTasks = 2000;

// What an action changes: the adds and deletes of predicates.
std::vector<bool> changed_predicates(const Model& model) {
  std::vector<bool> out(model.predicates.size());
  for (const Action& action : model.actions) {
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete) {
        out[effect.symbol] = true;
      }
    }
  }
  return out;
}

// The relaxed problem, from the tasks down to what cannot be done.
class Descent {
 public:
  Descent(const Model& model, Budget& budget)
      : model_(model),
        budget_(budget),
        domain_(model, options(model, budget)),
        changes_(changed_predicates(model)) {}

  // Nothing if all can be done, or the problem is too large.
  std::vector<std::string> reasons() {
    if (!build(domain_, {}, budget_, relaxed_)) return {};
    close();
    reach_facts();
    const TaskId task = domain_.initial_tasks()[0];
    const Index root = task < relaxed_.number.size() ? relaxed_.number[task] : Relations::kNone;
    if (root == Relations::kNone) {
      without_instance(task);
    } else if (!done(root)) {
      descend(root);
    } else {
      for (const Index fact : relaxed_.goal) {
        if (!reached_[fact]) literal_fails("the goal", fact);
      }
    }
    std::stable_sort(out_.begin(), out_.end(),
                     [](const Reason& a, const Reason& b) { return a.rank < b.rank; });
    if (out_.size() > kMostReasons) out_.resize(kMostReasons);
    std::vector<std::string> texts;
    for (Reason& reason : out_) texts.push_back(std::move(reason.text));
    return texts;
  }

 private:
  // In the order of the page: what no action can change, what never comes true, the rest.
  enum class Rank : std::uint8_t { kMissing, kNeverMade, kOther };
  struct Reason {
    Rank rank;
    std::string text;
  };

  const Model& model_;
  Budget& budget_;
  RelationalDomain domain_;
  std::vector<bool> changes_;
  RelaxedModel relaxed_;
  std::vector<bool> reached_;  // facts of the relaxed model
  std::vector<Reason> out_;
  Tuples chased_;  // literals: predicate, objects

  static DomainOptions options(const Model& model, Budget& budget) {
    DomainOptions out;
    out.hierarchy.pull_up = out.hierarchy.bind_late = false;
    out.hierarchy.interleaved = model.is_partial();
    out.budget = &budget;
    return out;
  }

  void say(Rank rank, std::string text) {
    const auto same = [&](const Reason& reason) { return reason.text == text; };
    if (out_.size() == kMostNoted || std::any_of(out_.begin(), out_.end(), same)) return;
    out_.push_back({rank, std::move(text)});
  }

  bool done(Index task) const { return reached_[relaxed_.literals.size() + task]; }

  // What operations reach, from the facts that hold.
  void close() {
    reached_.assign(relaxed_.facts(), false);
    std::vector<Index> open;
    const auto reach = [&](Index fact) {
      if (reached_[fact]) return;
      reached_[fact] = true;
      open.push_back(fact);
    };
    for (Index i = 0; i < relaxed_.literals.size(); ++i) {
      const RelaxedModel::Literal& literal = relaxed_.literals[i];
      if (domain_.state().holds(literal.predicate, literal.tuple) != literal.negated) reach(i);
    }
    std::vector<std::size_t> left(relaxed_.head.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = relaxed_.needed[i].size();
    const auto apply = [&](Index operation) {
      for (const Index fact : relaxed_.made[operation]) reach(fact);
    };
    for (const Index operation : relaxed_.unneeded) apply(operation);
    while (!open.empty()) {
      budget_.charge();
      const Index fact = open.back();
      open.pop_back();
      for (const Index operation : relaxed_.needed_by[fact]) {
        if (--left[operation] == 0) apply(operation);
      }
    }
  }

  // Puts all facts into the state that actions may ever make, so that queries see them.
  void reach_facts() {
    for (Index i = 0; i < relaxed_.tasks.size(); ++i) {
      const TaskId task = relaxed_.tasks[i];
      const Index symbol = domain_.symbol(task);
      if (!model_.is_primitive(symbol) || !done(i)) continue;
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
      if (by_head[task].empty()) without_instance(relaxed_.tasks[task]);
      for (const Index operation : by_head[task]) {
        for (const Index fact : relaxed_.needed[operation]) {
          if (reached_[fact]) continue;
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

  // "OWNER: (at t1 a) never comes true", and why not.
  void literal_fails(const std::string& owner, Index fact) {
    const RelaxedModel::Literal& literal = relaxed_.literals[fact];
    const auto tuple = domain_.state().tuple(literal.predicate, literal.tuple);
    const std::vector<Index> objects(tuple.begin(), tuple.end());
    std::vector<Index> of_model;
    for (const Index object : objects) of_model.push_back(domain_.objects().of_model(object));
    say(changes_[literal.predicate] ? Rank::kNeverMade : Rank::kMissing,
        fmt::format("{}: {}", owner,
                    never(literal.predicate, literal.negated,
                          call_text(model_, model_.predicates[literal.predicate].name, of_model))));
    if (!literal.negated) chase(literal.predicate, objects);
  }

  // What keeps the actions from being done that would make such a fact; kNone: any object.
  void chase(Index predicate, const std::vector<Index>& objects) {
    if (!changes_[predicate] || chased_.size() >= kMostNoted) return;
    std::vector<Index> name{predicate};
    name.insert(name.end(), objects.begin(), objects.end());
    const Index before = chased_.size();
    if (chased_.intern(name) != before) return;
    for (Index a = 0; a < model_.actions.size(); ++a) {
      const Action& action = model_.actions[a];
      for (const Effect& effect : action.effects) {
        if (effect.kind != Effect::Kind::kAdd || effect.symbol != predicate) continue;
        std::vector<Index> values(action.variables.size(), Relations::kNone);
        const Terms terms = domain_.compiler().terms(effect.terms);
        bool fits = true;
        for (std::size_t i = 0; i < terms.size(); ++i) {
          if (objects[i] == Relations::kNone) continue;
          const Index value = terms[i].is_variable ? values[terms[i].index] : terms[i].index;
          fits = fits && (value == Relations::kNone || value == objects[i]);
          if (terms[i].is_variable) values[terms[i].index] = objects[i];
        }
        if (!fits) continue;
        std::string owner = "(" + model_.tasks[a].name;
        for (Index i = 0; i < model_.tasks[a].parameters.size(); ++i) {
          owner += " " + name_of({true, i}, action.variables, values);
        }
        Conjunction condition;
        domain_.compiler().split(action.precondition, false, condition);
        condition_fails(owner + ")", condition.literals, action.variables, values);
      }
    }
  }

  std::string never(Index predicate, bool negated, const std::string& fact) const {
    if (changes_[predicate]) {
      return (negated ? "(not " + fact + ")" : fact) + " never comes true";
    }
    return fact + (negated ? " holds, and no action undoes it"
                           : " is missing in :init, and no action makes it");
  }

  void without_instance(TaskId task) {
    const Index symbol = domain_.symbol(task);
    const std::span<const Index> arguments = domain_.arguments(task);
    if (model_.is_primitive(symbol)) {
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
      say(Rank::kMissing, fmt::format("task {} has no method", domain_.task_text(task)));
    }
    for (const Index r : rules) {
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
        say(Rank::kOther, owner + " is for other arguments");
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
      fails(owner, literal, variables, values, "");
    }
    for (std::size_t count = 2; !any && count <= asked.size(); ++count) {
      const std::vector<Literal> first(asked.begin(),
                                       asked.begin() + static_cast<std::ptrdiff_t>(count));
      if (holds(first, variables, values)) continue;
      any = true;
      fails(owner, first.back(), variables, values, " for what the conditions before it allow");
    }
  }

  void fails(const std::string& owner, const Literal& literal, const std::vector<Typed>& variables,
             const std::vector<Index>& values, std::string_view where) {
    const bool atom = literal.kind == Literal::Kind::kAtom;
    const Rank rank = !atom                      ? Rank::kOther
                      : changes_[literal.symbol] ? Rank::kNeverMade
                                                 : Rank::kMissing;
    say(rank, fmt::format("{}: {}{}", owner, text(literal, variables, values), where));
    if (!atom || literal.negated) return;
    std::vector<Index> objects;
    for (const Term& term : literal.terms) {
      objects.push_back(term.is_variable ? values[term.index] : term.index);
    }
    chase(literal.symbol, objects);
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
    return never(literal.symbol, literal.negated, out + ")");
  }
};

// Leaves out atoms of the predicate, whether they are to hold or not.
void forget(Formula& formula, Index predicate) {
  if (formula.kind == Formula::Kind::kNot && formula.parts[0].kind == Formula::Kind::kAtom &&
      formula.parts[0].predicate == predicate) {
    formula = Formula{};
    return;
  }
  if (formula.kind == Formula::Kind::kAtom && formula.predicate == predicate) {
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

// A predicate that is all that stands in the way.
std::vector<std::string> one_predicate(const Model& model, Budget& budget) {
  constexpr std::uint64_t kNodesEach = 20'000;
  std::vector<std::string> out;
  for (Index p = 0; p < model.predicates.size() && out.size() < kMostReasons; ++p) {
    const Model easier = without_condition(model, p);
    SolveOptions options;
    options.windows = false;
    options.instances = 10'000;
    Budget part = budget.part(kNodesEach);
    const Solution found = find_plan(easier, options, part);
    budget.charge(found.nodes + 1);
    if (found.result.plans.empty()) continue;
    const PlanVerdict verdict =
        verify(model, written(*found.domain, found.result.plans[0]), budget);
    out.push_back(fmt::format("({}) stands in the way; without it there is a plan, of which {}",
                              model.predicates[p].name, verdict.reason));
  }
  return out;
}

}  // namespace

std::vector<std::string> impossible(const Model& model, Budget& budget) {
  try {
    return Descent(model, budget).reasons();
  } catch (const BudgetExhausted&) {
    return {};
  }
}

std::vector<std::string> why_no_plan(const Model& model, Budget& budget) {
  std::vector<std::string> out = impossible(model, budget);
  if (!out.empty()) return out;
  try {
    return one_predicate(model, budget);
  } catch (const BudgetExhausted&) {
    return {};
  }
}

std::vector<std::string> lint(const Model& model) {
  std::vector<std::string> out;
  const auto add = [&](const char* kind, const std::string& name, std::string_view what) {
    out.push_back(fmt::format("{} {} {}", kind, name, what));
  };
  std::vector<bool> has_method(model.tasks.size());
  std::vector<bool> below(model.tasks.size());
  std::vector<Index> open;
  const auto visit = [&](const Method& method) {
    for (const Subtask& subtask : method.subtasks) {
      if (below[subtask.task]) continue;
      below[subtask.task] = true;
      open.push_back(subtask.task);
    }
  };
  // Of a domain alone, tasks that no other task leads to are where a problem begins.
  const bool alone = model.problem.empty();
  for (const Method& method : model.methods) {
    has_method[method.task] = true;
    if (alone) visit(method);
  }
  visit(model.initial);
  while (!open.empty()) {
    const Index task = open.back();
    open.pop_back();
    for (const Method& method : model.methods) {
      if (method.task == task) visit(method);
    }
  }
  for (Index t = 0; t < model.tasks.size(); ++t) {
    const char* kind = model.is_primitive(t) ? "action" : "task";
    if (!below[t] && (!alone || model.is_primitive(t))) {
      add(kind, model.tasks[t].name, "is not reached: no task leads to it");
    }
    if (!model.is_primitive(t) && !has_method[t]) add(kind, model.tasks[t].name, "has no method");
  }
  std::vector<bool> read(model.predicates.size());
  std::vector<bool> given(model.predicates.size());
  std::vector<bool> mentioned;
  const auto mention = [&](const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      if (term.is_variable) mentioned[term.index] = true;
    }
  };
  const std::function<void(const Expression&)> look_at = [&](const Expression& expression) {
    mention(expression.terms);
    for (const Expression& part : expression.parts) look_at(part);
  };
  const std::function<void(const Formula&)> look = [&](const Formula& formula) {
    if (formula.kind == Formula::Kind::kAtom) read[formula.predicate] = true;
    mention(formula.terms);
    for (const Formula& part : formula.parts) look(part);
    for (const Expression& side : formula.sides) look_at(side);
  };
  const auto unused = [&](const char* kind, const std::string& name,
                          const std::vector<Typed>& variables, std::size_t parameters) {
    for (std::size_t i = 0; i < parameters; ++i) {
      if (!mentioned[i]) add(kind, name, "does not use " + variables[i].name);
    }
  };
  for (Index a = 0; a < model.actions.size(); ++a) {
    const Action& action = model.actions[a];
    mentioned.assign(action.variables.size(), false);
    look(action.precondition);
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd) given[effect.symbol] = true;
      mention(effect.terms);
      look(effect.condition);
      look_at(effect.value);
    }
    unused("action", model.tasks[a].name, action.variables, model.tasks[a].parameters.size());
  }
  std::size_t partial = 0;
  for (const Method& method : model.methods) {
    partial += method.partial ? 1 : 0;
    mentioned.assign(method.variables.size(), false);
    look(method.precondition);
    mention(method.terms);
    for (const Subtask& subtask : method.subtasks) mention(subtask.terms);
    unused("method", method.name, method.variables, method.parameters);
  }
  mentioned.assign(std::max(model.goal.variables.size(), model.initial.variables.size()), false);
  look(model.initial.precondition);
  look(model.goal.precondition);
  for (const Fact& fact : model.facts) given[fact.symbol] = true;
  for (Index p = 0; p < model.predicates.size(); ++p) {
    const std::string& name = model.predicates[p].name;
    if (!read[p]) add("predicate", name, "is in no condition");
    if (read[p] && !given[p]) {
      add("predicate", name,
          alone ? "is in a condition, but no action makes it true" : "never holds");
    }
  }
  std::vector<bool> used(model.types.size());
  for (const Typed& object : model.objects) {
    for (Index type = 0; type < model.types.size(); ++type) {
      used[type] = used[type] || model.is_subtype(object.type, type);
    }
  }
  for (Index type = 1; !alone && type < model.types.size(); ++type) {
    if (!used[type]) add("type", model.types[type].name, "has no object");
  }
  out.push_back(model.is_partial() ? fmt::format("partial order: {} of {} methods{}", partial,
                                                 model.methods.size(),
                                                 model.initial.partial ? " and the problem" : "")
                                   : "total order");
  return out;
}

}  // namespace cgt::htn::hddl
