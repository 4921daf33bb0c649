#include "decomp/htn/planner/forward_search.hpp"

#include <cmath>

namespace cgt::htn::detail {

namespace {

bool searches_best(Aim aim) {
  return aim == Aim::kBest || aim == Aim::kPareto || aim == Aim::kReach;
}

bool all_monotone(const std::vector<Attribute>& attributes) {
  return std::all_of(attributes.begin(), attributes.end(),
                     [](const Attribute& a) { return a.monotone; });
}

// A little better than x, so that sums formed in another order are not cut for their rounding.
double relaxed(Better better, double x) {
  const double slack = 1e-12 * std::abs(x);
  return better == Better::kLess ? x - slack : x + slack;
}

double best_possible(Better better) {
  const double infinity = std::numeric_limits<double>::infinity();
  return better == Better::kLess ? -infinity : infinity;
}

}  // namespace

ForwardSearch::ForwardSearch(Domain& domain, const PlannerOptions& options, Callbacks callbacks,
                             const Question& question)
    : domain_(domain),
      options_(options),
      callbacks_(callbacks),
      question_(question),
      attributes_(domain.attributes()),
      width_(attributes_.size()),
      duplicates_(options.duplicates && domain.has_state_hash()),
      failures_(options.failures && domain.has_state_hash()),
      vectors_(searches_best(question.aim)),
      bounding_(options.bound && searches_best(question.aim)),
      banned_(options.banned.begin(), options.banned.end()),
      guide_(options.guide) {
  if (question.order != nullptr && question.order->no_worse) {
    if (!question.order->compatible) duplicates_ = false;
    if (!question.order->bounding || !all_monotone(attributes_)) bounding_ = false;
  }
  current_ = identities(attributes_);
  optimistic_ = current_;
}

PlanResult ForwardSearch::run(const std::vector<TaskId>& tasks, Budget& budget) {
  const Word start = domain_.mark();
  domain_.set_budget(&budget);
  try {
    if (guide_ != nullptr) path_ = guide_->start();
    push_list(tasks, kEmpty, kNone);
    search(budget);
  } catch (const BudgetExhausted& spent) {
    result_.stop = spent.reason();
  } catch (...) {
    abandon(start);
    throw;
  }
  abandon(start);
  result_.statistics.table_entries = table_.size() + failed_.size();
  return std::move(result_);
}

// Closes the choice points that are still open, the last one first, and gives the domain back.
void ForwardSearch::abandon(Word start) {
  for (; !frames_.empty(); frames_.pop_back()) {
    const Frame& frame = frames_.back();
    if (!frame.has(kPointOpen)) continue;
    const auto words = words_.begin() + static_cast<std::ptrdiff_t>(frame.words);
    point_.words.assign(words, words + frame.point_words);
    domain_.close(point_);
  }
  domain_.undo(start);
  domain_.set_budget(nullptr);
}

void ForwardSearch::search(Budget& budget) {
  enter(budget);
  while (!frames_.empty() && !done_) {
    if (step()) {
      enter(budget);
    } else {
      pop();
    }
  }
}

void ForwardSearch::push_list(std::span<const TaskId> tasks, CellId tail, std::uint32_t parent) {
  list_ = tail;
  for (std::size_t i = tasks.size(); i-- > 0;) {
    CGT_EXPECTS(tasks[i] != kNil, "a subtask is a task");
    const Hash128 below = list_ == kEmpty ? Hash128{1, 1} : cells_[list_].hash;
    const std::uint32_t length = height(list_) + 1;
    const Hash128 hash{mix(below.low, tasks[i]), mix(below.high, tasks[i] + 0x51ed27ULL)};
    if (bounding_) {
      const std::size_t at = cells_.size() * width_;
      rests_.resize(at + width_);
      const std::span<double> rest(rests_.data() + at, width_);
      set_to_identities(attributes_, rest);
      domain_.least_contribution(tasks[i], rest);
      if (list_ != kEmpty) {
        accumulate(attributes_, rest, {rests_.data() + list_ * width_, width_});
      }
    }
    if (guide_ != nullptr) guide_->push(tasks[i], list_);
    cells_.push_back({tasks[i], list_, length, parent, hash});
    list_ = static_cast<CellId>(cells_.size() - 1);
  }
}

Hash128 ForwardSearch::node_key(CellId cell) {
  const Hash128 state = domain_.state_hash();
  const Hash128 list = cell == kEmpty ? Hash128{1, 1} : cells_[cell].hash;
  return {mix(state.low, list.low), mix(state.high, list.high)};
}

Hash128 ForwardSearch::failure_key(TaskId task) {
  const Hash128 state = domain_.relevant_hash(task);
  return {mix(state.low, task + 0x9d2c5680ULL), mix(state.high, task + 0xefc60000ULL)};
}

bool ForwardSearch::no_worse(const double* a, const double* b) const {
  if (question_.aim == Aim::kBest) {
    const std::size_t i = question_.attribute;
    return htn::no_worse(attributes_[i].better, a[i], b[i]);
  }
  const std::span<const double> x(a, width_);
  const std::span<const double> y(b, width_);
  const PlanOrder* order = question_.order;
  if (order != nullptr && order->no_worse) return order->no_worse(x, y);
  return htn::no_worse(attributes_, x, y);
}

// Can no plan below the present node be wanted?
bool ForwardSearch::cut_by_bound() {
  if (!bounding_) return false;
  if (question_.aim != Aim::kReach && result_.plans.empty()) return false;
  for (std::size_t a = 0; a < width_; ++a) {
    const Attribute& attribute = attributes_[a];
    double& entry = optimistic_[a];
    if (!attribute.monotone) {
      entry = best_possible(attribute.better);
      continue;
    }
    entry = current_[a];
    if (list_ == kEmpty) continue;
    const double rest = rests_[list_ * width_ + a];
    if (rest == identity(attribute.combine)) continue;
    entry = relaxed(attribute.better, combined(attribute.combine, entry, rest));
  }
  bool cut = false;
  if (question_.aim == Aim::kReach) {
    cut = !(*question_.wanted)(optimistic_);
  } else {
    cut = std::any_of(result_.plans.begin(), result_.plans.end(), [&](const Plan& plan) {
      return no_worse(plan.values.data(), optimistic_.data());
    });
  }
  if (cut) ++result_.statistics.bound_cuts;
  return cut;
}

// Does the guide know that the list cannot be done here? That says something about the tasks that
// were taken up only as far as they are still in the part of the list that is the reason: the
// others count as completed.
bool ForwardSearch::cut_by_guide() {
  if (guide_ == nullptr) return false;
  const std::optional<Guide::Death> death = guide_->dead(list_, path_);
  if (!death) return false;
  ++(death->by_landmark ? result_.statistics.landmark_cuts : result_.statistics.needs_cuts);
  leave_node(death->height);
  return true;
}

void ForwardSearch::truncate_cells(std::uint32_t cells) {
  cells_.resize(cells);
  if (bounding_) rests_.resize(cells_.size() * width_);
  if (guide_ != nullptr) guide_->truncate(cells);
}

// The present node was left without a frame: the frame above hears of it.
void ForwardSearch::leave_node(std::uint32_t min_height) {
  if (frames_.empty()) return;
  Frame& above = frames_.back();
  above.min_height = std::min(above.min_height, min_height);
}

bool ForwardSearch::enter(Budget& budget) {
  budget.charge();
  if ((result_.statistics.nodes & 0xfffU) == 0) note_memory(budget);
  const std::uint32_t length = height(list_);
  TaskId task = kNil;
  if (list_ != kEmpty) {
    task = cells_[list_].head;
  } else if (domain_.accepts()) {
    leave_node(0);
    complete();
    return false;
  } else if (domain_.methods(kNil).empty()) {
    leave_node(0);
    dead_end(kNil);
    return false;
  }
  if (cut_by_guide()) return false;
  if (cut_by_bound()) {
    leave_node(length);
    if (!frames_.empty()) frames_.back().set(kUncertain);
    return false;
  }
  Frame frame{task, list_, 0, words_.size(), static_cast<std::uint32_t>(cells_.size())};
  frame.min_height = length;
  frame.path = path_;
  const bool primitive = task != kNil && domain_.kind(task) == TaskKind::kPrimitive;
  if (primitive) {
    frame.set(kPrimitive);
    frame.mark = domain_.mark();
  } else {
    if (failures_ && task != kNil && failed_.contains(failure_key(task))) {
      ++result_.statistics.failure_cuts;
      leave_node(length);
      return false;
    }
    if (task != kNil && limits_nesting()) link_above(frame);
    const bool nesting = counts_nesting(task);
    if (nesting && nested_too_deep(frame)) return false;
    const auto index = static_cast<std::uint32_t>(frames_.size());
    if (duplicates_) {
      Entry& entry = table_[node_key(list_)];
      if (seen_before(index, entry)) return false;
      frame.outer_open = entry.open;
      entry.open = index;
      frame.set(kHasEntry);
    }
    if (nesting) on_path_[nesting_key(task)] = index;
    if (options_.shuffle) {
      frame.shuffle =
          static_cast<std::uint32_t>(mix(*options_.shuffle, result_.statistics.nodes)) | 1U;
    }
  }
  frames_.push_back(frame);
  values_.insert(values_.end(), current_.begin(), current_.end());
  contributions_.resize(contributions_.size() + width_);
  result_.statistics.deepest = std::max<std::uint64_t>(result_.statistics.deepest, frames_.size());
  return true;
}

Hash128 ForwardSearch::nesting_key(TaskId task) {
  const Hash128 state = domain_.state_hash();
  return {mix(state.low, task + 0x2545f491ULL), mix(state.high, task + 0x4f6cdd1dULL)};
}

// Is `frame` the innermost task above, or above that?
bool ForwardSearch::is_above(std::uint32_t frame, std::uint32_t innermost) const {
  while (innermost != kNone && innermost > frame) {
    const Frame& at = frames_[innermost];
    innermost = at.jump != kNone && at.jump >= frame ? at.jump : at.above;
  }
  return innermost == frame;
}

void ForwardSearch::link_above(Frame& frame) const {
  frame.above = cells_[frame.cell].parent;
  if (frame.above == kNone) return;
  const Frame& above = frames_[frame.above];
  frame.depth = above.depth + 1;
  frame.jump = frame.above;
  if (above.jump == kNone) return;
  const Frame& far = frames_[above.jump];
  if (far.jump != kNone && above.depth - far.depth == far.depth - frames_[far.jump].depth) {
    frame.jump = far.jump;
  }
}

// Is the task below itself, in the same state, more often than allowed? The frames between hear of
// it as of a loop.
bool ForwardSearch::nested_too_deep(Frame& frame) {
  const auto it = on_path_.find(nesting_key(frame.task));
  if (it == on_path_.end()) return false;
  frame.same_before = it->second;
  std::uint32_t count = 0;
  std::uint32_t outermost = kNone;
  for (std::uint32_t same = it->second; same != kNone; same = frames_[same].same_above) {
    if (!is_above(same, frame.above)) continue;  // completed
    if (count++ == 0) frame.same_above = same;
    outermost = same;
  }
  if (count <= options_.nested) return false;
  ++result_.statistics.nested_cuts;
  leave_node(height(list_));
  frames_.back().loop_low = std::min(frames_.back().loop_low, outermost);
  return true;
}

bool ForwardSearch::seen_before(std::uint32_t frame_index, Entry& entry) {
  const std::uint32_t length = height(list_);
  const bool open = entry.open != kNone;
  const bool closed = !open && entry.min_height != kNone;
  bool seen = false;
  if (vectors_) {
    seen = vector_seen(entry);
  } else if (open) {
    // Among all plans are those that come back to a node, as often as the limit on nesting has it.
    seen = question_.aim != Aim::kAll || !limits_nesting();
  } else if (closed) {
    seen = question_.aim == Aim::kFirst || (!entry.found && !entry.uncertain);
  }
  if (!seen) return false;
  ++result_.statistics.duplicate_cuts;
  leave_node(closed ? std::min(entry.min_height, length) : length);
  if (frame_index != 0) {
    Frame& above = frames_.back();
    if (open) {
      above.loop_low = std::min(above.loop_low, entry.open);
    } else {
      if (entry.uncertain) above.set(kUncertain);
      if (entry.found) above.set(kFound);
    }
  }
  return true;
}

// True if this node was entered at values that are no worse; else they are noted.
bool ForwardSearch::vector_seen(Entry& entry) {
  std::uint32_t* link = &entry.vectors;
  while (*link != kNone) {
    VectorNode& node = vector_nodes_[*link];
    const double* old = vector_store_.data() + node.at;
    if (no_worse(old, current_.data())) return true;
    if (no_worse(current_.data(), old)) {
      *link = node.next;
    } else {
      link = &node.next;
    }
  }
  const auto at = static_cast<std::uint32_t>(vector_store_.size());
  vector_store_.insert(vector_store_.end(), current_.begin(), current_.end());
  vector_nodes_.push_back({entry.vectors, at});
  entry.vectors = static_cast<std::uint32_t>(vector_nodes_.size() - 1);
  return false;
}

MethodId ForwardSearch::method_at(const Frame& frame, std::span<const MethodId> methods) const {
  if (frame.shuffle == 0) return methods[frame.method_index];
  // Fisher and Yates, drawn again from the seed of the frame each time: nothing to be kept.
  SmallVector<MethodId, 16> order(methods.begin(), methods.end());
  std::uint64_t random = frame.shuffle;
  for (std::size_t i = 0; i <= frame.method_index; ++i) {
    random = mix(random, i + 1);
    std::swap(order[i], order[i + random % (order.size() - i)]);
  }
  return order[frame.method_index];
}

bool ForwardSearch::step() {
  Frame& frame = frames_.back();
  const std::size_t here = (frames_.size() - 1) * width_;
  if (frame.has(kPrimitive)) return step_primitive(frame);
  if (frame.has(kStarted)) {
    truncate_cells(frame.cells);
  }
  std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(here), width_, current_.begin());
  path_ = frame.path;
  if (frame.has(kOnlyChild)) return false;
  if (!frame.has(kStarted) && options_.local_choice && frame.task != kNil &&
      domain_.locally_choosable(frame.task)) {
    frame.set(kStarted);
    return step_cheapest(frame);
  }
  frame.set(kStarted);
  const auto words = words_.begin() + static_cast<std::ptrdiff_t>(frame.words);
  point_.words.assign(words, words + frame.point_words);
  words_.resize(frame.words);
  while (true) {
    const auto methods = domain_.methods(frame.task);
    if (frame.method_index == methods.size() && frame.has(kPutOff)) {
      frame.clear(kPutOff);
      frame.set(kSecondPass);
      frame.method_index = 0;
      continue;
    }
    if (frame.method_index == methods.size()) {
      frame.point_words = frame.bindings = 0;
      return false;
    }
    if (!frame.has(kPointOpen)) {
      point_.words.clear();
      frame.method = method_at(frame, methods);
    }
    frame.clear(kPointOpen);
    expansion_.clear();
    if (domain_.next(frame.task, frame.method, point_, expansion_)) {
      if (expansion_.last) {
        ++frame.method_index;
      } else {
        frame.set(kPointOpen);
      }
      if (!wanted_now(frame)) continue;
      store_words(frame, !expansion_.last);
      take(frame);
      return true;
    }
    ++frame.method_index;
  }
}

