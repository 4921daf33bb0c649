// Carrying out a plan in a world that may behave otherwise, and planning again when it does.
//
//   struct Robot : World {
//     int battery = 3;
//     Outcome execute(TaskId) override { return battery-- > 0 ? kAsPlanned : kFailed; }
//   } robot;
//   Executor executor(domain, robot);
//   ExecutionResult result = executor.run(plan, budget);
//
// The domain is the model: its state follows the world step by step and is not restored at the end.
// After a step that did not go as planned a critic says whether the rest of the plan still serves
// (Smith 1997 needs this for opponents whose actual move differs from the one planned but is as
// good as the same); without one, the rest is tried out on the model. If it does not serve,
// planning begins again at a node of the old plan: the step itself, then its parent, and so on up
// to the tasks of the problem, each time with what was left to do after it (re-entry as in IPyHOP).
// A step that failed may be tried again a few times; then it is banned.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "decomp/htn/plan.hpp"
#include "decomp/htn/planner/planner.hpp"

namespace cgt::htn {

class CGT_API World {
 public:
  enum Outcome : std::uint8_t {
    kAsPlanned,  // the operator had its effects; the executor applies it to the domain
    kFailed,     // nothing has happened
    kOther,      // something else happened; the world has brought the domain to the actual state
  };
  virtual ~World() = default;
  virtual Outcome execute(TaskId step) = 0;
};

struct CGT_API ExecutionEvent {
  enum Kind : std::uint8_t {
    kDone,
    kFailed,
    kRetried,    // the step is tried again, for the `depth`th time
    kSurprise,   // kOther
    kAccepted,   // the critic lets the plan go on
    kReplanned,  // `depth` nodes above the step
    kNoPlan,
  };
  Kind kind = kDone;
  TaskId step = 0;  // the step done, or the one that was due
  std::uint32_t depth = 0;
  friend bool operator==(const ExecutionEvent&, const ExecutionEvent&) = default;
};
// One event a line: "replanned from 2 levels above (walk 1 2)".
CGT_API std::string trace_text(const Domain& domain, const std::vector<ExecutionEvent>& trace);

struct CGT_API ExecutionResult {
  bool finished = false;  // every task was done and the domain accepts
  std::vector<TaskId> done;
  Values values;  // of the steps that went as planned
  std::vector<ExecutionEvent> trace;
  std::uint64_t replans = 0;
  StopReason stop = StopReason::kExhausted;  // of the last planning; a limit if that ended it
};

struct CGT_API ExecutorOptions {
  PlannerOptions planner;
  std::uint64_t max_replans = 1000;
  bool ban_failed = true;
  std::uint32_t retries = 0;  // of a step that failed, in a row, before it is banned
  // Does the rest of the plan, from step `next` on, still serve in the present state of the domain?
  std::function<bool(Domain&, const Plan&, std::size_t next)> critic;
};

// Can the steps from `next` on be done in the present state, and is the end accepted? The domain is
// left as it was.
CGT_API bool still_works(Domain& domain, const Plan& plan, std::size_t next);

class CGT_API Executor {
 public:
  Executor(Domain& domain, World& world, ExecutorOptions options = {})
      : domain_(&domain), world_(&world), options_(std::move(options)) {}

  ExecutionResult run(Plan plan, Budget& budget);

 private:
  // Puts a new plan for what is left into `plan`; false if there is none.
  bool replan(Plan& plan, std::size_t step, bool failed, ExecutionResult& result, Budget& budget);

  Domain* domain_;
  World* world_;
  ExecutorOptions options_;
};

}  // namespace cgt::htn
