// How far a list of tasks is from being done: measures for best-first search.
//
// Composition: the cost of the relaxed composition (relaxed_model.hpp), by h_add and by the length
// of a relaxed plan, h_ff (Bonet and Geffner 2001; Hoffmann and Nebel 2001), where only what the
// tasks in the list can lead to is allowed. Both in one pass. What is infinite cannot be done.
//
// In order: the tasks of the list are allowed one after the other, and each must be done by what it
// and those before it can lead to. That costs no more, as each operation is still looked at once, and
// sees that methods are forced, or that there is none, where a later task only would make one possible
// (look-ahead, Olz and Bercher 2023, in the relaxed composition). A fact keeps the cost that it had
// when it was first reached.
//
// With landmarks: those that are left and then h_add, as a third measure. h_add of a list that goes a long
// way round may be small, as nothing is deleted; a landmark is met or it is not.
//
// Landmarks and tasks: landmarks that were not met, and the least number of actions that the tasks
// in the list need by themselves. No grounding, so for problems of every size.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cgt/support/memory/containers.hpp"
#include "decomp/htn/hddl/guide/list_guide.hpp"
#include "decomp/htn/hddl/guide/relaxed_model.hpp"
#include "decomp/htn/planner/guide.hpp"

namespace cgt::htn::hddl {

class CompositionEstimator final : public Estimator {
 public:
  CompositionEstimator(RelationalDomain& domain, RelaxedModel model, bool in_order = true);

  // h_add, h_ff, and, if landmarks are counted, those that are left and then h_add.
  std::size_t measures() const override { return guide_ == nullptr ? 2 : 3; }
  // Landmarks are counted by the guide, which must outlive this.
  void count_landmarks(const ListGuide& guide) { guide_ = &guide; }
  bool estimate(std::span<const TaskId> list, Guide::Path path,
                std::span<std::uint32_t> out) override;
  // The number of a literal among the facts of the model; Relations::kNone if nothing needs it there.
  Index fact_of(const RelaxedModel::Literal& literal);
  // h_ff of doing the list, after which the facts of `wanted` are to hold; false if it is infinite.
  bool relaxed_plan(std::span<const TaskId> list, std::span<const Index> wanted,
                    std::uint32_t& length);
  const RelaxedModel& model() const { return model_; }
  // Lists that were found not to be possible in their order.
  std::uint64_t order_cuts() const { return order_cuts_; }

 private:
  static constexpr std::uint32_t kInfinite = 0xffffffffU;
  // Sums beyond this count as this.
  static constexpr std::uint32_t kMost = 1'000'000;

  // What is looked at most of an operation, side by side.
  struct Head {
    Index task;
    std::uint8_t cost;
    bool only_task;  // it makes nothing but that its task is done
  };
  struct Progress {
    std::uint32_t missing;  // facts still needed
    std::uint32_t sum;      // cost of the others
  };

  RelationalDomain& domain_;
  Relations& state_;
  RelaxedModel model_;
  bool in_order_;
  const ListGuide* guide_ = nullptr;
  std::uint64_t order_cuts_ = 0;
  Rows operations_of_;                             // by task
  std::vector<Head> heads_;                        // by operation
  std::vector<Progress> at_first_;                 // by operation
  std::vector<std::vector<std::uint64_t>> below_;  // by task: all that it leads to, itself included
  std::size_t held_ = 0;                           // words in below_
  // Of one estimate.
  std::vector<std::uint64_t> allowed_;  // tasks
  std::vector<std::uint32_t> cost_;     // by fact
  std::vector<Index> support_;          // by fact: the operation that makes it so cheaply
  std::vector<Progress> progress_;      // by operation
  std::vector<std::uint32_t> marked_;   // by operation: the estimate whose plan it was last in
  std::uint32_t estimates_ = 0;
  std::vector<std::vector<Index>> buckets_;                 // facts of small cost, by cost
  std::vector<std::pair<std::uint32_t, Index>> expensive_;  // a heap of the others
  std::vector<std::uint8_t> used_;                          // by fact: what needs it has been told
  std::size_t first_bucket_ = 0;  // those outside of [first, end) are empty
  std::size_t end_bucket_ = 0;
  std::vector<Index> stack_;
  FlatMap<std::uint64_t, Index> fact_of_;  // filled in when it is asked for first

  bool reach(std::span<const TaskId> list);
  bool extract(std::span<const TaskId> list, std::span<const Index> wanted, std::uint32_t& sum,
               std::uint32_t& length);
  std::span<const std::uint64_t> below(Index task);
  bool allow(Index task, bool apply_now);
  void allow_all(std::span<const TaskId> list);
  bool do_in_order(std::span<const TaskId> list);
  void begin();
  bool is_allowed(Index task) const { return (allowed_[task / 64] >> (task % 64) & 1U) != 0; }
  void lower(Index fact, std::uint32_t cost, Index support);
  void apply(Index operation);
  void use(Index fact);
  void spread();
};

class TaskEstimator final : public Estimator {
 public:
  // `guide` counts landmarks, if there is one.
  TaskEstimator(const RelationalDomain& domain, const ListGuide* guide);

  std::size_t measures() const override { return 1; }
  bool estimate(std::span<const TaskId> list, Guide::Path path,
                std::span<std::uint32_t> out) override;
  // The least number of actions of any execution; kNone if there is none.
  std::uint32_t least_actions(Index symbol) const { return domain_.least_actions(symbol); }

 private:
  const RelationalDomain& domain_;
  const ListGuide* guide_;
};

}  // namespace cgt::htn::hddl
