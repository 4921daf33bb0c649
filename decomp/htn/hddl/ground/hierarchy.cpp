#include "decomp/htn/hddl/ground/hierarchy.hpp"

#include <numeric>

namespace cgt::htn::hddl {
namespace {

using Literals = std::vector<Literal>;

void insert(Literals& set, Literal literal) {
  if (std::find(set.begin(), set.end(), literal) == set.end()) set.push_back(std::move(literal));
}

// Sets of numbers below some bound, which are united a word at a time.
using Bits = std::span<std::uint64_t>;
using ConstBits = std::span<const std::uint64_t>;

std::size_t words_for(std::size_t bits) { return (bits + 63) / 64; }
void set(Bits bits, std::size_t bit) { bits[bit / 64] |= std::uint64_t{1} << (bit % 64); }
bool test(ConstBits bits, std::size_t bit) { return (bits[bit / 64] >> (bit % 64) & 1U) != 0; }

// True if there is more in it now.
bool unite(Bits into, ConstBits from) {
  std::uint64_t more = 0;
  for (std::size_t w = 0; w < from.size(); ++w) {
    more |= from[w] & ~into[w];
    into[w] |= from[w];
  }
  return more != 0;
}

// What executions of tasks do with predicates and functions: a set of numbers for each task.
struct Uses {
  std::size_t predicates;
  std::size_t functions;

  std::size_t bits() const { return 3 * predicates + functions; }
  static std::size_t reads(Index predicate) { return predicate; }
  std::size_t adds(Index predicate) const { return predicates + predicate; }
  std::size_t deletes(Index predicate) const { return 2 * predicates + predicate; }
  std::size_t reads_function(Index function) const { return 3 * predicates + function; }

  // Marks what a formula or an expression reads.
  void note_reads(const Expression& expression, Bits into) const {
    if (expression.kind == Expression::Kind::kFunction) {
      set(into, reads_function(expression.function));
    }
    for (const Expression& part : expression.parts) note_reads(part, into);
  }
  void note_reads(const Formula& formula, Bits into) const {
    if (formula.kind == Formula::Kind::kAtom) set(into, reads(formula.predicate));
    for (const Formula& part : formula.parts) note_reads(part, into);
    for (const Expression& side : formula.sides) note_reads(side, into);
  }
};

class Analysis {
 public:
  Analysis(const Model& model, const Objects& objects, QueryCompiler& compiler,
           const HierarchyOptions& options, Budget* budget)
      : model_(model),
        objects_(objects),
        compiler_(compiler),
        options_(options),
        budget_(budget),
        use_{model.predicates.size(), model.functions.size()},
        words_(words_for(use_.bits())),
        before_(words_) {}

  Hierarchy run() {
    make_symbols();
    out_.rules.reserve(model_.methods.size() + 1);
    for (Index i = 0; i < model_.methods.size(); ++i) make_rule(i, model_.methods[i]);
    make_rule(Rule::kInitial, model_.initial);
    close_effects();
    if (options_.pull_up) pull_up();
    if (options_.bind_late && bind_late()) {
      close_effects();
      if (options_.pull_up) pull_up();
    }
    list_reads();
    list_rules();
    return std::move(out_);
  }

 private:
  const Model& model_;
  const Objects& objects_;
  QueryCompiler& compiler_;
  const HierarchyOptions& options_;
  Budget* budget_;
  Hierarchy out_;
  Uses use_;
  std::size_t words_;                  // of a set
  std::vector<std::uint64_t> uses_;    // a set for each symbol
  std::vector<std::uint64_t> before_;  // scratch: of the subtasks before one

  void charge(std::size_t work = 1) {
    if (budget_ != nullptr) budget_->charge(work);
  }

  Bits uses(std::size_t symbol) { return {&uses_[symbol * words_], words_}; }

  TaskSymbol& new_symbol(std::string name) {
    TaskSymbol& symbol = out_.symbols.emplace_back();
    symbol.name = std::move(name);
    uses_.resize(out_.symbols.size() * words_);
    return symbol;
  }

