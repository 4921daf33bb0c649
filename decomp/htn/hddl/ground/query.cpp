#include "decomp/htn/hddl/ground/query.hpp"

#include <numeric>

namespace cgt::htn::hddl {

using Kind = Formula::Kind;

Objects::Objects(const Model& model) {
  std::vector<std::vector<Index>> below(model.types.size());
  for (Index type = 1; type < model.types.size(); ++type) {
    below[model.types[type].parent].push_back(type);
  }
  std::vector<std::vector<Index>> of(model.types.size());
  for (Index i = 0; i < model.objects.size(); ++i) of[model.objects[i].type].push_back(i);
  ranges_.resize(model.types.size());
  number_.resize(model.objects.size());
  of_model_.reserve(model.objects.size());
  // Preorder: a type is left when all below it are done.
  struct Open {
    Index type;
    std::size_t child;
  };
  std::vector<Open> open;
  const auto enter = [&](Index type) {
    ranges_[type].first = static_cast<Index>(of_model_.size());
    for (const Index object : of[type]) {
      number_[object] = static_cast<Index>(of_model_.size());
      of_model_.push_back(object);
    }
    open.push_back({type, 0});
  };
  enter(0);
  while (!open.empty()) {
    Open& top = open.back();
    if (top.child < below[top.type].size()) {
      enter(below[top.type][top.child++]);
      continue;
    }
    ranges_[top.type].last = static_cast<Index>(of_model_.size());
    open.pop_back();
  }
  leave_gaps(model);
}

// Types below several others stand in the range of the first one: the others get theirs.
void Objects::leave_gaps(const Model& model) {
  if (std::all_of(model.types.begin(), model.types.end(),
                  [](const Type& type) { return type.others.empty(); })) {
    return;
  }
  members_.resize(model.types.size());
  for (Index type = 1; type < model.types.size(); ++type) {
    std::vector<bool>& members = members_[type];
    members.resize(model.objects.size());
    Range range{static_cast<Index>(members.size()), 0, nullptr};
    Index count = 0;
    for (Index object = 0; object < members.size(); ++object) {
      if (!model.is_subtype(model.objects[of_model_[object]].type, type)) continue;
      members[object] = true;
      range.first = std::min(range.first, object);
      range.last = object + 1;
      ++count;
    }
    range.first = std::min(range.first, range.last);
    if (count < range.size()) range.members = &members;
    ranges_[type] = range;
  }
}

QueryCompiler::QueryCompiler(const Model& model, const Objects& objects, Relations& relations)
    : model_(model), objects_(objects), relations_(relations) {
  column_types_.reserve(model.predicates.size());
  for (const Symbol& predicate : model.predicates) {
    std::vector<Index>& types = column_types_.emplace_back();
    types.reserve(predicate.parameters.size());
    for (const Typed& parameter : predicate.parameters) types.push_back(parameter.type);
  }
  for (const Action& action : model.actions) {
    for (const Effect& effect : action.effects) {
      if (effect.kind != Effect::Kind::kAdd) continue;
      for (std::size_t i = 0; i < effect.terms.size(); ++i) {
        const Term& term = effect.terms[i];
        if (!term.is_variable) continue;
        Index& type = column_types_[effect.symbol][i];
        if (!model.is_subtype(action.variables[term.index].type, type)) type = 0;
      }
    }
  }
}

Terms QueryCompiler::terms(std::span<const Term> of_model) const {
  Terms out;
  out.reserve(of_model.size());
  for (const Term& each : of_model) out.push_back(term(each));
  return out;
}

void QueryCompiler::split(const Formula& formula, bool negated, Conjunction& out) const {
  switch (formula.kind) {
    case Kind::kNot: return split(formula.parts[0], !negated, out);
    case Kind::kAtom:
      out.literals.push_back(
          {Literal::Kind::kAtom, negated, formula.predicate, terms(formula.terms)});
      return;
    case Kind::kEqual:
      out.literals.push_back({Literal::Kind::kEqual, negated, 0, terms(formula.terms)});
      return;
    case Kind::kAnd:
    case Kind::kOr: {
      const bool conjunction = (formula.kind == Kind::kAnd) != negated;
      if (!conjunction && formula.parts.size() != 1) break;
      out.literals.reserve(out.literals.size() + formula.parts.size());
      for (const Formula& part : formula.parts) split(part, negated, out);
      return;
    }
    default: break;
  }
  out.others.push_back({&formula, negated});
}

// Orders the parts of one conjunction.
class QueryBuilder {
 public:
  QueryBuilder(QueryCompiler& compiler, const std::vector<Typed>& variables,
               std::vector<bool> bound)
      : compiler_(compiler), variables_(variables), bound_(std::move(bound)) {}

