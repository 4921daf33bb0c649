#include "decomp/htn/planner/plan_library.hpp"

#include "cgt/support/containers.hpp"

namespace cgt::htn {

namespace {

using SolutionId = std::uint32_t;
using EntryId = std::uint32_t;
constexpr std::uint32_t kNone = 0xffffffffU;

// A plan for one task: an operator, or a method instance and a plan for each subtask. Plans share
// their parts and never change.
struct Solution {
  TaskId task;
  MethodId method;
  std::vector<Word> bindings;
  std::vector<SolutionId> parts;
  Values values;
  Hash128 end;  // relevant_hash of the task in the state that it leads to
};

enum class Status : std::uint8_t {
  kNew,
  kOpen,        // on the stack
  kIncomplete,  // waits for an entry on the stack that it needs
  kComplete,
};

struct Entry {
  TaskId task = kNil;
  Status status = Status::kNew;
  std::uint64_t round = 0;    // kIncomplete: when it was gone through last
  std::uint32_t depth = 0;    // kOpen: its frame
  std::uint32_t low = kNone;  // kIncomplete: the outermost frame that it needs
  std::vector<SolutionId> solutions;
};

// Solutions of the first subtasks of a method instance.
struct Partial {
  std::vector<SolutionId> parts;
  Values values;
  Hash128 end;
};

// An entry that is being solved. The state of the domain at `mark` is the one of the entry.
struct Frame {
  EntryId entry;
  Word mark;
  std::size_t pending;        // entries that waited when this one was opened
  std::uint64_t additions;    // when this round began
  std::uint32_t low = kNone;  // the outermost frame needed
  std::size_t method = 0;
  bool point_open = false;
  bool last = false;
  bool has_instance = false;
  ChoicePoint point;
  Expansion instance;
  std::size_t subtask = 0;
  std::vector<Partial> partials;  // of subtasks before `subtask`
  std::size_t next = 0;           // the partial that is extended
  std::vector<Partial> extended;
};

}  // namespace

struct PlanLibrary::Impl {
  Impl(Domain& d, PlanOrder o) : domain(d), order(std::move(o)), attributes(d.attributes()) {}

  Domain& domain;
  PlanOrder order;
  const std::vector<Attribute>& attributes;
  std::vector<Solution> solutions;
  std::vector<Entry> entries;
  FlatMap<Hash128, EntryId, Hash128Hash> index;
  std::vector<Frame> frames;
  std::vector<EntryId> pending;
  std::uint64_t round = 0;
  std::uint64_t additions = 0;
  Size size;
  MemoryMeter meter;
  // The list of tasks that is asked about, as the only instance of a method of the root entry.
  std::vector<TaskId> root_tasks;

  bool no_worse(const Values& a, const Values& b) const {
    return order.no_worse ? order.no_worse(a, b) : htn::no_worse(attributes, a, b);
  }

  Values sum(const Values& a, const Values& b) const {
    Values out = a;
    accumulate(attributes, out, b);
    return out;
  }

  Hash128 relevant(TaskId task) {
    return task == kNil ? domain.state_hash() : domain.relevant_hash(task);
  }

  EntryId entry_for(TaskId task) {
    const Hash128 state = domain.relevant_hash(task);
    const Hash128 key{mix(state.low, task + 1), mix(state.high, task + 1)};
    const auto [it, fresh] = index.try_emplace(key, static_cast<EntryId>(entries.size()));
    if (fresh) {
      entries.emplace_back();
      entries.back().task = task;
    }
    return it->second;
  }

  // Does the steps of a solution. They can be done, for they could be in an equal state.
  void replay(SolutionId solution, Budget& budget) {
    std::vector<SolutionId> open{solution};
    Values ignored = identities(attributes);
    while (!open.empty()) {
      const Solution& s = solutions[open.back()];
      open.pop_back();
      if (s.method == kNoMethod) {
        budget.charge();
        Effects effects{ignored};
        const bool done = domain.apply(s.task, effects);
        CGT_EXPECTS(done, "relevant_hash covers what executions of a task read and write");
      } else {
        open.insert(open.end(), s.parts.rbegin(), s.parts.rend());
      }
    }
  }

