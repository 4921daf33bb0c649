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
};

// The domain must be in its initial state. False if a limit was reached: `out` means nothing then.
// `budget` is charged; throws BudgetExhausted.
bool build(RelationalDomain& domain, const RelaxedLimits& limits, Budget& budget,
           RelaxedModel& out);

}  // namespace cgt::htn::hddl
