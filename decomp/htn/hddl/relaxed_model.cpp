#include "decomp/htn/hddl/relaxed_model.hpp"

namespace cgt::htn::hddl {
namespace {

// What the queries of the grounding are compiled from: the predicates of the model, and one for
// each task symbol.
Model with_task_predicates(const RelationalDomain& domain) {
  const Model& model = domain.model();
  Model out;
  out.types = model.types;
  out.objects = model.objects;
  out.predicates = model.predicates;
  out.actions = model.actions;
  for (const TaskSymbol& symbol : domain.hierarchy().symbols) {
    Symbol& predicate = out.predicates.emplace_back();
    for (const Index type : symbol.types) predicate.parameters.push_back({"", type, {}});
  }
  return out;
}

class Grounding {
 public:
  Grounding(RelationalDomain& domain, const RelaxedLimits& limits, Budget& budget,
            RelaxedModel& out)
      : domain_(domain),
        model_(domain.model()),
        hierarchy_(domain.hierarchy()),
        limits_(limits),
        budget_(budget),
        out_(out),
        extended_(with_task_predicates(domain)),
        relations_(extended_.predicates.size(), model_.functions.size()),
        compiler_(extended_, domain.objects(), relations_),
        runner_(domain.objects(), relations_),
        changes_(changed_predicates(model_)),
        deltas_(extended_.predicates.size()),
        queued_(extended_.predicates.size()) {}

  bool run() {
    if (limits_.assumed != Relations::kNone) changes_[limits_.assumed] = true;
    load();
    make_bodies();
    reach(task_predicate(hierarchy_.root), {});
    while (next_ < queue_.size()) {
      const auto [predicate, tuple] = queue_[next_++];
      relations_.add(predicate, tuple);
      for (const Delta& delta : deltas_[predicate]) {
        if (!join(delta, tuple)) return false;
      }
    }
    return write();
  }

 private:
  // A rule or an action as a Datalog rule.
  struct Body {
    bool is_action = false;
    Index index = 0;
    std::vector<Literal> literals;  // the first one is the task
    const std::vector<Typed>* variables = nullptr;
    std::vector<Index> wanted;
    std::vector<std::uint8_t> matters;  // variables that operations show
    Conjunction condition;              // as it was
  };
  // A body with one of its literals given.
  struct Delta {
    Index body = 0;
    Literal literal;
    Query query;
  };

  RelationalDomain& domain_;
  const Model& model_;
  const Hierarchy& hierarchy_;
  const RelaxedLimits& limits_;
  Budget& budget_;
  RelaxedModel& out_;
  Model extended_;
  Relations relations_;
  QueryCompiler compiler_;
  QueryRunner runner_;
  std::vector<bool> changes_;  // by predicate of the model
  std::vector<Body> bodies_;
  std::vector<std::vector<Delta>> deltas_;  // by predicate of the literal
  std::vector<std::vector<std::uint8_t>> queued_;
  std::vector<std::pair<Index, Index>> queue_;
  std::size_t next_ = 0;
  Tuples instances_;  // body, values of its variables
  std::vector<Index> values_;
  std::vector<Word> cursors_;
  Tuples names_;  // of the literals of out_: 2 * predicate + negated, objects
  std::size_t entries_ = 0;

  Index task_predicate(Index symbol) const {
    return static_cast<Index>(model_.predicates.size()) + symbol;
  }

  void load() {
    const Relations& state = domain_.state();
    for (Index p = 0; p < model_.predicates.size(); ++p) {
      std::vector<Index> columns;
      const Index index = domain_.state().index_by(p, columns);
      const Index bucket = state.bucket(p, index, {});
      if (bucket == Relations::kNone) continue;
      for (const Index tuple : state.facts(p, index, bucket)) {
        relations_.add(p, relations_.intern(p, state.tuple(p, tuple)));
        mark(p, relations_.intern(p, state.tuple(p, tuple)));
        budget_.charge();
      }
    }
    relations_.commit();
  }

  // False if it was marked before.
  bool mark(Index predicate, Index tuple) {
    std::vector<std::uint8_t>& flags = queued_[predicate];
    if (tuple >= flags.size()) flags.resize(std::max<std::size_t>(tuple + 1, 2 * flags.size()));
    const bool before = flags[tuple] != 0;
    flags[tuple] = 1;
    return !before;
  }

