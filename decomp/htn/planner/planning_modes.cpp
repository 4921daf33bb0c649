#include "decomp/htn/planner/planning_modes.hpp"

#include <numeric>
#include <set>

#include "cgt/support/diagnostic.hpp"

namespace cgt::htn {

namespace {

using Facts = std::set<std::string>;
using Steps = std::vector<std::string>;

void check(const FactNetwork& network) {
  std::vector<std::string> names;
  for (const auto& [name, _] : network.operators) names.push_back(name);
  for (const auto& [name, _] : network.methods) names.push_back(name);
  const auto known = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    const std::string near = closest(name, names);
    throw Error("\"" + name + "\" is neither a task nor an operator",
                near.empty() ? "" : "did you mean \"" + near + "\"?");
  };
  for (const std::string& task : network.tasks) known(task);
  for (const auto& [task, methods] : network.methods) {
    for (const FactMethod& method : methods) {
      for (const std::string& subtask : method.subtasks) known(subtask);
      for (const auto& [a, b] : method.before) {
        const int n = static_cast<int>(method.subtasks.size());
        if (a < 0 || b < 0 || a >= n || b >= n || a == b) {
          throw Error("method \"" + method.name + "\" for \"" + task +
                      "\" orders subtasks that it does not have");
        }
      }
    }
  }
}

// The orders of the subtasks that the method allows, the one written first if it is one of them.
std::vector<Steps> linearizations(const std::string& task, const FactMethod& method) {
  if (method.ordered) return {method.subtasks};
  std::vector<int> order(method.subtasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Steps> out;
  do {
    const auto place = [&](int i) { return std::find(order.begin(), order.end(), i); };
    if (std::all_of(method.before.begin(), method.before.end(),
                    [&](const auto& pair) { return place(pair.first) < place(pair.second); })) {
      Steps steps;
      for (const int i : order) steps.push_back(method.subtasks[static_cast<std::size_t>(i)]);
      out.push_back(std::move(steps));
    }
  } while (std::next_permutation(order.begin(), order.end()));
  if (out.empty()) {
    throw Error("the orders of method \"" + method.name + "\" for \"" + task +
                "\" go round in circles");
  }
  return out;
}

std::string listed(const Steps& steps) {
  std::string out;
  for (const std::string& step : steps) out += (out.empty() ? "" : ", ") + step;
  return out.empty() ? "nothing" : out;
}

// --- total order, in either direction ---

struct Linear {
  Facts facts;       // forward: what holds; backward: what must hold
  Steps list;        // tasks left, in the order of the plan
  Steps done;        // in the order in which they were planned
  std::string line;  // of the trace: how this node came about
};

// From the start: tasks are taken from the front of the list, and facts are those that hold.
struct Forward {
  static Facts first_facts(const Facts& start) { return start; }
  static std::string take(Steps& list) {
    std::string task = std::move(list.front());
    list.erase(list.begin());
    return task;
  }
  static void put(Steps& list, const Steps& steps) {
    list.insert(list.begin(), steps.begin(), steps.end());
  }
  // Why the operator cannot be applied, if it cannot.
  static std::optional<std::string> apply(const FactOperator& op, Facts& facts) {
    for (const std::string& f : op.needs) {
      if (!facts.contains(f)) return f + " does not hold";
    }
    for (const std::string& f : op.deletes) facts.erase(f);
    facts.insert(op.adds.begin(), op.adds.end());
    return {};
  }
  static std::optional<std::string> unfounded(const Facts&, const Facts&) { return {}; }
  static void put_in_order(Steps&) {}
};

// From the end: tasks are taken from the back of the list, and facts are those that must hold.
struct Backward {
  static Facts first_facts(const Facts&) { return {}; }
  static std::string take(Steps& list) {
    std::string task = std::move(list.back());
    list.pop_back();
    return task;
  }
  static void put(Steps& list, const Steps& steps) {
    list.insert(list.end(), steps.begin(), steps.end());
  }
  static std::optional<std::string> apply(const FactOperator& op, Facts& facts) {
    const Facts adds(op.adds.begin(), op.adds.end());
    for (const std::string& f : op.deletes) {
      if (facts.contains(f) && !adds.contains(f)) {
        return "it spoils " + f + ", which is needed later";
      }
    }
    for (const std::string& f : adds) facts.erase(f);
    facts.insert(op.needs.begin(), op.needs.end());
    return {};
  }
  // Why the start does not do for what must hold, if it does not.
  static std::optional<std::string> unfounded(const Facts& facts, const Facts& start) {
    for (const std::string& f : facts) {
      if (!start.contains(f)) return "the start fails: " + f + " does not hold";
    }
    return {};
  }
  static void put_in_order(Steps& steps) { std::reverse(steps.begin(), steps.end()); }
};

template <class Direction>
ModeResult plan_linear(const FactNetwork& network, Budget& budget) {
  ModeResult result;
  const Facts start(network.start.begin(), network.start.end());
  std::vector<Linear> open{{Direction::first_facts(start), network.tasks, {}, ""}};
  while (!open.empty()) {
    budget.charge();
    Linear node = std::move(open.back());
    open.pop_back();
    if (!node.line.empty()) result.trace.push_back(node.line);
    if (node.list.empty()) {
      if (const auto problem = Direction::unfounded(node.facts, start)) {
        result.trace.push_back(*problem);
        continue;
      }
      result.solved = true;
      result.steps = node.done;
      Direction::put_in_order(result.steps);
      return result;
    }
    const std::string task = Direction::take(node.list);
    if (const auto op = network.operators.find(task); op != network.operators.end()) {
      if (const auto problem = Direction::apply(op->second, node.facts)) {
        result.trace.push_back(task + " fails: " + *problem);
        continue;
      }
      node.done.push_back(task);
      node.line = "do " + task;
      open.push_back(std::move(node));
      continue;
    }
    std::vector<Linear> children;
    for (const FactMethod& method : network.methods.at(task)) {
      for (const Steps& order : linearizations(task, method)) {
        Linear child = node;
        Direction::put(child.list, order);
        child.line = "expand " + task + " by " + method.name + ": " + listed(order);
        children.push_back(std::move(child));
      }
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()),
                std::make_move_iterator(children.rend()));
  }
  return result;
}

// --- partial order ---

// Steps 0 and 1 are the start, which adds all facts that hold, and the end, which needs nothing.
struct Network {
  Steps tasks;
  std::vector<std::vector<bool>> before;  // transitive
  struct Link {
    std::size_t from, to;
    std::string fact;
  };
  std::vector<Link> links;
  std::set<std::pair<std::size_t, std::string>> supported;
  std::vector<std::pair<std::size_t, std::size_t>> added;
  std::string line;

