// A problem made ground, as far as it can be reached if nothing is ever deleted.
//
// Ground tasks, instances of rules and actions, and facts, from the tasks of the problem downwards
// and from the initial state forwards at once: an instance is made when its task can be asked for
// and what it demands positively has been reached. That is a least fixpoint of Datalog rules,
// evaluated so that each fact is joined with the others once (semi-naive; Bancilhon 1986), by the
// queries that the planner itself uses.
//
// The result is the relaxed composition (Hoeller, Bercher, Behnke, Biundo, On Guiding Search in HTN
// Planning with Classical Planning Heuristics, 2019): an action makes its effects and itself done,
// an instance of a rule makes its task done where all its subtasks are. Negative literals are facts
// of their own. What is not made of literals is left out or, where it comes to literals with the
// objects put in, taken apart. So what cannot be done here cannot be done at all.
//
// Thread rule: immutable once it is built.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/htn/hddl/ground/relational_domain.hpp"

namespace cgt::htn::hddl {

// Lists of numbers, one after the other.
class Rows {
 public:
  std::size_t size() const { return ends_.size(); }
  std::span<const Index> operator[](std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return {data_.data() + begin, ends_[row] - begin};
  }
  void push(Index value) { data_.push_back(value); }
  // What was pushed since the last row is a row, each number once.
  void close();
  std::uint64_t bytes() const {
    return data_.capacity() * sizeof(Index) + ends_.capacity() * sizeof(std::size_t);
  }

 private:
  std::vector<Index> data_;
  std::vector<std::size_t> ends_;
};

struct RelaxedModel {
  // A literal of the state: fact i of the first `literals.size()` facts. The others say that a task
  // is done, in the order of `tasks`.
  struct Literal {
    bool negated = false;
    Index predicate = 0;
    Index tuple = 0;  // of the domain's state
  };
  std::vector<Literal> literals;
  std::vector<TaskId> tasks;
  std::vector<Index> number;  // by TaskId: in `tasks`, or Relations::kNone
  // Operations: actions and instances of rules.
  Rows needed;              // facts, by operation
  Rows made;                // facts, by operation
  std::vector<Index> head;  // by operation: the task, in `tasks`
  std::vector<Index> rule;  // by operation: of the hierarchy; Relations::kNone: an action
  std::vector<std::uint8_t> cost;
  Rows below;                   // by task: subtasks of all instances
  std::vector<Index> goal;      // facts
  std::vector<Index> unneeded;  // operations that need nothing
  Rows needed_by;               // operations, by fact

  std::size_t facts() const { return literals.size() + tasks.size(); }
  std::uint64_t bytes() const;
};

struct RelaxedLimits {
  std::size_t instances = 300'000;  // of rules and actions
  std::size_t entries = 6'000'000;  // of the rows
  // A predicate of which instances need facts, but are made whether there are these facts or not.
  Index assumed = Relations::kNone;
};

// How a domain is built whose relaxed model is to speak of the text: with no condition moved.
DomainOptions relaxing_options(const Model& model, Budget& budget);

// By predicate: does an action add or delete it?
std::vector<bool> changed_predicates(const Model& model);

// The domain must be in its initial state. False if a limit was reached: `out` means nothing then.
// `budget` is charged; throws BudgetExhausted.
bool build(RelationalDomain& domain, const RelaxedLimits& limits, Budget& budget,
           RelaxedModel& out);

// The facts that operations reach, from those that hold in a state and those that are added. Copies
// are worth as much as the original; the model must outlive them.
class RelaxedReach {
 public:
  // Operations that are `off`, if it is not empty, are not used. Throws BudgetExhausted.
  RelaxedReach(const RelaxedModel& model, const Relations& state, Budget& budget,
               const std::vector<bool>& off = {});

  bool operator[](Index fact) const { return reached_[fact]; }
  // A task of the model, by its number there.
  bool done(Index task) const { return reached_[model_->literals.size() + task]; }
  // Are all facts that it needs reached?
  bool applies(Index operation) const { return left_[operation] == 0; }
  // Can the task be done, and the goal be reached?
  bool solves(TaskId root) const;
  void add(Index fact, Budget& budget);

 private:
  const RelaxedModel* model_;
  std::vector<bool> reached_;
  std::vector<std::uint32_t> left_;  // by operation: facts that it still needs
  std::vector<Index> open_;

  void reach(Index fact);
  void apply(Index operation);
  void spread(Budget& budget);
};

// The model with no more than what can be a part of doing the task `root` from this state, or from one
// that it leads to: operations that need what is never reached are as many as all others and more
// where methods choose values blindly. Throws BudgetExhausted.
RelaxedModel reachable_part(const RelaxedModel& model, const Relations& state, TaskId root,
                            Budget& budget);

}  // namespace cgt::htn::hddl
