#include "cgt/support/budget.hpp"

#include <algorithm>
#include <cmath>

namespace cgt {

Budget::Budget(Limits limits, const std::atomic<bool>* stop) : limits_(limits), stop_(stop) {
  next_poll_ = std::min(kPollInterval, limits_.nodes);
}

double Budget::elapsed_milliseconds() const {
  return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
}

Budget Budget::part(std::uint64_t nodes) const {
  Limits limits = limits_;
  limits.nodes = nodes;
  if (limits.milliseconds != kUnlimited) {
    const double left = static_cast<double>(limits.milliseconds) - elapsed_milliseconds();
    // Rounded up: where the part has no time left, the whole has none either.
    limits.milliseconds = left > 0 ? static_cast<std::uint64_t>(std::ceil(left)) : 0;
  }
  return Budget(limits, stop_);
}

Budget::Budget(const Budget& whole, std::atomic<std::uint64_t>& pool)
    : limits_(whole.limits_), stop_(whole.stop_), start_(whole.start_), pool_(&pool) {
  next_poll_ = 0;
}

Budget::~Budget() {
  if (pool_ != nullptr) *pool_ += used_nodes_ - pooled_nodes_;
}

void Budget::stop(StopReason reason) {
  spent_ = reason;
  throw BudgetExhausted(reason);
}

void Budget::poll() {
  if (spent_) throw BudgetExhausted(*spent_);
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
    stop(StopReason::kInterrupted);
  }
  std::uint64_t all = used_nodes_;
  if (pool_ != nullptr) {
    *pool_ += used_nodes_ - pooled_nodes_;
    pooled_nodes_ = used_nodes_;
    all = pool_->load();
  }
  if (all >= limits_.nodes) stop(StopReason::kNodes);
  if (limits_.milliseconds != kUnlimited &&
      elapsed_milliseconds() >= static_cast<double>(limits_.milliseconds)) {
    stop(StopReason::kTime);
  }
  next_poll_ = used_nodes_ + std::min(kPollInterval, limits_.nodes - all);
}

void Budget::note_memory(std::uint64_t bytes) {
  if (limits_.megabytes != kUnlimited && bytes / (1024 * 1024) >= limits_.megabytes) {
    stop(StopReason::kMemory);
  }
}

}  // namespace cgt