  // Adds unless one with the same end is no worse; drops those that are now dominated.
  template <class T, class Get>
  bool add(std::vector<T>& list, const Values& values, const Hash128& end, const Get& get, T item) {
    for (const T& other : list) {
      const auto [v, e] = get(other);
      if (*e == end && no_worse(*v, values)) return false;
    }
    std::erase_if(list, [&](const T& other) {
      const auto [v, e] = get(other);
      return *e == end && no_worse(values, *v);
    });
    list.push_back(std::move(item));
    return true;
  }
  void add_partial(std::vector<Partial>& list, Partial item) {
    const Values values = item.values;
    const Hash128 end = item.end;
    add(
        list, values, end, [](const Partial& p) { return std::pair(&p.values, &p.end); },
        std::move(item));
  }
  void add_solution(Entry& entry, Solution solution) {
    const auto id = static_cast<SolutionId>(solutions.size());
    solutions.push_back(std::move(solution));
    const auto get = [this](SolutionId s) {
      return std::pair(&solutions[s].values, &solutions[s].end);
    };
    const Values values = solutions[id].values;
    if (add(entry.solutions, values, solutions[id].end, get, id)) {
      ++additions;
    } else {
      solutions.pop_back();
    }
  }

  void open(EntryId id) {
    Entry& entry = entries[id];
    entry.status = Status::kOpen;
    entry.depth = static_cast<std::uint32_t>(frames.size());
    Frame frame;
    frame.entry = id;
    frame.mark = domain.mark();
    frame.pending = pending.size();
    frame.additions = additions;
    frames.push_back(std::move(frame));
  }

  // What is known of the solutions of an entry, if it need not be gone through now.
  bool ready(EntryId id) {
    const Entry& entry = entries[id];
    Frame& frame = frames.back();
    switch (entry.status) {
      case Status::kNew: return false;
      case Status::kComplete: ++size.hits; return true;
      case Status::kOpen: frame.low = std::min(frame.low, entry.depth); return true;
      case Status::kIncomplete:
        if (entry.round != round) return false;
        frame.low = std::min(frame.low, entry.low);
        return true;
    }
    return false;
  }

  // Puts the next instance of a method into the frame. False if there is none left.
  bool next_instance(Frame& frame) {
    const TaskId task = entries[frame.entry].task;
    if (task == kNil) {
      if (frame.method++ > 0) return false;
      frame.instance.subtasks.assign(root_tasks.begin(), root_tasks.end());
      return true;
    }
    while (true) {
      const auto methods = domain.methods(task);
      if (frame.method == methods.size()) return false;
      if (!frame.last) {
        if (!frame.point_open) frame.point.words.clear();
        frame.instance.clear();
        frame.point_open = false;
        if (domain.next(task, methods[frame.method], frame.point, frame.instance)) {
          frame.last = frame.instance.last;
          frame.point_open = !frame.last;
          return true;
        }
      }
      frame.last = false;
      ++frame.method;
    }
  }

  void run(Budget& budget) {
    while (!frames.empty()) {
      budget.charge();
      if ((budget.used_nodes() & 0xfffU) == 0) note_memory(budget);
      if (!advance(budget)) leave();
    }
  }

  void note_memory(Budget& budget) {
    meter.set(budget, solutions.size() * (sizeof(Solution) + 16 * attributes.size() + 32) +
                          entries.size() * (sizeof(Entry) + 32));
  }

  // One partial of the last frame is extended by one subtask, or another frame opened for that.
  bool advance(Budget& budget) {
    Frame& frame = frames.back();
    if (!frame.has_instance) {
      if (!next_instance(frame)) return false;
      frame.has_instance = true;
      frame.subtask = frame.next = 0;
      frame.extended.clear();
      frame.partials.assign(1, {{}, identities(attributes), relevant(entries[frame.entry].task)});
    }
    const TaskId task = entries[frame.entry].task;
    const auto& subtasks = frame.instance.subtasks;
    if (frame.subtask < subtasks.size() && frame.next == frame.partials.size()) {
      frame.partials = std::move(frame.extended);
      frame.extended.clear();
      ++frame.subtask;
      frame.next = 0;
    }
    if (frame.subtask == subtasks.size() || frame.partials.empty()) {
      finish_instance(frame);
      return true;
    }
    const Partial& partial = frame.partials[frame.next];
    for (const SolutionId part : partial.parts) replay(part, budget);
    const TaskId subtask = subtasks[frame.subtask];
    if (domain.kind(subtask) == TaskKind::kPrimitive) {
      extend_by_operator(frame, partial, subtask, task);
    } else {
      const EntryId id = entry_for(subtask);
      if (!ready(id)) {
        open(id);  // comes back to this partial when the entry is ready
        return true;
      }
      const std::vector<SolutionId> known = entries[id].solutions;
      const Word here = domain.mark();
      for (const SolutionId s : known) {
        replay(s, budget);
        Partial longer{partial.parts, sum(partial.values, solutions[s].values), relevant(task)};
        longer.parts.push_back(s);
        domain.undo(here);
        add_partial(frame.extended, std::move(longer));
      }
    }
    domain.undo(frame.mark);
    ++frame.next;
    return true;
  }