  void make_symbols() {
    out_.symbols.reserve(model_.tasks.size() + 1);
    for (Index i = 0; i < model_.tasks.size(); ++i) {
      TaskSymbol& symbol = new_symbol(model_.tasks[i].name);
      symbol.types.reserve(model_.tasks[i].parameters.size());
      for (const Typed& parameter : model_.tasks[i].parameters) {
        symbol.types.push_back(parameter.type);
      }
      if (!model_.is_primitive(i)) continue;
      const Action& action = model_.actions[i];
      use_.note_reads(action.precondition, uses(i));
      for (const Effect& effect : action.effects) {
        use_.note_reads(effect.condition, uses(i));
        if (effect.kind == Effect::Kind::kAdd) {
          set(uses(i), use_.adds(effect.symbol));
        } else if (effect.kind == Effect::Kind::kDelete) {
          set(uses(i), use_.deletes(effect.symbol));
        } else {
          use_.note_reads(effect.value, uses(i));
        }
      }
      Conjunction own;
      compiler_.split(action.precondition, false, own);
      symbol.known.emplace();
      for (const Literal& literal : own.literals) {
        if (in_range(literal, symbol.types.size())) insert(*symbol.known, literal);
      }
    }
    out_.root = static_cast<Index>(out_.symbols.size());
    new_symbol("root");
  }

  static bool in_range(const Literal& literal, std::size_t variables) {
    return std::all_of(literal.terms.begin(), literal.terms.end(), [&](const Term& term) {
      return !term.is_variable || term.index < variables;
    });
  }

  void make_rule(Index index, const Method& method) {
    Rule& rule = out_.rules.emplace_back();
    rule.method = index;
    rule.symbol = index == Rule::kInitial ? out_.root : method.task;
    rule.head = compiler_.terms(method.terms);
    rule.variables = method.variables;
    rule.wanted.resize(method.parameters);
    std::iota(rule.wanted.begin(), rule.wanted.end(), Index{0});
    compiler_.split(method.precondition, false, rule.own);
    rule.subtasks.reserve(method.subtasks.size() + 1);
    for (const Subtask& subtask : method.subtasks) {
      rule.subtasks.push_back({subtask.task, compiler_.terms(subtask.terms)});
    }
    // Arguments must fit the types of both sides.
    const std::vector<Index>& types = out_.symbols[rule.symbol].types;
    for (std::size_t i = 0; i < rule.head.size(); ++i) {
      if (!rule.head[i].is_variable) continue;
      const Index type = rule.variables[rule.head[i].index].type;
      if (!model_.is_subtype(types[i], type))
        insert(rule.own.literals, of_type(rule.head[i], type));
    }
    for (const RuleSubtask& subtask : rule.subtasks) {
      const std::vector<Index>& wanted = out_.symbols[subtask.symbol].types;
      for (std::size_t i = 0; i < subtask.terms.size(); ++i) {
        const Term& term = subtask.terms[i];
        if (term.is_variable && !model_.is_subtype(rule.variables[term.index].type, wanted[i])) {
          insert(rule.own.literals, of_type(term, wanted[i]));
        }
      }
    }
    narrow(rule, rule.own.literals);
  }

  static Literal of_type(const Term& term, Index type) {
    return {Literal::Kind::kType, false, type, {term}};
  }

  // Variables that must be of a smaller type are enumerated as such.
  void narrow(Rule& rule, const Literals& literals) const {
    for (const Literal& literal : literals) {
      if (literal.kind != Literal::Kind::kType || !literal.terms[0].is_variable) continue;
      Index& type = rule.variables[literal.terms[0].index].type;
      if (model_.is_subtype(literal.symbol, type)) type = literal.symbol;
    }
  }

  // Reads, additions and deletions of compound tasks: the least fixpoint.
  void close_effects() {
    for (Rule& rule : out_.rules) {
      for (const Literal& literal : rule.own.literals) {
        if (literal.kind == Literal::Kind::kAtom) {
          set(uses(rule.symbol), Uses::reads(literal.symbol));
        }
      }
      for (const Conjunction::Other& other : rule.own.others) {
        use_.note_reads(*other.formula, uses(rule.symbol));
      }
    }
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Rule& rule : out_.rules) {
        charge();
        for (const RuleSubtask& subtask : rule.subtasks) {
          changed = unite(uses(rule.symbol), uses(subtask.symbol)) || changed;
        }
      }
    }
  }

  void list_reads() {
    for (std::size_t i = 0; i < out_.symbols.size(); ++i) {
      TaskSymbol& symbol = out_.symbols[i];
      symbol.reads.resize(use_.predicates);
      symbol.reads_function.resize(use_.functions);
      for (Index p = 0; p < use_.predicates; ++p) symbol.reads[p] = test(uses(i), Uses::reads(p));
      for (Index f = 0; f < use_.functions; ++f) {
        symbol.reads_function[f] = test(uses(i), use_.reads_function(f));
      }
    }
  }