// With care, what harms is passed over at first, and nothing else is taken in a second pass.
bool ForwardSearch::wanted_now(Frame& frame) {
  if (!options_.careful || guide_ == nullptr || frame.cell == kEmpty) return true;
  const bool second = frame.has(kSecondPass);
  const bool harms = guide_->harms(expansion_.subtasks, cells_[frame.cell].tail);
  if (harms && !second) {
    frame.set(kPutOff);
    ++result_.statistics.put_off;
  }
  return harms == second;
}

void ForwardSearch::store_words(Frame& frame, bool keep_point) {
  frame.point_words = 0;
  if (keep_point) {
    frame.point_words = static_cast<std::uint32_t>(point_.words.size());
    words_.insert(words_.end(), point_.words.begin(), point_.words.end());
  }
  frame.bindings = static_cast<std::uint32_t>(expansion_.bindings.size());
  words_.insert(words_.end(), expansion_.bindings.begin(), expansion_.bindings.end());
}

void ForwardSearch::take(Frame& frame) {
  ++result_.statistics.nodes;
  ++result_.statistics.methods;
  frame.set(kAnyChild);
  const CellId tail = frame.cell == kEmpty ? kEmpty : cells_[frame.cell].tail;
  push_list(expansion_.subtasks, tail, static_cast<std::uint32_t>(frames_.size() - 1));
}

