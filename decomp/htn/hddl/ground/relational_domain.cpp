#include "decomp/htn/hddl/ground/relational_domain.hpp"

#include <fmt/format.h>

#include <cmath>

namespace cgt::htn::hddl {
namespace {

constexpr std::string_view kSteps = "steps";
// Steps of a task that cannot be done: more than any plan has, but finite, so that it adds up.
constexpr double kNever = 1e30;

// Two values of variables in a word.
void pack(std::span<const Index> values, SmallVector<Word, 8>& out) {
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const Word high = i + 1 < values.size() ? values[i + 1] : 0;
    out.push_back(values[i] | (high << 32U));
  }
}
Index unpack(std::span<const Word> words, std::size_t i) {
  return static_cast<Index>(words[i / 2] >> (i % 2 == 0 ? 0U : 32U));
}

}  // namespace

RelationalDomain::RelationalDomain(const Model& model, const DomainOptions& options)
    : model_(model),
      objects_(model),
      relations_(model.predicates.size(), model.functions.size()),
      compiler_(model, objects_, relations_),
      runner_(objects_, relations_) {
  load(options.budget);
  hierarchy_ = analyse(model, objects_, compiler_, options.hierarchy, options.budget);
  compile_rules();
  compile_actions();
  count_actions();
  choose_attributes(options.many_attributes);
}

void RelationalDomain::load(Budget* budget) {
  SmallVector<Index, 8> objects;
  const auto numbers = [&](const std::vector<Index>& of_model) {
    objects.clear();
    for (const Index object : of_model) objects.push_back(objects_.number(object));
    return std::span<const Index>(objects.data(), objects.size());
  };
  for (const Fact& fact : model_.facts) {
    if (budget != nullptr) budget->charge();
    relations_.add(fact.symbol, relations_.intern(fact.symbol, numbers(fact.objects)));
  }
  for (const Value& value : model_.values) {
    relations_.set(value.function, numbers(value.objects), value.number);
  }
  relations_.commit();
}

void RelationalDomain::compile_rules() {
  std::size_t most = 0;
  const auto note = [&](const std::vector<Typed>& variables) {
    most = std::max(most, variables.size());
  };
  for (const Rule& rule : hierarchy_.rules) {
    note(rule.variables);
    std::vector<bool> bound(rule.variables.size());
    for (const Term& term : rule.head) {
      if (term.is_variable) bound[term.index] = true;
    }
    Conjunction condition = rule.own;
    condition.literals.insert(condition.literals.end(), rule.pulled.begin(), rule.pulled.end());
    queries_.push_back(compiler_.compile(condition, rule.variables, bound, rule.wanted));
  }
  for (const Action& action : model_.actions) note(action.variables);
  note(model_.goal.variables);
  values_.resize(most);
  Conjunction goal;
  compiler_.split(model_.goal.precondition, false, goal);
  goal_ = compiler_.compile(goal, model_.goal.variables, {}, {});

  std::vector<bool> changes(model_.predicates.size());
  std::vector<bool> functions(model_.functions.size());
  for (const Action& action : model_.actions) {
    for (const Effect& effect : action.effects) {
      const bool fact = effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete;
      (fact ? changes : functions)[effect.symbol] = true;
    }
  }
  for (const TaskSymbol& symbol : hierarchy_.symbols) {
    relevant_.emplace_back();
    relevant_functions_.emplace_back();
    for (Index p = 0; p < changes.size(); ++p) {
      if (changes[p] && symbol.reads[p]) relevant_.back().push_back(p);
    }
    for (Index f = 0; f < functions.size(); ++f) {
      if (functions[f] && symbol.reads_function[f]) relevant_functions_.back().push_back(f);
    }
  }
}

void RelationalDomain::compile_actions() {
  for (Index i = 0; i < model_.actions.size(); ++i) {
    const Action& action = model_.actions[i];
    Operator& out = operators_.emplace_back();
    std::vector<bool> bound(action.variables.size());
    std::fill_n(bound.begin(), model_.tasks[i].parameters.size(), true);
    Conjunction precondition;
    compiler_.split(action.precondition, false, precondition);
    out.precondition = compiler_.compile(precondition, action.variables, bound, {});
    for (const Effect& effect : action.effects) {
      Operator::Change& change = out.changes.emplace_back();
      change.effect = &effect;
      change.terms = compiler_.terms(effect.terms);
      change.is_plain = effect.variables.empty() && effect.condition.parts.empty();
      if (change.is_plain) continue;
      Conjunction condition;
      compiler_.split(effect.condition, false, condition);
      change.query = compiler_.compile(condition, action.variables, bound, effect.variables);
    }
  }
}

