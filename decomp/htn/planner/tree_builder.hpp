// A plan, made of what was done to one task after the other.
//
// A search that takes up the first task of a list meets the nodes of the tree in preorder. Given the
// same methods (decompose) and steps (step) again, from the state in which they begin, this puts the
// tree together; take() gives the plan, and the domain is as it was.
//
// Thread rule: that of the domain.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "decomp/htn/domain.hpp"
#include "decomp/htn/plan.hpp"

namespace cgt::htn {

class TreeBuilder {
 public:
  TreeBuilder(Domain& domain, std::span<const TaskId> tasks);

  // Tasks that are left.
  std::size_t left() const { return open_.size(); }
  // Does the first task, which is primitive and possible.
  void step();
  // Replaces the first task, which is compound, by the subtasks.
  void decompose(MethodId method, std::span<const Word> bindings, std::span<const TaskId> subtasks);
  // Takes the domain back to where it was.
  Plan take() &&;

 private:
  Domain& domain_;
  Word start_;
  Plan plan_;
  Values contribution_;
  // The list with the parent of each task; the first one is last.
  std::vector<std::pair<TaskId, std::uint32_t>> open_;

  PlanNode& add_node();
};

}  // namespace cgt::htn