// Smith's partial plan pruner: all instances are asked for, one is kept. Losers are not nodes.
bool ForwardSearch::step_cheapest(Frame& frame) {
  std::optional<Expansion> best;
  MethodId best_method = kNoMethod;
  const auto count = static_cast<std::uint32_t>(domain_.methods(frame.task).size());
  for (frame.method_index = 0; frame.method_index < count; ++frame.method_index) {
    const MethodId method = method_at(frame, domain_.methods(frame.task));
    point_.words.clear();
    while (true) {
      expansion_.clear();
      if (!domain_.next(frame.task, method, point_, expansion_)) break;
      const bool last = expansion_.last;
      if (!best || expansion_.estimate < best->estimate) {
        best = expansion_;
        best_method = method;
      }
      if (last) break;
    }
  }
  frame.set(kOnlyChild);
  if (!best) return false;
  frame.method = best_method;
  expansion_ = std::move(*best);
  store_words(frame, false);
  take(frame);
  return true;
}

bool ForwardSearch::step_primitive(Frame& frame) {
  if (frame.has(kStarted)) return false;
  frame.set(kStarted);
  if (banned_.contains(frame.task)) return false;
  const std::size_t here = (frames_.size() - 1) * width_;
  const std::span<double> contribution(contributions_.data() + here, width_);
  set_to_identities(attributes_, contribution);
  Effects effects{contribution};
  if (!domain_.apply(frame.task, effects)) return false;
  check_contributions(domain_, frame.task, contribution);
  accumulate(attributes_, current_, contribution);
  ++result_.statistics.nodes;
  ++result_.statistics.operators;
  frame.set(kAnyChild);
  list_ = cells_[frame.cell].tail;
  if (guide_ != nullptr) path_ = guide_->stepped(path_);
  return true;
}