  Query build(const Conjunction& conjunction, const std::vector<Index>& wanted) {
    std::vector<const Literal*> open;
    open.reserve(conjunction.literals.size());
    for (const Literal& literal : conjunction.literals) {
      const auto same = [&](const Literal* other) { return *other == literal; };
      if (std::none_of(open.begin(), open.end(), same)) open.push_back(&literal);
    }
    query_.steps.reserve(open.size() + wanted.size());
    std::vector<Conjunction::Other> others = conjunction.others;
    while (true) {
      settle(open, others);
      if (const auto best = best_scan(open); best != open.size()) {
        scan(*open[best]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
        continue;
      }
      // What nothing binds is enumerated, smallest type first.
      Index smallest = Relations::kNone;
      for (const Index variable : wanted) {
        if (bound_[variable]) continue;
        if (smallest == Relations::kNone || size_of(variable) < size_of(smallest)) {
          smallest = variable;
        }
      }
      if (smallest == Relations::kNone) break;
      Step step;
      step.kind = Step::Kind::kEnumerate;
      step.variable = smallest;
      step.range = range_of(smallest);
      push(std::move(step), true);
      bound_[smallest] = true;
    }
    CGT_ASSERT(open.empty() && others.empty(), "every condition is part of the query");
    return std::move(query_);
  }

 private:
  QueryCompiler& compiler_;
  const std::vector<Typed>& variables_;
  std::vector<bool> bound_;
  Query query_;

  Objects::Range range_of(Index variable) const {
    return compiler_.objects_.of_type(variables_[variable].type);
  }
  Index size_of(Index variable) const { return range_of(variable).size(); }
  bool is_bound(const Term& term) const { return !term.is_variable || bound_[term.index]; }
  bool is_bound(std::span<const Term> terms) const {
    return std::all_of(terms.begin(), terms.end(), [&](const Term& t) { return is_bound(t); });
  }
  void push(Step step, bool generator) {
    if (generator) ++query_.generators;
    query_.steps.push_back(std::move(step));
  }

  // Places all that needs no more bindings, until nothing changes.
  void settle(std::vector<const Literal*>& open, std::vector<Conjunction::Other>& others) {
    bool changed = true;
    while (changed) {
      changed = std::erase_if(open, [&](const Literal* literal) { return place(*literal); }) > 0;
    }
    std::erase_if(others, [&](const Conjunction::Other& other) {
      if (!is_ready(*other.formula)) return false;
      Step step;
      step.kind = Step::Kind::kTest;
      step.test = compiler_.test(other, variables_, bound_);
      push(std::move(step), false);
      return true;
    });
  }

  bool place(const Literal& literal) {
    if (is_bound(literal.terms)) {
      Step step;
      step.negated = literal.negated;
      step.terms = literal.terms;
      if (literal.kind == Literal::Kind::kAtom) {
        step.kind = Step::Kind::kAtom;
        step.predicate = literal.symbol;
      } else if (literal.kind == Literal::Kind::kEqual) {
        step.kind = Step::Kind::kEqual;
      } else {
        step.kind = Step::Kind::kRange;
        step.range = compiler_.objects_.of_type(literal.symbol);
      }
      push(std::move(step), false);
      return true;
    }
    if (literal.kind != Literal::Kind::kEqual || literal.negated) return false;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!is_bound(literal.terms[1 - i])) continue;
      const Index variable = literal.terms[i].index;
      Step step;
      step.kind = Step::Kind::kBind;
      step.variable = variable;
      step.terms = {literal.terms[1 - i]};
      step.range = range_of(variable);
      push(std::move(step), false);
      bound_[variable] = true;
      return true;
    }
    return false;
  }

