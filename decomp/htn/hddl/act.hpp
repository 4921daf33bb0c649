// Acting by plans of an HDDL problem, in a world that may behave otherwise.
//
//   Budget budget;
//   Actor actor(read_model(domain, problem));
//   actor.plan(budget);                          // false: there is no plan, or the budget is spent
//   while (!actor.ended()) {
//     std::cout << actor.next_step() << '\n';     // "(pick-up b)"
//     actor.done({}, budget);                    // or failed(budget), or turned_out({...}, budget)
//   }
//   actor.finished();                            // all tasks are done, and the goal holds
//
// A step that failed is tried again as often as ActOptions says, then never more: its action with these objects is
// banned. After a failure, and after a change by which the rest of the plan can no longer be done or misses the goal,
// planning begins again at the step, then at the task that it belongs to, and so on up to the tasks of the problem,
// each time with all that was left to do after it (re-entry, as in IPyHOP; Bansod et al. 2022). Each plan is found by
// find_plan() from the facts of that moment.
//
// Where tasks are partially ordered, what was left to do keeps its order: none beyond that of the methods chosen.
// Thread rule: one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decomp/htn/hddl/solve.hpp"

namespace cgt::htn::hddl {

// A fact that the world has made true or false.
struct CGT_API Observation {
  Fact fact;  // objects as numbered in the model
  bool holds = true;
};
// "(at van shop) (not (at van depot))", with any names and numbers of arguments that the model has. Throws InputError.
CGT_API std::vector<Observation> read_observations(const Model& model, const SourceText& source);

struct CGT_API ActOptions {
  SolveOptions solve;
  std::uint32_t retries = 0;  // of a step that failed, in a row
  std::uint64_t max_replans = 1000;
  // Of each attempt to plan again below the tasks of the problem, which is half of the time at most.
  std::uint64_t part_nodes = 200'000;
};

struct CGT_API ActEvent {
  enum class Kind : std::uint8_t {
    kPlanned,  // the first plan: `count` steps
    kDone,     // a step had its effects
    kFailed,   // a step had none
    kRetried,  // it is tried again, for the `count`th time
    kOther,    // other things happened
    kServes,  // the steps that are left can still be done; methods chosen before are not asked again
    kReplanned,  // from `count` levels above the step
    kNoPlan,
    kGaveUp,      // at a limit of the budget, or of new plans
    kGoalMissed,  // all tasks are done, but the goal does not hold
  };
  Kind kind = Kind::kDone;
  std::string step;  // "(pick-up b)", or "" at the end
  std::uint64_t count = 0;
  std::string text() const;  // "failed (pick-up b)"
};

class CGT_API Actor {
 public:
  explicit Actor(Model model, ActOptions options = {});
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

  // The first plan; false if there is none, or none was found.
  bool plan(Budget& budget);
  // Nothing is left to do, or nothing can be done.
  bool ended() const { return ended_; }
  bool finished() const { return finished_; }
  // Requires that it has not ended.
  std::string next_step() const;
  TaskId next_task() const { return plan_.nodes[plan_.steps[next_]].task; }
  // What became of the next step: it had its effects, and these things happened besides; nothing happened; these
  // things happened instead of its effects, and it need not be done again. Requires that acting has not ended.
  void done(const std::vector<Observation>& besides, Budget& budget);
  void failed(Budget& budget);
  void turned_out(const std::vector<Observation>& instead, Budget& budget);

  // The facts of this moment, in the order of predicates; the numeric functions are left out.
  std::vector<Fact> facts() const;
  const std::vector<ActEvent>& events() const { return events_; }
  // The steps that were done, as texts, and how often a plan was made again.
  const std::vector<std::string>& steps() const { return steps_; }
  std::uint64_t replans() const { return replans_; }
  // Of the last planning: kExhausted without a plan means that there is none.
  StopReason stop() const { return stop_; }
  // The problem as it was when the present plan was made, and that plan: verify() checks it.
  const Model& model() const { return *model_; }
  const RelationalDomain& domain() const { return *domain_; }
  const Plan& present_plan() const { return plan_; }

 private:
  void note(ActEvent::Kind kind, std::string text, std::uint64_t count = 0);
  void change(const std::vector<Observation>& observations);
  void go_on(bool changed, Budget& budget);
  void replan(bool failed, Budget& budget);
  Method tasks_left(std::uint32_t restarted) const;
  bool plan_for(Method tasks, Budget& budget);
  Model model_now(Method tasks) const;
  void ban(Model& model, TaskId step) const;
  void end(bool no_plan);

  ActOptions options_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<RelationalDomain> domain_;
  Plan plan_;
  std::size_t next_ = 0;
  std::uint32_t retried_ = 0;
  bool ended_ = false;
  bool finished_ = false;
  StopReason stop_ = StopReason::kExhausted;
  std::uint64_t replans_ = 0;
  std::vector<ActEvent> events_;
  std::vector<std::string> steps_;
};

}  // namespace cgt::htn::hddl
