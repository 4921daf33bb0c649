#include "decomp/solve/census/workers.hpp"

#include <mutex>

#include "cgt/store/parallel.hpp"
#include "cgt/support/threads.hpp"

namespace cgt::solve {

std::optional<StopReason> run_workers(Store& store, unsigned threads, const Budget::Limits& limits,
                                      const std::atomic<bool>* stop,
                                      const std::function<void(Store&, Budget&)>& body,
                                      const std::function<void()>& halt) {
  Budget whole(limits, stop);
  std::atomic<std::uint64_t> pool{0};
  std::mutex mutex;
  std::optional<StopReason> reason;
  threads = thread_count(threads);
  parallel_for(store, threads, threads, [&](Store& handle, std::size_t) {
    Budget budget(whole, pool);
    try {
      body(handle, budget);
    } catch (const BudgetExhausted& spent) {
      halt();
      const std::lock_guard lock(mutex);
      if (!reason) reason = spent.reason();
    } catch (...) {
      halt();
      throw;
    }
  });
  return reason;
}

}  // namespace cgt::solve