void ForwardSearch::pop() {
  Frame frame = frames_.back();
  const auto index = static_cast<std::uint32_t>(frames_.size() - 1);
  if (!frame.has(kAnyChild)) dead_end(frame.task);
  // Nothing but operators changes the state.
  if (frame.has(kPrimitive)) domain_.undo(frame.mark);
  words_.resize(frame.words);
  truncate_cells(frame.cells);
  values_.resize(index * width_);
  contributions_.resize(index * width_);
  const bool local = frame.loop_low == kNone || frame.loop_low >= index;
  const bool uncertain = frame.has(kUncertain) || !local;
  if (frame.has(kHasEntry)) {
    Entry& entry = table_[node_key(frame.cell)];
    entry.open = frame.outer_open;
    entry.min_height = std::min(entry.min_height, frame.min_height);
    entry.uncertain = entry.uncertain || uncertain;
    entry.found = entry.found || frame.has(kFound);
  }
  if (!frame.has(kPrimitive) && counts_nesting(frame.task)) {
    if (frame.same_before == kNone) {
      on_path_.erase(nesting_key(frame.task));
    } else {
      on_path_[nesting_key(frame.task)] = frame.same_before;
    }
  }
  const bool completed = frame.min_height < height(frame.cell);
  if (failures_ && !frame.has(kPrimitive) && frame.task != kNil && !completed && !uncertain) {
    failed_.insert(failure_key(frame.task));
  }
  frames_.pop_back();
  if (frames_.empty()) return;
  Frame& above = frames_.back();
  above.min_height = std::min(above.min_height, frame.min_height);
  if (frame.has(kFound)) above.set(kFound);
  if (frame.has(kUncertain)) above.set(kUncertain);
  // What a loop to a frame further up leaves open is settled when that frame is left.
  if (!local) above.loop_low = std::min(above.loop_low, frame.loop_low);
}

