#include "decomp/htn/hddl/interleaving_search.hpp"

#include <algorithm>

namespace cgt::htn::hddl {
namespace {

// Tasks that lead to themselves may do so for ever.
constexpr std::uint64_t kLongestDive = 256;

}  // namespace

InterleavingSearch::InterleavingSearch(RelationalDomain& domain, Estimator* estimator)
    : domain_(domain),
      estimator_(estimator),
      open_(estimator == nullptr ? 1 : estimator->measures(), kLongestDive),
      measures_(estimator == nullptr ? 1 : estimator->measures()),
      ignored_(identities(domain.attributes())) {
  note_orders();
  note_constant_symbols();
}

PlanResult InterleavingSearch::first(std::uint64_t work, Budget& budget) {
  PlanResult out;
  try {
    const Domain::Visit visit(domain_, budget);
    if (nodes_.empty()) begin(budget);
    const std::uint64_t last = work_ + std::min(work, Budget::kUnlimited - work_);
    Id node = kNone;
    while (found_ == kNone && work_ < last && (node = open_.take()) != kNone) {
      move_to(node);
      expand(node, budget);
    }
    if (found_ != kNone) {
      move_to(found_);
      out.plans.push_back(plan());
      ++statistics_.plans;
    }
    out.stop = found_ != kNone ? StopReason::kEnough
               : work_ >= last ? StopReason::kNodes
                               : StopReason::kExhausted;
    back_to(0);
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  statistics_.table_entries = met_.size();
  out.statistics = statistics_;
  return out;
}

// --- the tree ---

void InterleavingSearch::note_orders() {
  const Model& model = domain_.model();
  for (const Rule& rule : domain_.hierarchy().rules) {
    const Method& method =
        rule.method == Rule::kInitial ? model.initial : model.methods[rule.method];
    auto& before = before_.emplace_back(rule.subtasks.size());
    if (rule.is_continuation) continue;
    for (const auto& [first, second] : method.before) before[second].push_back(first);
    if (method.partial) continue;
    for (std::uint32_t i = 1; i < before.size(); ++i) before[i].push_back(i - 1);
  }
}

void InterleavingSearch::note_constant_symbols() {
  std::vector<bool> changes(domain_.model().predicates.size());
  for (const Action& action : domain_.model().actions) {
    for (const Effect& effect : action.effects) {
      if (effect.kind == Effect::Kind::kAdd || effect.kind == Effect::Kind::kDelete) {
        changes[effect.symbol] = true;
      }
    }
  }
  const auto constant = [&](const Literal& literal) {
    return literal.kind != Literal::Kind::kAtom || !changes[literal.symbol];
  };
  for (const TaskSymbol& symbol : domain_.hierarchy().symbols) {
    constant_.push_back(std::all_of(symbol.rules.begin(), symbol.rules.end(), [&](Index r) {
      const Rule& rule = domain_.hierarchy().rules[r];
      return rule.own.others.empty() &&
             std::all_of(rule.own.literals.begin(), rule.own.literals.end(), constant) &&
             std::all_of(rule.pulled.begin(), rule.pulled.end(), constant);
    }));
  }
}

// A tree in which one subtask is left is that subtask.
Hash128 InterleavingSearch::hash_of(const Open& node) const {
  Hash128 out;
  for (Id c = node.first; c < node.first + node.count; ++c) {
    const Open& child = tree_[c];
    if (child.done) continue;
    if (node.left == 1) return child.hash;
    const Hash128 place = hash128(node.method, child.position + 2);
    out ^= {mix(place.low, child.hash.low), mix(place.high, child.hash.high)};
  }
  return out;
}

InterleavingSearch::Open& InterleavingSearch::change(Id node) {
  trail_.emplace_back(node, tree_[node]);
  return tree_[node];
}

// The node was decomposed, or is done: what its ancestors make of it.
void InterleavingSearch::tell_above(Id node) {
  while (tree_[node].parent != kNone) {
    const bool done = tree_[node].done;
    const Id parent = tree_[node].parent;
    Open& above = change(parent);
    if (done && --above.left == 0) above.done = true;
    above.hash = hash_of(above);
    node = parent;
  }
}

bool InterleavingSearch::may_begin(const Open& node, std::uint32_t position) const {
  const auto& before = before_[node.method][position];
  return std::all_of(before.begin(), before.end(),
                     [&](std::uint32_t b) { return tree_[node.first + b].done; });
}

// The tasks that no other must precede, in the order of the text; if one of them can as well be
// decomposed at once, that one only.
std::vector<InterleavingSearch::Id> InterleavingSearch::ready() {
  std::vector<Id> out;
  walk_.assign(1, 0);
  while (!walk_.empty()) {
    const Id at = walk_.back();
    walk_.pop_back();
    const Open& node = tree_[at];
    if (node.method == kNoMethod) {
      const bool primitive = domain_.kind(node.task) == TaskKind::kPrimitive;
      if (!primitive && constant_[domain_.symbol(node.task)]) return {at};
      out.push_back(at);
      continue;
    }
    for (std::uint32_t i = node.count; i-- > 0;) {
      if (!tree_[node.first + i].done && may_begin(node, i)) walk_.push_back(node.first + i);
    }
  }
  return out;
}

// --- nodes ---

// Calls visit(choice) for whatever can be done at the present node, with the state and the tree as
// they are; false ends it.
template <class Visit>
void InterleavingSearch::each_choice(Visit&& visit) {
  Choice choice;
  for (const Id at : ready()) {
    const TaskId task = tree_[at].task;
    choice.at = at;
    choice.method = kNoMethod;
    choice.expansion.clear();
    if (domain_.kind(task) == TaskKind::kPrimitive) {
      const Word mark = domain_.mark();
      Effects effects{ignored_};
      const bool possible = domain_.apply(task, effects);
      domain_.undo(mark);
      if (possible && !visit(choice)) return;
      continue;
    }
    const std::size_t count = domain_.methods(task).size();
    for (std::size_t m = 0; m < count; ++m) {
      choice.method = domain_.methods(task)[m];
      ChoicePoint point;
      do {
        choice.expansion.clear();
        if (!domain_.next(task, choice.method, point, choice.expansion)) break;
        if (!visit(choice)) return;
      } while (!choice.expansion.last);
    }
  }
}

InterleavingSearch::Id InterleavingSearch::add(Id parent, const Choice& choice) {
  const Expansion& expansion = choice.expansion;
  Node node;
  node.parent = parent;
  node.at = choice.at;
  node.method = choice.method;
  node.depth = nodes_[parent].depth + 1;
  node.words = words_.size();
  node.bindings = static_cast<std::uint32_t>(expansion.bindings.size());
  node.subtasks = static_cast<std::uint32_t>(expansion.subtasks.size());
  words_.insert(words_.end(), expansion.bindings.begin(), expansion.bindings.end());
  words_.insert(words_.end(), expansion.subtasks.begin(), expansion.subtasks.end());
  nodes_.push_back(node);
  ++statistics_.nodes;
  if (estimator_ == nullptr) ++work_;
  ++(node.method == kNoMethod ? statistics_.operators : statistics_.methods);
  return static_cast<Id>(nodes_.size() - 1);
}

// From the node above to this one.
void InterleavingSearch::do_node(Id id) {
  const Node& node = nodes_[id];
  const Done before{id, domain_.mark(), tree_.size(), trail_.size()};
  if (node.method == kNoMethod) {
    Effects effects{ignored_};
    const bool possible = domain_.apply(tree_[node.at].task, effects);
    CGT_ASSERT(possible, "a step that was possible is possible in the same state");
    static_cast<void>(possible);
    change(node.at).done = true;
  } else {
    for (std::uint32_t i = 0; i < node.subtasks; ++i) {
      Open child;
      child.task = static_cast<TaskId>(words_[node.words + node.bindings + i]);
      child.parent = node.at;
      child.position = i;
      child.hash = hash128(child.task, 1);
      tree_.push_back(child);
    }
    Open& changed = change(node.at);
    changed.method = node.method;
    changed.first = static_cast<Id>(before.tree);
    changed.count = changed.left = node.subtasks;
    changed.done = node.subtasks == 0;
    changed.hash = hash_of(changed);
  }
  tell_above(node.at);
  path_.push_back(before);
}

void InterleavingSearch::back_to(std::size_t depth) {
  if (path_.size() <= depth) return;
  const Done& before = path_[depth];
  domain_.undo(before.mark);
  for (; trail_.size() > before.trail; trail_.pop_back()) {
    tree_[trail_.back().first] = trail_.back().second;
  }
  tree_.resize(before.tree);
  path_.resize(depth);
}

void InterleavingSearch::move_to(Id node) {
  walk_.clear();
  for (; node != 0; node = nodes_[node].parent) {
    const std::uint32_t depth = nodes_[node].depth;
    if (depth <= path_.size() && path_[depth - 1].node == node) break;
    walk_.push_back(node);
  }
  back_to(nodes_[node].depth);
  for (; !walk_.empty(); walk_.pop_back()) do_node(walk_.back());
}

// The present node.
bool InterleavingSearch::is_new() {
  const Hash128 state = domain_.state_hash();
  const Hash128 key{mix(state.low, tree_[0].hash.low), mix(state.high, tree_[0].hash.high)};
  if (met_.insert(key).second) return true;
  ++statistics_.duplicate_cuts;
  return false;
}

void InterleavingSearch::begin(Budget& budget) {
  Open root;
  root.task = domain_.initial_tasks()[0];
  root.hash = hash128(root.task, 1);
  tree_.push_back(root);
  nodes_.emplace_back();
  ++statistics_.nodes;
  follow(0, budget);
}

void InterleavingSearch::expand(Id node, Budget& budget) {
  const std::size_t depth = nodes_[node].depth;
  each_choice([&](const Choice& choice) {
    const Id child = add(node, choice);
    do_node(child);
    if (is_new()) follow(child, budget);
    back_to(depth);
    return found_ == kNone;
  });
}

// Goes on while there is no choice, and queues what it comes to. The node is the present one;
// another one is, afterwards.
void InterleavingSearch::follow(Id node, Budget& budget) {
  // A chain that never ends is queued from time to time, so that others have their turn.
  constexpr int kLongest = 1000;
  for (int length = 0; length < kLongest; ++length) {
    budget.charge();
    if (tree_[0].done) {
      if (domain_.accepts()) found_ = node;
      return;
    }
    Choice only;
    std::size_t choices = 0;
    each_choice([&](const Choice& choice) {
      if (choices++ == 0) only = choice;
      return choices < 2;
    });
    if (choices > 1) break;
    if (choices == 0) {
      ++statistics_.dead_ends;
      return;
    }
    node = add(node, only);
    do_node(node);
    if (!is_new()) return;
  }
  enqueue(node, budget);
}

void InterleavingSearch::enqueue(Id node, Budget& budget) {
  if (estimator_ == nullptr) {
    measures_[0] = nodes_[node].depth;
  } else {
    // An estimate takes long beside a node.
    budget.poll();
    ++work_;
    list_.clear();
    walk_.assign(1, 0);
    while (!walk_.empty()) {
      const Open& open = tree_[walk_.back()];
      walk_.pop_back();
      if (open.method == kNoMethod) list_.push_back(open.task);
      for (Id c = open.first; c < open.first + open.count; ++c) {
        if (!tree_[c].done) walk_.push_back(c);
      }
    }
    if (!estimator_->estimate(list_, 0, measures_)) return;
  }
  ++statistics_.queued;
  open_.add(node, measures_);
  if (statistics_.queued % 1024 == 0) note_memory(budget);
}

void InterleavingSearch::note_memory(Budget& budget) {
  meter_.set(budget, nodes_.capacity() * sizeof(Node) + words_.capacity() * sizeof(Word) +
                         bytes_of_table(met_) + tree_.capacity() * sizeof(Open) +
                         trail_.capacity() * sizeof(trail_[0]) +
                         statistics_.queued * (measures_.size() + 1) * sizeof(Id));
}

// Of the present node, whose tree is done. The domain is taken back to where the plan begins, and
// forward again.
Plan InterleavingSearch::plan() {
  Plan plan;
  std::vector<std::uint32_t> now(tree_.size(), kNoNode);
  std::vector<Id> made(tree_.size(), kNone);  // the node that decomposed it
  for (const Done& done : path_) made[nodes_[done.node].at] = done.node;
  walk_.assign(1, 0);
  while (!walk_.empty()) {
    const Id at = walk_.back();
    walk_.pop_back();
    const Open& node = tree_[at];
    now[at] = static_cast<std::uint32_t>(plan.nodes.size());
    PlanNode out;
    out.task = node.task;
    out.method = node.method;
    if (node.parent != kNone) out.parent = now[node.parent];
    out.binding = static_cast<std::uint32_t>(plan.words.size());
    const Node& by = nodes_[made[at]];
    out.bindings = by.bindings;
    const auto words = words_.begin() + static_cast<std::ptrdiff_t>(by.words);
    plan.words.insert(plan.words.end(), words, words + by.bindings);
    plan.nodes.push_back(out);
    for (std::uint32_t i = node.count; i-- > 0;) walk_.push_back(node.first + i);
  }
  const std::vector<Attribute>& attributes = domain_.attributes();
  plan.values = identities(attributes);
  domain_.undo(path_.empty() ? domain_.mark() : path_[0].mark);
  for (const Done& done : path_) {
    const Node& node = nodes_[done.node];
    if (node.method != kNoMethod) continue;
    const TaskId task = tree_[node.at].task;
    Values contribution = identities(attributes);
    Effects effects{contribution};
    domain_.apply(task, effects);
    check_contributions(domain_, task, contribution);
    accumulate(attributes, plan.values, contribution);
    plan.contributions.insert(plan.contributions.end(), contribution.begin(), contribution.end());
    plan.steps.push_back(now[node.at]);
  }
  return plan;
}

}  // namespace cgt::htn::hddl
