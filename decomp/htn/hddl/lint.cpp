// What a domain, or a problem in it, never uses.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "decomp/htn/hddl/explain.hpp"
#include "decomp/htn/hddl/relaxed_model.hpp"

namespace cgt::htn::hddl {
namespace {

class Linter {
 public:
  Linter(const Model& model, Budget& budget)
      : model_(model),
        budget_(budget),
        alone_(model.problem.empty()),
        reached_(reached_tasks()),
        read_(model.predicates.size()),
        given_(model.predicates.size()) {}

  std::vector<Remark> run() {
    tasks();
    for (Index a = 0; a < model_.actions.size(); ++a) action(a);
    for (const Method& one : model_.methods) method(one);
    mentioned_.assign(std::max(model_.goal.variables.size(), model_.initial.variables.size()),
                      false);
    look(model_.initial.precondition);
    look(model_.goal.precondition);
    predicates();
    if (!alone_) {
      types();
      never_apply();
    }
    std::stable_sort(out_.begin(), out_.end(), [](const Remark& a, const Remark& b) {
      return a.span.offset < b.span.offset;
    });
    return std::move(out_);
  }

 private:
  const Model& model_;
  Budget& budget_;
  bool alone_;                 // a domain without a problem
  std::vector<bool> reached_;  // by task
  std::vector<bool> read_;     // by predicate: in a condition
  std::vector<bool> given_;    // by predicate: a fact or an effect
  std::vector<bool> mentioned_;
  std::vector<Remark> out_;

  void add(const SourceSpan& span, std::string subject, std::string text) {
    out_.push_back({span, std::move(subject), std::move(text)});
  }
  std::string subject(Index task) const {
    return (model_.is_primitive(task) ? "action " : "task ") + model_.tasks[task].name;
  }

  // Of a domain alone, any task may be where a problem begins.
  std::vector<bool> reached_tasks() const {
    std::vector<bool> out(model_.tasks.size());
    const std::vector<std::vector<bool>> below = tasks_below(model_);
    const auto reach = [&](Index task) {
      out[task] = true;
      for (Index t = 0; t < out.size(); ++t) out[t] = out[t] || below[task][t];
    };
    for (const Subtask& subtask : model_.initial.subtasks) reach(subtask.task);
    for (Index t = 0; alone_ && t < out.size(); ++t) {
      if (!model_.is_primitive(t)) reach(t);
    }
    return out;
  }

  void tasks() {
    std::vector<bool> has_method(model_.tasks.size());
    for (const Method& method : model_.methods) has_method[method.task] = true;
    for (Index t = 0; t < model_.tasks.size(); ++t) {
      const SourceSpan& span = model_.tasks[t].span;
      if (!reached_[t]) add(span, subject(t), "is not reached: no task leads to it");
      if (!model_.is_primitive(t) && !has_method[t]) add(span, subject(t), "has no method");
    }
  }

  void mention(const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      if (term.is_variable) mentioned_[term.index] = true;
    }
  }
  void look(const Expression& expression) {
    mention(expression.terms);
    for (const Expression& part : expression.parts) look(part);
  }
  void look(const Formula& formula) {
    if (formula.kind == Formula::Kind::kAtom) read_[formula.predicate] = true;
    mention(formula.terms);
    for (const Formula& part : formula.parts) look(part);
    for (const Expression& side : formula.sides) look(side);
  }