void ForwardSearch::dead_end(TaskId task) {
  ++result_.statistics.dead_ends;
  if (!callbacks_.dead_end || callbacks_.dead_end(task, result_.statistics)) return;
  result_.stop = StopReason::kDeclined;
  done_ = true;
}

void ForwardSearch::complete() {
  ++result_.statistics.plans;
  if (!frames_.empty()) frames_.back().set(kFound);
  if (!keep(current_)) return;
  Plan plan = build();
  const bool go_on = !callbacks_.plan || callbacks_.plan(plan, result_.statistics);
  result_.plans.push_back(std::move(plan));
  if (!go_on) {
    result_.stop = StopReason::kDeclined;
    done_ = true;
  } else if (question_.aim == Aim::kFirst || question_.aim == Aim::kReach ||
             (question_.aim == Aim::kAll && result_.plans.size() >= question_.max_plans)) {
    result_.stop = StopReason::kEnough;
    done_ = true;
  }
}

// Is a plan of these values wanted? Plans that it makes superfluous go.
bool ForwardSearch::keep(const Values& values) {
  switch (question_.aim) {
    case Aim::kFirst:
    case Aim::kAll: return true;
    case Aim::kReach: return (*question_.wanted)(values);
    case Aim::kBest:
    case Aim::kPareto: break;
  }
  const auto known = [&](const Plan& plan) { return no_worse(plan.values.data(), values.data()); };
  if (std::any_of(result_.plans.begin(), result_.plans.end(), known)) return false;
  std::erase_if(result_.plans,
                [&](const Plan& plan) { return no_worse(values.data(), plan.values.data()); });
  return true;
}

