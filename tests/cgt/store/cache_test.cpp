// The caches of the store: what they answer is what was stored, also while they grow.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "cgt/detail/op_cache.hpp"

namespace cgt::cache_test {
namespace {

GameId word(std::uint32_t n) { return GameId::from_word(2 * n + 1); }
std::uint32_t answer(std::uint32_t n) { return n % 3 + 1; }

// Stores pairs until the cache has grown several times, and counts those it still knows.
template <class Cache>
std::uint32_t kept_of(Cache& cache, std::uint32_t pairs) {
  std::uint32_t wrong = 0;
  for (std::uint32_t n = 0; n < pairs; ++n) {
    cache.store(word(n), word(7 * n), answer(n));
    if (cache.find(word(n), word(7 * n)) != answer(n)) ++wrong;
  }
  CHECK(wrong == 0);
  std::uint32_t kept = 0;
  for (std::uint32_t n = 0; n < pairs; ++n) {
    const std::uint32_t found = cache.find(word(n), word(7 * n));
    if (found != 0 && found != answer(n)) ++wrong;
    if (found != 0) ++kept;
    if (cache.find(word(n), word(7 * n + 1)) != 0) ++wrong;
  }
  CHECK(wrong == 0);
  return kept;
}

TEST_CASE("caches keep their entries when they grow", "[store][cache]") {
  const unsigned bits = detail::first_cache_bits();
  // Measured: .61 are kept, of both caches; .46 if growing forgets all.
  const std::uint32_t pairs = 3U << (bits + 4);
  const unsigned most = bits + 6;
  detail::OpCache sums(most);
  detail::OrderCache orders(most);
  const std::uint64_t before = sums.bytes();
  const std::uint64_t before_orders = orders.bytes();
  const std::uint32_t kept = kept_of(sums, pairs);
  const std::uint32_t kept_orders = kept_of(orders, pairs);
  CHECK(sums.bytes() == before << 6U);
  CHECK(orders.bytes() == before_orders << 6U);
  CHECK(kept > pairs * 54 / 100);
  CHECK(kept_orders > pairs * 54 / 100);
}

TEST_CASE("caches stay within their bound", "[store][cache]") {
  const unsigned bits = detail::first_cache_bits();
  detail::OpCache sums(bits + 1);
  detail::OrderCache orders(bits + 1);
  const std::uint64_t before = sums.bytes();
  const std::uint64_t before_orders = orders.bytes();
  kept_of(sums, 32U << bits);
  kept_of(orders, 32U << bits);
  CHECK(sums.bytes() == 2 * before);
  CHECK(orders.bytes() == 2 * before_orders);
}

}  // namespace
}  // namespace cgt::cache_test
