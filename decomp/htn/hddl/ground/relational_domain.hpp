// An HDDL problem as a planning domain: what the planner of decomp/htn searches.
//
//   RelationalDomain domain(model);                  // the model must outlive it
//   domain.initial_tasks();                          // one task, (root), whose only method is :htn
//
// Methods are tried in the order of the text, instances in the order of the initial facts. Costs:
// the first attribute is the metric (or, without one, the number of steps). With
// `many_attributes` there are several: each numeric function without arguments that actions only
// ever increase, and the number of steps.
//
// Functions that nothing but the metric reads are not a part of the state: states that differ in what
// they have cost only are the same.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cgt/support/containers.hpp"
#include "decomp/htn/domain.hpp"
#include "decomp/htn/hddl/ground/hierarchy.hpp"
#include "decomp/htn/hddl/ground/query.hpp"
#include "decomp/htn/hddl/ground/relations.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/plan.hpp"

namespace cgt::htn::hddl {

struct CGT_API DomainOptions {
  HierarchyOptions hierarchy;
  bool many_attributes = false;
  // Charged while the domain is built; the constructor throws BudgetExhausted then.
  Budget* budget = nullptr;
};

class CGT_API RelationalDomain final : public Domain {
 public:
  // A model without initial tasks (read_domain) has no plan but the empty one.
  explicit RelationalDomain(const Model& model, const DomainOptions& options = {});

  const Model& model() const { return model_; }
  const Hierarchy& hierarchy() const { return hierarchy_; }
  const Objects& objects() const { return objects_; }
  Relations& state() { return relations_; }
  const Relations& state() const { return relations_; }

  // A ground task: its name among those of hierarchy(), and arguments as numbered by objects().
  Index symbol(TaskId task) const { return tasks_[task][0]; }
  std::span<const Index> arguments(TaskId task) const { return tasks_[task].subspan(1); }
  TaskId task(Index symbol, std::span<const Index> arguments);
  // Is it in the text, or a continuation of a method, or the root?
  bool is_of_model(TaskId task) const { return symbol(task) < model_.tasks.size(); }
  bool counts_as_nested(TaskId task) const override { return is_of_model(task); }
  // Of a plan the tree that the text knows: without the root and with the subtasks of continuations
  // below their methods.
  Plan without_continuations(const Plan& plan) const;

  // For other conditions over the state. Must be called in the initial state.
  QueryCompiler& compiler() { return compiler_; }
  const QueryRunner& runner() const { return runner_; }

  // Domain
  std::vector<TaskId> initial_tasks() override;
  bool accepts() override;
  const std::vector<Attribute>& attributes() const override { return attributes_; }
  TaskKind kind(TaskId task) const override {
    return model_.is_primitive(symbol(task)) ? TaskKind::kPrimitive : TaskKind::kCompound;
  }
  std::span<const MethodId> methods(TaskId task) override;
  bool next(TaskId task, MethodId method, ChoicePoint& point, Expansion& out) override;
  bool still_applies(TaskId task, MethodId method, std::span<const Word> bindings,
                     std::span<const TaskId> subtasks) override;
  void expect_checks(std::span<const MethodId> methods) override;
  bool apply(TaskId task, Effects& effects) override;
  void least_contribution(TaskId task, std::span<double> out) override {
    note_least(least_[symbol(task)], out);
  }
  void least_contribution_by(MethodId method, std::span<double> out) override {
    note_least(least_by_[method], out);
  }
  Word mark() override { return relations_.mark(); }
  void undo(Word mark) override { relations_.undo(static_cast<std::size_t>(mark)); }
  Hash128 state_hash() override { return relations_.hash(); }
  Hash128 relevant_hash(TaskId task) override;
  std::string task_text(TaskId task) const override;
  std::string method_name(MethodId method) const override;
  std::vector<std::pair<std::string, std::string>> binding_texts(
      MethodId method, std::span<const Word> bindings) const override;
  std::string reason(TaskId task, MethodId method, std::span<const Word> bindings) const override;

 private:
  // A compiled action.
  struct Operator {
    struct Change {
      const Effect* effect = nullptr;
      bool is_plain = true;  // no variables, no condition
      Query query;           // else: binds the variables where the condition holds
      Terms terms;
    };
    Query precondition;
    std::vector<Change> changes;
  };
  // What an attribute counts.
  struct Counter {
    enum class What : std::uint8_t { kSteps, kMetric, kFunction };
    What what = What::kSteps;
    Index function = 0;
  };

  const Model& model_;
  Objects objects_;
  Relations relations_;
  QueryCompiler compiler_;
  QueryRunner runner_;
  Hierarchy hierarchy_;
  std::vector<Query> queries_;       // by rule
  FlatMap<MethodId, Query> checks_;  // of rules with all variables bound, as far as asked for
  std::vector<Index> least_;         // actions, by symbol
  std::vector<Index> least_by_;      // the same by rule
  std::vector<Operator> operators_;
  Query goal_;
  std::vector<Attribute> attributes_;
  std::vector<Counter> counters_;
  // Predicates and functions that matter to each symbol and can change.
  std::vector<std::vector<Index>> relevant_;
  std::vector<std::vector<Index>> relevant_functions_;
  Tuples tasks_;
  // Scratch.
  std::vector<Index> values_;
  std::vector<std::pair<Index, Index>> added_;  // predicate and tuple
  std::vector<std::pair<Index, Index>> removed_;
  struct Assignment {
    Index function = 0;
    SmallVector<Index, 4> objects;
    double value = 0;
    bool add = false;
  };
  std::vector<Assignment> assigned_;

  const Method& method_of(const Rule& rule) const;
  void load(Budget* budget);
  void compile_rules();
  void compile_actions();
  void count_actions();
  void note_least(Index least, std::span<double> out) const;
  void choose_attributes(bool many);
  bool only_increased(Index function) const;
  bool never_negative(const Expression& expression) const;
  bool is_linear(const Expression& expression) const;
  void set_to_zero(const Expression& expression);
  void collect(const Operator& action);
  bool bind(const Rule& rule, std::span<const Index> arguments);
};

}  // namespace cgt::htn::hddl
