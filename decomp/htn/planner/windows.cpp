#include "decomp/htn/planner/windows.hpp"

#include <cmath>

#include "cgt/support/containers.hpp"
#include "decomp/htn/planner/list_tree.hpp"

namespace cgt::htn {
namespace {

// Sums of costs in another order differ by less.
double slack(double cost) { return 1e-9 * std::max(1.0, std::abs(cost)); }

}  // namespace

// A* over states and lists of tasks, from the present state. One after the other, in the same memory.
class Windows::Search {
 public:
  explicit Search(Domain& domain)
      : domain_(domain), walk_(domain), contribution_(identities(domain.attributes())) {}

  enum class Outcome : std::uint8_t { kFound, kNone, kLimit };
  // Tasks done for less than `bound`, in no more than `limit` nodes. is_end(cost): is this the end of the
  // window? Asked when all of its tasks are done, with their cost.
  template <class IsEnd>
  Outcome run(const std::vector<TaskId>& tasks, double bound, std::uint64_t limit, Budget& budget,
              const IsEnd& is_end) {
    clear();
    tasks_ = &tasks;
    bound_ = bound - slack(bound);
    limit_ = limit;
    const Word start = domain_.mark();
    Outcome outcome = Outcome::kNone;
    try {
      outcome = search(budget, is_end);
    } catch (...) {
      domain_.undo(start);
      throw;
    }
    domain_.undo(start);
    return outcome;
  }
  std::uint64_t nodes() const { return nodes_.size(); }
  // After kFound.
  Plan plan() const { return list_tree::plan_of(domain_, *tasks_, nodes_, cells_, words_, found_); }

 private:
  using CellId = list_tree::Id;
  using NodeId = list_tree::Id;
  static constexpr NodeId kNone = list_tree::kNone;
  struct Cell : list_tree::Cell {
    double least;  // what the list costs at least
  };
  struct Node : list_tree::Node {
    double cost = 0;
  };
  struct Open {
    double total;
    NodeId node;
    // The last one of equal ones: it is deepest, and the domain is near.
    bool operator<(const Open& other) const {
      return total != other.total ? total > other.total : node < other.node;
    }
  };

  // A table that a large window needed is not kept for small ones: to empty it takes time.
  static constexpr std::size_t kKeptTable = 1024;

  Domain& domain_;
  std::uint64_t limit_ = 0;
  const std::vector<TaskId>* tasks_ = nullptr;
  double bound_ = 0;
  std::vector<Cell> cells_;
  std::vector<Node> nodes_;
  std::vector<Word> words_;
  std::vector<Open> open_;                     // a heap
  FlatMap<Hash128, double, Hash128Hash> met_;  // the least cost
  list_tree::DomainWalk walk_;
  Values contribution_;
  ChoicePoint point_;
  Expansion expansion_;
  NodeId found_ = kNone;
  std::uint64_t expanded_ = 0;
  MemoryMeter meter_;

  void clear() {
    cells_.clear();
    nodes_.clear();
    words_.clear();
    open_.clear();
    if (met_.bucket_count() > kKeptTable) met_ = {};
    met_.clear();
    walk_.restart();
    found_ = kNone;
  }

  double least(CellId list) const { return list == kNone ? 0 : cells_[list].least; }

  CellId list_of(std::span<const TaskId> tasks, CellId tail) {
    for (std::size_t i = tasks.size(); i-- > 0;) {
      set_to_identities(domain_.attributes(), contribution_);
      domain_.least_contribution(tasks[i], contribution_);
      cells_.push_back({{tasks[i], tail, list_tree::length(cells_, tail) + 1,
                         list_tree::hash_with(list_tree::hash(cells_, tail), tasks[i])},
                        contribution_[0] + least(tail)});
      tail = static_cast<CellId>(cells_.size() - 1);
    }
    return tail;
  }

  void note_memory(Budget& budget) {
    meter_.set(budget, cells_.capacity() * sizeof(Cell) +
                           nodes_.capacity() * (sizeof(Node) + sizeof(Open)) +
                           words_.capacity() * sizeof(Word) + bytes_of_table(met_));
  }

