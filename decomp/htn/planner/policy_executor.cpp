#include "decomp/htn/planner/policy_executor.hpp"

#include <numeric>

namespace cgt::htn {

namespace {

class Run {
 public:
  Run(Domain& domain, PolicyWorld& world, const PolicyExecutorOptions& options, Budget& budget)
      : domain_(domain), world_(world), options_(options), budget_(budget) {
    execution_.values = identities(domain.attributes());
  }

  PolicyExecution go() {
    if (!plan(domain_.initial_tasks())) return give_up(kNil);
    while (true) {
      const PolicyNode& node = tree_.nodes[at_];
      bool goes_on = true;
      switch (node.kind) {
        case NodeKind::kEnd: execution_.finished = true; return std::move(execution_);
        case NodeKind::kDeadEnd: return give_up(node.task);
        case NodeKind::kDepth: goes_on = replan(tree_.tasks_at(at_)); break;
        case NodeKind::kDecision:
          note(PolicyEvent::kChosen, node.task);
          at_ = tree_.edges_of(at_)[node.best].child;
          break;
        case NodeKind::kStep: goes_on = step(node.task); break;
        case NodeKind::kExternal: goes_on = observe(); break;
      }
      if (!goes_on) return give_up(tree_.nodes[at_].task);
    }
  }

 private:
  void note(PolicyEvent::Kind kind, TaskId task) { execution_.trace.push_back({kind, task}); }
  PolicyExecution give_up(TaskId task) {
    note(PolicyEvent::kGaveUp, task);
    return std::move(execution_);
  }

  bool plan(std::vector<TaskId> tasks) {
    PolicyResult result = plan_policy(domain_, std::move(tasks), options_.policy, budget_);
    execution_.stop = result.stop;
    if (!result.has_value) return false;
    tree_ = std::move(result.tree);
    at_ = tree_.root;
    return true;
  }
  bool replan(std::vector<TaskId> tasks) {
    if (execution_.replans >= options_.max_replans) return false;
    ++execution_.replans;
    note(PolicyEvent::kReplanned, tasks.empty() ? kNil : tasks.front());
    return plan(std::move(tasks));
  }

  bool apply(TaskId task) {
    if (!apply_step(domain_, task, execution_.values)) return false;
    execution_.done.push_back(task);
    note(PolicyEvent::kDone, task);
    return true;
  }

  bool step(TaskId task) {
    const World::Outcome outcome = world_.execute(task);
    std::vector<TaskId> tasks = tree_.tasks_at(at_);
    if (outcome == World::kFailed) return replan(std::move(tasks));
    if (outcome == World::kOther) {
      tasks.erase(tasks.begin());
      return replan(std::move(tasks));
    }
    if (!apply(task)) return replan(std::move(tasks));
    at_ = tree_.edges_of(at_)[0].child;
    return true;
  }

  // The subtasks that a child of the present node planned.
  std::vector<TaskId> planned(const PolicyEdge& edge) const {
    std::vector<TaskId> tasks = tree_.tasks_at(edge.child);
    const std::uint32_t length = tree_.nodes[at_].length;
    tasks.resize(tasks.size() + 1 - std::max<std::size_t>(length, 1));
    return tasks;
  }

  bool observe() {
    const PolicyNode node = tree_.nodes[at_];
    const std::vector<TaskId> actual = world_.observe(node.owner, node.task);
    const auto edges = tree_.edges_of(at_);
    for (const PolicyEdge& edge : edges) {
      if (planned(edge) != actual) continue;
      note(PolicyEvent::kForeseen, node.task);
      at_ = edge.child;
      return true;
    }
    if (options_.critic) {
      std::vector<std::size_t> order(edges.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return edges[a].weight > edges[b].weight;
      });
      for (const std::size_t e : order) {
        if (!options_.critic(domain_, planned(edges[e]), actual)) continue;
        const std::uint32_t behind = behind_of(edges[e], actual);
        if (behind == kNoNode) continue;
        if (!apply_all(operators_of(actual))) break;
        note(PolicyEvent::kAccepted, node.task);
        at_ = behind;
        return true;
      }
    }
    std::vector<TaskId> tasks = tree_.tasks_at(at_);
    if (!tasks.empty()) tasks.erase(tasks.begin());
    tasks.insert(tasks.begin(), actual.begin(), actual.end());
    return replan(std::move(tasks));
  }

  // The operators that a list begins with.
  std::span<const TaskId> operators_of(std::span<const TaskId> tasks) const {
    const auto end = std::find_if(tasks.begin(), tasks.end(), [&](TaskId t) {
      return domain_.kind(t) != TaskKind::kPrimitive;
    });
    return {tasks.begin(), end};
  }
  bool apply_all(std::span<const TaskId> tasks) {
    const Word mark = domain_.mark();
    const PolicyExecution before = execution_;
    for (const TaskId task : tasks) {
      if (apply(task)) continue;
      domain_.undo(mark);
      execution_ = before;
      return false;
    }
    return true;
  }

  // Where the policy stands when the operators of the planned subtasks are done, if what is left of
  // both lists is the same and there is no choice before.
  std::uint32_t behind_of(const PolicyEdge& edge, std::span<const TaskId> actual) const {
    const std::vector<TaskId> wanted = planned(edge);
    const auto left = actual.subspan(operators_of(actual).size());
    const auto wanted_left = std::span(wanted).subspan(operators_of(wanted).size());
    if (!std::equal(left.begin(), left.end(), wanted_left.begin(), wanted_left.end())) {
      return kNoNode;
    }
    const std::size_t length = tree_.nodes[at_].length - 1 + left.size();
    std::uint32_t node = edge.child;
    while (tree_.nodes[node].length > length) {
      if (tree_.nodes[node].edges != 1) return kNoNode;
      node = tree_.edges_of(node)[0].child;
    }
    return node;
  }

  Domain& domain_;
  PolicyWorld& world_;
  const PolicyExecutorOptions& options_;
  Budget& budget_;
  PolicyTree tree_;
  std::uint32_t at_ = kNoNode;
  PolicyExecution execution_;
};

}  // namespace

std::string trace_text(const Domain& domain, const std::vector<PolicyEvent>& trace) {
  std::string out;
  for (const PolicyEvent& event : trace) {
    switch (event.kind) {
      case PolicyEvent::kDone: out += "done "; break;
      case PolicyEvent::kChosen: out += "chosen for "; break;
      case PolicyEvent::kForeseen: out += "foreseen for "; break;
      case PolicyEvent::kAccepted: out += "accepted for "; break;
      case PolicyEvent::kReplanned: out += "replanned from "; break;
      case PolicyEvent::kGaveUp: out += "gave up at "; break;
    }
    out += (event.task == kNil ? "NIL" : domain.task_text(event.task)) + "\n";
  }
  return out;
}

PolicyExecution execute_policy(Domain& domain, PolicyWorld& world,
                               const PolicyExecutorOptions& options, Budget& budget) {
  return Run(domain, world, options, budget).go();
}

}  // namespace cgt::htn
