// CountedPointer<T>: a pointer that holds one of the references that its object counts. What counts
// them are two functions found by the type of the object:
//
//   friend void add_reference(const Node* node) { ++node->count; }
//   friend void release_reference(const Node* node) { if (--node->count == 0) delete node; }
//
// A new object has a count of 0. Thread rule: that of those two functions.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace cgt {

template <class T>
class CountedPointer {
 public:
  CountedPointer() = default;
  CountedPointer(std::nullptr_t) {}  // NOLINT: null is a pointer
  // Shares the object; null is allowed.
  CountedPointer(T* object) : object_(object) {  // NOLINT: as the pointers of Boost
    if (object_) add_reference(object_);
  }
  CountedPointer(const CountedPointer& other) : CountedPointer(other.object_) {}
  CountedPointer(CountedPointer&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  CountedPointer(const CountedPointer<U>& other)  // NOLINT: a pointer to a base
      : CountedPointer(other.get()) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  CountedPointer(CountedPointer<U>&& other) noexcept  // NOLINT: a pointer to a base
      : object_(other.detach()) {}
  CountedPointer& operator=(CountedPointer other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~CountedPointer() {
    if (object_) release_reference(object_);
  }

  T* get() const { return object_; }
  // Gives the reference to the caller.
  T* detach() { return std::exchange(object_, nullptr); }
  void reset() { *this = CountedPointer(); }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const CountedPointer& a, const CountedPointer& b) {
    return a.object_ == b.object_;
  }
  friend bool operator==(const CountedPointer& a, std::nullptr_t) { return a.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace cgt