  void extend_by_operator(Frame& frame, const Partial& partial, TaskId step, TaskId task) {
    Solution solution{step, kNoMethod, {}, {}, identities(attributes), {}};
    Effects effects{solution.values};
    if (!domain.apply(step, effects)) return;
    check_contributions(domain, step, solution.values);
    Partial longer{partial.parts, sum(partial.values, solution.values), relevant(task)};
    longer.parts.push_back(static_cast<SolutionId>(solutions.size()));
    solutions.push_back(std::move(solution));
    add_partial(frame.extended, std::move(longer));
  }

  void finish_instance(Frame& frame) {
    Entry& entry = entries[frame.entry];
    for (Partial& partial : frame.partials) {
      if (partial.parts.size() < frame.instance.subtasks.size()) continue;
      Solution solution{entry.task,
                        entry.task == kNil ? 0 : domain.methods(entry.task)[frame.method],
                        {frame.instance.bindings.begin(), frame.instance.bindings.end()},
                        std::move(partial.parts),
                        std::move(partial.values),
                        partial.end};
      add_solution(entry, std::move(solution));
    }
    frame.has_instance = false;
  }

  // All methods of the last frame were gone through.
  void leave() {
    Frame& frame = frames.back();
    Entry& entry = entries[frame.entry];
    const auto depth = static_cast<std::uint32_t>(frames.size() - 1);
    domain.undo(frame.mark);
    if (frame.low < depth) {
      entry.status = Status::kIncomplete;
      entry.round = round;
      entry.low = frame.low;
      pending.push_back(frame.entry);
      const std::uint32_t low = frame.low;
      frames.pop_back();
      frames.back().low = std::min(frames.back().low, low);
    } else if (frame.low == depth && additions != frame.additions) {
      // Entries that need each other, this one first: once more, with what was found.
      ++round;
      ++size.rounds;
      frame.additions = additions;
      frame.method = 0;
      frame.low = kNone;
      pending.resize(frame.pending);
    } else {
      entry.status = Status::kComplete;
      for (std::size_t i = frame.pending; i < pending.size(); ++i) {
        entries[pending[i]].status = Status::kComplete;
      }
      pending.resize(frame.pending);
      frames.pop_back();
      if (!frames.empty()) domain.undo(frames.back().mark);
      return;
    }
    domain.undo(frames.back().mark);
  }

  // After a limit: what was open is as good as new, but keeps what was found.
  void abandon(Word start) {
    for (; !frames.empty(); frames.pop_back()) {
      if (frames.back().point_open) domain.close(frames.back().point);
      entries[frames.back().entry].status = Status::kNew;
    }
    for (const EntryId id : pending) entries[id].status = Status::kNew;
    pending.clear();
    domain.undo(start);
    domain.set_budget(nullptr);
  }

  // The solutions of a list of tasks from the present state.
  std::vector<SolutionId> solve(const std::vector<TaskId>& tasks, Budget& budget,
                                StopReason& stop) {
    root_tasks = tasks;
    const auto root = static_cast<EntryId>(entries.size());
    entries.emplace_back();
    const Word start = domain.mark();
    domain.set_budget(&budget);
    try {
      open(root);
      run(budget);
    } catch (const BudgetExhausted& spent) {
      stop = spent.reason();
    } catch (...) {
      abandon(start);
      throw;
    }
    abandon(start);
    return entries[root].solutions;
  }