void RelationalDomain::count_actions() {
  least_.assign(hierarchy_.symbols.size(), Relations::kNone);
  std::fill_n(least_.begin(), model_.actions.size(), Index{1});
  least_by_.assign(hierarchy_.rules.size(), Relations::kNone);
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t r = 0; r < hierarchy_.rules.size(); ++r) {
      const Rule& rule = hierarchy_.rules[r];
      std::uint64_t sum = 0;
      for (const RuleSubtask& subtask : rule.subtasks) sum += least_[subtask.symbol];
      if (sum >= least_by_[r]) continue;
      least_by_[r] = static_cast<Index>(sum);
      if (sum >= least_[rule.symbol]) continue;
      least_[rule.symbol] = static_cast<Index>(sum);
      changed = true;
    }
  }
}

void RelationalDomain::note_least(Index least, std::span<double> out) const {
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    if (counters_[i].what != Counter::What::kSteps) continue;
    out[i] = least == Relations::kNone ? kNever : least;
  }
}

TaskId RelationalDomain::task(Index symbol, std::span<const Index> arguments) {
  SmallVector<Index, 8> tuple;
  tuple.push_back(symbol);
  tuple.insert(tuple.end(), arguments.begin(), arguments.end());
  return tasks_.intern({tuple.data(), tuple.size()});
}

std::vector<TaskId> RelationalDomain::initial_tasks() { return {task(hierarchy_.root, {})}; }

bool RelationalDomain::accepts() { return runner_.exists(goal_, values_.data()); }

std::span<const MethodId> RelationalDomain::methods(TaskId task) {
  if (task == kNil) return {};
  return hierarchy_.symbols[symbol(task)].rules;
}

// Gives the variables of the head their values; false if it does not fit the arguments.
bool RelationalDomain::bind(const Rule& rule, std::span<const Index> arguments) {
  for (std::size_t i = 0; i < rule.head.size(); ++i) {
    const Term& term = rule.head[i];
    if (term.is_variable) values_[term.index] = arguments[i];
  }
  for (std::size_t i = 0; i < rule.head.size(); ++i) {
    if (runner_.value(rule.head[i], values_.data()) != arguments[i]) return false;
  }
  return true;
}

bool RelationalDomain::next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) {
  const Rule& rule = hierarchy_.rules[method];
  const Query& query = queries_[method];
  std::fill_n(values_.begin(), rule.variables.size(), Relations::kNone);
  if (!bind(rule, arguments(task))) return false;
  const bool resume = !point.words.empty();
  if (!resume) point.words.resize(std::max<std::size_t>(1, query.generators));
  // Without generators there is one instance at most.
  if (resume && query.generators == 0) return false;
  if (!runner_.next(query, values_.data(), point.words.data(), resume)) return false;
  out.last = runner_.is_last(query, point.words.data());
  SmallVector<Index, 8> tuple;
  for (const RuleSubtask& subtask : rule.subtasks) {
    tuple.clear();
    tuple.push_back(subtask.symbol);
    for (const Term& term : subtask.terms) tuple.push_back(runner_.value(term, values_.data()));
    out.subtasks.push_back(tasks_.intern({tuple.data(), tuple.size()}));
  }
  pack({values_.data(), rule.variables.size()}, out.bindings);
  return true;
}

