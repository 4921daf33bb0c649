// A vector whose elements never move, read without a lock while it grows: segments of doubling
// size. Append and truncate take a lock; at() may run beside append() for every index that append()
// has returned.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "cgt/support/contract.hpp"

namespace cgt::detail {

template <class T>
class Segmented {
 public:
  Segmented() = default;
  Segmented(const Segmented&) = delete;
  Segmented& operator=(const Segmented&) = delete;
  ~Segmented() {
    for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
  }

  std::uint32_t append(T value) {
    const std::lock_guard lock(mutex_);
    CGT_EXPECTS(size_ < 0xFFFFFFF0U, "2^32 elements");
    const auto [segment, offset] = place(size_);
    T* first = segments_[segment].load(std::memory_order_relaxed);
    if (first == nullptr) {
      first = new T[std::size_t{kFirst} << segment];
      segments_[segment].store(first, std::memory_order_release);
    }
    first[offset] = std::move(value);
    return size_++;
  }

  const T& at(std::uint32_t index) const {
    const auto [segment, offset] = place(index);
    return segments_[segment].load(std::memory_order_acquire)[offset];
  }

  std::uint32_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }

  // Requires that no other thread uses the vector.
  void truncate(std::uint32_t size) {
    const std::lock_guard lock(mutex_);
    while (size_ > size) {
      const auto [segment, offset] = place(--size_);
      segments_[segment].load(std::memory_order_relaxed)[offset] = T();
    }
  }

 private:
  static constexpr std::uint32_t kFirst = 16;

  // Segment s holds the indices kFirst * (2^s - 1) and up.
  static std::pair<unsigned, std::size_t> place(std::uint32_t index) {
    const std::uint64_t shifted = std::uint64_t{index} / kFirst + 1;
    const auto segment = static_cast<unsigned>(std::bit_width(shifted) - 1);
    return {segment, std::size_t{index} - std::size_t{kFirst} * ((std::size_t{1} << segment) - 1)};
  }

  std::array<std::atomic<T*>, 29> segments_{};
  std::uint32_t size_ = 0;
  mutable std::mutex mutex_;
};

}  // namespace cgt::detail
