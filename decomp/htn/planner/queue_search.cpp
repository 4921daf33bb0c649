#include "decomp/htn/planner/queue_search.hpp"

namespace cgt::htn {
namespace {

// Choices between so few, directly after a choice, are made at once, so many deep.
constexpr std::size_t kFew = 3;
constexpr int kDeepest = 3;

}  // namespace

QueueSearch::QueueSearch(Domain& domain, const PlannerOptions& options, Estimator& estimator)
    : domain_(domain),
      estimator_(estimator),
      guide_(options.guide),
      banned_(options.banned.begin(), options.banned.end()),
      open_(estimator.measures()),
      walk_(domain),
      measures_(estimator.measures()),
      ignored_(identities(domain.attributes())) {
  CGT_EXPECTS(domain.has_state_hash(), "states that can be compared");
}

PlanResult QueueSearch::first(const std::vector<TaskId>& tasks, std::uint64_t estimates,
                              Budget& budget) {
  PlanResult out;
  walk_.restart();
  try {
    const Domain::Visit visit(domain_, budget);
    if (!begun_) {
      begun_ = true;
      Node root;
      if (guide_ != nullptr) root.path = guide_->start();
      root.list = list_of(tasks, kNone);
      nodes_.push_back(root);
      if (is_new(root)) follow(0, kDeepest, budget);
      domain_.undo(visit.start());
    }
    const std::uint64_t last = estimated_ + estimates;
    if (found_ == kNone) search(last, budget);
    out.stop = found_ != kNone      ? StopReason::kEnough
               : estimated_ >= last ? StopReason::kNodes
                                    : StopReason::kExhausted;
  } catch (const BudgetExhausted& spent) {
    out.stop = spent.reason();
  }
  if (found_ != kNone) {
    out.plans.push_back(list_tree::plan_of(domain_, tasks, nodes_, cells_, words_, found_));
    ++statistics_.plans;
  }
  statistics_.table_entries = met_.size();
  out.statistics = statistics_;
  return out;
}

void QueueSearch::search(std::uint64_t last, Budget& budget) {
  while (found_ == kNone && estimated_ < last) {
    const NodeId node = open_.take();
    if (node == kNone) return;
    walk_.move_to(nodes_, cells_, node);
    expand(node, 0, budget);
  }
}

QueueSearch::CellId QueueSearch::list_of(std::span<const TaskId> tasks, CellId tail) {
  for (std::size_t i = tasks.size(); i-- > 0;) {
    const std::uint64_t key = (std::uint64_t{tail} << 32U) | tasks[i];
    const auto [it, is_new] = cell_of_.try_emplace(key, static_cast<CellId>(cells_.size()));
    if (is_new) {
      cells_.push_back({tasks[i], tail, list_tree::length(cells_, tail) + 1,
                        list_tree::hash_with(list_tree::hash(cells_, tail), tasks[i])});
      if (guide_ != nullptr) guide_->push(tasks[i], tail);
    }
    tail = it->second;
  }
  return tail;
}

// The state is the present one.
bool QueueSearch::is_new(const Node& node) {
  const Hash128 list = list_tree::hash(cells_, node.list);
  if (met_.insert(list_tree::hash_of(domain_.state_hash(), list)).second) {
    if (guide_ == nullptr) return true;
    const std::optional<Guide::Death> death = guide_->dead(node.list, node.path);
    if (death) ++(death->by_landmark ? statistics_.landmark_cuts : statistics_.needs_cuts);
    return !death;
  }
  ++statistics_.duplicate_cuts;
  return false;
}

QueueSearch::NodeId QueueSearch::add(NodeId parent, CellId list, MethodId method,
                                     std::span<const Word> bindings) {
  Node node;
  node.parent = parent;
  node.list = list;
  node.path = nodes_[parent].path;
  node.method = method;
  node.step = nodes_[parent].step;
  node.steps = nodes_[parent].steps;
  node.words = words_.size();
  node.bindings = static_cast<std::uint32_t>(bindings.size());
  words_.insert(words_.end(), bindings.begin(), bindings.end());
  nodes_.push_back(node);
  ++statistics_.nodes;
  ++(method == kNoMethod ? statistics_.operators : statistics_.methods);
  return static_cast<NodeId>(nodes_.size() - 1);
}

void QueueSearch::expand(NodeId node, int depth, Budget& budget) {
  const CellId list = nodes_[node].list;
  const TaskId task = cells_[list].head;
  const std::size_t count = domain_.methods(task).size();
  for (std::size_t m = 0; m < count && found_ == kNone; ++m) {
    const MethodId method = domain_.methods(task)[m];
    ChoicePoint point;
    Expansion expansion;
    bool more = true;
    while (more && found_ == kNone) {
      expansion.clear();
      if (!domain_.next(task, method, point, expansion)) break;
      more = !expansion.last;
      const Word mark = domain_.mark();
      const CellId rest =
          list_of({expansion.subtasks.data(), expansion.subtasks.size()}, cells_[list].tail);
      const NodeId child =
          add(node, rest, method, {expansion.bindings.data(), expansion.bindings.size()});
      try {
        if (is_new(nodes_[child])) follow(child, depth, budget);
      } catch (...) {
        domain_.undo(mark);
        if (more) domain_.close(point);
        throw;
      }
      domain_.undo(mark);
      if (more && found_ != kNone) domain_.close(point);
    }
  }
}

void QueueSearch::follow(NodeId node, int depth, Budget& budget) {
  const Hash128 before_all = domain_.state_hash();
  // A chain that never ends is queued from time to time, so that others have their turn: before a
  // compound task, as what is queued is expanded.
  constexpr int kLongest = 1000;
  for (int methods = 0;;) {
    budget.charge();
    const CellId list = nodes_[node].list;
    if (list == kNone) {
      if (domain_.accepts()) found_ = node;
      if (found_ == kNone) ++statistics_.dead_ends;
      return;
    }
    if (domain_.kind(cells_[list].head) == TaskKind::kPrimitive) {
      if (!step(node)) return;
      continue;
    }
    if (methods++ == kLongest) break;
    const NodeId before = node;
    std::size_t choices = 0;
    if (!only_child(node, choices)) return;
    if (node != before) continue;
    if (choices > kFew || depth == kDeepest || domain_.state_hash() != before_all) break;
    return expand(node, depth + 1, budget);
  }
  enqueue(node, budget);
}

// Does the first task of the list, if that leads to something new.
bool QueueSearch::step(NodeId& node) {
  const CellId list = nodes_[node].list;
  const TaskId task = cells_[list].head;
  Effects effects{ignored_};
  if (banned_.contains(task) || !domain_.apply(task, effects)) {
    ++statistics_.dead_ends;
    return false;
  }
  node = add(node, cells_[list].tail, kNoMethod, {});
  Node& now = nodes_[node];
  now.step = node;
  ++now.steps;
  if (guide_ != nullptr) now.path = guide_->stepped(now.path);
  return is_new(now);
}

// Takes the only instance for the first task; leaves the node where there are more and says how
// many, up to kFew + 1. False if there is none, or nothing new comes of it.
bool QueueSearch::only_child(NodeId& node, std::size_t& choices) {
  const CellId list = nodes_[node].list;
  const TaskId task = cells_[list].head;
  Expansion only;
  MethodId only_method = kNoMethod;
  choices = 0;
  const std::size_t count = domain_.methods(task).size();
  for (std::size_t m = 0; m < count && choices <= kFew; ++m) {
    const MethodId method = domain_.methods(task)[m];
    ChoicePoint point;
    Expansion expansion;
    bool more = true;
    while (more && choices <= kFew) {
      expansion.clear();
      if (!domain_.next(task, method, point, expansion)) {
        more = false;
        break;
      }
      more = !expansion.last;
      if (choices++ > 0) continue;
      only = expansion;
      only_method = method;
    }
    if (more) domain_.close(point);
  }
  if (choices > 1) return true;
  if (choices == 0) {
    ++statistics_.dead_ends;
    return false;
  }
  const CellId rest = list_of({only.subtasks.data(), only.subtasks.size()}, cells_[list].tail);
  node = add(node, rest, only_method, {only.bindings.data(), only.bindings.size()});
  return is_new(nodes_[node]);
}

void QueueSearch::enqueue(NodeId node, Budget& budget) {
  list_.clear();
  for (CellId cell = nodes_[node].list; cell != kNone; cell = cells_[cell].tail) {
    list_.push_back(cells_[cell].head);
  }
  ++estimated_;
  // An estimate takes long beside a node.
  budget.poll();
  if (!estimator_.estimate(list_, nodes_[node].path, measures_)) return;
  ++statistics_.queued;
  open_.add(node, measures_);
  if (statistics_.queued % 64 == 0) {
    meter_.set(budget, cells_.capacity() * (sizeof(Cell) + 24) + nodes_.capacity() * sizeof(Node) +
                           words_.capacity() * sizeof(Word) + bytes_of_table(met_) +
                           statistics_.queued * measures_.size() * 2 * sizeof(NodeId) +
                           (guide_ == nullptr ? 0 : guide_->bytes()));
  }
}

}  // namespace cgt::htn