  bool is_ready(const Expression& expression) const {
    return is_bound(expression.terms) &&
           std::all_of(expression.parts.begin(), expression.parts.end(),
                       [&](const Expression& part) { return is_ready(part); });
  }
  // Quantified variables inside count as bound.
  bool is_ready(const Formula& formula) {
    std::vector<bool> before;
    if (formula.count > 0) {
      before = bound_;
      for (Index i = 0; i < formula.count; ++i) bound_[formula.first + i] = true;
    }
    const bool ready = is_bound(formula.terms) &&
                       std::all_of(formula.parts.begin(), formula.parts.end(),
                                   [&](const Formula& part) { return is_ready(part); }) &&
                       std::all_of(formula.sides.begin(), formula.sides.end(),
                                   [&](const Expression& side) { return is_ready(side); });
    if (formula.count > 0) bound_ = std::move(before);
    return ready;
  }

  using Columns = SmallVector<Index, 8>;
  Columns bound_columns(const Literal& literal) const {
    Columns columns;
    for (Index i = 0; i < literal.terms.size(); ++i) {
      if (is_bound(literal.terms[i])) columns.push_back(i);
    }
    return columns;
  }

  std::size_t best_scan(const std::vector<const Literal*>& open) {
    std::size_t best = open.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Literal& literal = *open[i];
      if (literal.kind != Literal::Kind::kAtom || literal.negated) continue;
      Relations& relations = compiler_.relations_;
      const Index predicate = literal.symbol;
      const Index index = relations.index_by(predicate, bound_columns(literal));
      const double expected = relations.selectivity(predicate, index);
      if (expected < least) {
        least = expected;
        best = i;
      }
    }
    return best;
  }

  void scan(const Literal& literal) {
    Step step;
    step.kind = Step::Kind::kScan;
    step.predicate = literal.symbol;
    const Columns columns = bound_columns(literal);
    step.index = compiler_.relations_.index_by(literal.symbol, columns);
    step.columns.reserve(literal.terms.size() - columns.size());
    for (const Index column : columns) step.terms.push_back(literal.terms[column]);
    for (Index i = 0; i < literal.terms.size(); ++i) {
      if (std::find(columns.begin(), columns.end(), i) != columns.end()) continue;
      const Index variable = literal.terms[i].index;
      Step::Column column{i, variable, bound_[variable], range_of(variable)};
      const Index type = compiler_.column_type(literal.symbol, i);
      if (compiler_.model_.is_subtype(type, variables_[variable].type)) {
        column.range = compiler_.objects_.of_type(0);
      }
      step.columns.push_back(column);
      bound_[variable] = true;
    }
    push(std::move(step), true);
  }
};

Test QueryCompiler::test(const Conjunction::Other& other, const std::vector<Typed>& variables,
                         const std::vector<bool>& bound) {
  const Formula& formula = *other.formula;
  Test out;
  out.negated = other.negated;
  const auto alternative = [&](const Formula& part, bool negated,
                               const std::vector<Index>& wanted) {
    Conjunction conjunction;
    split(part, negated, conjunction);
    out.alternatives.push_back(compile(conjunction, variables, bound, wanted));
  };
  switch (formula.kind) {
    case Kind::kCompare: out.comparison = &formula; return out;
    case Kind::kExists:
    case Kind::kForall: {
      std::vector<Index> wanted(formula.count);
      std::iota(wanted.begin(), wanted.end(), formula.first);
      const bool forall = formula.kind == Kind::kForall;
      if (forall) out.negated = !out.negated;
      alternative(formula.parts[0], forall, wanted);
      return out;
    }
    default: break;
  }
  // (or a b), or not (and a b), which is (or (not a) (not b)).
  const bool conjunction = formula.kind == Kind::kAnd;
  CGT_ASSERT(conjunction == other.negated, "conjunctions are split");
  out.negated = false;
  for (const Formula& part : formula.parts) alternative(part, conjunction, {});
  return out;
}

Query QueryCompiler::compile(const Conjunction& conjunction, const std::vector<Typed>& variables,
                             std::vector<bool> bound, const std::vector<Index>& wanted) {
  bound.resize(variables.size());
  return QueryBuilder(*this, variables, std::move(bound)).build(conjunction, wanted);
}

}  // namespace cgt::htn::hddl
