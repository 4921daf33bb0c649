// The one place that names the hash tables: use these aliases everywhere but in the public headers
// of cgt, whose tables live behind pointers.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "cgt/support/flat_table.hpp"

namespace cgt {

template <class Key, class Value, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>,
          class Allocator = std::allocator<std::pair<const Key, Value>>>
using FlatMap = flat::Map<Key, Value, Hash, Equal, Allocator>;

template <class Key, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>,
          class Allocator = std::allocator<Key>>
using FlatSet = flat::Set<Key, Hash, Equal, Allocator>;

}  // namespace cgt
