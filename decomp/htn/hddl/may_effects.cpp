#include "decomp/htn/hddl/may_effects.hpp"

namespace cgt::htn::hddl {

MayEffects::MayEffects(const RelationalDomain& domain, Budget* budget)
    : model_(domain.model()),
      objects_(domain.objects()),
      hierarchy_(domain.hierarchy()),
      symbols_(hierarchy_.symbols.size()) {
  for (PatternsOf& symbol : symbols_) symbol.by_literal.resize(2 * model_.predicates.size());
  std::vector<bool> changed(symbols_.size());
  for (Index a = 0; a < model_.actions.size(); ++a) {
    const Action& action = model_.actions[a];
    for (const Effect& effect : action.effects) {
      const bool deletes = effect.kind == Effect::Kind::kDelete;
      if (!deletes && effect.kind != Effect::Kind::kAdd) continue;
      Pattern pattern;
      for (const Term& term : effect.terms) {
        if (!term.is_variable) {
          pattern.columns.push_back(kObject | objects_.number(term.index));
        } else if (term.index < model_.tasks[a].parameters.size()) {
          pattern.columns.push_back(kArgument | term.index);
        } else {
          pattern.columns.push_back(kAny | action.variables[term.index].type);
        }
      }
      if (insert(a, 2 * effect.symbol + (deletes ? 1 : 0), std::move(pattern))) changed[a] = true;
    }
  }
  // Only what changed in the last round is carried further up.
  bool any = true;
  while (any) {
    any = false;
    std::vector<bool> now(symbols_.size());
    for (const Rule& rule : hierarchy_.rules) {
      for (const RuleSubtask& subtask : rule.subtasks) {
        if (!changed[subtask.symbol] && !now[subtask.symbol]) continue;
        if (!through(rule, subtask, budget)) continue;
        any = now[rule.symbol] = true;
      }
    }
    changed = std::move(now);
  }
}

// Carries the patterns of a subtask over to what the rule decomposes.
bool MayEffects::through(const Rule& rule, const RuleSubtask& subtask, Budget* budget) {
  constexpr Index kFree = 0xffffffffU;
  std::vector<Index> argument(rule.variables.size(), kFree);
  SmallVector<Index, 4> guards;
  for (Index i = 0; i < rule.head.size(); ++i) {
    const Term& term = rule.head[i];
    if (!term.is_variable) {
      guards.push_back(i);
      guards.push_back(term.index);
    } else if (argument[term.index] == kFree) {
      argument[term.index] = i;
    }
  }
  // Variables that an equation fixes.
  std::vector<Index> fixed(rule.variables.size(), kFree);
  for (const Literal& literal : rule.own.literals) {
    if (literal.kind != Literal::Kind::kEqual || literal.negated) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const Term& variable = literal.terms[side];
      const Term& value = literal.terms[1 - side];
      if (!variable.is_variable || value.is_variable) continue;
      fixed[variable.index] = value.index;
      if (argument[variable.index] == kFree) continue;
      guards.push_back(argument[variable.index]);
      guards.push_back(value.index);
    }
  }
  bool changed = false;
  std::vector<Pattern> own;
  // A task that is below itself gets patterns here, of literals that it has some of already.
  for (std::size_t i = 0; i < symbols_[subtask.symbol].literals.size(); ++i) {
    const Index literal = symbols_[subtask.symbol].literals[i];
    const std::vector<Pattern>& of_subtask = symbols_[subtask.symbol].by_literal[literal];
    // A rule may decompose a task into itself, whose patterns grow below.
    if (subtask.symbol == rule.symbol) own = of_subtask;
    const std::vector<Pattern>& patterns = subtask.symbol == rule.symbol ? own : of_subtask;
    if (budget != nullptr) budget->charge(1 + patterns.size() / 8);
    for (const Pattern& from : patterns) {
      Pattern to;
      bool possible = true;
      for (const Index column : from.columns) {
        if ((column & kKind) != kArgument) {
          to.columns.push_back(column);
          continue;
        }
        const Term& term = subtask.terms[column];
        if (!term.is_variable) {
          to.columns.push_back(kObject | term.index);
        } else if (fixed[term.index] != kFree) {
          to.columns.push_back(kObject | fixed[term.index]);
        } else if (argument[term.index] != kFree) {
          to.columns.push_back(kArgument | argument[term.index]);
        } else {
          to.columns.push_back(kAny | rule.variables[term.index].type);
        }
      }
      to.guards = guards;
      for (std::size_t g = 0; g < from.guards.size(); g += 2) {
        const Term& term = subtask.terms[from.guards[g]];
        const Index wanted = from.guards[g + 1];
        const Index value = term.is_variable ? fixed[term.index] : term.index;
        if (value != kFree) {
          possible = possible && value == wanted;
        } else if (argument[term.index] != kFree) {
          to.guards.push_back(argument[term.index]);
          to.guards.push_back(wanted);
        }
      }
      if (possible && insert(rule.symbol, literal, std::move(to))) changed = true;
    }
  }
  return changed;
}

