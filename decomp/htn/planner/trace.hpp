// What a depth-first search does, in words, as users of Pyhop and GTPyhop know it.
//
//   Trace trace(domain, 2, [](const std::string& line) { std::cerr << line << '\n'; });
//   PlannerOptions options;
//   options.guide = &trace;
//   Planner planner(trace, options);           // in the place of the domain
//
// Levels: 0 nothing; 1 the tasks to begin with and what they become, and each end of the list of
// tasks; 2 also each task as it is taken up, its methods with their subtasks, the actions, and
// where none applies; 3 also the values of variables, the conditions that hold, and the tasks that
// are left. The depth is that of the task in the tree: 0 for the first tasks.
//
// It stands between the planner and the domain and answers as that does; as a guide it is told
// which lists of tasks there are, and never says that one is dead. So a first plan is the same
// without it.
//
// Thread rule: one thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/planner/guide.hpp"

namespace cgt::htn {

class CGT_API Trace final : public Domain, public Guide {
 public:
  using Say = std::function<void(const std::string&)>;

  // The domain must outlive it.
  Trace(Domain& domain, int level, Say say)
      : domain_(domain), level_(level), say_(std::move(say)) {}

  // For Planner::on_dead_end().
  void dead_end(TaskId task);

  // Domain
  std::vector<TaskId> initial_tasks() override { return domain_.initial_tasks(); }
  bool accepts() override;
  const std::vector<Attribute>& attributes() const override { return domain_.attributes(); }
  TaskKind kind(TaskId task) const override { return domain_.kind(task); }
  std::span<const MethodId> methods(TaskId task) override;
  bool next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) override;
  void close(ChoicePoint& point) override { domain_.close(point); }
  bool apply(TaskId task, Effects& effects) override;
  Word mark() override { return domain_.mark(); }
  void undo(Word mark) override { domain_.undo(mark); }
  bool counts_as_nested(TaskId task) const override { return domain_.counts_as_nested(task); }
  bool has_state_hash() const override { return domain_.has_state_hash(); }
  Hash128 state_hash() override { return domain_.state_hash(); }
  Hash128 relevant_hash(TaskId task) override { return domain_.relevant_hash(task); }
  std::string task_text(TaskId task) const override { return domain_.task_text(task); }
  std::string method_name(MethodId method) const override { return domain_.method_name(method); }
  std::vector<std::pair<std::string, std::string>> binding_texts(
      MethodId method, std::span<const Word> bindings) const override {
    return domain_.binding_texts(method, bindings);
  }
  std::string reason(TaskId task, MethodId method, std::span<const Word> bindings) const override {
    return domain_.reason(task, method, bindings);
  }

  // Guide
  Path start() override;
  void push(TaskId task, Cell tail) override;
  void truncate(std::uint32_t cells) override;
  Path stepped(Path before) override { return before; }
  // Called once for each list that is met: where it is told.
  std::optional<Death> dead(Cell list, Path path) const override;
  std::uint64_t bytes() const override { return cells_.capacity() * sizeof(Link); }

 private:
  struct Link {
    TaskId task;
    Cell tail;
    std::uint32_t depth;
  };

  Domain& domain_;
  int level_;
  Say say_;
  std::vector<Link> cells_;
  std::uint32_t depth_ = 0;  // of the tasks that come next
  // Heads of the lists that were met and not forgotten; the last one with a task is the one at
  // work.
  mutable std::vector<Cell> met_;
  mutable bool unasked_ = false;  // the last one is compound, and no method of it was asked for

  void say(int level, std::uint32_t depth, const std::string& text) const;
  std::uint32_t depth_of(TaskId task) const;
  std::string texts(std::span<const TaskId> tasks) const;
  void passed_over() const;
};

}  // namespace cgt::htn