  Plan plan_of(SolutionId root) const {
    Plan plan;
    plan.values = solutions[root].values;
    std::vector<std::pair<SolutionId, std::uint32_t>> open;
    const auto push_parts = [&](const Solution& s, std::uint32_t parent) {
      for (auto it = s.parts.rbegin(); it != s.parts.rend(); ++it) open.emplace_back(*it, parent);
    };
    push_parts(solutions[root], kNoNode);
    while (!open.empty()) {
      const auto [id, parent] = open.back();
      open.pop_back();
      const Solution& s = solutions[id];
      const auto node = static_cast<std::uint32_t>(plan.nodes.size());
      plan.nodes.push_back({s.task, s.method, parent, static_cast<std::uint32_t>(plan.words.size()),
                            static_cast<std::uint32_t>(s.bindings.size())});
      plan.words.insert(plan.words.end(), s.bindings.begin(), s.bindings.end());
      if (s.method == kNoMethod) {
        plan.steps.push_back(node);
        plan.contributions.insert(plan.contributions.end(), s.values.begin(), s.values.end());
      } else {
        push_parts(s, node);
      }
    }
    return plan;
  }

  // Plans that the domain accepts, undominated among all.
  PlanResult pareto(const std::vector<TaskId>& tasks, Budget& budget) {
    PlanResult result;
    const auto found = solve(tasks, budget, result.stop);
    std::vector<SolutionId> best;
    const Word start = domain.mark();
    try {
      for (const SolutionId s : found) {
        for (const SolutionId part : solutions[s].parts) replay(part, budget);
        const bool accepted = domain.accepts();
        domain.undo(start);
        if (!accepted) continue;
        const Values& values = solutions[s].values;
        const auto known = [&](SolutionId b) { return no_worse(solutions[b].values, values); };
        if (std::any_of(best.begin(), best.end(), known)) continue;
        std::erase_if(best, [&](SolutionId b) { return no_worse(values, solutions[b].values); });
        best.push_back(s);
      }
    } catch (const BudgetExhausted& spent) {
      domain.undo(start);
      result.stop = spent.reason();
    } catch (...) {
      domain.undo(start);
      throw;
    }
    for (const SolutionId s : best) result.plans.push_back(plan_of(s));
    result.statistics.plans = found.size();
    result.statistics.table_entries = entries.size();
    return result;
  }
};

PlanLibrary::PlanLibrary(Domain& domain, PlanOrder order)
    : impl_(std::make_unique<Impl>(domain, std::move(order))) {
  if (!domain.has_state_hash()) {
    throw Error("a plan library needs states that can be compared", "give the state a hash");
  }
  if (!impl_->order.compatible) {
    throw Error("a plan library needs an order that steps keep",
                "plan with Planner::pareto, which compares complete plans");
  }
}
PlanLibrary::~PlanLibrary() = default;
PlanLibrary::PlanLibrary(PlanLibrary&&) noexcept = default;

PlanResult PlanLibrary::pareto(Budget& budget) {
  return impl_->pareto(impl_->domain.initial_tasks(), budget);
}
PlanResult PlanLibrary::pareto(const std::vector<TaskId>& tasks, Budget& budget) {
  return impl_->pareto(tasks, budget);
}

PlanResult PlanLibrary::reach(const std::vector<Values>& bound, Budget& budget) {
  PlanResult result = pareto(budget);
  std::erase_if(result.plans, [&](const Plan& plan) {
    return std::none_of(bound.begin(), bound.end(),
                        [&](const Values& wanted) { return impl_->no_worse(plan.values, wanted); });
  });
  if (!result.plans.empty()) {
    result.plans.resize(1);
    result.stop = StopReason::kEnough;
  }
  return result;
}

std::vector<Values> PlanLibrary::annotation(TaskId task, Budget& budget) {
  StopReason stop = StopReason::kExhausted;
  std::vector<Values> out;
  for (const SolutionId s : impl_->solve({task}, budget, stop)) {
    const Values& values = impl_->solutions[s].values;
    const auto known = [&](const Values& v) { return impl_->no_worse(v, values); };
    if (std::any_of(out.begin(), out.end(), known)) continue;
    std::erase_if(out, [&](const Values& v) { return impl_->no_worse(values, v); });
    out.push_back(values);
  }
  if (stop != StopReason::kExhausted) budget.poll();
  return out;
}

PlanLibrary::Size PlanLibrary::size() const {
  Size out = impl_->size;
  for (const Entry& entry : impl_->entries) {
    if (entry.task == kNil) continue;
    ++out.entries;
    out.solutions += entry.solutions.size();
  }
  return out;
}

}  // namespace cgt::htn