  void reach(Index predicate, std::span<const Index> objects) {
    const Index tuple = relations_.intern(predicate, objects);
    if (mark(predicate, tuple)) queue_.emplace_back(predicate, tuple);
  }

  bool is_fluent(const Literal& literal) const {
    return literal.kind == Literal::Kind::kAtom &&
           (literal.symbol >= changes_.size() || changes_[literal.symbol]);
  }

  void make_bodies() {
    for (Index r = 0; r < hierarchy_.rules.size(); ++r) {
      const Rule& rule = hierarchy_.rules[r];
      Body body;
      body.index = r;
      body.variables = &rule.variables;
      body.wanted = rule.wanted;
      body.condition = rule.own;
      body.literals.push_back(
          {Literal::Kind::kAtom, false, task_predicate(rule.symbol), rule.head});
      body.literals.insert(body.literals.end(), rule.own.literals.begin(), rule.own.literals.end());
      body.literals.insert(body.literals.end(), rule.pulled.begin(), rule.pulled.end());
      add(std::move(body));
    }
    for (Index a = 0; a < model_.actions.size(); ++a) {
      const Action& action = model_.actions[a];
      Body body;
      body.is_action = true;
      body.index = a;
      body.variables = &action.variables;
      Literal task{Literal::Kind::kAtom, false, task_predicate(a), {}};
      for (Index i = 0; i < model_.tasks[a].parameters.size(); ++i) {
        task.terms.push_back({true, i});
        body.wanted.push_back(i);
      }
      body.literals.push_back(std::move(task));
      compiler_.split(action.precondition, false, body.condition);
      body.literals.insert(body.literals.end(), body.condition.literals.begin(),
                           body.condition.literals.end());
      add(std::move(body));
    }
    for (Index b = 0; b < bodies_.size(); ++b) {
      const Body& body = bodies_[b];
      for (std::size_t i = 0; i < body.literals.size(); ++i) {
        const Literal& given = body.literals[i];
        if (!is_fluent(given)) continue;
        Conjunction rest;
        for (std::size_t j = 0; j < body.literals.size(); ++j) {
          if (j != i) rest.literals.push_back(body.literals[j]);
        }
        std::vector<bool> bound(body.variables->size());
        for (const Term& term : given.terms) {
          if (term.is_variable) bound[term.index] = true;
        }
        deltas_[given.symbol].push_back(
            {b, given, compiler_.compile(rest, *body.variables, bound, body.wanted)});
        budget_.charge(16);
      }
    }
  }

  void add(Body body) {
    // Whether something changeable does not hold is not asked, nor what is assumed.
    std::erase_if(body.literals, [&](const Literal& literal) {
      return is_fluent(literal) && (literal.negated || literal.symbol == limits_.assumed);
    });
    // Instances that differ in what only rigid conditions speak of are the same operation.
    body.matters.assign(body.variables->size(), body.condition.others.empty() ? 0 : 1);
    const auto matter = [&](const Terms& terms) {
      for (const Term& term : terms) {
        if (term.is_variable) body.matters[term.index] = 1;
      }
    };
    matter(body.literals[0].terms);
    for (const Literal& literal : body.condition.literals) {
      if (is_fluent(literal)) matter(literal.terms);
    }
    if (!body.is_action) {
      for (const RuleSubtask& subtask : hierarchy_.rules[body.index].subtasks) {
        matter(subtask.terms);
      }
    }
    bodies_.push_back(std::move(body));
  }

  // The instances of which this fact is a part. False if there are too many.
  bool join(const Delta& delta, Index tuple) {
    const Body& body = bodies_[delta.body];
    const std::vector<Typed>& variables = *body.variables;
    values_.assign(variables.size(), Relations::kNone);
    const std::span<const Index> objects = relations_.tuple(delta.literal.symbol, tuple);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const Term& term = delta.literal.terms[i];
      if (!term.is_variable) {
        if (term.index != objects[i]) return true;
        continue;
      }
      Index& value = values_[term.index];
      if (value != Relations::kNone && value != objects[i]) return true;
      if (!domain_.objects().of_type(variables[term.index].type).contains(objects[i])) return true;
      value = objects[i];
    }
    cursors_.resize(std::max<std::size_t>(1, delta.query.generators));
    bool resume = false;
    std::vector<Index> key;
    while (runner_.next(delta.query, values_.data(), cursors_.data(), resume)) {
      budget_.charge();
      key.assign(1, delta.body);
      for (std::size_t v = 0; v < values_.size(); ++v) {
        key.push_back(body.matters[v] != 0 ? values_[v] : Relations::kNone);
      }
      const Index before = instances_.size();
      if (instances_.intern(key) == before) follow(body);
      if (instances_.size() > limits_.instances) return false;
      if (delta.query.generators == 0) break;
      resume = true;
    }
    return true;
  }

