// Following a policy while others move, and planning again when they do what was not foreseen.
//
// At an external node the world says what the agent really did, as a list of tasks. If that is what
// one of the children planned, the policy goes on there. If not, the critic is asked for each
// child, the likeliest first, whether what was done is as good as what was planned (Smith's planned
// card 3 stands for 5, 6, 8, 9 and ten): then the real tasks, which must be operators, are applied
// and the policy goes on behind the planned ones. Else the policy is thrown away and a new one is
// made for the real tasks and what was left to do.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "decomp/htn/planner/executor.hpp"
#include "decomp/htn/planner/policy.hpp"

namespace cgt::htn {

class CGT_API PolicyWorld : public World {
 public:
  // What the agent does for the task: the subtasks, in order.
  virtual std::vector<TaskId> observe(int agent, TaskId task) = 0;
};

struct CGT_API PolicyEvent {
  enum Kind : std::uint8_t {
    kDone,      // an operator
    kChosen,    // the planner took an instance for `task`
    kForeseen,  // an agent did what a child of the policy planned
    kAccepted,  // the critic takes what it did for that
    kReplanned,
    kGaveUp,
  };
  Kind kind = kDone;
  TaskId task = kNil;
  friend bool operator==(const PolicyEvent&, const PolicyEvent&) = default;
};
CGT_API std::string trace_text(const Domain& domain, const std::vector<PolicyEvent>& trace);

struct CGT_API PolicyExecution {
  bool finished = false;  // the tasks are done and the domain accepts
  Values values;
  std::vector<TaskId> done;
  std::vector<PolicyEvent> trace;
  std::uint64_t replans = 0;
  StopReason stop = StopReason::kExhausted;  // of the last planning
};

struct CGT_API PolicyExecutorOptions {
  PolicyOptions policy;
  std::uint64_t max_replans = 1000;
  // Is `actual` as good as `planned`? Empty: never. The domain is in the state before both.
  std::function<bool(Domain&, std::span<const TaskId> planned, std::span<const TaskId> actual)>
      critic;
};

// Plans, follows and replans from the present state of the domain, which follows the world.
CGT_API PolicyExecution execute_policy(Domain& domain, PolicyWorld& world,
                                       const PolicyExecutorOptions& options, Budget& budget);

}  // namespace cgt::htn
