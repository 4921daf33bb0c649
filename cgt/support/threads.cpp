#include "cgt/support/threads.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cgt {

unsigned thread_count(unsigned asked) {
  return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

std::exception_ptr share_items(std::size_t count, unsigned threads,
                               const std::function<void(const NextItem&)>& worker) {
  std::atomic<std::size_t> first_free{0};
  std::mutex mutex;
  std::size_t failed_item = count;
  std::exception_ptr failure;

  const auto work = [&] {
    std::size_t item = 0;
    try {
      worker([&]() -> std::optional<std::size_t> {
        const std::size_t mine = first_free++;
        if (mine >= count) return std::nullopt;
        item = mine;
        return item;
      });
    } catch (...) {
      first_free = count;
      const std::lock_guard lock(mutex);
      if (failure == nullptr || item < failed_item) {
        failed_item = item;
        failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;  // joined below: nothing between throws anything else
  const auto most = std::min<std::size_t>(thread_count(threads), count);
  others.reserve(most);
  try {
    for (std::size_t i = 1; i < most; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads to be had: fewer will do
  }
  work();
  for (std::thread& other : others) other.join();
  return failure;
}

}  // namespace cgt
