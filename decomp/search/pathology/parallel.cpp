#include "decomp/search/pathology/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cgt::search::pathology {

void for_each_part(std::size_t count, unsigned threads, Budget& whole,
                   const std::function<void(std::size_t, Budget&)>& body) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  std::atomic<std::uint64_t> pool = whole.used_nodes();
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  std::mutex mutex;
  std::exception_ptr failure;
  std::size_t failed_part = count;
  const auto work = [&] {
    Budget budget(whole, pool);
    while (!failed) {
      const std::size_t part = next++;
      if (part >= count) return;
      try {
        body(part, budget);
      } catch (...) {
        const std::lock_guard lock(mutex);
        failed = true;
        if (part < failed_part) {
          failed_part = part;
          failure = std::current_exception();
        }
      }
    }
  };
  {
    std::vector<std::jthread> pack;
    try {
      for (unsigned t = 1; t < threads; ++t) pack.emplace_back(work);
    } catch (const std::system_error&) {  // no more threads to be had: fewer will do
    }
    work();
  }
  whole.adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace cgt::search::pathology
