// One copy of every set of parameters that rulesets were made with, so that a position names its
// rules by a pointer: cheap to copy, to compare and to hash, and valid for ever.
#pragma once

#include <list>
#include <mutex>
#include <utility>

namespace cgt {

// Equal values give the same pointer. Safe from several threads. There are few different values,
// so they are searched one by one, and kept.
template <class T>
const T* interned(T value) {
  static std::mutex mutex;
  static std::list<T> all;
  const std::lock_guard lock(mutex);
  for (const T& known : all) {
    if (known == value) return &known;
  }
  return &all.emplace_back(std::move(value));
}

}  // namespace cgt