  // The domain is in the state of the node.
  void add(const Node& node) {
    const double total = node.cost + least(node.list);
    if (total >= bound_) return;
    const Hash128 list = list_tree::hash(cells_, node.list);
    const auto [it, fresh] =
        met_.try_emplace(list_tree::hash_of(domain_.state_hash(), list), node.cost);
    if (!fresh) {
      if (it->second <= node.cost) return;
      it->second = node.cost;
    }
    nodes_.push_back(node);
    const auto id = static_cast<NodeId>(nodes_.size() - 1);
    if (node.method == kNoMethod && node.parent != kNone) {
      nodes_.back().step = id;
      ++nodes_.back().steps;
    }
    open_.push_back({total, id});
    std::push_heap(open_.begin(), open_.end());
  }

  bool apply(TaskId task) {
    set_to_identities(domain_.attributes(), contribution_);
    Effects effects{contribution_};
    return domain_.apply(task, effects);
  }

  template <class IsEnd>
  Outcome search(Budget& budget, const IsEnd& is_end) {
    Node root;
    root.list = list_of(*tasks_, kNone);
    add(root);
    while (!open_.empty()) {
      const NodeId id = open_.front().node;
      std::pop_heap(open_.begin(), open_.end());
      open_.pop_back();
      walk_.move_to(nodes_, cells_, id);
      if (nodes_[id].list == kNone) {
        if (is_end(nodes_[id].cost)) {
          found_ = id;
          return Outcome::kFound;
        }
        continue;
      }
      if (nodes_.size() > limit_) return Outcome::kLimit;
      budget.charge();
      if (++expanded_ % kMemoryInterval == 0) note_memory(budget);
      expand(id);
    }
    return Outcome::kNone;
  }

  void expand(NodeId id) {
    const Node from = nodes_[id];
    const Cell first = cells_[from.list];
    Node child = from;
    child.parent = id;
    if (domain_.kind(first.head) == TaskKind::kPrimitive) {
      const Word mark = domain_.mark();
      if (!apply(first.head)) return;
      child.list = first.tail;
      child.method = kNoMethod;
      child.bindings = 0;
      child.cost += contribution_[0];
      const std::size_t before = nodes_.size();
      add(child);
      if (nodes_.size() > before) {
        // The next one to be taken may be this: the domain stays.
        walk_.stepped(static_cast<NodeId>(before), mark);
      } else {
        domain_.undo(mark);
      }
      return;
    }
    const std::size_t count = domain_.methods(first.head).size();
    for (std::size_t m = count; m-- > 0;) {
      child.method = domain_.methods(first.head)[m];
      set_to_identities(domain_.attributes(), contribution_);
      domain_.least_contribution_by(child.method, contribution_);
      if (from.cost + contribution_[0] + least(first.tail) >= bound_) continue;
      point_.words.clear();
      bool more = true;
      while (more) {
        expansion_.clear();
        if (!domain_.next(first.head, child.method, point_, expansion_)) break;
        more = !expansion_.last;
        child.list = list_of({expansion_.subtasks.data(), expansion_.subtasks.size()}, first.tail);
        child.words = words_.size();
        child.bindings = static_cast<std::uint32_t>(expansion_.bindings.size());
        words_.insert(words_.end(), expansion_.bindings.begin(), expansion_.bindings.end());
        add(child);
      }
    }
  }
};

Windows::Windows(Domain& domain, Plan plan)
    : domain_(domain), plan_(std::move(plan)), contribution_(identities(domain.attributes())) {
  CGT_EXPECTS(fits(domain, plan_), "a cost that adds up, states that can be compared");
}

bool Windows::fits(const Domain& domain, const Plan& plan) {
  if (domain.attributes().empty() || !domain.has_state_hash()) return false;
  const Attribute& cost = domain.attributes()[0];
  return cost.combine == Combine::kSum && cost.better == Better::kLess && cost.monotone &&
         std::none_of(plan.nodes.begin(), plan.nodes.end(),
                      [](const PlanNode& node) { return node.task == kNil; });
}

// What is known of the tree.
void Windows::measure() {
  ends_ = plan_.ends();
  steps_before_.clear();
  subtasks_.assign(plan_.nodes.size(), {});
  std::uint32_t steps = 0;
  for (const PlanNode& node : plan_.nodes) {
    steps_before_.push_back(steps);
    if (node.method == kNoMethod) ++steps;
  }
  steps_before_.push_back(steps);
  costs_.assign(1, 0);
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    costs_.push_back(costs_.back() + plan_.contribution(s)[0]);
  }
}

