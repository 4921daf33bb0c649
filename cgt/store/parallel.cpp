#include "cgt/store/parallel.hpp"

#include "cgt/detail/store_impl.hpp"

namespace cgt {

void parallel_for(Store& store, std::size_t count, unsigned threads,
                  const std::function<void(Store&, std::size_t)>& body) {
  parallel_work(store, count, threads, [&](Store& handle, const NextItem& next) {
    while (const auto i = next()) body(handle, *i);
  });
}

namespace {

// Calls work(in_scope) and throws what it returns. While in_scope(handle, run) calls run(), the budget in scope on
// `store` limits the handle together with all others.
template <class Work>
void with_pooled_budget(Store& store, const Work& work) {
  Budget* const budget = detail::impl_of(store).budget;
  std::atomic<std::uint64_t> pool{budget == nullptr ? 0 : budget->used_nodes()};
  const std::exception_ptr failure = work([&](Store& handle, const auto& run) {
    if (budget == nullptr) return run();
    Budget part(*budget, pool);
    const Store::BudgetScope scope(handle, part);
    run();
  });
  if (budget != nullptr) budget->adopt(pool);
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace

void parallel_work(Store& store, std::size_t count, unsigned threads,
                   const std::function<void(Store&, const NextItem&)>& worker) {
  with_pooled_budget(store, [&](const auto& in_scope) {
    return share_items(count, threads, [&](const NextItem& next) {
      Store handle = store.share();
      in_scope(handle, [&] { worker(handle, next); });
    });
  });
}

void parallel_handles(std::span<Store* const> handles,
                      const std::function<void(std::size_t)>& body) {
  if (handles.empty()) return;
  const auto count = static_cast<unsigned>(handles.size());
  with_pooled_budget(*handles.front(), [&](const auto& in_scope) {
    return share_items(count, count, [&](const NextItem& next) {
      while (const auto i = next()) in_scope(*handles[*i], [&] { body(*i); });
    });
  });
}

}  // namespace cgt