  std::vector<Index> ground(const Terms& terms, std::span<const Index> values) const {
    std::vector<Index> out;
    out.reserve(terms.size());
    for (const Term& term : terms)
      out.push_back(term.is_variable ? values[term.index] : term.index);
    return out;
  }

  void follow(const Body& body) {
    if (!body.is_action) {
      for (const RuleSubtask& subtask : hierarchy_.rules[body.index].subtasks) {
        reach(task_predicate(subtask.symbol), ground(subtask.terms, values_));
      }
      return;
    }
    const std::vector<Index> values = values_;
    for (const Effect& effect : model_.actions[body.index].effects) {
      if (effect.kind != Effect::Kind::kAdd) continue;
      each_instance(body.index, effect, values,
                    [&](const std::vector<Index>& objects) { reach(effect.symbol, objects); });
    }
  }

  // The objects of an effect for all values of its variables.
  void each_instance(Index action, const Effect& effect, std::span<const Index> of_action,
                     const std::function<void(const std::vector<Index>&)>& then) {
    std::vector<Index> values(of_action.begin(), of_action.end());
    const Terms terms = compiler_.terms(effect.terms);
    each_value(model_.actions[action].variables, effect.variables, values,
               [&] { then(ground(terms, values)); });
  }

  // Counts the values of `which` up like the digits of a number.
  void each_value(const std::vector<Typed>& variables, const std::vector<Index>& which,
                  std::vector<Index>& values, const std::function<void()>& then) {
    const auto range = [&](Index v) { return domain_.objects().of_type(variables[v].type); };
    for (const Index v : which) {
      values[v] = range(v).first;
      if (range(v).first == range(v).last) return;
    }
    while (true) {
      budget_.charge();
      then();
      std::size_t digit = 0;
      for (; digit < which.size(); ++digit) {
        const Objects::Range of = range(which[digit]);
        Index& value = values[which[digit]];
        value = of.from(value + 1);
        if (value < of.last) break;
        value = of.first;
      }
      if (digit == which.size()) return;
    }
  }

  // --- operations ---

  Index literal(bool negated, Index predicate, std::span<const Index> objects) {
    std::vector<Index> name{2 * predicate + (negated ? 1 : 0)};
    name.insert(name.end(), objects.begin(), objects.end());
    const Index fact = names_.intern(name);
    if (fact == out_.literals.size()) {
      out_.literals.push_back({negated, predicate, domain_.state().intern(predicate, objects)});
    }
    return fact;
  }

  void need(const Literal& of_body, std::span<const Index> values, std::vector<Index>& out) {
    if (is_fluent(of_body)) {
      out.push_back(literal(of_body.negated, of_body.symbol, ground(of_body.terms, values)));
    }
  }

  enum class Verdict : std::uint8_t { kTrue, kFalse, kOpen };
  // Of what cannot change.
  Verdict verdict(const Formula& formula, bool negated, std::span<const Index> values) const {
    const auto of = [&](bool holds) { return holds != negated ? Verdict::kTrue : Verdict::kFalse; };
    switch (formula.kind) {
      case Formula::Kind::kNot: return verdict(formula.parts[0], !negated, values);
      case Formula::Kind::kAtom:
        if (changes_[formula.predicate]) return Verdict::kOpen;
        return of(domain_.state().holds(formula.predicate,
                                        ground(compiler_.terms(formula.terms), values)));
      case Formula::Kind::kEqual: {
        const std::vector<Index> sides = ground(compiler_.terms(formula.terms), values);
        return of(sides[0] == sides[1]);
      }
      case Formula::Kind::kAnd:
      case Formula::Kind::kOr: {
        const bool conjunction = (formula.kind == Formula::Kind::kAnd) != negated;
        Verdict all = conjunction ? Verdict::kTrue : Verdict::kFalse;
        for (const Formula& part : formula.parts) {
          const Verdict one = verdict(part, negated, values);
          if (one == (conjunction ? Verdict::kFalse : Verdict::kTrue)) return one;
          if (one == Verdict::kOpen) all = Verdict::kOpen;
        }
        return all;
      }
      default: return Verdict::kOpen;
    }
  }