void RelationalDomain::expect_checks(std::span<const MethodId> methods) {
  // Indices that are new are made where the state begins only.
  if (relations_.mark() != 0) return;
  for (const MethodId method : methods) {
    if (checks_.contains(method)) continue;
    const Rule& rule = hierarchy_.rules[method];
    std::vector<bool> bound(rule.variables.size());
    for (const Term& term : rule.head) {
      if (term.is_variable) bound[term.index] = true;
    }
    // All that next() gives a value, also what only has to exist: it is told as a reason.
    for (const Step& step : queries_[method].steps) {
      for (const Step::Column& column : step.columns) bound[column.variable] = true;
      const bool binds = step.kind == Step::Kind::kEnumerate || step.kind == Step::Kind::kBind;
      if (binds) bound[step.variable] = true;
    }
    Conjunction condition = rule.own;
    condition.literals.insert(condition.literals.end(), rule.pulled.begin(), rule.pulled.end());
    checks_.emplace(method, compiler_.compile(condition, rule.variables, bound, {}));
  }
}

bool RelationalDomain::still_applies(TaskId task, MethodId method, std::span<const Word> bindings,
                                     std::span<const TaskId> subtasks) {
  const auto check = checks_.find(method);
  if (check == checks_.end()) return Domain::still_applies(task, method, bindings, subtasks);
  const Rule& rule = hierarchy_.rules[method];
  for (std::size_t v = 0; v < rule.variables.size(); ++v) {
    values_[v] = unpack(bindings, static_cast<Index>(v));
  }
  return runner_.exists(check->second, values_.data());
}

// What the action changes, read off the state before it.
void RelationalDomain::collect(const Operator& action) {
  added_.clear();
  removed_.clear();
  assigned_.clear();
  SmallVector<Index, 8> objects;
  SmallVector<Word, 8> cursors;
  for (const Operator::Change& change : action.changes) {
    const Effect& effect = *change.effect;
    const auto note = [&] {
      objects.clear();
      for (const Term& term : change.terms) {
        objects.push_back(runner_.value(term, values_.data()));
      }
      const std::span<const Index> tuple(objects.data(), objects.size());
      if (effect.kind == Effect::Kind::kAdd) {
        added_.emplace_back(effect.symbol, relations_.intern(effect.symbol, tuple));
        return;
      }
      if (effect.kind == Effect::Kind::kDelete) {
        removed_.emplace_back(effect.symbol, relations_.intern(effect.symbol, tuple));
        return;
      }
      const double value = runner_.evaluate(effect.value, values_.data());
      if (std::isnan(value) || std::isinf(value)) {
        throw Error(fmt::format("the value that changes function \"{}\" is not a number",
                                model_.functions[effect.symbol].name),
                    "has each function in it a value in :init?");
      }
      assigned_.push_back({effect.symbol,
                           {tuple.begin(), tuple.end()},
                           effect.kind == Effect::Kind::kDecrease ? -value : value,
                           effect.kind != Effect::Kind::kAssign});
    };
    if (change.is_plain) {
      note();
      continue;
    }
    cursors.resize(std::max<std::size_t>(1, change.query.generators));
    bool resume = false;
    while (runner_.next(change.query, values_.data(), cursors.data(), resume)) {
      note();
      if (change.query.generators == 0) break;
      resume = true;
    }
  }
}

bool RelationalDomain::apply(TaskId task, Effects& effects) {
  const std::span<const Index> given = arguments(task);
  std::copy(given.begin(), given.end(), values_.begin());
  const Operator& action = operators_[symbol(task)];
  if (!runner_.exists(action.precondition, values_.data())) return false;
  const auto measure = [&](const Counter& counter) {
    if (counter.what == Counter::What::kSteps) return 0.0;
    if (counter.what == Counter::What::kMetric) {
      return runner_.evaluate(model_.metric, values_.data());
    }
    return relations_.value(counter.function, {});
  };
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    if (counters_[i].what != Counter::What::kSteps) effects.attributes[i] = -measure(counters_[i]);
  }
  collect(action);
  for (const auto& [predicate, tuple] : removed_) relations_.remove(predicate, tuple);
  for (const auto& [predicate, tuple] : added_) relations_.add(predicate, tuple);
  for (const Assignment& assignment : assigned_) {
    const std::span<const Index> objects(assignment.objects.data(), assignment.objects.size());
    double value = assignment.value;
    if (assignment.add) {
      const double before = relations_.value(assignment.function, objects);
      // What was never set counts from 0, as total-cost often does.
      if (!std::isnan(before)) value += before;
    }
    relations_.set(assignment.function, objects, value);
  }
  for (std::size_t i = 0; i < counters_.size(); ++i) {
    if (counters_[i].what == Counter::What::kSteps) {
      effects.attributes[i] = 1;
    } else {
      effects.attributes[i] += measure(counters_[i]);
    }
  }
  return true;
}