  // What must hold where the rule is chosen; none if one of its subtasks has no execution.
  std::optional<Literals> pulled(const Rule& rule) {
    Literals out;
    std::fill(before_.begin(), before_.end(), 0);
    if (options_.interleaved) {
      for (std::size_t i = 0; i < model_.actions.size(); ++i) unite(before_, uses(i));
    }
    for (const RuleSubtask& subtask : rule.subtasks) {
      const TaskSymbol& symbol = out_.symbols[subtask.symbol];
      if (!symbol.known) return std::nullopt;
      for (const Literal& of_subtask : *symbol.known) {
        if (of_subtask.kind == Literal::Kind::kAtom &&
            test(before_, of_subtask.negated ? use_.deletes(of_subtask.symbol)
                                             : use_.adds(of_subtask.symbol))) {
          continue;
        }
        Literal literal = of_subtask;
        for (Term& term : literal.terms) {
          if (term.is_variable) term = subtask.terms[term.index];
        }
        if (!is_trivial(rule, literal)) insert(out, std::move(literal));
      }
      unite(before_, uses(subtask.symbol));
    }
    return out;
  }

  // True whatever the values of the variables are.
  bool is_trivial(const Rule& rule, const Literal& literal) const {
    const Term& first = literal.terms.empty() ? Term{} : literal.terms[0];
    if (literal.kind == Literal::Kind::kEqual) {
      if (first == literal.terms[1]) return !literal.negated;
      return literal.negated && !first.is_variable && !literal.terms[1].is_variable;
    }
    if (literal.kind != Literal::Kind::kType || literal.negated) return false;
    if (!first.is_variable) return objects_.of_type(literal.symbol).contains(first.index);
    return model_.is_subtype(declared_type(rule, first.index), literal.symbol);
  }
  // Before it was narrowed.
  Index declared_type(const Rule& rule, Index variable) const {
    return method_of(rule).variables[variable].type;
  }
  const Method& method_of(const Rule& rule) const {
    return rule.method == Rule::kInitial ? model_.initial : model_.methods[rule.method];
  }

  // The literals of a rule as far as they speak of the task's arguments.
  Literals seen_from_task(const Rule& rule) const {
    std::vector<Index> argument(rule.variables.size(), Relations::kNone);
    Literals out;
    const auto parameter = [](std::size_t i) { return Term{true, static_cast<Index>(i)}; };
    for (std::size_t i = 0; i < rule.head.size(); ++i) {
      const Term& term = rule.head[i];
      if (!term.is_variable) {
        insert(out, {Literal::Kind::kEqual, false, 0, {parameter(i), term}});
      } else if (argument[term.index] != Relations::kNone) {
        insert(out,
               {Literal::Kind::kEqual, false, 0, {parameter(argument[term.index]), parameter(i)}});
      } else {
        argument[term.index] = static_cast<Index>(i);
      }
    }
    const auto add = [&](Literal literal) {
      for (Term& term : literal.terms) {
        if (!term.is_variable) continue;
        if (argument[term.index] == Relations::kNone) return;
        term.index = argument[term.index];
      }
      insert(out, std::move(literal));
    };
    for (const Literal& literal : rule.own.literals) add(literal);
    for (const Literal& literal : rule.pulled) add(literal);
    return out;
  }

  void pull_up() {
    for (std::size_t i = model_.actions.size(); i < out_.symbols.size(); ++i) {
      out_.symbols[i].known.reset();
    }
    // From "no execution" downwards to what all rules agree on. In each round what was known in the last
    // one counts, so that only what leads to a change may change.
    std::vector<bool> again(out_.symbols.size(), true);
    bool changed = true;
    while (changed) {
      changed = false;
      std::vector<std::optional<Literals>> known(out_.symbols.size());
      for (Rule& rule : out_.rules) {
        if (!again[rule.symbol]) continue;
        charge();
        std::optional<Literals> now = pulled(rule);
        if (!now) continue;
        charge(now->size());
        rule.pulled = std::move(*now);
        Literals seen = seen_from_task(rule);
        std::optional<Literals>& all = known[rule.symbol];
        if (!all) {
          all = std::move(seen);
        } else {
          std::erase_if(*all, [&](const Literal& literal) {
            return std::find(seen.begin(), seen.end(), literal) == seen.end();
          });
        }
      }
      std::vector<bool> news(out_.symbols.size());
      for (std::size_t i = model_.actions.size(); i < out_.symbols.size(); ++i) {
        std::optional<Literals>& before = out_.symbols[i].known;
        const bool same = known[i].has_value() == before.has_value() &&
                          (!known[i] || known[i]->size() == before->size());
        if (!again[i] || same) continue;
        before = std::move(known[i]);
        news[i] = changed = true;
      }
      again.assign(out_.symbols.size(), false);
      for (const Rule& rule : out_.rules) {
        for (const RuleSubtask& subtask : rule.subtasks) {
          if (news[subtask.symbol]) again[rule.symbol] = true;
        }
      }
    }
    std::erase_if(out_.rules, [&](const Rule& rule) {
      return std::any_of(
          rule.subtasks.begin(), rule.subtasks.end(),
          [&](const RuleSubtask& subtask) { return !out_.symbols[subtask.symbol].known; });
    });
    for (Rule& rule : out_.rules) narrow(rule, rule.pulled);
  }

