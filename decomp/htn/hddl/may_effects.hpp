// What a task may change: an upper bound, in terms of its arguments.
//
// For each symbol a set of patterns: a predicate, whether it is added or deleted, and for each
// column an argument of the task, an object, or any object of a type. A pattern may be guarded by
// arguments that must be certain objects. Patterns of actions are their effects; those of a task
// are those of the subtasks of its rules, with what the rule binds put in: the least fixpoint. So a
// literal that no pattern covers is not changed by any execution of the task in any state.
//
// A symbol with more than `kMostPatterns` has them widened: arguments become any object of a type.
//
// Thread rule: immutable after construction.
#pragma once

#include <span>
#include <vector>

#include "decomp/htn/hddl/ground/relational_domain.hpp"

namespace cgt::htn::hddl {

class MayEffects {
 public:
  static constexpr std::size_t kMostPatterns = 400;

  // `budget`, if given, is charged while the fixpoint is computed.
  explicit MayEffects(const RelationalDomain& domain, Budget* budget = nullptr);

  // May an execution of the task make the literal true: add the fact, or, negated, delete it?
  bool makes(Index symbol, std::span<const Index> arguments, bool negated, Index predicate,
             std::span<const Index> objects) const;
  // How many patterns a symbol has.
  std::size_t patterns(Index symbol) const { return symbols_[symbol].count; }

 private:
  // One column: kind in the two highest bits, then argument, object or type.
  enum : Index { kArgument = 0, kObject = 1U << 30U, kAny = 2U << 30U, kKind = 3U << 30U };
  struct Pattern {
    SmallVector<Index, 4> columns;
    SmallVector<Index, 4> guards;  // argument, object, argument, object...; by argument
    friend bool operator==(const Pattern&, const Pattern&) = default;
  };
  struct PatternsOf {
    std::vector<std::vector<Pattern>> by_literal;  // 2 * predicate + negated
    std::vector<Index> literals;                   // that have patterns
    std::size_t count = 0;
    bool widened = false;
  };

  const Model& model_;
  const Objects& objects_;
  const Hierarchy& hierarchy_;
  std::vector<PatternsOf> symbols_;

  bool covers(const Pattern& a, const Pattern& b) const;
  static bool sort_guards(Pattern& pattern);
  bool insert(Index symbol, Index literal, Pattern pattern);
  bool add(PatternsOf& into, Index literal, Pattern pattern) const;
  void widen(Index symbol, Index literal, Pattern& pattern) const;
  bool through(const Rule& rule, const RuleSubtask& subtask, Budget* budget);
};

}  // namespace cgt::htn::hddl