  // The literals that a formula demands in any case.
  void demand(const Formula& formula, bool negated, const std::vector<Typed>& variables,
              std::vector<Index>& values, std::vector<Index>& out) {
    budget_.charge();
    switch (formula.kind) {
      case Formula::Kind::kNot: demand(formula.parts[0], !negated, variables, values, out); return;
      case Formula::Kind::kAtom:
        if (!changes_[formula.predicate]) return;
        out.push_back(
            literal(negated, formula.predicate, ground(compiler_.terms(formula.terms), values)));
        return;
      case Formula::Kind::kAnd:
      case Formula::Kind::kOr: {
        const bool conjunction = (formula.kind == Formula::Kind::kAnd) != negated;
        const Formula* open = nullptr;
        std::size_t count = 0;
        for (const Formula& part : formula.parts) {
          const Verdict one = verdict(part, negated, values);
          if (conjunction && one == Verdict::kOpen) demand(part, negated, variables, values, out);
          if (one == Verdict::kTrue && !conjunction) return;
          if (one != Verdict::kOpen) continue;
          open = &part;
          ++count;
        }
        if (!conjunction && count == 1) demand(*open, negated, variables, values, out);
        return;
      }
      case Formula::Kind::kForall:
      case Formula::Kind::kExists: {
        if ((formula.kind == Formula::Kind::kForall) == negated) return;
        std::vector<Index> which;
        for (Index i = 0; i < formula.count; ++i) which.push_back(formula.first + i);
        each_value(variables, which, values,
                   [&] { demand(formula.parts[0], negated, variables, values, out); });
        return;
      }
      default: return;
    }
  }

  Index number(TaskId task) {
    if (task >= out_.number.size()) out_.number.resize(task + 1, Relations::kNone);
    Index& number = out_.number[task];
    if (number == Relations::kNone) {
      number = static_cast<Index>(out_.tasks.size());
      out_.tasks.push_back(task);
    }
    return number;
  }

  bool close(Rows& rows, const std::vector<Index>& row) {
    for (const Index value : row) rows.push(value);
    rows.close();
    entries_ += row.size();
    return entries_ <= limits_.entries;
  }

  bool write() {
    // Literals first, then tasks: subtasks are noted apart until all literals are known.
    std::vector<std::vector<Index>> needs(instances_.size());
    std::vector<std::vector<Index>> subtasks(instances_.size());
    for (Index i = 0; i < instances_.size(); ++i) {
      const Body& body = bodies_[instances_[i][0]];
      const std::span<const Index> values = instances_[i].subspan(1);
      std::vector<Index>& row = needs[i];
      for (const Literal& of_body : body.condition.literals) need(of_body, values, row);
      std::vector<Index> scratch(values.begin(), values.end());
      for (const Conjunction::Other& other : body.condition.others) {
        demand(*other.formula, other.negated, *body.variables, scratch, row);
      }
      entries_ += row.size();
      if (entries_ > limits_.entries) return false;
      const std::vector<Index> head = ground(body.literals[0].terms, values);
      out_.head.push_back(number(domain_.task(body.literals[0].symbol - task_predicate(0), head)));
      out_.cost.push_back(1);
      out_.rule.push_back(body.is_action ? Relations::kNone : body.index);
      if (body.is_action) continue;
      const Rule& rule = hierarchy_.rules[body.index];
      if (rule.is_continuation || rule.method == Rule::kInitial) out_.cost.back() = 0;
      for (const RuleSubtask& subtask : rule.subtasks) {
        subtasks[i].push_back(number(domain_.task(subtask.symbol, ground(subtask.terms, values))));
      }
    }
    Conjunction goal;
    compiler_.split(model_.goal.precondition, false, goal);
    for (const Literal& of_goal : goal.literals) need(of_goal, {}, out_.goal);
    std::vector<Index> scratch(model_.goal.variables.size());
    for (const Conjunction::Other& other : goal.others) {
      demand(*other.formula, other.negated, model_.goal.variables, scratch, out_.goal);
    }
    entries_ = 0;
    const auto first_task = static_cast<Index>(out_.literals.size());
    std::vector<std::vector<Index>> below(out_.tasks.size());
    for (Index i = 0; i < instances_.size(); ++i) {
      const Body& body = bodies_[instances_[i][0]];
      std::vector<Index>& row = needs[i];
      for (const Index subtask : subtasks[i]) row.push_back(first_task + subtask);
      std::vector<Index>& children = below[out_.head[i]];
      children.insert(children.end(), subtasks[i].begin(), subtasks[i].end());
      if (row.empty()) out_.unneeded.push_back(i);
      if (!close(out_.needed, row)) return false;
      row.assign(1, first_task + out_.head[i]);
      if (body.is_action) {
        const std::vector<Index> values(instances_[i].begin() + 1, instances_[i].end());
        for (const Effect& effect : model_.actions[body.index].effects) {
          const bool deletes = effect.kind == Effect::Kind::kDelete;
          if (!deletes && effect.kind != Effect::Kind::kAdd) continue;
          each_instance(body.index, effect, values, [&](const std::vector<Index>& objects) {
            std::vector<Index> name{2 * effect.symbol + (deletes ? 1 : 0)};
            name.insert(name.end(), objects.begin(), objects.end());
            const Index fact = names_.find(name);
            if (fact != Tuples::kNone) row.push_back(fact);
          });
        }
      }
      if (!close(out_.made, row)) return false;
    }
    for (const std::vector<Index>& row : below) {
      if (!close(out_.below, row)) return false;
    }
    std::vector<std::vector<Index>> users(out_.facts());
    for (Index i = 0; i < instances_.size(); ++i) {
      for (const Index fact : out_.needed[i]) users[fact].push_back(i);
    }
    for (const std::vector<Index>& row : users) {
      if (!close(out_.needed_by, row)) return false;
    }
    return true;
  }
};

}  // namespace

