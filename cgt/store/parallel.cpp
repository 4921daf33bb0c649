#include "cgt/store/parallel.hpp"

#include <atomic>
#include <exception>
#include <optional>

#include "cgt/detail/store_impl.hpp"
#include "cgt/support/threads.hpp"

namespace cgt {

void parallel_for(Store& store, std::size_t count, unsigned threads,
                  const std::function<void(Store&, std::size_t)>& body) {
  parallel_work(store, count, threads, [&](Store& handle, const NextItem& next) {
    while (const auto i = next()) body(handle, *i);
  });
}

void parallel_work(Store& store, std::size_t count, unsigned threads,
                   const std::function<void(Store&, const NextItem&)>& worker) {
  Budget* const budget = detail::impl_of(store).budget;
  std::atomic<std::uint64_t> pool{budget == nullptr ? 0 : budget->used_nodes()};
  const std::exception_ptr failure = share_items(count, threads, [&](const NextItem& next) {
    Store handle = store.share();
    std::optional<Budget> part;
    std::optional<Store::BudgetScope> scope;
    if (budget != nullptr) {
      part.emplace(*budget, pool);
      scope.emplace(handle, *part);
    }
    worker(handle, next);
  });
  if (budget != nullptr) budget->adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace cgt
