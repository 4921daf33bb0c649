// The one place that names the library of hash tables. Boost's open-addressing tables won our
// measured comparison on random 64-bit keys; use these aliases everywhere but in the public headers
// of cgt, which include no Boost (tests/structure sees to that): their tables live behind pointers.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <functional>

namespace cgt {

template <class Key, class Value, class Hash = std::hash<Key>, class... Rest>
using FlatMap = boost::unordered_flat_map<Key, Value, Hash, Rest...>;

template <class Key, class Hash = std::hash<Key>, class... Rest>
using FlatSet = boost::unordered_flat_set<Key, Hash, Rest...>;

}  // namespace cgt
