// What a planner asks of a planning domain: ground tasks, the methods that decompose them, the
// operators that carry them out, and a state that is changed in place and undone.
//
// The model is ordered task decomposition as Smith (1997, "Task-Network Planning using Total-Order
// Forward Search") and Nau et al. (1999, SHOP) have it. A task is a name with arguments; it is
// primitive (one operator does it) or compound (methods say how). A method instance replaces the
// first task of the list by an ordered list of subtasks, which may be empty. Plans are made from
// the first step to the last, so the state is always known and preconditions may be any code.
//
// Two implementations are intended: relations with indices (hddl/) and functions over a state of
// any type (code_domain.hpp). What the planner relies on:
//   1. Ground tasks, methods and bindings are numbers of the domain; a TaskId names one task (name
//      and arguments) and never changes its meaning. Equal tasks have equal ids.
//   2. The state belongs to the domain and changes by apply() only, on an undo trail: after
//      undo(m), everything that the domain answers is as it was when mark() returned m. Marks are
//      undone in the order of a stack; undo(m) may be called again later with the same m.
//   3. next() and apply() depend on the state and the task only, not on what was asked before.
//   4. A choice point is used in the state in which it was opened. Choice points are closed in the
//      order of a stack: one that was opened later is closed earlier.
//   5. The domain is not told when a plan is found: plans are made of ids and words, and texts are
//      asked for when somebody wants to read them. So ids stay valid as long as the domain lives.
// Errors in code that a domain runs (a division by zero in a precondition) are thrown as Error and
// end the search.
//
// Thread rule: a domain belongs to one thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgt/support/budget.hpp"
#include "cgt/support/hash.hpp"
#include "cgt/support/small_vector.hpp"

namespace cgt::htn {

using TaskId = std::uint32_t;
using MethodId = std::uint32_t;
// Whatever the domain needs to remember: an object, an index, the number of a text.
using Word = std::uint64_t;

// Smith's NIL: what methods decompose when the task list is empty and the plan has not ended.
inline constexpr TaskId kNil = 0xffffffffU;

enum class TaskKind : std::uint8_t { kPrimitive, kCompound };

// Two words of a hash. Different states are taken for different if and only if these differ: with
// keys that are as good as random, n states in all have two that are mixed up with probability
// below n^2 / 2^129 (n = 10^9: 10^-21).
struct CGT_API Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
  // Zobrist (1970): the hash of a set is the exclusive or of the hashes of its members, so that
  // adding and removing are one operation.
  Hash128& operator^=(const Hash128& other) {
    low ^= other.low;
    high ^= other.high;
    return *this;
  }
};
// The hash of one fact, made of any two words that tell it from all others.
inline Hash128 hash128(Word a, Word b) {
  const std::uint64_t first = mix(a + 0x243f6a8885a308d3ULL, b + 0x13198a2e03707344ULL);
  const std::uint64_t second = mix(b + 0xa4093822299f31d0ULL, a + 0x082efa98ec4e6c89ULL);
  return {mix(first, second + 0x452821e638d01377ULL), mix(second, first + 0xbe5466cf34e90c6cULL)};
}
struct CGT_API Hash128Hash {
  using is_avalanching = void;
  std::size_t operator()(const Hash128& h) const { return static_cast<std::size_t>(h.low); }
};

// Where the enumeration of the instances of one method stands. The words are the domain's; the
// planner keeps them, and empties them before it asks for the first instance.
struct CGT_API ChoicePoint {
  SmallVector<Word, 8> words;
};

// A ground instance of a method. The planner clears it before it asks.
struct CGT_API Expansion {
  SmallVector<TaskId, 8> subtasks;  // in order
  // The values of the variables of the method, and what reason() needs, as the domain wants it.
  SmallVector<Word, 8> bindings;
  // True if the domain already knows that this method has no further instance; optional. The
  // planner then forgets the choice point, which is what keeps deep recursion small.
  bool last = false;
  // What "keep only the cheapest child" compares (see locally_choosable).
  double estimate = 0;
  // How likely this instance is if an agent that the planner does not control chooses; any
  // non-negative number, only ratios between the instances of a task count.
  double weight = 1;

