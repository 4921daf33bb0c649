#include "decomp/htn/hddl/composition.hpp"

namespace cgt::htn::hddl {
namespace {

// Sets of tasks are kept for as many tasks as fit into this many words; then all is allowed.
constexpr std::size_t kMostSetWords = 16'000'000;
// Costs below this are sorted by putting them into buckets.
constexpr std::uint32_t kBuckets = 1024;
// As many landmarks as are told apart.
constexpr std::size_t kMostLeft = 4000;

}  // namespace

CompositionEstimator::CompositionEstimator(RelationalDomain& domain, RelaxedModel model)
    : state_(domain.state()), model_(std::move(model)) {
  const std::size_t operations = model_.head.size();
  below_.resize(model_.tasks.size());
  allowed_.resize((model_.tasks.size() + 63) / 64);
  cost_.resize(model_.facts());
  support_.resize(model_.facts());
  used_.resize(model_.facts());
  marked_.resize(operations);
  for (std::size_t i = 0; i < operations; ++i) {
    at_first_.push_back({static_cast<std::uint32_t>(model_.needed[i].size()), 0});
    heads_.push_back({model_.head[i], model_.cost[i], model_.made[i].size() == 1});
  }
  buckets_.resize(kBuckets);
}

std::span<const std::uint64_t> CompositionEstimator::below(Index task) {
  std::vector<std::uint64_t>& set = below_[task];
  if (!set.empty()) return set;
  if (held_ > kMostSetWords) return {};
  held_ += allowed_.size();
  set.resize(allowed_.size());
  stack_.assign(1, task);
  set[task / 64] |= std::uint64_t{1} << (task % 64);
  while (!stack_.empty()) {
    const Index at = stack_.back();
    stack_.pop_back();
    for (const Index child : model_.below[at]) {
      std::uint64_t& word = set[child / 64];
      const std::uint64_t bit = std::uint64_t{1} << (child % 64);
      if ((word & bit) != 0) continue;
      word |= bit;
      stack_.push_back(child);
    }
  }
  return set;
}

void CompositionEstimator::lower(Index fact, std::uint32_t cost, Index support) {
  if (cost >= cost_[fact] || used_[fact] != 0) return;
  cost_[fact] = cost;
  support_[fact] = support;
  if (cost < kBuckets) {
    buckets_[cost].push_back(fact);
    first_bucket_ = std::min<std::size_t>(first_bucket_, cost);
    end_bucket_ = std::max<std::size_t>(end_bucket_, cost + 1);
  } else {
    expensive_.emplace_back(cost, fact);
    std::push_heap(expensive_.begin(), expensive_.end(), std::greater<>());
  }
}

void CompositionEstimator::apply(Index operation) {
  const Head& head = heads_[operation];
  if (!is_allowed(head.task)) return;
  const std::uint32_t cost = std::min(kMost, progress_[operation].sum + head.cost);
  if (head.only_task) {
    lower(static_cast<Index>(model_.literals.size()) + head.task, cost, operation);
    return;
  }
  for (const Index fact : model_.made[operation]) lower(fact, cost, operation);
}

void CompositionEstimator::use(Index fact) {
  const std::uint32_t cost = cost_[fact];
  if (used_[fact] != 0) return;
  used_[fact] = 1;
  for (const Index operation : model_.needed_by[fact]) {
    Progress& progress = progress_[operation];
    progress.sum = std::min(kMost, progress.sum + cost);
    if (--progress.missing == 0) apply(operation);
  }
}

// Dijkstra (1959) over facts, cheapest first, as Knuth (1977) extends him to sums. What became
// cheaper after it was put in is skipped.
void CompositionEstimator::spread() {
  for (std::size_t cost = first_bucket_; cost < end_bucket_; ++cost) {
    for (std::size_t i = 0; i < buckets_[cost].size(); ++i) {
      const Index fact = buckets_[cost][i];
      if (cost_[fact] == cost) use(fact);
    }
    buckets_[cost].clear();
  }
  first_bucket_ = kBuckets;
  end_bucket_ = 0;
  while (!expensive_.empty()) {
    std::pop_heap(expensive_.begin(), expensive_.end(), std::greater<>());
    const auto [cost, fact] = expensive_.back();
    expensive_.pop_back();
    if (cost_[fact] == cost) use(fact);
  }
}

// What the state says, and nothing allowed.
void CompositionEstimator::begin() {
  std::fill(allowed_.begin(), allowed_.end(), 0);
  std::fill(cost_.begin(), cost_.end(), kInfinite);
  std::fill(used_.begin(), used_.end(), 0);
  progress_ = at_first_;
  for (Index i = 0; i < model_.literals.size(); ++i) {
    const RelaxedModel::Literal& literal = model_.literals[i];
    if (state_.holds(literal.predicate, literal.tuple) != literal.negated) {
      lower(i, 0, Relations::kNone);
    }
  }
}

// Allows the tasks of the list, and all that they lead to.
void CompositionEstimator::allow(std::span<const TaskId> list) {
  for (const TaskId task : list) {
    const Index number = model_.number[task];
    if (is_allowed(number)) continue;  // and so is all below it
    const std::span<const std::uint64_t> set = below(number);
    if (set.empty()) {
      std::fill(allowed_.begin(), allowed_.end(), ~std::uint64_t{0});
      return;
    }
    for (std::size_t w = 0; w < set.size(); ++w) allowed_[w] |= set[w];
  }
}

// The costs of all facts; false if it is known that the list cannot be done.
bool CompositionEstimator::reach(std::span<const TaskId> list) {
  for (const TaskId task : list) {
    // Is it known to be out of reach?
    if (task >= model_.number.size() || model_.number[task] == Relations::kNone) return false;
  }
  begin();
  allow(list);
  for (const Index operation : model_.unneeded) apply(operation);
  spread();
  return true;
}

// A relaxed plan for the list and the goal: its costs as a sum, and its length.
bool CompositionEstimator::extract(std::span<const TaskId> list, std::uint32_t& sum,
                                   std::uint32_t& length) {
  const auto first_task = static_cast<Index>(model_.literals.size());
  ++estimates_;
  sum = 0;
  length = 0;
  stack_.clear();
  const auto want = [&](Index fact) {
    if (cost_[fact] == kInfinite) return false;
    sum = std::min(kMost, sum + cost_[fact]);
    stack_.push_back(fact);
    return true;
  };
  for (const Index fact : model_.goal) {
    if (!want(fact)) return false;
  }
  for (const TaskId task : list) {
    if (!want(first_task + model_.number[task])) return false;
  }
  while (!stack_.empty()) {
    const Index operation = support_[stack_.back()];
    stack_.pop_back();
    if (operation == Relations::kNone || marked_[operation] == estimates_) continue;
    marked_[operation] = estimates_;
    length += model_.cost[operation];
    for (const Index fact : model_.needed[operation]) stack_.push_back(fact);
  }
  return true;
}

bool CompositionEstimator::estimate(std::span<const TaskId> list, Guide::Path path,
                                    std::span<std::uint32_t> out) {
  if (!reach(list) || !extract(list, out[0], out[1])) return false;
  if (guide_ != nullptr) {
    const std::size_t left = std::min<std::size_t>(guide_->unmet(path), kMostLeft);
    out[2] = static_cast<std::uint32_t>(left) * (kMost + 1) + out[0];
  }
  return true;
}

}  // namespace cgt::htn::hddl
