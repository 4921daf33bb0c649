// The stack of the machine: a vector of values whose push and pop are a few instructions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "lang/value.hpp"

namespace cgt::lang {

// Objects that only the machine sees stand in slots as values of kind kInternal.
inline Value make_internal(const Object* object) {
  return Value::object(Kind::kInternal, CountedPointer<const Object>(object));
}
// Requires that the machine put a T there.
template <class T>
const T& internal(const Value& v) {
  return static_cast<const T&>(*v.object());
}

class ValueStack {
 public:
  ValueStack() = default;
  ValueStack(const ValueStack&) = delete;
  ValueStack& operator=(const ValueStack&) = delete;
  ~ValueStack() {
    resize(0);
    deallocate();
  }

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  Value& operator[](std::size_t i) { return begin_[i]; }
  const Value& operator[](std::size_t i) const { return begin_[i]; }
  Value& back() { return end_[-1]; }
  // The topmost `count`.
  std::span<Value> top(std::size_t count) { return {end_ - count, count}; }

  // Requires that `value` lies outside of the stack.
  void push_back(Value&& value) {
    if (end_ == limit_) grow(size() + 1);
    ::new (static_cast<void*>(end_)) Value(std::move(value));
    ++end_;
  }
  void pop_back() { (--end_)->~Value(); }
  Value pop() {
    Value top = std::move(end_[-1]);
    pop_back();
    return top;
  }
  void append(std::span<const Value> values) {
    for (const Value& value : values) push_back(Value(value));
  }
  // New places hold Nothing.
  void resize(std::size_t count) {
    if (count > static_cast<std::size_t>(limit_ - begin_)) grow(count);
    Value* const end = begin_ + count;
    while (end_ > end) pop_back();
    for (; end_ < end; ++end_) ::new (static_cast<void*>(end_)) Value();
  }

 private:
  void grow(std::size_t count) {
    const std::size_t capacity = std::max<std::size_t>({64, count, 2 * size()});
    Value* const fresh = std::allocator<Value>().allocate(capacity);
    Value* const end = std::uninitialized_move(begin_, end_, fresh);
    std::destroy(begin_, end_);
    deallocate();
    begin_ = fresh;
    end_ = end;
    limit_ = fresh + capacity;
  }
  void deallocate() {
    if (begin_ != nullptr)
      std::allocator<Value>().deallocate(begin_, static_cast<std::size_t>(limit_ - begin_));
  }

  Value* begin_ = nullptr;
  Value* end_ = nullptr;
  Value* limit_ = nullptr;
};

}  // namespace cgt::lang
