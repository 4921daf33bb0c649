#include "decomp/solve/census/workers.hpp"

#include "cgt/store/parallel.hpp"

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

void RangeWorker::run() {
  const Store::BudgetScope scope(handle_, budget_);
  try {
    for (RangeWork work; take(work);) {
      done_ = {work.range.first, work.range.first};
      budget_.poll();
      if (work.space == nullptr) {
        done_.last = work.range.last;
      } else {
        evaluate(work);
      }
      report();
    }
  } catch (const BudgetExhausted&) {
    report();
    finish();
    throw;
  }
  finish();
}

void RangeWorker::evaluate(const RangeWork& work) {
  for (std::uint64_t n = work.range.first; n < work.range.last; ++n) {
    if (const std::uint64_t boards = work.space->class_size(n - work.offset)) {
      budget_.charge();
      evaluate(*work.space, n - work.offset, boards);
    }
    done_.last = n + 1;
    if (found_any() && budget_.elapsed_milliseconds() - reported_ >= interval_) report();
  }
}

void RangeWorker::report() {
  report(done_);
  done_.first = done_.last;
  reported_ = budget_.elapsed_milliseconds();
}

}  // namespace cgt::solve
