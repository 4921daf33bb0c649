// What HDDL texts say, in terms of numbered names: the typed form that everything else works on.
//
//   const Model model = read_model(domain, problem);        // two SourceTexts
//   model.methods[0].subtasks[1].task;                      // index into model.tasks
//
// The dialect is HDDL (Hoeller et al., HDDL: An Extension to PDDL for Expressing Hierarchical
// Planning Problems, 2020) as used by the IPC of 2020, in total and in partial order, with or,
// imply, exists, when, numeric functions and :metric beside it.
//
// Invariants: every index is in range and all arities and types fit, so users of a Model check
// nothing. Types lie below `object` (number 0); few have more than one type above. Actions are the first
// `actions.size()` of `tasks`. Subtasks stand in an order that is allowed: that of the text where
// it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/diagnostic.hpp"

namespace cgt::htn::hddl {

using Index = std::uint32_t;

struct CGT_API Type {
  std::string name;
  Index parent = 0;           // of `object` itself
  std::vector<Index> others;  // more types right above it
  SourceSpan span;
};

// An object, or a variable of an action, method or predicate.
struct CGT_API Typed {
  std::string name;  // of a variable with its '?'
  Index type = 0;
  SourceSpan span;
};

// A predicate or a numeric function.
struct CGT_API Symbol {
  std::string name;
  std::vector<Typed> parameters;
  SourceSpan span;
};

struct CGT_API Term {
  bool is_variable = false;
  Index index = 0;  // of the variable in its action or method, or of the object
  friend bool operator==(const Term&, const Term&) = default;
};

// A number, a function, or an operation on two of these. Numbers are IEEE doubles: whole numbers
// are exact up to 2^53.
struct CGT_API Expression {
  enum class Kind : std::uint8_t { kNumber, kFunction, kAdd, kSubtract, kMultiply, kDivide };
  Kind kind = Kind::kNumber;
  double number = 0;
  Index function = 0;
  std::vector<Term> terms;
  std::vector<Expression> parts;  // two
  SourceSpan span;
};

struct CGT_API Formula {
  enum class Kind : std::uint8_t {
    kAnd,      // of any number of parts: none is true
    kOr,       // none is false
    kNot,      // of one
    kForall,   // of one, for variables [first, first + count)
    kExists,   // likewise
    kAtom,     // predicate and terms
    kEqual,    // two terms
    kCompare,  // two sides
  };
  enum class Comparison : std::uint8_t { kLess, kLessEqual, kEqual, kGreaterEqual, kGreater };
  Kind kind = Kind::kAnd;
  Comparison comparison = Comparison::kEqual;
  Index predicate = 0;
  Index first = 0;
  Index count = 0;
  std::vector<Term> terms;
  std::vector<Formula> parts;
  std::vector<Expression> sides;
  SourceSpan span;
};

// One literal or assignment; several effects happen at once, deletions before additions.
struct CGT_API Effect {
  enum class Kind : std::uint8_t { kAdd, kDelete, kAssign, kIncrease, kDecrease };
  Kind kind = Kind::kAdd;
  std::vector<Index> variables;  // for all values of these variables
  Formula condition;             // and where this holds before the action
  Index symbol = 0;              // predicate or function
  std::vector<Term> terms;
  Expression value;
  SourceSpan span;
};

// A task name; actions are the primitive ones.
struct CGT_API Task {
  std::string name;
  std::vector<Typed> parameters;
  SourceSpan span;
};

// Actions and methods: variables are the parameters first, then those of quantifiers, each with an
// index of its own.
struct CGT_API Action {
  std::vector<Typed> variables;
  Formula precondition;
  std::vector<Effect> effects;
};

struct CGT_API Subtask {
  Index task = 0;
  std::vector<Term> terms;
  std::string label;  // "": none given
  SourceSpan span;
};

// The subtasks of a method come one after the other, or, if `partial`, in any order in which the
// first of each pair of `before` is completed before the second is begun; tasks that are not
// ordered may be interleaved.
struct CGT_API Method {
  std::string name;
  Index task = 0;
  std::vector<Term> terms;  // what the task's parameters are called here
  Index parameters = 0;
  std::vector<Typed> variables;
  Formula precondition;  // constraints included
  std::vector<Subtask> subtasks;
  bool partial = false;
  std::vector<std::pair<Index, Index>> before;  // of subtasks; only if partial
  SourceSpan span;
};

struct CGT_API Fact {
  Index symbol = 0;
  std::vector<Index> objects;
};

struct CGT_API Value {
  Index function = 0;
  std::vector<Index> objects;
  double number = 0;
};

struct CGT_API Model {
  std::string domain;
  std::string problem;
  std::vector<Type> types;
  std::vector<Typed> objects;  // constants of the domain first
  std::vector<Symbol> predicates;
  std::vector<Symbol> functions;
  std::vector<Task> tasks;
  std::vector<Action> actions;  // of tasks [0, actions.size())
  std::vector<Method> methods;
  Method initial;  // its `task` means nothing
  std::vector<Fact> facts;
  std::vector<Value> values;
  Action goal;  // its precondition
  bool has_goal = false;
  bool has_metric = false;
  bool maximize = false;
  Expression metric;
  // What the texts have that HDDL has not, and what it was taken for; rendered, with places.
  std::vector<std::string> warnings;

  // Is there a method, or are there tasks of the problem, without total order?
  bool is_partial() const {
    return initial.partial || std::any_of(methods.begin(), methods.end(),
                                          [](const Method& method) { return method.partial; });
  }
  bool is_primitive(Index task) const { return task < actions.size(); }
  bool is_subtype(Index type, Index of) const;
  // Is a type below both, or one of them below the other?
  bool may_share(Index a, Index b) const;
};

struct CGT_API ReadOptions {
  bool strict = false;  // refuse what would be a warning
};

// Reads HDDL: texts into a Model. What is not HDDL but has one meaning in the field (another name
// of the domain, -type without a blank, :order, types with two parents, ...) gets a warning. All else
// that is not HDDL is refused with its place, what was expected and, where one is near, what may
// have been meant; a text with several independent errors gets several diagnostics in one InputError.
CGT_API Model read_model(const SourceText& domain, const SourceText& problem,
                         const ReadOptions& options = {});
// The domain alone: no objects but its constants, nothing to do.
CGT_API Model read_domain(const SourceText& domain, const ReadOptions& options = {});

// A formula with the values of variables put in. `values` are objects as numbered in the model, for the first variables; those that are not a number
// of an object, and the others, print as variables. Conditions that are no more than (and) print as
// "".
CGT_API std::string formula_text(const Model& model, const Formula& formula,
                                 const std::vector<Typed>& variables,
                                 std::span<const Index> values);

// "(name a b)"; `objects` as numbered in the model.
CGT_API std::string call_text(const Model& model, const std::string& name,
                              std::span<const Index> objects);

}  // namespace cgt::htn::hddl