  std::size_t add(const std::string& task) {
    for (auto& row : before) row.push_back(false);
    tasks.push_back(task);
    before.emplace_back(tasks.size(), false);
    return tasks.size() - 1;
  }
  // False if b is before a.
  bool order(std::size_t a, std::size_t b) {
    if (a == b || before[b][a]) return false;
    if (before[a][b]) return true;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (i != a && !before[i][a]) continue;
      for (std::size_t j = 0; j < tasks.size(); ++j) {
        if (j == b || before[b][j]) before[i][j] = true;
      }
    }
    return true;
  }
};

class PartialOrder {
 public:
  explicit PartialOrder(const FactNetwork& network) : network_(network) {}

  ModeResult run(Budget& budget) {
    Network first;
    first.add("");
    first.add("");
    first.order(0, 1);
    std::size_t last = 0;
    for (const std::string& task : network_.tasks) {
      const std::size_t step = first.add(task);
      first.order(last, step);
      first.order(step, 1);
      last = step;
    }
    std::vector<Network> open{first};
    while (!open.empty()) {
      budget.charge();
      const Network node = std::move(open.back());
      open.pop_back();
      if (!node.line.empty()) result_.trace.push_back(node.line);
      std::vector<Network> children;
      if (!refine(node, children)) {
        finish(node);
        return std::move(result_);
      }
      open.insert(open.end(), std::make_move_iterator(children.rbegin()),
                  std::make_move_iterator(children.rend()));
    }
    return std::move(result_);
  }

 private:
  // The ways to remove one flaw of the network. False if it has none.
  bool refine(const Network& node, std::vector<Network>& children) {
    for (std::size_t s = 2; s < node.tasks.size(); ++s) {
      if (!network_.operators.contains(node.tasks[s])) {
        decompose(node, s, children);
        return true;
      }
    }
    for (const Network::Link& link : node.links) {
      for (std::size_t s = 2; s < node.tasks.size(); ++s) {
        if (threatens(node, s, link)) {
          resolve(node, s, link, children);
          return true;
        }
      }
    }
    for (std::size_t s = 2; s < node.tasks.size(); ++s) {
      for (const std::string& fact : network_.operators.at(node.tasks[s]).needs) {
        if (!node.supported.contains({s, fact})) {
          support(node, s, fact, children);
          return true;
        }
      }
    }
    return false;
  }

