// One Budget limits one request: nodes, wall-clock milliseconds, megabytes, and a stop flag that a
// signal handler may set. Every long loop of the toolkit calls charge(); when a limit is reached it
// throws BudgetExhausted, all tables stay valid, and the edge of the solver turns it into
// "unknown".
//
// Thread rule: a Budget belongs to one thread; the stop flag may be set from anywhere. Threads that
// work on one request have one each, and one pool of nodes.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "cgt/support/error.hpp"

namespace cgt {

class Budget {
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

  // Reports how many bytes the tables of this request hold now. Throws BudgetExhausted.
  void note_memory(std::uint64_t bytes);

  // Looks at every limit now. Throws BudgetExhausted.
  void poll();

  // A budget of its own for a part of the work: at most `nodes`, what is left of the time, the same
  // stop flag. Its nodes are not charged here.
  Budget part(std::uint64_t nodes) const;

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

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kPollInterval = 1024;

  Limits limits_{};
  const std::atomic<bool>* stop_ = nullptr;
  Clock::time_point start_ = Clock::now();
  std::uint64_t used_nodes_ = 0;
  std::uint64_t next_poll_ = kPollInterval;
  std::optional<StopReason> spent_;
  std::atomic<std::uint64_t>* pool_ = nullptr;
  std::uint64_t pooled_nodes_ = 0;  // of used_nodes_, already in the pool

  // A spent budget stays spent: poll() throws the same reason again.
  [[noreturn]] void stop(StopReason reason);
};

}  // namespace cgt
