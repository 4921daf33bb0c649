#include "cgt/store/table_fill.hpp"

#include <mutex>

#include "cgt/detail/store_impl.hpp"

namespace cgt {

std::vector<TableFill> table_fill(Store& store) {
  Store::Impl& impl = detail::impl_of(store);
  TableFill games{"games", 0, 0};
  for (auto& shard : impl.tables->shards) {
    const std::lock_guard lock(shard.mutex);
    games.used += shard.used;
    games.slots += shard.slots.size();
  }
  TableFill others{"other", 0, 0};
  for (detail::OpCache& memo : impl.memos) {
    others.used += memo.used();
    others.slots += memo.size();
  }
  return {games,
          {"<=", impl.order_cache.used(), impl.order_cache.size()},
          {"+", impl.sum_cache.used(), impl.sum_cache.size()},
          others};
}

}  // namespace cgt