  // Puts off binding variables. In total order rules are cut before the first subtask that uses a
  // variable which nothing binds before; interleaved, each subtask binds those that it alone uses.
  bool bind_late() {
    bool any = false;
    for (std::size_t i = 0; i < out_.rules.size(); ++i) {
      // The rest may be cut again: it is at the end of the list.
      if (options_.interleaved ? bind_apart(i) : cut(i)) any = true;
    }
    return any;
  }

  // By variable: where the subtasks that use it begin and end.
  struct Range {
    std::size_t first;
    std::size_t end = 0;
  };
  std::vector<Range> uses_of_variables(const Rule& rule) const {
    std::vector<Range> out(rule.variables.size(), {rule.subtasks.size()});
    for (std::size_t s = 0; s < rule.subtasks.size(); ++s) {
      for (const Term& term : rule.subtasks[s].terms) {
        if (!term.is_variable) continue;
        out[term.index].first = std::min(out[term.index].first, s);
        out[term.index].end = s + 1;
      }
    }
    return out;
  }

  // By variable: do the arguments of the task or the rule's own conditions, which are asked when it is
  // chosen, bind it, or has it one value or none?
  std::vector<bool> bound_at_once(const Rule& rule) const {
    std::vector<bool> out(rule.variables.size());
    const auto bind = [&](const Terms& terms) {
      for (const Term& term : terms) {
        if (term.is_variable) out[term.index] = true;
      }
    };
    bind(rule.head);
    for (const Literal& literal : rule.own.literals) {
      if (literal.kind != Literal::Kind::kType) bind(literal.terms);
    }
    return out;
  }

  bool is_choice(const Rule& rule, Index variable) const {
    return objects_.of_type(rule.variables[variable].type).size() > 1;
  }

  bool cut(std::size_t index) {
    const Rule& rule = out_.rules[index];
    if (!rule.own.others.empty()) return false;
    const std::vector<Range> used = uses_of_variables(rule);
    std::vector<bool> bound = bound_at_once(rule);
    for (const Literal& literal : rule.pulled) {
      const bool binds =
          literal.kind == Literal::Kind::kAtom || literal.kind == Literal::Kind::kEqual;
      for (const Term& term : literal.terms) {
        if (term.is_variable && binds && !literal.negated) bound[term.index] = true;
      }
    }
    std::size_t at = rule.subtasks.size();
    for (const Index variable : rule.wanted) {
      if (bound[variable] || !is_choice(rule, variable)) continue;
      if (used[variable].first > 0) at = std::min(at, used[variable].first);
    }
    if (at == 0 || at >= rule.subtasks.size()) return false;
    std::vector<bool> late(bound.size());
    for (std::size_t v = 0; v < late.size(); ++v) late[v] = !bound[v] && used[v].first >= at;
    put_off(index, at, rule.subtasks.size(), late);
    return true;
  }

  bool bind_apart(std::size_t index) {
    if (!out_.rules[index].own.others.empty()) return false;
    bool any = false;
    for (std::size_t s = 0; s < out_.rules[index].subtasks.size(); ++s) {
      const Rule& rule = out_.rules[index];
      if (rule.subtasks.size() == 1) break;
      const std::vector<Range> used = uses_of_variables(rule);
      const std::vector<bool> bound = bound_at_once(rule);
      std::vector<bool> late(bound.size());
      bool any_here = false;
      for (const Index v : rule.wanted) {
        late[v] = !bound[v] && used[v].first == s && used[v].end == s + 1;
        any_here = any_here || (late[v] && is_choice(rule, v));
      }
      if (any_here) put_off(index, s, s + 1, late);
      any = any || any_here;
    }
    return any;
  }