void Rows::close() {
  const auto begin = data_.begin() + static_cast<std::ptrdiff_t>(ends_.empty() ? 0 : ends_.back());
  std::sort(begin, data_.end());
  data_.erase(std::unique(begin, data_.end()), data_.end());
  ends_.push_back(data_.size());
}

std::uint64_t RelaxedModel::bytes() const {
  return literals.capacity() * sizeof(Literal) + (tasks.capacity() + number.capacity()) * 4 +
         needed.bytes() + made.bytes() + head.capacity() * 5 + below.bytes() + needed_by.bytes();
}

DomainOptions relaxing_options(const Model& model, Budget& budget) {
  DomainOptions out;
  out.hierarchy.pull_up = out.hierarchy.bind_late = false;
  out.hierarchy.interleaved = model.is_partial();
  out.budget = &budget;
  return out;
}

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

bool build(RelationalDomain& domain, const RelaxedLimits& limits, Budget& budget,
           RelaxedModel& out) {
  out = {};
  return Grounding(domain, limits, budget, out).run();
}

RelaxedReach::RelaxedReach(const RelaxedModel& model, const Relations& state, Budget& budget,
                           const std::vector<bool>& off)
    : model_(&model), reached_(model.facts()), left_(model.head.size()) {
  // An operation that is off needs one thing more than there is.
  for (std::size_t i = 0; i < left_.size(); ++i) {
    left_[i] =
        static_cast<std::uint32_t>(model.needed[i].size() + (off.empty() || !off[i] ? 0 : 1));
  }
  for (Index i = 0; i < model.literals.size(); ++i) {
    const RelaxedModel::Literal& literal = model.literals[i];
    if (state.holds(literal.predicate, literal.tuple) != literal.negated) reach(i);
  }
  for (const Index operation : model.unneeded) {
    if (left_[operation] == 0) apply(operation);
  }
  spread(budget);
}

bool RelaxedReach::solves(TaskId root) const {
  const Index task = root < model_->number.size() ? model_->number[root] : Relations::kNone;
  return task != Relations::kNone && done(task) &&
         std::all_of(model_->goal.begin(), model_->goal.end(),
                     [&](Index fact) { return reached_[fact]; });
}

void RelaxedReach::add(Index fact, Budget& budget) {
  reach(fact);
  spread(budget);
}

void RelaxedReach::reach(Index fact) {
  if (reached_[fact]) return;
  reached_[fact] = true;
  open_.push_back(fact);
}

void RelaxedReach::apply(Index operation) {
  for (const Index fact : model_->made[operation]) reach(fact);
}

void RelaxedReach::spread(Budget& budget) {
  while (!open_.empty()) {
    budget.charge();
    const Index fact = open_.back();
    open_.pop_back();
    for (const Index operation : model_->needed_by[fact]) {
      if (--left_[operation] == 0) apply(operation);
    }
  }
}