// Does the steps up to `to` again, of which the domain has done some, and notes states and
// contributions.
void Windows::replay(std::size_t to) {
  const auto& attributes = domain_.attributes();
  states_.resize(marks_.size());
  for (std::size_t s = marks_.size(); s < to; ++s, ++counts_.nodes) {
    states_.push_back(domain_.state_hash());
    marks_.push_back(domain_.mark());
    set_to_identities(attributes, contribution_);
    Effects effects{contribution_};
    const bool possible = domain_.apply(plan_.nodes[plan_.steps[s]].task, effects);
    CGT_ASSERT(possible, "the steps of a plan are possible");
    static_cast<void>(possible);
    std::copy(contribution_.begin(), contribution_.end(),
              plan_.contributions.begin() + static_cast<std::ptrdiff_t>(s * attributes.size()));
  }
}

void Windows::go_to(std::size_t step) {
  if (step < marks_.size()) {
    domain_.undo(marks_[step]);
    marks_.resize(step);
  }
  set_to_identities(domain_.attributes(), contribution_);
  Effects effects{contribution_};
  for (; marks_.size() < step; ++counts_.nodes) {
    marks_.push_back(domain_.mark());
    domain_.apply(plan_.nodes[plan_.steps[marks_.size() - 1]].task, effects);
  }
}

// Where the largest window ends that begins with the node and has so many nodes at most.
std::uint32_t Windows::window_end(std::uint32_t first, std::size_t size) const {
  const auto nodes = static_cast<std::uint32_t>(plan_.nodes.size());
  std::uint32_t last = first;
  while (last < nodes && ends_[last] - first <= size) last = ends_[last];
  return last;
}

// Is the rest of the plan, from the node on, possible in the present state, for less than now, if
// what was done cost so much? The domain is left as it was.
bool Windows::rest_serves(std::uint32_t node, double cost, std::uint64_t& nodes, Budget& budget) {
  const Word start = domain_.mark();
  const double bound = costs_.back() - slack(costs_.back());
  set_to_identities(domain_.attributes(), contribution_);
  bool serves = true;
  for (; serves && node < plan_.nodes.size(); ++node) {
    ++nodes;
    budget.charge();
    const PlanNode& at = plan_.nodes[node];
    if (at.method == kNoMethod) {
      contribution_[0] = 0;
      Effects effects{contribution_};
      serves = domain_.apply(at.task, effects);
      cost += contribution_[0];
      serves = serves && cost < bound;
      continue;
    }
    std::vector<TaskId>& subtasks = subtasks_[node];
    if (subtasks.empty()) {
      for (std::uint32_t child = node + 1; child < ends_[node]; child = ends_[child]) {
        subtasks.push_back(plan_.nodes[child].task);
      }
    }
    serves = domain_.still_applies(at.task, at.method, plan_.bindings(node), subtasks);
  }
  serves = serves && domain_.accepts();
  domain_.undo(start);
  return serves;
}

