#include "cgt/support/arena.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "cgt/support/contract.hpp"

namespace cgt {

Arena::Arena(std::uint64_t bytes) {
  constexpr std::uint64_t kLeast = 1U << 12U;
  constexpr std::uint64_t kSmall = 1U << 21U;
  for (std::uint64_t size = std::max(bytes, kLeast); size >= kLeast; size /= 2) {
    void* const block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block != MAP_FAILED) {
      base_ = static_cast<std::byte*>(block);
      // Records are read at random. Small stores stay small: the wish begins after the first pages.
      if (size > kSmall) {
        madvise(base_ + kSmall, size - kSmall, MADV_HUGEPAGE);
      }
      reserved_ = size;
      return;
    }
  }
  throw std::bad_alloc();
}

Arena::~Arena() { munmap(base_, reserved_); }

Arena::Block Arena::take(std::size_t least, std::size_t wanted) {
  const std::uint64_t least_units = (least + kUnit - 1) / kUnit;
  const std::uint64_t wanted_units = (wanted + kUnit - 1) / kUnit;
  // Ids are 31-bit addresses.
  const std::uint64_t end = std::min<std::uint64_t>(reserved_ / kUnit, std::uint64_t{1} << 31U);
  std::uint32_t first = next_.load(std::memory_order_relaxed);
  while (true) {
    if (first + least_units > end) throw std::bad_alloc();
    const std::uint64_t last = std::min(end, first + std::max(least_units, wanted_units));
    if (next_.compare_exchange_weak(first, static_cast<std::uint32_t>(last),
                                    std::memory_order_relaxed)) {
      return {first, static_cast<std::uint32_t>(last)};
    }
  }
}

void Arena::rewind(std::uint32_t unit) {
  const std::uint32_t end = next();
  CGT_ASSERT(unit <= end, "an arena is rewound to an earlier moment");
  std::byte* const first = at(unit);
  std::byte* const last = at(end);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(first);
  std::byte* const whole = first + ((page - address % page) % page);
  if (whole < last) {
    std::memset(first, 0, static_cast<std::size_t>(whole - first));
    // Private anonymous pages read as zero after this.
    madvise(whole, static_cast<std::size_t>(last - whole), MADV_DONTNEED);
  } else {
    std::memset(first, 0, static_cast<std::size_t>(last - first));
  }
  next_.store(unit, std::memory_order_relaxed);
}

}  // namespace cgt
