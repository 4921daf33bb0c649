// HDDL by the definitions: sets of facts, formulas evaluated by trying all objects, decompositions
// by trying all assignments. Shares nothing with decomp/htn/hddl but the model and the reader.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/hddl/verify.hpp"

namespace cgt::htn::hddl::testing {

struct NaiveState {
  std::set<std::vector<Index>> facts;  // predicate, objects
  std::map<std::vector<Index>, double> values;
};

// A problem with too many decompositions to try them all.
struct TooLarge {};

class Naive {
 public:
  explicit Naive(const Model& model) : model_(model) {
    for (const Fact& fact : model.facts) initial_.facts.insert(key(fact.symbol, fact.objects));
    for (const Value& v : model.values) initial_.values[key(v.function, v.objects)] = v.number;
  }
  const NaiveState& initial() const { return initial_; }

  bool holds(const NaiveState& state, const Formula& f, const std::vector<Typed>& variables,
             std::vector<Index>& at) const {
    switch (f.kind) {
      case Formula::Kind::kAnd:
        for (const Formula& part : f.parts) {
          if (!holds(state, part, variables, at)) return false;
        }
        return true;
      case Formula::Kind::kOr:
        for (const Formula& part : f.parts) {
          if (holds(state, part, variables, at)) return true;
        }
        return false;
      case Formula::Kind::kNot: return !holds(state, f.parts[0], variables, at);
      case Formula::Kind::kForall:
      case Formula::Kind::kExists: {
        bool any = false;
        bool all = true;
        assignments(variables, f.first, f.first + f.count, at, [&] {
          const bool here = holds(state, f.parts[0], variables, at);
          any = any || here;
          all = all && here;
        });
        return f.kind == Formula::Kind::kForall ? all : any;
      }
      case Formula::Kind::kAtom: return state.facts.contains(key(f.predicate, of(f.terms, at)));
      case Formula::Kind::kEqual: return of(f.terms, at)[0] == of(f.terms, at)[1];
      case Formula::Kind::kCompare: break;
    }
    const auto a = evaluate(state, f.sides[0], at);
    const auto b = evaluate(state, f.sides[1], at);
    if (!a || !b) return false;
    switch (f.comparison) {
      case Formula::Comparison::kLess: return *a < *b;
      case Formula::Comparison::kLessEqual: return *a <= *b;
      case Formula::Comparison::kEqual: return *a == *b;
      case Formula::Comparison::kGreaterEqual: return *a >= *b;
      default: return *a > *b;
    }
  }

