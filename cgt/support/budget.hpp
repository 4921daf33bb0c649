// One Budget limits one request: nodes, wall-clock milliseconds, megabytes, and a stop flag that a
// signal handler may set. Every long loop of the toolkit calls charge(); when a limit is reached it
// throws BudgetExhausted, all tables stay valid, and the edge of the solver turns it into
// "unknown".
//
// Memory is what all tables of the request hold together. Each table has a MemoryMeter, which is
// told how large it is; budgets made from one another (parts, threads, another()) add up to one
// figure.
//
// Thread rule: a Budget belongs to one thread; the stop flag may be set from anywhere. Threads that
// work on one request have one each, and one pool of nodes. A MemoryMeter belongs to the thread of
// its table.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "cgt/support/error.hpp"

namespace cgt {

// A table that grows tells its meter so every so many entries.
inline constexpr std::uint64_t kMemoryInterval = 1U << 12U;

class CGT_API Budget {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  struct Limits {
    std::uint64_t nodes = kUnlimited;
    std::uint64_t milliseconds = kUnlimited;
    std::uint64_t megabytes = kUnlimited;
  };

  Budget() = default;
  // `stop`, if given, must outlive the Budget.
  explicit Budget(Limits limits, const std::atomic<bool>* stop = nullptr);

  // Counts `nodes` units of work. Throws BudgetExhausted. The clock and the flag are looked at
  // every kPollInterval units only.
  void charge(std::uint64_t nodes = 1) {
    used_nodes_ += nodes;
    if (used_nodes_ >= next_poll_) poll();
  }

  // Looks at nodes, clock and flag now. Throws BudgetExhausted.
  void poll();

  // A budget of its own for a part of the work: at most `nodes`, a share of what is left of the
  // time (above 0, at most 1), the same memory and stop flag. Its nodes are not charged here.
  Budget part(std::uint64_t nodes, double share_of_time = 1) const;
  // Half of what is left of nodes and time, for work that may end early while more is to follow.
  Budget half() const;
  // The part of one of several stages, which none before it starves: it ends when `to` percent of the
  // time have gone by, whenever it begins, and has `to - from` percent of the nodes. Requires
  // from <= to <= 100.
  Budget slice(std::uint64_t from, std::uint64_t to) const;
  // Charges the nodes of a part(). Throws BudgetExhausted if the whole is spent now, or if the part
  // ended for anything but its own nodes and its share of the time.
  void settle(const Budget& part);

  // The same limits from the beginning, for the next of several questions that are asked of the same
  // tables: nodes and time anew, memory and stop flag in common.
  Budget another() const;

  // A budget for one of several threads that share the request of `whole`: the same limits, clock
  // and flag; nodes are added to `pool`, and the limit on nodes applies to the pool.
  Budget(const Budget& whole, std::atomic<std::uint64_t>& pool);
  // Takes over what workers counted in their pool, which began with used_nodes().
  void adopt(const std::atomic<std::uint64_t>& pool) {
    used_nodes_ = std::max(used_nodes_, pool.load());
  }

  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget();

  std::uint64_t used_nodes() const { return used_nodes_; }
  double elapsed_milliseconds() const;
  const Limits& limits() const { return limits_; }
  // What the tables of the request hold, as far as their meters were told; 0 without a limit.
  std::uint64_t held_bytes() const { return held_ == nullptr ? 0 : held_->load(); }

 private:
  friend class MemoryMeter;
  Budget(const Limits& limits, const std::atomic<bool>* stop,
         std::shared_ptr<std::atomic<std::uint64_t>> held);
  // Nanoseconds on a clock that never goes back: its header would be a tenth of what cgt.hpp costs.
  static std::int64_t now();
  static constexpr std::uint64_t kPollInterval = 1024;

  Limits limits_{};
  const std::atomic<bool>* stop_ = nullptr;
  std::int64_t start_ = now();
  std::uint64_t used_nodes_ = 0;
  std::uint64_t next_poll_ = kPollInterval;
  std::optional<StopReason> spent_;
  std::atomic<std::uint64_t>* pool_ = nullptr;
  std::uint64_t pooled_nodes_ = 0;  // of used_nodes_, already in the pool
  // Bytes of all tables of the request; null without a limit. Meters may outlive their budget.
  std::shared_ptr<std::atomic<std::uint64_t>> held_;

  // A spent budget stays spent: poll() throws the same reason again.
  [[noreturn]] void stop(StopReason reason);
};

// The bytes of one table, as a part of what a request holds. A member of the table, or of what owns
// it: the bytes count from set() on, also between the questions, until the meter is gone or is used
// for another request. A copy of a meter counts nothing until it is set.
//
//   std::vector<int> table(100'000);
//   MemoryMeter meter;  // beside the table
//   budget.charge();
//   if (table.size() % kMemoryInterval == 0) meter.set(budget, table.size() * sizeof(int));
class CGT_API MemoryMeter {
 public:
  MemoryMeter() = default;
  ~MemoryMeter() { clear(); }
  MemoryMeter(const MemoryMeter&) {}
  MemoryMeter(MemoryMeter&& other) noexcept;
  MemoryMeter& operator=(const MemoryMeter& other);
  MemoryMeter& operator=(MemoryMeter&& other) noexcept;

  // The table holds so many bytes now. Throws BudgetExhausted if all tables of the request of
  // `budget` together reach its limit; the bytes count all the same.
  void set(Budget& budget, std::uint64_t bytes);
  // The same without a look at the limit. A budget without one leaves the meter where it is.
  void hold(const Budget& budget, std::uint64_t bytes);
  void clear();

 private:
  std::shared_ptr<std::atomic<std::uint64_t>> held_;  // of the request, null: of none
  std::uint64_t bytes_ = 0;                           // of them, this table
};

}  // namespace cgt