Hash128 RelationalDomain::relevant_hash(TaskId task) {
  const Index s = symbol(task);
  Hash128 out;
  for (const Index predicate : relevant_[s]) out ^= relations_.hash(predicate);
  for (const Index function : relevant_functions_[s]) out ^= relations_.function_hash(function);
  return out;
}

// --- attributes ---

bool RelationalDomain::never_negative(const Expression& expression) const {
  switch (expression.kind) {
    case Expression::Kind::kNumber: return expression.number >= 0;
    case Expression::Kind::kSubtract: return false;
    case Expression::Kind::kFunction: break;
    default: return never_negative(expression.parts[0]) && never_negative(expression.parts[1]);
  }
  for (const Action& action : model_.actions) {
    for (const Effect& effect : action.effects) {
      const bool fact = effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete;
      if (!fact && effect.symbol == expression.function) return false;
    }
  }
  return std::all_of(model_.values.begin(), model_.values.end(), [&](const Value& value) {
    return value.function != expression.function || value.number >= 0;
  });
}

bool RelationalDomain::only_increased(Index function) const {
  for (const Action& action : model_.actions) {
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete) continue;
      if (effect.symbol != function) continue;
      if (effect.kind != Effect::Kind::kIncrease || !never_negative(effect.value)) return false;
    }
  }
  return true;
}

// A sum of functions that are only increased, each times a number that is not negative.
bool RelationalDomain::is_linear(const Expression& expression) const {
  switch (expression.kind) {
    case Expression::Kind::kNumber: return true;
    case Expression::Kind::kFunction: return only_increased(expression.function);
    case Expression::Kind::kAdd:
      return is_linear(expression.parts[0]) && is_linear(expression.parts[1]);
    case Expression::Kind::kMultiply: {
      const Expression& left = expression.parts[0];
      const Expression& right = expression.parts[1];
      const auto factor = [](const Expression& part) {
        return part.kind == Expression::Kind::kNumber && part.number >= 0;
      };
      return (factor(left) && is_linear(right)) || (factor(right) && is_linear(left));
    }
    default: return false;
  }
}

// Functions of the metric that have no value yet, such as total-cost.
void RelationalDomain::set_to_zero(const Expression& expression) {
  if (expression.kind == Expression::Kind::kFunction && expression.terms.empty() &&
      std::isnan(relations_.value(expression.function, {}))) {
    relations_.set(expression.function, {}, 0);
  }
  for (const Expression& part : expression.parts) set_to_zero(part);
}

void RelationalDomain::choose_attributes(bool many) {
  const Better better = model_.maximize ? Better::kGreater : Better::kLess;
  const bool linear = model_.has_metric && is_linear(model_.metric);
  if (many) {
    for (Index f = 0; f < model_.functions.size(); ++f) {
      bool changes = false;
      for (const Action& action : model_.actions) {
        for (const Effect& effect : action.effects) {
          changes = changes || (effect.kind == Effect::Kind::kIncrease && effect.symbol == f);
        }
      }
      if (!changes || !model_.functions[f].parameters.empty() || !only_increased(f)) continue;
      attributes_.push_back({model_.functions[f].name, Combine::kSum, Better::kLess, true});
      counters_.push_back({Counter::What::kFunction, f});
    }
  } else if (model_.has_metric) {
    attributes_.push_back({"metric", Combine::kSum, better, linear && !model_.maximize});
    counters_.push_back({Counter::What::kMetric, 0});
  }
  if (many || !model_.has_metric) {
    attributes_.push_back({std::string(kSteps), Combine::kSum, Better::kLess, true});
    counters_.push_back({Counter::What::kSteps, 0});
  }
  // Functions that only add up and that nothing reads.
  std::vector<bool> read(model_.functions.size());
  for (const TaskSymbol& symbol : hierarchy_.symbols) {
    for (Index f = 0; f < read.size(); ++f) read[f] = read[f] || symbol.reads_function[f];
  }
  const auto mark_all = [&](const Formula& formula, const auto& self) -> void {
    const auto expression = [&](const Expression& part, const auto& again) -> void {
      if (part.kind == Expression::Kind::kFunction) read[part.function] = true;
      for (const Expression& inner : part.parts) again(inner, again);
    };
    for (const Expression& side : formula.sides) expression(side, expression);
    for (const Formula& part : formula.parts) self(part, self);
  };
  mark_all(model_.goal.precondition, mark_all);
  for (Index f = 0; f < read.size(); ++f) {
    if (!read[f] && only_increased(f) && (!model_.has_metric || linear)) relations_.leave_out(f);
  }
  // Where each step starts from.
  for (const Counter& counter : counters_) {
    if (counter.what == Counter::What::kFunction &&
        std::isnan(relations_.value(counter.function, {}))) {
      relations_.set(counter.function, {}, 0);
    }
  }
  if (model_.has_metric) set_to_zero(model_.metric);
  relations_.commit();
}