  // The state after the action; none if it cannot be done.
  std::optional<NaiveState> done(const NaiveState& state, Index task,
                                 const std::vector<Index>& objects) const {
    const Action& action = model_.actions[task];
    std::vector<Index> at(action.variables.size());
    std::copy(objects.begin(), objects.end(), at.begin());
    if (!holds(state, action.precondition, action.variables, at)) return std::nullopt;
    NaiveState out = state;
    for (const Effect::Kind kind : {Effect::Kind::kDelete, Effect::Kind::kAdd}) {
      for (const Effect& effect : action.effects) {
        each(state, action, effect, at, [&] {
          const std::vector<Index> k = key(effect.symbol, of(effect.terms, at));
          if (effect.kind != kind) return;
          if (kind == Effect::Kind::kAdd) {
            out.facts.insert(k);
          } else {
            out.facts.erase(k);
          }
        });
      }
    }
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete) continue;
      each(state, action, effect, at, [&] {
        const double value = evaluate(state, effect.value, at).value();
        double& into = out.values[key(effect.symbol, of(effect.terms, at))];
        if (effect.kind == Effect::Kind::kAssign) into = value;
        if (effect.kind == Effect::Kind::kIncrease) into += value;
        if (effect.kind == Effect::Kind::kDecrease) into -= value;
      });
    }
    return out;
  }

  struct Call {
    Index task;
    std::vector<Index> objects;
  };
  // Calls `found` with the steps of every decomposition, one for each choice of methods and
  // variables. Only for hierarchies without recursion. Throws TooLarge.
  void solutions(const std::function<void(const std::vector<Call>&)>& found) const {
    work_ = 0;
    std::vector<Call> steps;
    instances(initial_, model_.initial, {},
              [&](const std::vector<Call>& tasks) { search(initial_, tasks, steps, found); });
  }

  bool verify(const WrittenPlan& plan) const {
    std::map<std::uint64_t, const WrittenPlan::Task*> steps;
    std::map<std::uint64_t, const WrittenPlan::Decomposition*> tasks;
    for (const auto& step : plan.steps) {
      if (!fits(step) || !steps.emplace(step.id, &step).second) return false;
    }
    for (const auto& task : plan.decompositions) {
      if (!fits(task) || steps.contains(task.id)) return false;
      if (!tasks.emplace(task.id, &task).second) return false;
    }
    std::set<std::uint64_t> used;
    NaiveState state = initial_;
    std::size_t next = 0;
    // Are these the subtasks of the method, under an assignment that fits the state?
    const auto matches = [&](const Method& method, const std::vector<Index>& head,
                             const std::vector<std::uint64_t>& ids) {
      std::vector<Call> calls;
      for (const std::uint64_t id : ids) {
        const WrittenPlan::Task* task = nullptr;
        if (steps.contains(id)) task = steps[id];
        if (tasks.contains(id)) task = tasks[id];
        if (task == nullptr) return false;
        calls.push_back({task->task, task->objects});
      }
      bool any = false;
      instances(state, method, head, [&](const std::vector<Call>& instance) {
        bool same = instance.size() == calls.size();
        for (std::size_t i = 0; same && i < calls.size(); ++i) {
          same = instance[i].task == calls[i].task && instance[i].objects == calls[i].objects;
        }
        any = any || same;
      });
      return any;
    };
    const std::function<bool(std::uint64_t)> walk = [&](std::uint64_t id) {
      if (!used.insert(id).second) return false;
      if (steps.contains(id)) {
        if (next == plan.steps.size() || plan.steps[next].id != id) return false;
        ++next;
        auto after = done(state, steps[id]->task, steps[id]->objects);
        if (!after) return false;
        state = *after;
        return true;
      }
      if (!tasks.contains(id)) return false;
      const WrittenPlan::Decomposition& task = *tasks[id];
      const Method& method = model_.methods[task.method];
      if (method.task != task.task || !matches(method, task.objects, task.subtasks)) return false;
      for (const std::uint64_t subtask : task.subtasks) {
        if (!walk(subtask)) return false;
      }
      return true;
    };
    if (!matches(model_.initial, {}, plan.root)) return false;
    for (const std::uint64_t id : plan.root) {
      if (!walk(id)) return false;
    }
    std::vector<Index> at(model_.goal.variables.size());
    return used.size() == steps.size() + tasks.size() &&
           holds(state, model_.goal.precondition, model_.goal.variables, at);
  }

 private:
  static constexpr std::size_t kMostWork = 1000;
  const Model& model_;
  NaiveState initial_;
  mutable std::size_t work_ = 0;

  static std::vector<Index> key(Index symbol, std::vector<Index> objects) {
    objects.insert(objects.begin(), symbol);
    return objects;
  }
  static std::vector<Index> of(const std::vector<Term>& terms, const std::vector<Index>& at) {
    std::vector<Index> out;
    for (const Term& term : terms) out.push_back(term.is_variable ? at[term.index] : term.index);
    return out;
  }
  bool is_a(Index object, Index type) const {
    return model_.is_subtype(model_.objects[object].type, type);
  }
  bool fits(const WrittenPlan::Task& task) const {
    for (std::size_t i = 0; i < task.objects.size(); ++i) {
      if (!is_a(task.objects[i], model_.tasks[task.task].parameters[i].type)) return false;
    }
    return true;
  }

  template <class Then>
  void assignments(const std::vector<Typed>& variables, Index from, Index to,
                   std::vector<Index>& at, Then then) const {
    if (from == to) return then();
    for (Index object = 0; object < model_.objects.size(); ++object) {
      if (!is_a(object, variables[from].type)) continue;
      at[from] = object;
      assignments(variables, from + 1, to, at, then);
    }
  }

  template <class Then>
  void each(const NaiveState& state, const Action& action, const Effect& effect,
            std::vector<Index>& at, Then then, std::size_t i = 0) const {
    if (i == effect.variables.size()) {
      if (holds(state, effect.condition, action.variables, at)) then();
      return;
    }
    const Index v = effect.variables[i];
    assignments(action.variables, v, v + 1, at,
                [&] { each(state, action, effect, at, then, i + 1); });
  }

  std::optional<double> evaluate(const NaiveState& state, const Expression& e,
                                 const std::vector<Index>& at) const {
    if (e.kind == Expression::Kind::kNumber) return e.number;
    if (e.kind == Expression::Kind::kFunction) {
      const auto it = state.values.find(key(e.function, of(e.terms, at)));
      if (it == state.values.end()) return std::nullopt;
      return it->second;
    }
    const auto a = evaluate(state, e.parts[0], at);
    const auto b = evaluate(state, e.parts[1], at);
    if (!a || !b) return std::nullopt;
    switch (e.kind) {
      case Expression::Kind::kAdd: return *a + *b;
      case Expression::Kind::kSubtract: return *a - *b;
      case Expression::Kind::kMultiply: return *a * *b;
      default: return *a / *b;
    }
  }

  // The subtasks of every instance of the method for these arguments that can be chosen here.
  template <class Then>
  void instances(const NaiveState& state, const Method& method, const std::vector<Index>& head,
                 Then then) const {
    std::vector<Index> at(method.variables.size());
    assignments(method.variables, 0, method.parameters, at, [&] {
      if (of(method.terms, at) != head) return;
      std::vector<Call> calls;
      for (const Subtask& subtask : method.subtasks) {
        calls.push_back({subtask.task, of(subtask.terms, at)});
        for (std::size_t i = 0; i < subtask.terms.size(); ++i) {
          if (!is_a(calls.back().objects[i], model_.tasks[subtask.task].parameters[i].type)) return;
        }
      }
      std::vector<Index> scratch = at;
      if (holds(state, method.precondition, method.variables, scratch)) then(calls);
    });
  }

  void search(const NaiveState& state, const std::vector<Call>& tasks, std::vector<Call>& steps,
              const std::function<void(const std::vector<Call>&)>& found) const {
    if (++work_ > kMostWork) throw TooLarge{};
    if (tasks.empty()) {
      std::vector<Index> at(model_.goal.variables.size());
      if (holds(state, model_.goal.precondition, model_.goal.variables, at)) found(steps);
      return;
    }
    const Call& first = tasks.front();
    const std::vector<Call> rest(tasks.begin() + 1, tasks.end());
    if (model_.is_primitive(first.task)) {
      const auto after = done(state, first.task, first.objects);
      if (!after) return;
      steps.push_back(first);
      search(*after, rest, steps, found);
      steps.pop_back();
      return;
    }
    for (const Method& method : model_.methods) {
      if (method.task != first.task) continue;
      instances(state, method, first.objects, [&](std::vector<Call> calls) {
        calls.insert(calls.end(), rest.begin(), rest.end());
        search(state, calls, steps, found);
      });
    }
  }
};

// The steps of each plan as one text, sorted. None if there are too many decompositions to try.
inline std::optional<std::vector<std::string>> naive_plans(const Model& model) try {
  std::vector<std::string> out;
  Naive(model).solutions([&](const std::vector<Naive::Call>& steps) {
    std::string& text = out.emplace_back();
    for (const Naive::Call& step : steps)
      text += call_text(model, model.tasks[step.task].name, step.objects);
  });
  std::sort(out.begin(), out.end());
  return out;
} catch (const TooLarge&) {
  return std::nullopt;
}

}  // namespace cgt::htn::hddl::testing