  // Makes of the subtasks in [from, end) one that binds the variables that are `late`.
  void put_off(std::size_t index, std::size_t from, std::size_t end,
               const std::vector<bool>& late) {
    Rule rest = out_.rules[index];
    rest.is_continuation = true;
    rest.symbol = static_cast<Index>(out_.symbols.size());
    TaskSymbol& symbol = new_symbol(out_.symbols[out_.rules[index].symbol].name);
    Rule& rule = out_.rules[index];
    const auto at = [](auto& subtasks, std::size_t i) {
      return subtasks.begin() + static_cast<std::ptrdiff_t>(i);
    };
    rest.subtasks = {at(rule.subtasks, from), at(rule.subtasks, end)};
    const auto mentions_late = [&](const Literal& literal) {
      return std::any_of(literal.terms.begin(), literal.terms.end(),
                         [&](const Term& term) { return term.is_variable && late[term.index]; });
    };
    rest.own = {};
    for (const Literal& literal : rule.own.literals) {
      if (mentions_late(literal)) rest.own.literals.push_back(literal);
    }
    std::erase_if(rule.own.literals, mentions_late);
    std::vector<bool> needed(rest.variables.size());
    const auto need = [&](const Terms& terms) {
      for (const Term& term : terms) {
        if (term.is_variable) needed[term.index] = true;
      }
    };
    for (const RuleSubtask& subtask : rest.subtasks) need(subtask.terms);
    for (const Literal& literal : rest.own.literals) need(literal.terms);
    std::vector<Index> all = rule.wanted;
    for (const Term& term : rule.head) {
      if (term.is_variable) all.push_back(term.index);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    rest.head.clear();
    rest.wanted.clear();
    rule.wanted.clear();
    for (const Index variable : all) {
      if (late[variable]) {
        rest.wanted.push_back(variable);
        continue;
      }
      rule.wanted.push_back(variable);
      if (!needed[variable]) continue;
      rest.head.push_back({true, variable});
      symbol.types.push_back(rest.variables[variable].type);
    }
    rule.pulled.clear();
    rest.pulled.clear();
    rule.subtasks[from] = {rest.symbol, rest.head};
    rule.subtasks.erase(at(rule.subtasks, from + 1), at(rule.subtasks, end));
    out_.rules.push_back(std::move(rest));
  }

  void list_rules() {
    for (Index i = 0; i < out_.rules.size(); ++i) {
      out_.symbols[out_.rules[i].symbol].rules.push_back(i);
    }
    if (!options_.recursion_first) return;
    for (Index i = 0; i < out_.symbols.size(); ++i) {
      const std::vector<bool> back = leading_to(i);
      std::stable_partition(
          out_.symbols[i].rules.begin(), out_.symbols[i].rules.end(), [&](Index r) {
            const std::vector<RuleSubtask>& subtasks = out_.rules[r].subtasks;
            return std::any_of(subtasks.begin(), subtasks.end(),
                               [&](const RuleSubtask& subtask) { return back[subtask.symbol]; });
          });
    }
  }

  // The symbols that decompose into `target` sooner or later, itself included.
  std::vector<bool> leading_to(Index target) const {
    std::vector<bool> leads(out_.symbols.size());
    leads[target] = true;
    bool changed = true;
    while (changed) {
      changed = false;
      for (const Rule& rule : out_.rules) {
        if (leads[rule.symbol]) continue;
        for (const RuleSubtask& subtask : rule.subtasks) {
          if (leads[subtask.symbol]) leads[rule.symbol] = changed = true;
        }
      }
    }
    return leads;
  }
};

}  // namespace

std::vector<bool> Hierarchy::reached_from(Index symbol) const {
  std::vector<bool> reached(symbols.size());
  std::vector<Index> open{symbol};
  while (!open.empty()) {
    const Index at = open.back();
    open.pop_back();
    for (const Index rule : symbols[at].rules) {
      for (const RuleSubtask& subtask : rules[rule].subtasks) {
        if (reached[subtask.symbol]) continue;
        reached[subtask.symbol] = true;
        open.push_back(subtask.symbol);
      }
    }
  }
  return reached;
}

Hierarchy analyse(const Model& model, const Objects& objects, QueryCompiler& compiler,
                  const HierarchyOptions& options, Budget* budget) {
  return Analysis(model, objects, compiler, options, budget).run();
}

}  // namespace cgt::htn::hddl