Plan ForwardSearch::build() const {
  Plan plan;
  plan.values = current_;
  plan.nodes.reserve(frames_.size());
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    PlanNode node;
    node.task = frame.task;
    if (frame.cell != kEmpty && cells_[frame.cell].parent != kNone) {
      node.parent = cells_[frame.cell].parent;
    }
    if (frame.has(kPrimitive)) {
      plan.steps.push_back(static_cast<std::uint32_t>(i));
      const auto from = contributions_.begin() + static_cast<std::ptrdiff_t>(i * width_);
      plan.contributions.insert(plan.contributions.end(), from,
                                from + static_cast<std::ptrdiff_t>(width_));
    } else {
      node.method = frame.method;
      node.binding = static_cast<std::uint32_t>(plan.words.size());
      node.bindings = frame.bindings;
      const auto from =
          words_.begin() + static_cast<std::ptrdiff_t>(frame.words + frame.point_words);
      plan.words.insert(plan.words.end(), from, from + frame.bindings);
    }
    plan.nodes.push_back(node);
  }
  return plan;
}

void ForwardSearch::note_memory(Budget& budget) {
  meter_.set(budget, frames_.capacity() * sizeof(Frame) + cells_.capacity() * sizeof(Cell) +
                         words_.capacity() * sizeof(Word) +
                         (values_.capacity() + contributions_.capacity() + rests_.capacity() +
                          vector_store_.capacity()) *
                             sizeof(double) +
                         vector_nodes_.capacity() * sizeof(VectorNode) +
                         table_.bucket_count() * (sizeof(Hash128) + sizeof(Entry) + 1) +
                         failed_.bucket_count() * (sizeof(Hash128) + 1) +
                         on_path_.bucket_count() * (sizeof(Hash128) + 5) +
                         (guide_ == nullptr ? 0 : guide_->bytes()));
}

}  // namespace cgt::htn::detail
