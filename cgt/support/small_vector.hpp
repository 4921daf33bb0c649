// A vector that has room for its first N elements in itself, and takes memory only for more.
//
//   SmallVector<int, 4> v{1, 2};
//   v.insert(v.begin(), 0);
//   v.push_back(3);                  // 0, 1, 2, 3, and still no memory taken
//
// The interface is that of std::vector, as far as it is needed, with one difference: moving
// one whose elements are in itself moves these, so that iterators end.
//
// Requires of the elements that moving them does not throw. If copying one throws, the vector stays
// valid.
//
// Thread rule: that of std::vector.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

#include "cgt/support/error.hpp"

namespace cgt {

template <class T, std::size_t N>
class SmallVector {
  static_assert(N > 0 && std::is_nothrow_move_constructible_v<T>);

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  SmallVector() noexcept : data_(own()) {}
  explicit SmallVector(std::size_t count) : SmallVector() { resize(count); }
  SmallVector(std::size_t count, const T& value) : SmallVector() { resize(count, value); }
  template <std::input_iterator It>
  SmallVector(It first, It last) : SmallVector() {
    append(first, last);
  }
  SmallVector(std::initializer_list<T> items) : SmallVector(items.begin(), items.end()) {}

  SmallVector(const SmallVector& other) : SmallVector(other.begin(), other.end()) {}
  SmallVector(SmallVector&& other) noexcept : SmallVector() { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      clear();
      take(other);
    }
    return *this;
  }
  SmallVector& operator=(std::initializer_list<T> items) {
    assign(items.begin(), items.end());
    return *this;
  }
  ~SmallVector() {
    clear();
    free_room();
  }

  iterator begin() noexcept { return data_; }
  iterator end() noexcept { return data_ + size_; }
  const_iterator begin() const noexcept { return data_; }
  const_iterator end() const noexcept { return data_ + size_; }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::size_t capacity() const noexcept { return capacity_; }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }

  // Require that there is such an element.
  T& operator[](std::size_t i) {
    CGT_ASSERT(i < size_, "the element exists");
    return data_[i];
  }
  const T& operator[](std::size_t i) const {
    CGT_ASSERT(i < size_, "the element exists");
    return data_[i];
  }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  void push_back(const T& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  // The arguments may be in the vector itself.
  template <class... Args>
  T& emplace_back(Args&&... args) {
    if (size_ == capacity_) return emplace_in_new_room(std::forward<Args>(args)...);
    T* const made = std::construct_at(data_ + size_, std::forward<Args>(args)...);
    ++size_;
    return *made;
  }
  void pop_back() {
    CGT_ASSERT(size_ > 0, "there is an element");
    std::destroy_at(data_ + --size_);
  }
  void clear() noexcept { cut(0); }

  void reserve(std::size_t wanted) {
    if (wanted > capacity_) move_to(wanted);
  }
  void resize(std::size_t count) {
    if (count <= size_) return cut(count);
    grow_for(count);
    std::uninitialized_value_construct(end(), data_ + count);
    size_ = count;
  }
  void resize(std::size_t count, const T& value) {
    if (count <= size_) return cut(count);
    const T copy(value);  // it may be in the vector itself
    grow_for(count);
    std::uninitialized_fill(end(), data_ + count, copy);
    size_ = count;
  }
  // New elements have no value yet.
  void resize_for_overwrite(
      std::size_t count) requires std::is_trivially_default_constructible_v<T> {
    if (count <= size_) return cut(count);
    grow_for(count);
    std::uninitialized_default_construct(end(), data_ + count);
    size_ = count;
  }

  // What is given must not be in the vector itself.
  template <std::input_iterator It>
  void assign(It first, It last) {
    clear();
    append(first, last);
  }
  void assign(std::size_t count, const T& value) {
    const T copy(value);
    clear();
    resize(count, copy);
  }

  // The given range must not be in the vector itself.
  template <std::input_iterator It>
  iterator insert(const_iterator at, It first, It last) {
    const std::size_t place = static_cast<std::size_t>(at - begin());
    const std::size_t before = size_;
    append(first, last);
    std::rotate(begin() + place, begin() + before, end());
    return begin() + place;
  }
  iterator insert(const_iterator at, const T& value) { return insert(at, T(value)); }
  iterator insert(const_iterator at, T&& value) {
    const std::size_t place = static_cast<std::size_t>(at - begin());
    emplace_back(std::move(value));
    std::rotate(begin() + place, end() - 1, end());
    return begin() + place;
  }

  iterator erase(const_iterator at) { return erase(at, at + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    T* const to = data_ + (first - begin());
    if (first != last) {
      T* const rest = std::move(data_ + (last - begin()), end(), to);
      cut(static_cast<std::size_t>(rest - data_));
    }
    return to;
  }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const SmallVector& a,
                          const SmallVector& b) requires std::three_way_comparable<T> {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  T* own() noexcept { return reinterpret_cast<T*>(room_); }
  bool is_own() const noexcept { return data_ == reinterpret_cast<const T*>(room_); }

  void cut(std::size_t count) noexcept {
    std::destroy(data_ + count, end());
    size_ = count;
  }
  void free_room() noexcept {
    if (!is_own()) std::allocator<T>().deallocate(data_, capacity_);
  }
  // Requires that this is empty.
  void take(SmallVector& other) noexcept {
    if (other.is_own()) {
      // Own room is the least that a vector has.
      std::uninitialized_move(other.begin(), other.end(), data_);
      size_ = other.size_;
      other.clear();
    } else {
      free_room();
      data_ = std::exchange(other.data_, other.own());
      size_ = std::exchange(other.size_, 0);
      capacity_ = std::exchange(other.capacity_, N);
    }
  }

  // What is filled at once is likely to stay as it is; what grows takes 3/5 more at a time.
  std::size_t grown(std::size_t wanted) const {
    return size_ == 0 ? wanted : std::max(wanted, capacity_ * 8 / 5);
  }
  void grow_for(std::size_t wanted) {
    if (wanted > capacity_) move_to(grown(wanted));
  }
  void adopt(T* room, std::size_t capacity) noexcept {
    std::uninitialized_move(begin(), end(), room);
    std::destroy(begin(), end());
    free_room();
    data_ = room;
    capacity_ = capacity;
  }
  void move_to(std::size_t capacity) { adopt(std::allocator<T>().allocate(capacity), capacity); }
  template <class... Args>
  [[gnu::noinline]] T& emplace_in_new_room(Args&&... args) {
    const std::size_t capacity = grown(size_ + 1);
    T* const room = std::allocator<T>().allocate(capacity);
    T* made = nullptr;
    try {
      made = std::construct_at(room + size_, std::forward<Args>(args)...);
    } catch (...) {
      std::allocator<T>().deallocate(room, capacity);
      throw;
    }
    adopt(room, capacity);
    ++size_;
    return *made;
  }
  template <class It>
  void append(It first, It last) {
    if constexpr (std::forward_iterator<It>) {
      const std::size_t count = size_ + static_cast<std::size_t>(std::distance(first, last));
      grow_for(count);
      std::uninitialized_copy(first, last, end());
      size_ = count;
    } else {
      for (; first != last; ++first) emplace_back(*first);
    }
  }

  T* data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = N;
  alignas(T) std::byte room_[N * sizeof(T)];
};

}  // namespace cgt