Windows::Outcome Windows::improve(std::uint32_t first, std::uint32_t last, Search& search,
                                  const WindowOptions& options, Budget& budget) {
  const std::uint32_t from = steps_before_[first];
  const std::uint32_t to = steps_before_[last];
  const double cost = costs_[to] - costs_[from];
  std::vector<TaskId> tasks;
  double least = 0;
  for (std::uint32_t node = first; node < last; node = ends_[node]) {
    tasks.push_back(plan_.nodes[node].task);
    set_to_identities(domain_.attributes(), contribution_);
    domain_.least_contribution(tasks.back(), contribution_);
    least += contribution_[0];
  }
  const bool whole = first == 0 && last == plan_.nodes.size();
  if (least + slack(cost) >= cost) {
    counts_.proved = counts_.proved || whole;
    return Outcome::kKept;
  }
  go_to(from);
  const std::uint64_t left = limit_ > counts_.nodes ? limit_ - counts_.nodes : 0;
  const std::uint64_t each = std::min(options.nodes_each * (last - first), options.most_nodes);
  ++counts_.windows;
  bool same_state = false;
  std::uint64_t again = 0;  // nodes of the rest
  bool passed_over = false;
  const auto is_end = [&](double in_window) {
    same_state = domain_.state_hash() == states_[to];
    if (same_state) return true;
    if (!options.other_ends || again > std::min(left, each)) {
      passed_over = true;
      return false;
    }
    return rest_serves(last, costs_[from] + in_window, again, budget);
  };
  const auto outcome = search.run(tasks, cost, std::min(left, each), budget, is_end);
  counts_.nodes += search.nodes() + again;
  if (outcome == Search::Outcome::kLimit) return Outcome::kLimit;
  if (outcome == Search::Outcome::kNone) {
    // Ends that were not looked at prove nothing.
    counts_.proved = counts_.proved || (whole && !passed_over);
    return passed_over && options.other_ends ? Outcome::kLimit : Outcome::kKept;
  }
  ++counts_.improved;
  const std::vector<Hash128> after(states_.begin() + to, states_.end());
  const Plan part = search.plan();
  plan_ = with_part(plan_, first, last, part, domain_.attributes());
  measure();
  // The rest goes through the same states, or through others that are not known yet.
  replay(same_state ? from + part.steps.size() : plan_.steps.size());
  if (same_state) {
    states_.insert(states_.end(), after.begin(), after.end());
  } else {
    states_.push_back(domain_.state_hash());
    add_up(plan_, domain_.attributes());
    measure();
  }
  return Outcome::kImproved;
}

bool Windows::improve(const WindowOptions& options, Budget& budget) {
  const Word start = domain_.mark();
  const auto leave = [&] {
    domain_.undo(start);
    domain_.set_budget(nullptr);
    marks_.clear();
  };
  bool complete = false;
  domain_.set_budget(&budget);
  try {
    std::vector<MethodId> methods;
    for (const PlanNode& node : plan_.nodes) {
      if (node.method != kNoMethod) methods.push_back(node.method);
    }
    domain_.expect_checks(methods);
    measure();
    replay(plan_.steps.size());
    states_.push_back(domain_.state_hash());
    complete = passes(options, budget);
  } catch (...) {
    leave();
    throw;
  }
  leave();
  return complete;
}

bool Windows::passes(const WindowOptions& options, Budget& budget) {
  const std::uint64_t start = counts_.nodes;
  const auto set_limit = [&] {
    const std::uint64_t left = options.nodes - std::min(options.nodes, counts_.nodes - start);
    limit_ = counts_.nodes + std::min(left, options.patience);
  };
  set_limit();
  Search search(domain_);
  bool complete = true;
  bool again = true;
  while (again) {
    again = false;
    complete = true;
    for (std::size_t size = 2;; size *= 2) {
      for (std::uint32_t first = 0; first < plan_.nodes.size(); ++first) {
        const std::uint32_t last = window_end(first, size);
        // Nothing, or a smaller window.
        if (last - first <= size / 2) continue;
        if (counts_.proved) return true;
        if (counts_.nodes >= limit_) return false;
        const Outcome outcome = improve(first, last, search, options, budget);
        if (outcome == Outcome::kImproved) {
          again = true;
          set_limit();
        }
        complete = complete && outcome != Outcome::kLimit;
      }
      if (size >= plan_.nodes.size()) break;
    }
  }
  return complete;
}

}  // namespace cgt::htn
