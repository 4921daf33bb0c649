#include "cgt/store/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "cgt/detail/store_impl.hpp"

namespace cgt {

void parallel_for(Store& store, std::size_t count, unsigned threads,
                  const std::function<void(Store&, std::size_t)>& body) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  Budget* const budget = store.impl().budget;
  std::atomic<std::uint64_t> pool{budget == nullptr ? 0 : budget->used_nodes()};
  std::atomic<std::size_t> next{0};

  std::mutex mutex;
  std::size_t failed_item = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure;

  const auto work = [&] {
    std::size_t i = 0;
    try {
      Store handle = store.share();
      std::optional<Budget> part;
      std::optional<Store::BudgetScope> scope;
      if (budget != nullptr) {
        part.emplace(*budget, pool);
        scope.emplace(handle, *part);
      }
      for (i = next++; i < count; i = next++) body(handle, i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (failure == nullptr || i < failed_item) {
        failed_item = i;
        failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads to be had: fewer will do
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  if (budget != nullptr) budget->adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace cgt