  void clear() {
    subtasks.clear();
    bindings.clear();
    last = false;
    estimate = 0;
    weight = 1;
  }
};

// How a number that operators contribute to adds up along a plan.
enum class Combine : std::uint8_t {
  kSum,      // time, cost, fuel; starts at 0
  kMaximum,  // the worst risk, the highest load; starts at -infinity
  kMinimum,  // the weakest link; starts at +infinity
  kProduct,  // the probability that all goes well; starts at 1, contributions are >= 0
};
enum class Better : std::uint8_t { kLess, kGreater };

struct CGT_API Attribute {
  std::string name;
  Combine combine = Combine::kSum;
  Better better = Better::kLess;
  // A step never makes it better: costs are >= 0, gains are <= 0, probabilities <= 1. Then what a
  // plan has cost so far bounds what it will cost, and searches for the best plan may cut. The
  // planner throws Error if a step breaks the promise. (Maxima to be small and minima to be large
  // keep it by themselves.)
  bool monotone = true;
};

// What an operator does besides changing the state.
struct CGT_API Effects {
  // One contribution for each attribute of the domain, in their order. The planner has set each to
  // the number that changes nothing (0, 1 or an infinity).
  std::span<double> attributes;
};

class CGT_API Domain {
 public:
  // A search at work on a domain, which asks its budget meanwhile and is as it was afterwards.
  class Visit;

  Domain() = default;
  Domain(const Domain&) = delete;
  Domain& operator=(const Domain&) = delete;
  virtual ~Domain() = default;

  // --- the problem ---

  // The tasks to be done, in order. Asked once, before planning, in the initial state.
  virtual std::vector<TaskId> initial_tasks() = 0;
  // Asked when no task is left: is this the end of a plan (the goal, if there is one, holds)? If
  // not, the methods of kNil are tried.
  virtual bool accepts() { return true; }
  virtual const std::vector<Attribute>& attributes() const = 0;

  // --- decomposition ---

  virtual TaskKind kind(TaskId task) const = 0;
  // The methods for a compound task or kNil, in the order in which they are tried. The span is
  // valid until the next call of a member that is not const.
  virtual std::span<const MethodId> methods(TaskId task) = 0;
  // The next ground instance of `method` for `task` whose precondition holds in the present state.
  // False if there is none left.
  virtual bool next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) = 0;
  // Is an instance that next() gave in some other state one of those of the present state?
  virtual bool still_applies(TaskId task, MethodId method, std::span<const Word> bindings,
                             std::span<const TaskId> subtasks);
  // These methods are going to be asked for by still_applies(). The state is that of the beginning.
  virtual void expect_checks(std::span<const MethodId> /*methods*/) {}
  // The planner will not ask this choice point again. Called once for every choice point for which
  // next() was called, unless next() returned false, said `last` or threw.
  virtual void close(ChoicePoint& /*point*/) {}
  // Smith's partial plan pruner is allowed here: of all instances of all methods for the task, only
  // the one with the least estimate (the first of several) need be tried.
  virtual bool locally_choosable(TaskId /*task*/) const { return false; }
  // Does a limit on tasks inside of themselves mean this one? False: a part of a method that is a task for the
  // search alone. No such task may be a subtask of another one without a task between them that counts.
  virtual bool counts_as_nested(TaskId /*task*/) const { return true; }

  // --- state ---

  // Does the primitive task, if its precondition holds; else changes nothing and returns false.
  virtual bool apply(TaskId task, Effects& effects) = 0;
  virtual Word mark() = 0;
  virtual void undo(Word mark) = 0;
  // False: states cannot be compared; state_hash() is not called, and options that look for equal
  // states are without effect.
  virtual bool has_state_hash() const { return true; }
  virtual Hash128 state_hash() = 0;
  // A hash of no more than what executions of `task` and of its subtasks read or write, so that
  // states that differ elsewhere share what was found out about the task. Read: all that decides
  // which executions there are and what they contribute. The whole state is always right.
  virtual Hash128 relevant_hash(TaskId /*task*/) { return state_hash(); }

  // --- agents (policy.hpp) ---

  // Who chooses among the instances of the methods for this task: 0 is the planner itself.
  virtual int owner(TaskId /*task*/) const { return 0; }
  virtual std::string agent_name(int agent) const {
    return agent == 0 ? "planner" : "agent " + std::to_string(agent);
  }

  // --- bounds ---

  // No execution of the task in any state contributes less than this (more, where more is better),
  // attribute by attribute; the caller has set each to what changes nothing. Lets searches for the
  // best plan cut earlier.
  virtual void least_contribution(TaskId /*task*/, std::span<double> /*out*/) {}
  // The same of what comes of any instance of the method.
  virtual void least_contribution_by(MethodId /*method*/, std::span<double> /*out*/) {}

  // --- texts, for people ---

  // "(drive truck-1 here there)", or whatever is usual in the domain.
  virtual std::string task_text(TaskId task) const = 0;
  virtual std::string method_name(MethodId method) const = 0;
  // The variables of a method instance and their values: {"?x", "truck-1"}.
  virtual std::vector<std::pair<std::string, std::string>> binding_texts(
      MethodId method, std::span<const Word> bindings) const = 0;
  // Why the instance was applicable: the precondition with the values put in, or what the code of
  // the method said. "" if there is nothing to say.
  virtual std::string reason(TaskId task, MethodId method,
                             std::span<const Word> bindings) const = 0;

  // --- limits ---

  // Set while a request is worked on: code that enumerates or computes for long charges it.
  void set_budget(Budget* budget) { budget_ = budget; }

 protected:
  Budget* budget() const { return budget_; }

 private:
  Budget* budget_ = nullptr;
};