Plan RelationalDomain::without_continuations(const Plan& plan) const {
  Plan out;
  out.values = plan.values;
  out.contributions = plan.contributions;
  std::vector<std::uint32_t> now(plan.nodes.size(), kNoNode);
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    PlanNode node = plan.nodes[i];
    const std::uint32_t parent = node.parent == kNoNode ? kNoNode : now[node.parent];
    const std::span<const Word> words = plan.bindings(i);
    if (!is_of_model(node.task)) {
      now[i] = parent;
      if (parent == kNoNode) continue;
      // What is bound here belongs to the method.
      Word* const into = out.words.data() + out.nodes[parent].binding;
      for (std::size_t w = 0; w < words.size(); ++w) {
        for (const unsigned shift : {0U, 32U}) {
          const auto value = static_cast<Index>(words[w] >> shift);
          if (value == Relations::kNone) continue;
          into[w] = (into[w] & ~(Word{Relations::kNone} << shift)) | (Word{value} << shift);
        }
      }
      continue;
    }
    now[i] = static_cast<std::uint32_t>(out.nodes.size());
    node.parent = parent;
    node.binding = static_cast<std::uint32_t>(out.words.size());
    out.words.insert(out.words.end(), words.begin(), words.end());
    out.nodes.push_back(node);
  }
  for (const std::uint32_t step : plan.steps) out.steps.push_back(now[step]);
  return out;
}

// --- texts ---

const Method& RelationalDomain::method_of(const Rule& rule) const {
  return rule.method == Rule::kInitial ? model_.initial : model_.methods[rule.method];
}

std::string RelationalDomain::task_text(TaskId task) const {
  if (task == kNil) return "NIL";
  std::vector<Index> objects;
  for (const Index object : arguments(task)) objects.push_back(objects_.of_model(object));
  return call_text(model_, hierarchy_.symbols[symbol(task)].name, objects);
}

std::string RelationalDomain::method_name(MethodId method) const {
  return method_of(hierarchy_.rules[method]).name;
}

std::vector<std::pair<std::string, std::string>> RelationalDomain::binding_texts(
    MethodId method, std::span<const Word> bindings) const {
  const Rule& rule = hierarchy_.rules[method];
  const Method& of_model = method_of(rule);
  std::vector<std::pair<std::string, std::string>> out;
  for (Index i = 0; i < of_model.parameters; ++i) {
    const Index object = unpack(bindings, i);
    if (object == Relations::kNone) continue;
    out.emplace_back(rule.variables[i].name, model_.objects[objects_.of_model(object)].name);
  }
  return out;
}

std::string RelationalDomain::reason(TaskId /*task*/, MethodId method,
                                     std::span<const Word> bindings) const {
  const Rule& rule = hierarchy_.rules[method];
  if (rule.is_continuation) return {};
  const Method& of_model = method_of(rule);
  std::vector<Index> values;
  for (Index i = 0; i < of_model.parameters; ++i) {
    const Index object = unpack(bindings, i);
    values.push_back(object == Relations::kNone ? object : objects_.of_model(object));
  }
  return formula_text(model_, of_model.precondition, of_model.variables, values);
}

}  // namespace cgt::htn::hddl
