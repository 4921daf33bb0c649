// Methods as they are searched: with all conditions that are bound to be asked later pulled up to
// where they can be asked first.
//
// If every way to carry out a subtask begins with a test of some literal, and nothing done before
// that subtask can make the literal true, then the literal must hold when the method is chosen. So
// it becomes part of the method's condition, and, where it speaks of the task's arguments only, of
// what is known about the task, and so on up (as HyperTensioN's "pullup" does; Magnaguagno,
// Meneguzzi, de Silva 2021). What is known about tasks is the greatest fixpoint: by induction on
// the depth of a finite decomposition it holds for all of them. Tasks that have no finite
// decomposition are found on the way, and methods with them are dropped.
//
// A variable that no condition binds and that only later subtasks use is bound later: the method
// ends in a continuation, a task of its own with one rule, whose subtasks are the rest. Interleaved,
// a subtask with variables that it alone uses becomes a continuation. Plans do not show
// continuations.
//
// Pulled conditions are necessary ones. They change how early a search fails, never which plans
// there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decomp/htn/hddl/ground/query.hpp"
#include "decomp/htn/hddl/read/model.hpp"

namespace cgt::htn::hddl {

struct CGT_API RuleSubtask {
  Index symbol = 0;
  Terms terms;
};

// A method, or the part of it from some subtask on.
struct CGT_API Rule {
  static constexpr Index kInitial = 0xffffffffU;
  Index method = kInitial;  // of the model; kInitial: the initial tasks
  bool is_continuation = false;
  Index symbol = 0;  // what it decomposes
  Terms head;        // how the arguments of that are called here
  std::vector<Typed> variables;
  std::vector<Index> wanted;  // variables that the rule binds
  Conjunction own;            // conditions of the text, and types
  std::vector<Literal> pulled;
  std::vector<RuleSubtask> subtasks;
};

struct CGT_API TaskSymbol {
  std::string name;
  std::vector<Index> types;  // of the arguments
  std::vector<Index> rules;  // in order
  // Predicates and functions that executions read.
  std::vector<bool> reads;
  std::vector<bool> reads_function;
  // Literals over the arguments that hold before each execution; none: there is no execution.
  std::optional<std::vector<Literal>> known;
};

struct CGT_API HierarchyOptions {
  bool pull_up = true;
  bool bind_late = true;
  // Other tasks may come in between the subtasks: only conditions that nothing changes are pulled
  // up, and rules keep the positions of their subtasks.
  bool interleaved = false;
  bool recursion_first = false;  // try methods first that lead back to their task
};

struct CGT_API Hierarchy {
  std::vector<TaskSymbol> symbols;  // those of the model, the root, continuations
  std::vector<Rule> rules;          // in the order of the model's methods
  Index root = 0;

  // All symbols that a symbol leads to in one call or more.
  std::vector<bool> reached_from(Index symbol) const;
};

// `compiler` translates formulas and estimates selectivities. `budget`, if given, is charged.
CGT_API Hierarchy analyse(const Model& model, const Objects& objects, QueryCompiler& compiler,
                          const HierarchyOptions& options, Budget* budget = nullptr);

}  // namespace cgt::htn::hddl