  void decompose(const Network& node, std::size_t s, std::vector<Network>& children) {
    const std::string& task = node.tasks[s];
    for (const FactMethod& method : network_.methods.at(task)) {
      static_cast<void>(linearizations(task, method));  // refuses circles
      Network child = node;
      child.line = "expand " + task + " by " + method.name + ": " + listed(method.subtasks);
      std::vector<std::size_t> steps;
      for (const std::string& subtask : method.subtasks) steps.push_back(child.add(subtask));
      for (std::size_t i = 0; i < node.tasks.size(); ++i) {
        for (const std::size_t step : steps) {
          if (node.before[i][s]) child.order(i, step);
          if (node.before[s][i]) child.order(step, i);
        }
      }
      for (std::size_t i = 0; method.ordered && i + 1 < steps.size(); ++i) {
        child.order(steps[i], steps[i + 1]);
      }
      for (const auto& [a, b] : method.before) {
        child.order(steps[static_cast<std::size_t>(a)], steps[static_cast<std::size_t>(b)]);
      }
      remove(child, s);
      children.push_back(std::move(child));
    }
  }

  // Before links exist, so nothing refers to steps by number yet.
  static void remove(Network& node, std::size_t s) {
    node.tasks.erase(node.tasks.begin() + static_cast<std::ptrdiff_t>(s));
    node.before.erase(node.before.begin() + static_cast<std::ptrdiff_t>(s));
    for (auto& row : node.before) row.erase(row.begin() + static_cast<std::ptrdiff_t>(s));
  }

  bool adds(const Network& node, std::size_t s, const std::string& fact) const {
    if (s == 0) return contains(network_.start, fact);
    return s != 1 && contains(network_.operators.at(node.tasks[s]).adds, fact);
  }
  static bool contains(const std::vector<std::string>& facts, const std::string& fact) {
    return std::find(facts.begin(), facts.end(), fact) != facts.end();
  }

  bool threatens(const Network& node, std::size_t s, const Network::Link& link) const {
    if (s == link.from || s == link.to) return false;
    const FactOperator& o = network_.operators.at(node.tasks[s]);
    if (!contains(o.deletes, link.fact) || contains(o.adds, link.fact)) return false;
    return !node.before[s][link.from] && !node.before[link.to][s];
  }

  void resolve(const Network& node, std::size_t s, const Network::Link& link,
               std::vector<Network>& children) {
    const auto order = [&](std::size_t a, std::size_t b) {
      Network child = node;
      if (!child.order(a, b)) return;
      child.added.emplace_back(a, b);
      child.line = "order " + node.tasks[a] + " before " + node.tasks[b] + ": " + node.tasks[s] +
                   " would spoil " + link.fact;
      children.push_back(std::move(child));
    };
    order(link.to, s);
    if (link.from != 0) order(s, link.from);
    if (children.empty()) {
      result_.trace.push_back(node.tasks[link.to] + " fails: " + node.tasks[s] + " spoils " +
                              link.fact);
    }
  }

  void support(const Network& node, std::size_t s, const std::string& fact,
               std::vector<Network>& children) {
    for (std::size_t from = 0; from < node.tasks.size(); ++from) {
      if (from == s || !adds(node, from, fact)) continue;
      Network child = node;
      const bool fresh = !node.before[from][s];
      if (!child.order(from, s)) continue;
      if (fresh) child.added.emplace_back(from, s);
      child.links.push_back({from, s, fact});
      child.supported.insert({s, fact});
      child.line = (from == 0 ? "the start" : node.tasks[from]) + " establishes " + fact + " for " +
                   node.tasks[s];
      children.push_back(std::move(child));
    }
    if (children.empty()) {
      result_.trace.push_back(node.tasks[s] + " fails: nothing establishes " + fact);
    }
  }

  void finish(const Network& node) {
    result_.solved = true;
    for (const auto& [a, b] : node.added) {
      result_.added_orders.emplace_back(node.tasks[a], node.tasks[b]);
    }
    std::vector<bool> done(node.tasks.size(), false);
    for (std::size_t count = 0; count < node.tasks.size(); ++count) {
      for (std::size_t s = 0; s < node.tasks.size(); ++s) {
        if (done[s]) continue;
        bool free = true;
        for (std::size_t i = 0; i < node.tasks.size(); ++i) {
          if (!done[i] && node.before[i][s]) free = false;
        }
        if (!free) continue;
        done[s] = true;
        if (s > 1) result_.steps.push_back(node.tasks[s]);
        break;
      }
    }
  }

  const FactNetwork& network_;
  ModeResult result_;
};

}  // namespace

ModeResult plan_in_mode(const FactNetwork& network, PlanningMode mode, Budget& budget) {
  check(network);
  try {
    if (mode == PlanningMode::kPartialOrder) return PartialOrder(network).run(budget);
    return mode == PlanningMode::kForward ? plan_linear<Forward>(network, budget)
                                          : plan_linear<Backward>(network, budget);
  } catch (const BudgetExhausted& spent) {
    ModeResult result;
    result.stop = spent.reason();
    return result;
  }
}

}  // namespace cgt::htn
