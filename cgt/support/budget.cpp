#include "cgt/support/budget.hpp"

#include <algorithm>

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
    limits.milliseconds = left > 0 ? static_cast<std::uint64_t>(left) : 0;
  }
  return Budget(limits, stop_);
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
  if (used_nodes_ >= limits_.nodes) stop(StopReason::kNodes);
  if (limits_.milliseconds != kUnlimited &&
      elapsed_milliseconds() >= static_cast<double>(limits_.milliseconds)) {
    stop(StopReason::kTime);
  }
  next_poll_ = std::min(used_nodes_ + kPollInterval, limits_.nodes);
}

void Budget::note_memory(std::uint64_t bytes) {
  if (limits_.megabytes != kUnlimited && bytes / (1024 * 1024) >= limits_.megabytes) {
    stop(StopReason::kMemory);
  }
}

}  // namespace cgt
