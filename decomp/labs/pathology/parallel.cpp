#include "decomp/labs/pathology/parallel.hpp"

#include <atomic>
#include <exception>

#include "cgt/support/threads.hpp"

namespace cgt::search::pathology {

void for_each_part(std::size_t count, unsigned threads, Budget& whole,
                   const std::function<void(std::size_t, Budget&)>& body) {
  std::atomic<std::uint64_t> pool = whole.used_nodes();
  const std::exception_ptr failure = share_items(count, threads, [&](const NextItem& next) {
    Budget budget(whole, pool);
    while (const auto part = next()) body(*part, budget);
  });
  whole.adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace cgt::search::pathology
