// A vector that grows without moving its elements: they lie in segments, each as long as all before
// it together.
//
//   SegmentedVector<std::string> names;
//   const std::string& first = names.emplace_back("Ann");
//   for (int i = 0; i < 1000; ++i) names.emplace_back("Bob");
//   first == names[0];   // true: still in its place
//
// Access takes one load more than that of std::vector. What is saved is the copy at each growth, and
// with it half of the fresh memory that a system has to clear for a table that grows to its final size.
//
// Thread rule: that of std::vector.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "cgt/support/error.hpp"
#include "cgt/support/huge_pages.hpp"

namespace cgt {

template <class T>
class SegmentedVector {
 public:
  SegmentedVector() = default;
  SegmentedVector(SegmentedVector&& other) noexcept
      : segments_(std::exchange(other.segments_, {})), size_(std::exchange(other.size_, 0)) {}
  SegmentedVector(const SegmentedVector&) = delete;
  SegmentedVector& operator=(const SegmentedVector&) = delete;
  ~SegmentedVector() {
    while (size_ > 0) std::destroy_at(place(--size_));
    for (std::size_t s = 0; s < kSegments && segments_[s] != nullptr; ++s) {
      allocator_.deallocate(segments_[s], length(s));
    }
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // Requires that there is such an element.
  T& operator[](std::size_t i) {
    CGT_ASSERT(i < size_, "the element exists");
    return *place(i);
  }
  const T& operator[](std::size_t i) const {
    CGT_ASSERT(i < size_, "the element exists");
    return *place(i);
  }

  // Returns the new element. If making it throws, the vector is as before.
  template <class... Args>
  T& emplace_back(Args&&... args) {
    const std::size_t s = segment(size_);
    if (segments_[s] == nullptr) segments_[s] = allocator_.allocate(length(s));
    T* const made = std::construct_at(place(size_), std::forward<Args>(args)...);
    ++size_;
    return *made;
  }
  // Appends elements as T() makes them, until there are so many.
  void grow_to(std::size_t size) {
    while (size_ < size) emplace_back();
  }

  // Held by its segments.
  std::uint64_t bytes() const {
    std::uint64_t elements = 0;
    for (std::size_t s = 0; s < kSegments && segments_[s] != nullptr; ++s) elements += length(s);
    return elements * sizeof(T);
  }

 private:
  // Segment 0 holds the first kFirst elements, segment s > 0 as many as all before it.
  static constexpr std::size_t kFirst = 16;
  static constexpr std::size_t kSegments = static_cast<std::size_t>(
      std::numeric_limits<std::size_t>::digits - std::bit_width(kFirst) + 2);

  static std::size_t segment(std::size_t i) {
    return static_cast<std::size_t>(std::bit_width(i / kFirst));
  }
  static std::size_t first(std::size_t s) { return ((kFirst / 2) << s) & ~(kFirst - 1); }
  static std::size_t length(std::size_t s) { return s == 0 ? kFirst : first(s); }
  T* place(std::size_t i) const {
    const std::size_t s = segment(i);
    return segments_[s] + (i - first(s));
  }

  std::array<T*, kSegments> segments_{};
  std::size_t size_ = 0;
  [[no_unique_address]] HugePages<T> allocator_;
};

}  // namespace cgt
