// How far a list of tasks is from being done: measures for best-first search.
//
// The cost of the relaxed composition (relaxed_model.hpp), by h_add and by the length
// of a relaxed plan, h_ff (Bonet and Geffner 2001; Hoffmann and Nebel 2001), where only what the
// tasks in the list can lead to is allowed. Both in one pass. What is infinite cannot be done.
//
// With landmarks: those that are left and then h_add, as a third measure. h_add of a list that goes a long
// way round may be small, as nothing is deleted; a landmark is met or it is not.
//
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decomp/htn/hddl/list_guide.hpp"
#include "decomp/htn/hddl/relaxed_model.hpp"
#include "decomp/htn/planner/guide.hpp"

namespace cgt::htn::hddl {

class CompositionEstimator final : public Estimator {
 public:
  CompositionEstimator(RelationalDomain& domain, RelaxedModel model);

  // h_add, h_ff, and, if landmarks are counted, those that are left and then h_add.
  std::size_t measures() const override { return guide_ == nullptr ? 2 : 3; }
  // Landmarks are counted by the guide, which must outlive this.
  void count_landmarks(const ListGuide& guide) { guide_ = &guide; }
  bool estimate(std::span<const TaskId> list, Guide::Path path,
                std::span<std::uint32_t> out) override;

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

  Relations& state_;
  RelaxedModel model_;
  const ListGuide* guide_ = nullptr;
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

  bool reach(std::span<const TaskId> list);
  bool extract(std::span<const TaskId> list, std::uint32_t& sum, std::uint32_t& length);
  std::span<const std::uint64_t> below(Index task);
  void allow(std::span<const TaskId> list);
  void begin();
  bool is_allowed(Index task) const { return (allowed_[task / 64] >> (task % 64) & 1U) != 0; }
  void lower(Index fact, std::uint32_t cost, Index support);
  void apply(Index operation);
  void use(Index fact);
  void spread();
};

}  // namespace cgt::htn::hddl