class CGT_API Domain::Visit {
 public:
  Visit(Domain& domain, Budget& budget) : domain_(domain), start_(domain.mark()) {
    domain_.set_budget(&budget);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit() {
    domain_.undo(start_);
    domain_.set_budget(nullptr);
  }
  Word start() const { return start_; }

 private:
  Domain& domain_;
  Word start_;
};

// Vectors of attributes: what plans cost, risk and yield.
//
// Contributions of steps are combined entry by entry (Combine). All four ways keep
// order: if a is no worse than b, a combined with x is no worse than b combined with x. That is why
// of two ways to the same state and the same remaining tasks the dominated one may be dropped.
//
// Entries are doubles. Sums are formed from the first step to the last, so equal plans have equal
// vectors; integers below 2^53 are exact.
using Values = std::vector<double>;

// What changes nothing: 0, 1 or an infinity.
CGT_API double identity(Combine combine);
CGT_API Values identities(std::span<const Attribute> attributes);
// The same in values that are there already, as many as attributes.
CGT_API void set_to_identities(std::span<const Attribute> attributes, std::span<double> values);

inline double combined(Combine combine, double a, double b) {
  switch (combine) {
    case Combine::kSum: return a + b;
    case Combine::kMaximum: return a < b ? b : a;
    case Combine::kMinimum: return b < a ? b : a;
    case Combine::kProduct: return a * b;
  }
  return a;
}

// Each value combined with what one step more contributes.
inline void accumulate(std::span<const Attribute> attributes, std::span<double> values,
                       std::span<const double> contribution) {
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    values[a] = combined(attributes[a].combine, values[a], contribution[a]);
  }
}
// Does the step and adds what it contributes; false if it is not possible in the present state.
CGT_API bool apply_step(Domain& domain, TaskId step, Values& values);

inline bool no_worse(Better better, double a, double b) {
  return better == Better::kLess ? a <= b : a >= b;
}
// Entry by entry: the product order.
CGT_API bool no_worse(std::span<const Attribute> attributes, std::span<const double> a,
                      std::span<const double> b);

// Is the contribution a number that the attribute allows: no infinity but the one that changes
// nothing, no negative factor, nothing that betters a monotone attribute?
CGT_API bool is_allowed(const Attribute& attribute, double contribution);
// Throws Error that names attribute, contribution and step unless all are allowed.
CGT_API void check_contributions(const Domain& domain, TaskId step,
                                 std::span<const double> contribution);

}  // namespace cgt::htn
