#include "decomp/htn/planner/executor.hpp"
#include "cgt/support/words.hpp"

#include <fmt/format.h>

namespace cgt::htn {

bool still_works(Domain& domain, const Plan& plan, std::size_t next) {
  const Word mark = domain.mark();
  Values values = identities(domain.attributes());
  bool works = true;
  for (std::size_t s = next; works && s < plan.steps.size(); ++s) {
    works = apply_step(domain, plan.nodes[plan.steps[s]].task, values);
  }
  works = works && domain.accepts();
  domain.undo(mark);
  return works;
}

std::string trace_text(const Domain& domain, const std::vector<ExecutionEvent>& trace) {
  std::string out;
  for (const ExecutionEvent& event : trace) {
    const std::string step = event.step == kNil ? "the end" : domain.task_text(event.step);
    const auto line = [&](const char* what) { out += fmt::format("{} {}\n", what, step); };
    switch (event.kind) {
      case ExecutionEvent::kDone: line("done"); break;
      case ExecutionEvent::kFailed: line("failed"); break;
      case ExecutionEvent::kSurprise: line("something else than"); break;
      case ExecutionEvent::kRetried: line("again"); break;
      case ExecutionEvent::kAccepted: line("the plan still serves, next"); break;
      case ExecutionEvent::kNoPlan: line("no plan from"); break;
      case ExecutionEvent::kReplanned:
        out += fmt::format("replanned from {} above {}\n", counted(event.depth, "level"), step);
        break;
    }
  }
  return out;
}

ExecutionResult Executor::run(Plan plan, Budget& budget) {
  ExecutionResult result;
  result.values = identities(domain_->attributes());
  std::size_t next = 0;
  std::uint32_t retried = 0;
  while (true) {
    // The end: tasks may be done without the end being accepted if the world interfered.
    if (next == plan.steps.size()) {
      result.finished = domain_->accepts();
      return result;
    }
    const TaskId step = plan.nodes[plan.steps[next]].task;
    const World::Outcome outcome = world_->execute(step);
    bool failed = outcome == World::kFailed;
    if (outcome == World::kAsPlanned) {
      if (apply_step(*domain_, step, result.values)) {
        result.done.push_back(step);
        result.trace.push_back({ExecutionEvent::kDone, step, 0});
        ++next;
        retried = 0;
        continue;
      }
      failed = true;  // the model does not allow what the world says was done
    }
    result.trace.push_back({failed ? ExecutionEvent::kFailed : ExecutionEvent::kSurprise, step, 0});
    if (failed && retried < options_.retries) {
      result.trace.push_back({ExecutionEvent::kRetried, step, ++retried});
      continue;
    }
    retried = 0;
    if (!failed) {
      // The step was taken, though it turned out otherwise.
      ++next;
      const TaskId due = next < plan.steps.size() ? plan.nodes[plan.steps[next]].task : kNil;
      const bool serves = options_.critic ? options_.critic(*domain_, plan, next)
                                          : still_works(*domain_, plan, next);
      if (serves) {
        result.trace.push_back({ExecutionEvent::kAccepted, due, 0});
        continue;
      }
    } else if (options_.ban_failed) {
      options_.planner.banned.push_back(step);
    }
    if (!replan(plan, failed ? next : next - 1, failed, result, budget)) return result;
    next = 0;
  }
}

bool Executor::replan(Plan& plan, std::size_t step, bool failed, ExecutionResult& result,
                      Budget& budget) {
  const std::uint32_t node = plan.steps[step];
  const TaskId task = plan.nodes[node].task;
  if (result.replans >= options_.max_replans) {
    result.trace.push_back({ExecutionEvent::kNoPlan, task, 0});
    return false;
  }
  Planner planner(*domain_, options_.planner);
  std::uint32_t depth = 0;
  for (std::uint32_t at = node; at != kNoNode; at = plan.nodes[at].parent, ++depth) {
    std::vector<TaskId> tasks = tasks_from(plan, at);
    // A step that was taken is not to be done again.
    if (at == node && !failed) tasks.erase(tasks.begin());
    if (plan.nodes[at].task == kNil) tasks.clear();
    planner.set_tasks(std::move(tasks));
    PlanResult found = planner.first(budget);
    result.stop = found.stop;
    if (!found.plans.empty()) {
      ++result.replans;
      plan = std::move(found.plans.front());
      result.trace.push_back({ExecutionEvent::kReplanned, task, depth});
      return true;
    }
    if (is_limit(found.stop)) break;
  }
  result.trace.push_back({ExecutionEvent::kNoPlan, task, depth});
  return false;
}

}  // namespace cgt::htn