namespace {

// What is kept of a model, under new numbers.
class Part {
 public:
  Part(const RelaxedModel& model, const Relations& state, Budget& budget)
      : model_(model),
        reach_(model, state, budget),
        budget_(budget),
        task_(model.tasks.size(), Relations::kNone),
        literal_(model.literals.size(), Relations::kNone) {}

  RelaxedModel run(TaskId root) {
    if (root < model_.number.size() && model_.number[root] != Relations::kNone) {
      choose(model_.number[root]);
    }
    for (const Index fact : model_.goal) keep_literal(fact);
    for (const Index operation : operations_) {
      for (const Index fact : model_.needed[operation]) keep_literal(fact);
    }
    for (const Index fact : model_.goal) out_.goal.push_back(literal_[fact]);
    write();
    return std::move(out_);
  }

 private:
  const RelaxedModel& model_;
  RelaxedReach reach_;
  Budget& budget_;
  RelaxedModel out_;
  std::vector<Index> task_;  // new numbers
  std::vector<Index> literal_;
  std::vector<Index> operations_;

  bool is_task(Index fact) const { return fact >= model_.literals.size(); }

  void keep_literal(Index fact) {
    if (is_task(fact) || literal_[fact] != Relations::kNone) return;
    literal_[fact] = static_cast<Index>(out_.literals.size());
    out_.literals.push_back(model_.literals[fact]);
  }

  void keep_task(Index task) {
    if (task_[task] != Relations::kNone || !reach_.done(task)) return;
    task_[task] = static_cast<Index>(out_.tasks.size());
    const TaskId id = model_.tasks[task];
    out_.tasks.push_back(id);
    if (id >= out_.number.size()) out_.number.resize(id + 1, Relations::kNone);
    out_.number[id] = task_[task];
  }

  // The operations that apply and do the root or a task that another one needs.
  void choose(Index root) {
    std::vector<std::vector<Index>> doing(model_.tasks.size());
    for (Index i = 0; i < model_.head.size(); ++i) {
      if (reach_.applies(i)) doing[model_.head[i]].push_back(i);
    }
    keep_task(root);
    for (std::size_t next = 0; next < out_.tasks.size(); ++next) {
      for (const Index operation : doing[model_.number[out_.tasks[next]]]) {
        budget_.charge();
        operations_.push_back(operation);
        for (const Index fact : model_.needed[operation]) {
          if (is_task(fact)) keep_task(fact - static_cast<Index>(model_.literals.size()));
        }
      }
    }
  }

  // Under its new number; kNone if nothing that is kept needs it.
  Index fact(Index of_model) const {
    if (!is_task(of_model)) return literal_[of_model];
    const Index task = task_[of_model - model_.literals.size()];
    return task == Relations::kNone ? task : static_cast<Index>(out_.literals.size()) + task;
  }

  void write() {
    std::vector<std::vector<Index>> below(out_.tasks.size());
    std::vector<std::vector<Index>> users(out_.facts());
    for (const Index operation : operations_) {
      const auto now = static_cast<Index>(out_.head.size());
      const Index head = task_[model_.head[operation]];
      for (const Index of_model : model_.needed[operation]) {
        out_.needed.push(fact(of_model));
        users[fact(of_model)].push_back(now);
        if (is_task(of_model)) below[head].push_back(task_[of_model - model_.literals.size()]);
      }
      out_.needed.close();
      for (const Index of_model : model_.made[operation]) {
        if (fact(of_model) != Relations::kNone) out_.made.push(fact(of_model));
      }
      out_.made.close();
      out_.head.push_back(head);
      out_.rule.push_back(model_.rule[operation]);
      out_.cost.push_back(model_.cost[operation]);
      if (model_.needed[operation].empty()) out_.unneeded.push_back(now);
    }
    const auto append = [](const std::vector<std::vector<Index>>& rows, Rows& to) {
      for (const std::vector<Index>& row : rows) {
        for (const Index value : row) to.push(value);
        to.close();
      }
    };
    append(below, out_.below);
    append(users, out_.needed_by);
  }
};

}  // namespace

RelaxedModel reachable_part(const RelaxedModel& model, const Relations& state, TaskId root,
                            Budget& budget) {
  return Part(model, state, budget).run(root);
}

}  // namespace cgt::htn::hddl
