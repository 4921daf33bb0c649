// Plans for partially ordered tasks: forward search in which the next task to be decomposed or done
// is any one that no other must precede (progression search; Hoeller et al. 2018).
//
// The open tasks are the tree of decompositions with what is completed left out. A node is the
// state with that tree; it is not searched again with as many or fewer steps left. Decomposing a
// task whose methods ask nothing that changes is not a choice of time, so it is done at once.
#pragma once

#include <cstdint>
#include <optional>

#include "decomp/htn/hddl/ground/relational_domain.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn::hddl {

struct InterleavingOptions {
  std::uint32_t depth = 0xffffffffU;     // decompositions and actions on one path
  std::optional<std::uint64_t> shuffle;  // try tasks in a random order drawn from this seed
};

// At most one plan. Statistics::nested_cuts counts what the limit on depth cut: without, and with
// stop == kExhausted, there is no plan. `domain` was built with HierarchyOptions::interleaved.
PlanResult interleave(RelationalDomain& domain, const InterleavingOptions& options, Budget& budget);

}  // namespace cgt::htn::hddl
