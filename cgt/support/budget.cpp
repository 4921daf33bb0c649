#include "cgt/support/budget.hpp"

#include <chrono>
#include <cmath>

namespace cgt {

Budget::Budget(Limits limits, const std::atomic<bool>* stop) : limits_(limits), stop_(stop) {
  next_poll_ = std::min(kPollInterval, limits_.nodes);
  if (limits_.megabytes != kUnlimited) held_ = std::make_shared<std::atomic<std::uint64_t>>(0);
}

std::int64_t Budget::now() {
  using std::chrono::nanoseconds, std::chrono::steady_clock;
  return std::chrono::duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

double Budget::elapsed_milliseconds() const { return static_cast<double>(now() - start_) / 1e6; }

Budget Budget::part(std::uint64_t nodes, double share_of_time) const {
  Limits limits = limits_;
  limits.nodes = nodes;
  if (limits.milliseconds != kUnlimited) {
    const double left =
        (static_cast<double>(limits.milliseconds) - elapsed_milliseconds()) * share_of_time;
    // Rounded up: where the part has no time left, the whole has none either.
    limits.milliseconds = left > 0 ? static_cast<std::uint64_t>(std::ceil(left)) : 0;
  }
  return Budget(limits, stop_, held_);
}

void Budget::settle(const Budget& part) {
  used_nodes_ += part.used_nodes_;
  const StopReason ended = part.spent_.value_or(StopReason::kNodes);
  if (ended == StopReason::kMemory || ended == StopReason::kInterrupted) stop(ended);
  if (ended == StopReason::kTime || used_nodes_ >= next_poll_) poll();
}

Budget Budget::half() const {
  const std::uint64_t left = limits_.nodes - std::min(limits_.nodes, used_nodes_);
  return part(limits_.nodes == kUnlimited ? kUnlimited : left / 2, 0.5);
}

Budget Budget::slice(std::uint64_t from, std::uint64_t to) const {
  const auto until = [](std::uint64_t all, std::uint64_t percent) {
    return all / 100 * percent + all % 100 * percent / 100;
  };
  Limits limits = limits_;
  if (limits.nodes != kUnlimited)
    limits.nodes = until(limits_.nodes, to) - until(limits_.nodes, from);
  if (limits.milliseconds != kUnlimited) {
    const double left =
        static_cast<double>(until(limits_.milliseconds, to)) - elapsed_milliseconds();
    limits.milliseconds = left > 0 ? static_cast<std::uint64_t>(std::ceil(left)) : 0;
  }
  return Budget(limits, stop_, held_);
}

Budget Budget::another() const { return Budget(limits_, stop_, held_); }

Budget::Budget(const Limits& limits, const std::atomic<bool>* stop,
               std::shared_ptr<std::atomic<std::uint64_t>> held)
    : limits_(limits), stop_(stop), held_(std::move(held)) {
  next_poll_ = std::min(kPollInterval, limits_.nodes);
}

Budget::Budget(const Budget& whole, std::atomic<std::uint64_t>& pool)
    : limits_(whole.limits_),
      stop_(whole.stop_),
      start_(whole.start_),
      pool_(&pool),
      held_(whole.held_) {
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

MemoryMeter::MemoryMeter(MemoryMeter&& other) noexcept
    : held_(std::exchange(other.held_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

MemoryMeter& MemoryMeter::operator=(const MemoryMeter& other) {
  if (this != &other) clear();
  return *this;
}

MemoryMeter& MemoryMeter::operator=(MemoryMeter&& other) noexcept {
  if (this == &other) return *this;
  clear();
  held_ = std::exchange(other.held_, nullptr);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

void MemoryMeter::clear() {
  if (held_ != nullptr) *held_ -= bytes_;
  held_ = nullptr;
  bytes_ = 0;
}

void MemoryMeter::hold(const Budget& budget, std::uint64_t bytes) {
  if (budget.held_ != nullptr && budget.held_ != held_) {
    clear();
    held_ = budget.held_;
  }
  if (held_ == nullptr) return;
  *held_ += bytes - bytes_;  // modulo 2^64
  bytes_ = bytes;
}

void MemoryMeter::set(Budget& budget, std::uint64_t bytes) {
  hold(budget, bytes);
  if (budget.held_bytes() / (1024 * 1024) >= budget.limits_.megabytes) {
    budget.stop(StopReason::kMemory);
  }
}

}  // namespace cgt