// Is everything that b stands for covered by a?
bool MayEffects::covers(const Pattern& a, const Pattern& b) const {
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    if (a.columns[i] == b.columns[i]) continue;
    if ((a.columns[i] & kKind) != kAny) return false;
    const Index type = a.columns[i] & ~kKind;
    const Index kind = b.columns[i] & kKind;
    const Index what = b.columns[i] & ~kKind;
    if (kind == kObject && objects_.of_type(type).contains(what)) continue;
    if (kind == kAny && model_.is_subtype(what, type)) continue;
    return false;
  }
  for (std::size_t g = 0; g < a.guards.size(); g += 2) {
    bool found = false;
    for (std::size_t h = 0; h < b.guards.size(); h += 2) {
      found = found || (a.guards[g] == b.guards[h] && a.guards[g + 1] == b.guards[h + 1]);
    }
    if (!found) return false;
  }
  return true;
}

bool MayEffects::add(PatternsOf& into, Index literal, Pattern pattern) const {
  std::vector<Pattern>& patterns = into.by_literal[literal];
  for (const Pattern& old : patterns) {
    if (covers(old, pattern)) return false;
  }
  const bool first = patterns.empty();
  into.count -= std::erase_if(patterns, [&](const Pattern& old) { return covers(pattern, old); });
  if (first) into.literals.push_back(literal);
  patterns.push_back(std::move(pattern));
  ++into.count;
  return true;
}

// False if an argument would be two objects: such a rule is never used.
bool MayEffects::sort_guards(Pattern& pattern) {
  if (pattern.guards.size() <= 2) return true;
  SmallVector<std::pair<Index, Index>, 4> guards;
  for (std::size_t g = 0; g < pattern.guards.size(); g += 2) {
    guards.emplace_back(pattern.guards[g], pattern.guards[g + 1]);
  }
  std::sort(guards.begin(), guards.end());
  guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
  pattern.guards.clear();
  for (std::size_t g = 0; g < guards.size(); ++g) {
    if (g > 0 && guards[g].first == guards[g - 1].first) return false;
    pattern.guards.push_back(guards[g].first);
    pattern.guards.push_back(guards[g].second);
  }
  return true;
}

bool MayEffects::insert(Index symbol, Index literal, Pattern pattern) {
  PatternsOf& into = symbols_[symbol];
  if (!sort_guards(pattern)) return false;
  if (into.widened) widen(symbol, literal, pattern);
  if (!add(into, literal, std::move(pattern))) return false;
  if (into.count > kMostPatterns && !into.widened) {
    PatternsOf wide;
    wide.widened = true;
    wide.by_literal.resize(into.by_literal.size());
    for (Index l = 0; l < into.by_literal.size(); ++l) {
      for (Pattern& old : into.by_literal[l]) {
        widen(symbol, l, old);
        add(wide, l, std::move(old));
      }
    }
    into = std::move(wide);
  }
  return true;
}

void MayEffects::widen(Index symbol, Index literal, Pattern& pattern) const {
  pattern.guards.clear();
  const std::vector<Typed>& parameters = model_.predicates[literal / 2].parameters;
  for (std::size_t i = 0; i < pattern.columns.size(); ++i) {
    Index& column = pattern.columns[i];
    if ((column & kKind) == kArgument) column = kAny | hierarchy_.symbols[symbol].types[column];
    if ((column & kKind) != kObject) continue;
    const Index type = parameters[i].type;
    column = kAny | (objects_.of_type(type).contains(column & ~kKind) ? type : 0);
  }
}

bool MayEffects::makes(Index symbol, std::span<const Index> arguments, bool negated,
                       Index predicate, std::span<const Index> objects) const {
  for (const Pattern& pattern : symbols_[symbol].by_literal[2 * predicate + (negated ? 1 : 0)]) {
    bool fits = true;
    for (std::size_t i = 0; fits && i < objects.size(); ++i) {
      const Index what = pattern.columns[i] & ~kKind;
      switch (pattern.columns[i] & kKind) {
        case kArgument: fits = arguments[what] == objects[i]; break;
        case kObject: fits = what == objects[i]; break;
        default: fits = objects_.of_type(what).contains(objects[i]); break;
      }
    }
    for (std::size_t g = 0; fits && g < pattern.guards.size(); g += 2) {
      fits = arguments[pattern.guards[g]] == pattern.guards[g + 1];
    }
    if (fits) return true;
  }
  return false;
}

}  // namespace cgt::htn::hddl
