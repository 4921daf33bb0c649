// Reading a Segmented beside appends: for the thread sanitizer above all.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "cgt/detail/tables.hpp"

namespace parallel_segmented_test {

TEST_CASE("elements are read while others are appended", "[segmented][threads]") {
  cgt::detail::Segmented<std::uint64_t> segmented;
  constexpr std::uint32_t kCount = 20'000;
  constexpr int kWriters = 2;
  std::atomic<std::uint32_t> published{0};  // indices below are there
  std::atomic<int> writing{kWriters};
  std::atomic<std::uint64_t> wrong{0};
  std::atomic<std::uint64_t> read{0};
  const auto value = [](std::uint32_t i) { return std::uint64_t{i} * i + 1; };
  std::vector<std::thread> threads;
  // Writers take turns of a hundred, so that what stands at an index is known. A turn each would be a
  // switch of threads each, and the readers do not step aside.
  constexpr std::uint32_t kTurn = 100;
  for (int w = 0; w < kWriters; ++w) {
    threads.emplace_back([&, w] {
      for (std::uint32_t i = 0; i < kCount; ++i) {
        if (static_cast<int>(i / kTurn) % kWriters != w) continue;
        while (published.load(std::memory_order_acquire) != i) std::this_thread::yield();
        if (segmented.append(value(i)) != i) ++wrong;
        published.store(i + 1, std::memory_order_release);
      }
      --writing;
    });
  }
  for (int r = 0; r < 2; ++r) {
    threads.emplace_back([&, r] {
      std::uint32_t at = static_cast<std::uint32_t>(r);
      do {
        const std::uint32_t end = published.load(std::memory_order_acquire);
        if (end == 0) continue;
        at = (at * 31 + 7) % end;
        if (segmented.at(at) != value(at)) ++wrong;
        ++read;
      } while (writing.load() != 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(read > 0);
  CHECK(segmented.size() == kCount);
}

}  // namespace parallel_segmented_test