  void variables(const std::string& of, const std::vector<Typed>& all, std::size_t parameters) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i < parameters && !mentioned_[i]) add(all[i].span, of, "does not use " + all[i].name);
      if (all[i].type == 0 && model_.types.size() > 1) {
        add(all[i].span, of, all[i].name + " may be any object");
      }
    }
  }

  void action(Index a) {
    const Action& action = model_.actions[a];
    mentioned_.assign(action.variables.size(), false);
    look(action.precondition);
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd) given_[effect.symbol] = true;
      mention(effect.terms);
      look(effect.condition);
      look(effect.value);
    }
    variables(subject(a), action.variables, model_.tasks[a].parameters.size());
  }

  void method(const Method& method) {
    const std::string of = "method " + method.name;
    mentioned_.assign(method.variables.size(), false);
    look(method.precondition);
    mention(method.terms);
    for (const Subtask& subtask : method.subtasks) {
      mention(subtask.terms);
      const Task& task = model_.tasks[subtask.task];
      for (std::size_t i = 0; i < subtask.terms.size(); ++i) {
        if (!subtask.terms[i].is_variable) continue;
        const Typed& variable = method.variables[subtask.terms[i].index];
        const Index wanted = task.parameters[i].type;
        if (model_.is_subtype(variable.type, wanted)) continue;
        add(subtask.span, of,
            fmt::format("gives {} of type {} to {}, which takes {}", variable.name,
                        model_.types[variable.type].name, task.name, model_.types[wanted].name));
      }
    }
    variables(of, method.variables, method.parameters);
  }

  void predicates() {
    for (const Fact& fact : model_.facts) given_[fact.symbol] = true;
    for (Index p = 0; p < model_.predicates.size(); ++p) {
      const Symbol& predicate = model_.predicates[p];
      const std::string of = "predicate " + predicate.name;
      if (!read_[p]) add(predicate.span, of, "is in no condition");
      if (!read_[p] || given_[p]) continue;
      add(predicate.span, of,
          alone_ ? "is in a condition, but no action makes it true" : "never holds");
    }
  }

  void types() {
    for (Index type = 1; type < model_.types.size(); ++type) {
      const bool used =
          std::any_of(model_.objects.begin(), model_.objects.end(),
                      [&](const Typed& object) { return model_.is_subtype(object.type, type); });
      if (!used) add(model_.types[type].span, "type " + model_.types[type].name, "has no object");
    }
  }

  // Methods and actions without an instance all of whose conditions come true in the relaxed
  // problem.
  void never_apply() {
    std::vector<bool> methods(model_.methods.size());
    std::vector<bool> actions(model_.actions.size());
    try {
      RelationalDomain domain(model_, relaxing_options(model_, budget_));
      RelaxedModel relaxed;
      if (!build(domain, {}, budget_, relaxed)) return;
      const RelaxedReach reach(relaxed, domain.state(), budget_);
      for (std::size_t i = 0; i < relaxed.head.size(); ++i) {
        const auto needed = relaxed.needed[i];
        if (!std::all_of(needed.begin(), needed.end(), [&](Index fact) { return reach[fact]; })) {
          continue;
        }
        if (relaxed.rule[i] == Relations::kNone) {
          actions[domain.symbol(relaxed.tasks[relaxed.head[i]])] = true;
          continue;
        }
        const Index method = domain.hierarchy().rules[relaxed.rule[i]].method;
        if (method != Rule::kInitial) methods[method] = true;
      }
    } catch (const BudgetExhausted&) {
      return;
    }
    constexpr const char* kNever = "can never apply in this problem";
    for (Index m = 0; m < methods.size(); ++m) {
      const Method& method = model_.methods[m];
      if (methods[m] || !reached_[method.task]) continue;
      add(method.span, "method " + method.name, kNever);
    }
    for (Index a = 0; a < actions.size(); ++a) {
      if (!actions[a] && reached_[a]) add(model_.tasks[a].span, subject(a), kNever);
    }
  }
};

}  // namespace

std::vector<Remark> lint(const Model& model, Budget& budget) { return Linter(model, budget).run(); }

std::vector<std::vector<bool>> tasks_below(const Model& model) {
  const std::size_t count = model.tasks.size();
  std::vector<std::vector<bool>> out(count, std::vector<bool>(count));
  std::vector<std::vector<Index>> next(count);
  for (const Method& method : model.methods) {
    for (const Subtask& subtask : method.subtasks) next[method.task].push_back(subtask.task);
  }
  for (Index task = 0; task < count; ++task) {
    std::vector<Index> open{task};
    while (!open.empty()) {
      const Index at = open.back();
      open.pop_back();
      for (const Index below : next[at]) {
        if (!out[task][below]) open.push_back(below);
        out[task][below] = true;
      }
    }
  }
  return out;
}

std::string order_class(const Model& model) {
  std::string out = "total order";
  if (model.is_partial()) {
    const auto partial = std::count_if(model.methods.begin(), model.methods.end(),
                                       [](const Method& method) { return method.partial; });
    out = fmt::format("partial order: {} of {} methods{}", partial, model.methods.size(),
                      model.initial.partial ? " and the problem" : "");
  }
  const std::vector<std::vector<bool>> below = tasks_below(model);
  std::string recursive;
  for (Index task = 0; task < below.size(); ++task) {
    if (!below[task][task]) continue;
    recursive += (recursive.empty() ? "" : ", ") + model.tasks[task].name;
  }
  return out + (recursive.empty() ? "; not recursive" : "; recursive: " + recursive);
}

}  // namespace cgt::htn::hddl
